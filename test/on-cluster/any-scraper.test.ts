import { execFileSync } from 'child_process';
import { join } from 'path';
import { parse } from 'yaml';
import { programOf } from './bench/binaries';
import { runExamples, runPlain } from './support/any-scraper';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { secretOf } from './support/example-pods';
import { Example, namespacesOf } from './support/examples';
import { sorted } from './support/expected';
import { Monitoring, MONITORING_NEEDS, PATIENCE, PROMETHEUS, RIGHTS, startMonitoring } from './support/monitored';
import { configuration, copiesOf, copyOf, Found, foundBy, jobsOf, volumeOf } from './support/scrape-files';
import { operatedPrometheus, plainPrometheus, RunningScraper, runScraper, runStatefulSet, victoriaMetrics } from './support/scrapers';
import { vmJobsOf } from './support/vm-jobs';
import { MonitoringProvider, MonitorKind, ScrapeConfigurationForm } from '../../src';
import { temporaryFolder, writeFiles } from '../e2e/support';
import { cli } from '../e2e/support/cli';
import { executeTemplate } from '../e2e/support/go-template';
import { describeWith, eventually } from '../e2e/support/waiting';

const { namespace: NAMESPACE } = PROMETHEUS.metadata;
const EVERYTHING = { monitorSelector: {}, monitorNamespaceSelector: {} };
const LABELLED = { ...EVERYTHING, monitorLabels: { release: 'prometheus' } };

const NEEDS = { ...MONITORING_NEEDS, programs: [...MONITORING_NEEDS.programs, 'promtool'] } as const;
const promtool = (...args: string[]) => execFileSync(programOf('promtool'), args, { encoding: 'utf8' });

