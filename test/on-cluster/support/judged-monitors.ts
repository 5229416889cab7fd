/** Monitors as others write them, and what becomes of each: what the rules say of it, and what the operator and Prometheus make of it. */
import { App, Chart, Testing } from 'cdk8s';
import { PROMETHEUS } from './monitored';
import { MONITORED, RELEASE } from './wrong-things';
import { ApplicationConfiguration, Component, DeploymentWorkload, KubernetesPlatform, MonitoringProvider, MonitorKind, Platform } from '../../../src';

/** The namespace of the pods, and one that the Prometheus does not select. */
export const [NAMESPACE, UNSELECTED] = ['judged', 'unselected'];
const WEB = 8080;
const METRICS = 9090;
/** One that the pods of cart serve, and no container declares. */
const HIDDEN = 9191;
/** The port of an init container, at which nobody listens. */
const ENDED = 9092;
const SIDECAR = 9093;

/** What the Prometheus selects, beside what the bench needs; its default interval is a second. */
export const SPEC = {
  ...Object.fromEntries(['podMonitor', 'serviceMonitor'].flatMap((kind) =>
    [[`${kind}Selector`, { matchLabels: RELEASE }], [`${kind}NamespaceSelector`, { matchLabels: MONITORED }]])),
  scrapeClasses: [{ name: 'known' }],
  arbitraryFSAccessThroughSMs: { deny: true },
};

/** A monitor, and what is said and done of it. */
export interface JudgedMonitor {
  readonly title: string;
  readonly object: any;
  /** What the rules say: verdict, code, the object if it is another one, and field. */
  readonly says: readonly string[];
  /** Why the operator leaves the monitor out; undefined where it does not select it, or takes it. */
  readonly rejected?: RegExp;
  /** The targets, each with its port; undefined where Prometheus has no job for the monitor. */
  readonly targets?: readonly (readonly [port: number, health: string])[];
  /** Why the rules say something else than what happens. @default - they do not */
  readonly open?: string;
}

type Outcome = Pick<JudgedMonitor, 'says' | 'rejected' | 'targets'>;

const UP: Outcome = { says: [], targets: [[METRICS, 'up']] };
const says = (verdict: string) => (code: string, field = '') => `${verdict} ${code}${field && ` ${field}`}`;
const [error, warning] = [says('error'), says('warning')];
const rejected = (reason: RegExp, ...findings: readonly [code: string, field?: string][]): Outcome =>
  ({ says: findings.map((finding) => error(...finding)), rejected: reason });
const targetless = (code: string, field: string): Outcome => ({ says: [warning(code, field)], targets: [] });

let count = 0;
const monitor = (kind: string, spec: object, labels: object = RELEASE, namespace = NAMESPACE) =>
  ({ apiVersion: 'monitoring.coreos.com/v1', kind, metadata: { name: `monitor-${++count}`, namespace, labels }, spec });
type Fields = Readonly<Record<string, unknown>>;
const byPods = (app: string, endpoint: object, spec: object = {}) =>
  monitor('PodMonitor', { selector: { matchLabels: { app } }, podMetricsEndpoints: [endpoint], ...spec });
const byService = (app: string, endpoint: object, spec: object = {}) =>
  monitor('ServiceMonitor', { selector: { matchLabels: { app } }, endpoints: [endpoint], ...spec });
const pod = (title: string, endpoint: Fields, outcome: Outcome = UP, spec?: object): JudgedMonitor =>
  ({ title, object: byPods('cart', { port: 'metrics', ...endpoint }, spec), ...outcome });
const service = (title: string, endpoint: Fields, outcome: Outcome = UP, spec?: object): JudgedMonitor =>
  ({ title, object: byService('cart', { port: 'metrics', ...endpoint }, spec), ...outcome });
const rule = (title: string, given: object, outcome?: Outcome) => pod(title, { relabelings: [given] }, outcome);
const CART = { matchLabels: { app: 'cart' } };
const FIRST_RULE = 'relabelings[0]';

