import type { ChartObjects } from './order/synthesis-order';
import { FINE, Finding } from '../findings/finding';
import { finding } from '../findings/unsaid';

/** The file in which cdk8s's validations look up where an object comes from. */
export const METADATA_FILE = 'construct-metadata.json';

/** Whether a chart would be written over. */
export function metadataClash(files: ReadonlyMap<string, string>): Finding[] {
  return files.has(METADATA_FILE)
    ? finding('duplicate-file', METADATA_FILE, 'is the file of a chart, and that of the metadata of all constructs: one of them would be lost', 'give the chart another id')
    : FINE;
}

/** The construct of each object, in the form of cdk8s. */
export function constructMetadata(charts: readonly ChartObjects[]): string {
  const objects = charts.flatMap(c => c.objects);
  return JSON.stringify({ version: '1.0.0', resources: Object.fromEntries(objects.map(({ name, node }) => [name, { path: node.path }])) });
}
