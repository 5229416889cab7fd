/** A Kubernetes cluster without nodes: etcd, the API server and, where wanted, its controllers, on loopback ports of their own. */
import { generateKeyPairSync, randomBytes } from 'crypto';
import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { stringify } from 'yaml';
import { programOf } from './binaries';
import { Access, ApiClient } from './client';
import { LaunchSetup, RunningServer, launch } from '../../e2e/support/launch';
import { LOOPBACK, freePort } from '../../e2e/support/waiting';

/** What a cluster is started with. */
export interface ClusterSetup {
  /** Runs kube-controller-manager too, so that workloads make pods. @default false */
  readonly controllers?: boolean;
}

/** A cluster that runs. */
export interface Cluster {
  /** Asks as its administrator. */
  readonly client: ApiClient;
  /** The file with the authority of the API server's certificate. */
  readonly caFile: string;
  /** The file by which kubectl and others find the API server, as its administrator. */
  readonly kubeconfig: string;
  /** The URL of its etcd, which anybody may read. */
  readonly etcd: string;
  /** Starts a program beside the cluster, which ends with it. */
  add(setup: LaunchSetup): Promise<RunningServer>;
  /** Fails where something has ended meanwhile. */
  check(): void;
  /** Ends all that runs and removes what it wrote. */
  stop(): Promise<void>;
}

/** A machine under load starts them late. */
const TIMEOUT = 90_000;
/** Another program may take a port between the look at it and its use. */
const TAKEN = /address already in use/;
const TRIES = 3;

/** Starts a cluster. */
export async function startCluster(setup: ClusterSetup = {}): Promise<Cluster> {
  return withOtherPorts(async () => tryToStart(setup));
}

/** Starts something that chooses ports; with other ones, where somebody was faster. */
export async function withOtherPorts<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      const { message } = error as Error;
      if (!TAKEN.test(message)) throw error;
      if (tries === TRIES) throw new Error(`other programs took the ports, ${TRIES} times: end some of them, or run it again. ${message}`, { cause: error });
    }
  }
}

async function tryToStart({ controllers = false }: ClusterSetup): Promise<Cluster> {
  const running: { name: string; server: RunningServer }[] = [];
  const add = async (setup: LaunchSetup) => {
    const server = await launch({ timeout: TIMEOUT, ...setup });
    const entry = { name: setup.name, server };
    running.push(entry);
    // what is ended on purpose is not missed
    return { ...server, stop: async () => { if (running.includes(entry)) running.splice(running.indexOf(entry), 1); await server.stop(); } };
  };
  const check = () => {
    const gone = running.find(({ server }) => server.ended() !== undefined);
    if (!gone) return;
    const remedy = 'run it again; where something killed it (137), as a system without memory does, end other programs first';
    throw new Error(`${gone.name} has ended in the middle (${gone.server.ended()}): ${remedy}. The end of its log:\n${gone.server.log()}`);
  };
  let client: ApiClient | undefined;
  const stop = async () => {
    client?.close();
    // what depends on another ends first
    for (const { server } of running.splice(0).reverse()) await server.stop();
  };
  try {
    const etcd = await startEtcd(add);
    const { access, folder } = await startApiServer(add, etcd);
    client = new ApiClient(access);
    const cluster = { client, caFile: join(folder, CERTIFICATE), kubeconfig: join(folder, 'kubeconfig'), etcd, add, check, stop };
    if (controllers) await startControllers(cluster, folder);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Add = Cluster['add'];

async function startEtcd(add: Add): Promise<string> {
  const ports = [await freePort(), await freePort()];
  const [url, peerUrl] = ports.map((port) => `http://${LOOPBACK}:${port}`);
  // by which it is told from one that somebody else starts on the same port at the same moment
  const name = randomBytes(8).toString('hex');
  const args = [
    `--name=${name}`, '--data-dir=data', `--listen-client-urls=${url}`, `--advertise-client-urls=${url}`, `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`, `--initial-cluster=${name}=${peerUrl}`, '--unsafe-no-fsync', '--logger=zap', '--log-level=error',
  ];
  await add({ name: 'etcd', file: programOf('etcd'), args, files: {}, ports, isReady: async () => isMember(url, name) });
  return url;
}

async function isMember(url: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/v3/cluster/member/list`, { method: 'POST', body: '{}', signal: AbortSignal.timeout(5000) });
    return (await answer.text()).includes(`"${name}"`);
  } catch {
    return false;
  }
}

/** The API server makes its certificate itself. */
const CERTIFICATE = 'certificates/apiserver.crt';
const SIGNING_KEY = 'service-account.key';

async function startApiServer(add: Add, etcd: string): Promise<{ access: Access; folder: string }> {
  const port = await freePort();
  const url = `https://${LOOPBACK}:${port}`;
  const token = randomBytes(16).toString('hex');
  const args = [
    `--secure-port=${port}`, `--bind-address=${LOOPBACK}`, `--advertise-address=${LOOPBACK}`, '--endpoint-reconciler-type=none',
    '--cert-dir=certificates', `--etcd-servers=${etcd}`, '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${SIGNING_KEY}`, `--service-account-signing-key-file=${SIGNING_KEY}`,
    '--token-auth-file=tokens.csv', '--authorization-mode=RBAC', '--allow-privileged=true', '--profiling=false',
  ];
  const accessOf = (folder: string) => ({ url, token, ca: readFileSync(join(folder, CERTIFICATE), 'utf8') });
  const { folder } = await add({
    name: 'kube-apiserver',
    file: programOf('kube-apiserver'),
    args,
    files: {
      'tokens.csv': `${token},admin,admin,system:masters\n`,
      [SIGNING_KEY]: signingKey(),
      'kubeconfig': stringify(kubeconfigOf(url, token)),
    },
    ports: [port],
    isReady: async (where) => existsSync(join(where, CERTIFICATE)) && isReady(new ApiClient(accessOf(where))),
  });
  return { access: accessOf(folder), folder };
}

async function isReady(client: ApiClient): Promise<boolean> {
  try {
    return (await client.send('GET', '/readyz')).status === 200;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

function signingKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048, privateKeyEncoding: { type: 'pkcs1', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}

function kubeconfigOf(server: string, token: string): object {
  return {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'test', cluster: { 'server': server, 'certificate-authority': CERTIFICATE } }],
    'users': [{ name: 'admin', user: { token } }],
    'contexts': [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    'current-context': 'test',
  };
}

/** What a cluster without nodes and clouds has no use for. */
const WITHOUT = [
  'node-ipam-controller', 'node-lifecycle-controller', 'cloud-node-lifecycle-controller', 'node-route-controller', 'service-lb-controller',
  'bootstrap-signer-controller', 'token-cleaner-controller',
];

async function startControllers({ add, client, kubeconfig }: Cluster, folder: string): Promise<void> {
  await add({
    name: 'kube-controller-manager',
    file: programOf('kube-controller-manager'),
    args: [
      `--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0', '--use-service-account-credentials=true',
      `--service-account-private-key-file=${join(folder, SIGNING_KEY)}`, `--root-ca-file=${join(folder, CERTIFICATE)}`,
      `--controllers=${['*', ...WITHOUT.map((name) => `-${name}`)].join(',')}`,
    ],
    files: {},
    ports: [],
    // each namespace gets its service account from it
    isReady: async () => await client.get({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } }) !== undefined,
  });
}
