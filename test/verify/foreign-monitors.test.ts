import { deployment, endpoint, podMonitor } from './kubernetes-manifests';
import { documentsOf } from './manifests';
import { ActiveTarget, Labels } from '../../src/verify/query';
import { declaredComponents, foreignEndpoints } from '../../src/verify/declared-components';
import { isAsDeclared, judgeForeign } from '../../src/verify/judge';
import { Observation } from '../../src/verify/observe';
import { reasonText, remarkText } from '../../src/verify/remarks';

const object = (apiVersion: string, kind: string, spec: object, more: object = {}, metadata: object = {}) =>
  ({ apiVersion, kind, metadata: { name: 'cart', namespace: 'shop', ...metadata }, spec, ...more });

const selector = { matchLabels: { app: 'cart' } };
const PODS = object('apps/v1', 'Deployment', {
  template: { metadata: { labels: { app: 'cart' } }, spec: { containers: [{ name: 'cart', ports: [{ name: 'http', containerPort: 8080 }, { name: 'admin', containerPort: 9090 }] }] } },
});
const SERVICE = object('v1', 'Service', { selector: { app: 'cart' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }] }, {}, { name: 'cart-web', labels: { app: 'cart', team: 'blue' } });

type Fields = Readonly<Record<string, unknown>>;
const monitor = (kind: string, endpoints: readonly Fields[], { spec = {}, metadata = {}, ...more }: Readonly<Record<string, object>> = {}) => object(
  kind.startsWith('VM') ? 'operator.victoriametrics.com/v1beta1' : 'monitoring.coreos.com/v1', kind,
  { selector, [kind === 'PodMonitor' || kind === 'VMPodScrape' ? 'podMetricsEndpoints' : 'endpoints']: endpoints, ...spec }, more, metadata,
);
const pods = (endpoints: readonly Fields[] = [{ port: 'http' }], more: Readonly<Record<string, object>> = {}) => monitor('PodMonitor', endpoints, more);
const services = (endpoints: readonly Fields[] = [{ port: 'http' }], more: Readonly<Record<string, object>> = {}) => monitor('ServiceMonitor', endpoints, more);

const jobRule = (fields: Fields) => ({ relabelings: [{ targetLabel: 'job', ...fields }] });

/** A target that Prometheus lists for a job of its configuration. */
const target = (scrapePool: string, labels: Labels = {}, props: Partial<ActiveTarget> = {}): ActiveTarget =>
  ({ labels, discoveredLabels: {}, scrapePool, scrapeUrl: 'http://10.0.0.1:8080/metrics', health: 'up', lastError: '', ...props });

const series = (job: string, more: Labels = {}, isUp = true) => ({ labels: { job, namespace: 'shop', endpoint: 'http', instance: '10.0.0.1:8080', ...more }, isUp, samples: 5, age: 2 });

/** The state of each endpoint, and why. */
function judged(objects: readonly object[], observation: Partial<Observation>, namespace?: string): string[] {
  return judgeForeign(foreignEndpoints(documentsOf(...objects), namespace), { scraped: [], notes: [], ...observation })
    .map(({ state, reasons }) => [state, ...reasons.length > 0 ? [reasonText(reasons)] : []].join(': '));
}

const NO_PODS = 'unknown: it is unknown whether it must be scraped: the pods that it selects are not among the manifests';
const NO_JOB = 'unknown: it is unknown whether it must be scraped: only the scraper knows the job of its series';

test('a monitor without the labels of a component is listed with its endpoints', () => {
  const listed = foreignEndpoints(documentsOf(PODS, pods([{ port: 'http' }, { port: 'admin', path: '/stats' }])));
  expect(listed.map(({ expected, absent, ...rest }) => ({ ...rest, places: expected.map(({ port, path, job }) => [port, path, job]) }))).toEqual([
    { file: 'app.yaml', line: 31, monitor: 'PodMonitor cart', namespace: 'shop', pool: 'podMonitor/shop/cart/0', rejections: [], places: [[8080, '/metrics', 'shop/cart']] },
    { file: 'app.yaml', line: 32, monitor: 'PodMonitor cart', namespace: 'shop', pool: 'podMonitor/shop/cart/1', rejections: [], places: [[9090, '/stats', 'shop/cart']] },
  ]);
});

