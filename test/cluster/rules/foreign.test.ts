import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Findings } from '../../../src';
import { describe as said } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { messageOf } from '../../support/message';

// monitors and rules as other tools and other operators write them: what their operator takes is no finding, and nothing is fatal

const metadata = { name: 'cart', namespace: 'shop', labels: { app: 'cart' } };
const object = (apiVersion: string, kind: string, spec: object, name = 'cart', more: object = {}) =>
  ({ apiVersion, kind, metadata: { ...metadata, name, ...more }, spec }) as any;
const pods = (name = 'cart', spec: object = {}, more: object = {}) => object('apps/v1', 'Deployment', {
  template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'example/cart:1', ports: [{ name: 'metrics', containerPort: 9090 }] }], ...spec } },
}, name, { labels: {}, ...more });
const service = (labels: object = metadata.labels) => object('v1', 'Service', { selector: { app: 'cart' }, ports: [{ name: 'metrics', port: 9090 }] }, 'cart', { labels });
const monitoring = (kind: string, spec: object, name?: string, more?: object) => object('monitoring.coreos.com/v1', kind, spec, name, more);
const victoria = (kind: string, spec: object, name?: string) => object('operator.victoriametrics.com/v1beta1', kind, spec, name);
const ALL = Object.fromEntries(['podMonitor', 'serviceMonitor', 'probe', 'scrapeConfig', 'rule'].flatMap(kind =>
  [[`${kind}Selector`, {}], [`${kind}NamespaceSelector`, {}]]));
const prometheus = (more: object = {}, name = 'k8s') => monitoring('Prometheus', { ...ALL, ...more }, name, { namespace: 'monitoring' });
const AGENT = victoria('VMAgent', { selectAllByDefault: true }, 'agent');
const podMonitor = (endpoint: object, more: object = {}) =>
  monitoring('PodMonitor', { selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [{ port: 'metrics', ...endpoint }], ...more });
const relabeled = (...relabelings: object[]) => podMonitor({ relabelings });

const lines = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding }) => `${verdict} ${said(finding).split('; ')[0]}`);
const codes = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding: { code, parameters: { reason } } }) => [verdict, code, reason].filter(Boolean).join(' '));

