import { FINE, Finding, found } from '../findings/finding';
import { labelsOfNamespace, KnownLabels, PodsEnd } from '../network/ends';
import { unmet } from '../objects/labels';
import { asObject, isFilled, isObject } from '../private/check';
import { isKind, kindName } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** A Prometheus that the operator runs. */
export interface RenderedPrometheus {
  readonly object: TypedManifest;
  /** What it is called: `monitoring/k8s`. */
  readonly name: string;
  readonly pods: PodsEnd;
}

const KINDS = ['monitoring.coreos.com/Prometheus', 'monitoring.coreos.com/PrometheusAgent'];

/** The fields of a Prometheus that select monitors of a kind. */
const SELECTORS: Readonly<Record<string, readonly [labels: string, namespaces: string]>> = {
  'monitoring.coreos.com/PodMonitor': ['podMonitorSelector', 'podMonitorNamespaceSelector'],
  'monitoring.coreos.com/ServiceMonitor': ['serviceMonitorSelector', 'serviceMonitorNamespaceSelector'],
};

/** The Prometheus resources among objects. */
export function prometheusesOf(objects: readonly TypedManifest[]): RenderedPrometheus[] {
  return objects.filter(object => KINDS.includes(kindName(object))).map(object => {
    const { namespace, name } = asObject(object.metadata);
    const own = isFilled(namespace) ? namespace : undefined;
    const called = String(name);
    const pods = { namespace: own, namespaceLabels: labelsOfNamespace(objects, own), labels: podLabelsOf(object, called), ports: [] };
    return { object, name: own === undefined ? called : `${own}/${called}`, pods };
  });
}

/** The labels that the operator gives to the pods. */
function podLabelsOf(object: TypedManifest, name: string): KnownLabels {
  return {
    ...asObject<Record<string, string>>(object.spec?.podMetadata?.labels),
    'app.kubernetes.io/name': isKind(object, KINDS[0]) ? 'prometheus' : 'prometheus-agent',
    'app.kubernetes.io/instance': name,
    'app.kubernetes.io/managed-by': 'prometheus-operator',
    'operator.prometheus.io/name': name,
    'operator.prometheus.io/shard': '0',
    ...isKind(object, KINDS[0]) ? { prometheus: name } : {},
  };
}

/** Why a Prometheus does not take a monitor. A selector that is not there selects none; of namespaces, its own. */
export function againstMonitor(prometheus: RenderedPrometheus, monitor: TypedManifest, objects: readonly TypedManifest[]): Finding[] {
  const [labels, namespaces] = SELECTORS[kindName(monitor)];
  const { object: { kind, spec }, name } = prometheus;
  if (!isObject(spec?.[labels])) {
    return found('monitor-not-selected', ['spec', labels], { reason: 'no-selector', kind, prometheus: name });
  }
  const own = asObject<Record<string, string>>(monitor.metadata?.labels);
  const missing = unmet(spec[labels], own);
  if (missing.length > 0) return found('monitor-not-selected', 'metadata.labels', { reason: 'labels', missing, kind, prometheus: name });
  return againstNamespace(prometheus, monitor, objects, namespaces);
}

function againstNamespace(
  { object: { kind, spec }, name: prometheus, pods }: RenderedPrometheus, monitor: TypedManifest, objects: readonly TypedManifest[],
  selector: string,
): Finding[] {
  const given: unknown = monitor.metadata?.namespace;
  const namespace = typeof given === 'string' ? given : undefined;
  if (namespace === pods.namespace && !isObject(spec?.[selector]) || namespace === undefined) return FINE;
  const at = 'metadata.namespace';
  const common = { namespace, kind, prometheus };
  if (!isObject(spec?.[selector])) return found('monitor-not-selected', at, { reason: 'other-namespace', ...common, selector });
  const missing = unmet(spec[selector], labelsOfNamespace(objects, namespace));
  return missing.length === 0 ? FINE : found('monitor-not-selected', at, { reason: 'namespace-labels', ...common, missing });
}
