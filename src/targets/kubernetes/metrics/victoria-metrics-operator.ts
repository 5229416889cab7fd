import type { k8s } from 'cdk8s-plus-27';
import { ProviderParts } from './monitor';
import { VICTORIA_METRICS } from './monitor-dialects';
import { operatorMonitors } from './prometheus-operator';
import { MonitorOptions, ScrapedMesh } from './prometheus-operator-props';

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
   * all. An application whose namespace is not selected is an error. A VMAgent without it takes objects of its own
   * namespace only if it has the other selector.
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
  readonly mesh?: ScrapedMesh;
}

/** Renders objects of the VictoriaMetrics operator. */
export function victoriaMetricsOperator(props: VictoriaMetricsOperatorProps): ProviderParts {
  return operatorMonitors({ dialect: VICTORIA_METRICS, props });
}
