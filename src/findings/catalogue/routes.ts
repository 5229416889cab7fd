import { Explanation, joined } from '../sentence';

const OF_SERVICE = 'a NetworkPolicy knows ports of pods, not of Services';

/** What stands between a request and the pods that answer it. */
export const ROUTES_CODES = {
  'broken-route': {
    cause: 'A route leads to no pods that are known to answer: an object on the way is missing, or does not fit the one before.',
    remedy: 'Follow the lines of the message: each is a step that holds, and the last one is where the way ends.',
    help: 'change one of the two objects',
    says: {
      'nowhere': ['names no port of a Service', 'give the name and the port of a Service'],
      'resource': 'leads to {kind:bare} {name}, which is no Service: what answers is not known',
      'service': ['leads to Service {service}, which is not rendered {namespace:namespace}',
        'render it, or name one that is there'],
      'service-elsewhere': [joined('leads to Service {service}, which is not rendered {namespace:namespace}, ',
        'but in {others:quoted}: an Ingress reaches the Services of its own namespace alone'),
      'put Ingress and Service into one namespace'],
      'external': 'stands for {host}, which is not in these manifests: what answers is not known',
      'without-selector': 'is not there: what answers is not known',
      'several-ports': ['names no port of Service {service}, which has several ({ports:list})', 'name one of them'],
      'answer': ['{rule:phrase}: no pods answer', 'ask for the URL to which it leads'],
      'not-granted': ['names {kind:bare} {name}, which no ReferenceGrant {namespace:namespace} allows',
        'render a ReferenceGrant there, or name one of its own namespace'],
      'service-port': ['must be a port of Service {service} ({ports:list}), got {value}', '', 'name one of its ports'],
      'no-pods': 'selects no pods',
      'other-labels': 'selects no pods; those of {object:bare} come closest, and lack {rule:phrase}',
      'no-replicas': 'is 0: there are no pods',
      'target': 'leads to port {value}, which no container of the pods declares ({ports:list})',
      'no-certificate': ['has no certificate for host {host}', "add the host to 'spec.tls', or ask by http://"],
    },
  },
  'no-route': {
    cause: 'No route takes a request.',
    background: 'The host decides first: where it has routes, those of a wildcard and of any host are not asked.',
    remedy: 'Compare host and path with those that the message lists.',
    help: 'add a route',
    says: {
      none: 'no Ingress, HTTPRoute or VirtualService of a gateway is rendered',
      entry: 'no route of host {host} takes requests by {route:bare}; those of {others:list} do',
      host: 'no route is for host {host}; there are {hosts:quoted}',
      condition: '{first:path} of {object:bare} takes path {path} of host {host} only of requests with {when:bare}',
      path: 'no route of host {host} takes path {path}; it has {paths:quoted}',
    },
  },
  'ambiguous-route': {
    cause: 'Several routes take the same requests, and lead to different backends.',
    background: 'Controllers mostly give them to the oldest object, and manifests have no age. What a regular expression means, and which '
      + 'routes it precedes, the Gateway API leaves to its implementations.',
    remedy: 'Give each route its own host or path.',
    help: 'give each its own host or path',
    says: {
      claims: 'claims the same as {first:path} of {object:bare}, and leads elsewhere',
      order: 'takes the same request as {first:path} of {object:bare}, and leads elsewhere: nothing says which object comes first',
      regex: joined('may take the same request as {first:path} of {object:bare}, and leads elsewhere: ',
        'what precedes a regular expression is not known of its Gateway'),
      entries: ['the controllers of {classes:quoted} lead the request to different Services',
        'give each its own host, or ask about the manifests of one class'],
    },
  },
  'detached-route': {
    cause: 'A route is attached to no listener of the Gateway that it names, or some of its hosts are not.',
    background: 'A Gateway takes routes of namespaces that it allows, for hosts that its listeners have. What it does not take gets no '
      + 'requests, and for some of several hosts nothing says so.',
    remedy: 'Compare hosts, namespace and `sectionName` with the listeners of the Gateway.',
    help: 'compare the route with the listeners',
    says: {
      listener: 'is for a listener that {object:bare} does not have; it has {others:list}',
      namespace: 'is for {object:bare}, which does not take it: {rule:phrase}',
      selector: 'is for {object:bare}, which takes only routes of namespaces with {rule:phrase}',
      hosts: 'is for {object:bare}, whose listeners do not have its hosts {hosts:list}; they have {others:list}',
    },
  },
  'unguarded-route': {
    cause: 'Requests can take a route without being asked for a password.',
    background: 'Basic authentication is known of the controllers that docs/ingress-controllers.md lists; other ways to guard a route '
      + 'are not.',
    remedy: 'Guard every route that the message names.',
    help: 'guard it too',
    says: {
      none: 'ask for no password',
      controller: 'ask for no password that {controller:bare} would read',
      stranger: 'ask for no password, as far as is known of controller {controller}',
      opening: 'may let requests in without a password',
    },
  },
  'refused-connection': {
    cause: 'A NetworkPolicy selects the pods at one end of a connection, and no policy lets the other end through.',
    background: 'What the policies of a namespace let through adds up: one rule that fits is enough, at each end that is selected.',
    remedy: 'Add the peer or the port to a rule. A policy knows ports of pods, not of Services.',
    help: 'add the other end to a rule, or leave it closed',
    says: {
      'no-rule': ['lets nobody through', 'add a rule'],
      'port': ['has no port {port:bare}/{protocol:bare}', OF_SERVICE],
      'labels': ['asks for {rule:phrase}', 'change the labels'],
      'address': 'has not {address}',
      'excepted': 'leaves out {address}',
      'other-pods': 'is for pods, and {address} is an address',
      'other-addresses': 'is for addresses, not for pods',
      'other-namespace': ['is for the pods of its own namespace', "add a 'namespaceSelector'"],
    },
  },
} as const satisfies Record<string, Explanation>;
