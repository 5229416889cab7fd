import { FINE, Finding, found } from '../findings/finding';
import { rejectedEndpoints } from './rejected';
import { PodsEnd, podsEnd } from '../network/ends';
import { unmet } from '../objects/labels';
import type { ObjectIndex } from '../objects/object-index';
import type { KnownLabels } from '../objects/pod-holders';
import { asObject, isObject, textOf } from '../private/check';
import { kindName } from '../private/kinds/kind-of';
import { SCRAPE_CONFIG } from '../private/kinds/operator-kinds';
import type { TypedManifest } from '../private/oam-kind';

/** A Prometheus that the Prometheus Operator runs, or a VMAgent that the VictoriaMetrics operator runs. */
export interface RenderedPrometheus {
  readonly object: TypedManifest;
  /** Its namespace and name: `monitoring/k8s`. */
  readonly name: string;
  readonly pods: PodsEnd;
  readonly selectors: MonitorSelectors;
}

/** The fields of a resource that select monitors of a kind. */
type MonitorSelectors = Readonly<Record<string, readonly [labels: string, namespaces: string] | undefined>>;

const BY_PROMETHEUS: MonitorSelectors = {
  'monitoring.coreos.com/PodMonitor': ['podMonitorSelector', 'podMonitorNamespaceSelector'],
  'monitoring.coreos.com/ServiceMonitor': ['serviceMonitorSelector', 'serviceMonitorNamespaceSelector'],
  [SCRAPE_CONFIG]: ['scrapeConfigSelector', 'scrapeConfigNamespaceSelector'],
};

const BY_AGENT: MonitorSelectors = {
  'operator.victoriametrics.com/VMPodScrape': ['podScrapeSelector', 'podScrapeNamespaceSelector'],
  'operator.victoriametrics.com/VMServiceScrape': ['serviceScrapeSelector', 'serviceScrapeNamespaceSelector'],
};

/** The properties of a kind of scrapers. */
interface ScraperKind {
  readonly selectors: MonitorSelectors;
  /** The labels that the operator sets on the pods of a scraper with a name. */
  readonly podLabels: (name: string) => KnownLabels;
}

/** The labels that the Prometheus Operator sets for both of its kinds. */
const ofPrometheus = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/managed-by': 'prometheus-operator',
  'operator.prometheus.io/name': name,
  'operator.prometheus.io/shard': '0',
});

const ofVictoriaMetrics = (kind: string) => (name: string) => ({
  'app.kubernetes.io/name': kind,
  'app.kubernetes.io/instance': name,
  'app.kubernetes.io/component': 'monitoring',
  'managed-by': 'vm-operator',
});

const KINDS: Readonly<Record<string, ScraperKind | undefined>> = {
  'monitoring.coreos.com/Prometheus': {
    selectors: BY_PROMETHEUS, podLabels: name => ({ ...ofPrometheus('prometheus')(name), prometheus: name }),
  },
  'monitoring.coreos.com/PrometheusAgent': { selectors: BY_PROMETHEUS, podLabels: ofPrometheus('prometheus-agent') },
  'operator.victoriametrics.com/VMAgent': { selectors: BY_AGENT, podLabels: ofVictoriaMetrics('vmagent') },
  'operator.victoriametrics.com/VMSingle': { selectors: BY_AGENT, podLabels: ofVictoriaMetrics('vmsingle') },
};

/** The objects that scrape. */
export function prometheusesOf(index: ObjectIndex): RenderedPrometheus[] {
  return index.objects.flatMap(object => {
    const kind = KINDS[kindName(object)];
    if (!kind) return [];
    const { namespace, name } = asObject(object.metadata);
    const own = textOf(namespace);
    const called = String(name);
    const labels = { ...asObject<Record<string, string>>(object.spec?.podMetadata?.labels), ...kind.podLabels(called) };
    const pods = { namespace: own, namespaceLabels: index.labelsOfNamespace(own), labels, ports: [] };
    return { object, name: own === undefined ? called : `${own}/${called}`, pods, selectors: kind.selectors };
  });
}

/** Reports why a scraper does not take a monitor: it does not select it, or its operator rejects an endpoint. */
export function againstMonitor(prometheus: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex): Finding[] {
  const unselected = againstSelectors(prometheus, monitor, index);
  return unselected.length > 0 ? unselected : rejectedEndpoints(monitor, textOf(prometheus.object.spec?.scrapeInterval));
}

/** Without a selector for labels, a scraper selects no monitor; without one for namespaces, those of its own. */
function againstSelectors(prometheus: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex): Finding[] {
  const [labels, namespaces] = prometheus.selectors[kindName(monitor)]!;
  const { object: { kind, spec }, name, selectors } = prometheus;
  const [selector, ofNamespaces] = [spec?.[labels], spec?.[namespaces]];
  const isAgent = selectors === BY_AGENT;
  if (isAgent && spec?.selectAllByDefault === true && !isObject(selector) && !isObject(ofNamespaces)) return FINE;
  // a VMAgent that selects only namespaces takes all monitors in them
  const effective = isAgent && isObject(ofNamespaces) ? selector ?? {} : selector;
  if (!isObject(effective)) {
    return found('monitor-not-selected', ['spec', labels], { reason: 'no-selector', kind, prometheus: name });
  }
  const own = asObject<Record<string, string>>(monitor.metadata?.labels);
  const missing = unmet(effective, own);
  if (missing.length > 0) {
    return found('monitor-not-selected', 'metadata.labels', { reason: 'own-labels', missing, kind, prometheus: name });
  }
  return againstNamespace(prometheus, monitor, index, namespaces);
}

function againstNamespace(
  { object: { kind, spec }, name: prometheus, pods }: RenderedPrometheus, monitor: TypedManifest, index: ObjectIndex,
  selector: string,
): Finding[] {
  const given: unknown = monitor.metadata?.namespace;
  const namespace = typeof given === 'string' ? given : undefined;
  if (namespace === pods.namespace && !isObject(spec?.[selector]) || namespace === undefined) return FINE;
  const at = 'metadata.namespace';
  const common = { namespace, kind, prometheus };
  if (!isObject(spec?.[selector])) return found('monitor-not-selected', at, { reason: 'in-namespace', ...common, selector });
  const missing = unmet(spec[selector], index.labelsOfNamespace(namespace));
  return missing.length === 0 ? FINE : found('monitor-not-selected', at, { reason: 'own-namespace', ...common, missing });
}

/** A reader of scrape jobs, and its pods. */
type JobsReader = Pick<RenderedPrometheus, 'object' | 'pods'>;

/** The readers of the jobs in an object: pods that mount it, and resources of the Prometheus Operator that refer to it. */
export function readersOf(
  holder: TypedManifest, index: ObjectIndex, prometheuses: readonly RenderedPrometheus[],
): readonly JobsReader[] {
  const { namespace, name } = asObject(holder.metadata);
  return [
    ...index.mountersOf(holder).map(object => ({ object, pods: podsEnd(object, index) })),
    ...holder.kind !== 'Secret' ? [] : prometheuses.filter(({ object: { metadata, spec } }) =>
      metadata?.namespace === namespace && spec?.additionalScrapeConfigs?.name === name),
  ];
}
