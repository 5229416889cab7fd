import { changed } from './message';
import { schemaErrors } from './schemas';

type FieldPath = readonly (string | number)[];

const METADATA = { name: 'greet', namespace: 'ns' };
const BASIC_AUTH = { username: { name: 'greet', key: 'username' }, password: { name: 'greet', key: 'password' } };
const RELABELINGS = [
  { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
  { action: 'replace', sourceLabels: ['application', 'app'], separator: ';', regex: ';(.*)', targetLabel: 'application', replacement: '$1' },
];
const POD_MONITOR = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: METADATA,
  spec: {
    scrapeClass: 'istio',
    selector: { matchLabels: { app: 'greet' } },
    podMetricsEndpoints: [
      { port: 'http', path: '/metrics', scheme: 'https', basicAuth: BASIC_AUTH, relabelings: RELABELINGS },
      { portNumber: 65535, path: '/metrics', scheme: 'http' },
    ],
  },
};
const SERVICE_MONITOR = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: METADATA,
  spec: {
    scrapeClass: 'istio',
    selector: { matchLabels: { app: 'greet' } },
    endpoints: [{ port: 'http', path: '/metrics', scheme: 'http', basicAuth: BASIC_AUTH, relabelings: RELABELINGS }, { targetPort: 8080 }],
  },
};

test.each([['PodMonitor', POD_MONITOR], ['ServiceMonitor', SERVICE_MONITOR]])('a %s passes', (_, monitor) => {
  expect(schemaErrors(monitor)).toEqual([]);
});

describe.each([['PodMonitor', POD_MONITOR, 'podMetricsEndpoints'], ['ServiceMonitor', SERVICE_MONITOR, 'endpoints']])('a %s', (kind, monitor, endpoints) => {
  test.each<[string, FieldPath, any, string]>([
    ['a field of its spec is unknown', ['spec', 'scrapeClas'], 'istio', 'spec.scrapeClas is not a known field'],
    ['a field is not where it belongs', ['scrapeClass'], 'istio', 'scrapeClass is not a known field'],
    ['a field of the spec is in an endpoint', ['spec', endpoints, 0, 'scrapeClass'], 'istio', `spec.${endpoints}[0].scrapeClass is not a known field`],
    ['the scrape class is no text', ['spec', 'scrapeClass'], 1, 'spec.scrapeClass must be string'],
    ['the scrape class is null', ['spec', 'scrapeClass'], null, 'spec.scrapeClass must be string'],
    ['the scrape class is empty', ['spec', 'scrapeClass'], '', 'spec.scrapeClass must NOT have fewer than 1 characters'],
    ['a field of an endpoint is unknown', ['spec', endpoints, 1, 'prot'], 'http', `spec.${endpoints}[1].prot is not a known field`],
    ['a field of a relabelling is unknown', ['spec', endpoints, 0, 'relabelings', 1, 'target'], 'a',
      `spec.${endpoints}[0].relabelings[1].target is not a known field`],
    ['the action of a relabelling is none', ['spec', endpoints, 0, 'relabelings', 0, 'action'], 'map',
      `spec.${endpoints}[0].relabelings[0].action must be equal to one of the allowed values`],
    ['a scheme is none', ['spec', endpoints, 0, 'scheme'], 'ftp', `spec.${endpoints}[0].scheme must be equal to one of the allowed values`],
    ['a secret has no key', ['spec', endpoints, 0, 'basicAuth', 'username'], { name: 'a' },
      `spec.${endpoints}[0].basicAuth.username must have required property 'key'`],
    ['nothing is selected', ['spec', 'selector'], undefined, "spec must have required property 'selector'"],
    ['metadata has an unknown field', ['metadata', 'lables'], {}, 'metadata.lables is not a known field'],
  ])('fails when %s', (_, path, value, message) => {
    expect(schemaErrors(changed(monitor, path, value))).toEqual([`${kind} ns/greet: ${message}`]);
  });
});

test.each<[string, FieldPath, any, string]>([
  ['the port\'s number is a text', ['podMetricsEndpoints', 1, 'portNumber'], '8080', 'podMetricsEndpoints[1].portNumber must be integer'],
  ['the port\'s number is a fraction', ['podMetricsEndpoints', 0, 'portNumber'], 80.5, 'podMetricsEndpoints[0].portNumber must be integer'],
  ['the port\'s number is 0', ['podMetricsEndpoints', 1, 'portNumber'], 0, 'podMetricsEndpoints[1].portNumber must be >= 1'],
  ['the port\'s number is too large', ['podMetricsEndpoints', 1, 'portNumber'], 65536, 'podMetricsEndpoints[1].portNumber must be <= 65535'],
  ['the port\'s number is in the spec', ['portNumber'], 80, 'portNumber is not a known field'],
])('a PodMonitor fails when %s', (_, path, value, message) => {
  expect(schemaErrors(changed(POD_MONITOR, ['spec', ...path], value))).toEqual([`PodMonitor ns/greet: spec.${message}`]);
});

test('a ServiceMonitor fails when it has a port\'s number', () => {
  expect(schemaErrors(changed(SERVICE_MONITOR, ['spec', 'endpoints', 1, 'portNumber'], 80))).toEqual([
    'ServiceMonitor ns/greet: spec.endpoints[1].portNumber is not a known field',
  ]);
});

