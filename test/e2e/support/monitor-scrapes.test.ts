import { jobsOf, MonitorSurroundings } from './monitor-scrapes';

const POD = '__meta_kubernetes_pod_';
const SERVICE = '__meta_kubernetes_service_';
const TARGET = ['__meta_kubernetes_endpoint_address_target_kind', '__meta_kubernetes_endpoint_address_target_name'];

const around: MonitorSurroundings = {
  discovery: (role, namespaces) => ({ found: [role, namespaces] }),
  secret: (namespace, name) => ({ values: { username: `user of ${namespace}/${name}` }, files: { password: `${namespace}.${name}` } }),
  scrapeClasses: { istio: { tlsConfig: { caFile: '/ca.pem', insecureSkipVerify: true } } },
};
const relabelings = [{ action: 'Replace', sourceLabels: ['a', 'b'], separator: '-', regex: '(.*)', targetLabel: 'c', replacement: '$1' }];
const RELABELLED = { action: 'replace', source_labels: ['a', 'b'], separator: '-', regex: '(.*)', target_label: 'c', replacement: '$1' };
const podMonitor = (endpoint: object, spec: object = {}) => ({
  kind: 'PodMonitor', metadata: { namespace: 'ns', name: 'greet' }, spec: { selector: { matchLabels: {} }, podMetricsEndpoints: [endpoint], ...spec },
});
const serviceMonitor = (endpoint: object) => ({
  kind: 'ServiceMonitor',
  metadata: { namespace: 'ns', name: 'greet' },
  spec: { selector: { matchLabels: { 'app.oam.dev/name': 'hello' } }, endpoints: [endpoint] },
});
const kept = (monitor: object) => (jobsOf(monitor, around) as any[])[0].relabel_configs.filter(({ action }: any) => action === 'keep');
const ALL_SHARDS = [
  { source_labels: ['__address__'], target_label: '__tmp_hash', modulus: 1, action: 'hashmod' },
  { source_labels: ['__tmp_hash'], regex: '0', action: 'keep' },
];

