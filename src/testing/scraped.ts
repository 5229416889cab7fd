import { isIP } from 'node:net';
import {
  checkedQuery, failCount, failNone, failWith, firstOnes, meetsQuery, MOST_PLACES, queryCheck, ViewedCluster,
} from './failures';
import type { ManifestQuery } from './options';
import type { TrafficPeer } from './request-types';
import type { MetricsComparison, ScrapedEndpoint, ScrapeExpectation } from './scrape-expectation';
import { throwFindings } from '../base/brand';
import { all, closed, filled, isFilled, isObject, list, mapOf, oneOf, text } from '../base/check';
import { Check, FINE, found, must, ownWords } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { isKind } from '../base/kind-of';
import type { TypedManifest } from '../base/oam-kind';
import { ConnectionEnd, podsEnd } from '../cluster/network-policies';
import { ComparedSeries, isMovedEndpoint, lostLabels, pairSeries, seriesIn } from '../cluster/scraping/compared-series';
import { targetText, ScrapedCluster, ScrapedTarget, ScrapeTrace } from '../cluster/scraping/scrapes';
import { JobNaming } from '../model/platform/metrics';
import { againstOamObject, boundComponents, OAM_COMPONENT, targetsOfComponent } from '../verify/declared-components';
import { remarkText } from '../verify/remarks';
import { visible } from '../base/shown';
import { metricsPath, port } from '../base/addresses';
import { makesPods, metadataLabels } from '../cluster/objects/pod-templates';
import { COMPONENT } from '../cluster/objects/selectors';

const SUBJECT = 'Manifests.isScraped()';

/** The check of one end of a connection. */
const trafficPeer: Check = all(
  closed({
    pods: queryCheck,
    namespace: filled,
    podLabels: mapOf(text),
    namespaceLabels: mapOf(text),
    address: must(value => isIP(value) > 0, 'invalid-value', 'address'),
  }),
  (value: TrafficPeer, field) => {
    const given = [value?.pods, value?.namespace, value?.address].filter(each => each != null);
    const isLoose = value?.namespace == null && (value?.podLabels != null || value?.namespaceLabels != null);
    return !isObject(value) || given.length === 1 && !isLoose ? FINE : found('invalid-value', field, ownWords(
      "must have exactly one of 'pods', 'namespace' and 'address'; "
        + "'podLabels' and 'namespaceLabels' go with 'namespace'"));
  },
);

const jobNaming = oneOf(JobNaming);
const expectationCheck = closed({ port, path: metricsPath, job: filled, jobNaming, prometheus: trafficPeer });
const comparisonCheck = closed({ jobNaming, labels: list(filled) });

/** An end of a connection, and its title. */
interface NamedEnd {
  readonly title: string;
  readonly end: ConnectionEnd;
}

/** The ends that a peer stands for: one for each object that creates pods, or a single one. */
export function connectionEnds(subject: string, cluster: ViewedCluster, peer: TrafficPeer, field: string): NamedEnd[] {
  throwFindings(subject, trafficPeer(peer, field));
  const { pods, namespace, podLabels: labels = {}, namespaceLabels, address } = peer;
  if (address != null) return [{ title: address, end: { address } }];
  if (pods == null) {
    const known = { ...cluster.index.labelsOfNamespace(namespace), ...namespaceLabels };
    const title = visible(`pods of namespace ${namespace}`);
    return [{ title, end: { namespace, namespaceLabels: known, labels, ports: [] } }];
  }
  return podMakers(subject, cluster, pods, makesPods).map(object =>
    ({ title: cluster.titleOf(object), end: podsEnd(object, cluster.index) }));
}

/** The objects of a query that create pods. Fails if there is none. */
function podMakers(
  subject: string, cluster: ViewedCluster, given: ManifestQuery, isMaker: (object: TypedManifest) => boolean,
): TypedManifest[] {
  const query = checkedQuery(subject, given);
  const asked = cluster.viewed.filter(({ value }) => meetsQuery(query, value));
  const makers = asked.map(({ value }) => value).filter(isMaker);
  if (asked.length === 0) return failNone(query, cluster.viewed);
  return makers.length > 0 ? makers : failCount(query, asked, { reason: 'podless' });
}

/** Asserts that the pods of each object of a query are scraped, and returns where. */
export function findScraped(
  cluster: ViewedCluster, given: ManifestQuery, expected: ScrapeExpectation,
): ScrapedEndpoint[] {
  throwFindings(SUBJECT, expectationCheck(expected, 'expected'));
  const { prometheus } = expected;
  const isComponent = (object: TypedManifest) => isKind(object, OAM_COMPONENT);
  const scraped = podMakers(SUBJECT, cluster, given, object => isComponent(object) || makesPods(object));
  const [scraper] = prometheus == null ? [] : connectionEnds(SUBJECT, cluster, prometheus, 'expected.prometheus');
  const around = new ScrapedCluster(cluster.index, scraper?.end);
  const targets = scraped.flatMap(object => isComponent(object)
    ? scrapedInComponent(cluster, object, expected) : scrapedInPods(cluster, object, expected, around));
  return targets.map(({ labels: _, ...endpoint }) => endpoint);
}