test('what belongs to a component, or is no monitor, is not', () => {
  const scrapeConfig = object('monitoring.coreos.com/v1alpha1', 'ScrapeConfig', { kubernetesSDConfigs: [{ role: 'Pod' }] });
  expect(foreignEndpoints(documentsOf(deployment(), podMonitor([endpoint()]), scrapeConfig, PODS))).toEqual([]);
  expect(foreignEndpoints(documentsOf(podMonitor([endpoint()], 'greet', { metadata: { labels: { 'app.oam.dev/name': 'hello' } } })))).toHaveLength(1);
});

describe('the job of the operator is what decides', () => {
  test.each([
    ['PodMonitor', 'podMonitor'], ['ServiceMonitor', 'serviceMonitor'], ['VMPodScrape', 'podScrape'], ['VMServiceScrape', 'serviceScrape'],
  ])('of a %s', (kind, prefix) => {
    const one = monitor(kind, [{}]);
    // without the pods, and without any series
    expect(judged([one], { targets: [target(`${prefix}/shop/cart/0`)] })).toEqual(['up']);
    expect(judged([one], { targets: [target(`${prefix}/shop/cart/1`), target(`${prefix}/shop/cart-2/0`), target(`${prefix}/cart/0`)] })).toEqual([NO_PODS]);
  });

  test('with the worst of its targets', () => {
    const list = [target('podMonitor/shop/cart/0'), target('podMonitor/shop/cart/0', {}, { health: 'down', lastError: 'refused' })];
    expect(judged([pods()], { targets: list })).toEqual(['down: 1 of 2 targets is down: refused']);
    expect(judged([pods()], { targets: [target('podMonitor/shop/cart/0', {}, { health: 'unknown' })] })).toEqual(['pending: the target has no series yet']);
  });

  test('with the samples of its series', () => {
    const { labels } = series('shop/cart');
    const [verdict] = judgeForeign(foreignEndpoints(documentsOf(PODS, pods())), { scraped: [series('shop/cart')], targets: [target('podMonitor/shop/cart/0', labels)], notes: [] });
    expect(verdict).toMatchObject({ monitor: 'PodMonitor cart', namespace: 'shop', state: 'up', jobs: ['shop/cart'], targets: 1, samples: 5, age: 2 });
  });
});

