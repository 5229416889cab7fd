import type { Explanation } from '../sentence';

/** Findings of assertions on manifests. */
export const TESTING_CODES = {
  'mismatch': {
    cause: 'A field differs from what a test expects; possible passwords are hidden.',
    remedy: 'Change the program or the expectation.',
    says: {
      'value': ['must be {expected}, got {value}', '', 'change one of them'],
      'element': ['must contain {expected}', '', 'add it'],
      'close-element': ['must contain {expected}; element {index} comes closest', '', 'change that element'],
      'later-element': ['must contain {expected} behind element {index}', '', 'add it, or change the order'],
    },
  },
  'no-such-object': {
    cause: 'A test asks for an object that is not rendered.',
    remedy: 'Check the kind, name, namespace and labels; the message lists the closest objects.',
    help: 'ask for an object that is rendered',
    says: {
      none: 'there is no {what:bare}',
      podless: 'there is no {what:bare} that makes pods',
      empty: 'there is no {what:bare}, and no object at all',
    },
  },
  'not-matched': {
    cause: 'Objects do not have the fields that a test expects.',
    remedy: 'Compare the fields that the message lists for the closest object.',
    help: 'change the program, or what the test expects',
    says: {
      none: 'no {what:bare} matches; {object:bare} comes closest',
      some: 'every {what:bare} must match: {number} of {all|object} different',
    },
  },
  'object-count': {
    cause: 'The number of objects differs from what a test expects.',
    remedy: 'Compare the objects in the message.',
    says: {
      count: ['must be {number|object}, got {all}: {what:bare}', '', 'change the program, or the number'],
      one: ['must be one object, got {all}: {what:bare}', 'ask for one of them by its name, its namespace or its labels'],
    },
  },
  'rejected-objects': {
    cause: 'A test expects objects to match their schemas or obey policies, and some do not.',
    remedy: 'Fix what the message lists for each object.',
    help: 'change the program',
    says: {
      schemas: 'every object must match the schema of its kind: {number} of {all|object} rejected',
      policies: 'every object must obey the policies: {number} of {all|object} rejected',
    },
  },
  'unexpected-object': {
    cause: 'A test expects that an object does not exist.',
    remedy: 'Remove the object, or narrow the query.',
    help: 'remove them, or ask more precisely',
    says: {
      some: 'must be none, got {all|object}: {what:bare}',
      matching: 'must be none that match, got {all|object}: {what:bare}',
    },
  },
  'not-reachable': {
    cause: 'A test expects a URL to reach pods, and it does not.',
    remedy: 'Change the object in the last line of the message, or the expectation.',
    says: {
      broken: ['{url:bare} must reach pods, and does not', 'change the object of the last line'],
      differing: ['{url:bare} must reach pods of one Service, and reaches those of {number}', 'see the lines below'],
    },
  },
  'reachable': {
    cause: 'A test expects that no route takes a URL, and one does, even if it leads to no pods.',
    remedy: 'Remove the route, or block the pods with a NetworkPolicy.',
    says: ['{url:bare} must not be taken by a route, and is', 'remove the route'],
  },
  'not-protected': {
    cause: 'A test expects a URL and everything below it to require a password.',
    remedy: 'Protect the routes in the message.',
    says: ['{url:bare} and what is below it must ask for a password: {number} of {all|route} without one', 'guard these routes'],
  },
  'not-authorized': {
    cause: 'A test expects gateway policies to admit requests, and they deny some, or the outcome is unknown.',
    remedy: "Change the policy in the message or the test's token, or name the pods of the gateway.",
    says: {
      refused: ['{url:bare} must let in {who:phrase}, and does not', 'change the policy of the last line, or the token'],
      unclear: ['{url:bare} must let in {who:phrase}, and it is not known whether it does', 'see the policy of the last line'],
    },
  },
  'authorized': {
    cause: 'A test expects gateway policies to deny requests, and they allow some, perhaps for another header or method, or the '
      + 'outcome is unknown.',
    remedy: 'Protect the route in the message with a policy, or name the pods of the gateway.',
    says: {
      open: ['{url:bare} must not let in {who:phrase}, and does', 'guard the route by a policy'],
      unclear: ['{url:bare} must not let in {who:phrase}, and it is not known whether it does', 'see the policy of the last line'],
    },
  },
  'not-allowed': {
    cause: 'A test expects NetworkPolicies to allow a connection, and they do not.',
    remedy: 'Add a rule to a policy in the message, for each closed end.',
    says: ['{from:bare} must be allowed to reach {to:bare} at port {port:bare}/{protocol:bare}, and is not', 'add a rule to a policy'],
  },
  'allowed': {
    cause: 'A test expects NetworkPolicies to deny a connection, and they allow it.',
    remedy: 'Select the pods with a policy whose rules do not include the other end.',
    says: ['{from:bare} must not be allowed to reach {to:bare} at port {port:bare}/{protocol:bare}, and is',
      'select the pods by a policy'],
  },
  'indistinct-routes': {
    cause: 'A test expects every route to get requests, and some get none or share them.',
    remedy: 'Remove one of the routes, or give each its own host or path.',
    says: ['every route must get its own requests: {number|route} must be changed', 'remove these routes, or change them'],
  },
  'routes-changed': {
    cause: 'A test expects requests to lead to the same Services as before, and some do not.',
    remedy: 'Compare the routes in the message.',
    help: 'compare the routes',
    says: {
      none: 'there are no routes before: nothing is compared',
      some: 'must lead where they did: {number} of {all|request} changed',
      requests: 'requests for {paths:list} of {host:bare} lead to {target:bare}, and led to {source:bare}',
      meaning: 'requests for {paths:list} of {host:bare} lead to {target:bare}, and led to {source:bare}: {rule:phrase}',
    },
  },
  'not-scraped': {
    cause: 'A test expects Prometheus to scrape pods, and it does not, or not at this place.',
    remedy: 'Change the object in the last line of the message, or the expectation.',
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
    cause: 'A monitor leads to no pods: an object on the way is missing or does not match the previous one.',
    remedy: 'Follow the steps in the message. The last one fails.',
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
    cause: 'A test expects the same metrics as before, and endpoints, jobs or labels have changed.',
    remedy: 'Compare the endpoints in the message.',
    help: 'compare the endpoints',
    says: {
      'none': 'nothing is scraped before: nothing is compared',
      'some': 'must be scraped as before: {number} of {all|endpoint} changed',
      'lost': '{component:bare} is no longer scraped at {place:bare}',
      'added': '{component:bare} is new at {place:bare}',
      'moved': '{component:bare} is scraped at {to:bare}, and was at {from:bare}',
      'label-lost': '{component:bare} has no label {key:bare} at {place:bare}',
      'label-changed': '{component:bare} has {key:bare}={given:bare} at {place:bare}, and had {expected:bare}',
    },
  },
  'unresolved-reference': {
    cause: 'An object refers to another object or key that is neither in the manifests nor listed as external.',
    remedy: 'Render it, correct the name, or list it as external.',
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
    cause: 'The manifests contain a readable secret; base64 hides nothing.',
    remedy: 'Reference a Secret from elsewhere, such as External Secrets, or encrypt it.',
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
