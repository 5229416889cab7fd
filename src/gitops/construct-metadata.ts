import type { ChartObjects } from './order/synthesis-order';

/** The file in which cdk8s's validations look up where an object comes from. */
export const METADATA_FILE = 'construct-metadata.json';

/** The construct of each object, in the form of cdk8s. */
export function constructMetadata(charts: readonly ChartObjects[]): string {
  const objects = charts.flatMap(c => c.objects);
  return JSON.stringify({ version: '1.0.0', resources: Object.fromEntries(objects.map(({ name, node }) => [name, { path: node.path }])) });
}