const login = (key: string) => ({ name: 'login', key });
const BASIC = { username: login('username'), password: login('password') };
const TOKEN = { credentials: login('token') };

const SELECTION: readonly JudgedMonitor[] = [
  pod('a fine PodMonitor', {}),
  service('a fine ServiceMonitor', {}),
  {
    title: 'no label of the release',
    object: { ...pod('', {}).object, metadata: { name: 'unlabelled', namespace: NAMESPACE } },
    says: [error('not-selected', 'metadata.labels')],
  },
  {
    title: 'a namespace that the Prometheus does not select',
    object: monitor('PodMonitor', { namespaceSelector: { matchNames: [NAMESPACE] }, selector: CART, podMetricsEndpoints: [{}] }, RELEASE, UNSELECTED),
    says: [error('not-selected', 'metadata.namespace')],
  },
  {
    title: 'a namespace that the Prometheus does not select, of a ServiceMonitor',
    object: monitor('ServiceMonitor', { namespaceSelector: { any: true }, selector: CART, endpoints: [{}] }, RELEASE, UNSELECTED),
    says: [error('not-selected', 'metadata.namespace')],
  },
  pod('a known scrape class', {}, UP, { scrapeClass: 'known' }),
  pod('an unknown scrape class', {}, rejected(/scrapeClass "other" not found/, ['invalid-value', 'spec.scrapeClass']), { scrapeClass: 'other' }),
  service('an unknown scrape class, of a ServiceMonitor', {}, rejected(/scrapeClass "other" not found/, ['invalid-value', 'spec.scrapeClass']), { scrapeClass: 'other' }),
];

const LATE = rejected(/scrapeTimeout "3s" greater than scrapeInterval/, ['scrape-timeout', 'scrapeTimeout']);

const ENDPOINTS: readonly JudgedMonitor[] = [
  pod('the largest timeout', { interval: '2s', scrapeTimeout: '2s' }),
  pod('a timeout above the interval', { interval: '2s', scrapeTimeout: '3s' }, LATE),
  service('a timeout above the interval, of a ServiceMonitor', { interval: '2s', scrapeTimeout: '3s' }, LATE),
  pod('a timeout above the interval of the Prometheus', { scrapeTimeout: '3s' }, LATE),
  pod('a timeout in other units', { interval: '2s', scrapeTimeout: '2000ms' }),
  pod('a user and a token', { basicAuth: BASIC, authorization: TOKEN }, rejected(/authorization and basicAuth/, ['invalid-value'])),
  service('a user and a token, of a ServiceMonitor', { basicAuth: BASIC, authorization: TOKEN }, rejected(/authorization and basicAuth/, ['invalid-value'])),
  pod('a user', { basicAuth: BASIC }),
  pod('a token', { authorization: TOKEN }),
  pod('a token of no key', { bearerTokenSecret: { key: '' } }),
  service('a token of no key, of a ServiceMonitor', { bearerTokenSecret: { key: '' } }),
  pod('a token of no key, and a user', { bearerTokenSecret: { key: '' }, basicAuth: BASIC }, rejected(/basicAuth and bearerTokenSecret/, ['invalid-value'])),
  service('a token of no key, and a user, of a ServiceMonitor', { bearerTokenSecret: { key: '' }, basicAuth: BASIC }, rejected(/basicAuth and bearerTokenSecret/, ['invalid-value'])),
];