describe('a value that no schema allows does no harm', () => {
  test.each([null, 5, 'x'])('%j as a requirement', requirement => {
    const selector = { matchExpressions: [requirement] };
    const policy = object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: selector, policyTypes: ['Ingress'], ingress: [{ from: [{ podSelector: selector, namespaceSelector: selector }] }] });
    expect(() => codes(pods(), service(), policy, monitoring('ServiceMonitor', { selector, endpoints: [{ port: 'metrics' }] }), prometheus({ serviceMonitorNamespaceSelector: selector }))).not.toThrow();
    expect(codes(pods(), podMonitor({}), prometheus({ podMonitorNamespaceSelector: selector }))).toEqual([]);
  });

  test.each([null, 5, 'x', {}])('%j as the values of a requirement', values => {
    const selector = { matchExpressions: [{ key: 'app', operator: 'In', values }] };
    expect(codes(pods(), monitoring('PodMonitor', { selector, podMetricsEndpoints: [{ port: 'metrics' }] }), prometheus())).toEqual(['warning broken-scrape labels']);
    expect(codes(pods(), podMonitor({}), prometheus({ podMonitorSelector: selector }))).toEqual(['error not-selected labels']);
  });

  test.each([{ toString: 1 }, [], null, 'x'])('%j as a modulus', modulus => {
    expect(codes(pods(), relabeled({ action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b', modulus }), prometheus())).toEqual(['error missing-field required-with']);
  });

  test.each(['constructor', '__proto__', 'toString', 'valueOf'])('%s as an action', action => {
    expect(codes(pods(), relabeled({ action }), prometheus())).toEqual([]);
  });
});

describe('targets are not said to be dropped', () => {
  const at = (label: string) => `__meta_kubernetes_pod_${label}`;
  test.each<[string, object]>([
    ['by an empty expression, which is the usual one', { action: 'keep', sourceLabels: [at('label_app')], regex: '' }],
    ['by a parameter of the endpoint', { action: 'keep', sourceLabels: ['__param_module'], regex: 'cart' }],
    ['by the interval', { action: 'keep', sourceLabels: ['__scrape_interval__'], regex: '30s' }],
    ['by the timeout', { action: 'keep', sourceLabels: ['__scrape_timeout__'], regex: '10s' }],
    ['by a label of the operator', { action: 'keep', sourceLabels: ['__tmp_prometheus_job_name'], regex: '.+' }],
    ['by the address of a pod', { action: 'keep', sourceLabels: [at('ip')], regex: '10\\..*' }],
    ['by the address of a target', { action: 'drop', sourceLabels: ['__address__'], regex: '192\\..*' }],
  ])('%s', (_, rule) => expect(codes(pods(), relabeled(rule), prometheus())).toEqual([]));

  test.each(['istio-proxy', 'linkerd-proxy'])('by the container %s, which is injected', regex => {
    expect(codes(pods(), relabeled({ action: 'keep', sourceLabels: [at('container_name')], regex }), prometheus())).toEqual(['unjudged cannot-judge pods']);
  });

  test('but by what is known', () => {
    expect(codes(pods(), relabeled({ action: 'keep', sourceLabels: [at('label_app')], regex: 'other' }), prometheus())).toEqual(['warning broken-scrape own-words']);
  });
});

describe('pods that come from elsewhere are not known', () => {
  const selecting = (labels: object, more: object = {}) => monitoring('PodMonitor', { selector: { matchLabels: labels }, podMetricsEndpoints: [{ port: 'metrics' }], ...more });
  const services = (labels: object) => monitoring('ServiceMonitor', { selector: { matchLabels: labels }, endpoints: [{ port: 'metrics' }] });
  test.each<[string, object]>([
    ['of a chart', selecting({ 'app.kubernetes.io/name': 'redis', 'app.kubernetes.io/part-of': 'shop' })],
    ['of an operator', selecting({ 'strimzi.io/kind': 'Kafka' })],
    ['of the cluster', services({ component: 'apiserver', provider: 'kubernetes' })],
    ['of any namespace', selecting({ 'app.kubernetes.io/name': 'ingress-nginx' }, { namespaceSelector: { any: true } })],
    ['behind the Service of a Prometheus', services({ 'operated-prometheus': 'true' })],
  ])('%s', (_, object_) => {
    const other = { ...object_, metadata: { name: 'other', namespace: 'shop' } };
    expect(codes(pods(), service(), other, prometheus())).toEqual(['warning broken-scrape unscraped-port', 'unjudged cannot-judge pods']);
  });

  test.each<[string, object, object, string]>([
    ['by the name of a Service', service({}), services({ app: 'cart' }), "'spec.selector' selects other Services: cart lacks app=cart"],
    ['by the name of the pods', service(), selecting({ name: 'cart' }), "'spec.selector' selects other pods: these lack name=cart"],
    ['by a label with a typo', service(), selecting({ app: 'crat' }), "'spec.selector' selects other pods: these lack app=crat"],
    ['by a Service with a typo', service(), services({ app: 'catr' }), "'spec.selector' selects other Services: cart lacks app=catr"],
    ['by its own name', service(), services({ app: 'cart-service' }), "'spec.selector' selects other Services: cart lacks app=cart-service"],
    ['by one of several values', service({}), monitoring('ServiceMonitor', { selector: { matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['x', 'cart'] }] }, endpoints: [{ port: 'metrics' }] }, 'm'),
      "'spec.selector' selects other Services: cart lacks k8s-app in (x, cart)"],
    ['by the labels of the pods in place of those of the Service', { ...service({}), metadata: { name: 'backend', namespace: 'shop' } }, monitoring('ServiceMonitor', { selector: { matchLabels: { tier: 'api' } }, endpoints: [{ port: 'metrics' }] }, 'm'),
      "'spec.selector' selects other Services: backend lacks tier=api"],
    ['by the labels of the Service in place of those of the pods', service({ team: 'a' }), monitoring('PodMonitor', { selector: { matchLabels: { team: 'a' } }, podMetricsEndpoints: [{ port: 'metrics' }] }, 'm'),
      "'spec.selector' selects other pods: these lack team=a"],
  ])('but those that are meant are: %s', (_, own, object_, problem) => {
    const labelled = pods();
    labelled.spec.template.metadata.labels.tier = 'api';
    expect(lines(labelled, own, object_, prometheus())).toEqual([`warning broken-scrape: ${problem}`]);
  });

  test('and those of another namespace', () => {
    expect(lines(pods('cart', {}, { namespace: 'other' }), podMonitor({}), prometheus())).toEqual([
      'warning broken-scrape: \'spec.namespaceSelector\' looks into "shop" alone, and the pods are in namespace "other"',
    ]);
  });
});

