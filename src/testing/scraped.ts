import {
  failCount, failNone, failWith, ViewedCluster, firstOnes, MOST_PLACES, isAsked, queryOf, queryCheck,
} from './failures';
import type { ManifestQuery } from './manifest-query';
import type { ScrapedEndpoint, ScrapeExpectation, MetricsComparison } from './scrape-expectation';
import { found, ParametersOf, Finding, saying, Check, FINE, must } from '../base/findings/finding';
import { makesPods, ownLabels, COMPONENT } from '../cluster/objects/object-index';
import { JobNaming } from '../model/platform/metrics';
import { closed, filled, oneOf, isFilled, list, all, isObject, mapOf, text, visible } from '../base/check';
import { refuse } from '../base/brand';
import { isKind } from '../base/kinds/kind-of';
import { metricsPath, port } from '../base/names';
import type { TypedManifest } from '../base/oam-kind';
import { ScrapedTarget, targetText, ScrapedCluster, ScrapeTrace } from '../cluster/scraping/scrapes';
import { againstOamObject, boundComponents, OAM_COMPONENT, targetsOfComponent } from '../verify/monitors';
import { remarkText } from '../verify/remarks';
import { describeBare } from '../base/findings/words';
import { ComparedSeries, isMovedEndpoint, lostLabels, pairSeries, seriesIn } from '../cluster/scraping/compared-series';
import { isIP } from 'node:net';
import type { TrafficPeer } from './traffic-peer';
import { ConnectionEnd, podsEnd } from '../cluster/network/policies';

const SUBJECT = 'Manifests.isScraped()';

export const jobNaming = oneOf(JobNaming);

/** Asserts that the pods of each object of a query are scraped, and returns where. */
export function findScraped(cluster: ViewedCluster, given: ManifestQuery, expected: ScrapeExpectation): ScrapedEndpoint[] {
  refuse(SUBJECT, expectationCheck(expected, 'expected'));
  const query = queryOf(SUBJECT, given);
  const asked = cluster.viewed.filter(({ value }) => isAsked(query, value));
  const scraped = asked.map(({ value }) => value).filter(value => isKind(value, OAM_COMPONENT) || makesPods(value));
  if (asked.length === 0) return failNone(query, cluster.viewed);
  if (scraped.length === 0) return failCount(query, asked, { reason: 'podless' });
  const [prometheus] = expected.prometheus == null ? [] : endsOf(SUBJECT, cluster, expected.prometheus, 'expected.prometheus');
  const around = new ScrapedCluster(cluster.index, prometheus?.end);
  const scrapedAt = (object: TypedManifest) => (isKind(object, OAM_COMPONENT) ? ofComponent : ofPods)(cluster, object, expected, around);
  return scraped.flatMap(scrapedAt).map(endpointOf);
}

function endpointOf({ labels: _, ...endpoint }: ScrapedTarget): ScrapedEndpoint {
  return endpoint;
}

function ofPods(cluster: ViewedCluster, object: TypedManifest, expected: ScrapeExpectation, around: ScrapedCluster): ScrapedTarget[] {
  const traces = around.traces(object);
  const targets = traces.flatMap(trace => trace.targets);
  const meeting = targets.filter(target => meets(target, expected));
  if (meeting.length > 0) return meeting;
  const title = cluster.titleOf(object);
  if (traces.length === 0) return fail({ reason: 'none', object: title });
  const nearest = closestOf(traces.filter(trace => trace.targets.length === 0));
  const near = nearest && (targets.length === 0 || holdingOf(nearest) > 0) ? [nearest] : [];
  const lines = [...traces.filter(trace => trace.targets.length > 0), ...near].flatMap(({ links }) => cluster.linkLines(links));
  const findings = near.flatMap(({ links }) => links.flatMap(({ breaks }) => breaks));
  const head = targets.length === 0 ? { reason: 'broken', object: title } as const
    : { reason: 'elsewhere', object: title, place: expectedText(expected) } as const;
  return failWith(found('not-scraped', '', head), lines, findings);
}

function ofComponent(cluster: ViewedCluster, object: TypedManifest, expected: ScrapeExpectation): ScrapedTarget[] {
  for (const each of cluster.index.objects) refuse(cluster.titleOf(each), againstOamObject(each));
  const { name, namespace } = object.metadata as { readonly name?: string; readonly namespace?: string };
  const bound = boundComponents(cluster.index).filter(each => each.component === name && each.namespace === namespace);
  const title = cluster.titleOf(object);
  if (bound.length === 0) return fail({ reason: 'unbound', object: title });
  if (expected.job != null && expected.jobNaming == null) return fail({ reason: 'job', object: title });
  return bound.flatMap(each => {
    const targets = targetsOfComponent(each, expected.jobNaming);
    const meeting = targets.filter(target => meets(target, expected));
    if (meeting.length > 0) return meeting;
    if (targets.length === 0) return fail({ reason: 'disabled', object: title, message: remarkText(each.unscraped!) });
    const head = found('not-scraped', '', { reason: 'elsewhere', object: title, place: expectedText(expected) });
    return failWith(head, targets.map(targetText));
  });
}

function fail(parameters: ParametersOf<'not-scraped'>): never {
  return failWith([{ code: 'not-scraped', path: [], parameters: parameters as {} }], []);
}

function meets(target: ScrapedTarget, expected: ScrapeExpectation): boolean {
  return (['port', 'path', 'job'] as const).every(part => expected[part] == null || expected[part] === target[part]);
}

function expectedText(expected: ScrapeExpectation): string {
  return (['port', 'path', 'job'] as const).filter(part => expected[part] != null).map(part => `${part} ${expected[part]}`).join(', ');
}

