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

/** The version of the platform that names the Prometheus job of a metrics endpoint. */
export enum JobNaming {
  /** Versions 1.0 to 1.3: `<app>_default_<namespace>_<component>[_<i>]`, of any length. */
  V1_0 = '1.0',

  /**
   * Versions 1.4 and later: `<app>_<namespace>_<component>[_<i>]`. A name over 63 characters loses the component and is then
   * cut at 63 characters, so that two endpoints can get the same name.
   */
  V1_4 = '1.4',
}

/** The parts of a job name. */
export interface JobParts {
  readonly application: string;
  readonly namespace?: string;
  readonly component: string;
  /** Index of the endpoint; the first has no suffix. */
  readonly index: number;
}

const MAX_LENGTH = 63;
/** The cluster, which the platform never fills in. */
const CLUSTER = 'default';
const DEFAULT_NAMESPACE = 'default';

/** The full job name: a label of Prometheus has no length limit. */
export function fullJobName({ application, namespace, component, index }: JobParts): string {
  return `${application}_${namespace || DEFAULT_NAMESPACE}_${component}${index > 0 ? `_${index}` : ''}`;
}

/** The job name, exactly as the platform generates it. */
export function jobName(naming: JobNaming, { application, namespace, component, index }: JobParts): string {
  const ns = namespace || DEFAULT_NAMESPACE;
  const suffix = index > 0 ? `_${index}` : '';
  if (naming === JobNaming.V1_0) return `${application}_${CLUSTER}_${ns}_${component}${suffix}`;
  const full = fullJobName({ application, namespace, component, index });
  return full.length <= MAX_LENGTH ? full : `${application}_${ns}${suffix}`.slice(0, MAX_LENGTH);
}