describe('a NetworkPolicy', () => {
  const policy = (...from: object[]) => object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from }] });
  const byLabel = policy({ namespaceSelector: { matchLabels: { purpose: 'monitoring' } } });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } };
  test.each<[string, any[], string[]]>([
    ['for a namespace whose labels are not here', [byLabel], ['unjudged cannot-judge policy']],
    ['for a namespace whose labels are here', [byLabel, namespace], ['warning broken-scrape policy']],
    ['for another namespace by its name', [policy({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } })], ['warning broken-scrape policy']],
    ['for addresses', [policy({ ipBlock: { cidr: '10.0.0.0/8' } }), namespace], ['unjudged cannot-judge policy']],
    ['for a pod by the label of a controller', [policy({ podSelector: { matchLabels: { 'statefulset.kubernetes.io/pod-name': 'prometheus-k8s-0' } } })],
      ['unjudged cannot-judge policy']],
    ['for other pods of a namespace whose labels are not here', [policy({ namespaceSelector: { matchLabels: { purpose: 'monitoring' } }, podSelector: { matchLabels: { app: 'frontend' } } })],
      ['warning broken-scrape policy']],
    ['for pods of a namespace by an expression', [policy({ namespaceSelector: { matchExpressions: [{ key: 'name', operator: 'In', values: ['monitoring', 'infra'] }] } })], ['unjudged cannot-judge policy']],
    ['that sends to addresses', [object('networking.k8s.io/v1', 'NetworkPolicy', {
      podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [{ from: [{ podSelector: { matchLabels: { app: 'frontend' } } }] }], egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
    })], ['warning broken-scrape policy']],
    ['for nobody', [policy()], []],
  ])('%s', (_, own, expected) => expect(codes(pods(), podMonitor({}), prometheus(), ...own)).toEqual(expected));

  test('is not for pods on the network of their node', () => {
    expect(codes(pods('cart', { hostNetwork: true }), podMonitor({}), prometheus(), byLabel, namespace)).toEqual([]);
  });
});

