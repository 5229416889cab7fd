import type { k8s } from 'cdk8s-plus-27';
import type { SeriesLabelOptions } from './series-labels';
import type { Scraper } from '../../../model/platform/metrics';
import type { ScrapeSettings } from '../../../model/traits/scrape-settings';

/** The kinds of monitors that the Prometheus Operator knows. */
export enum MonitorKind {
  /** Pods are found by their labels; no Service is needed. */
  POD_MONITOR = 'PodMonitor',
  /** Pods are found by a Service that leads to them. */
  SERVICE_MONITOR = 'ServiceMonitor',
  /**
   * Pods are found by scrape jobs, one for each endpoint, which the Prometheus selects by `scrapeConfigSelector` and
   * `scrapeConfigNamespaceSelector`. Needs Prometheus Operator 0.70; the kind is `v1alpha1` still.
   */
  SCRAPE_CONFIG = 'ScrapeConfig',
}

/** A service mesh whose sidecars let in nobody without a certificate of the mesh. */
export interface MeshScrapeClass {
  /** The namespaces whose pods have a sidecar. Their metrics are scraped over TLS. */
  readonly namespaces: string[];

  /** The scrape class of the Prometheus resource (`spec.scrapeClasses[].name`) with the certificates of the mesh. */
  readonly scrapeClass: string;
}

/** How endpoints are scraped, whatever scrapes them. */
export interface ScrapeOptions extends SeriesLabelOptions {
  /**
   * How to scrape endpoints whose MetricsTrait does not set it, and endpoints without a MetricsTrait.
   *
   * @default - as the scraper scrapes by default
   */
  readonly scrape?: ScrapeSettings;

  /**
   * Scrapers that this one replaces: it scrapes the endpoints of MetricsTraits that name one of them.
   *
   * @default - that of the reference platform, `verrazzano-system/vmi-system-prometheus-0`
   */
  readonly replaces?: Scraper[];
}

/** Options of monitors, for any Prometheus. */
export interface MonitorOptions extends ScrapeOptions {
  /**
   * The kind of the monitors.
   *
   * @default MonitorKind.POD_MONITOR
   */
  readonly monitorKind?: MonitorKind;

  /**
   * More labels for each monitor.
   *
   * @default - none
   */
  readonly monitorLabels?: { [key: string]: string };
}

/** A Prometheus that the Prometheus Operator runs. */
export interface PrometheusOperatorProps extends MonitorOptions {
  /** Namespace of the Prometheus resource. */
  readonly namespace: string;

  /** `metadata.name` of the Prometheus resource. */
  readonly name: string;

  /**
   * `spec.podMonitorSelector` of the Prometheus resource, or `spec.serviceMonitorSelector` for ServiceMonitors, or
   * `spec.scrapeConfigSelector` for ScrapeConfigs; `{}` selects all. Its `matchLabels` are added to each monitor. A
   * monitor that is still not selected is the error `not-selected`.
   */
  readonly monitorSelector: k8s.LabelSelector;

  /**
   * `spec.podMonitorNamespaceSelector` of the Prometheus resource, or `spec.serviceMonitorNamespaceSelector`, or
   * `spec.scrapeConfigNamespaceSelector`; `{}` takes all. An application whose namespace is not selected is an error.
   *
   * @default - the Prometheus takes monitors of its own namespace only, as the operator has it
   */
  readonly monitorNamespaceSelector?: k8s.LabelSelector;

  /**
   * Labels of namespaces, by name, that `monitorNamespaceSelector` selects. `kubernetes.io/metadata.name` is known.
   *
   * @default - none
   */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };

  /**
   * `spec.ruleSelector` of the Prometheus resource; `{}` selects all. Its `matchLabels` are added to each object with
   * rules of MetricsAlerts. An object that is still not selected is an error.
   *
   * @default - not known: MetricsAlerts are an error
   */
  readonly ruleSelector?: k8s.LabelSelector;

  /**
   * `spec.ruleNamespaceSelector` of the Prometheus resource; `{}` takes all.
   *
   * @default - the Prometheus takes rules of its own namespace only, as the operator has it
   */
  readonly ruleNamespaceSelector?: k8s.LabelSelector;

  /**
   * The service mesh.
   *
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshScrapeClass;
}

/** A VMAgent, or a VMSingle that scrapes, of the VictoriaMetrics operator. */
export interface VictoriaMetricsOperatorProps extends MonitorOptions {
  /** Namespace of the VMAgent resource. */
  readonly namespace: string;

  /** `metadata.name` of the VMAgent resource. */
  readonly name: string;

  /**
   * `spec.podScrapeSelector` of the VMAgent resource, or `spec.serviceScrapeSelector` for VMServiceScrapes; `{}`
   * selects all, and so does a resource with `selectAllByDefault: true`. Its `matchLabels` are added to each object. An
   * object that is still not selected is an error.
   */
  readonly monitorSelector: k8s.LabelSelector;

  /**
   * `spec.podScrapeNamespaceSelector` of the VMAgent resource, or `spec.serviceScrapeNamespaceSelector`; `{}` takes
   * all. An application whose namespace is not selected is an error.
   *
   * @default - the VMAgent takes objects of its own namespace only
   */
  readonly monitorNamespaceSelector?: k8s.LabelSelector;

  /**
   * Labels of namespaces, by name, that `monitorNamespaceSelector` selects. `kubernetes.io/metadata.name` is known.
   *
   * @default - none
   */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };

  /**
   * `spec.ruleSelector` of the VMAlert resource that queries what this VMAgent scrapes; `{}` selects all. Its
   * `matchLabels` are added to each VMRule of MetricsAlerts. A VMRule that is still not selected is an error.
   *
   * @default - not known: MetricsAlerts are an error
   */
  readonly ruleSelector?: k8s.LabelSelector;

  /**
   * `spec.ruleNamespaceSelector` of the VMAlert resource; `{}` takes all.
   *
   * @default - the VMAlert takes rules of the VMAgent's namespace only
   */
  readonly ruleNamespaceSelector?: k8s.LabelSelector;

  /**
   * The service mesh. Its scrape class is one of the VMAgent (`spec.scrapeClasses`).
   *
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshScrapeClass;
}