describe('without a target of that job', () => {
  test.each<[string, readonly object[], string]>([
    ['a PodMonitor', [PODS, pods()], 'shop/cart'],
    ['a PodMonitor with a jobLabel', [PODS, pods(undefined, { spec: { jobLabel: 'app' } })], 'cart'],
    ['a PodMonitor with a jobLabel that no pod has', [PODS, pods(undefined, { spec: { jobLabel: 'none' } })], 'shop/cart'],
    ['a ServiceMonitor', [PODS, SERVICE, services()], 'cart-web'],
    ['a ServiceMonitor with a jobLabel', [PODS, SERVICE, services(undefined, { spec: { jobLabel: 'team' } })], 'blue'],
    ['a VMServiceScrape', [PODS, SERVICE, monitor('VMServiceScrape', [{ port: 'http' }])], 'cart-web'],
    ['a rule that sets a job', [PODS, pods([{ port: 'http', ...jobRule({ replacement: 'a.b' }) }])], 'a.b'],
    ['a rule that reads a label', [PODS, pods([{ port: 'http', ...jobRule({ sourceLabels: ['__meta_kubernetes_pod_label_app'], regex: '(.*)', replacement: '$1-x' }) }])], 'cart-x'],
  ])('the series of %s decide', (_, objects, job) => {
    expect(judged(objects, { scraped: [series(job)] })).toEqual(['up']);
    expect(judged(objects, { scraped: [series(job, {}, false)] })).toEqual(['down: the target is down']);
    for (const scraped of [[], [series('other')], [series(job, { namespace: 'other' })], [series(job, { endpoint: 'other' })]]) {
      expect(judged(objects, { scraped, targets: [] })).toEqual(['missing: no such target']);
    }
  });

  test('series of another job, which has a target, do not count', () => {
    const { labels } = series('cart-web');
    const objects = [PODS, SERVICE, services(), services(undefined, { metadata: { name: 'twin' } })];
    expect(judged(objects, { scraped: [series('cart-web')], targets: [target('serviceMonitor/shop/twin/0', labels)] })).toEqual(['missing: no such target', 'up']);
    // a scraper that lists others' targets alone has them from elsewhere
    expect(judged(objects, { scraped: [series('cart-web')], targets: [target('federate')] })).toEqual(['up', 'up']);
  });

  test('nothing is guessed about pods that are elsewhere', () => {
    expect(judged([pods()], { scraped: [series('shop/cart')] })).toEqual([NO_PODS]);
    expect(judged([SERVICE, services()], {})).toEqual([NO_PODS]);
    expect(judged([PODS, pods(undefined, { spec: { namespaceSelector: { matchNames: ['other'] } } })], {})).toEqual([NO_PODS]);
  });

  test('nothing is guessed about a job that depends on a pod', () => {
    const byName = [PODS, pods([{ port: 'http', ...jobRule({ sourceLabels: ['__meta_kubernetes_pod_name'] }) }])];
    expect(judged(byName, { scraped: [series('cart-0')] })).toEqual([NO_JOB]);
    expect(judged(byName, { targets: [target('podMonitor/shop/cart/0', { job: 'cart-0' })] })).toEqual(['up']);
  });

  test('nor about a namespace that nobody says', () => {
    const nowhere = [PODS, pods()].map(each => ({ ...each, metadata: { name: 'cart' } }));
    expect(judged(nowhere, { scraped: [series('undefined/cart')] })).toEqual([NO_JOB]);
    expect(judged(nowhere, { scraped: [series('shop/cart')] }, 'shop')).toEqual(['up']);
    expect(judged(nowhere, { targets: [target('podMonitor/shop/cart/0')] }, 'shop')).toEqual(['up']);
  });

  test('a port that no pod has, and a Prometheus that does not select it, are named', () => {
    const prometheus = object('monitoring.coreos.com/v1', 'Prometheus', { podMonitorSelector: { matchLabels: { release: 'a' } } }, {}, { name: 'k8s' });
    expect(judged([PODS, pods([{ port: 'none' }])], {})).toEqual([
      'missing: no such target; \'spec.podMetricsEndpoints[0].port\' must be a port that a container of Deployment shop/cart declares (8080 (http), 9090 (admin)), got "none"',
    ]);
    expect(judged([PODS, prometheus, pods()], {})).toEqual([
      "missing: no such target; 'metadata.labels' must have release=a: Prometheus shop/k8s selects no other monitors",
    ]);
  });
});