describe('several Prometheuses', () => {
  const classed = podMonitor({}, { scrapeClass: 'mtls' });
  const [one, other] = [prometheus({ scrapeClasses: [{ name: 'other' }] }, 'a'), prometheus({ scrapeClasses: [{ name: 'mtls' }] }, 'b')];
  test('it is enough that one takes the monitor', () => {
    expect([codes(pods(), classed, one, other), codes(pods(), classed, other, one)]).toEqual([[], []]);
    expect(codes(pods(), classed, one)).toEqual(['error invalid-value one-of']);
  });

  test.each(['NotIn', 'DoesNotExist'])('a namespace that is not here may have a label that is excluded by %s', operator => {
    const excluding = prometheus({ podMonitorNamespaceSelector: { matchExpressions: [{ key: 'team', operator, ...operator === 'NotIn' && { values: ['a'] } }] } });
    expect(codes(pods(), podMonitor({}), excluding)).toEqual(['unjudged cannot-judge namespace']);
    expect(codes(pods(), podMonitor({}), excluding, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })).toEqual([]);
    expect(codes(pods(), podMonitor({}), excluding, prometheus({}, 'all'))).toEqual([]);
  });

  test('the name of a namespace is always known', () => {
    const named = prometheus({ podMonitorNamespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } });
    expect(codes(pods(), podMonitor({}), named)).toEqual(['error not-selected namespace-labels']);
  });

  test('a monitor without a namespace may be in one that is not selected', () => {
    const nowhere = { ...podMonitor({}), metadata: { name: 'cart' } };
    const here = { ...pods(), metadata: { name: 'cart' } };
    expect(codes(here, nowhere, prometheus({ podMonitorNamespaceSelector: undefined }))).toEqual(['unjudged cannot-judge no-namespace']);
    expect(codes(here, nowhere, prometheus())).toEqual([]);
  });

  test('one that a chart does not install selects nothing', () => {
    const release = (values: object) => object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { chart: { spec: { chart: 'kube-prometheus-stack' } }, values }, 'monitoring');
    expect(codes(pods(), podMonitor({}), release({ prometheus: { enabled: false } }))).toEqual(['unjudged cannot-judge no-scraper']);
    expect(codes(pods(), podMonitor({}), release({}))).toEqual(['error not-selected labels']);
  });
});

describe('VictoriaMetrics', () => {
  const scrape = (endpoint: object) => victoria('VMPodScrape', { selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [{ port: 'metrics', ...endpoint }] });
  test.each<[string, object]>([
    ['a timeout longer than the interval', scrape({ interval: '10s', scrapeTimeout: '20s' })],
    ['the same in a PodMonitor', podMonitor({ interval: '10s', scrapeTimeout: '20s' })],
    ['a list of expressions', scrape({ relabelConfigs: [{ action: 'keep', sourceLabels: ['__meta_kubernetes_pod_label_app'], regex: ['cart', 'shop'] }] })],
    ['a condition', scrape({ relabelConfigs: [{ action: 'drop', if: '{job="other"}' }] })],
    ['a scrape class that the agent does not have', podMonitor({}, { scrapeClass: 'other' })],
    ['labels to drop with a source', relabeled({ action: 'labeldrop', sourceLabels: ['a'], regex: 'b' })],
  ])('takes %s', (_, object_) => expect(codes(pods(), object_, AGENT)).toEqual([]));

  test('drops what no expression of a list keeps', () => {
    expect(codes(pods(), scrape({ relabelConfigs: [{ action: 'keep', sourceLabels: ['__meta_kubernetes_pod_label_app'], regex: ['a', 'b'] }] }), AGENT))
      .toEqual(['warning broken-scrape own-words']);
  });

  test.each(['Probe', 'ScrapeConfig'])('takes a %s', kind => {
    const spec = kind === 'Probe' ? { prober: { url: 'blackbox:9115' }, targets: { staticConfig: { static: ['example.com'] } } } : {};
    const none = prometheus({ probeSelector: { matchLabels: { for: 'prom' } }, scrapeConfigSelector: { matchLabels: { for: 'prom' } } });
    expect(codes(monitoring(kind, spec), none, AGENT)).toEqual([]);
    expect(codes(monitoring(kind, spec), none)).toEqual(['error not-selected labels']);
  });

  test.each(['VMNodeScrape', 'VMProbe', 'VMScrapeConfig', 'VMStaticScrape'])('selects a %s', kind => {
    expect(codes(victoria(kind, {}), AGENT)).toEqual([]);
    expect(codes(victoria(kind, {}), victoria('VMAgent', {}, 'agent'))).toEqual(['error not-selected no-selector']);
  });

  test.each(['VMRule', 'PrometheusRule'])('refuses a %s that is an alert and a record, or neither', kind => {
    const rules = (...all: object[]) => ({ ...(kind === 'VMRule' ? victoria(kind, {}) : monitoring(kind, {})), spec: { groups: [{ name: 'a', rules: all }] } });
    const alert = victoria('VMAlert', { selectAllByDefault: true }, 'alert');
    expect(codes(rules({ alert: 'A', record: 'a', expr: 'up' }, { expr: 'up' }), alert)).toEqual(['error invalid-value one-field', 'error invalid-value one-field']);
    expect(codes(rules({ alert: 'A', expr: 'up default 0', for: '5m' }), alert)).toEqual([]);
  });
});

