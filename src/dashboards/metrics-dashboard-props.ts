import type { Duration } from 'cdk8s';
import type { DashboardDelivery } from './dashboard-delivery';
import type { MetricsRuntime } from './metrics-runtime';
import type { IApplicationConfiguration } from '../application/component-binding';

/** What a component is made of. */
export interface ComponentRuntimes {
  /** Name of the component. */
  readonly component: string;

  /** Its rows of the dashboard, beside that about scrapes. `[]` leaves out those that follow from its workload. */
  readonly runtimes: MetricsRuntime[];
}

/** Properties of a MetricsDashboard. */
export interface MetricsDashboardProps {
  /**
   * The applications that have a dashboard each.
   *
   * @default - all of the platform, also those that are declared later
   */
  readonly applications?: IApplicationConfiguration[];

  /**
   * What components are made of.
   *
   * @default - a HelidonWorkload is `HELIDON`, a WebLogicWorkload or a Domain `WEBLOGIC`, a CoherenceWorkload or a Coherence resource
   * `COHERENCE`; of all others there are the scrapes alone
   */
  readonly components?: ComponentRuntimes[];

  /**
   * How the dashboards get into Grafana.
   *
   * @default DashboardDelivery.sidecar()
   */
  readonly delivery?: DashboardDelivery;

  /**
   * The title of the dashboard of a single application.
   *
   * @default - namespace and name of the application, and the values of `matchers`: `shop / cart (berlin)`
   */
  readonly title?: string;

  /**
   * The tags by which dashboards are found.
   *
   * @default ["cdk8s-oam"]
   */
  readonly tags?: string[];

  /**
   * How often the dashboards are drawn anew, 5 seconds at least.
   *
   * @default Duration.minutes(1)
   */
  readonly refresh?: Duration;

  /**
   * Labels that the series of this cluster have, such as `cluster`, where a data source has those of several: each query asks for them.
   *
   * @default - none
   */
  readonly matchers?: { [label: string]: string };

  /**
   * The namespace of the objects with the dashboards.
   *
   * @default - that of each application
   */
  readonly namespace?: string;

  /**
   * More labels of the objects.
   *
   * @default - none
   */
  readonly objectLabels?: { [key: string]: string };
}
