import { judged, JudgedCluster, Judgement, ObjectRule } from './rule';
import { judgeRejected, judgeSelection } from './selection';
import { found, within } from '../findings/finding';
import { kindOf, MONITOR_KINDS } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { objectName } from '../private/written';
import { rejectedEndpoints, unknownClass } from '../scraping/rejected';

/** The pods that are scraped by monitors. An operator leaves out a monitor that it rejects or does not select, and only its log says so. */
export const MONITORS: ObjectRule = {
  subject: 'Monitors',
  kinds: MONITOR_KINDS,
  findings: {
    'not-selected': 'a monitor that no Prometheus or VMAgent selects',
    'scrape-timeout': 'a timeout longer than the interval, or than the default interval of the Prometheus',
    'invalid-value': 'a regular expression that RE2 rejects; several credentials in one endpoint; a scrape class that the Prometheus '
      + 'does not have; a field that the action of a relabeling does not take',
    'missing-field': 'a relabeling without a field that its action needs',
    'broken-route': 'a Service that leads to no port of its pods',
    'broken-scrape': 'a selector, port, relabeling or NetworkPolicy by which no pod is scraped; an init container with a scraped port',
  },
  authority: 'Prometheus Operator, VictoriaMetrics operator, Prometheus',
  proof: 'test/cluster/judged-monitors.test.ts',
  judge: judgeMonitor,
};

/** A monitor that leads to none of the pods here is a warning, since containers may be injected into pods. */
function judgeMonitor(monitor: TypedManifest, cluster: JudgedCluster): Judgement[] {
  const selection = judgeSelection(monitor, cluster);
  const { by, judgements } = selection;
  // the platform reports what is wrong with its own endpoints at the fields of the trait and the provider
  if (kindOf(monitor).monitor!.isAlone || cluster.isRendered(monitor)) return judgements;
  // a platform describes no scrape classes
  const ofClass = by && !cluster.isDescribed(by.object) ? unknownClass(monitor, by.object) : [];
  const rejected = [...ofClass, ...rejectedEndpoints(monitor, by?.object)];
  const missed = cluster.scraped.missed(monitor, by !== undefined && rejected.length === 0);
  return [
    ...judgements,
    ...judgeRejected(monitor, rejected, selection, cluster),
    ...missed?.flatMap(({ object, path, breaks }) => judged(monitor, object.kind === 'NetworkPolicy'
      ? found('broken-scrape', '', { reason: 'policy', monitor: objectName(monitor), scraper: `${by!.object.kind} ${by!.name}` })
      : within(path, breaks.filter(({ code }) => code !== 'invalid-value')), 'warning', object))
      ?? judged(monitor, found('cannot-judge', 'spec.selector', { reason: 'pods' }), 'unjudged'),
  ];
}
