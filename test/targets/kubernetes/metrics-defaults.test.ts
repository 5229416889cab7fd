import { bindOn, chartWith, endpointsOf, findingOf, findingsOf, jobsOf, kubernetesChart, monitorOf, monitorsOf, objectsOf, serviceBeside, withPorts } from './support';
import { CustomTrait, CustomWorkload, KubernetesWorkload, ManualScalerTrait, MetricsTrait } from '../../../src';
import { SCRAPED } from '../../support/texts';

const METRICS_TRAIT = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait' };
const HERE = { scheme: 'http', port: 'http', path: '/metrics' };

const SELECTOR = { matchLabels: { a: 'b' } };
const PODS = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] } };
const ENDING = { ...PODS, spec: { ...PODS.spec, restartPolicy: 'Never' } };

describe('without a trait', () => {
  test('a component is scraped by the defaults of its workload', () => {
    const binding = bindOn(chartWith());

    expect(endpointsOf(binding)).toEqual([HERE]);
    expect(binding.metrics.endpoints).toEqual([{ port: 8080, path: '/metrics', jobName: 'hello_ns_greet' }]);
  });

  test.each<[string, any]>([
    ['a Service', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } }],
    ['a ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }],
    ['what is not known', { apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'a' } }],
  ])('%s is not scraped', (_, manifest) => {
    const binding = bindOn(kubernetesChart(), new CustomWorkload({ manifest }));

    expect(monitorsOf(binding)).toEqual([]);
    expect(binding.metrics.endpoints).toEqual([]);
  });

  test('other traits leave the default where it is', () => {
    const binding = bindOn(kubernetesChart());
    new ManualScalerTrait(binding, 'scale', { replicaCount: 2 });

    expect(endpointsOf(binding)).toEqual([HERE]);
  });
});

describe('a trait', () => {
  test('takes the place of the default', () => {
    const binding = bindOn(kubernetesChart(), withPorts(['http', 8080], ['admin', 9090]));
    new MetricsTrait(binding, 'metrics', { port: 9090, path: '/admin' });

    expect(endpointsOf(binding)).toEqual([{ scheme: 'http', port: 'admin', path: '/admin' }]);
    expect(binding.metrics.endpoints).toEqual([{ port: 9090, path: '/admin', jobName: 'hello_ns_greet' }]);
  });

  test.each<[string, any]>([
    ['without a spec', METRICS_TRAIT],
    ['with an empty spec', { ...METRICS_TRAIT, spec: {} }],
    ['with the workload to which an OAM runtime would bind it', { ...METRICS_TRAIT, spec: { workloadRef: { apiVersion: 'a/v1', kind: 'B', name: 'c' } } }],
  ])('written by CustomTrait %s is the same', (_, manifest) => {
    const binding = bindOn(kubernetesChart());
    new CustomTrait(binding, 'metrics', { manifest });

    expect(endpointsOf(binding)).toEqual([HERE]);
    expect(jobsOf(binding)).toEqual(['hello_ns_greet']);
  });

  test('switches metrics off', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { enabled: false });

    expect(objectsOf(binding).map(({ kind }) => kind)).toEqual(['Deployment', 'Service']);
    expect(binding.metrics.endpoints).toEqual([]);
  });

  test('switched off, the port need not be there', () => {
    const binding = bindOn(kubernetesChart(), withPorts(['other', 80]));
    new MetricsTrait(binding, 'metrics', { enabled: false, port: 9090 });

    expect(monitorsOf(binding)).toEqual([]);
  });

  test('is the monitor at which a name is given', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { metadata: { name: 'mine' } });

    expect(monitorOf(binding).metadata.name).toBe('mine');
  });

  test('fails when it has a field that is not known', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { overrides: { spec: { honorLabels: true, ports: [{ port: 8080, params: {} }] } } });

    expect(findingsOf(binding)).toEqual([
      `[c/hello/greet/metrics] unknown-field: 'honorLabels' is an unknown field; expected one of enabled, port, path, ports, ${SCRAPED}, sampleLimit, labelLimit, fallbackScrapeProtocol, scraper, secret, workloadRef; leave it out, or check its spelling`,
      `[c/hello/greet/metrics] unknown-field: 'ports[0].params' is an unknown field; expected one of port, path, ${SCRAPED}; leave it out, or check its spelling`,
    ]);
  });

  test.each<[string, string, any]>([
    ['apps/v1', 'StatefulSet', { serviceName: 'a', selector: SELECTOR, template: PODS }],
    ['apps/v1', 'DaemonSet', { selector: SELECTOR, template: PODS }],
    ['apps/v1', 'ReplicaSet', { selector: SELECTOR, template: PODS }],
    ['v1', 'ReplicationController', { selector: SELECTOR.matchLabels, template: PODS }],
    ['v1', 'Pod', PODS.spec],
    ['batch/v1', 'Job', { template: ENDING }],
    ['batch/v1', 'CronJob', { schedule: '* * * * *', jobTemplate: { spec: { template: ENDING } } }],
  ])('makes of %s %s one that is scraped, which an OAM platform could not', (apiVersion, kind, spec) => {
    const binding = bindOn(kubernetesChart(), new CustomWorkload({ manifest: { apiVersion, kind, metadata: { name: 'a' }, spec } }));
    expect(monitorsOf(binding)).toEqual([]);
    new MetricsTrait(binding, 'metrics', { path: '/numbers' });

    expect(endpointsOf(binding)).toEqual([{ ...HERE, path: '/numbers' }]);
    expect(binding.metrics.endpoints).toEqual([{ port: 8080, path: '/numbers', jobName: 'hello_ns_greet' }]);
  });

  test('fails when the workload has no pods, whoever wrote the trait', () => {
    const binding = bindOn(kubernetesChart(), KubernetesWorkload.configMap({ metadata: { name: 'a' } }));
    new CustomTrait(binding, 'metrics', { manifest: METRICS_TRAIT });

    expect(findingOf(binding)).toBe(
      'metrics-not-scrapeable: is on a ConfigMap, which has no pods to scrape; put it on the component whose workload runs the pods, or leave it out');
  });
});

