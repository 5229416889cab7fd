import { bindOn, findingsOf, kubernetesChart, LABELS, objectsOf, only, SELECTOR } from './support';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, CustomWorkload, KubernetesPlatformProps, ManualScalerTrait,
  MonitoringProvider, MetricsTrait, WebLogicDomainVersion, WebLogicWorkload, WebLogicWorkloadProps, Workload,
} from '../../../src';

const rendered = (given: Workload, props?: Partial<KubernetesPlatformProps>) => objectsOf(bindOn(kubernetesChart(props), given));
const findings = (given: Workload) => findingsOf(bindOn(kubernetesChart(), given));
/** Its Prometheus scrapes the namespace over the mesh. */
const MESHED = {
  metrics: MonitoringProvider.prometheusOperator({
    namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, mesh: { scrapeClass: 'istio', namespaces: ['ns'] },
  }),
};

describe('a CoherenceWorkload', () => {
  const METRICS = { coherence: { metrics: { enabled: true } } };
  const coherence = (spec: any = METRICS, meta: any = {}, more: any = {}) => new CoherenceWorkload({ template: { name: 'carts', spec, ...meta }, ...more });

  test('becomes the resource of its operator, labelled like its Services and pods', () => {
    const spec = {
      ...METRICS,
      cluster: 'SockShop',
      image: null,
      jvm: {},
      labels: { tier: 'data' },
      annotations: { a: 'b' },
      ports: [{ name: 'http', port: 7001, service: { name: 'carts', labels: { c: 'd' } } }, { name: 'grpc', port: 7002 }],
    };
    const all = rendered(coherence(spec, { labels: { on: 'resource' }, annotations: { note: 'resource' } }, { labels: { version: 'v1' }, annotations: { note: 'workload', other: 'one' } }));

    expect(all.map(({ kind }) => kind)).toEqual(['Coherence', 'PodMonitor']);
    expect(all[0]).toEqual({
      apiVersion: 'coherence.oracle.com/v1',
      kind: 'Coherence',
      metadata: {
        name: 'carts', namespace: 'ns', labels: { ...LABELS, version: 'v1', on: 'resource' }, annotations: { note: 'resource', other: 'one' },
      },
      spec: {
        ...spec,
        labels: { tier: 'data', ...SELECTOR },
        ports: [{ name: 'http', port: 7001, service: { name: 'carts', labels: { c: 'd', ...SELECTOR } } }, { name: 'grpc', port: 7002, service: { labels: SELECTOR } }],
      },
    });
  });

  test('has no sidecar in a mesh, unless it says so itself', () => {
    const annotations = (given?: any) => rendered(coherence({ ...METRICS, annotations: given }), MESHED)[0].spec.annotations;

    expect(annotations()).toEqual({ 'sidecar.istio.io/inject': 'false' });
    expect(annotations({ 'a': 'b', 'sidecar.istio.io/inject': 'true' })).toEqual({ 'a': 'b', 'sidecar.istio.io/inject': 'true' });
  });

  test('has replicas by a ManualScalerTrait', () => {
    const chart = kubernetesChart();
    new ManualScalerTrait(bindOn(chart, coherence()), 'scaler', { replicaCount: 5 });

    expect(only('Coherence', objectsOf(chart)).spec.replicas).toBe(5);
  });

  test('fails when a field beside the resource would be lost', () => {
    const template = { metadata: { name: 'carts' }, spec: METRICS, data: {} };
    const manifest = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'VerrazzanoCoherenceWorkload', spec: { template, replicas: 3 } };

    expect(findings(new CustomWorkload({ manifest }))).toEqual([
      "[c/hello/greet] unknown-field: 'workload.spec.replicas' is an unknown field; expected one of template; leave it out, or check its spelling",
      "[c/hello/greet] unknown-field: 'workload.spec.template.data' is an unknown field; expected one of apiVersion, kind, metadata, spec; leave it out, or check its spelling",
    ]);
  });

  test('a Coherence resource itself has labels and pods like one', () => {
    const resource = rendered(new CustomWorkload({ manifest: { apiVersion: 'coherence.oracle.com/v1', kind: 'Coherence', spec: METRICS } }))[0];

    expect(resource).toEqual({ apiVersion: 'coherence.oracle.com/v1', kind: 'Coherence', metadata: { name: 'greet', namespace: 'ns', labels: LABELS }, spec: { ...METRICS, labels: SELECTOR } });
  });
});

