import type { Duration } from 'cdk8s';
import type { DashboardDelivery } from './dashboard-delivery';
import type { MetricsRuntime } from './metrics-runtime';
import type { IApplicationConfiguration } from '../../model/application/component-binding';

/** The runtimes of a component. */
export interface ComponentRuntimes {
  /** Name of the component. */
  readonly component: string;

  /** Its rows of the dashboard beside the one about scrapes. `[]` omits those that follow from its workload. */
  readonly runtimes: MetricsRuntime[];
}

/** Properties of a MetricsDashboard. */
export interface MetricsDashboardProps {
  /** The applications, each of which gets a dashboard. @default - all of the platform, also those declared later */
  readonly applications?: IApplicationConfiguration[];

  /**
   * The runtimes of components.
   *
   * @default - a HelidonWorkload is `HELIDON`, a WebLogicWorkload or a Domain `WEBLOGIC`, a CoherenceWorkload or a
   * Coherence resource `COHERENCE`; all others have only the row about scrapes
   */
  readonly components?: ComponentRuntimes[];

  /** How the dashboards get into Grafana. @default DashboardDelivery.sidecar() */
  readonly delivery?: DashboardDelivery;

  /**
   * The title of the dashboard of a single application.
   *
   * @default - namespace and name of the application, and the values of `matchers`: `shop / cart (berlin)`
   */
  readonly title?: string;

  /** The tags by which dashboards are found. @default ["cdk8s-oam"] */
  readonly tags?: string[];

  /** The interval at which the dashboards are refreshed: at least 5 seconds. @default Duration.minutes(1) */
  readonly refresh?: Duration;

  /**
   * Labels that the series of this cluster have, such as `cluster`, if a data source has those of several: each query
   * requires them.
   *
   * @default - none
   */
  readonly matchers?: { [label: string]: string };

  /** The namespace of the objects with the dashboards. @default - that of each application */
  readonly namespace?: string;

  /** Additional labels of the objects. @default - none */
  readonly objectLabels?: { [key: string]: string };
}
