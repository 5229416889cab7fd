/** Traefik, which reads its objects from the API server of a cluster. */
import { freePort, LOOPBACK } from '../../../e2e/support/waiting';
import { programOf } from '../../bench/binaries';
import type { Cluster } from '../../bench/cluster';

/** An entry point: where requests come in. */
export interface EntryPoint {
  /** As `routes-1`: letters, digits and dashes. */
  readonly name: string;
  readonly port: number;
  /** Whether all that is served there is served over TLS, as Traefik's chart has it for `websecure`. A listener of a Gateway says so itself. @default false */
  readonly tls?: boolean;
}

/** A Traefik that runs. */
export interface Traefik {
  /** What its interface answers, as of `/api/http/routers`. */
  api(path: string): Promise<any>;
  /** The end of its log. */
  log(): string;
}

/** The class of its Gateways and Ingresses. */
export const CLASS = 'traefik';

/** Starts Traefik as its chart does, with Gateways, Ingresses and Middlewares, at entry points of its own. */
export async function startTraefik({ add, client: { access }, caFile }: Cluster, entryPoints: readonly EntryPoint[]): Promise<Traefik> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const providers = ['kubernetesgateway', 'kubernetesingress', 'kubernetescrd'].flatMap((name) => [
    `--providers.${name}.endpoint=${access.url}`, `--providers.${name}.token=${access.token}`, `--providers.${name}.certauthfilepath=${caFile}`,
    `--providers.${name}.throttleduration=200ms`,
  ]);
  const entries = entryPoints.flatMap(({ name, port: own, tls }) =>
    [`--entrypoints.${name}.address=${LOOPBACK}:${own}`, ...tls ? [`--entrypoints.${name}.http.tls=true`] : []]);
  const { log } = await add({
    name: 'traefik',
    file: programOf('traefik'),
    args: [
      `--entrypoints.traefik.address=${LOOPBACK}:${port}`, '--api.insecure=true', '--ping=true', '--log.level=ERROR', '--log.nocolor=true',
      '--global.checknewversion=false', '--global.sendanonymoususage=false', '--providers.providersthrottleduration=200ms',
      `--providers.kubernetesingress.ingressclass=${CLASS}`, ...providers, ...entries,
    ],
    files: {},
    ports: [port, ...entryPoints.map((each) => each.port)],
    isReady: async () => (await fetch(`${url}/ping`)).ok,
  });
  return { log, api: async (path) => (await fetch(`${url}${path}`)).json() };
}
