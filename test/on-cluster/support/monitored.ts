/** The Prometheus Operator, and a Prometheus that runs with the configuration which the operator makes of monitors. */
import { rmSync } from 'fs';
import { join } from 'path';
import { gunzipSync } from 'zlib';
import { ClusterNeeds } from './describe-cluster';
import { Monitoring, monitoringAt, PATIENCE, PROMETHEUS } from './monitoring';
import { accessTo } from './scraper-rights';
import { writeFiles } from '../../e2e/support/launch';
import { atEnd } from '../../e2e/support/servers';
import { LOOPBACK, eventually, freePort } from '../../e2e/support/waiting';
import { programOf, versionOf } from '../bench/binaries';
import { ApiClient } from '../bench/client';
import { Cluster, withOtherPorts } from '../bench/cluster';
import { establish, readCrds } from '../bench/crds';

export { type Monitoring, PATIENCE, PROMETHEUS, type Target } from './monitoring';

// a test that ends before would not say what it waited for
jest.setTimeout(PATIENCE.timeout + 120_000);
const { name: NAME, namespace: NAMESPACE } = PROMETHEUS.metadata;

/** What a suite with it needs of its cluster. */
export const MONITORING_NEEDS = {
  controllers: true, network: true, programs: ['prometheus-operator', 'prometheus'], crds: ['prometheus-operator'],
} as const satisfies ClusterNeeds;

/** The operator's kinds at which it looks to write a configuration. */
const KINDS = new Set([
  ...['PodMonitor', 'Probe', 'Prometheus', 'PrometheusRule', 'ServiceMonitor'].map((kind) => `monitoring.coreos.com/v1 ${kind}`),
  ...['PrometheusAgent', 'ScrapeConfig'].map((kind) => `monitoring.coreos.com/v1alpha1 ${kind}`),
]);

/** As whom Prometheus asks the API server. */
export const ACCOUNT = `system:serviceaccount:${NAMESPACE}:${NAME}`;

/** What it selects: all monitors with the label that the examples' platform writes. */
const SELECTORS = { podMonitorSelector: { matchLabels: { release: 'prometheus' } }, podMonitorNamespaceSelector: {} };

/** What is monitored. */
export interface MonitoringSetup {
  /** The namespaces of applications, and what Prometheus may list and watch in each of them. */
  readonly rights: Readonly<Record<string, readonly string[]>>;
  /** Fields of its resource, in the place of those that select what the examples' platform writes. @default SELECTORS */
  readonly spec?: object;
  /** Further arguments of Prometheus. @default - none */
  readonly args?: readonly string[];
}

/** Between two looks at the operator's Secret, in milliseconds. */
const PULSE = 250;

/** What may be listed and watched in a namespace of applications: what PodMonitors need, and ServiceMonitors (docs/kubernetes-platform.md). */
export const RIGHTS = { PodMonitor: ['pods'], ScrapeConfig: ['pods'], ServiceMonitor: ['pods', 'services', 'endpoints'] } as const;

/** Starts the operator, and Prometheus as soon as the operator has its configuration. */
export async function startMonitoring(cluster: Cluster, { rights, spec = SELECTORS, args = [] }: MonitoringSetup): Promise<Monitoring> {
  const { client } = cluster;
  const namespaces = [NAMESPACE, ...Object.keys(rights)];
  await Promise.all(namespaces.map(async (name) => client.namespace(name)));
  await startOperator(cluster);
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: PROMETHEUS.metadata };
  const access = Object.entries(rights).flatMap(([namespace, resources]) => accessTo(namespace, resources));
  await Promise.all([account, ...access].map(async (object) => client.apply(object)));
  const asked = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 7200 } };
  const { status: { token } } = await client.ask('POST', `${await client.pathOf(account)}/token`, asked);
  await client.apply({ ...PROMETHEUS, spec: { ...resourceSpec(cluster), ...spec } });
  return withOtherPorts(async () => startPrometheus(cluster, token, args));
}

const TOKEN = 'token';

function resourceSpec({ client, caFile }: Cluster): object {
  return {
    version: `v${versionOf('prometheus')}`,
    serviceAccountName: NAME,
    scrapeInterval: '1s',
    evaluationInterval: '1s',
    // Prometheus is no pod here, which would find all of this in its own file system
    apiserverConfig: { host: client.access.url, authorization: { credentialsFile: TOKEN }, tlsConfig: { caFile } },
  };
}

