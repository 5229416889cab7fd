import { judged, JudgedCluster, Judgement, Rule } from './rule';
import { judgeRejected, judgeSelection } from './selection';
import { Finding, found, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { podSpecPaths } from '../objects/pod-holders';
import { isFilled, isObject, listOf } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { kindOf, MONITOR_KINDS } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { objectName } from '../private/written';
import { rejectedEndpoints } from '../scraping/rejected';

/** The pods that are scraped by monitors. An operator leaves out a monitor that it rejects or does not select, and only its log says so. */
export const MONITORS: Rule = {
  kinds: MONITOR_KINDS,
  findings: {
    'not-selected': 'a monitor that no Prometheus or VMAgent selects',
    'scrape-timeout': 'a timeout longer than the interval, or than the default interval of the Prometheus',
    'invalid-value': 'a regular expression that RE2 rejects; several credentials in one endpoint',
    'missing-field': 'a relabeling without a field that its action needs, such as the modulus of `hashmod`',
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
  const rejected = rejectedEndpoints(monitor, by?.object);
  const missed = cluster.scraped.missed(monitor, by !== undefined && rejected.length === 0);
  return [
    ...judgements,
    ...judgeRejected(monitor, rejected, selection, cluster),
    ...missed?.flatMap(({ object, path, breaks }) => judged(monitor, object.kind === 'NetworkPolicy'
      ? found('broken-scrape', '', { reason: 'policy', monitor: objectName(monitor), scraper: `${by!.object.kind} ${by!.name}` })
      : within(path, breaks), 'warning', object))
      ?? judged(monitor, found('cannot-judge', 'spec.selector', { reason: 'pods' }), 'unjudged'),
    ...cluster.scraped.selectedBy(monitor).flatMap(object => judged(monitor, initPorts(monitor, object), 'warning', object)),
  ];
}

/** Reports ports of init containers that a monitor scrapes, too: such a target is down once the container has ended. */
function initPorts(monitor: TypedManifest, object: TypedManifest): Finding[] {
  const { selectsServices, endpoints } = kindOf(monitor).monitor!;
  if (selectsServices) return [];
  const scraped = new Set(listOf(monitor.spec?.[endpoints]).filter(isObject).map(({ port, portNumber }) =>
    isFilled(port) ? port : portNumber));
  const [path = []] = podSpecPaths(object);
  return listOf(fieldAt(object, path)?.initContainers).flatMap((container, i) => container?.restartPolicy === 'Always' ? []
    : listOf(container?.ports).flatMap((port, j) => !scraped.has(port?.name) && !scraped.has(port?.containerPort) ? []
      : found('broken-scrape', [...path, 'initContainers', i, 'ports', j], {
        reason: 'init-port', monitor: objectName(monitor), value: Shown.of(port?.name ?? port?.containerPort),
      })));
}