describeCluster(NEEDS, 'a scraper', (cluster) => {
  let examples: readonly Example[];
  let deployed: Deployed;
  let wanted: Found;
  let wantedOfVerify: readonly unknown[];

  beforeAll(async () => {
    examples = runExamples(() => MonitoringProvider.prometheusOperator({ ...PROMETHEUS.metadata, ...LABELLED }));
    const rights = Object.fromEntries(namespacesOf(examples).map((each) => [each, RIGHTS.PodMonitor]));
    const monitoring = await startMonitoring(cluster(), { rights });
    deployed = await deploy(cluster().client, examples);
    // test/on-cluster/scraped.test.ts says which they are
    await monitoring.until((found) => found.length === 39 && found.every(({ health }) => health === 'up'), 'not all targets are up');
    wanted = await foundBy([monitoring]);
    wantedOfVerify = await verified(monitoring, examples);
    await apply([...deployed.users].map(([key, user]) => secretOf(`${NAMESPACE}/${copyOf(key)}`, user)));
  }, 240_000);

  const apply = async (objects: readonly any[]) => Promise.all(objects.map(async (object) => cluster().client.apply(object)));
  const userOf = (copy: string) => [...deployed.users].find(([key]) => copyOf(key) === copy)![1].username;
  /** What `verify` says of all that manifests declare, as they are written for a scraper. */
  const verified = async ({ url }: Monitoring, written: readonly Example[]) => {
    const files = written.flatMap((each) => each.files);
    const { stdout, stderr } = await cli(['verify', ...files, '--url', url, '--insecure-plain-http', '--json', '--wait', '20s']);
    if (!stdout) throw new Error(stderr);
    const told = JSON.parse(stdout).endpoints.map(({ namespace, component, endpoint, state, jobs, targets, samples }: any) =>
      ({ namespace, component, endpoint, state, jobs, targets, samples }));
    return sorted(told);
  };
  /** As soon as it has scraped as much as the operator's Prometheus, it has the same; and one that has all is verified by what is written for it. */
  const same = async (written: readonly Example[], ...scrapers: readonly RunningScraper[]) => {
    let found: Found | undefined;
    await eventually(async () => {
      found = await foundBy(scrapers);
      return found.series.length >= wanted.series.length || undefined;
    }, () => `there are ${found?.series.length} series of ${wanted.series.length}: ${scrapers.map((each) => each.log()).join('\n')}`, PATIENCE);
    expect(found).toEqual(wanted);
    if (scrapers.length === 1) expect(await verified(scrapers[0], written)).toEqual(wantedOfVerify);
    // the next ones need the processors
    await Promise.all(scrapers.map(async (each) => each.stop()));
  };
  /** A Prometheus resource beside the one with which all are compared, and the pods that the operator makes of it. */
  const operated = async (name: string, spec: object, shards = 1) => {
    const none = { podMonitorSelector: { matchLabels: { none: 'none' } } };
    await apply([{ ...PROMETHEUS, metadata: { name, namespace: NAMESPACE }, spec: { serviceAccountName: 'system', scrapeInterval: '1s', ...none, ...spec } }]);
    const names = Array.from({ length: shards }, (_, shard) => `prometheus-${name}${shard > 0 ? `-shard-${shard}` : ''}`);
    const pods: RunningScraper[] = [];
    for (const each of names) pods.push(...await runStatefulSet(cluster(), each, operatedPrometheus()));
    return pods;
  };

  test('of the operator, in two shards, has each target once', async () => {
    const shards = await operated('sharded', { shards: 2, podMonitorSelector: { matchLabels: { release: 'prometheus' } }, podMonitorNamespaceSelector: {} }, 2);
    const counts = await Promise.all(shards.map(async (each) => (await each.until((targets) => targets.length > 0, 'a shard has no target')).length));
    await same([], ...shards);
    expect(counts.every((count) => count < 33)).toBe(true);
  });

  test('of Azure has the same by the monitors of its group, which are those of the operator', async () => {
    const other = runExamples(() => MonitoringProvider.azureManagedPrometheus({ monitorLabels: { add: 'on' } }));
    const monitors = other.flatMap(({ objects }) => objects).filter(({ apiVersion }) => apiVersion === 'azmonitoring.coreos.com/v1');
    // its add-on is no Go module
    await apply(monitors.map(({ metadata, ...monitor }) => ({
      ...monitor, apiVersion: 'monitoring.coreos.com/v1', metadata: { ...metadata, name: `azure-${metadata.name}` },
    })));
    const scrapers = await operated('azure', { podMonitorSelector: { matchLabels: { add: 'on' } }, podMonitorNamespaceSelector: {} });
    await same(other, ...scrapers);
  });

  describe('that is a Prometheus without the operator', () => {
    const SCRAPE = '/etc/prometheus/scrape';
    const prometheus = async (name: string, fields: object, mounts: object = {}) => runScraper(cluster(), {
      name, scraper: plainPrometheus(), configuration: configuration(fields), mounts: { ...copiesOf(deployed.users.keys()), ...mounts },
    });

    test('has the same by files', async () => {
      const other = runPlain(ScrapeConfigurationForm.FILES, deployed.users.keys());
      await apply(jobsOf(other).map(({ object }) => object));
      const files = { scrape_config_files: [`${SCRAPE}/*.yaml`] };
      const folder = temporaryFolder();
      writeFiles(folder, Object.fromEntries(jobsOf(other).map(({ file, text }) => [`scrape/${file}`, text])));
      writeFiles(folder, { 'prometheus.yml': configuration({ scrape_config_files: ['scrape/*.yaml'] }) });
      expect(promtool('check', 'config', '--syntax-only', '--lint=all', '--lint-fatal', join(folder, 'prometheus.yml'))).toContain('SUCCESS');
      await same(other, await prometheus('files', files, { [SCRAPE]: volumeOf(other) }));
    });

    test('has the same by values of the chart, whose strings Helm executes', async () => {
      const other = runPlain(ScrapeConfigurationForm.HELM_VALUES, deployed.users.keys());
      const jobs = jobsOf(other).flatMap(({ text }) => parse(executeTemplate(parse(text).extraScrapeConfigs, {})));
      await same(other, await prometheus('values', { scrape_configs: jobs }));
    });

    test('has the same by receivers of a Collector, which expands variables', async () => {
      const other = runPlain(ScrapeConfigurationForm.COLLECTOR, deployed.users.keys());
      const jobs = jobsOf(other).flatMap(({ text }) => Object.values<any>(parse(text.replaceAll('$$', '$')).receivers))
        .flatMap(({ config: { scrape_configs: each } }) => each);
      // no Collector is here, which reads them by Prometheus' own code
      await same(other, await prometheus('receivers', { scrape_configs: jobs }));
    });
  });

  test('of the operator has the same by additional jobs', async () => {
    const other = runPlain(ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS, deployed.users.keys());
    const [{ object, file }] = jobsOf(other);
    // lists, one after the other, are one list
    const whole = jobsOf(other).map(({ text }) => text).join('');
    await apply([{ ...object, data: { [file]: Buffer.from(whole).toString('base64') } }]);
    const additionalScrapeConfigs = { name: object.metadata.name, key: file };
    await same(other, ...await operated('additional', { additionalScrapeConfigs, secrets: [...deployed.users.keys()].map(copyOf) }));
  });

  test('of the operator has the same by ScrapeConfigs', async () => {
    const kind = { monitorKind: MonitorKind.SCRAPE_CONFIG, monitorLabels: { add: 'jobs' } };
    const other = runExamples(() => MonitoringProvider.prometheusOperator({ ...PROMETHEUS.metadata, ...EVERYTHING, ...kind }));
    const objects = other.flatMap((each) => each.objects).filter((each) => each.kind === 'ScrapeConfig');
    await apply(objects);
    const pods = await operated('scrape-configs', { scrapeConfigSelector: { matchLabels: { add: 'jobs' } }, scrapeConfigNamespaceSelector: {} });
    // an object has one endpoint
    await eventually(async () => (await pods[0].pools()).length === objects.length || undefined, () => 'not each object has a job', PATIENCE);
    await same(other, ...pods);
  });

  describeWith(['victoria-metrics'], 'VictoriaMetrics', () => {
    const FILES = { scraper: victoriaMetrics(), configuration: configuration({ scrape_config_files: ['/etc/scrape/*.yaml'] }) };
    let mounts: Record<string, object>;
    let written: readonly Example[];

    beforeAll(async () => {
      written = runPlain(ScrapeConfigurationForm.VMAGENT_FILES, deployed.users.keys());
      // Debian's is older than 1.97.1, which knows `username_file`
      const plain = (text: string) => text.replace(/username_file: .*?secrets\/(.*?)\/username/g, (_, copy) => `username: ${userOf(copy)}`);
      await apply(jobsOf(written).map(({ object, file, text }) => ({ ...object, data: { [file]: plain(text) } })));
      mounts = { ...copiesOf(deployed.users.keys()), '/etc/scrape': volumeOf(written) };
    });

    test('has the same by files', async () => {
      await same(written, await runScraper(cluster(), { name: 'vm-files', ...FILES, mounts }));
    });

    test('has each target once in two shards', async () => {
      const shards = [];
      for (const shard of [0, 1]) {
        const args = ['-promscrape.cluster.membersCount=2', `-promscrape.cluster.memberNum=${shard}`];
        shards.push(await runScraper(cluster(), { name: `vm-shard-${shard}`, ...FILES, mounts, args }));
      }
      await same([], ...shards);
    });

    test('has the same by VMPodScrapes, as its operator reads them', async () => {
      const other = runExamples(() => MonitoringProvider.victoriaMetricsOperator({ name: 'agent', namespace: NAMESPACE, ...EVERYTHING }));
      const objects = other.flatMap((each) => each.objects).filter(({ kind }) => kind === 'VMPodScrape');
      const jobs = objects.flatMap((object) => vmJobsOf(object, deployed.users));
      await same(other, await runScraper(cluster(), {
        name: 'vm-pod-scrapes', scraper: victoriaMetrics(), configuration: configuration({ scrape_configs: jobs }),
      }));
    });
  });
});
