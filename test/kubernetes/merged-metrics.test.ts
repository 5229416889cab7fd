import { ApiObject, Chart } from 'cdk8s';
import { bindOn, chartWith, findingOf, findingsOf, MESH, objectsOf } from './support';
import { KubernetesWorkload, MetricsTrait, WebLogicWorkload, Workload } from '../../src';

const MERGE = 'prometheus.istio.io/merge-metrics';

const domain = (serverPod?: object): Workload => new WebLogicWorkload({
  template: { name: 'shop', spec: { domainUID: 'shop', image: 'example/domain:1', webLogicCredentialsSecret: { name: 'c' }, ...serverPod && { serverPod } } },
});

const FOUND = 'metrics-merged: has pods in the mesh whose annotations Istio changes: the servers of Domain "shop" would be scraped at port 15020 of the sidecar; '
  + `set ${MERGE}: "false" in 'spec.serverPod.annotations' of the Domain`;

describe('of a Domain in a mesh, Istio leaves the annotations alone by which it is scraped', () => {
  const annotationsOf = (chart: Chart, workload = domain(), scraped = true) => {
    const binding = bindOn(chart, workload);
    if (!scraped) new MetricsTrait(binding, 'metrics', { enabled: false });
    return objectsOf(binding).find(({ kind }) => kind === 'Domain').spec.serverPod?.annotations;
  };

  test.each<[string, Workload, object]>([
    ['by an annotation that is added', domain(), { [MERGE]: 'false' }],
    ['beside others', domain({ annotations: { own: 'x' } }), { own: 'x', [MERGE]: 'false' }],
    ['by its own', domain({ annotations: { [MERGE]: 'false' } }), { [MERGE]: 'false' }],
  ])('%s', (_, workload, annotations) => {
    expect(annotationsOf(chartWith(MESH), workload)).toEqual(annotations);
  });

  test('and needs nothing where it is in no mesh, has no sidecar, or is not scraped', () => {
    const alone = { annotations: { 'sidecar.istio.io/inject': 'false' } };
    expect([annotationsOf(chartWith()), annotationsOf(chartWith(MESH), domain(alone)), annotationsOf(chartWith(MESH), domain(), false)])
      .toEqual([undefined, alone.annotations, undefined]);
  });
});

test('fails when a Domain asks for the change', () => {
  expect(findingOf(bindOn(chartWith(MESH), domain({ annotations: { [MERGE]: 'true' } })))).toBe(FOUND);
});

test.each<[string, object, string[]]>([
  ['fails when a Domain that is made elsewhere says nothing of it', {}, [`[c/hello/greet/metrics] ${FOUND}`]],
  ['a Domain that is made elsewhere may say it', { [MERGE]: 'false' }, []],
])('%s', (_, annotations, findings) => {
  const chart = chartWith(MESH);
  const made = new ApiObject(chart, 'domain', {
    apiVersion: 'weblogic.oracle/v9',
    kind: 'Domain',
    metadata: { name: 'shop' },
    spec: { serverPod: { labels: { app: 'shop' }, annotations }, monitoringExporter: { configuration: { queries: [] } } },
  } as any);
  new MetricsTrait(bindOn(chart, KubernetesWorkload.fromApiObject(made)), 'metrics');
  expect(findingsOf(chart).filter((each) => each.includes('metrics-merged'))).toEqual(findings);
});