const RULES: readonly JudgedMonitor[] = [
  rule('a hash', { action: 'HashMod', sourceLabels: ['pod'], targetLabel: 'b', modulus: 2 }),
  rule('a hash without a modulus', { action: 'hashmod', sourceLabels: ['pod'], targetLabel: 'b' }, rejected(/hashmod requires non-zero modulus/, ['missing-field', `${FIRST_RULE}.modulus`])),
  rule('a rule without a target', { sourceLabels: ['pod'] }, rejected(/replace action needs targetLabel/, ['missing-field', `${FIRST_RULE}.targetLabel`])),
  rule('a rule without a target, in capitals', { action: 'Replace', sourceLabels: ['pod'] }, rejected(/Replace action needs targetLabel/, ['missing-field', `${FIRST_RULE}.targetLabel`])),
  rule('Replace', { action: 'Replace', sourceLabels: ['pod'], targetLabel: 'b' }),
  rule('LabelDrop', { action: 'LabelDrop', regex: 'endpoint' }),
  rule('labeldrop', { action: 'labeldrop', regex: 'endpoint' }),
  rule('labelmap', { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' }),
  rule('Uppercase', { action: 'Uppercase', sourceLabels: ['pod'], targetLabel: 'b' }),
  rule('keepequal', { action: 'keepequal', sourceLabels: ['__meta_kubernetes_pod_container_port_name'], targetLabel: 'endpoint' }),
  rule('dropequal of what differs', { action: 'DropEqual', sourceLabels: ['container'], targetLabel: 'endpoint' }),
  rule('dropequal of what is equal', { action: 'dropequal', sourceLabels: ['__meta_kubernetes_pod_container_port_name'], targetLabel: 'endpoint' }, targetless('broken-scrape', FIRST_RULE)),
  rule('drop all', { action: 'drop', sourceLabels: ['__meta_kubernetes_pod_name'], regex: '.*' }, targetless('broken-scrape', FIRST_RULE)),
  rule('keep none', { action: 'Keep', sourceLabels: ['__meta_kubernetes_pod_label_app'], regex: 'other' }, targetless('broken-scrape', FIRST_RULE)),
  rule('an expression that is empty', { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_label_app'], regex: '' }),
  rule('keep by the interval', { action: 'keep', sourceLabels: ['__scrape_interval__'], regex: '.+s' }),
  rule('keep by the address', { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_ip'], regex: '[0-9.]+' }),
  rule('keep by a label of the operator', { action: 'keep', sourceLabels: ['__tmp_prometheus_job_name'], regex: '.+' }),
  rule('labeldrop of labels', { action: 'labeldrop', sourceLabels: ['endpoint'] }, rejected(/labeldrop action requires only 'regex'/, ['invalid-value', `${FIRST_RULE}.sourceLabels`])),
  rule('LabelKeep with a target', { action: 'LabelKeep', regex: '.*', targetLabel: 'a' }, rejected(/LabelKeep action requires only 'regex'/, ['invalid-value', `${FIRST_RULE}.targetLabel`])),
  rule('keepequal by an expression', { action: 'keepequal', sourceLabels: ['a'], targetLabel: 'b', regex: 'x' }, rejected(/keepequal action requires only/, ['invalid-value', `${FIRST_RULE}.regex`])),
  rule('uppercase with a replacement', { action: 'uppercase', sourceLabels: ['a'], targetLabel: 'b', replacement: 'c' }, rejected(/'replacement' can not be set/, ['invalid-value', `${FIRST_RULE}.replacement`])),
  rule('fields with their defaults', { action: 'uppercase', sourceLabels: ['pod'], targetLabel: 'b', replacement: '$1' }),
  rule('a label in any letters', { sourceLabels: ['pod'], targetLabel: 'my-label' }),
  service('drop all, of a ServiceMonitor', { relabelings: [{ action: 'drop', regex: '.*' }] }, targetless('broken-scrape', FIRST_RULE)),
  service('a rule without a target, of a ServiceMonitor', { metricRelabelings: [{ regex: 'a' }] }, rejected(/replace action needs targetLabel/, ['missing-field', 'metricRelabelings[0].targetLabel'])),
];

/** Expressions that Prometheus takes: some of them JavaScript does not. */
const TAKEN = ['(?i)a', '\\pL', '[[:alpha:]]', '\\Qa.b\\E', '(?P<n>a)', '(?<n>a)', '(?U)a+', '\\p{Greek}', '\\z', '[^a]', 'x{1000}', '', 'a|b', '\\x{10FFFF}', '(?s:.)'];
/** Expressions that it refuses: some of them JavaScript takes. */
const REFUSED = ['(?=x)', '(?!x)', '(?<!a)b', '(a)\\1', 'a**', 'x{1001}', '\\p{Nope}', '[a', '\\Z', '\\u0041', '\\cA', '[^]', '(', 'a)', '*'];

const EXPRESSIONS: readonly JudgedMonitor[] = [
  ...TAKEN.map((regex) => pod(`the expression ${regex}`, { metricRelabelings: [{ action: 'keep', regex }] })),
  ...REFUSED.map((regex) => pod(`the expression ${regex}`, { metricRelabelings: [{ action: 'drop', sourceLabels: ['a'], regex }] },
    rejected(/invalid regex/, ['invalid-value', 'metricRelabelings[0].regex']))),
  rule('an expression in a rule of targets', { action: 'drop', regex: '(?=x)' }, rejected(/invalid regex/, ['invalid-value', `${FIRST_RULE}.regex`])),
];

const INIT_PORT = 'broken-scrape';
const at = (app: string) => `Deployment ${app} spec.template.spec.initContainers[0].ports`;
const two = (one: number, other: number, health: string) => [[one, 'up'], [other, health]] as const;
const initial = (app: string, targets: JudgedMonitor['targets']): Outcome => ({ says: [warning(INIT_PORT, at(app))], targets });

const PORTS: readonly JudgedMonitor[] = [
  pod('a port that no container declares', { port: 'metricz' }, targetless('broken-scrape', 'port')),
  pod('a number that no container declares', { port: undefined, portNumber: HIDDEN }, targetless('broken-scrape', 'portNumber')),
  pod('a number', { port: undefined, portNumber: METRICS }),
  pod('a port in the older field', { port: undefined, targetPort: 'metrics' }),
  pod('all ports', { port: undefined }, { says: [], targets: two(WEB, METRICS, 'up') }),
  service('a port that leads to a number', { port: 'web' }, { says: [], targets: [[WEB, 'up']] }),
  service('a port that no Service has', { port: 'metricz' }, targetless('broken-scrape', 'port')),
  service('the name of a port of the containers', { port: undefined, targetPort: 'metrics' }),
  service('the number of a port of the containers', { port: undefined, targetPort: METRICS }),
  service('a number that no container declares, of a ServiceMonitor', { port: undefined, targetPort: HIDDEN }, targetless('broken-scrape', 'targetPort')),
  { title: 'a Service without the label', object: byService('bare', { port: 'metrics' }), ...targetless('broken-scrape', 'spec.selector') },
  { title: 'a label that no pod here has', object: byPods('bare', { port: 'metrics' }), says: ['unjudged cannot-judge spec.selector'], targets: [] },
  { title: 'a Service whose target no container has', object: byService('astray', { port: 'metrics' }), ...targetless('broken-route', 'port') },
  { title: 'a Service with a number that is served, and not declared', object: byService('numbered', { port: 'metrics' }), says: [], targets: [[HIDDEN, 'up']] },
  { title: 'an init container with the port', object: byPods('booted', { port: 'metrics' }), ...initial('booted', two(METRICS, ENDED, 'down')) },
  { title: 'an init container with the port in the older field', object: byPods('booted', { targetPort: 'metrics' }), ...initial('booted', two(METRICS, ENDED, 'down')) },
  { title: 'an init container, and all ports', object: byPods('booted', {}), ...initial('booted', two(METRICS, ENDED, 'down')) },
  { title: 'an init container with another number', object: byPods('booted', { portNumber: METRICS }), ...UP },
  {
    title: 'an init container alone with the number',
    object: byPods('booted', { portNumber: ENDED }),
    says: [warning('broken-scrape', 'portNumber'), ...initial('booted', []).says],
    targets: [[ENDED, 'down']],
  },
  {
    title: 'an init container that a rule drops',
    object: byPods('booted', { port: 'metrics', relabelings: [{ action: 'drop', sourceLabels: ['__meta_kubernetes_pod_container_init'], regex: 'true' }] }),
    ...UP,
  },
  { title: 'an init container with the same port', object: byPods('twice', { port: 'metrics' }), ...initial('twice', two(METRICS, METRICS, 'up')) },
  { title: 'an init container with the same number', object: byPods('twice', { portNumber: METRICS }), ...initial('twice', two(METRICS, METRICS, 'up')) },
  { title: 'a sidecar with the port', object: byPods('sidecar', { port: 'metrics' }), says: [], targets: two(METRICS, SIDECAR, 'up') },
  { title: 'an init container behind a Service', object: byService('booted', { port: 'metrics' }), ...UP },
  {
    title: 'an init container behind a Service, by the port of the containers',
    object: byService('booted', { targetPort: 'metrics' }),
    ...initial('booted', two(METRICS, ENDED, 'down')),
  },
  { title: 'an init container with the same number, behind a Service', object: byService('twice', { targetPort: METRICS }), ...UP },
];

const open = (why: string, each: JudgedMonitor): JudgedMonitor => ({ ...each, open: why });
const PARTIAL = 'a credential without a part is rare';
const FILES = 'few forbid files';

const OPEN: readonly JudgedMonitor[] = [
  open(PARTIAL, pod('a user without a password', { basicAuth: { username: BASIC.username } }, rejected(/basic auth password/))),
  open(PARTIAL, pod('no user', { basicAuth: {} }, rejected(/basic auth username/))),
  open(PARTIAL, pod('no token', { authorization: { type: 'Bearer' } }, rejected(/credentials are required/))),
  open(FILES, service('a token in a file', { bearerTokenFile: '/token' }, rejected(/accesses file system via bearer token file/))),
  open(FILES, service('a certificate in a file', { tlsConfig: { caFile: '/ca.crt' } }, rejected(/accesses file system via tls config/))),
  ...['(?P<n>a)(?P<n>b)', 'a)(b'].map((regex) => open('stricter than Prometheus',
    pod(`the expression ${regex}`, { metricRelabelings: [{ action: 'drop', sourceLabels: ['a'], regex }] }, { ...UP, says: [error('invalid-value', 'metricRelabelings[0].regex')] }))),
  open('the name of a port is an expression', pod('an expression for the port', { port: 'metric.' }, { ...targetless('broken-scrape', 'port'), targets: UP.targets })),
];

/** Endpoints that the API server refuses, and the checks against schemas too. */
export const UNACCEPTED: readonly any[] = [
  { relabelings: [{ action: 'dropp', regex: 'a' }] },
  { relabelings: [{ action: 'LABELDROP', regex: 'a' }] },
  { metricRelabelings: [{ action: 'hashmod', targetLabel: 'a', modulus: -1 }] },
  ...['1 minute', '1m30', '30', '1s1m', '1.5m', '-1s'].flatMap((text) => [{ interval: text }, { scrapeTimeout: text }]),
  { scheme: 'ftp' },
  { proxyUrl: 'proxy:3128' },
  { portNumber: 0 },
  { bearerTokenSecret: {} },
].map((endpoint) => byPods('cart', endpoint));

/** A Prometheus that selects nothing but the next monitor. */
export const LAX = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'Prometheus',
  metadata: { name: 'lax', namespace: 'monitoring' },
  spec: { serviceMonitorSelector: { matchLabels: { lax: 'yes' } }, serviceMonitorNamespaceSelector: {} },
};
/** The operator takes it, and Prometheus then takes no configuration at all. */
export const BREAKING = monitor('ServiceMonitor', {
  selector: CART, endpoints: [{ port: 'metrics', basicAuth: BASIC, bearerTokenFile: '/token' }],
}, { lax: 'yes' });

export const JUDGED: readonly JudgedMonitor[] = [...SELECTION, ...ENDPOINTS, ...RULES, ...EXPRESSIONS, ...PORTS, ...OPEN];

const port = (containerPort: number, name = 'metrics') => ({ name, containerPort });
const deployment = (app: string, ports: readonly object[], initContainers: readonly object[] = []) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: app, namespace: NAMESPACE },
  spec: {
    selector: { matchLabels: { app } },
    template: {
      metadata: { labels: { app } },
      spec: { initContainers: initContainers.map((each) => ({ name: 'init', image: 'example/init:1', ...each })), containers: [{ name: 'main', image: 'example/main:1', ports }] },
    },
  },
});
const toPods = (name: string, app: string, ports: readonly object[], labels?: object) =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: NAMESPACE, labels }, spec: { selector: { app }, ports } });
const toPort = (targetPort: unknown, name = 'metrics', number = METRICS) => ({ name, port: number, targetPort });

