import { APPLICATION, JOBS, PODS, ScrapedApplication, asPromtoolPrints, describeWith, promtoolQuery, startScrapedApplication } from '.';
import { endpointsTargets, podTargets } from './discovery';
import { endpointsOf, pod, podsOf } from './pods';
import { QueryResult } from '../../../src/verify/query';

const CONTAINERS = [
  { name: 'main', image: 'main:1', ports: [{ name: 'http', containerPort: 8080 }, { containerPort: 53, protocol: 'UDP' }] },
  { name: 'sidecar', image: 'sidecar:1' },
];
const OWNER = { kind: 'ReplicaSet', name: 'greet-1' };
const POD = pod({
  name: 'greet-1-a',
  namespace: 'ns',
  labels: { 'app.oam.dev/name': '' },
  annotations: { 'a/b': 'c' },
  owner: OWNER,
  address: '192.0.2.7',
  spec: { containers: CONTAINERS, initContainers: [{ name: 'init', image: 'init:1', ports: [{ name: 'early', containerPort: 81 }] }] },
});
const OF_POD = {
  __meta_kubernetes_pod_name: 'greet-1-a',
  __meta_kubernetes_pod_uid: 'uid-of-ns-greet-1-a',
  __meta_kubernetes_pod_ip: '192.0.2.7',
  __meta_kubernetes_pod_host_ip: '192.0.2.1',
  __meta_kubernetes_pod_node_name: 'node-1',
  __meta_kubernetes_pod_phase: 'Running',
  __meta_kubernetes_pod_ready: 'true',
  __meta_kubernetes_pod_controller_kind: 'ReplicaSet',
  __meta_kubernetes_pod_controller_name: 'greet-1',
  __meta_kubernetes_pod_label_app_oam_dev_name: '',
  __meta_kubernetes_pod_labelpresent_app_oam_dev_name: 'true',
  __meta_kubernetes_pod_annotation_a_b: 'c',
  __meta_kubernetes_pod_annotationpresent_a_b: 'true',
};
const ofContainer = (name: string, isInit: string, port?: [name: string, number: string, protocol: string]) => ({
  __meta_kubernetes_pod_container_name: name,
  __meta_kubernetes_pod_container_image: `${name}:1`,
  __meta_kubernetes_pod_container_init: isInit,
  ...port && {
    __meta_kubernetes_pod_container_port_name: port[0],
    __meta_kubernetes_pod_container_port_number: port[1],
    __meta_kubernetes_pod_container_port_protocol: port[2],
  },
});
const HTTP = ofContainer('main', 'false', ['http', '8080', 'TCP']);

test('a pod is a target for each port of each container', () => {
  const labels = { __meta_kubernetes_namespace: 'ns', ...OF_POD };
  expect(podTargets(POD)).toEqual([
    { namespace: 'ns', address: '192.0.2.7:8080', labels: { ...labels, ...HTTP } },
    { namespace: 'ns', address: '192.0.2.7:53', labels: { ...labels, ...ofContainer('main', 'false', ['', '53', 'UDP']) } },
    { namespace: 'ns', address: '192.0.2.7', labels: { ...labels, ...ofContainer('sidecar', 'false') } },
    { namespace: 'ns', address: '192.0.2.7:81', labels: { ...labels, ...ofContainer('init', 'true', ['early', '81', 'TCP']) } },
  ]);
  expect(podTargets({ ...POD, status: { ...POD.status, podIP: undefined } })).toEqual([]);
});

test('endpoints are a target for each port of a Service, and for each other port of the pod', () => {
  const service = {
    metadata: { name: 'greet', namespace: 'ns', labels: { a: 'b' }, annotations: { c: 'd' } },
    spec: { selector: { 'app.oam.dev/name': '' }, ports: [{ name: 'web', port: 80, targetPort: 'http' }] },
  };
  const labels = {
    __meta_kubernetes_namespace: 'ns',
    __meta_kubernetes_endpoints_name: 'greet',
    __meta_kubernetes_endpoints_label_a: 'b',
    __meta_kubernetes_endpoints_labelpresent_a: 'true',
    __meta_kubernetes_service_name: 'greet',
    __meta_kubernetes_service_label_a: 'b',
    __meta_kubernetes_service_labelpresent_a: 'true',
    __meta_kubernetes_service_annotation_c: 'd',
    __meta_kubernetes_service_annotationpresent_c: 'true',
  };
  const ofEndpoint = {
    __meta_kubernetes_endpoint_ready: 'true',
    __meta_kubernetes_endpoint_port_name: 'web',
    __meta_kubernetes_endpoint_port_protocol: 'TCP',
    __meta_kubernetes_endpoint_node_name: 'node-1',
    __meta_kubernetes_endpoint_address_target_kind: 'Pod',
    __meta_kubernetes_endpoint_address_target_name: 'greet-1-a',
  };
  const targets = endpointsTargets(endpointsOf(service, [POD]), service, [POD]);
  expect(targets.map(({ address }) => address)).toEqual(['192.0.2.7:8080', '192.0.2.7:53', '192.0.2.7:81']);
  expect(targets.slice(0, 2).map((target) => target.labels)).toEqual([
    { ...labels, ...ofEndpoint, ...OF_POD, ...HTTP }, { ...labels, ...OF_POD, ...ofContainer('main', 'false', ['', '53', 'UDP']) },
  ]);
});

