import { judged, ObjectRule } from './rule';
import { asObject, listOf } from '../../base/check';
import { FINE, found } from '../../base/findings/finding';
import { fieldAt, kindName, kindOf, mayHavePods } from '../../base/kind-of';
import { containerPorts, podSpecPaths } from '../objects/pod-templates';

/** Names of ports with metrics. */
const METRICS = /metrics|prom/i;
const [PORT, SCRAPE] = ['prometheus.io/port', 'prometheus.io/scrape'];

/**
 * Pods whose ports or annotations ask for scrapes that no monitor makes. Nothing is known of a scraper that the objects
 * do not describe, or that has further jobs elsewhere. A component with a MetricsTrait is scraped where that says.
 */
export const METRICS_PORTS: ObjectRule = {
  subject: 'Ports with metrics',
  // what an OAM platform creates, it scrapes by itself
  kinds: 'all',
  findings: {
    'broken-scrape': 'a port with `metrics` or `prom` in its name, or an annotation `prometheus.io/port`, without a '
      + 'monitor',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/on-cluster/judged-monitors.test.ts',
  judge: (object, { scraped, isDecided }) => {
    if (kindName(object) === '' || !mayHavePods(object)) return [];
    const { pods } = kindOf(object);
    const declared = podSpecPaths(object).flatMap(path => {
      const { containers, initContainers } = asObject(fieldAt(object, path));
      const lasting = listOf(initContainers).map(each => each?.restartPolicy === 'Always' ? each : undefined);
      return Object.entries({ containers, initContainers: lasting })
        .flatMap(([field, list]) => containerPorts(list, [...path, field]));
    });
    const named = declared.filter(({ name, protocol }) => METRICS.test(String(name)) && (protocol ?? 'TCP') === 'TCP');
    const annotations = asObject(pods && fieldAt(object, pods.metadata)?.annotations);
    const port = Number(annotations[PORT]);
    const isAsked = port > 0 && String(annotations[SCRAPE]) !== 'false';
    if (named.length === 0 && !isAsked) return [];
    const { prometheuses, monitors } = scraped;
    const isKnown = prometheuses.length + monitors.length > 0
      && prometheuses.every(({ object: { spec } }) => spec?.additionalScrapeConfigs == null);
    const ports = isKnown && !isDecided(object) ? scraped.scrapedPorts(object) : undefined;
    if (!ports) return [];
    return judged(object, [
      ...named.flatMap(({ name, containerPort, field }) => ports.has(containerPort) ? FINE
        : found('broken-scrape', [...field, 'name'], { reason: 'unscraped-port', name: name! })),
      ...!isAsked || ports.has(port) || named.some(({ containerPort }) => containerPort === port) ? FINE
        : found('broken-scrape', [...pods!.metadata, 'annotations', PORT], { reason: 'unscraped-annotation', port }),
    ], 'warning');
  },
};
