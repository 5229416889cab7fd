import { ScrapedCluster, ScrapedTarget, targetText } from './scrapes';
import { grouped } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import type { ObjectIndex } from '../objects/object-index';

/** The series of an endpoint, for comparing two states of a cluster. */
export interface ComparedSeries extends ScrapedTarget {
  /** Names the pods. Only series of the same owner are compared. */
  readonly owner: string;
  /** The objects that run the pods and decide on their scrapes: none for the components of an OAM platform. */
  readonly pods?: TypedManifest;
  readonly by: readonly TypedManifest[];
  /** Whether it has more labels than are known. */
  readonly mayHaveMore?: boolean;
}

/** The series of all pods. */
export function seriesIn(index: ObjectIndex, ownerOf: (pods: TypedManifest) => string): ComparedSeries[] {
  const cluster = new ScrapedCluster(index);
  return index.pods.flatMap(pods => cluster.scrapes(pods).flatMap(({ targets, links }) => targets.map(target =>
    ({ ...target, owner: ownerOf(pods), pods, by: links.map(({ object }) => object) }))));
}

/** The series of an endpoint before and after. */
type SeriesPair = readonly [before: ComparedSeries, after: ComparedSeries];

const PARTS = ['port', 'path', 'job'] as const;
const PLACE = PARTS.length;
const SAME = PLACE + 1;

/**
 * Pairs series of the same owner: identical ones, or those with the same port, path and job, or similar ones. The order
 * in which they are given does not matter.
 *
 * @param labels the labels that count; by default, all
 */
export function pairSeries(
  before: readonly ComparedSeries[], after: readonly ComparedSeries[], labels?: readonly string[],
) {
  const [were, are] = [before, after].map(series => {
    const keyed = series.map(each =>
      ({ each, key: `${each.owner} ${targetText(each)} ${JSON.stringify([...each.labels].sort())}` }));
    return keyed.sort((a, b) => a.key < b.key ? -1 : 1).map(({ each }) => each);
  });
  const free = grouped(are, ({ owner }) => [owner]);
  let lost = were;
  const pairs = [SAME, PLACE, 2, 1].flatMap(least => {
    const found = lost.flatMap((one): SeriesPair[] => {
      const own = free.get(one.owner) ?? [];
      const i = own.findIndex(each => likeness(one, each, labels) >= least);
      return i < 0 ? [] : [[one, own.splice(i, 1)[0]]];
    });
    const paired = new Set(found.map(([one]) => one));
    lost = lost.filter(each => !paired.has(each));
    return found;
  });
  return { pairs, lost, added: [...free.values()].flat() };
}

/** The number of parts of two endpoints that are the same, as far as they are known. All labels count as one part. */
function likeness(one: ComparedSeries, other: ComparedSeries, labels?: readonly string[]): number {
  const same = PARTS.filter(part => one[part] === undefined || other[part] === undefined || one[part] === other[part]);
  return same.length === PLACE && lostLabels(one, other, labels).length === 0 ? SAME : same.length;
}

/** Whether two endpoints differ in port, path or job. */
export function isMovedEndpoint(one: ComparedSeries, other: ComparedSeries): boolean {
  return likeness(one, other) < PLACE;
}

/**
 * The labels that series no longer have, or with another value. What only the scraper knows, as a pod's name, equals no
 * known value.
 */
export function lostLabels(one: ComparedSeries, other: ComparedSeries, labels?: readonly string[]): string[] {
  const wanted = labels?.filter(label => one.mayHaveMore || one.labels.has(label)) ?? [...one.labels.keys()];
  return wanted.filter(label => label !== 'job'
    && (other.labels.has(label) ? one.labels.get(label) !== other.labels.get(label) : !other.mayHaveMore));
}