describe('a trait that was taken out of the tree', () => {
  test('leaves the default monitor, as if it had never been declared', () => {
    const binding = bindOn(kubernetesChart());
    const monitors = monitorsOf(binding);
    new MetricsTrait(binding, 'metrics', { path: '/old' });
    expect(monitorsOf(binding)).not.toEqual(monitors);

    binding.node.tryRemoveChild('metrics');
    expect(monitorsOf(binding)).toEqual(monitors);
  });

  test('leaves its place to another', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { path: '/old' });
    binding.node.tryRemoveChild('metrics');
    new MetricsTrait(binding, 'other', { path: '/new' });

    expect(endpointsOf(binding)).toEqual([{ ...HERE, path: '/new' }]);
    expect(binding.metrics.endpoints).toEqual([{ port: 8080, path: '/new', jobName: 'hello_ns_greet' }]);
  });
});

describe('names of monitors', () => {
  test('fails when a trait has the name of another component', () => {
    const binding = bindOn(kubernetesChart());
    serviceBeside(binding, 'front', { ports: [{ port: 80 }] });
    new MetricsTrait(binding, 'metrics', { metadata: { name: 'front' } });
    new CustomTrait(binding, 'own', { manifest: { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'front' }, spec: { selector: {}, podMetricsEndpoints: [] } } });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/own] duplicate-object: PodMonitor "front" in namespace "ns" is also made by \'c/hello/greet/metrics\'; rename one of them, or put it into another namespace',
    ]);
  });

  test('a second trait fails, whatever its name', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { metadata: { name: 'a' } });

    expect(() => new MetricsTrait(binding, 'second', { metadata: { name: 'b' } })).toThrow(
      '[c/hello/greet/second] duplicate-trait: is a second MetricsTrait named "b" beside \'c/hello/greet/metrics\'; merge them: a MetricsTrait takes several ports');
  });
});
