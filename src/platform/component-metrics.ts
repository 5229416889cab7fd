import { Scraper } from './scraper';

/** An endpoint from which metrics are collected. */
export interface MetricsEndpoint {
  /** HTTP port, 1 to 65535. */
  readonly port: number;
  /** HTTP path. */
  readonly path: string;
  /** Name of the Prometheus job: the `job` label of every series. */
  readonly jobName: string;
}

/** How the metrics of a component are collected, whatever was left out of its MetricsTrait. */
export interface ComponentMetrics {
  /**
   * The endpoints; none if metrics are disabled, or the workload cannot be scraped, or it is that of a component from
   * elsewhere, which is not known here.
   */
  readonly endpoints: MetricsEndpoint[];

  /** The scraper that collects them. */
  readonly scraper: Scraper;

  /**
   * Name of the secret with the credentials for the endpoints.
   *
   * @default - the endpoints need no credentials
   */
  readonly secret?: string;
}