/** What the monitors are about. */
export const MONITORED_OBJECTS: readonly any[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: MONITORED } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: UNSELECTED } },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: NAMESPACE }, stringData: { username: 'a', password: 'b', token: 'c' } },
  deployment('cart', [port(WEB, 'http'), port(METRICS)]),
  deployment('booted', [port(METRICS)], [{ ports: [port(ENDED)] }]),
  deployment('twice', [port(METRICS)], [{ ports: [port(METRICS)] }]),
  deployment('sidecar', [port(METRICS)], [{ restartPolicy: 'Always', ports: [port(SIDECAR)] }]),
  toPods('cart', 'cart', [toPort(WEB, 'web', 80), toPort('metrics')], { app: 'cart' }),
  toPods('bare', 'cart', [toPort(METRICS)]),
  toPods('astray', 'cart', [toPort('metricz')], { app: 'astray' }),
  toPods('numbered', 'cart', [toPort(HIDDEN)], { app: 'numbered' }),
  toPods('booted', 'booted', [toPort(METRICS)], { app: 'booted' }),
  toPods('twice', 'twice', [toPort(METRICS)], { app: 'twice' }),
];

/** The path of the metrics at a port that has requests too. */
const OF_WEB = '/stats';

/**
 * The component `named-…` without a MetricsTrait, by monitors of a kind: a port for requests has metrics too, one says by its name that it has some,
 * and that of a sidecar does so only half.
 */
