/** Scrapers of several makers, as pods of the cluster: by manifests as their users write them, or as a StatefulSet makes them. */
import { gunzipSync } from 'zlib';
import { nextAddress } from './kubelet';
import { Monitoring, monitoringAt, PATIENCE, PROMETHEUS } from './monitoring';
import { ContainerProgram, PodProcess, runPod } from './pod-process';
import { pathOf } from '../../../build-tools/servers';
import { eventually } from '../../e2e/support/waiting';
import { programOf } from '../bench/binaries';
import { Cluster } from '../bench/cluster';

const { name: ACCOUNT, namespace: NAMESPACE } = PROMETHEUS.metadata;

/** A program that scrapes, and how the pods of these tests run it. */
export interface Scraper extends ContainerProgram {
  readonly port: number;
  /** @default - it is ready once it runs */
  readonly readyPath?: string;
  /** Where it keeps what it has scraped. */
  readonly data: string;
  /** Its arguments, by the path of its configuration. */
  readonly command: (configuration: string) => readonly string[];
}

/** The Prometheus that is built for these tests. */
export const plainPrometheus = (): Scraper => ({
  container: 'prometheus',
  file: programOf('prometheus'),
  listen: '--web.listen-address',
  args: ['--scrape.discovery-reload-interval=100ms', '--log.level=warn'],
  port: 9090,
  readyPath: '/-/ready',
  data: '/prometheus',
  command: (configuration) => [`--config.file=${configuration}`, '--storage.tsdb.path=/prometheus', '--web.enable-lifecycle'],
});

/** Debian's VictoriaMetrics; what it does not know in a configuration is an error, and it answers with what it has just scraped. */
export const victoriaMetrics = (): Scraper => ({
  container: 'victoria-metrics',
  file: pathOf('victoria-metrics')!,
  listen: '-httpListenAddr',
  args: [
    '-promscrape.config.strictParse', '-promscrape.kubernetesSDCheckInterval=250ms', '-search.latencyOffset=0s', '-search.disableCache',
    '-memory.allowedBytes=256MB', '-storage.minFreeDiskSpaceBytes=1MB', '-loggerLevel=WARN',
  ],
  port: 8428,
  readyPath: '/health',
  data: '/victoria-metrics-data',
  command: (configuration) => [`-promscrape.config=${configuration}`, '-storageDataPath=/victoria-metrics-data'],
});

/** A scraper that its user runs. */
export interface OwnScraper {
  readonly name: string;
  readonly scraper: Scraper;
  /** Its configuration. */
  readonly configuration: string;
  /** What is mounted beside it: sources of volumes, by the path. @default - nothing */
  readonly mounts?: Readonly<Record<string, object>>;
  /** Further arguments. @default - none */
  readonly args?: readonly string[];
}

/** A scraper that runs. */
export interface RunningScraper extends Monitoring, PodProcess {}

/** Runs a scraper of one's own: nobody but root is more than this pod asks for. */
export async function runScraper(cluster: Cluster, { name, scraper, configuration, mounts = {}, args = [] }: OwnScraper): Promise<RunningScraper> {
  const { client } = cluster;
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-main`, namespace: NAMESPACE }, data: { 'main.yaml': configuration } };
  const sources = Object.entries({ '/etc/main': { configMap: { name: config.metadata.name } }, [scraper.data]: { emptyDir: {} }, ...mounts });
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      serviceAccountName: ACCOUNT,
      securityContext: { runAsNonRoot: true, runAsUser: 65534, runAsGroup: 65534, fsGroup: 65534 },
      containers: [{
        name: scraper.container,
        image: 'example/scraper:1',
        args: [...scraper.command('/etc/main/main.yaml'), ...args],
        ports: [{ containerPort: scraper.port }],
        securityContext: { readOnlyRootFilesystem: true },
        ...scraper.readyPath && { readinessProbe: { httpGet: { path: scraper.readyPath, port: scraper.port } } },
        volumeMounts: sources.map(([mountPath], index) => ({ name: `volume-${index}`, mountPath })),
      }],
      volumes: sources.map(([, source], index) => ({ name: `volume-${index}`, ...source })),
    },
  };
  await client.apply(config);
  return running(await runPod(cluster, await client.apply(pod), scraper, nextAddress()));
}

/** Runs the pods that a StatefulSet makes, one after the other. */
export async function runStatefulSet(cluster: Cluster, name: string, program: ContainerProgram, namespace = NAMESPACE): Promise<RunningScraper[]> {
  const { client } = cluster;
  const at = (kind: string, each: string) => ({ apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, metadata: { name: each, namespace } });
  const { spec: { replicas } } = await eventually(async () => client.get(at('StatefulSet', name)), () => `there is no StatefulSet ${name}`, PATIENCE);
  const pods: RunningScraper[] = [];
  for (let index = 0; index < replicas; index++) {
    const pod = await eventually(async () => client.get(at('Pod', `${name}-${index}`)), () => `${name} has no pod ${index}`, PATIENCE);
    pods.push(running(await runPod(cluster, pod, program, nextAddress())));
  }
  return pods;
}

/** It ends with its cluster. */
function running(process: PodProcess): RunningScraper {
  return { ...monitoringAt(process.url, () => {}), ...process };
}

/** The file of the operator's Secret, packed, and what Prometheus is given of it. */
const [PACKED, CONFIGURATION] = ['prometheus.yaml.gz', 'prometheus.env.yaml'];

/** The Prometheus of the operator's pods: their reloader unpacks its configuration, and puts the pod's variables into it. */
export const operatedPrometheus = (): ContainerProgram => ({
  ...plainPrometheus(),
  prepare: ({ config }, { metadata, spec }) => {
    if (!config?.[PACKED]) throw new Error('the operator has written no configuration yet');
    const { env } = spec.containers.find(({ name }: any) => name === 'config-reloader');
    const variables = new Map(env.map(({ name, value }: any) => [name, value ?? metadata.name]));
    const text = gunzipSync(config[PACKED]).toString().replace(/\$\((\w+)\)/g, (_, name) => String(variables.get(name)));
    return { 'config-out': { [CONFIGURATION]: Buffer.from(text) } };
  },
});
