import { failCount, failNone, failWith } from './failures';
import type { ManifestQuery } from './manifest-query';
import { isAsked, queryOf } from './query';
import type { ScrapedEndpoint, ScrapeExpectation } from './scrape-expectation';
import { endsOf, trafficPeer } from './traffic-ends';
import { ViewedCluster } from './viewed-cluster';
import { found, ParametersOf } from '../findings/finding';
import { makesPods } from '../objects/pod-holders';
import { JobNaming } from '../platform/metrics';
import { closed, filled, oneOf } from '../private/check';
import { refuse } from '../private/errors';
import { isKind } from '../private/kinds/kind-of';
import { metricsPath, port } from '../private/network';
import type { TypedManifest } from '../private/oam-kind';
import type { ScrapedTarget } from '../scraping/endpoints';
import { againstOamObject, boundComponents, OAM_COMPONENT, targetsOfComponent } from '../verify/oam-targets';
import { placeText, ScrapedCluster, ScrapeTrace } from '../scraping/scrapes';
import { wordsOf } from '../verify/remarks';

const SUBJECT = 'Manifests.isScraped()';

export const jobNaming = oneOf(JobNaming);

const expectationCheck = closed({ port, path: metricsPath, job: filled, jobNaming, prometheus: trafficPeer });

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
    if (targets.length === 0) return fail({ reason: 'disabled', object: title, message: wordsOf(each.unscraped!) });
    const head = found('not-scraped', '', { reason: 'elsewhere', object: title, place: expectedText(expected) });
    return failWith(head, targets.map(placeText));
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
