import { isObject } from '../private/check';
import { isPort, metricsPath } from '../private/network';

/** Where a workload is scraped when no MetricsTrait says otherwise. */
export interface MetricsDefaults {
  /** HTTP port of the metrics endpoint, 1 to 65535. */
  readonly port: number;

  /** HTTP path of the metrics endpoint. */
  readonly path: string;

  /**
   * Name of the secret with the credentials for the endpoint, in the workload's namespace.
   *
   * @default - the endpoint needs no credentials
   */
  readonly secret?: string;
}

/** Port of the generic workload types (Helidon, Containerized, Deployment). */
export const GENERIC_PORT = 8080;
/** Path of the generic workload types, and of Coherence. */
export const GENERIC_PATH = '/metrics';

/** The defaults of the generic workload types. */
export const GENERIC_METRICS: MetricsDefaults = { port: GENERIC_PORT, path: GENERIC_PATH };

/** `prometheus.io/port` and `prometheus.io/path` on the pods go before the defaults of the workload's type, as on the platform. */
export function annotated(defaults: MetricsDefaults, annotations: any): MetricsDefaults {
  if (!isObject(annotations)) return defaults;
  const written = annotations['prometheus.io/port'];
  const port = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : NaN;
  const path = annotations['prometheus.io/path'];
  return {
    ...defaults,
    port: isPort(port) ? port : defaults.port,
    path: metricsPath(path, '').length === 0 ? path : defaults.path,
  };
}
