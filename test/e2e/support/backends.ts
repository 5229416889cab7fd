import { LOOPBACK } from './ports';
import { startUpstream, Upstream } from './upstream';

/** The Services of a cluster, with a server behind each of their ports. */
export interface Backends {
  /** The addresses behind each port, by `<namespace>/<name>:<port>`. */
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  /** The servers behind each port. */
  readonly servers: Readonly<Record<string, readonly Upstream[]>>;
}

/** The ports of the Services among the objects, as `<namespace>/<name>:<port>`. */
export function servicePorts(objects: readonly any[]): string[] {
  return objects.filter(({ kind }) => kind === 'Service').flatMap(({ metadata: { namespace = 'default', name }, spec: { ports = [] } }) => {
    return ports.map(({ port }: any) => `${namespace}/${name}:${port}`);
  });
}

/** Starts servers behind each port, one if nothing else is said. Each answers with the port's name, and which of the servers it is. */
export async function startBackends(ports: readonly string[], count = 1): Promise<Backends> {
  const started = await Promise.all(ports.map(async (name): Promise<[string, Upstream[]]> => [
    name, await Promise.all(Array.from({ length: count }, async (_, index) => startUpstream((response) => response.end(`${name} ${index}`)))),
  ]));
  return {
    endpoints: Object.fromEntries(started.map(([name, servers]) => [name, servers.map(({ port }) => `${LOOPBACK}:${port}`)])),
    servers: Object.fromEntries(started),
  };
}
