import { isObject, listOf, asObject } from './check';

/** Port and path of one metrics endpoint. */
export interface Endpoint { readonly port: number; readonly path: string }

/**
 * The endpoints that the spec of a MetricsTrait describes. Defaults of the workload fill in what is missing: a spec
 * that names no port is about all of them, an entry of `ports` about the first one.
 */
export function endpointsOf(spec: unknown, defaults: readonly Endpoint[]): Endpoint[] {
  const isOpen = listOf(asObject(spec).ports).length === 0;
  return endpointFields(spec).flatMap(({ port, path }) => (port == null && isOpen ? defaults : [defaults[0]])
    .map(usual => ({ port: port ?? usual.port, path: path ?? usual.path })));
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