describe('a ScrapeConfig', () => {
  test.each<[string, object, string[]]>([
    ['with a late timeout', { scrapeInterval: '5s', scrapeTimeout: '10s' }, ['error scrape-timeout timeout']],
    ['with a hash without modulus', { relabelings: [{ action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b' }] }, ['error missing-field required-with']],
    ['with an expression of JavaScript', { metricRelabelings: [{ action: 'drop', sourceLabels: ['a'], regex: '(?=a)' }] }, ['error invalid-value regex']],
    ['with two credentials', { basicAuth: { username: { name: 'a', key: 'b' } }, authorization: { credentials: { name: 'a', key: 'b' } } }, ['error invalid-value one-field']],
    ['that is right', { scrapeInterval: '15s', scrapeTimeout: '10s', relabelings: [{ targetLabel: 'a', replacement: 'b' }] }, []],
  ])('%s', (_, spec, expected) => expect(codes(monitoring('ScrapeConfig', spec), prometheus())).toEqual(expected));
});

test('a token in a file may stand beside an empty Secret', () => {
  const token = { bearerTokenFile: '/token', bearerTokenSecret: { key: '' } };
  expect(codes(pods(), podMonitor(token), prometheus())).toEqual([]);
  expect(codes(pods(), podMonitor({ ...token, basicAuth: { username: { name: 'a', key: 'b' } } }), prometheus())).toEqual(['error invalid-value one-field']);
});

test.each<[string, boolean]>([
  ['blackbox:9115', true], ['blackbox.monitoring.svc', true], ['[2001:db8::1]:9115', true], ['2001:db8::1', true], ['blackbox:99999', false], ['blackbox..x:9115', false],
])('a prober at %s', (url, isRight) => {
  const probe = monitoring('Probe', { prober: { url }, targets: { staticConfig: { static: ['example.com'] } } });
  expect(codes(probe, prometheus())).toEqual(isRight ? [] : ['error invalid-value expected']);
});

test('a selector by a list of values is looked up, not compared with each', () => {
  const number = 5_000;
  const many = Array.from({ length: number }, (_, i) => pods(`c${i}`));
  const monitors = many.map((_, i) => monitoring('PodMonitor', {
    selector: { matchExpressions: [{ key: 'app', operator: 'In', values: [`c${i}`] }] }, podMetricsEndpoints: [{ port: 'metrics' }],
  }, `m${i}`));
  // each with each takes a minute, which is longer than a test may take
  expect(codes(...many, ...monitors, prometheus())).toEqual([]);
});

test('without a platform, what is accepted is judged in a plain App too', () => {
  const app = new App({ outdir: mkdtempSync(join(tmpdir(), 'cdk8s-oam-foreign-')) });
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const warnings: string[] = [];
  const emit = jest.spyOn(process, 'emitWarning').mockImplementation((text: any) => void warnings.push(String(text)));
  for (const each of [pods(), podMonitor({ interval: '5s', scrapeTimeout: '10s' }), prometheus()]) new ApiObject(chart, each.kind, each);
  Findings.accept(chart.node.findChild('PodMonitor'), { code: 'scrape-timeout', reason: 'slow' });
  app.synth();
  emit.mockRestore();
  rmSync(app.outdir, { recursive: true });
  expect(warnings).toEqual([]);
  expect(messageOf(() => Findings.accept(chart, { code: 'not-selected', reason: ' \n ' }))).toContain("'reason' must be a non-empty string");
});