test('endpoints are those of pods that are selected and run', () => {
  const service = { metadata: { name: 'greet', namespace: 'ns' }, spec: { selector: { 'app.oam.dev/name': '' }, ports: [{ port: 8080 }] } };
  const changed = (metadata: object, status: object = {}) =>
    ({ ...POD, metadata: { ...POD.metadata, ...metadata }, status: { ...POD.status, ...status } });
  const others = [
    changed({ namespace: 'other' }),
    changed({ labels: { 'app.oam.dev/name': 'other' } }),
    changed({}, { phase: 'Succeeded' }),
    changed({}, { podIP: undefined }),
  ];
  expect(endpointsOf(service, [POD, ...others]).subsets).toHaveLength(1);
});

test('a workload has a pod at each address, with the labels that Kubernetes adds', () => {
  const spec = { template: { metadata: { labels: { a: 'b' } }, spec: { containers: CONTAINERS } } };
  const labelsOf = (kind: string) =>
    podsOf({ kind, metadata: { name: 'greet', namespace: 'ns' }, spec }, ['192.0.2.7', '192.0.2.8']).map(({ metadata }) => metadata.labels);
  const hash = expect.stringMatching(/^[a-z0-9]{9}$/);
  expect(labelsOf('Deployment')).toEqual([{ 'a': 'b', 'pod-template-hash': hash }, { 'a': 'b', 'pod-template-hash': hash }]);
  const revision = expect.stringMatching(/^greet-[a-z0-9]{9}$/);
  expect(labelsOf('StatefulSet')).toEqual(['greet-0', 'greet-1'].map((name) =>
    ({ 'a': 'b', 'controller-revision-hash': revision, 'statefulset.kubernetes.io/pod-name': name })));
});

describe('a result as promtool prints it', () => {
  const sample = { value: Infinity, text: '+Inf', time: 1500 };
  const notes = { warnings: [], infos: [] };

  test.each<[string, QueryResult, string[]]>([
    ['scalar', { type: 'scalar', sample, ...notes }, ['scalar: +Inf @[1.5]']],
    ['vector', {
      type: 'vector',
      series: [{ kind: 'sample', labels: { b: 'c', a: '"\n' }, sample }, { kind: 'sample', labels: { __name__: 'n' }, sample }, { kind: 'sample', labels: {}, sample }],
      ...notes,
    }, ['n => +Inf @[1.5]', '{a="\\"\\n", b="c"} => +Inf @[1.5]', '{} => +Inf @[1.5]']],
    ['matrix', {
      type: 'matrix',
      series: [{ kind: 'range', labels: { __name__: 'n', a: 'b' }, samples: [sample, sample], histograms: [] }],
      ...notes,
    }, ['n{a="b"} =>\n+Inf @[1.5]\n+Inf @[1.5]']],
    ['number with an exponent', {
      type: 'vector',
      series: [['1.5e+21', 1.5e21], ['-1.25e-8', -1.25e-8], ['5e-324', 5e-324], ['-0', -0]].map(([text, value]) =>
        ({ kind: 'sample', labels: {}, sample: { value: Number(value), text: String(text), time: 0 } })),
      ...notes,
    }, ['{} => -0 @[0]', '{} => -0.0000000125 @[0]', `{} => 0.${'0'.repeat(323)}5 @[0]`, '{} => 1500000000000000000000 @[0]']],
  ])('has a %s', (_, result, printed) => {
    expect(asPromtoolPrints(result)).toEqual(printed);
  });
});

test('a number that is not its text is printed by nothing', () => {
  const sample = { value: NaN, text: '+Inf', time: 0 };
  expect(() => asPromtoolPrints({ type: 'scalar', sample, warnings: [], infos: [] })).toThrow('"+Inf" was read as NaN');
});

describeWith(['prometheus', 'promtool'], 'an application that is scraped', () => {
  let scraped: ScrapedApplication;
  const printed = async (expression: string) => promtoolQuery(scraped.prometheus.url, expression, scraped.time);

  beforeAll(async () => {
    scraped = await startScrapedApplication();
  });

  test('has the targets of its pods, and none of other ones', async () => {
    const [first, second] = PODS;
    const labels = (name: string, job: string) => `{component="hello", job="${job}", pod="${name}"}`;
    expect(await printed('sum by (job, pod, component) (label_replace(label_replace(up, "pod", "$1", "pod_name", "(.+)"), "component", "$1", "app_oam_dev_component", "(.+)"))'))
      .toEqual([
        expect.stringContaining('{component="broken", job="hello-app_hello_broken", pod="broken-1-abcde"} => 0 @['),
        ...[labels(first, JOBS[0]), labels(first, JOBS[1]), labels(second, JOBS[0])].sort().map((each) => expect.stringContaining(`${each} => 1 @[`)),
      ]);
    expect(await printed(`count(up{app="${APPLICATION.application}"})`)).toEqual([expect.stringMatching(/^\{\} => 4 @\[/)]);
  });

  test('has values that have changed, one that has ended, and no string that promtool prints', async () => {
    expect(await printed('min(changes(vendor_requests_count_total[1m])) >= 8')).toHaveLength(1);
    expect(await printed('min(resets(restarts_total[1m])) >= 1')).toHaveLength(1);
    expect(await printed('ended')).toEqual([]);
    expect(await printed('count(count_over_time(ended[1m]))')).toEqual([expect.stringMatching(/ => 2 @/)]);
    await expect(printed('"a"')).rejects.toThrow('unexpected value type "string"');
  });
});
