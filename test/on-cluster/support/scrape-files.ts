/** What scrapers read and mount, and what they have then. */
import { stringify } from 'yaml';
import { comparable, inOrder, sorted } from './expected';
import type { Monitoring } from './monitoring';

/** What a program has written. */
interface Written {
  readonly objects: readonly any[];
}

/** Pods mount only what is in their own namespace: the name of the copy of a Secret, by `<namespace>/<name>`. */
export const copyOf = (key: string) => key.replace('/', '-');

/** Where the operator mounts it, and any other does here. */
export const folderOf = (key: string) => `/etc/prometheus/secrets/${copyOf(key)}`;

/** The mounts of the copies of Secrets. */
export function copiesOf(secrets: Iterable<string>): Record<string, object> {
  return Object.fromEntries([...secrets].map((key) => [folderOf(key), { secret: { secretName: copyOf(key) } }]));
}

/** The objects with jobs, and what each holds. */
export function jobsOf(examples: readonly Written[]): { readonly object: any; readonly file: string; readonly text: string }[] {
  const holders = examples.flatMap(({ objects }) => objects).filter(({ metadata }) => metadata.labels?.['cdk8s-oam/scrape-configuration']);
  return holders.flatMap((object) => Object.entries<string>(object.data).map(([file, text]) =>
    ({ object, file, text: object.kind === 'Secret' ? Buffer.from(text, 'base64').toString() : text })));
}

/** The volume in which a pod has all ConfigMaps with jobs. */
export function volumeOf(examples: readonly Written[]): object {
  return { projected: { sources: jobsOf(examples).map(({ object: { metadata: { name } } }) => ({ configMap: { name } })) } };
}

/** A configuration that scrapes often. */
export function configuration(fields: object): string {
  return stringify({ global: { scrape_interval: '1s' }, ...fields });
}

/** Series that tell how a scrape went, of which each maker has others; `up` is the same. */
const OF_A_SCRAPE = /^scrape_/;

/** What a scraper has: each target with its labels, and the labels of each series. */
export interface Found {
  readonly targets: object;
  readonly series: readonly object[];
}

/** All that a scraper has found. */
export async function foundBy(scrapers: readonly Monitoring[]): Promise<Found> {
  const [targets, series] = await Promise.all([
    Promise.all(scrapers.map(async (each) => each.targets())),
    Promise.all(scrapers.map(async (each) => each.query('{__name__=~".+"}'))),
  ]);
  const labels = series.flat().map((each) => inOrder(each.labels)).filter(({ __name__ }) => !OF_A_SCRAPE.test(__name__));
  return { targets: comparable(targets.flat()), series: sorted(labels) };
}
