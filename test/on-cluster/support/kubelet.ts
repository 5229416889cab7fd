/** A stand-in for the kubelets of a cluster without nodes: it places pods, gives them addresses at which they serve HTTP or HTTPS, and says that they run. */
import { createServer, RequestListener, Server } from 'http';
import { createServer as createTlsServer } from 'https';
import { AddressInfo } from 'net';
import { ApiClient, Refused } from '../bench/client';

/** What a pod serves at one of its ports. */
export interface Site {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  /** Who may ask. @default - everybody */
  readonly user?: { readonly username: string; readonly password: string };
  /** The token by which it lets in. @default - it asks for none */
  readonly token?: string;
  /** The certificate with which its port serves HTTPS. @default - it serves HTTP */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** What a kubelet is started with. */
export interface KubeletSetup {
  /** The namespaces whose pods it runs. */
  readonly namespaces: readonly string[];
  /** What a pod serves, beside `404` at the TCP ports that its containers declare. It is asked at each request. @default - nothing */
  readonly sites?: (pod: any) => readonly Site[];
  /** Whether it runs a pod of its namespaces. @default - all */
  readonly runs?: (pod: any) => boolean;
  /** Starts the program of a pod, and returns what ends it. @default - pods only serve */
  readonly program?: (pod: any) => Promise<Ending>;
  /** How long a pod serves before it is ready, in milliseconds. @default 0 */
  readonly startup?: number;
}

/** Ends something that runs in a pod. */
export type Ending = () => Promise<void>;

/** A kubelet that runs. */
export interface Kubelet {
  /** Fails where it could not do its work. */
  check(): void;
  /** Ends it, and what it serves. */
  stop(): Promise<void>;
}

const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } };
const HOST = '192.0.2.1';
/** Between two looks at the pods, in milliseconds. */
const PULSE = 150;
const GONE = [404, 409];

/** Starts the stand-in; it follows pods that come and go until it is stopped. */
export async function startKubelet(client: ApiClient, setup: KubeletSetup): Promise<Kubelet> {
  const { namespaces, sites = () => [], runs = () => true, program, startup = 0 } = setup;
  await client.apply(NODE);
  const running = new Map<string, Promise<Ending[]>>();
  let failure: Error | undefined;
  let isStopped = false;

  const end = async (uid: string) => {
    const endings = await running.get(uid);
    running.delete(uid);
    await Promise.all((endings ?? []).map(async (each) => each()));
  };
  const report = async (pod: any, status: object) => client.merge(pod, { status }, 'status').catch(passOverGone);
  const run = async (pod: any) => {
    const address = nextAddress();
    const ports = new Set([...declaredPorts(pod), ...sites(pod).map(({ port }) => port)]);
    const siteAt = (port: number, path: string) => sites(pod).find((site) => site.port === port && site.path === path);
    const tlsOf = (port: number) => sites(pod).find((site) => site.port === port)?.tls;
    const servers = [...ports].map(async (port): Promise<Ending> => {
      const server = await serve(address, port, (path) => siteAt(port, path), tlsOf(port));
      return async () => close(server);
    });
    const started = Promise.all([...servers, ...program ? [program(pod)] : []]);
    running.set(pod.metadata.uid, started);
    await started;
    if (!pod.spec.nodeName) await client.ask('POST', `${await client.pathOf(pod)}/binding`, bindingOf(pod)).catch(passOverGone);
    await report(pod, statusOf(pod, address, startup === 0));
    if (startup === 0) return;
    setTimeout(() => {
      if (isStopped || !running.has(pod.metadata.uid)) return;
      report(pod, statusOf(pod, address)).catch((error: Error) => { failure = error; });
    }, startup).unref();
  };
  const look = async () => {
    const pods = (await Promise.all(namespaces.map(async (namespace) => client.list('v1', 'Pod', namespace)))).flat().filter(runs);
    const present = new Set(pods.map(({ metadata }) => metadata.uid));
    await Promise.all([...running.keys()].filter((uid) => !present.has(uid)).map(end));
    await Promise.all(pods.map(async (pod) => {
      const { uid, deletionTimestamp } = pod.metadata;
      if (deletionTimestamp) {
        await end(uid);
        // only the kubelet's own word ends a pod before its time of grace is over
        await client.send('DELETE', `${await client.pathOf(pod)}?gracePeriodSeconds=0`);
      } else if (!running.has(uid)) {
        await run(pod);
      }
    }));
  };
  const loop = (async () => {
    while (!isStopped) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  })().catch((error: Error) => { if (!isStopped) failure = error; });

  return {
    check: () => { if (failure) throw new Error(`the kubelet's stand-in has ended: ${failure.message}`); },
    stop: async () => {
      isStopped = true;
      await loop;
      await Promise.all([...running.keys()].map(end));
    },
  };
}

/** A pod that has been deleted meanwhile is found at the next look. */
function passOverGone(error: unknown): void {
  if (!(error instanceof Refused) || !GONE.includes(error.status)) throw error;
}

let given = 0;

/** An address that no other pod has. Parallel workers of jest share the network of pods. */
export function nextAddress(): string {
  const worker = Number(process.env.JEST_WORKER_ID ?? 1) % 16;
  const number = given++;
  return `10.244.${worker * 16 + Math.floor(number / 250)}.${number % 250 + 1}`;
}

function declaredPorts({ spec: { containers, initContainers = [] } }: any): number[] {
  return [...containers, ...initContainers.filter(({ restartPolicy }: any) => restartPolicy === 'Always')]
    .flatMap(({ ports = [] }) => ports).filter(({ protocol }: any) => protocol === 'TCP').map(({ containerPort }: any) => containerPort);
}

async function serve(address: string, port: number, siteAt: (path: string) => Site | undefined, tls?: Site['tls']): Promise<Server> {
  const listener: RequestListener = ({ url = '/', headers }, response) => {
    const site = siteAt(url.replace(/\?.*/, ''));
    const answer = !site ? 404 : isAllowed(site, headers.authorization) ? 200 : 401;
    response.writeHead(answer, { 'Content-Type': 'text/plain; version=0.0.4' }).end(answer === 200 ? site!.body : '');
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  const { address: actual } = server.address() as AddressInfo;
  if (actual !== address) throw new Error(`a pod serves at ${actual} and not at ${address}`);
  // it keeps no process of tests alive
  return server.unref();
}

function isAllowed({ user, token }: Site, authorization: string | undefined): boolean {
  if (token !== undefined) return authorization === `Bearer ${token}`;
  return !user || authorization === `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** What places a pod. */
export function bindingOf({ metadata: { name, namespace } }: any): object {
  return { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace }, target: { apiVersion: 'v1', kind: 'Node', name: NODE.metadata.name } };
}

const OF_READINESS = ['ContainersReady', 'Ready'];

/** The status of a pod that runs, and is ready or not yet. */
export function statusOf({ spec: { containers } }: any, address: string, isReady = true): object {
  const now = new Date().toISOString().replace(/\.\d+/, '');
  return {
    phase: 'Running',
    hostIP: HOST,
    hostIPs: [{ ip: HOST }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: now,
    conditions: ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', ...OF_READINESS]
      .map((type) => ({ type, status: isReady || !OF_READINESS.includes(type) ? 'True' : 'False', lastTransitionTime: now })),
    containerStatuses: containers.map(({ name, image }: any) => ({
      name, image, imageID: image, containerID: `test://${name}`, ready: isReady, started: true, restartCount: 0, state: { running: { startedAt: now } },
    })),
  };
}
