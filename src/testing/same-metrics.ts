import { failWith, firstOnes, MOST_PLACES } from './failures';
import type { MetricsComparison } from './scrape-expectation';
import { jobNaming } from './scraped';
import { ViewedCluster } from './viewed-cluster';
import { Finding, found, saying } from '../findings/finding';
import { describeBare } from '../findings/words';
import { COMPONENT } from '../objects/labels';
import { closed, filled, isFilled, list } from '../private/check';
import { refuse } from '../private/errors';
import type { ScrapedTarget } from '../scraping/endpoints';
import { againstOamObject, boundComponents, targetsOfComponent } from '../verify/oam-targets';
import { placeText, ScrapedCluster } from '../scraping/scrapes';

/** An endpoint, and its owner. */
interface ComparedEndpoint extends ScrapedTarget {
  /** The component, in its namespace. */
  readonly owner: string;
  /** Whether its series have more labels than are known. */
  readonly mayHaveMore: boolean;
}

/** Asserts that each endpoint before is one after, with the labels that its series had. */
export function compareMetrics(before: ViewedCluster, after: ViewedCluster, options: MetricsComparison): void {
  refuse('Manifests.sameMetrics()', closed({ jobNaming, labels: list(filled) })(options, 'options'));
  const [old, now] = [before, after].map(cluster => endpointsOf(cluster, options));
  if (old.length === 0) failWith(found('metrics-changed', '', saying('nothing is scraped before: nothing is compared')), []);
  const { lost, added, changed } = paired(old, now, options);
  if (lost.length + changed.length === 0) return;
  const findings = [...changed.flatMap(({ findings: own }) => own), ...lost.flatMap(each => told('lost', each))];
  const head = found('metrics-changed', '', { reason: 'some', number: lost.length + changed.length, all: old.length });
  const lines = [...findings, ...added.flatMap(each => told('added', each))].map(describeBare);
  failWith(head, firstOnes(lines.sort(), MOST_PLACES), findings);
}

function endpointsOf(cluster: ViewedCluster, options: MetricsComparison): ComparedEndpoint[] {
  for (const each of cluster.index.objects) refuse(cluster.titleOf(each), againstOamObject(each));
  const bound = boundComponents(cluster.index).flatMap(component => targetsOfComponent(component, options.jobNaming)
    .map(target => ({ ...target, owner: ownerOf(component.namespace, component.component), mayHaveMore: true })));
  const around = new ScrapedCluster(cluster.index);
  const pods = cluster.index.pods.flatMap(object => around.scrapes(object).flatMap(({ targets }) => targets).map(target => {
    const { namespace, name, labels } = object.metadata as { readonly [field: string]: unknown; readonly labels?: Record<string, unknown> };
    const component = labels?.[COMPONENT];
    return { ...target, owner: ownerOf(namespace, isFilled(component) ? component : name), mayHaveMore: false };
  }));
  // sorted, so that the pairs do not depend on the order of the objects
  return [...bound, ...pods].map(each => ({ each, key: `${each.owner} ${placeText(each)} ${JSON.stringify([...each.labels].sort())}` }))
    .sort((a, b) => a.key < b.key ? -1 : 1).map(({ each }) => each);
}

function ownerOf(namespace: unknown, component: unknown): string {
  return isFilled(namespace) ? `${String(namespace)}/${String(component)}` : String(component);
}

/** The endpoints before and after, compared in pairs. */
interface PairedEndpoints {
  readonly lost: readonly ComparedEndpoint[];
  readonly added: readonly ComparedEndpoint[];
  readonly changed: readonly { readonly findings: readonly Finding[] }[];
}

/** Pairs each endpoint with one of the same component: an identical one, or one with the same port, path and job, or a similar one. */
function paired(old: readonly ComparedEndpoint[], now: readonly ComparedEndpoint[], options: MetricsComparison): PairedEndpoints {
  const [rest, free] = [new Set(old), new Set(now)];
  const changed: { findings: readonly Finding[] }[] = [];
  for (const least of [SAME, PLACE, 2, 1]) {
    for (const one of rest) {
      const other = [...free].find(each => each.owner === one.owner && likeness(one, each, options) >= least);
      if (!other) continue;
      rest.delete(one);
      free.delete(other);
      const findings = differences(one, other, options);
      if (findings.length > 0) changed.push({ findings });
    }
  }
  return { lost: [...rest], added: [...free], changed };
}

const PARTS = ['port', 'path', 'job'] as const;
const PLACE = PARTS.length;
const SAME = PLACE + 1;

/** How many parts of two endpoints are the same, as far as they are known. All labels together count as one part. */
function likeness(one: ComparedEndpoint, other: ComparedEndpoint, options: MetricsComparison): number {
  const same = PARTS.filter(part => isSame(one[part], other[part])).length;
  return same === PLACE && labelDifferences(one, other, options).length === 0 ? SAME : same;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || one === other;
}

function differences(one: ComparedEndpoint, other: ComparedEndpoint, options: MetricsComparison): Finding[] {
  const isMoved = PARTS.some(part => !isSame(one[part], other[part]));
  const moved = isMoved
    ? found('metrics-changed', '', { reason: 'moved', component: one.owner, from: placeText(one), to: placeText(other) }) : [];
  return [...moved, ...labelDifferences(one, other, options)];
}

function labelDifferences(one: ComparedEndpoint, other: ComparedEndpoint, { labels }: MetricsComparison): Finding[] {
  const wanted = labels == null ? [...one.labels.keys()] : labels.filter(label => one.mayHaveMore || one.labels.has(label));
  const common = { component: one.owner, place: placeText(other) };
  return wanted.filter(label => label !== 'job').flatMap(label => {
    const [expected, given] = [one.labels.get(label), other.labels.get(label)];
    const key = String(label);
    if (!other.labels.has(label)) return other.mayHaveMore ? [] : found('metrics-changed', '', { reason: 'label-lost', ...common, key });
    return isSame(expected, given) ? []
      : found('metrics-changed', '', { reason: 'label-changed', ...common, key, expected: String(expected), given: String(given) });
  });
}

function told(reason: 'lost' | 'added', endpoint: ComparedEndpoint): Finding[] {
  return found('metrics-changed', '', { reason, component: endpoint.owner, place: placeText(endpoint) });
}
