import { Explanation, joined } from '../sentence';

const OF_SERVICE = 'a NetworkPolicy knows ports of pods, not of Services';

/** Findings about the way from a request to the pods that answer it. */
export const ROUTES_CODES = {
  'broken-route': {
    cause: 'A route leads to no pods: an object on the way is missing or does not match the previous one.',
    remedy: 'Follow the steps in the message. The last one fails.',
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
    cause: 'No route matches the request; with most controllers, wildcard hosts are ignored if a route exists for the exact host.',
    remedy: 'Compare host and path with those in the message.',
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
    cause: 'Several routes take the same requests and lead to different backends; which one wins depends on their age or on the '
      + 'implementation.',
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
    cause: 'No listener of the Gateway accepts the route or some of its hosts, which get no requests.',
    remedy: 'Compare hosts, namespace and `sectionName` with the listeners.',
    help: 'compare the route with the listeners',
    says: {
      listener: 'is for a listener that {object:bare} does not have; it has {others:list}',
      namespace: 'is for {object:bare}, which does not take it: {rule:phrase}',
      selector: 'is for {object:bare}, which takes only routes of namespaces with {rule:phrase}',
      hosts: 'is for {object:bare}, whose listeners do not have its hosts {hosts:list}; they have {others:list}',
    },
  },
  'unguarded-route': {
    cause: 'Requests can take a route without a password; only basic authentication of known controllers counts.',
    remedy: 'Protect every route in the message.',
    help: 'guard it too',
    says: {
      none: 'ask for no password',
      controller: 'ask for no password that {controller:bare} would read',
      stranger: 'ask for no password, as far as is known of controller {controller}',
      opening: 'may let requests in without a password',
    },
  },
  'refused-connection': {
    cause: 'A NetworkPolicy selects the pods at one end of a connection, and no policy allows the other end.',
    remedy: 'Add the peer or the port of the pods, not of the Service, to one rule at each end.',
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