const SIDECAR = { name: 'logging', image: 'example/fluentd:1', volumeMounts: [{ name: 'logs', mountPath: '/logs' }] };
const LABELS = { 'app.oam.dev/name': 'hello' };
const OPERATORS = {
  Coherence: {
    apiVersion: 'coherence.oracle.com/v1',
    kind: 'Coherence',
    metadata: METADATA,
    spec: {
      cluster: 'SockShop',
      image: null,
      replicas: 0,
      labels: LABELS,
      annotations: { 'sidecar.istio.io/inject': 'false' },
      ports: [{ name: 'http', port: 7001, service: { name: 'carts', port: 80, labels: LABELS, type: 'NodePort' }, serviceMonitor: { enabled: true } }],
      sideCars: [SIDECAR],
      volumes: [{ name: 'logs', emptyDir: {} }],
      volumeMounts: [{ name: 'logs', mountPath: '/logs' }],
      jvm: {},
    },
  },
  Domain: {
    apiVersion: 'weblogic.oracle/v9',
    kind: 'Domain',
    metadata: METADATA,
    spec: {
      domainUID: 'greet',
      replicas: 2,
      clusters: [{ name: 'greet-cluster' }],
      serverPod: { labels: LABELS, annotations: {}, containers: [SIDECAR], volumes: [{ name: 'logs', emptyDir: {} }], env: [{ name: 'A', value: 'b' }] },
      serverService: { labels: LABELS, precreateService: true },
      webLogicCredentialsSecret: { name: 'credentials' },
      monitoringExporter: { image: 'example/exporter:1', port: 8080, configuration: { queries: [] } },
    },
  },
  Cluster: { apiVersion: 'weblogic.oracle/v1', kind: 'Cluster', metadata: METADATA, spec: { clusterName: 'cluster-1', replicas: 2, serverPod: {} } },
};

test.each(Object.entries(OPERATORS))('a %s passes, with what the user passes through', (_, object) => {
  expect(schemaErrors(object)).toEqual([]);
});

test('a Domain of v8 has its clusters in its own spec', () => {
  const v8 = (clusters: any) => ({ ...OPERATORS.Domain, apiVersion: 'weblogic.oracle/v8', spec: { ...OPERATORS.Domain.spec, clusters } });

  expect(schemaErrors(v8([{ clusterName: 'cluster-1', replicas: 2, serverPod: {} }]))).toEqual([]);
  expect(schemaErrors(v8([{ name: 'cluster-1' }]))).toEqual(["Domain ns/greet: spec.clusters[0] must have required property 'clusterName'"]);
});

test.each<[string, keyof typeof OPERATORS, FieldPath, any, string]>([
  ['a label of the pods is no text', 'Coherence', ['spec', 'labels', 'a'], 1, 'spec.labels.a must be string'],
  ['replicas are no number', 'Coherence', ['spec', 'replicas'], '3', 'spec.replicas must be integer'],
  ['replicas are negative', 'Coherence', ['spec', 'replicas'], -1, 'spec.replicas must be >= 0'],
  ['a port has no name', 'Coherence', ['spec', 'ports', 0], { port: 1 }, "spec.ports[0] must have required property 'name'"],
  ['a label of a port\'s Service is no text', 'Coherence', ['spec', 'ports', 0, 'service', 'labels', 'a'], true, 'spec.ports[0].service.labels.a must be string'],
  ['a field of a sidecar is unknown', 'Coherence', ['spec', 'sideCars', 0, 'img'], 'a', 'spec.sideCars[0].img is not a known field'],
  ['a volume has no name', 'Coherence', ['spec', 'volumes', 0], { emptyDir: {} }, "spec.volumes[0] must have required property 'name'"],
  ['a mount has no path', 'Coherence', ['spec', 'volumeMounts', 0], { name: 'a' }, "spec.volumeMounts[0] must have required property 'mountPath'"],
  ['a field at the root is unknown', 'Coherence', ['sepc'], {}, 'sepc is not a known field'],
  ['a label of the servers is no text', 'Domain', ['spec', 'serverPod', 'labels', 'a'], 1, 'spec.serverPod.labels.a must be string'],
  ['a field of the servers\' Services is unknown', 'Domain', ['spec', 'serverService', 'selector'], {}, 'spec.serverService.selector is not a known field'],
  ['a sidecar has no name', 'Domain', ['spec', 'serverPod', 'containers', 0], {}, "spec.serverPod.containers[0] must have required property 'name'"],
  ['a v9 Domain names a cluster as v8 does', 'Domain', ['spec', 'clusters', 0], { clusterName: 'a' }, 'spec.clusters[0].clusterName is not a known field'],
  ['a Cluster has a field at the root that is unknown', 'Cluster', ['clusterName'], 'a', 'clusterName is not a known field'],
  ['the replicas of a Cluster are no number', 'Cluster', ['spec', 'replicas'], '2', 'spec.replicas must be integer'],
])('fails when %s', (_, kind, path, value, message) => {
  expect(schemaErrors(changed(OPERATORS[kind], path, value))).toEqual([`${kind} ns/greet: ${message}`]);
});
