import { failWith, firstOnes, MOST_PLACES } from './failures';
import type { MetricsComparison } from './scrape-expectation';
import { jobNaming } from './scraped';
import { ViewedCluster } from './viewed-cluster';
import { Finding, found, saying } from '../findings/finding';
import { describeBare } from '../findings/words';
import { COMPONENT } from '../objects/labels';
import { ownLabels } from '../objects/pod-holders';
import { closed, filled, isFilled, list } from '../private/check';
import { refuse } from '../private/errors';
import { ComparedSeries, isMoved, lostLabels, pairSeries, seriesIn } from '../scraping/compared-series';
import { againstOamObject, boundComponents, targetsOfComponent } from '../verify/oam-targets';
import { placeText } from '../scraping/scrapes';

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
  const [component, place] = [one.owner, placeText(other)];
  const common = { component, place };
  return [
    ...isMoved(one, other) ? found('metrics-changed', '', { reason: 'moved', component, from: placeText(one), to: place }) : [],
    ...lostLabels(one, other, labels).flatMap(key => other.labels.has(key) ? found('metrics-changed', '', {
      reason: 'label-changed', ...common, key, expected: String(one.labels.get(key)), given: String(other.labels.get(key)),
    }) : found('metrics-changed', '', { reason: 'label-lost', ...common, key })),
  ];
}

function told(reason: 'lost' | 'added', endpoint: ComparedSeries): Finding[] {
  return found('metrics-changed', '', { reason, component: endpoint.owner, place: placeText(endpoint) });
}
