/** Scrape jobs as readers other than Prometheus take them: a newer vmagent, an OpenTelemetry Collector, and Helm. */
import { strict as assert } from 'assert';
import { execFileSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { parse, stringify } from 'yaml';
import { around, AUTHORITY, NAMESPACES, SECRETS, write } from './program';
import { ScrapeConfigurationForm } from '../../../../src';
import { eventually } from '../../../e2e/support/waiting';
import { programOf } from '../../bench/binaries';
import { Cluster } from '../../bench/cluster';
import { startKubelet } from '../../support/kubelet';
import { PATIENCE, PROMETHEUS } from '../../support/monitoring';
import { configuration, copiesOf, copyOf, folderOf, Found, foundBy, jobsOf, volumeOf } from '../../support/scrape-files';
import { accessTo } from '../../support/scraper-rights';
import { OwnScraper, plainPrometheus, RunningScraper, runScraper, Scraper, victoriaMetrics } from '../../support/scrapers';
import { CLUSTER, Proof, ProofBench } from '../proof';

const { FILES, HELM_VALUES, VMAGENT_FILES, COLLECTOR } = ScrapeConfigurationForm;
const { namespace: SYSTEM, name: ACCOUNT } = PROMETHEUS.metadata;
const SCRAPE = '/etc/scrape';

/** What each scraper mounts beside its jobs. */
const MOUNTS = { ...copiesOf(SECRETS), [folderOf(AUTHORITY)]: { configMap: { name: copyOf(AUTHORITY) } } };

/** The vmagent of Go's proxy, which sends what it scrapes to a store. */
const vmagent = (store: string): Scraper => ({
  container: 'vmagent',
  file: programOf('vmagent'),
  listen: '-httpListenAddr',
  args: ['-promscrape.kubernetesSDCheckInterval=250ms'],
  port: 8429,
  readyPath: '/health',
  data: '/vmagent',
  command: (file) => [`-promscrape.config=${file}`, '-remoteWrite.tmpDataPath=/vmagent', `-remoteWrite.url=${store}/api/v1/write`],
});

/** A Collector, which is given its receivers in files of their own. */
const collector = (receivers: readonly string[]): Scraper => ({
  container: 'collector',
  file: programOf('collector'),
  port: 4318,
  data: '/collector',
  command: (file) => [file, ...receivers.map((each) => `${SCRAPE}/${each}`)].map((each) => `--config=file:${each}`),
});

class Stage {
  constructor(private readonly cluster: Cluster) {}

  /** The applications, and all that scrapers mount and may read. */
  public async prepare(): Promise<void> {
    const { client } = this.cluster;
    const { objects, sites } = around();
    for (const namespace of [...NAMESPACES, SYSTEM]) await client.namespace(namespace);
    const copies = objects.map(({ metadata: { name, namespace }, ...object }) => ({ ...object, metadata: { name: copyOf(`${namespace}/${name}`), namespace: SYSTEM } }));
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT, namespace: SYSTEM } };
    await this.apply([account, ...NAMESPACES.flatMap((namespace) => accessTo(namespace, ['pods'])), ...objects, ...copies]);
    await startKubelet(client, { namespaces: NAMESPACES, sites });
    await this.apply(write(FILES).objects);
  }

  public async apply(objects: readonly any[]): Promise<void> {
    await Promise.all(objects.map(async (object) => this.cluster.client.apply(object)));
  }

  public async run(scraper: Omit<OwnScraper, 'mounts'>, mounts: object = {}): Promise<RunningScraper> {
    return runScraper(this.cluster, { ...scraper, mounts: { ...MOUNTS, ...mounts } });
  }

  /** The objects of a form, which are applied, and the volume that has them as files. */
  public async written(form: ScrapeConfigurationForm): Promise<{ files: string[]; mounts: object }> {
    const written = write(form);
    const jobs = jobsOf([written]);
    await this.apply(jobs.map(({ object }) => object));
    return { files: jobs.map(({ file }) => file), mounts: { [SCRAPE]: volumeOf([written]) } };
  }
}

/** As soon as it is what is wanted; fails with what differs. */
async function same(store: RunningScraper, wanted: Found, logs: readonly RunningScraper[]): Promise<string> {
  let series: readonly object[] = [];
  await eventually(async () => {
    ({ series } = await foundBy([store]));
    return series.length >= wanted.series.length || undefined;
  }, () => `there are ${series.length} series of ${wanted.series.length}: ${logs.map((each) => each.log()).join('\n')}`, PATIENCE);
  assert.deepEqual(series, wanted.series);
  return `all ${series.length} series, label by label`;
}

