import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, ComponentMetrics, CustomTrait, JobNaming, KubernetesWorkload,
  MetricsTrait, MetricsTraitProps, MetricsTraitShape, Scraper, WebLogicWorkload, Workload,
} from '../../../src';
import { bind, newChart, renderedTraits, smallWorkload } from '../../support/app';

const SYSTEM = 'verrazzano-system/vmi-system-prometheus-0';
const OTHER = Scraper.of('monitoring', 'prometheus');

/** What is effective, with the scraper as it is written. */
function effective({ metrics }: ComponentBinding): Omit<ComponentMetrics, 'scraper'> & { scraper: string } {
  return { ...metrics, scraper: metrics.scraper!.toString() };
}

/** The endpoints of the component `greet`, given by port and path. */
const endpoints = (...list: [number, string][]) =>
  list.map(([port, path], i) => ({ port, path, jobName: i === 0 ? 'hello_ns_greet' : `hello_ns_greet_${i}` }));

const withTrait = (props: MetricsTraitProps, workload: Workload = smallWorkload()) => new MetricsTrait(bind(workload), 'metrics', props).binding;

const weblogic = new WebLogicWorkload({ template: { name: 'bobs', spec: { domainUID: 'bobs', webLogicCredentialsSecret: { name: 'bobs-credentials' } } } });
const coherence = new CoherenceWorkload({ template: { name: 'carts', spec: { coherence: { metrics: { port: 7001, ssl: { enabled: true, secrets: 'tls' } } } } } });

test.each<[string, MetricsTraitProps, [number, string][], any]>([
  ['nothing', {}, [[8080, '/metrics']], {}],
  ['only a scraper', { scraper: OTHER }, [[8080, '/metrics']], { scraper: 'monitoring/prometheus' }],
  ['only a secret', { secret: 's' }, [[8080, '/metrics']], { secret: 's' }],
  ['only ports', { ports: [{ port: 1, path: '/a' }, { port: 2 }, { path: '/c' }] }, [[1, '/a'], [2, '/metrics'], [8080, '/c']], {}],
  ['an empty list of ports', { ports: [] }, [[8080, '/metrics']], {}],
  ['an empty list of ports, and a port', { ports: [], port: 1 }, [[1, '/metrics']], {}],
  ['ports and port: ports come first', { ports: [{ port: 1 }, { port: 2 }], port: 3 }, [[1, '/metrics'], [2, '/metrics'], [3, '/metrics']], {}],
  ['ports and port with its path, which is not that of ports', { ports: [{ port: 1 }], port: 3, path: '/p' }, [[1, '/metrics'], [3, '/p']], {}],
  ['only a port', { port: 9090 }, [[9090, '/metrics']], {}],
  ['only a path', { path: '/p' }, [[8080, '/p']], {}],
  ['that it is enabled', { enabled: true }, [[8080, '/metrics']], {}],
  ['that it is disabled', { enabled: false }, [], {}],
  ['that it is disabled, and more', { enabled: false, port: 1, scraper: OTHER }, [], { scraper: 'monitoring/prometheus' }],
])('a MetricsTrait that says %s', (_, props, list, rest) => {
  expect(effective(withTrait(props))).toEqual({ endpoints: endpoints(...list), scraper: SYSTEM, ...rest });
});

test.each<[string, Workload, [number, string][], any]>([
  ['the generic workload', smallWorkload(), [[8080, '/metrics']], {}],
  ['Coherence', coherence, [[7001, '/metrics']], { secret: 'tls' }],
  ['WebLogic', weblogic, [[7001, '/wls-exporter/metrics']], { secret: 'bobs-credentials' }],
  ['a ConfigMap', KubernetesWorkload.configMap({}), [], {}],
])('without a MetricsTrait: %s', (_, workload, list, rest) => {
  expect(effective(bind(workload))).toEqual({ endpoints: endpoints(...list), scraper: SYSTEM, ...rest });
});

