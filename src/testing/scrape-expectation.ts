import type { TrafficPeer } from './request-types';
import type { JobNaming } from '../model/platform/metrics';

/** Where pods have to be scraped. */
export interface ScrapeExpectation {
  /** The port of the pods. @default - any port */
  readonly port?: number;
  /** The path of the metrics. @default - any path */
  readonly path?: string;
  /** The job: the label `job` of all series. @default - any job */
  readonly job?: string;
  /**
   * How an OAM platform names its jobs. Its manifests do not say so.
   *
   * @default - on an OAM platform, jobs are not known
   */
  readonly jobNaming?: JobNaming;
  /**
   * The pods of the Prometheus, for NetworkPolicies, if its Prometheus resource is not among the manifests.
   *
   * @default - policies only count if they close the port to everyone
   */
  readonly prometheus?: TrafficPeer;
}

/**
 * Where pods are scraped. Only the scraper knows values that are absent, such as annotations that an operator writes.
 */
export interface ScrapedEndpoint {
  /** The port of the pods. @default - not known */
  readonly port?: number;
  /** The path of the metrics. @default - not known */
  readonly path?: string;
  /** The label `job` of all series. @default - not known */
  readonly job?: string;
}

/** The parts of metrics that must stay the same. */
export interface MetricsComparison {
  /**
   * How the OAM platform names its jobs, if one of the two is for an OAM platform. The manifests do not say so.
   *
   * @default - jobs of an OAM platform are not compared
   */
  readonly jobNaming?: JobNaming;
  /**
   * The labels of series that dashboards and alerts use, such as `pod_name`.
   *
   * @default - all that series had before, as far as manifests show
   */
  readonly labels?: string[];
}
