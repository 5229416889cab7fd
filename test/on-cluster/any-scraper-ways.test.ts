import { Chart } from 'cdk8s';
import { parse } from 'yaml';
import { describeCluster } from './support/describe-cluster';
import { Example } from './support/examples';
import { inOrder, sorted } from './support/expected';
import { Monitoring, MONITORING_NEEDS, PROMETHEUS, RIGHTS, startMonitoring, Target } from './support/monitored';
import { configuration, copiesOf, copyOf, folderOf, jobsOf } from './support/scrape-files';
import { plainPrometheus, runScraper } from './support/scrapers';
import { deployWays, NAMESPACE as WAYS, writeWays } from './support/ways';
import { MonitoringProvider, ScrapeConfiguration } from '../../src';

const { namespace: NAMESPACE } = PROMETHEUS.metadata;
const SECRETS = [`${WAYS}/orders-user`, `${WAYS}/orders-token`];
const AUTHORITY = `${WAYS}/orders-ca`;
const FOLDERS = {
  secretFolders: Object.fromEntries(SECRETS.map((key) => [key, folderOf(key)])), configMapFolders: { [AUTHORITY]: '/etc/prometheus/configmaps/ca' },
};

/** Fields that the operator writes otherwise. */
const OTHERWISE = ['job_name', 'kubernetes_sd_configs', 'relabel_configs', 'basic_auth', 'authorization'];

/** The program, for a Prometheus without the operator, which has copies of the Secrets. */
const writePlain = () => writeWays((app, scrape) => MonitoringProvider.prometheus({
  configuration: new ScrapeConfiguration(new Chart(app, 'scraping', { namespace: NAMESPACE }), 'ways'),
  name: 'prometheus',
  podLabels: { app: 'prometheus' },
  ...FOLDERS,
  scrape,
}));

describeCluster(MONITORING_NEEDS, 'endpoints that are scraped in ways of their own', (cluster) => {
  let plain: Example;
  let [byMonitors, byFiles]: Monitoring[] = [];

  const isTried = (found: readonly Target[]) => found.length === 4 && found.every(({ health }) => health !== 'unknown');

  beforeAll(async () => {
    const { client } = cluster();
    byMonitors = await startMonitoring(cluster(), { rights: { [WAYS]: RIGHTS.PodMonitor } });
    const surroundings = await deployWays(client, writeWays());
    plain = writePlain();
    const copies = surroundings.map(({ metadata: { name }, ...object }) => ({ ...object, metadata: { name: copyOf(`${WAYS}/${name}`), namespace: NAMESPACE } }));
    await Promise.all(copies.map(async (object) => client.apply(object)));
    byFiles = await runScraper(cluster(), {
      name: 'files',
      scraper: plainPrometheus(),
      // in the file itself, since Prometheus tells nothing of other files
      configuration: configuration({ scrape_configs: jobsOf([plain]).flatMap(({ text }) => parse(text).scrape_configs) }),
      mounts: { ...copiesOf(SECRETS), '/etc/prometheus/configmaps/ca': { configMap: { name: copyOf(AUTHORITY) } } },
    });
    await byMonitors.until(isTried, 'not all are tried by monitors');
    await byFiles.until(isTried, 'not all are tried by files');
  }, 240_000);

  test('are those of the operator by files too: with a user, with a token over TLS, unverified; and not one whose certificate has another name', async () => {
    const [found, wanted] = await Promise.all([byFiles, byMonitors].map(async (each) => (await each.targets())
      .map(({ scrapeUrl, labels, health, lastError }) => ({ scrapeUrl, labels: inOrder(labels), health, lastError }))));
    expect(sorted(found)).toEqual(sorted(wanted));
    expect(found.map(({ scrapeUrl, health }) => [new URL(scrapeUrl).pathname, health]).sort())
      .toEqual([['/other-name', 'down'], ['/token', 'up'], ['/unverified', 'up'], ['/user', 'up']]);
  });

  test('have the same series, as the rules for metrics leave them', async () => {
    const [found, wanted] = await Promise.all([byFiles, byMonitors].map(async (each) => sorted((await each.query('{__name__=~".+",__name__!~"scrape_.*"}'))
      .map(({ labels, value }) => [inOrder(labels), value]))));
    expect(found).toEqual(wanted);
    expect(found).toHaveLength(4 + 3 + 3 + 3);
  });

  test('have the settings of the operator in the configuration', async () => {
    const settingsOf = async (monitoring: Monitoring) => (await monitoring.config()).scrape_configs.map((job: any) => {
      const { tls_config: tls, ...settings } = job;
      OTHERWISE.forEach((field) => delete settings[field]);
      return { ...settings, ...tls && { tls_config: { ...tls, ca_file: undefined } } };
    });
    expect(await settingsOf(byFiles)).toEqual(await settingsOf(byMonitors));
  });

  test('have no password, no token and no certificate in what is written', () => {
    const texts = plain.objects.map((object) => JSON.stringify(object));
    expect(texts.filter((text) => /right|token-of-orders|BEGIN CERTIFICATE/.test(text))).toEqual([]);
  });
});