test.each<[string, MetricsTraitProps, [number, string][], any]>([
  ['nothing', {}, [[7001, '/wls-exporter/metrics']], { secret: 'bobs-credentials' }],
  ['ports', { ports: [{ port: 8001 }, { path: '/p' }] }, [[8001, '/wls-exporter/metrics'], [7001, '/p']], { secret: 'bobs-credentials' }],
  ['another secret', { secret: 'other' }, [[7001, '/wls-exporter/metrics']], { secret: 'other' }],
])('what a MetricsTrait leaves out has the defaults of the workload: %s on WebLogic', (_, props, list, rest) => {
  expect(effective(withTrait(props, weblogic))).toEqual({ endpoints: endpoints(...list), scraper: SYSTEM, ...rest });
});

test('a component from elsewhere has none, unless a MetricsTrait is declared: then those of the generic workload', () => {
  const chart = newChart();
  const binding = new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'greet'));
  expect(effective(binding)).toEqual({ endpoints: [], scraper: SYSTEM });

  new MetricsTrait(binding, 'metrics', { port: 1 });
  expect(effective(binding)).toEqual({ endpoints: endpoints([1, '/metrics']), scraper: SYSTEM });
});

test('an explicit null means what a field that is left out means', () => {
  const binding = bind();
  new CustomTrait(binding, 'metrics', {
    manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { enabled: null, port: null, path: null, ports: null, secret: null, scraper: null } },
  });

  expect(effective(binding)).toEqual({ endpoints: endpoints([8080, '/metrics']), scraper: SYSTEM });
});

test('changes while traits are added and taken away', () => {
  const binding = bind();
  expect(binding.metrics.endpoints).toEqual(endpoints([8080, '/metrics']));

  new MetricsTrait(binding, 'metrics', { port: 1 });
  expect(binding.metrics.endpoints).toEqual(endpoints([1, '/metrics']));

  binding.node.tryRemoveChild('metrics');
  expect(binding.metrics.endpoints).toEqual(endpoints([8080, '/metrics']));
  expect(renderedTraits(binding)).toHaveLength(1);
});

test('job names are those of the platform, and of the names in the metadata', () => {
  const chart = newChart({ jobNaming: JobNaming.V1_0 });
  const greet = new Component(chart, 'greet', { workload: smallWorkload(), metadata: { name: 'greeter', namespace: 'other' } });
  const binding = new ApplicationConfiguration(chart, 'hello', { metadata: { name: 'app', namespace: 'other' } }).addComponent(greet);
  new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 2 }] });

  expect(binding.metrics.endpoints.map(endpoint => endpoint.jobName)).toEqual(['app_default_other_greeter', 'app_default_other_greeter_1']);
});

test('hands out copies', () => {
  const binding = withTrait({ port: 1 });
  binding.metrics.endpoints.forEach(endpoint => Object.assign(endpoint, { port: 2 }));
  binding.metrics.endpoints.pop();

  expect(binding.metrics.endpoints).toEqual(endpoints([1, '/metrics']));
});

describe('the single-port shape', () => {
  const single = () => newChart({ metricsTraitShape: MetricsTraitShape.SINGLE_PORT });
  const TYPE = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait' };

  test.each<[string, Workload, any]>([
    ['the generic workload', smallWorkload(), { port: 8080, path: '/metrics', scraper: SYSTEM }],
    ['Coherence', coherence, { port: 7001, path: '/metrics', secret: 'tls', scraper: SYSTEM }],
    ['WebLogic', weblogic, { port: 7001, path: '/wls-exporter/metrics', secret: 'bobs-credentials', scraper: SYSTEM }],
  ])('the default names the scraper: %s', (_, workload, spec) => {
    expect(renderedTraits(bind(workload, {}, single()))).toEqual([{ ...TYPE, spec }]);
  });

  test('an explicit trait takes the place of the default, and names no scraper of its own', () => {
    const binding = bind(undefined, {}, single());
    new MetricsTrait(binding, 'metrics', { path: '/p' });

    expect(renderedTraits(binding)).toEqual([{ ...TYPE, spec: { path: '/p' } }]);
    expect(effective(binding)).toEqual({ endpoints: endpoints([8080, '/p']), scraper: SYSTEM });
  });
});

test('no default is written beside a trait that says "no metrics"', () => {
  expect(renderedTraits(withTrait({ enabled: false }, weblogic)).map(trait => trait.spec)).toEqual([{ enabled: false }]);
});