/** What is scraped by files: four endpoints are up, of which one has a path that some readers would change. */
async function byPrometheus(stage: Stage): Promise<Found> {
  const { mounts } = await stage.written(FILES);
  const prometheus = await stage.run({ name: 'files', scraper: plainPrometheus(), configuration: configuration({ scrape_config_files: [`${SCRAPE}/*.yaml`] }) }, mounts);
  await prometheus.until((found) => found.length === 4 && found.every(({ health }) => health === 'up'), 'not all are up');
  const found = await foundBy([prometheus]);
  await prometheus.stop();
  return found;
}

async function byVmagent(stage: Stage, wanted: Found): Promise<string> {
  const { mounts } = await stage.written(VMAGENT_FILES);
  const store = await stage.run({ name: 'store', scraper: victoriaMetrics(), configuration: configuration({}) });
  const agent = await stage.run({ name: 'vmagent', scraper: vmagent(store.url), configuration: configuration({ scrape_config_files: [`${SCRAPE}/*.yaml`] }) }, mounts);
  return same(store, wanted, [agent]);
}

async function byCollector(stage: Stage, wanted: Found): Promise<string> {
  const { files, mounts } = await stage.written(COLLECTOR);
  const store = await stage.run({ name: 'receiver', scraper: plainPrometheus(), configuration: configuration({}), args: ['--web.enable-remote-write-receiver'] });
  const main = stringify({
    exporters: { prometheusremotewrite: { endpoint: `${store.url}/api/v1/write`, add_metric_suffixes: false, target_info: { enabled: false }, disable_scope_info: true } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { metrics: { receivers: NAMESPACES.map((each) => `prometheus/${each}`), exporters: ['prometheusremotewrite'] } },
    },
  });
  const agent = await stage.run({ name: 'collector', scraper: collector(files), configuration: main }, mounts);
  return same(store, wanted, [agent]);
}

/** As the chart prometheus-community/prometheus writes the string into its configuration. */
const TEMPLATE = `kind: ConfigMap
data:
  prometheus.yml: |
    global: {scrape_interval: 1s}
    scrape_configs:
{{ tpl .Values.extraScrapeConfigs $ | indent 4 }}
`;

async function byHelm(stage: Stage, wanted: Found, folder: string): Promise<string> {
  const [{ text }] = jobsOf([write(HELM_VALUES)]);
  execFileSync('mkdir', ['-p', join(folder, 'templates')]);
  writeFileSync(join(folder, 'Chart.yaml'), stringify({ apiVersion: 'v2', name: 'prometheus', version: '1.0.0' }));
  writeFileSync(join(folder, 'templates/cm.yaml'), TEMPLATE);
  writeFileSync(join(folder, 'rendered-values.yaml'), text);
  const output = execFileSync(programOf('helm'), ['template', 'prometheus', folder, '--values', join(folder, 'rendered-values.yaml')], { encoding: 'utf8' });
  const prometheus = await stage.run({ name: 'chart', scraper: plainPrometheus(), configuration: parse(output).data['prometheus.yml'] });
  return same(prometheus, wanted, [prometheus]);
}

/** What docs/design.md says of it. */
const SAID = 'an OpenTelemetry Collector, Helm and vmagent take the same jobs (`npm run proof -- scrapers`)';

async function run({ cluster: start, tried }: ProofBench): Promise<void> {
  const stage = new Stage(await start());
  await stage.prepare();
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-proof-'));
  let wanted: Found;
  try {
    await tried('a Prometheus scrapes by files with a user, with a token over TLS, by two ports, and at a path that others would change', async () => {
      wanted = await byPrometheus(stage);
      return `${wanted.series.length} series of 4 targets`;
    });
    await tried('vmagent, which is strict and sends all to VictoriaMetrics, by its files', async () => byVmagent(stage, wanted));
    await tried('an OpenTelemetry Collector, which sends all to a Prometheus, by its receivers', async () => byCollector(stage, wanted));
    await tried('a Prometheus by values that Helm executes in the chart\'s way', async () => byHelm(stage, wanted, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const scrapers: Proof = {
  claim: 'What a Prometheus scrapes by scrape jobs is what others scrape by the same jobs in their own form',
  programs: [...CLUSTER, 'prometheus', 'vmagent', 'collector', 'helm'],
  pages: { 'docs/design.md': [SAID] },
  run,
};
