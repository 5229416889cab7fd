import { isObject, listOf, asObject } from './check';

/** Port and path of one metrics endpoint. */
export interface Endpoint { readonly port: number; readonly path: string }

/** The endpoints that the spec of a MetricsTrait describes. Defaults of the workload's type fill in what is missing. */
export function endpointsOf(spec: unknown, defaults: Endpoint): Endpoint[] {
  return endpointFields(spec).map(({ port, path }) => ({ port: port ?? defaults.port, path: path ?? defaults.path }));
}

/** The settings of an endpoint in a MetricsTrait. */
interface EndpointFields extends Partial<Endpoint> { readonly [setting: string]: unknown }

/** The fields of each: the entries of `ports`, then `port` with its path; without `ports`, the spec itself. */
export function endpointFields(spec: unknown): readonly EndpointFields[] {
  const own = asObject<EndpointFields & { readonly enabled?: boolean; readonly ports?: unknown }>(spec);
  if (own.enabled === false) return [];
  const listed = listOf<EndpointFields>(own.ports).filter(isObject);
  return listed.length === 0 ? [own] : own.port == null ? listed : [...listed, own];
}
