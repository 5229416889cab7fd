import { IngressProvider } from './ingress/ingress-provider';
import { IKindRenderer } from './kind-renderer';
import { WebLogicExporterProps, weblogicExporterProps } from './metrics/weblogic-exporter';
import { MonitoringProvider } from './metrics/monitoring-provider';
import { workloadDefaults, WorkloadDefaults } from '../../model/workloads/generic/defaults';
import { bad, must } from '../../base/findings/finding';
import { Class, instanceOf } from '../../base/brand';
import { all, closed, filled, flag, list, object, pattern, unique } from '../../base/check';
import { userName, apiVersion, isDnsLabel } from '../../base/names';

/** Properties of a KubernetesPlatform. */
export interface KubernetesPlatformProps {
  /**
   * The provider that collects metrics: a monitor is rendered for each component with metrics endpoints.
   *
   * @default - none: no monitor is rendered, a component that asks to be scraped is the warning
   * `metrics-not-collected`, and `binding.metrics` has its endpoints without a scraper
   */
  readonly metrics?: MonitoringProvider;

  /**
   * The provider that lets requests into the cluster, and decides which objects an IngressTrait is rendered to.
   *
   * @default - none: an IngressTrait is the error `no-ingress-provider`
   */
  readonly ingress?: IngressProvider;

  /**
   * Name of the cluster, the value of the label `<vendor>_cluster` of series.
   *
   * @default - `local` with SeriesLabels.PLATFORM, otherwise series do not have the label
   */
  readonly clusterName?: string;

  /**
   * Defaults of the workloads with flat properties, such as their Pod Security Standard.
   *
   * @default - none
   */
  readonly defaults?: WorkloadDefaults;

  /**
   * Whether pods of Kubernetes' own kinds have the recommended labels `app.kubernetes.io/name` (the component),
   * `app.kubernetes.io/instance` (the application) and `app.kubernetes.io/managed-by`. Labels that a workload sets
   * itself take precedence, and selectors do not use them. Changing this restarts all pods.
   *
   * @default true
   */
  readonly recommendedPodLabels?: boolean;

  /**
   * Renderers for further kinds of workloads and traits. A renderer takes precedence over the library's own.
   *
   * @default - none
   */
  readonly renderers?: IKindRenderer[];

  /**
   * The exporter that publishes the metrics of WebLogic domains.
   *
   * @default - the platform's exporter, if the metrics of the Domain are collected
   */
  readonly weblogicExporter?: WebLogicExporterProps;

  /**
   * The user of the scraper's query interface, for a ScraperAccess.
   *
   * @default - none: a ScraperAccess fails
   */
  readonly scraperUser?: string;

  /**
   * The vendor in `oam.<vendor>.io/v1alpha1`, the API version of its OAM kinds.
   *
   * @default "verrazzano"
   */
  readonly vendor?: string;

  /**
   * Prefix of the vendor's workload kinds: `Verrazzano` for `VerrazzanoHelidonWorkload`.
   *
   * @default - the vendor in capitalized words: `my-vendor` gives `MyVendor`
   */
  readonly workloadKindPrefix?: string;
}

const provider = (
  type: Class<MonitoringProvider | IngressProvider>, shape: 'monitoring-provider' | 'ingress-provider',
) => instanceOf(type, shape, each => each._parts.check());

/** The check of the properties. */
export const PLATFORM = closed({
  metrics: provider(MonitoringProvider, 'monitoring-provider'),
  ingress: provider(IngressProvider, 'ingress-provider'),
  clusterName: pattern(/^[^$]+$/, 'series-label'),
  defaults: workloadDefaults,
  recommendedPodLabels: flag,
  // resolved when called: its module is loaded only when needed
  weblogicExporter: (value, field) => weblogicExporterProps(value, field),
  scraperUser: userName,
  vendor: must(isDnsLabel, 'invalid-name', 'vendor'),
  workloadKindPrefix: pattern(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix'),
  // no two renderers for the same kind
  renderers: all(list((value, field) => {
    if (typeof value?.render !== 'function') return bad('invalid-type', 'renderer', field, value);
    const type = { apiVersion: value.apiVersion, kind: value.kind };
    return object({ apiVersion, kind: filled }, ['apiVersion', 'kind'])(type, field);
  }), unique(({ apiVersion: version, kind }) => `${version} ${kind}`, 'apiVersion and kind')),
});
