import { readFileSync } from 'fs';
import { Backends } from './backends';
import { Certificate, certificate } from './certificate';
import { startHaproxy } from './haproxy';
import { haproxyFromIngresses } from './haproxy-sites';
import { certificatesAskedFor, IngressCluster } from './ingress-sites';
import { startNginx } from './nginx';
import { nginxFromIngresses } from './nginx-sites';
import { freePort } from './ports';

/** Servers that are configured from Ingresses as their controllers do it. */
export const INGRESS_SERVERS = {
  nginx: async (cluster: IngressCluster) => startNginx(nginxFromIngresses(cluster)),
  haproxy: async (cluster: IngressCluster) => startHaproxy(haproxyFromIngresses(cluster)),
} as const;

/** The name of one. */
export type IngressServer = keyof typeof INGRESS_SERVERS;

/** The ports of a server that routes. */
export interface RunningIngresses {
  readonly httpPort: number;
  readonly httpsPort: number;
}

/** What is served. */
export interface Served {
  readonly ingresses: readonly any[];
  readonly backends: Backends;
  /** By `<namespace>/<name>` of their Secrets. @default - none */
  readonly certificates?: Readonly<Record<string, Certificate>>;
  /** @default public */
  readonly className?: string;
}

/** Has a server route what Ingresses say, on free ports. */
export async function serveIngresses(name: IngressServer, served: Served): Promise<RunningIngresses> {
  const { ingresses, backends, certificates, className = 'public' } = served;
  const ports = { httpPort: await freePort(), httpsPort: await freePort() };
  await INGRESS_SERVERS[name]({ className, ingresses, endpoints: backends.endpoints, certificates, ...ports });
  return ports;
}

/** The certificates that Ingresses ask for, as cert-manager makes them, or whoever makes their Secrets; by `<namespace>/<name>`. */
export async function certificatesFor(ingresses: readonly any[]): Promise<Record<string, Certificate>> {
  const asked = [...certificatesAskedFor(ingresses)];
  return Object.fromEntries(await Promise.all(asked.map(async ([secret, hosts]) => [secret, await certificate(hosts)])));
}

/** The certificates of those who signed them. */
export function authoritiesOf(certificates: Readonly<Record<string, Certificate>>): string[] {
  return Object.values(certificates).map(({ caFile }) => readFileSync(caFile, 'utf8'));
}
