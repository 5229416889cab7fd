import { join } from 'path';
import { ApiObject, App, Chart, Include, Testing } from 'cdk8s';
import { Deployment, Service } from 'cdk8s-plus-27';
import { CONTAINER, deployed, deploymentOf, KINDS, standFor, VERSIONS } from './api-object-support';
import { Worker } from './imports/example.com';
import { bindOn, byService, chartWith, endpointsOf, findingsOf, judgedOf, kubernetes, kubernetesChart, monitorOf, objectsOf, only } from './support';
import {
  AutoscalerTrait, ComponentBinding, DisruptionBudgetTrait, IngressProvider, IngressTrait, MetricsTrait, NetworkPolicyTrait,
  Platform, SeriesLabels, TlsCertificate,
} from '../../../src';
import { declaredComponents } from '../../../src/verify/declared-components';
import { remarkText } from '../../../src/verify/remarks';
import { expectGolden } from '../../support/golden';
import { documentsOf } from '../../verify/manifests';

const rulesOf = ({ spec }: any): any[] => (spec.podMetricsEndpoints ?? spec.endpoints)[0].relabelings;

/** The constants that rules set of the application model, and the job. */
const modelOf = (monitor: any) => rulesOf(monitor).filter(({ targetLabel }) => /^app_oam|^job$/.test(targetLabel)).map(({ targetLabel, replacement }) =>
  `${targetLabel}=${replacement}`);

const MODEL = ['app_oam_dev_name=hello', 'app_oam_dev_component=greet', 'job=hello_ns_greet'];

/** The rules that keep and drop targets. */
const choiceOf = (monitor: any) => rulesOf(monitor).filter(({ action }) => ['keep', 'drop'].includes(action)).map(({ action, sourceLabels, regex }) =>
  `${action} ${String(sourceLabels).replace('__meta_kubernetes_', '')} ${regex}`);

/** What `verify` finds declared, in a line for each component. */
const declared = (objects: readonly object[]) => declaredComponents(documentsOf(...objects)).map(({ application, component, endpoints, hints }) =>
  [`${application}/${component}`, ...endpoints.map(({ port, path, job }) => `:${port}${path} ${job}`), ...hints.map(remarkText)].join(', '));

const scraped = (binding: ComponentBinding, port?: number) => new MetricsTrait(binding, 'metrics', { port });
const routed = (binding: ComponentBinding, destination?: object) => new IngressTrait(binding, 'ingress', { rules: [{ destination }] });
const backendOf = (chart: Chart) => only('Ingress', objectsOf(chart)).spec.rules[0].http.paths[0].backend.service;

describe.each(VERSIONS)('of %s', (_, plus) => {
  test.each(Object.entries(KINDS))('a %s is scraped as its own selector finds it, and is not changed', (kind, make) => {
    const plain = new Chart(Testing.app(), 'c', { namespace: 'ns' });
    make(plain, plus);
    const chart = kubernetesChart();
    const made = make(chart, plus);
    scraped(standFor(made), 9090);

    const objects = objectsOf(chart);
    const monitor = only('PodMonitor', objects);
    const { spec } = only(kind, objects);
    const { labels } = (kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template).metadata;
    expect(objects.filter(object => object !== monitor)).toEqual(Testing.synth(plain));
    expect(Object.keys(labels)).toEqual(['cdk8s.io/metadata.addr']);
    expect(monitor.spec.selector).toEqual({ matchLabels: labels });
    expect(monitor.spec.podMetricsEndpoints[0]).toMatchObject({ port: 'metrics', path: '/metrics' });
    expect(modelOf(monitor)).toEqual(MODEL);
    expect(declared(objects)).toEqual(['hello/greet, :9090/metrics hello_ns_greet']);
  });

  test('it is read when the tree is validated, and again when it has changed', () => {
    const chart = kubernetesChart();
    const deployment = new plus.Deployment(chart, 'web');
    const reads = jest.spyOn(ApiObject.of(deployment), 'toJson');
    const binding = standFor(deployment);
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 9090 }, { path: '/more' }] });
    routed(binding);
    new DisruptionBudgetTrait(binding, 'budget', { maxUnavailable: 1 });
    expect(reads).not.toHaveBeenCalled();

    deployment.addContainer(CONTAINER);
    deployment.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });
    const first = objectsOf(chart);
    expect(only('PodMonitor', first).spec.podMetricsEndpoints.map(({ port, path }: any) => `${port} ${path}`)).toEqual(['metrics /metrics', 'metrics /more']);
    expect(objectsOf(chart)).toEqual(first);

    deployment.addContainer({ name: 'second', image: 'example/second:1', ports: [{ name: 'metrics', number: 7070 }] });
    // of two ports of one name the number is written
    expect(only('PodMonitor', objectsOf(chart)).spec.podMetricsEndpoints.map(({ port, portNumber }: any) => port ?? portNumber)).toEqual([9090, 9090]);
  });
});

