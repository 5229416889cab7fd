import { Chart } from 'cdk8s';
import { bindOn, chartWith, MESH, objectsOf } from './support';
import { MetricsTrait, WebLogicWorkload, Workload } from '../../../src';

const MERGE = 'prometheus.istio.io/merge-metrics';

const domain = (serverPod?: object): Workload => new WebLogicWorkload({
  template: { name: 'shop', spec: { domainUID: 'shop', image: 'example/domain:1', webLogicCredentialsSecret: { name: 'c' }, ...serverPod && { serverPod } } },
});

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
