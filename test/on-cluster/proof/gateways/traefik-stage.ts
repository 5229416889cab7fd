/** A cluster with Traefik, and what all sets of routes have in common. */
import { ask, hangUp } from './ask';
import { startBackends } from './backends';
import { CERTIFICATE_HOSTS, GATEWAYS, NAMESPACE_OBJECTS, NAMESPACES, secretFor, SERVICE_PORT, SERVICES } from './route-sets';
import { CLASS, EntryPoint, startTraefik, Traefik } from './traefik-server';
import { eventually, LOOPBACK } from '../../../e2e/support/waiting';
import { certificate } from '../../../verify/query/certificate';
import type { Cluster } from '../../bench/cluster';
import { establish, readCrds } from '../../bench/crds';

const GROUP = 'gateway.networking.k8s.io';

/** A machine under load reads objects late. */
const PATIENCE = { timeout: 120_000 };

/** Any object. */
export type KubernetesObject = Parameters<Cluster['client']['apply']>[0];

const SERVED = Object.keys(NAMESPACES).flatMap((namespace) => SERVICES.map((name) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { selector: { app: name }, ports: [{ name: 'http', port: SERVICE_PORT, protocol: 'TCP' }] },
})));

const CLASSES = [
  { apiVersion: `${GROUP}/v1`, kind: 'GatewayClass', metadata: { name: CLASS }, spec: { controllerName: 'traefik.io/gateway-controller' } },
  { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name: CLASS }, spec: { controller: 'traefik.io/ingress-controller' } },
];

/** A Secret with a certificate for a host, whose subject is the name of the Secret. */
function secretOf(host: string | undefined): KubernetesObject {
  const name = secretFor(host);
  const { cert, key } = certificate(name, { hosts: [host ?? 'any.example.org'] });
  const stringData = { 'tls.crt': cert, 'tls.key': key };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: GATEWAYS }, type: 'kubernetes.io/tls', stringData };
}

/** A Gateway that takes routes of all namespaces at a port, with a listener for each host. */
export function gatewayOf(name: string, port: number, hosts: readonly (string | undefined)[]): KubernetesObject {
  const listeners = hosts.map((hostname, i) => ({
    name: `l-${i}`,
    port,
    protocol: 'HTTPS',
    ...hostname && { hostname },
    allowedRoutes: { namespaces: { from: 'All' } },
    tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secretFor(hostname) }] },
  }));
  return { apiVersion: `${GROUP}/v1`, kind: 'Gateway', metadata: { name, namespace: GATEWAYS }, spec: { gatewayClassName: CLASS, listeners } };
}

/** An HTTPRoute of the namespace `shop` at a Gateway, from paths, as `Exact /a`, to Services. */
export function httpRouteOf(name: string, hostnames: readonly string[], paths: Readonly<Record<string, string>>): KubernetesObject {
  const rules = Object.entries(paths).map(([path, service]) => {
    const [type, value] = path.split(' ');
    return { matches: [{ path: { type, value } }], backendRefs: [{ name: service, port: SERVICE_PORT }] };
  });
  const parentRefs = [{ name, namespace: GATEWAYS }];
  return { apiVersion: `${GROUP}/v1`, kind: 'HTTPRoute', metadata: { name, namespace: 'shop' }, spec: { parentRefs, hostnames, rules } };
}

/** Applies objects, and asks for what they serve. */
export class Stage {
  public static async start(cluster: Cluster, entryPoints: readonly EntryPoint[]): Promise<Stage> {
    const { client } = cluster;
    await establish(client, readCrds(['gateway-api', 'traefik']));
    for (const each of NAMESPACE_OBJECTS) await client.apply(each);
    const stage = new Stage(cluster, await startTraefik(cluster, entryPoints));
    await stage.apply([...CLASSES, ...CERTIFICATE_HOSTS.map(secretOf)]);
    await stage.serve(SERVED);
    return stage;
  }

  private readonly stops: (() => Promise<void>)[] = [];

  private constructor(private readonly cluster: Cluster, private readonly traefik: Traefik) {}

  public async apply(objects: readonly KubernetesObject[]): Promise<void> {
    await Promise.all(objects.map(async (object) => this.cluster.client.apply(object)));
  }

  /** Applies Services, and has pods answer for them. */
  public async serve(services: readonly KubernetesObject[]): Promise<void> {
    await this.apply(services);
    const { slices, stop } = await startBackends(services);
    this.stops.push(stop);
    await this.apply(slices);
  }

  /** Waits until a request is answered with a status. Objects of one kind are read in the order in which they are applied. */
  public async until(port: number, host: string, path: string, status: number, headers?: Record<string, string>): Promise<void> {
    let last: number | undefined;
    await eventually(async () => {
      last = (await ask(port, { host, path, port, tls: true, headers })).status;
      return last === status || undefined;
    }, () => `https://${host}${path} at ${LOOPBACK}:${port} is answered with ${last}, not ${status}:\n${this.traefik.log()}`, PATIENCE);
  }

  /** Which Service takes a request, as `namespace/name`; `none`, or what else is answered. */
  public async taking(port: number, host: string, path: string): Promise<string> {
    const { status, received } = await ask(port, { host, path, port, tls: true });
    if (received) return received.service.replace(/:\d+$/, '');
    return status === 404 ? 'none' : String(status);
  }

  /** Waits until a Service takes a request. */
  public async untilTaken(port: number, host: string, path: string, service: string): Promise<void> {
    let last: string | undefined;
    await eventually(async () => {
      last = await this.taking(port, host, path);
      return last === service || undefined;
    }, () => `https://${host}${path} at ${LOOPBACK}:${port} is taken by ${last}, not ${service}:\n${this.traefik.log()}`, PATIENCE);
  }

  public async stop(): Promise<void> {
    hangUp();
    for (const stop of this.stops) await stop();
  }
}
