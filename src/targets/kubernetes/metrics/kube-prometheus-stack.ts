import { PROMETHEUS_OPERATOR } from './monitor-dialects';
import type { ProviderParts } from './monitoring-provider';
import { mesh, MONITOR_OPTIONS, operatorProvider } from './prometheus-operator';
import { MonitorOptions, ScrapedMesh } from './prometheus-operator-props';
import { FINE, found, Shown } from '../../../base/findings/finding';
import { asProps, closed, flag } from '../../../base/check';
import { isDnsSubdomain, namespaceName, objectName } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { prometheusNameOf } from '../../../cluster/scraping/prometheus';

/** A release of the Helm chart kube-prometheus-stack, by the chart's defaults. */
export interface KubePrometheusStackProps extends MonitorOptions {
  /** Name of the Helm release. */
  readonly release: string;

  /** Namespace of the release, or the chart's `namespaceOverride`. */
  readonly namespace: string;

  /**
   * The chart's `fullnameOverride`.
   * @default - none: names begin with those of the release and of the chart
   */
  readonly fullnameOverride?: string;

  /**
   * The chart's `nameOverride`.
   * @default kube-prometheus-stack
   */
  readonly nameOverride?: string;

  /**
   * The chart's `cleanPrometheusOperatorObjectNames`: the name of the Prometheus resource does not end in
   * `-prometheus`.
   * @default false
   */
  readonly cleanPrometheusOperatorObjectNames?: boolean;

  /**
   * The chart's `podMonitorSelectorNilUsesHelmValues`, `serviceMonitorSelectorNilUsesHelmValues` and
   * `scrapeConfigSelectorNilUsesHelmValues`: whether the Prometheus takes only monitors with the label `release` of the
   * release. With false it takes all.
   * @default true
   */
  readonly selectorNilUsesHelmValues?: boolean;

  /**
   * The service mesh.
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: ScrapedMesh;
}

const LONGEST_RELEASE = 53;

const CHECK = closed<KubePrometheusStackProps>({
  release: (value, field) => isDnsSubdomain(value, LONGEST_RELEASE) ? FINE : found('invalid-name', field, {
    reason: 'subdomain', rule: { phrase: 'subdomain', max: LONGEST_RELEASE }, value: Shown.of(value),
  }),
  namespace: namespaceName,
  fullnameOverride: objectName,
  nameOverride: objectName,
  cleanPrometheusOperatorObjectNames: flag,
  selectorNilUsesHelmValues: flag,
  ...MONITOR_OPTIONS,
  mesh,
}, ['release', 'namespace']);

/** The Prometheus of the chart, which takes monitors of all namespaces. */
export function kubePrometheusStack(props: KubePrometheusStackProps): ProviderParts {
  const taken = snapshot(props);
  const {
    release: name, selectorNilUsesHelmValues, fullnameOverride, nameOverride, cleanPrometheusOperatorObjectNames,
    ...options
  } = asProps(taken);
  return operatorProvider(PROMETHEUS_OPERATOR, {
    ...options,
    name: prometheusNameOf(String(name), { fullnameOverride, nameOverride, cleanPrometheusOperatorObjectNames }),
    monitorSelector: selectorNilUsesHelmValues === false ? {} : { matchLabels: { release: name } },
    monitorNamespaceSelector: {},
    // the chart selects rules with this label whatever its `ruleSelectorNilUsesHelmValues`
    ruleSelector: { matchLabels: { release: name } },
    ruleNamespaceSelector: {},
  }, { check: () => CHECK(taken, '') });
}