test('it is read again for each chart that is rendered by itself, though others are not', () => {
  const { chart, deployment, binding } = deployed();
  scraped(binding, 9090);
  const other = new Chart(App.of(chart), 'other', { namespace: 'other' });
  Platform.install(other, kubernetes());
  bindOn(other);
  const ports = () => only('PodMonitor', Testing.synth(chart)).spec.podMetricsEndpoints.map(({ port, portNumber }: any) => port ?? portNumber);
  expect(ports()).toEqual(['metrics']);

  deployment.addContainer({ name: 'second', image: 'example/second:1', ports: [{ name: 'metrics', number: 7070 }] });
  expect(ports()).toEqual([9090]);
});

test('without a MetricsTrait nothing is scraped', () => {
  const { chart, binding } = deployed();

  expect(objectsOf(chart).map(({ kind }) => kind)).toEqual(['Deployment']);
  expect([binding.metrics.endpoints, binding.component.componentName]).toEqual([[], 'greet']);
});

describe('an object of an Include of what Helm renders', () => {
  function included(chart: Chart) {
    const { apiObjects } = new Include(chart, 'mail', { url: join(__dirname, 'rendered-by-helm.yaml') });
    return standFor(apiObjects.find(({ kind }) => kind === 'Deployment')!, chart);
  }

  test('is scraped where the annotations of its pods say, and reached by its Service', () => {
    const chart = kubernetesChart();
    const binding = included(chart);
    scraped(binding);
    routed(binding);

    const objects = objectsOf(chart);
    expect(only('PodMonitor', objects).spec.podMetricsEndpoints[0]).toMatchObject({ port: 'metrics', path: '/stats' });
    expect(only('PodMonitor', objects).spec.selector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'mail', 'app.kubernetes.io/instance': 'release' } });
    expect(backendOf(chart)).toEqual({ name: 'release-mail', port: { number: 80 } });
    expect(declared(objects)).toEqual(['hello/greet, :9102/stats hello_ns_greet']);
    expect(binding.metrics.endpoints).toEqual([{ port: 9102, path: '/stats', jobName: 'hello_ns_greet' }]);
  });

  test('is found by its Service, whose labels a ServiceMonitor selects, and its pods alone are kept', () => {
    const chart = byService();
    const binding = included(chart);
    new MetricsTrait(binding, 'metrics', { port: 8080, path: '/m' });

    const monitor = monitorOf(chart);
    expect(monitor.spec.selector).toEqual({
      matchLabels: {
        'app.kubernetes.io/instance': 'release', 'app.kubernetes.io/managed-by': 'Helm', 'app.kubernetes.io/name': 'mail', 'helm.sh/chart': 'mail-1.4.0',
      },
    });
    expect(endpointsOf(chart)).toEqual([{ path: '/m', port: 'http', scheme: 'http' }]);
    expect(choiceOf(monitor)).toEqual(['keep pod_label_app_kubernetes_io_instance release', 'keep pod_label_app_kubernetes_io_name mail']);
    expect(declared(objectsOf(chart))).toEqual(['hello/greet, :8080/m hello_ns_greet']);
  });
});

test.each(['podTemplate', 'template'])('a custom resource of `cdk8s import` with pods in spec.%s', field => {
  const chart = kubernetesChart();
  const labels = { queue: 'mails' };
  const pods = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/worker:1', ports: [{ containerPort: 9090 }] }] } };
  const worker = field === 'podTemplate' ? new Worker(chart, 'worker', { spec: { replicas: 3, podTemplate: pods } })
    : new ApiObject(chart, 'worker', { apiVersion: 'example.com/v1', kind: 'Worker', spec: { replicas: 3, template: pods, selector: { matchLabels: labels } } });
  const binding = standFor(worker);
  scraped(binding, 9090);
  new DisruptionBudgetTrait(binding, 'budget', { minAvailable: 3 });
  expect(judgedOf(chart)).toEqual([
    "warning PodDisruptionBudget no-eviction: 'spec.minAvailable' keeps 3 of 3 pods, so that none can be evicted, and no node with such a pod can be drained; "
    + 'run more pods, or use maxUnavailable: 1',
  ]);

  binding.node.tryRemoveChild('budget');
  expect(monitorOf(chart).spec.selector).toEqual({ matchLabels: labels });
  expect(declared(objectsOf(chart))).toEqual(['hello/greet, :9090/metrics hello_ns_greet']);
});

describe('the labels of series', () => {
  test.each([
    [SeriesLabels.PLATFORM, ['__meta_kubernetes_pod_label_(.+)']], [SeriesLabels.OPERATOR, []], [SeriesLabels.BOTH, ['__meta_kubernetes_pod_label_(.+)']],
  ])('of %s are those of the model too, which the pods do not have', (seriesLabels, mapped) => {
    const chart = chartWith({ seriesLabels });
    scraped(standFor(KINDS.Deployment(chart, VERSIONS[0][1])), 9090);

    const monitor = monitorOf(chart);
    expect(modelOf(monitor)).toEqual(MODEL);
    expect(rulesOf(monitor).filter(({ action }) => action === 'labelmap').map(({ regex }) => regex)).toEqual(mapped);
  });
});

