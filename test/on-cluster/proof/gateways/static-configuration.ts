/** What a control plane gives to Envoy piece by piece, as one configuration that never changes. */
import { freePort, LOOPBACK } from '../../../e2e/support/waiting';

/** Part of a configuration. */
type Part = Readonly<Record<string, any>>;

/** xDS resources, by their kind. */
export interface XdsResources {
  readonly listeners?: readonly Part[];
  readonly routes?: readonly Part[];
  readonly clusters?: readonly Part[];
  readonly endpoints?: readonly Part[];
  /** Certificates and authorities, by the name under which they are asked for. */
  readonly secrets?: readonly Part[];
}

/** A configuration, and where it listens. */
export interface StaticConfiguration {
  readonly staticResources: { readonly listeners: readonly object[]; readonly clusters: readonly object[] };
  /** The loopback port of each listener, by the port that it asks for. */
  readonly ports: ReadonlyMap<number, number>;
}

/** Which parts with a name a stock Envoy does not have. */
export type IsForeign = (name: string) => boolean;

/** Fields that name what another discovery service has, and what replaces them. */
type Replacements = Readonly<Record<string, (given: any) => Part>>;

/** Writes all that is referred to in place of the reference, and moves the listeners to free loopback ports. */
export async function staticConfiguration(given: XdsResources, isForeign: IsForeign = () => false): Promise<StaticConfiguration> {
  const { listeners = [], clusters = [] } = given;
  const ports = new Map<number, number>();
  for (const { address: { socket_address: { port_value: asked } } } of listeners) ports.set(asked, await freePort());
  const replacements = replacementsFrom(given);
  const inPlace = (part: Part) => replaced(part, replacements, isForeign) as Part;
  const moved = listeners.map((listener) => {
    const { access_log: _, ...rest } = inPlace(listener);
    return { ...rest, address: { socket_address: { address: LOOPBACK, port_value: ports.get(listener.address.socket_address.port_value) } } };
  });
  return { staticResources: { listeners: moved, clusters: clusters.map(inPlace) }, ports };
}

function replacementsFrom({ routes = [], endpoints = [], secrets = [] }: XdsResources): Replacements {
  const secretOf = (name: string) => named(secrets, 'name', name, 'secret');
  return {
    rds: ({ route_config_name: name }) => ({ route_config: named(routes, 'name', name, 'route configuration') }),
    access_log: () => ({}),
    // by certificates of a mesh
    transport_socket_matches: () => ({}),
    tls_certificate_sds_secret_configs: (each) => ({ tls_certificates: each.map(({ name }: Part) => secretOf(name).tls_certificate) }),
    validation_context_sds_secret_config: ({ name }) => ({ validation_context: secretOf(name).validation_context }),
    // of a cluster whose type is EDS
    eds_cluster_config: ({ service_name: name }) => ({ load_assignment: named(endpoints, 'cluster_name', name, 'endpoints') }),
  };
}

function named(all: readonly Part[], key: string, name: string, what: string): Part {
  const found = all.find((each) => each[key] === name);
  if (!found) throw new Error(`no ${what} ${name}; there are ${all.map((each) => each[key]).join(', ')}`);
  return found;
}

function replaced(given: unknown, replacements: Replacements, isForeign: IsForeign): unknown {
  if (Array.isArray(given)) {
    return given.filter((each) => typeof each?.name !== 'string' || !isForeign(each.name)).map((each) => replaced(each, replacements, isForeign));
  }
  if (typeof given !== 'object' || given === null) return given;
  const isEds = (given as Part).type === 'EDS';
  const parts = Object.entries(given).map(([key, value]) => {
    if (key in replacements) return replaced(replacements[key](value), replacements, isForeign) as Part;
    return { [key]: isEds && key === 'type' ? 'STATIC' : replaced(value, replacements, isForeign) };
  });
  return Object.assign({}, ...parts);
}