describe('the status of the operator', () => {
  const binding = (name: string, condition: object = { status: 'True' }) =>
    ({ group: 'monitoring.coreos.com', resource: 'prometheuses', name, namespace: 'monitoring', conditions: [{ type: 'Accepted', observedGeneration: 2, ...condition }] });
  const no = (message: string, more: object = {}) => ({ status: 'False', reason: 'InvalidConfiguration', message, ...more });
  const bound = (...bindings: readonly unknown[]) => pods(undefined, { metadata: { generation: 2 }, status: { bindings } });
  const why = (message: string, name = 'k8s') => `the operator rejects it for monitoring/${name} (InvalidConfiguration): ${message}`;
  const TIMEOUT = 'endpoint[0]: scrapeTimeout "30s" greater than scrapeInterval "15s"';

  test('says why a monitor is rejected, even if its pods are elsewhere', () => {
    expect(judged([bound(binding('k8s', no(TIMEOUT)))], {})).toEqual([`missing: no such target; ${why(TIMEOUT)}`]);
    expect(judged([PODS, bound(binding('k8s', no(TIMEOUT)))], {})).toEqual([`missing: no such target; ${why(TIMEOUT)}`]);
  });

  test('says nothing of a monitor that is accepted', () => {
    expect(judged([bound(binding('k8s'))], {})).toEqual([NO_PODS]);
    expect(judged([PODS, bound(binding('k8s'))], {})).toEqual(['missing: no such target']);
    expect(judged([PODS, bound(binding('k8s'))], { scraped: [series('shop/cart')] })).toEqual(['up']);
  });

  test('of several, one of which accepts it', () => {
    const both = bound(binding('a', no('x')), binding('b'));
    expect(judged([both], {})).toEqual([`${NO_PODS}; ${why('x', 'a')}`]);
    expect(judged([both], { targets: [target('podMonitor/shop/cart/0')] })).toEqual([`up: ${why('x', 'a')}`]);
    expect(judged([bound(binding('a', no('x')), binding('b', no('z')))], {})).toEqual([`missing: no such target; ${why('x', 'a')}; ${why('z', 'b')}`]);
  });

  test('of another condition counts for nothing', () => {
    expect(judged([bound(binding('k8s', no('x', { type: 'Other' })))], {})).toEqual([NO_PODS]);
  });

  test('that is older than the monitor counts for nothing', () => {
    expect(judged([bound(binding('k8s', no('x', { observedGeneration: 1 })))], {})).toEqual([NO_PODS]);
  });

  test.each([[undefined], [null], ['x'], [[]], [{}], [{ bindings: 1 }], [{ bindings: [null, 1, {}, { conditions: [null, {}] }] }], [{ conditions: [{ type: 'Accepted', status: 'False' }] }]])('%j is none', status => {
    expect(judged([{ ...pods(), status }], {})).toEqual([NO_PODS]);
  });

  test.each([
    ['endpoint[0]: bearerTokenSecret: unable to get secret "token": secrets "token" not found', 'endpoint[0]: bearerTokenSecret: unable to get secret "token": secrets "token" not found'],
    ['basicAuth: password=hunter2 is wrong', 'basicAuth: (hidden)'],
    ['basicAuth: password: hunter2', 'basicAuth: (hidden)'],
    ['basicAuth: password=hunter2', '(hidden)'],
    ['parse "http://a:hunter2@proxy/": invalid', 'parse "http://…@proxy/": invalid'],
    ['Authorization: Bearer hunter2', 'Authorization: (hidden)'],
  ])('is shown without passwords: %s', (message, shown) => {
    expect(judged([bound(binding('k8s', no(message)))], {})).toEqual([`missing: no such target; ${why(shown)}`]);
  });

  test('is a hint for the monitor of a component, too', () => {
    const [{ hints }] = declaredComponents(documentsOf(deployment(), { ...podMonitor([endpoint()]), status: { bindings: [binding('k8s', no('x'))] } }));
    expect(hints.map(remarkText)).toEqual([why('x')]);
  });
});

test.each<[object, number]>([
  [{ spec: null }, 0], [{ spec: 'x' }, 0], [{ spec: { selector, endpoints: 'x' } }, 0], [{ spec: { selector, endpoints: [null, 'x', 1, []] } }, 4],
  [{ spec: { selector: 'x', endpoints: [{}] } }, 1], [{ spec: { endpoints: [{}] } }, 1], [{ spec: { selector: { matchExpressions: [null, { operator: 'x' }] }, endpoints: [{}] } }, 1],
  [{ spec: { selector, namespaceSelector: 'x', jobLabel: 1, targetLabels: [1], endpoints: [{}] } }, 1], [{ metadata: { name: 1, labels: 'x', generation: 'x' } }, 1],
  [{ spec: { selector, endpoints: [{ port: {}, path: 1, scheme: [], relabelings: [null, { regex: 1, sourceLabels: 'x', action: 1, targetLabel: [] }] }] } }, 1],
])('a monitor that no cluster takes is listed all the same: %j', (fields, expected) => {
  expect(judged([PODS, SERVICE, { ...services(), ...fields }], { scraped: [series('cart-web')], targets: [] })).toHaveLength(expected);
});

test.each([['up', true], ['unknown', true], ['missing', false], ['down', false]] as const)('%s is fine: %s', (state, expected) => {
  expect(isAsDeclared({ state })).toBe(expected);
});