describe('a selector with expressions', () => {
  const LABELS = { app: 'web.v1', tier: 'front' };
  const SELECTOR = {
    matchLabels: { app: 'web.v1' },
    matchExpressions: [
      { key: 'tier', operator: 'In', values: ['front', 'back'] },
      { key: 'canary', operator: 'DoesNotExist' },
      { key: 'app', operator: 'Exists' },
      { key: 'tier', operator: 'NotIn', values: ['test'] },
    ],
  };

  test('is that of a PodMonitor, and what the operator would take for an expression is exact', () => {
    const chart = kubernetesChart();
    scraped(standFor(deploymentOf(chart, LABELS, SELECTOR)), 9090);

    expect(monitorOf(chart).spec.selector).toEqual(SELECTOR);
    expect(choiceOf(monitorOf(chart))).toEqual(['keep pod_label_app web\\.v1']);
  });

  test('is in the rules of a ServiceMonitor', () => {
    const chart = byService();
    const made = new Service(chart, 'service', { metadata: { labels: { app: 'web' } }, ports: [{ port: 9090 }] });
    made.selectLabel('app', 'web.v1');
    scraped(standFor(deploymentOf(chart, LABELS, SELECTOR)), 9090);

    expect(monitorOf(chart).spec.selector).toEqual({ matchLabels: { app: 'web' } });
    expect(choiceOf(monitorOf(chart))).toEqual([
      'keep pod_label_app web\\.v1', 'keep pod_label_tier front|back', 'drop pod_labelpresent_canary true', 'keep pod_labelpresent_app true',
      'drop pod_label_tier test',
    ]);
  });
});

describe('a Service', () => {
  test('of cdk8s-plus is the backend of an IngressTrait', () => {
    const { chart, deployment, binding } = deployed();
    routed(binding);
    const service = deployment.exposeViaService({ name: 'web', ports: [{ port: 80, targetPort: 8080 }] });

    expect(backendOf(chart)).toEqual({ name: service.name, port: { number: 80 } });
    expect(objectsOf(chart).filter(({ kind }) => kind === 'Service')).toHaveLength(1);
  });

  test('is named where there are several, and its port is known', () => {
    const { chart, deployment, binding } = deployed();
    const service = deployment.exposeViaService({ name: 'web', ports: [{ port: 80, targetPort: 8080 }] });
    deployment.exposeViaService({ name: 'admin', ports: [{ port: 90, targetPort: 9090 }] });
    routed(binding, { host: service.name });

    expect(backendOf(chart)).toEqual({ name: 'web', port: { number: 80 } });
  });

  test('without labels is none that a ServiceMonitor could select', () => {
    const chart = byService();
    const deployment = new Deployment(chart, 'web', { containers: [CONTAINER] });
    const service = deployment.exposeViaService({ name: 'web', ports: [{ port: 9090 }] });
    scraped(standFor(deployment), 9090);

    expect(findingsOf(chart)).toEqual([
      '[c/hello/greet/metrics] service-not-found: a ServiceMonitor needs a Service with labels that leads to port 9090 of component "greet", and none is rendered; '
      + 'declare the port, bind a component with such a Service, or use MonitorKind.POD_MONITOR',
    ]);
    service.metadata.addLabel('app', 'web');
    expect(monitorOf(chart).spec.selector).toEqual({ matchLabels: { app: 'web' } });
  });
});

test('a binding leads to it, to its Service and to its pods', () => {
  const { chart, deployment, binding } = deployed();
  scraped(binding, 9090);
  deployment.exposeViaService({ name: 'web', ports: [{ port: 80, targetPort: 8080 }] });

  const { matchLabels } = only('Deployment', objectsOf(chart)).spec.selector;
  expect(binding.resources.map(({ kind }) => kind)).toEqual(['Deployment', 'PodMonitor']);
  expect(binding.findResource('Deployment')).toBe(ApiObject.of(deployment));
  expect(binding.serviceName).toBe('web');
  expect(binding.toPodSelectorConfig().labelSelector._toKube()).toEqual({ matchLabels });
});

test('all that there is beside it', () => {
  const ingress = IngressProvider.nginx({ namespace: 'ingress-nginx', podLabels: { app: 'ingress' }, domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') });
  const chart = kubernetesChart({ ingress });
  const labels = { app: 'web' };
  const binding = standFor(deploymentOf(chart, labels, { matchLabels: labels }));
  new ApiObject(chart, 'service', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80, targetPort: 9090 }] } });
  scraped(binding, 9090);
  routed(binding);
  new DisruptionBudgetTrait(binding, 'budget', { minAvailable: 1 });
  new NetworkPolicyTrait(binding, 'policy');
  new AutoscalerTrait(binding, 'autoscaler', { minReplicas: 2, maxReplicas: 4, metrics: [{ type: 'External', external: { metric: { name: 'mails' }, target: { type: 'Value', value: '3' as any } } }] });

  expectGolden('kubernetes-api-object', objectsOf(chart));
});
