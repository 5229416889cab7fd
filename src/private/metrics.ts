import { isObject, listOf } from './check';

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
  return endpointFields(spec).map(({ port, path }) => ({ port: port ?? defaults.port, path: path ?? defaults.path }));
}

/** The fields of each of these endpoints: those of an entry of `ports`, or of the spec itself. */
export function endpointFields(spec: any): readonly Readonly<Record<string, any>>[] {
  const own = isObject(spec) ? spec : {};
  if (own.enabled === false) return [];
  const listed = listOf(own.ports).filter(isObject);
  return listed.length === 0 ? [own] : own.port == null ? listed : [...listed, own];
}
