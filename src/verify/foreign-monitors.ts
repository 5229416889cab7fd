import { kubernetesObjects } from './kubernetes-components';
import { bindingsOf } from './monitors';
import { DeclaredAt, Remark, remark } from './remarks';
import type { ManifestDocument } from '../manifest/reading';
import { ObjectIndex } from '../objects/object-index';
import { asObject, listOf } from '../private/check';
import { kindOf } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import type { ScrapedTarget } from '../scraping/endpoints';
import { ScrapedCluster } from '../scraping/scrapes';

/** An endpoint of a monitor that belongs to no component. */
export interface ForeignEndpoint extends DeclaredAt {
  /** Kind and name of the monitor. */
  readonly monitor: string;
  readonly namespace?: string;
  /** The job that its operator writes into the scraper's configuration. */
  readonly pool: string;
  /** The targets to which it leads, as far as the objects say. */
  readonly expected: readonly ScrapedTarget[];
  /** Its state if the scraper has no target of it. */
  readonly absent: { readonly state: 'missing' | 'unknown'; readonly reasons: readonly Remark[] };
  /** Where its operator rejects it. */
  readonly rejections: readonly Remark[];
}

/** The endpoints of the monitors that belong to no component. */
export function foreignEndpoints(documents: readonly ManifestDocument[], defaultNamespace?: string): ForeignEndpoint[] {
  const own = new Set<unknown>(kubernetesObjects(documents).map(({ value }) => value));
  const objects = documents.map(({ value: { metadata, ...rest } }) =>
    ({ ...rest, metadata: { namespace: defaultNamespace, ...asObject(metadata) } }) as object as TypedManifest);
  const cluster = new ScrapedCluster(new ObjectIndex(objects));
  return documents.flatMap((document, at) => {
    const monitor = objects[at];
    const facts = kindOf(monitor).monitor;
    if (!facts || own.has(document.value)) return [];
    const { namespace, name } = asObject<Record<string, string | undefined>>(monitor.metadata);
    // `podMonitor`, or `podScrape` for a VMPodScrape
    const prefix = monitor.kind.replace(/^(?:VM)?./, start => start.slice(-1).toLowerCase());
    const bindings = bindingsOf(monitor);
    const isRejected = bindings.length > 0 && bindings.every(({ length }) => length > 0);
    const traces = cluster.followed(monitor);
    return listOf(monitor.spec?.[facts.endpoints]).map((_, i): ForeignEndpoint => {
      const followed = traces.flatMap(each => each[i] ?? each);
      const expected = followed.flatMap(({ targets }) => targets);
      const [finding] = expected.length > 0 ? [] : followed.flatMap(({ links }) => links.flatMap(({ breaks }) => breaks));
      const doubt = isRejected ? undefined : traces.length === 0 ? 'no-pods' : expected.some(({ job }) => !job) ? 'no-job' : undefined;
      return {
        file: document.file,
        line: document.locate(`spec.${facts.endpoints}[${i}]`).line,
        monitor: `${monitor.kind} ${name}`,
        namespace,
        pool: `${prefix}/${namespace}/${name}/${i}`,
        expected,
        absent: doubt ? { state: 'unknown', reasons: [remark(doubt)] }
          : { state: 'missing', reasons: [remark('no-target'), ...finding ? [remark('broken-monitor', { finding })] : []] },
        rejections: bindings.flat(),
      };
    });
  });
}
