import {
  Phrases, showPhrase, counted, CodeSentences, inNamespace, List, commaList, Name, ofWords, quotedList, shown,
} from '../sentence';
import type { Shown } from '../finding';

/** Findings of assertions on manifests. */
export const TESTING_CODES = {
  'mismatch': {
    'value': (p: { expected: Name; value: Shown }) =>
      [`must be ${shown(p.expected)}, got ${shown(p.value)}`, '', 'change one of them'],
    'element': (p: { expected: Name }) => [`must contain ${shown(p.expected)}`, '', 'add it'],
    'close-element': (p: { expected: Name; index: number }) =>
      [`must contain ${shown(p.expected)}; element ${p.index} comes closest`, '', 'change that element'],
    'later-element': (p: { expected: Name; index: number }) =>
      [`must contain ${shown(p.expected)} behind element ${p.index}`, '', 'add it, or change the order'],
  },
  'not-matched': {
    help: 'change the program, or what the test expects',
    none: (p: { what: string; object: string }) => `no ${p.what} matches; ${p.object} comes closest`,
    some: (p: { what: string; number: number; all: number }) =>
      `every ${p.what} must match: ${p.number} of ${counted(p.all, 'object')} different`,
  },
  'object-count': {
    count: (p: { number: number; all: number; what: string }) =>
      [`must be ${counted(p.number, 'object')}, got ${p.all}: ${p.what}`, '', 'change the program, or the number'],
    one: (p: { all: number; what: string }) => [`must be one object, got ${p.all}: ${p.what}`,
      'ask for one of them by its name, its namespace or its labels'],
    none: (p: { what: string }) => [`there is no ${p.what}`, 'ask for an object that is rendered'],
    podless: (p: { what: string }) => [`there is no ${p.what} that makes pods`, 'ask for an object that is rendered'],
    empty: (p: { what: string }) =>
      [`there is no ${p.what}, and no object at all`, 'ask for an object that is rendered'],
    unexpected: (p: { which: 'none' | 'none that match'; all: number; what: string }) =>
      [`must be ${p.which}, got ${counted(p.all, 'object')}: ${p.what}`, 'remove them, or ask more precisely'],
  },
  'rejected-objects': {
    help: 'change the program',
    schemas: (p: { number: number; all: number }) =>
      `every object must match the schema of its kind: ${p.number} of ${counted(p.all, 'object')} rejected`,
    rules: (p: { number: number; all: number }) =>
      `no rule must find anything: ${p.number} of ${counted(p.all, 'object')} reported`,
    policies: (p: { number: number; all: number }) =>
      `every object must obey the policies: ${p.number} of ${counted(p.all, 'object')} rejected`,
  },
  'not-reachable': {
    broken: (p: { url: string }) => [`${p.url} must reach pods, and does not`, 'change the object of the last line'],
    differing: (p: { url: string; number: number }) =>
      [`${p.url} must reach pods of one Service, and reaches those of ${p.number}`, 'see the lines below'],
  },
  'reachable': {
    taken: (p: { url: string }) => [`${p.url} must not be taken by a route, and is`, 'remove the route'],
    unclear: (p: { url: string }) =>
      [`${p.url} must not be taken by a route, and it is not known whether it is`, 'see the last line'],
  },
  'not-protected': (p: { url: string; number: number; all: number }) =>
    [`${p.url} and what is below it must ask for a password: ${p.number} of ${counted(p.all, 'route')} without one`,
      'guard these routes'],
  'not-authorized': {
    refused: (p: { url: string; who: Phrases }) => [`${p.url} must let in ${showPhrase(p.who)}, and does not`,
      'change the policy of the last line, or the token'],
    unclear: (p: { url: string; who: Phrases }) =>
      [`${p.url} must let in ${showPhrase(p.who)}, and it is not known whether it does`,
        'see the policy of the last line'],
  },
  'authorized': {
    open: (p: { url: string; who: Phrases }) => [`${p.url} must not let in ${showPhrase(p.who)}, and does`,
      'guard the route by a policy'],
    unclear: (p: { url: string; who: Phrases }) =>
      [`${p.url} must not let in ${showPhrase(p.who)}, and it is not known whether it does`,
        'see the policy of the last line'],
  },
  'not-allowed': (p: { from: string; to: string; port: string | number; protocol: string }) =>
    [`${p.from} must be allowed to reach ${p.to} at port ${p.port}/${p.protocol}, and is not`,
      'add a rule to a policy'],
  'allowed': (p: { from: string; to: string; port: string | number; protocol: string }) =>
    [`${p.from} must not be allowed to reach ${p.to} at port ${p.port}/${p.protocol}, and is`,
      'select the pods by a policy'],
  'indistinct-routes': (p: { number: number }) =>
    [`every route must get its own requests: ${counted(p.number, 'route')} must be changed`,
      'remove these routes, or change them'],
  'routes-changed': {
    'help': 'compare the routes',
    'own-words': ofWords,
    'some': (p: { number: number; all: number }) =>
      `must lead where they did: ${p.number} of ${counted(p.all, 'request')} changed`,
    'requests': (p: { paths: List; host: string; target: string; source: string }) =>
      `requests for ${commaList(p.paths)} of ${p.host} lead to ${p.target}, and led to ${p.source}`,
  },
  'not-scraped': {
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
      [`${p.object} must be scraped, and the platform does not: ${p.message}`, 'change its MetricsTrait'],
    job: (p: { object: string }) =>
      [`${p.object} has a job whose name depends on the platform's version`, "give 'jobNaming'"],
  },
  'broken-scrape': {
    'help': 'change one of the two objects',
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
    'unscraped-port': (p: { name: Name }) =>
      [`is ${shown(p.name)}, a name for metrics, and no monitor scrapes the port`,
        /^https/.test(String(p.name)) ? "scrape it by a MetricsTrait or a PodMonitor with 'scheme: https', or rename it"
          : "scrape it by 'metrics' of the port, a MetricsTrait or a PodMonitor, or rename it",
        'scrape it by a PodMonitor, or rename it'],
    'unscraped-annotation': (p: { port: number }) =>
      [`asks for scrapes of port ${p.port}, and no monitor makes any: the Prometheus Operator does not read annotations`,
        "scrape the port by 'metrics' of the port, a MetricsTrait or a PodMonitor, or leave the annotation out",
        'scrape the port by a PodMonitor, or leave the annotation out'],
    'pod-port': (p: { object: string; ports: List; value: Shown }) => [p.ports.length === 0
      ? `is ${shown(p.value)}, and the containers of ${p.object} declare no TCP ports`
      : `must be a port that a container of ${p.object} declares (${commaList(p.ports)}), got ${shown(p.value)}`,
    'declare it, or name another one'],
  },
  'metrics-changed': {
    'help': 'compare the endpoints',
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
  'unresolved-reference': {
    help: 'render it, or list it as external',
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
  'exposed-secret': {
    help: 'name a Secret that is made elsewhere',
    some: (p: { number: number }) => `${counted(p.number, 'place')} must not hold what is secret`,
    plain: (p: { index: number }) => `holds values[${p.index}]`,
    encoded: (p: { index: number }) => `holds values[${p.index}], encoded`,
    key: (p: { index: number }) => `has values[${p.index}] in a key`,
  },
} as const satisfies Record<string, CodeSentences>;