test('a PodMonitor becomes a job for each endpoint', () => {
  const basicAuth = { username: { name: 'metrics', key: 'username' }, password: { name: 'metrics', key: 'password' } };
  const monitor = podMonitor({ port: 'http', path: '/stats', scheme: 'https', basicAuth, relabelings, metricRelabelings: relabelings }, {
    selector: { matchLabels: { 'b': 'd', 'a.c/e-f': 'g' } }, scrapeClass: 'istio',
  });
  expect(jobsOf({ ...monitor, spec: { ...monitor.spec, podMetricsEndpoints: [{}, ...monitor.spec.podMetricsEndpoints] } }, around)[1]).toEqual({
    job_name: 'podMonitor/ns/greet/1',
    honor_labels: false,
    found: ['pod', ['ns']],
    metrics_path: '/stats',
    scheme: 'https',
    tls_config: { ca_file: '/ca.pem', insecure_skip_verify: true },
    basic_auth: { username: 'user of ns/metrics', password_file: 'ns.metrics' },
    relabel_configs: [
      { source_labels: ['job'], target_label: '__tmp_prometheus_job_name' },
      { action: 'drop', source_labels: [`${POD}phase`], regex: '(Failed|Succeeded)' },
      { action: 'keep', source_labels: [`${POD}label_a_c_e_f`, `${POD}labelpresent_a_c_e_f`], regex: '(g);true' },
      { action: 'keep', source_labels: [`${POD}label_b`, `${POD}labelpresent_b`], regex: '(d);true' },
      { action: 'keep', source_labels: [`${POD}container_port_name`], regex: 'http' },
      { source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace' },
      { source_labels: [`${POD}container_name`], target_label: 'container' },
      { source_labels: [`${POD}name`], target_label: 'pod' },
      { target_label: 'job', replacement: 'ns/greet' },
      { target_label: 'endpoint', replacement: 'http' },
      RELABELLED,
      ...ALL_SHARDS,
    ],
    metric_relabel_configs: [RELABELLED],
  });
});

test('a ServiceMonitor becomes a job for each endpoint', () => {
  const ofTarget = (kind: string, label: string) =>
    ({ source_labels: TARGET, separator: ';', regex: `${kind};(.*)`, replacement: '${1}', target_label: label });
  expect(jobsOf(serviceMonitor({ port: 'http', relabelings }), around)).toEqual([{
    job_name: 'serviceMonitor/ns/greet/0',
    honor_labels: false,
    found: ['endpoints', ['ns']],
    relabel_configs: [
      { source_labels: ['job'], target_label: '__tmp_prometheus_job_name' },
      { action: 'keep', source_labels: [`${SERVICE}label_app_oam_dev_name`, `${SERVICE}labelpresent_app_oam_dev_name`], regex: '(hello);true' },
      { action: 'keep', source_labels: ['__meta_kubernetes_endpoint_port_name'], regex: 'http' },
      ofTarget('Node', 'node'),
      ofTarget('Pod', 'pod'),
      { source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace' },
      { source_labels: [`${SERVICE}name`], target_label: 'service' },
      { source_labels: [`${POD}name`], target_label: 'pod' },
      { source_labels: [`${POD}container_name`], target_label: 'container' },
      { action: 'drop', source_labels: [`${POD}phase`], regex: '(Failed|Succeeded)' },
      { source_labels: [`${SERVICE}name`], target_label: 'job' },
      { target_label: 'endpoint', replacement: 'http' },
      RELABELLED,
      ...ALL_SHARDS,
    ],
  }]);
});

test.each<[string, object, object[]]>([
  ['number of a container', podMonitor({ portNumber: 8080 }), [{ action: 'keep', source_labels: [`${POD}container_port_number`], regex: '8080' }]],
  ['number behind a Service', serviceMonitor({ targetPort: 8080 }), [
    expect.anything(), { action: 'keep', source_labels: [`${POD}container_port_number`], regex: '8080' },
  ]],
  ['name behind a Service', serviceMonitor({ targetPort: 'http' }), [
    expect.anything(), { action: 'keep', source_labels: [`${POD}container_port_name`], regex: 'http' },
  ]],
  ['target without any', podMonitor({}), []],
])('a port is chosen: a %s', (_, monitor, rules) => {
  expect(kept(monitor)).toEqual([...rules, ALL_SHARDS[1]]);
});

test.each([
  ['its own', {}, ['ns']],
  ['named ones', { namespaceSelector: { matchNames: ['a', 'b'] } }, ['a', 'b']],
  ['all', { namespaceSelector: { any: true } }, undefined],
])('a monitor looks into namespaces: %s', (_, spec, namespaces) => {
  expect(jobsOf(podMonitor({}, spec), around)).toMatchObject([{ found: ['pod', namespaces] }]);
});

describe('a monitor is refused when', () => {
  const basicAuth = { username: { name: 'metrics', key: 'user' }, password: { name: 'metrics', key: 'password' } };

  test.each([
    ['a secret lacks a key', podMonitor({ basicAuth }), 'secret has no metrics.user'],
    ['an endpoint has a field that is not known', podMonitor({ honorLabels: true }), 'PodMonitor endpoint: honorLabels is not translated'],
    ['it has such a field itself', podMonitor({}, { jobLabel: 'app' }), 'PodMonitor: jobLabel is not translated'],
    ['its selector has', podMonitor({}, { selector: { matchExpressions: [] } }), 'selector: matchExpressions is not translated'],
    ['a rule has', podMonitor({ relabelings: [{ modulo: 1 }] }), 'relabeling: modulo is not translated'],
  ])('%s', (_, monitor, message) => {
    expect(() => jobsOf(monitor, around)).toThrow(message);
  });
});
