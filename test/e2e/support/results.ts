import { APPLICATION, JOBS } from './scraped-application';
import { MatrixResult, QueryResult, SampleSeries, ScalarResult, VectorResult } from '../../../src/query';

/** The labels that a series of the scraped application has, besides its metric's own: those that the specification names. */
export function workloadLabels(pod: string, job = JOBS[0]): Record<string, any> {
  const { application, component, namespace } = APPLICATION;
  return {
    app: application,
    app_oam_dev_component: component,
    app_oam_dev_name: application,
    app_oam_dev_resourceType: 'WORKLOAD',
    app_oam_dev_revision: `${component}-v1`,
    containerizedworkload_oam_crossplane_io: '496df78f-ef8b-4753-97fd-d9218d2f38f1',
    instance: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    job,
    namespace,
    pod_name: pod,
    pod_template_hash: '7b9f6d5c4',
  };
}

/** Results of samples, which this version of Prometheus gives by default. */
interface Results {
  readonly vector: Omit<VectorResult, 'series'> & { readonly series: readonly SampleSeries[] };
  readonly matrix: MatrixResult;
  readonly scalar: ScalarResult;
}

/** A result of that type, of samples alone. */
export function expectType<T extends keyof Results>(type: T, result: QueryResult): Results[T] {
  expect(result.type).toBe(type);
  return result as unknown as Results[T];
}
