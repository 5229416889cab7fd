import type { k8s } from 'cdk8s-plus-27';
import type { ProviderParts } from './monitoring-provider';
import { AZURE, MonitorDialect, NOT_EXPRESSIBLE, PROMETHEUS_OPERATOR, sameNames } from './monitor-dialects';
import { MONITOR_OPTIONS, operatorProvider, selection } from './prometheus-operator';
import { MonitorOptions } from './prometheus-operator-props';
import { asProps, closed } from '../../../base/check';
import { namespaceName, objectName, podLabels } from '../../../base/names';
import { snapshot } from '../../../base/plain';

/** A collector that reads the monitors of the Prometheus Operator without being run by it. */
export interface MonitorReaderProps extends MonitorOptions {
  /** Namespace of the collector. */
  readonly namespace: string;

  /** Name of its Deployment or other workload: by `<namespace>/<name>`, a MetricsTrait names it as its scraper. */
  readonly name: string;

  /** Labels of the pods that scrape, and of no others, by which NetworkPolicies let them in. */
  readonly podLabels: { [key: string]: string };

  /**
   * Selects monitors. Its `matchLabels` are added to each monitor; a monitor that is still not selected is an error.
   *
   * @default - all monitors are selected
   */
  readonly monitorSelector?: k8s.LabelSelector;

  /**
   * Selects the namespaces of monitors; `kubernetes.io/metadata.name` selects by name.
   *
   * @default - all namespaces are selected
   */
  readonly monitorNamespaceSelector?: k8s.LabelSelector;
}

/** The checks for readers that run in pods of their own, by whose labels NetworkPolicies let them in. */
const CHECK = closed<MonitorReaderProps>({
  namespace: namespaceName,
  name: objectName,
  podLabels,
  monitorSelector: selection,
  monitorNamespaceSelector: selection,
  ...MONITOR_OPTIONS,
}, ['namespace', 'name', 'podLabels']);

/** Grafana Alloy. Its copy of the operator's code does not know all fields. */
const ALLOY: Partial<MonitorDialect> = {
  selector: 'Alloy',
  reader: 'Grafana Alloy',
  ignoresEmpty: true,
  fields: {
    interval: 'interval',
    timeout: 'scrapeTimeout',
    ...sameNames('honorTimestamps', 'scheme'),
    tls: 'tlsConfig',
    ...sameNames('basicAuth', 'authorization', 'metricRelabelings', 'relabelings', 'sampleLimit', 'labelLimit'),
    fallbackScrapeProtocol: NOT_EXPRESSIBLE,
  },
  rules: 'collector',
};

/** The target allocator of the OpenTelemetry Operator. It reads passwords only where it is configured to. */
const TARGET_ALLOCATOR: Partial<MonitorDialect> = {
  selector: 'TargetAllocator', readsOwnSecrets: true, rules: 'collector',
};

/** A provider for a reader of the Prometheus Operator's monitors, with `own` in what differs from the operator. */
const readerProvider = (own: Partial<MonitorDialect>) => (props: MonitorReaderProps): ProviderParts => {
  const taken = snapshot(props);
  const { podLabels: labels, monitorSelector = {}, monitorNamespaceSelector = {}, ...given } = asProps(taken);
  const dialect = { ...PROMETHEUS_OPERATOR, ...own, podLabels: () => labels };
  return operatorProvider(dialect, { ...given, monitorSelector, monitorNamespaceSelector }, {
    check: () => CHECK(taken, ''),
  });
};

export const grafanaAlloy = readerProvider(ALLOY);
export const openTelemetry = readerProvider(TARGET_ALLOCATOR);

/** Monitors for the add-on of AKS and of Azure Arc. */
export interface AzureManagedPrometheusProps extends MonitorOptions {}

/** The add-on of AKS and of Azure Arc, which reads every monitor of its own group in every namespace. */
export function azureManagedPrometheus(props: AzureManagedPrometheusProps): ProviderParts {
  const taken = snapshot(props);
  // the Deployment of the add-on that scrapes
  const collector = { namespace: 'kube-system', name: 'ama-metrics' };
  const whole = { ...asProps(taken), ...collector, monitorSelector: {}, monitorNamespaceSelector: {} };
  return operatorProvider(AZURE, whole, { check: () => closed(MONITOR_OPTIONS)(taken, '') });
}
