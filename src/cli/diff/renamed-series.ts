import { canonical } from './compare';
import type { ComparedCluster, Consequence } from './compared-cluster';
import type { FolderObject } from './objects';
import { uniquePairs } from './renames';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { COMPONENT } from '../../objects/labels';
import { labelsOfPods, ownLabels } from '../../objects/pod-holders';
import { ruleOf, seriesLabel } from '../../objects/relabel-rule';
import { isObject, listOf } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind, kindOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../../private/oam-kind';
import { ComparedSeries, lostLabels, pairSeries, seriesIn, SeriesPair } from '../../scraping/compared-series';
import { monitorsIn } from '../../scraping/scrape-jobs';

/**
 * Finds pods that are still scraped, but whose series get another job or lose labels: queries for the old ones return no new samples.
 * Only the effects of monitors and Services count, not changed labels of pods, which change in many releases.
 */
export function renamedSeries(cluster: ComparedCluster, renamed: ReadonlyMap<TypedManifest, TypedManifest>): Consequence[] {
  const differing = cluster.objects.filter(({ kind }) => kind !== 'same');
  if (!differing.some(each => [each.before, each.after].some(isDeciding))) return [];
  const pairs = seriesPairs(cluster, renamed);
  // many components may share a monitor
  const byObject = grouped(pairs.flatMap(pair => {
    const object = cluster.differing(pair.flatMap(({ by }) => by));
    return object ? [{ pair, object }] : [];
  }), ({ object }) => [object]);
  return [
    ...[...byObject].flatMap(([object, own]) => changesOf(own.map(({ pair }) => pair)).map(finding => ({ object, finding }))),
    ...differing.filter(({ before, after }) => before && after && namingRules(before) !== namingRules(after)).flatMap(object =>
      found('series-renamed', '', saying('the metric relabelings that name series have changed: queries, alert rules and dashboards for '
        + 'the old names and labels may no longer match',
      'keep the rules, or change what asks for the series too')).map(finding => ({ object, finding }))),
  ];
}

const isDeciding = (object?: FolderObject) =>
  object !== undefined && (isKind(object.value, SERVICE) || monitorsIn(object.value).length > 0);

/** The fields of endpoints with rules that change samples, for each operator. */
const METRIC_RULES = ['metricRelabelings', 'metricRelabelConfigs', 'metricRelabeling'];

/** The rules of a monitor that change names or labels of series; rules that only keep or drop samples are excluded. */
function namingRules({ value }: FolderObject): string {
  const field = kindOf(value).monitor?.endpoints;
  if (field === undefined) return '';
  const holders = [value.spec, ...listOf<unknown>(value.spec?.[field])].filter(isObject);
  const rules = holders.flatMap(each => METRIC_RULES.flatMap(name => listOf<unknown>(each[name]))).filter(isObject);
  return canonical(rules.map(ruleOf).filter(({ action }) => !/^(keep|drop)/i.test(String(action))));
}

/** The series before and after of the same pods, by name or else by component, without those of monitors of other components. */
function seriesPairs(cluster: ComparedCluster, renamed: ReadonlyMap<TypedManifest, TypedManifest>): readonly SeriesPair[] {
  const { before, after } = cluster;
  const nowOf = (pods: TypedManifest) => cluster.comparisonOf(pods).after?.value ?? renamed.get(pods);
  const known = new Set(before.pods.map(nowOf));
  const others = uniquePairs(before.pods.filter(each => !nowOf(each)), after.pods.filter(each => !known.has(each)), componentOf);
  const origins = new Map([...renamed, ...others].map(([pods, now]) => [now, pods]));
  const [from, to] = [before, after].map(index => seriesIn(index, pods => identityKey(identityOf(origins.get(pods) ?? pods)))
    .filter(({ pods, by }) => by.every(each => [undefined, componentOf(pods!)].includes(componentOf(each)))));
  return pairSeries(from, to).pairs;
}

const componentOf = (object: TypedManifest): string | undefined => ownLabels(object)[COMPONENT];

/** The findings on all series that an object renames. */
function changesOf(pairs: readonly SeriesPair[]): Finding[] {
  const jobs = pairs.filter(([{ job: was }, { job: is }]) => was !== is);
  const [was, is] = [0, 1].map(side => [...new Set(jobs.map(pair => pair[side as 0].job ?? '?'))]);
  const labels = [...new Set(pairs.flatMap(([one, other]) => lostLabels(one, other).filter(label => !isOfPods(label, one, other))))].sort();
  return [
    ...was.length > 0 ? found('series-renamed', '', { reason: 'job', was, is }) : FINE,
    ...labels.length > 0 ? found('series-renamed', '', { reason: 'labels', labels }) : FINE,
  ];
}

/** Whether series lose a label because the pods no longer have it, or with another value. */
function isOfPods(label: string, { labels, pods: was }: ComparedSeries, { pods: is }: ComparedSeries): boolean {
  const now = labelsOfPods(is!);
  return Object.entries(labelsOfPods(was!)).some(([key, value]) =>
    seriesLabel(key) === label && labels.get(label) === value && now[key] !== value);
}
