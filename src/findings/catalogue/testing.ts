import type { Explanation } from '../sentence';

/** What assertions on manifests find. */
export const TESTING_CODES = {
  'mismatch': {
    cause: 'A part of an object is not what a test expects.',
    background: 'What may be a password is not shown, neither the value nor what is expected in its place: see the test for that.',
    remedy: 'Change the program, or what the test expects.',
    says: {
      'value': ['must be {expected}, got {value}', '', 'change one of them'],
      'element': ['must contain {expected}', '', 'add it'],
      'close-element': ['must contain {expected}; element {index} comes closest', '', 'change that element'],
      'later-element': ['must contain {expected} behind element {index}', '', 'add it, or change the order'],
    },
  },
  'no-such-object': {
    cause: 'A test asks for an object that is not rendered.',
    remedy: 'Check the kind, the name, the namespace and the labels; the message lists the objects that come closest.',
    help: 'ask for an object that is rendered',
    says: {
      none: 'there is no {what:bare}',
      podless: 'there is no {what:bare} that makes pods',
      empty: 'there is no {what:bare}, and no object at all',
    },
  },
  'not-matched': {
    cause: 'A test expects objects with certain fields, and none of those that it asks for has them, or not all of them have.',
    remedy: 'Compare the fields that the message lists for the object that comes closest.',
    help: 'change the program, or what the test expects',
    says: {
      none: 'no {what:bare} matches; {object:bare} comes closest',
      some: 'every {what:bare} must match: {number} of {all|object} different',
    },
  },
  'object-count': {
    cause: 'A test expects another number of objects.',
    remedy: 'See which objects there are, in the message.',
    says: {
      count: ['must be {number|object}, got {all}: {what:bare}', '', 'change the program, or the number'],
      one: ['must be one object, got {all}: {what:bare}', 'ask for one of them by its name, its namespace or its labels'],
    },
  },
  'rejected-objects': {
    cause: 'A test expects objects to match their schemas or to obey policies, and some do not.',
    remedy: 'See what the message lists for each object.',
    help: 'change the program',
    says: {
      schemas: 'every object must match the schema of its kind: {number} of {all|object} rejected',
      policies: 'every object must obey the policies: {number} of {all|object} rejected',
    },
  },
  'unexpected-object': {
    cause: 'A test expects that there is no such object.',
    remedy: 'Remove the object that the message names, or ask more precisely.',
    help: 'remove them, or ask more precisely',
    says: {
      some: 'must be none, got {all|object}: {what:bare}',
      matching: 'must be none that match, got {all|object}: {what:bare}',
    },
  },
  'not-reachable': {
    cause: 'A test expects that a URL reaches pods, and it does not.',
    background: 'The message has the steps on the way: those that hold, and the one that does not.',
    remedy: 'Change the object of the last line, or what the test expects.',
    says: {
      broken: ['{url:bare} must reach pods, and does not', 'change the object of the last line'],
      differing: ['{url:bare} must reach pods of one Service, and reaches those of {number}', 'see the lines below'],
    },
  },
  'reachable': {
    cause: 'A test expects that no route takes a URL, and one does.',
    background: 'A route counts also where a later step is broken, or leads to what is not rendered: another object may complete it.',
    remedy: 'Remove the route, or close the pods by a NetworkPolicy.',
    says: ['{url:bare} must not be taken by a route, and is', 'remove the route'],
  },
  'not-protected': {
    cause: 'A test expects that all requests for a URL, and for what is below it, are asked for a password.',
    remedy: 'Guard the routes that the message names.',
    says: ['{url:bare} and what is below it must ask for a password: {number} of {all|route} without one', 'guard these routes'],
  },
  'not-authorized': {
    cause: 'A test expects that the policies of a gateway let requests in, and they do not, or it is not known whether they do.',
    background: 'The message has the route, the policy that decides, and what the token lacks.',
    remedy: 'Change the policy, or the token of the test; or say where the pods of the gateway are.',
    says: {
      refused: ['{url:bare} must let in {who:phrase}, and does not', 'change the policy of the last line, or the token'],
      unclear: ['{url:bare} must let in {who:phrase}, and it is not known whether it does', 'see the policy of the last line'],
    },
  },
  'authorized': {
    cause: 'A test expects that the policies of a gateway refuse requests, and they do not, or it is not known whether they do.',
    background: 'A route counts too that takes requests with another header or method alone: whoever sends a request chooses these.',
    remedy: 'Guard the route that the message names by a policy; or say where the pods of the gateway are.',
    says: {
      open: ['{url:bare} must not let in {who:phrase}, and does', 'guard the route by a policy'],
      unclear: ['{url:bare} must not let in {who:phrase}, and it is not known whether it does', 'see the policy of the last line'],
    },
  },
  'not-allowed': {
    cause: 'A test expects that NetworkPolicies allow a connection, and they do not.',
    remedy: 'Add a rule to one of the policies that the message names, for each end that is closed.',
    says: ['{from:bare} must be allowed to reach {to:bare} at port {port:bare}/{protocol:bare}, and is not', 'add a rule to a policy'],
  },
  'allowed': {
    cause: 'A test expects that NetworkPolicies refuse a connection, and they allow it.',
    remedy: 'Select the pods by a policy, and leave the other end out of its rules.',
    says: ['{from:bare} must not be allowed to reach {to:bare} at port {port:bare}/{protocol:bare}, and is',
      'select the pods by a policy'],
  },
  'indistinct-routes': {
    cause: 'A test expects that every route gets requests of its own, and some get none, or share them with another route.',
    background: 'Routes of all Ingresses, HTTPRoutes and VirtualServices of an entry compete, whoever has written them.',
    remedy: 'Remove one of the routes, or give each its own host or path.',
    says: ['every route must get requests of its own: {number|route} must be changed', 'remove these routes, or change them'],
  },
  'routes-changed': {
    cause: 'A test expects that requests lead to the same Services as before, and some do not.',
    remedy: 'Compare the routes that the message names.',
    help: 'compare the routes',
    says: {
      none: 'there are no routes before: nothing is compared',
      some: 'must lead where they did: {number} of {all|request} changed',
      requests: 'requests for {paths:list} of {host:bare} lead to {target:bare}, and led to {source:bare}',
      meaning: 'requests for {paths:list} of {host:bare} lead to {target:bare}, and led to {source:bare}: {rule:phrase}',
    },
  },
  'not-scraped': {
    cause: 'A test expects that pods are scraped, and they are not, or not there.',
    background: 'The message has the steps of the monitor that comes closest: those that hold, and the one that does not.',
    remedy: 'Change the object of the last line, or what the test expects.',
    says: {
      broken: ['{object:bare} must be scraped, and is not', 'change the object of the last line'],
      elsewhere: ['{object:bare} must be scraped at {place:bare}, and is at other places', 'change the monitor, or what the test expects'],
      none: ['{object:bare} must be scraped, and there is no monitor', 'render a PodMonitor or a ServiceMonitor'],
      unbound: ['{object:bare} must be scraped, and no ApplicationConfiguration binds it', 'bind it'],
      disabled: ['{object:bare} must be scraped, and the platform does not: {message:bare}', 'change its MetricsTrait'],
      job: ["{object:bare} has a job whose name depends on the platform's version", "give 'jobNaming'"],
    },
  },
  'broken-scrape': {
    cause: 'A monitor does not lead to the metrics of pods: a step on the way is missing, or does not fit the one before.',
    background: 'A cluster reports nothing of it: there is no target.',
    remedy: 'Follow the lines of the message: each is a step that holds, and the last one is where the way ends.',
    help: 'change one of the two objects',
    says: {
      'namespace': 'looks into {others:quoted} alone, and the pods are {namespace:namespace}',
      'labels': 'selects other pods: these lack {rule:phrase}',
      'no-service': 'selects Services, and none leads to the pods',
      'service-labels': 'selects other Services: {service:bare} lacks {rule:phrase}',
      'service-port': ['must be a port of Service {service} ({ports:list}), got {value}', '', 'name one of its ports'],
      'no-endpoints': 'must have an element: nothing is scraped',
      'dropped': 'drops all targets',
    },
  },
  'metrics-changed': {
    cause: 'A test expects that metrics are collected as before, and some are not.',
    background: 'Dashboards and alerts find series by their job and by their labels.',
    remedy: 'Compare the endpoints that the message names.',
    help: 'compare the endpoints',
    says: {
      'none': 'nothing is scraped before: nothing is compared',
      'some': 'must be scraped as before: {number} of {all|endpoint} changed',
      'lost': '{component:bare} is not scraped any more at {place:bare}',
      'added': '{component:bare} is new at {place:bare}',
      'moved': '{component:bare} is scraped at {to:bare}, and was at {from:bare}',
      'label-lost': '{component:bare} has no label {key:bare} at {place:bare}',
      'label-changed': '{component:bare} has {key:bare}={given:bare} at {place:bare}, and had {expected:bare}',
    },
  },
  'unresolved-reference': {
    cause: 'An object names another one, or a key in it, that is not among the manifests, and that is not said to be elsewhere.',
    background: 'Pods that want it do not start.',
    remedy: 'Render it, correct the name, or list it as external if somebody else makes it.',
    help: 'render it, or list it as external',
    says: {
      some: '{number} of {all|reference} must lead to an object that is rendered or listed as external',
      none: 'names {kind:bare} {name}, which is not rendered {namespace:namespace}',
      nowhere: 'names {kind:bare} {name}, which is not rendered',
      elsewhere: 'names {kind:bare} {name}, which is not rendered {namespace:namespace}, but in {others:quoted}',
      key: 'names key {key} of {kind:bare} {name}, which has {keys:quoted}',
    },
  },
  'exposed-secret': {
    cause: 'What is secret is in the manifests, where everybody can read it who can read them.',
    background: 'The message names the fields, and never a value. Base64 hides nothing.',
    remedy: 'Name a Secret that is made elsewhere, by External Secrets say, or encrypt it.',
    help: 'name a Secret that is made elsewhere',
    says: {
      some: '{number|place} must not hold what is secret',
      plain: 'holds values[{index}]',
      encoded: 'holds values[{index}], encoded',
      key: 'has values[{index}] in a key',
      data: 'holds {keys:quoted} of a Secret',
      whole: 'holds the data of a Secret',
    },
  },
} as const satisfies Record<string, Explanation>;