describe('a WebLogicWorkload', () => {
  const SECRET = { webLogicCredentialsSecret: { name: 'credentials' } };
  const V9 = WebLogicDomainVersion.V9;
  const weblogic = (spec: any = SECRET, more: Partial<WebLogicWorkloadProps> = {}) => new WebLogicWorkload({ template: { name: 'domain', spec }, ...more });
  const TYPE = { 'verrazzano.io/workload-type': 'weblogic' };
  /** It is scraped by default. */
  const EXPORTER = { monitoringExporter: expect.objectContaining({ configuration: expect.anything() }) };

  test('becomes the resources of its operator, labelled like the servers and their Services', () => {
    const spec = {
      ...SECRET,
      domainUID: 'bobs',
      clusters: [{ name: 'cluster-1' }],
      configuration: { initializeDomainOnPV: { persistentVolume: null } },
      serverPod: { labels: { tier: 'web' }, env: [{ name: 'A', value: 'b' }] },
      serverService: { labels: { own: 'label' }, precreateService: true },
    };
    const clusters = [{ name: 'cluster-1', labels: { on: 'cluster' }, spec: { clusterName: 'c1', replicas: 2 } }];
    const all = rendered(weblogic(spec, { domainVersion: V9, clusters, labels: { version: 'v1' }, annotations: { note: 'workload' } }));
    const metadata = { namespace: 'ns', labels: { ...LABELS, version: 'v1' }, annotations: { note: 'workload' } };

    expect(all.map(({ kind }) => kind)).toEqual(['Domain', 'Cluster', 'PodMonitor']);
    expect(all.slice(0, 2)).toEqual([
      {
        apiVersion: 'weblogic.oracle/v9',
        kind: 'Domain',
        metadata: { name: 'domain', ...metadata },
        spec: {
          ...spec,
          ...EXPORTER,
          serverPod: { ...spec.serverPod, labels: { tier: 'web', ...TYPE, ...SELECTOR } },
          serverService: { precreateService: true, labels: { own: 'label', ...SELECTOR, ...TYPE } },
        },
      },
      {
        apiVersion: 'weblogic.oracle/v1',
        kind: 'Cluster',
        metadata: { name: 'cluster-1', ...metadata, labels: { ...metadata.labels, on: 'cluster' } },
        spec: { clusterName: 'c1', replicas: 2 },
      },
    ]);
  });

  test('is a Domain of v8 unless it says otherwise', () => {
    const [domain] = rendered(weblogic());

    expect(domain.apiVersion).toBe('weblogic.oracle/v8');
    const labels = { ...TYPE, ...SELECTOR };
    expect(domain.spec).toEqual({ ...SECRET, ...EXPORTER, serverPod: { labels }, serverService: { labels } });
  });

  test('fails when a field beside the resources would be lost', () => {
    const manifest = {
      apiVersion: 'oam.verrazzano.io/v1alpha1',
      kind: 'VerrazzanoWebLogicWorkload',
      spec: { template: { metadata: { name: 'a' }, spec: SECRET, apiVersion: V9, status: {} }, clusters: [{ metadata: { name: 'c' }, spec: {}, labels: {} }], secrets: [] },
    };

    expect(findings(new CustomWorkload({ manifest }))).toEqual([
      "[c/hello/greet] unknown-field: 'workload.spec.secrets' is an unknown field; expected one of template, clusters; leave it out, or check its spelling",
      "[c/hello/greet] unknown-field: 'workload.spec.clusters[0].labels' is an unknown field; expected one of metadata, spec, apiVersion, kind; leave it out, or check its spelling",
      "[c/hello/greet] unknown-field: 'workload.spec.template.status' is an unknown field; expected one of apiVersion, kind, metadata, spec; leave it out, or check its spelling",
    ]);
  });

  test('a Domain itself has servers with the labels of the component', () => {
    const chart = kubernetesChart();
    const domain = new CustomWorkload({ manifest: { apiVersion: V9, kind: 'Domain', metadata: { name: 'bobs' }, spec: { ...SECRET, serverPod: { labels: { a: 'b' } } } } });
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(new Component(chart, 'greet', { workload: domain }));
    const cluster = new CustomWorkload({ manifest: { apiVersion: 'weblogic.oracle/v1', kind: 'Cluster', metadata: { name: 'c' }, spec: { clusterName: 'c1' } } });
    const scaled = hello.addComponent(new Component(chart, 'cluster', { workload: cluster }));
    new ManualScalerTrait(scaled, 'scaler', { replicaCount: 4 });
    const objects = objectsOf(chart);

    expect(only('Domain', objects)).toEqual({
      apiVersion: V9,
      kind: 'Domain',
      metadata: { name: 'bobs', namespace: 'ns', labels: LABELS },
      spec: { ...SECRET, ...EXPORTER, serverPod: { labels: { a: 'b', ...SELECTOR } } },
    });
    expect(only('Cluster', objects).spec).toEqual({ clusterName: 'c1', replicas: 4 });
  });
});

test.each<[string, string, any, string]>([
  ['serverService', 'WebLogic', { serverService: 'x' }, 'an object, got a string'],
  ['serverService.labels', 'WebLogic', { serverService: { labels: 'x' } }, 'a map, got a string'],
  ['serverPod', 'WebLogic', { serverPod: ['x'] }, 'an object, got a list of 1'],
  ['labels', 'Coherence', { labels: 'x' }, 'a map, got a string'],
  ['ports[0].service', 'Coherence', { ports: [{ name: 'a', port: 1, service: 'x' }] }, 'an object, got a string'],
  ['ports[0].service.labels', 'Coherence', { ports: [{ name: 'a', port: 1, service: { labels: 'x' } }] }, 'a map, got a string'],
])('fails when %s of a %s workload is none', (field, kind, spec, must) => {
  const manifest = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: `Verrazzano${kind}Workload`, spec: { template: { metadata: { name: 'a' }, spec } } };

  expect(findings(new CustomWorkload({ manifest }))).toEqual([`[c/hello/greet] invalid-type: 'workload.spec.template.spec.${field}' must be ${must}`]);
});

test('their kinds are those of the vendor', () => {
  const chart = kubernetesChart({ vendor: 'acme' });
  const binding = bindOn(chart, new CustomWorkload({
    manifest: {
      apiVersion: 'oam.acme.io/v1alpha1', kind: 'AcmeCoherenceWorkload', spec: { template: { metadata: { name: 'carts' }, spec: {} } },
    },
  }));
  new MetricsTrait(binding, 'metrics', { enabled: false });

  expect(objectsOf(chart).map(({ kind, metadata: { name, labels } }) => [kind, name, labels])).toEqual([['Coherence', 'carts', LABELS]]);
});