/** The trace with the most steps that hold; of several, the one that breaks for the fewest reasons. */
function closestOf(traces: readonly ScrapeTrace[]): ScrapeTrace | undefined {
  const lackingIn = ({ links }: ScrapeTrace) =>
    links.flatMap(({ breaks }) => breaks).flatMap(({ parameters: { rule } }) => rule ?? []).length;
  return [...traces].sort((a, b) => holdingOf(b) - holdingOf(a) || lackingIn(a) - lackingIn(b))[0];
}

function holdingOf({ links }: ScrapeTrace): number {
  return links.filter(({ holds }) => holds !== undefined).length;
}

/** Asserts that each endpoint before is one after, with the labels that its series had. */
export function compareMetrics(before: ViewedCluster, after: ViewedCluster, options: MetricsComparison): void {
  refuse('Manifests.sameMetrics()', closed({ jobNaming, labels: list(filled) })(options, 'options'));
  const labels = options.labels ?? undefined;
  const [old, now] = [before, after].map(cluster => endpointsOf(cluster, options));
  if (old.length === 0) failWith(found('metrics-changed', '', saying('nothing is scraped before: nothing is compared')), []);
  const { lost, added, pairs } = pairSeries(old, now, labels);
  const changed = pairs.map(([one, other]) => differences(one, other, labels)).filter(({ length }) => length > 0);
  if (lost.length + changed.length === 0) return;
  const findings = [...changed.flat(), ...lost.flatMap(each => told('lost', each))];
  const head = found('metrics-changed', '', { reason: 'some', number: lost.length + changed.length, all: old.length });
  const lines = [...findings, ...added.flatMap(each => told('added', each))].map(describeBare);
  failWith(head, firstOnes(lines.sort(), MOST_PLACES), findings);
}

function endpointsOf(cluster: ViewedCluster, options: MetricsComparison): ComparedSeries[] {
  for (const each of cluster.index.objects) refuse(cluster.titleOf(each), againstOamObject(each));
  const bound = boundComponents(cluster.index).flatMap(component => targetsOfComponent(component, options.jobNaming)
    .map(target => ({ ...target, owner: ownerOf(component.namespace, component.component), by: [], mayHaveMore: true })));
  return [...bound, ...seriesIn(cluster.index, pods => {
    const { [COMPONENT]: component = pods.metadata?.name } = ownLabels(pods);
    return ownerOf(pods.metadata?.namespace, component);
  })];
}

function ownerOf(namespace: unknown, component: unknown): string {
  return isFilled(namespace) ? `${String(namespace)}/${String(component)}` : String(component);
}

function differences(one: ComparedSeries, other: ComparedSeries, labels?: readonly string[]): Finding[] {
  const [component, place] = [one.owner, targetText(other)];
  const common = { component, place };
  return [
    ...isMovedEndpoint(one, other) ? found('metrics-changed', '', { reason: 'moved', component, from: targetText(one), to: place }) : [],
    ...lostLabels(one, other, labels).flatMap(key => other.labels.has(key) ? found('metrics-changed', '', {
      reason: 'label-changed', ...common, key, expected: String(one.labels.get(key)), given: String(other.labels.get(key)),
    }) : found('metrics-changed', '', { reason: 'label-lost', ...common, key })),
  ];
}

function told(reason: 'lost' | 'added', endpoint: ComparedSeries): Finding[] {
  return found('metrics-changed', '', { reason, component: endpoint.owner, place: targetText(endpoint) });
}

/** An end of a connection, and its title. */
export interface NamedEnd {
  readonly title: string;
  readonly end: ConnectionEnd;
}

const isOne: Check = (value: TrafficPeer, field) => {
  const given = [value?.pods, value?.namespace, value?.address].filter(each => each != null);
  const isLoose = value?.namespace == null && (value?.podLabels != null || value?.namespaceLabels != null);
  return isObject(value) && (given.length !== 1 || isLoose) ? found('invalid-value', field,
    saying("must have exactly one of 'pods', 'namespace' and 'address'; 'podLabels' and 'namespaceLabels' go with 'namespace'")) : FINE;
};

/** The check of one end. */
const trafficPeer: Check = all(
  closed({
    pods: queryCheck,
    namespace: filled,
    podLabels: mapOf(text),
    namespaceLabels: mapOf(text),
    address: must(value => isIP(value) > 0, 'invalid-value', 'address'),
  }),
  isOne,
);

const expectationCheck = closed({ port, path: metricsPath, job: filled, jobNaming, prometheus: trafficPeer });

/** The ends that a peer stands for: one for each object that creates pods, or a single one. */
export function endsOf(subject: string, cluster: ViewedCluster, peer: TrafficPeer, field: string): NamedEnd[] {
  refuse(subject, trafficPeer(peer, field));
  const { pods, namespace, podLabels: labels = {}, namespaceLabels, address } = peer;
  if (address != null) return [{ title: address, end: { address } }];
  if (pods == null) {
    const known = { ...cluster.index.labelsOfNamespace(namespace), ...namespaceLabels };
    const title = visible(`pods of namespace ${namespace}`);
    return [{ title, end: { namespace, namespaceLabels: known, labels, ports: [] } }];
  }
  const query = queryOf(subject, pods);
  const asked = cluster.viewed.filter(({ value }) => isAsked(query, value));
  const making = asked.map(({ value }) => value).filter(makesPods);
  if (asked.length === 0) return failNone(query, cluster.viewed);
  if (making.length === 0) return failCount(query, asked, { reason: 'podless' });
  return making.map(object => ({ title: cluster.titleOf(object), end: podsEnd(object, cluster.index) }));
}