/** The scraped endpoints of a workload or a Pod as expected; fails with the steps of the trace that comes closest. */
function scrapedInPods(
  cluster: ViewedCluster, object: TypedManifest, expected: ScrapeExpectation, around: ScrapedCluster,
): ScrapedTarget[] {
  const traces = around.traces(object);
  const targets = traces.flatMap(trace => trace.targets);
  const { meeting, place } = matchTargets(targets, expected);
  if (meeting.length > 0) return meeting;
  const title = cluster.titleOf(object);
  if (traces.length === 0) return failWith(found('not-scraped', '', { reason: 'none', object: title }));
  // the closest trace has the most steps that hold; of several, it breaks for the fewest reasons
  const holding = ({ links }: ScrapeTrace) => links.filter(({ holds }) => holds !== undefined).length;
  const reasons = ({ links }: ScrapeTrace) =>
    links.flatMap(({ breaks }) => breaks).flatMap(({ parameters: { rule } }) => rule ?? []).length;
  const broken = traces.filter(trace => trace.targets.length === 0);
  const near = broken.sort((a, b) => holding(b) - holding(a) || reasons(a) - reasons(b)).slice(0, 1)
    .filter(trace => targets.length === 0 || holding(trace) > 0);
  const shown = [...traces.filter(trace => trace.targets.length > 0), ...near];
  const lines = shown.flatMap(({ links }) => cluster.linkLines(links));
  const findings = near.flatMap(({ links }) => links.flatMap(({ breaks }) => breaks));
  return failWith(found('not-scraped', '', targets.length === 0 ? { reason: 'broken', object: title }
    : { reason: 'elsewhere', object: title, place }), findings, lines);
}

/** The same for a Component of OAM, for which no monitors are rendered: its traits decide what the platform scrapes. */
function scrapedInComponent(
  cluster: ViewedCluster, object: TypedManifest, expected: ScrapeExpectation,
): ScrapedTarget[] {
  for (const each of cluster.index.objects) throwFindings(cluster.titleOf(each), againstOamObject(each));
  const { name, namespace } = object.metadata as { readonly name?: string; readonly namespace?: string };
  const title = cluster.titleOf(object);
  const bound = boundComponents(cluster.index).filter(each => each.component === name && each.namespace === namespace);
  if (bound.length === 0) return failWith(found('not-scraped', '', { reason: 'unbound', object: title }));
  if (expected.job != null && expected.jobNaming == null) {
    return failWith(found('not-scraped', '', { reason: 'job', object: title }));
  }
  return bound.flatMap(each => {
    const targets = targetsOfComponent(each, expected.jobNaming);
    const { meeting, place } = matchTargets(targets, expected);
    if (meeting.length > 0) return meeting;
    return failWith(found('not-scraped', '', targets.length > 0 ? { reason: 'elsewhere', object: title, place }
      : { reason: 'disabled', object: title, message: remarkText(each.unscraped!) }), [], targets.map(targetText));
  });
}

/** The targets that meet an expectation, and the expectation in words. */
function matchTargets(targets: readonly ScrapedTarget[], expected: ScrapeExpectation) {
  const parts = (['port', 'path', 'job'] as const).filter(part => expected[part] != null);
  const meeting = targets.filter(target => parts.every(part => expected[part] === target[part]));
  return { meeting, place: parts.map(part => `${part} ${expected[part]}`).join(', ') };
}

/** Asserts that each endpoint before is one after, with the labels that its series had. */
export function compareMetrics(before: ViewedCluster, after: ViewedCluster, options: MetricsComparison): void {
  throwFindings('Manifests.sameMetrics()', comparisonCheck(options, 'options'));
  const labels = options.labels ?? undefined;
  const [old, now] = [before, after].map(cluster => scrapedSeries(cluster, options));
  if (old.length === 0) {
    failWith(found('metrics-changed', '', ownWords('nothing is scraped before: nothing is compared')));
  }
  const { lost, added, pairs } = pairSeries(old, now, labels);
  const changed = pairs.map(([one, other]) => {
    const [component, place] = [one.owner, targetText(other)];
    const common = { component, place };
    const moved = { reason: 'moved', component, from: targetText(one), to: place } as const;
    return [
      ...isMovedEndpoint(one, other) ? found('metrics-changed', '', moved) : [],
      ...lostLabels(one, other, labels).flatMap(key => {
        const [expected, given] = [one, other].map(each => String(each.labels.get(key)));
        return other.labels.has(key)
          ? found('metrics-changed', '', { reason: 'label-changed', ...common, key, expected, given })
          : found('metrics-changed', '', { reason: 'label-lost', ...common, key });
      }),
    ];
  }).filter(({ length }) => length > 0);
  if (lost.length + changed.length === 0) return;
  const about = (reason: 'lost' | 'added', series: ComparedSeries) =>
    found('metrics-changed', '', { reason, component: series.owner, place: targetText(series) });
  const findings = [...changed.flat(), ...lost.flatMap(each => about('lost', each))];
  const lines = [...findings, ...added.flatMap(each => about('added', each))].map(describeBare);
  const head = found('metrics-changed', '', { reason: 'some', number: lost.length + changed.length, all: old.length });
  failWith(head, findings, firstOnes(lines.sort(), MOST_PLACES));
}

/** The series of a cluster, by the components to which they belong. */
function scrapedSeries(cluster: ViewedCluster, options: MetricsComparison): ComparedSeries[] {
  for (const each of cluster.index.objects) throwFindings(cluster.titleOf(each), againstOamObject(each));
  const owner = (namespace: unknown, component: unknown) =>
    isFilled(namespace) ? `${namespace}/${String(component)}` : String(component);
  const bound = boundComponents(cluster.index).flatMap(each => targetsOfComponent(each, options.jobNaming).map(target =>
    ({ ...target, owner: owner(each.namespace, each.component), by: [], mayHaveMore: true })));
  return [...bound, ...seriesIn(cluster.index, pods => {
    const { [COMPONENT]: component = pods.metadata?.name } = metadataLabels(pods);
    return owner(pods.metadata?.namespace, component);
  })];
}
