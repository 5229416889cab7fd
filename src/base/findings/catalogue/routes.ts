import {
  Phrases, showPhrase, CodeSentences, quotedPath, inNamespace, List, commaList, Maker, Name, ofWords, quotedList,
  showMaker, shown,
} from '../sentence';
import type { Path, Shown } from '../finding';

const OF_SERVICE = 'a NetworkPolicy knows ports of pods, not of Services';

/** Findings about requests that come in through a Gateway, and the way from a request to the pods that answer it. */
export const ROUTES_CODES = {
  'broken-route': {
    'help': 'change one of the two objects',
    'own-words': ofWords,
    'resource': (p: { kind: string; name: Name }) =>
      `leads to ${p.kind} ${shown(p.name)}, which is no Service: what answers is not known`,
    'service': (p: { service: Name; namespace: string | undefined }) =>
      [`leads to Service ${shown(p.service)}, which is not rendered ${inNamespace(p.namespace)}`,
        'render it, or name one that is there'],
    'service-elsewhere': (p: { service: Name; namespace: string | undefined; others: List }) =>
      [`leads to Service ${shown(p.service)}, which is not rendered ${inNamespace(p.namespace)}, but in `
        + `${quotedList(p.others)}: an Ingress reaches the Services of its own namespace alone`,
      'put Ingress and Service into one namespace'],
    'external': (p: { host: Name }) =>
      `stands for ${shown(p.host)}, which is not in these manifests: what answers is not known`,
    'several-ports': (p: { service: Name; ports: List }) =>
      [`names no port of Service ${shown(p.service)}, which has several (${commaList(p.ports)})`, 'name one of them'],
    'answer': (p: { rule: Phrases }) => [`${showPhrase(p.rule)}: no pods answer`, 'ask for the URL to which it leads'],
    'not-granted': (p: { kind: string; name: Name; namespace: string | undefined }) =>
      [`names ${p.kind} ${shown(p.name)}, which no ReferenceGrant ${inNamespace(p.namespace)} allows`,
        'render a ReferenceGrant there, or name one of its own namespace'],
    'service-port': (p: { service: Name; ports: List; value: Shown }) =>
      [`must be a port of Service ${shown(p.service)} (${commaList(p.ports)}), got ${shown(p.value)}`,
        '', 'name one of its ports'],
    'other-labels': (p: { object: string; rule: Phrases }) =>
      `selects no pods; those of ${p.object} come closest, and lack ${showPhrase(p.rule)}`,
    'target': (p: { value: Shown; ports: List }) =>
      `leads to port ${shown(p.value)}, which no container of the pods declares (${commaList(p.ports)})`,
    'no-certificate': (p: { host: Name }) => [`has no certificate for host ${shown(p.host)}`,
      "add the host to 'spec.tls', or ask by http://"],
  },
  'no-route': {
    'help': 'add a route',
    'own-words': ofWords,
    'entry': (p: { host: Name; route: string; others: List }) =>
      `no route of host ${shown(p.host)} takes requests by ${p.route}; those of ${commaList(p.others)} do`,
    'host': (p: { host: Name; hosts: List }) =>
      `no route is for host ${shown(p.host)}; there are ${quotedList(p.hosts)}`,
    'condition': (p: { first: Path; object: string; path: Name; host: Name; when: string }) =>
      `${quotedPath(p.first)} of ${p.object} takes path ${shown(p.path)} of host ${shown(p.host)} only of requests `
        + `with ${p.when}`,
    'path': (p: { host: Name; path: Name; paths: List }) =>
      `no route of host ${shown(p.host)} takes path ${shown(p.path)}; it has ${quotedList(p.paths)}`,
  },
  'ambiguous-route': {
    help: 'give each its own host or path',
    claims: (p: { first: Path; object: string }) =>
      `claims the same as ${quotedPath(p.first)} of ${p.object}, and leads elsewhere`,
    order: (p: { first: Path; object: string }) =>
      `takes the same request as ${quotedPath(p.first)} of ${p.object}, and leads elsewhere: nothing says which `
        + 'object comes first',
    regex: (p: { first: Path; object: string }) =>
      `may take the same request as ${quotedPath(p.first)} of ${p.object}, and leads elsewhere: what precedes a `
        + 'regular expression is not known of its Gateway',
  },
  'unguarded-route': {
    'help': 'guard it too',
    'own-words': ofWords,
    'none': 'ask for no password',
    'controller': (p: { controller: string }) => `ask for no password that ${p.controller} would read`,
    'stranger': (p: { controller: Name }) =>
      `ask for no password, as far as is known of controller ${shown(p.controller)}`,
  },
  'refused-connection': {
    'help': 'add the other end to a rule, or leave it closed',
    'own-words': ofWords,
    'port': (p: { port: string | number; protocol: string }) => [`has no port ${p.port}/${p.protocol}`, OF_SERVICE],
    'labels': (p: { rule: Phrases }) => [`asks for ${showPhrase(p.rule)}`, 'change the labels'],
    'address': (p: { address: Name }) => `has not ${shown(p.address)}`,
    'excepted': (p: { address: Name }) => `leaves out ${shown(p.address)}`,
    'other-pods': (p: { address: Name }) => `is for pods, and ${shown(p.address)} is an address`,
  },
  'newer-gateway-api': (p: { since: string; version: string }) => [`needs Gateway API ${p.since}, and the cluster has ${p.version}`,
    "set 'apiVersion' of the Gateway to what the cluster has, or leave the field out"],
  'not-attached': {
    'host': (p: { host: Name; gateway: Name; hosts: List }) =>
      [`cannot be attached: ${shown(p.host)} is served by no listener of Gateway ${shown(p.gateway)}, whose `
        + `listeners serve ${quotedList(p.hosts)}`,
      'use one of these hosts, or add a listener'],
    'plain': (p: { host: Name; listener: Name; gateway: Name }) =>
      [`cannot be attached: ${shown(p.host)} is served in plain text only, by listener ${shown(p.listener)} of `
        + `Gateway ${shown(p.gateway)}`,
      "add a listener with 'protocol: HTTPS', or allow plain text ('insecurePlainText' of "
        + 'IngressProvider.gatewayApi(), or TlsCertificate.insecureNone() for a ScraperAccess)',
      "add a listener with 'protocol: HTTPS', or allow plain text (insecureNone, --insecure-without-tls)"],
    'secure': (p: { host: Name; listener: Name; gateway: Name }) =>
      [`cannot be attached: ${shown(p.host)} is served over TLS only, by listener ${shown(p.listener)} of Gateway `
        + `${shown(p.gateway)}`,
      "add a listener with 'protocol: HTTP', or leave 'insecurePlainText' out"],
    'section-names': (p: { host: Name; listener: Name; gateway: Name }) =>
      [`cannot be attached: ${shown(p.host)} is served by listener ${shown(p.listener)} of Gateway `
        + `${shown(p.gateway)}, which 'sectionNames' does not name`,
      'name it there too, or leave the host out'],
    'secret': (p: { host: Name; listener: Name; port: number; secret: Name; namespace: Name }) =>
      [`cannot be attached: ${shown(p.host)} cannot be served by listener ${shown(p.listener)} (port ${p.port}), `
        + `whose certificate is in Secret ${shown(p.secret)} of namespace ${shown(p.namespace)}, which no known `
        + 'ReferenceGrant lets the Gateway read',
      "add one there, and the namespace to 'grantedSecretNamespaces' of the Gateway"],
    'many-parents': (p: { host: Name; count: number; gateway: Name; max: number }) =>
      [`cannot be attached: ${shown(p.host)} is served by ${p.count} listeners of Gateway ${shown(p.gateway)}, and a `
        + `route is attached to at most ${p.max}`,
      "name some of them in 'sectionNames'"],
    'own-listener': (p: { host: Name; listener: Name; gateway: Name }) =>
      [`cannot be attached: ${shown(p.host)} is served by listener ${shown(p.listener)} of Gateway `
        + `${shown(p.gateway)}, which precedes any listener of a ListenerSet`,
      "leave the host out, or leave 'listenerSets' out to attach the routes to that listener"],
    'second-listener': (p: { host: Name; first: Path; maker: Maker }) =>
      [`needs a second listener for ${shown(p.host)}: ${quotedPath(p.first)} of ${showMaker(p.maker)} has one, for `
        + 'another application or with another Secret, and a Gateway takes one for each host',
      'use different hosts, or declare both in one application with one Secret'],
    'many-listeners': (p: { count: number; max: number }) =>
      [`needs a ListenerSet with ${p.count} listeners, one for each host of the application, and it can have at most `
        + `${p.max}`,
      'use wildcards, or several applications'],
    'listener-sets': (p: { namespace: Name; gateway: Name }) =>
      [`needs a ListenerSet in namespace ${shown(p.namespace)}, and Gateway ${shown(p.gateway)} takes none from there`,
        "allow that namespace in 'allowedListeners', in the Gateway and in its description with 'namespaceLabels'"],
    'listener': (p: { object: string; others: List }) =>
      [`is for a listener that ${p.object} does not have; it has ${commaList(p.others)}`,
        'compare the route with the listeners'],
    'namespace': (p: { object: string; rule: Phrases }) =>
      [`is for ${p.object}, which does not take it: ${showPhrase(p.rule)}`, 'compare the route with the listeners'],
    'other-labels': (p: { object: string; rule: Phrases }) =>
      [`is for ${p.object}, which takes only routes of namespaces with ${showPhrase(p.rule)}`,
        'compare the route with the listeners'],
    'hosts': (p: { object: string; hosts: List; others: List }) =>
      [`is for ${p.object}, whose listeners do not have its hosts ${commaList(p.hosts)}; they have `
        + `${commaList(p.others)}`,
      'compare the route with the listeners'],
  },
  'shadowed-route': {
    order: (p: { first: Path; maker: Maker }) =>
      [`gets no requests: ${quotedPath(p.first)} of ${showMaker(p.maker)} takes all of them before`,
        'make that path narrower, or leave one of the two out'],
    place: (p: { first: Path; maker: Maker }) =>
      [`gets no requests: ${quotedPath(p.first)} of ${showMaker(p.maker)} takes all of them before`,
        'put the narrower one first, or leave one of the two out'],
    object: (p: { first: Path; object: string }) =>
      [`gets no requests: ${quotedPath(p.first)} of ${p.object} takes all of them before`,
        'put the narrower one first, or leave one of the two out'],
    host: (p: { host: Name; gateway: string; first: Path; object: string }) =>
      [`gets no requests for host ${shown(p.host)} at ${p.gateway}: ${quotedPath(p.first)} of ${p.object} takes all `
        + 'of them before',
      'put the narrower one first, or leave one of the two out'],
    length: (p: { first: Path; maker: Maker }) =>
      [`may get no requests: ${quotedPath(p.first)} of ${showMaker(p.maker)} takes all of them, and Traefik tries `
        + 'the longer of two rules first',
      "write 'pathType: Prefix' for both, make that path narrower, or leave one of the two out"],
  },
  'duplicate-certificate': (p: { secret: Name; first: Path; maker: Maker }) =>
    [`serves Secret ${shown(p.secret)}, as ${quotedPath(p.first)} of ${showMaker(p.maker)} does for another `
      + 'application: browsers use one connection for all hosts of a certificate, and get 404 for those of the other '
      + 'Gateway',
    'use TlsCertificate.clusterIssuer() or issuer(), by which each application has its own'],
  'trait-removed': {
    trait: (p: { maker: Maker }) =>
      [`shares objects of its application with ${showMaker(p.maker)}, which was removed from the tree`,
        'do not declare that one'],
  },
} as const satisfies Record<string, CodeSentences>;
