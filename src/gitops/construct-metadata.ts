import type { ChartObjects } from './order/synthesis-order';
import { FINE, Finding, found } from '../findings/finding';

/** The file in which cdk8s's validations look up where an object comes from. */
export const METADATA_FILE = 'construct-metadata.json';

/** Whether a chart would be written over. */
export function metadataClash(files: ReadonlyMap<string, string>): Finding[] {
  return files.has(METADATA_FILE) ? found('duplicate-file', [METADATA_FILE], { reason: 'metadata' }) : FINE;
}

/** The construct of each object, in the form of cdk8s. */
export function constructMetadata(charts: readonly ChartObjects[]): string {
  const objects = charts.flatMap(c => c.objects);
  return JSON.stringify({ version: '1.0.0', resources: Object.fromEntries(objects.map(({ name, node }) => [name, { path: node.path }])) });
}
