import {
  Phrases, showPhrase, counted, Explanation, inNamespace, List, commaList, Name, ofWords, quotedList, shown,
} from '../sentence';
import type { Shown } from '../finding';

/** Findings of assertions on manifests. */
export const TESTING_CODES = {
  'mismatch': {
    cause: 'A field differs from what a test expects; possible passwords are hidden.',
    remedy: 'Change the program or the expectation.',
    says: {
      'value': (p: { expected: Name; value: Shown }) =>
        [`must be ${shown(p.expected)}, got ${shown(p.value)}`, '', 'change one of them'],
      'element': (p: { expected: Name }) => [`must contain ${shown(p.expected)}`, '', 'add it'],
      'close-element': (p: { expected: Name; index: number }) =>
        [`must contain ${shown(p.expected)}; element ${p.index} comes closest`,
          '', 'change that element'],
      'later-element': (p: { expected: Name; index: number }) =>
        [`must contain ${shown(p.expected)} behind element ${p.index}`,
          '', 'add it, or change the order'],
    },
  },
  'not-matched': {
    cause: 'Objects do not have the fields that a test expects.',
    remedy: 'Compare the fields that the message lists for the closest object.',
    help: 'change the program, or what the test expects',
    says: {
      none: (p: { what: string; object: string }) => `no ${p.what} matches; ${p.object} comes closest`,
      some: (p: { what: string; number: number; all: number }) =>
        `every ${p.what} must match: ${p.number} of ${counted(p.all, 'object')} different`,
    },
  },
  'object-count': {
    cause: 'The number of objects differs from what a test expects; one that it asks for may not be rendered.',
    remedy: 'Check the kind, name, namespace and labels; the message lists the objects, or the closest ones.',
    says: {
      count: (p: { number: number; all: number; what: string }) =>
        [`must be ${counted(p.number, 'object')}, got ${p.all}: ${p.what}`,
          '', 'change the program, or the number'],
      one: (p: { all: number; what: string }) => [`must be one object, got ${p.all}: ${p.what}`,
        'ask for one of them by its name, its namespace or its labels'],
      none: (p: { what: string }) => [`there is no ${p.what}`, 'ask for an object that is rendered'],
      podless: (p: { what: string }) => [`there is no ${p.what} that makes pods`, 'ask for an object that is rendered'],
      empty: (p: { what: string }) =>
        [`there is no ${p.what}, and no object at all`, 'ask for an object that is rendered'],
      unexpected: (p: { which: 'none' | 'none that match'; all: number; what: string }) =>
        [`must be ${p.which}, got ${counted(p.all, 'object')}: ${p.what}`, 'remove them, or ask more precisely'],
    },
  },
  'rejected-objects': {
    cause: 'A test expects objects to match their schemas, obey policies, or have no findings of rules, and some do '
      + 'not.',
    remedy: 'Fix what the message lists for each object.',
    help: 'change the program',
    says: {
      schemas: (p: { number: number; all: number }) =>
        `every object must match the schema of its kind: ${p.number} of ${counted(p.all, 'object')} rejected`,
      rules: (p: { number: number; all: number }) =>
        `no rule must find anything: ${p.number} of ${counted(p.all, 'object')} reported`,
      policies: (p: { number: number; all: number }) =>
        `every object must obey the policies: ${p.number} of ${counted(p.all, 'object')} rejected`,
    },
  },
  'not-reachable': {
    cause: 'A test expects a URL to reach pods, and it does not.',
    remedy: 'Change the object in the last line of the message, or the expectation.',
    says: {
      broken: (p: { url: string }) => [`${p.url} must reach pods, and does not`, 'change the object of the last line'],
      differing: (p: { url: string; number: number }) =>
        [`${p.url} must reach pods of one Service, and reaches those of ${p.number}`,
          'see the lines below'],
    },
  },
  'reachable': {
    cause: 'A test expects that no route takes a URL, and one does, even if it leads to no pods.',
    remedy: 'Remove the route, or block the pods with a NetworkPolicy.',
    says: {
      taken: (p: { url: string }) => [`${p.url} must not be taken by a route, and is`, 'remove the route'],
      unclear: (p: { url: string }) =>
        [`${p.url} must not be taken by a route, and it is not known whether it is`, 'see the last line'],
    },
  },
  'not-protected': {
    cause: 'A test expects a URL and everything below it to require a password.',
    remedy: 'Protect the routes in the message.',
    says: (p: { url: string; number: number; all: number }) =>
      [`${p.url} and what is below it must ask for a password: ${p.number} of ${counted(p.all, 'route')} without one`,
        'guard these routes'],
  },
  'not-authorized': {
    cause: 'A test expects gateway policies to admit requests, and they deny some, or the outcome is unknown.',
    remedy: "Change the policy in the message or the test's token, or name the pods of the gateway.",
    says: {
      refused: (p: { url: string; who: Phrases }) => [`${p.url} must let in ${showPhrase(p.who)}, and does not`,
        'change the policy of the last line, or the token'],
      unclear: (p: { url: string; who: Phrases }) =>
        [`${p.url} must let in ${showPhrase(p.who)}, and it is not known whether it does`,
          'see the policy of the last line'],
    },
  },
  'authorized': {
    cause: 'A test expects gateway policies to deny requests, and they allow some, perhaps for another header or '
      + 'method, or the outcome is unknown.',
    remedy: 'Protect the route in the message with a policy, or name the pods of the gateway.',
    says: {
      open: (p: { url: string; who: Phrases }) => [`${p.url} must not let in ${showPhrase(p.who)}, and does`,
        'guard the route by a policy'],
      unclear: (p: { url: string; who: Phrases }) =>
        [`${p.url} must not let in ${showPhrase(p.who)}, and it is not known whether it does`,
          'see the policy of the last line'],
    },
  },
  'not-allowed': {
    cause: 'A test expects NetworkPolicies to allow a connection, and they do not.',
    remedy: 'Add a rule to a policy in the message, for each closed end.',
    says: (p: { from: string; to: string; port: string | number; protocol: string }) =>
      [`${p.from} must be allowed to reach ${p.to} at port ${p.port}/${p.protocol}, and is not`,
        'add a rule to a policy'],
  },
  'allowed': {
    cause: 'A test expects NetworkPolicies to deny a connection, and they allow it.',
    remedy: 'Select the pods with a policy whose rules do not include the other end.',
    says: (p: { from: string; to: string; port: string | number; protocol: string }) =>
      [`${p.from} must not be allowed to reach ${p.to} at port ${p.port}/${p.protocol}, and is`,
        'select the pods by a policy'],
  },
  'indistinct-routes': {
    cause: 'A test expects every route to get requests, and some get none or share them.',
    remedy: 'Remove one of the routes, or give each its own host or path.',
    says: (p: { number: number }) =>
      [`every route must get its own requests: ${counted(p.number, 'route')} must be changed`,
        'remove these routes, or change them'],
  },
  'routes-changed': {
    cause: 'A test expects requests to lead to the same Services as before, and some do not.',
    remedy: 'Compare the routes in the message.',
    help: 'compare the routes',
    says: {
      'own-words': ofWords,
      'some': (p: { number: number; all: number }) =>
        `must lead where they did: ${p.number} of ${counted(p.all, 'request')} changed`,
      'requests': (p: { paths: List; host: string; target: string; source: string }) =>
        `requests for ${commaList(p.paths)} of ${p.host} lead to ${p.target}, and led to ${p.source}`,
    },
  },
  'not-scraped': {
    cause: 'A test expects Prometheus to scrape pods, and it does not, or not at this place.',
    remedy: 'Change the object in the last line of the message, or the expectation.',
    says: {
      broken: (p: { object: string }) =>
        [`${p.object} must be scraped, and is not`, 'change the object of the last line'],
      elsewhere: (p: { object: string; place: string }) =>
        [`${p.object} must be scraped at ${p.place}, and is at other places`,
          'change the monitor, or what the test expects'],
      none: (p: { object: string }) =>
        [`${p.object} must be scraped, and there is no monitor`, 'render a PodMonitor or a ServiceMonitor'],
      unbound: (p: { object: string }) =>
        [`${p.object} must be scraped, and no ApplicationConfiguration binds it`, 'bind it'],
      disabled: (p: { object: string; message: string }) =>
        [`${p.object} must be scraped, and the platform does not: ${p.message}`,
          'change its MetricsTrait'],
      job: (p: { object: string }) =>
        [`${p.object} has a job whose name depends on the platform's version`, "give 'jobNaming'"],
    },
  },
  'broken-scrape': {
    cause: 'A monitor leads to no pods: an object on the way is missing or does not match the previous one.',
    remedy: 'Follow the steps in the message. The last one fails.',
    help: 'change one of the two objects',
    says: {
      'own-words': ofWords,
      'namespace': (p: { others: List; namespace: string | undefined }) =>
        `looks into ${quotedList(p.others)} alone, and the pods are ${inNamespace(p.namespace)}`,
      'labels': (p: { rule: Phrases }) => `selects other pods: these lack ${showPhrase(p.rule)}`,
      'service-labels': (p: { service: string; rule: Phrases }) =>
        `selects other Services: ${p.service} lacks ${showPhrase(p.rule)}`,
      'service-port': (p: { service: Name; ports: List; value: Shown }) =>
        [`must be a port of Service ${shown(p.service)} (${commaList(p.ports)}), got ${shown(p.value)}`,
          '', 'name one of its ports'],
      'policy': (p: { monitor: string; scraper: string }) =>
        [`keeps ${p.scraper} away from the pods that ${p.monitor} scrapes`,
          'add a rule for the namespace and the pods of the scraper'],
      'init-port': (p: { monitor: string; port: Name }) =>
        [`has ${shown(p.port)}, which ${p.monitor} scrapes: a port of an init container `
        + 'is one more target, down or scraped twice',
        'name it in another way, leave it out, or drop it by a relabeling'],
      'pod-port': (p: { object: string; ports: List; value: Shown }) => [p.ports.length === 0
        ? `is ${shown(p.value)}, and the containers of ${p.object} declare no TCP ports`
        : `must be a port that a container of ${p.object} declares (${commaList(p.ports)}), got ${shown(p.value)}`,
      'declare it, or name another one'],
    },
  },
  'metrics-changed': {
    cause: 'A test expects the same metrics as before, and endpoints, jobs or labels have changed.',
    remedy: 'Compare the endpoints in the message.',
    help: 'compare the endpoints',
    says: {
      'own-words': ofWords,
      'some': (p: { number: number; all: number }) =>
        `must be scraped as before: ${p.number} of ${counted(p.all, 'endpoint')} changed`,
      'lost': (p: { component: string; place: string }) => `${p.component} is no longer scraped at ${p.place}`,
      'added': (p: { component: string; place: string }) => `${p.component} is new at ${p.place}`,
      'moved': (p: { component: string; to: string; from: string }) =>
        `${p.component} is scraped at ${p.to}, and was at ${p.from}`,
      'label-lost': (p: { component: string; key: string; place: string }) =>
        `${p.component} has no label ${p.key} at ${p.place}`,
      'label-changed': (p: { component: string; key: string; given: string; place: string; expected: string }) =>
        `${p.component} has ${p.key}=${p.given} at ${p.place}, and had ${p.expected}`,
    },
  },
  'unresolved-reference': {
    cause: 'An object refers to another object or key that is neither in the manifests nor listed as external.',
    remedy: 'Render it, correct the name, or list it as external.',
    help: 'render it, or list it as external',
    says: {
      some: (p: { number: number; all: number }) =>
        `${p.number} of ${counted(p.all, 'reference')} must lead to an object that is rendered or listed as external`,
      none: (p: { kind: string; name: Name; namespace: string | undefined }) =>
        `names ${p.kind} ${shown(p.name)}, which is not rendered ${inNamespace(p.namespace)}`,
      nowhere: (p: { kind: string; name: Name }) => `names ${p.kind} ${shown(p.name)}, which is not rendered`,
      elsewhere: (p: { kind: string; name: Name; namespace: string | undefined; others: List }) =>
        `names ${p.kind} ${shown(p.name)}, which is not rendered ${inNamespace(p.namespace)}, but in `
          + `${quotedList(p.others)}`,
      key: (p: { key: Name; kind: string; name: Name; keys: List }) =>
        [`names key ${shown(p.key)} of ${p.kind} ${shown(p.name)}, which has ${quotedList(p.keys)}`,
          'add the key, or name one of these'],
    },
  },
  'exposed-secret': {
    cause: 'The manifests contain a readable secret; base64 hides nothing.',
    remedy: 'Reference a Secret from elsewhere, such as External Secrets, or encrypt it.',
    help: 'name a Secret that is made elsewhere',
    says: {
      some: (p: { number: number }) => `${counted(p.number, 'place')} must not hold what is secret`,
      plain: (p: { index: number }) => `holds values[${p.index}]`,
      encoded: (p: { index: number }) => `holds values[${p.index}], encoded`,
      key: (p: { index: number }) => `has values[${p.index}] in a key`,
    },
  },
} as const satisfies Record<string, Explanation>;
