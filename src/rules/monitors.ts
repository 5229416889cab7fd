import type { Judgement } from './rule';
import { within } from '../findings/finding';
import { ObjectIndex } from '../objects/object-index';
import { identityKey, identityOf } from '../private/kinds/identity';
import { kindName, kindOf } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { againstMonitor } from '../scraping/prometheus';
import { rejectedEndpoints } from '../scraping/rejected';
import { ScrapedCluster } from '../scraping/scrapes';

// Authority: the operator that writes the scraper's configuration from monitors. It leaves out a monitor that it rejects or that no scraper
// selects, and says so in its log alone.

/**
 * Reports a monitor that its operator leaves out, and one that leads to none of the pods here. The latter is a warning, since containers
 * may be injected into pods, and so is the selector of a scraper that is only described, since there may be another scraper.
 */
function judgeMonitor(monitor: TypedManifest, cluster: ScrapedCluster, isDescribed: (object: TypedManifest) => boolean): Judgement[] {
  const scrapers = cluster.prometheuses.filter(({ selectors }) => selectors[kindName(monitor)]);
  const judged = scrapers.map(scraper => ({ scraper: scraper.object, findings: againstMonitor(scraper, monitor, cluster.index) }));
  const [{ scraper, findings } = { scraper: monitor, findings: rejectedEndpoints(monitor) }] =
    judged.sort((one, other) => one.findings.length - other.findings.length);
  if (findings.length === 0) {
    return cluster.missed(monitor).flatMap(({ object, path, breaks }) =>
      within(path, breaks).map(finding => ({ of: monitor, object, finding, isWarning: true })));
  }
  return findings.map(finding => {
    const isSelection = finding.code === 'monitor-not-selected';
    const object = isSelection && finding.path[0] === 'spec' ? scraper : monitor;
    return { of: monitor, object, finding, isWarning: isSelection && isDescribed(scraper) };
  });
}

/** Judges the monitors among objects, in a cluster with what a platform describes of it beside them. */
export function judgeMonitors(objects: readonly TypedManifest[], serving: readonly TypedManifest[]): Judgement[] {
  const monitors = objects.filter(isMonitor);
  if (monitors.length === 0) return [];
  const own = new Set(objects.map(json => identityKey(identityOf(json))));
  const described = new Set(serving.filter(object => !own.has(identityKey(identityOf(object)))));
  const cluster = new ScrapedCluster(new ObjectIndex([...objects, ...described]));
  return monitors.flatMap(monitor => judgeMonitor(monitor, cluster, each => described.has(each)));
}

/** Whether an object is a monitor of an operator: jobs of a configuration are selected otherwise. */
export function isMonitor(object: TypedManifest): boolean {
  const { monitor } = kindOf(object);
  return monitor !== undefined && !monitor.isAlone && !monitor.isJob;
}
