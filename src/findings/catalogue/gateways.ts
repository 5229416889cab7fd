import { Phrases, showPhrase } from './phrases';
import type { Path } from '../path';
import { Explanation, fieldAt, got, List, list, Maker, Name, quoted, showMaker, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about requests that come in through a Gateway. */
export const GATEWAYS_CODES = {
  'invalid-gateway': {
    cause: 'The description of a Gateway is inconsistent.',
    remedy: 'Compare it with `kubectl get gateway -o yaml`.',
    says: {
      'selector': ["is required with 'from: Selector', and belongs to nothing else", 'give both, or neither of them'],
      'plain-with-certificate': ['belongs to a listener that speaks HTTPS', "leave it out, or set 'protocol: HTTPS'"],
      'same-listener': (p: { number: number }) =>
        [`has the port, the protocol and the hostname of listeners[${p.number}]: a Gateway needs one of them to differ`,
          'leave one of the two out'],
      'two-protocols': (p: { port: number; protocol: string; number: number; other: string }) =>
        [`has port ${p.port} for ${p.protocol}, and listeners[${p.number}] has it for ${p.other}: a Gateway has one protocol at a port`,
          'give one of the two another port'],
      'many-listeners': (p: { max: number; count: number }) => [`must have at most ${p.max} listeners, got ${p.count}`,
        'use wildcards, ListenerSets or several Gateways'],
      'many-listeners-with-redirect': (p: { max: number; count: number }) =>
        [`must have at most ${p.max} listeners beside the one of the redirect, got ${p.count}`,
          "use wildcards, ListenerSets or several Gateways, or set 'redirectsHttp: false'"],
      'name-of-redirect': (p: { name: Name }) => [`must not be ${shown(p.name)}, the name of the listener that 'redirectsHttp' adds`,
        "use another name, or set 'redirectsHttp: false'"],
      'port-of-redirect': (p: { port: number }) => [`must not be ${p.port}, the port of the listener that 'redirectsHttp' adds`,
        "use another port, or set 'redirectsHttp: false'"],
      'unknown-listener': (p: { known: List; value: Shown }) =>
        [`must be a listener of the Gateway (${list(p.known)}), got ${shown(p.value)}`, 'name one of them, or describe this one too'],
      'section-names-of-listener-sets': ["must not be set: with 'listenerSets', routes are attached to the listeners of ListenerSets",
        'leave one of the two out'],
      'section-names-of-description': ["is for 'gatewayDescription', which is not set", 'leave it out, or describe the Gateway'],
      'certificate-at-istio': ['must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
        'use TlsCertificate.issuer() or secret()'],
      'secret-of-istio': ['must not be set: each trait has its own Secret', 'leave it out'],
      'certificate-of-listeners': ['must be a TlsCertificate that is issued, or a Secret: a ListenerSet has its own certificates',
        'use TlsCertificate.issuer(), certificate() or secret(), or leave it out'],
      'certificate-at-gateway': ['must not be TlsCertificate.atGateway(): this is the Gateway',
        'use TlsCertificate.issuer(), certificate() or secret()'],
      'host-of-certificate': ['is required: cert-manager makes no certificate for a listener without a host',
        "give the host, or name a Secret that is there in 'secretName'"],
      'secret-of-cert-manager': ['must not be set: the annotation of TlsCertificate.issuer() is for all listeners with a host, and '
        + 'cert-manager would replace this certificate with its own',
      'use TlsCertificate.certificate(), leave it out, or name the listener in the annotation cert-manager.io/ignore-tls-listeners '
          + '(cert-manager 1.21)'],
      'ignored-listener': ['is required: the annotation cert-manager.io/ignore-tls-listeners names the listener, so that cert-manager '
        + 'makes no certificate for it',
      'name a Secret that is there, or leave the listener out of the annotation'],
      'secret-of-listeners': ['must not be set: a Secret is made for each of several', 'leave it out'],
      'request-authentication': ["is required with 'jwtIssuers'", 'say whether the RequestAuthentication is rendered, or exists already'],
      'policies-of-istio': ["is required with 'jwtIssuers'", 'say in it whether the RequestAuthentication is rendered, or exists already'],
      'issuers-of-policies': (p: { other: string }) => [`is required with '${p.other}'`,
        `name the issuers of tokens, or leave '${p.other}' out`],
      'not-istio': ['is for GatewayImplementation.ISTIO alone', 'leave it out'],
      'pods-of-istio': (p: { namespace: Name; gateway: Name }) =>
        [`must have namespace ${shown(p.namespace)} and label 'gateway.networking.k8s.io/gateway-name' with value ${shown(p.gateway)}: `
          + 'at other pods, Istio ignores the authorization policies of the Gateway',
        "let Istio run the Gateway (no address of type Hostname in 'spec.addresses') and set both, or use IngressProvider.istio()"],
      'port-of-listener': got('must not be the port of a listener: no authorization policy would hold there',
        'name ports at which others serve TCP alone'),
      'beside-way': (p: { field: string }) =>
        [`cannot be set together with 'kubernetes.ingress.${p.field}': requests come in by one of them`, 'leave one of the two out'],
      'without-way': ["is for 'kubernetes.ingress.gatewayApi' and 'kubernetes.ingress.istio', and neither is set",
        'set one of them, or leave it out'],
      'issuer-pattern': got('must have no asterisk, which stands for any issuer in a policy of Istio', 'write the issuer as tokens do'),
      'nested-issuer': (p: { number: number; value: Shown }) =>
        [`is below the issuer of jwtIssuers[${p.number}], and Istio before 1.22 takes its tokens for that one's, got ${shown(p.value)}`,
          'leave one of them out, or give them a gateway each'],
      'http-port': got('must not be 80, 443, 8080 or 8443, where gateways serve HTTP: no authorization policy would hold there',
        'name ports at which others serve TCP alone'),
      'redirect-without-tls': ['must not be true: nothing is served over HTTPS', "leave it out, or give a certificate in 'tls'"],
    },
  },
  'newer-gateway-api': {
    cause: 'A field needs a newer Gateway API than the cluster has, and would be dropped.',
    remedy: 'Install the newer version and set `apiVersion` of the Gateway, or omit the field.',
    says: (p: { since: string; version: string }) => [`needs Gateway API ${p.since}, and the cluster has ${p.version}`,
      "set 'apiVersion' of the Gateway to what the cluster has, or leave the field out"],
  },
  'not-attached': {
    cause: "A route would not attach to the Gateway, which shows this only in the route's status.",
    remedy: 'Compare host and namespace with the listeners and their description in the program.',
    says: {
      'host': (p: { host: Name; gateway: Name; hosts: List }) =>
        [`cannot be attached: ${shown(p.host)} is served by no listener of Gateway ${shown(p.gateway)}, whose listeners serve `
          + `${quoted(p.hosts)}`,
        'use one of these hosts, or add a listener'],
      'part': (p: { host: Name; hosts: List; gateway: Name }) =>
        [`cannot be attached: ${shown(p.host)} is served in part only, for ${quoted(p.hosts)}, and no listener of Gateway `
          + `${shown(p.gateway)} serves the whole wildcard`,
        'name these hosts, or add a listener for the wildcard'],
      'plain': (p: { host: Name; listener: Name; gateway: Name }) =>
        [`cannot be attached: ${shown(p.host)} is served in plain text only, by listener ${shown(p.listener)} of Gateway `
          + `${shown(p.gateway)}`,
        "add a listener with 'protocol: HTTPS', or allow plain text ('insecurePlainText' of IngressProvider.gatewayApi(), or "
            + 'TlsCertificate.insecureNone() for a ScraperAccess)',
        "add a listener with 'protocol: HTTPS', or allow plain text (insecureNone, --insecure-without-tls)"],
      'section-names': (p: { host: Name; listener: Name; gateway: Name }) =>
        [`cannot be attached: ${shown(p.host)} is served by listener ${shown(p.listener)} of Gateway ${shown(p.gateway)}, which `
          + "'sectionNames' does not name",
        'name it there too, or leave the host out'],
      'section-names-of-plain': (p: { host: Name; listener: Name; gateway: Name }) =>
        [`cannot be attached: ${shown(p.host)} is served over TLS by listener ${shown(p.listener)} of Gateway ${shown(p.gateway)}, which `
          + "'sectionNames' does not name, and a host that a listener serves over TLS is never served in plain text",
        'name that listener there too, or leave the host out'],
      'same-namespace': (p: { host: Name; listener: Phrases; own: Name; namespace: Name; otherwise: Phrases }) =>
        [`cannot be attached: ${shown(p.host)} cannot be served by ${showPhrase(p.listener)}, which takes routes only from the namespace `
          + `of the Gateway, ${shown(p.own)}, not from ${shown(p.namespace)}`,
        `allow that namespace in the Gateway and in its description${showPhrase(p.otherwise)}`],
      'selector': (p: { host: Name; listener: Phrases; rule: Phrases; namespace: Name; otherwise: Phrases }) =>
        [`cannot be attached: ${shown(p.host)} cannot be served by ${showPhrase(p.listener)}, which takes routes only from namespaces `
          + `with ${showPhrase(p.rule)}, not from ${shown(p.namespace)}`,
        `label that namespace, and give its labels in 'namespaceLabels' of the Gateway${showPhrase(p.otherwise)}`],
      'secret': (p: { host: Name; listener: Phrases; secret: Name; namespace: Name; otherwise: Phrases }) =>
        [`cannot be attached: ${shown(p.host)} cannot be served by ${showPhrase(p.listener)}, whose certificate is in Secret `
          + `${shown(p.secret)} of namespace ${shown(p.namespace)}, which no known ReferenceGrant lets the Gateway read`,
        `add one there, and the namespace to 'grantedSecretNamespaces' of the Gateway${showPhrase(p.otherwise)}`],
      'many-parents': (p: { host: Name; count: number; gateway: Name; max: number }) =>
        [`cannot be attached: ${shown(p.host)} is served by ${p.count} listeners of Gateway ${shown(p.gateway)}, and a route is attached `
          + `to at most ${p.max}`,
        "name some of them in 'sectionNames'"],
      'own-listener': (p: { host: Name; listener: Name; gateway: Name }) =>
        [`cannot be attached: ${shown(p.host)} is served by listener ${shown(p.listener)} of Gateway ${shown(p.gateway)}, which precedes `
          + 'any listener of a ListenerSet',
        "leave the host out, or leave 'listenerSets' out to attach the routes to that listener"],
      'second-listener': (p: { host: Name; first: Path; maker: Maker }) =>
        [`needs a second listener for ${shown(p.host)}: ${fieldAt(p.first)} of ${showMaker(p.maker)} has one, for another application or `
          + 'with another Secret, and a Gateway takes one for each host',
        'use different hosts, or declare both in one application with one Secret'],
      'many-listeners': (p: { count: number; max: number }) =>
        [`needs a ListenerSet with ${p.count} listeners, one for each host of the application, and it can have at most ${p.max}`,
          'use wildcards, or several applications'],
      'listener-sets-of-own': (p: { namespace: Name; gateway: Name; own: Name }) =>
        [`needs a ListenerSet in namespace ${shown(p.namespace)}, and Gateway ${shown(p.gateway)} takes them only from its own, `
          + `${shown(p.own)}`,
        "allow that namespace in 'allowedListeners', in the Gateway and in its description"],
      'listener-sets-of-selected': (p: { namespace: Name; gateway: Name; rule: Phrases }) =>
        [`needs a ListenerSet in namespace ${shown(p.namespace)}, and Gateway ${shown(p.gateway)} takes them only from namespaces with `
          + `${showPhrase(p.rule)}`,
        "label that namespace, and give its labels in 'namespaceLabels' of the Gateway"],
      'no-listener-sets': (p: { namespace: Name; gateway: Name }) =>
        [`needs a ListenerSet in namespace ${shown(p.namespace)}, and Gateway ${shown(p.gateway)} takes none`,
          "allow that namespace in 'allowedListeners', in the Gateway and in its description"],
    },
  },
  'shadowed-route': {
    cause: 'Another route takes all requests of this one.',
    remedy: 'Narrow the path that takes the requests, or remove one route. In a VirtualService, change the order.',
    says: {
      order: (p: { first: Path; maker: Maker }) =>
        [`gets no requests: ${fieldAt(p.first)} of ${showMaker(p.maker)} takes all of them before`,
          'make that path narrower, or leave one of the two out'],
      place: (p: { first: Path; maker: Maker }) =>
        [`gets no requests: ${fieldAt(p.first)} of ${showMaker(p.maker)} takes all of them before`,
          'put the narrower one first, or leave one of the two out'],
      object: (p: { first: Path; object: string }) => [`gets no requests: ${fieldAt(p.first)} of ${p.object} takes all of them before`,
        'put the narrower one first, or leave one of the two out'],
      host: (p: { host: Name; gateway: string; first: Path; object: string }) =>
        [`gets no requests for host ${shown(p.host)} at ${p.gateway}: ${fieldAt(p.first)} of ${p.object} takes all of them before`,
          'put the narrower one first, or leave one of the two out'],
      length: (p: { first: Path; maker: Maker }) =>
        [`may get no requests: ${fieldAt(p.first)} of ${showMaker(p.maker)} takes all of them, and Traefik tries the longer of two rules `
          + 'first',
        "write 'pathType: Prefix' for both, make that path narrower, or leave one of the two out"],
    },
  },
  'unknown-issuer': {
    cause: 'An authorization policy requires tokens of an issuer whose keys the gateway does not have.',
    remedy: 'Add the issuer and the URL of its keys to `jwtIssuers` of the provider.',
    says: {
      none: ["needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none", 'name the issuer and its keys there'],
      other: (p: { known: List; value: Shown }) =>
        [`must be "*", or one of the issuers ${quoted(p.known)} with a slash and a subject (or "*") behind it, got ${shown(p.value)}`,
          "name the issuer and its keys in 'jwtIssuers' of the ingress provider"],
    },
  },
  'duplicate-certificate': {
    cause: 'Two Istio Gateways serve one certificate; browsers reuse connections and get 404 for hosts of the other.',
    remedy: 'Give each application its own certificate.',
    says: (p: { secret: Name; first: Path; maker: Maker }) =>
      [`serves Secret ${shown(p.secret)}, as ${fieldAt(p.first)} of ${showMaker(p.maker)} does for another application: browsers use one `
        + 'connection for all hosts of a certificate, and get 404 for those of the other Gateway',
      'use TlsCertificate.issuer(), by which each application has its own'],
  },
  'trait-removed': {
    cause: 'An IngressTrait was removed from the tree, and objects of its application had been divided among all its traits.',
    remedy: 'Do not declare it.',
    says: (p: { maker: Maker }) => [`shares objects of its application with ${showMaker(p.maker)}, which was removed from the tree`,
      'do not declare that one'],
  },
} as const satisfies Record<string, Explanation>;