export function namedPorts(monitorKind: MonitorKind): Readonly<Record<'objects' | 'scraped', readonly any[]>> & { readonly unscraped: string } {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({
      ...PROMETHEUS.metadata,
      monitorKind,
      monitorSelector: { matchLabels: RELEASE },
      monitorNamespaceSelector: { matchLabels: MONITORED },
      namespaceLabels: { [NAMESPACE]: MONITORED },
    }),
  }));
  const name = `named-${monitorKind.toLowerCase()}`;
  const chart = new Chart(app, name, { namespace: NAMESPACE });
  new ApplicationConfiguration(chart, 'app', { metadata: { name } }).addComponent(new Component(chart, name, {
    workload: new DeploymentWorkload({
      image: 'example/named:1',
      ports: [{ name: 'http', port: WEB, servicePort: 80, metrics: { path: OF_WEB } }, { name: 'http-metrics', port: METRICS }],
      podLabels: { app: 'named' },
      podSpec: { containers: [{ name: 'proxy', image: 'example/proxy:1', ports: [{ name: 'prom', containerPort: SIDECAR }] }] },
    }),
  }));
  const field = 'spec.template.spec.containers[1].ports[0].name';
  return { objects: Testing.synth(chart), scraped: [`${METRICS}/metrics`, `${WEB}${OF_WEB}`].sort(), unscraped: `warning broken-scrape ${field}` };
}

/** What a pod serves. */
export const servedBy = ({ metadata: { labels: { app } } }: any) => [
  ...[METRICS, ...{ cart: [WEB, HIDDEN], sidecar: [SIDECAR], named: [SIDECAR] }[app as string] ?? []].map((each) => ({ port: each, path: '/metrics' })),
  ...app === 'named' ? [{ port: WEB, path: OF_WEB }] : [],
].map((site) => ({ ...site, body: 'requests_total 1\n' }));
