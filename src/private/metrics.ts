import { isObject } from './check';

/** Port and path of one metrics endpoint. */
export interface Endpoint {
  readonly port: number;
  readonly path: string;
}

/**
 * The endpoints that the spec of a MetricsTrait stands for: those in `ports`, then `port` with its path; without
 * `ports`, a single one. What is left out comes from the defaults of the workload's type.
 */
export function endpointsOf(spec: any, defaults: Endpoint): Endpoint[] {
  const { enabled, port, path, ports } = isObject(spec) ? spec : {} as any;
  if (enabled === false) return [];
  const single = { port, path };
  const listed: any[] = Array.isArray(ports) ? ports.filter(isObject) : [];
  const entries = listed.length === 0 ? [single] : port == null ? listed : [...listed, single];
  return entries.map(entry => ({ port: entry.port ?? defaults.port, path: entry.path ?? defaults.path }));
}