/** Starts the operator, with its kinds. */
export async function startOperator(cluster: Cluster): Promise<void> {
  await establish(cluster.client, readCrds(['prometheus-operator'], KINDS));
  await withOtherPorts(async () => runOperator(cluster));
}

async function runOperator({ add, kubeconfig }: Cluster): Promise<void> {
  const port = await freePort();
  await add({
    name: 'prometheus-operator',
    file: programOf('prometheus-operator'),
    args: [`--web.listen-address=${LOOPBACK}:${port}`, '--kubelet-endpoints=false', '--log-level=warn'],
    env: { KUBECONFIG: kubeconfig },
    files: {},
    ports: [port],
  });
}

const FILE = 'prometheus.yml';
const RULES = 'rules';

/**
 * The files that the operator has written: the configuration, the certificates that it names, and the rules; undefined as long as it has not written
 * all. Its reloader in Prometheus' pod replaces the variables.
 */
async function configurationOf({ client }: Cluster): Promise<Record<string, string> | undefined> {
  const names = [`prometheus-${NAME}`, `prometheus-${NAME}-tls-assets-0`];
  const [secret, assets] = await Promise.all(names.map(async (name) => client.get({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE } })));
  const packed = secret?.data?.['prometheus.yaml.gz'];
  if (!packed) return undefined;
  const config = gunzipSync(Buffer.from(packed, 'base64')).toString().replaceAll('$(POD_NAME)', `prometheus-${NAME}-0`).replaceAll('$(SHARD)', '0');
  const files: Record<string, string> = {};
  for (const [, name] of config.matchAll(/\/etc\/prometheus\/certs\/(\S+)/g)) {
    if (!assets?.data?.[name]) return undefined;
    files[name] = Buffer.from(assets.data[name], 'base64').toString();
  }
  const main = config.replaceAll('/etc/prometheus/certs/', '').replaceAll('/etc/prometheus/rules/', `${RULES}/`);
  return { ...files, ...await rulesOf(client), [FILE]: main };
}

/** The rule files: the operator writes them into ConfigMaps, of which each is mounted as a folder. */
async function rulesOf(client: ApiClient): Promise<Record<string, string>> {
  const written = (await client.list('v1', 'ConfigMap', NAMESPACE)).filter(({ metadata }) => metadata.name.startsWith(`prometheus-${NAME}-rulefiles-`));
  return Object.fromEntries(written.flatMap(({ metadata, data = {} }) =>
    Object.entries<string>(data).map(([file, text]) => [`${RULES}/${metadata.name}/${file}`, text])));
}

async function startPrometheus(cluster: Cluster, token: string, more: readonly string[]): Promise<Monitoring> {
  let config = await eventually(async () => configurationOf(cluster), () => 'the operator writes no configuration', PATIENCE);
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const server = await cluster.add({
    name: 'prometheus',
    file: programOf('prometheus'),
    args: [
      `--config.file=${FILE}`, '--storage.tsdb.path=data', `--web.listen-address=${LOOPBACK}:${port}`, '--web.enable-lifecycle', '--log.level=warn',
      '--scrape.discovery-reload-interval=100ms', ...more,
    ],
    files: { ...config, [TOKEN]: token },
    ports: [port],
    isReady: async () => fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  let failure: Error | undefined;
  let isStopped = false;
  const reload = async () => {
    const next = await configurationOf(cluster);
    if (next === undefined || JSON.stringify(next) === JSON.stringify(config)) return;
    for (const name of Object.keys(config).filter((each) => !(each in next))) rmSync(join(server.folder, name));
    config = next;
    writeFiles(server.folder, config);
    const { ok, status } = await fetch(`${url}/-/reload`, { method: 'POST', signal: AbortSignal.timeout(10_000) });
    if (!ok) throw new Error(`Prometheus does not take what the operator has made (${status}):\n${config[FILE]}\n${server.log()}`);
  };
  const loop = (async () => {
    while (!isStopped) {
      await reload();
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  })().catch((error: Error) => { if (!isStopped) failure = error; });
  atEnd(async () => {
    isStopped = true;
    await loop;
  });
  return monitoringAt(url, () => { if (failure) throw failure; });
}
