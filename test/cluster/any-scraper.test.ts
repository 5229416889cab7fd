import { configuration, Found, foundBy, NAMESPACE, runExamples } from './support/any-scraper';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { Example, namespacesOf } from './support/examples';
import { MONITORING_NEEDS, PATIENCE, PROMETHEUS, RIGHTS, startMonitoring } from './support/monitored';
import { operatedPrometheus, RunningScraper, runScraper, runStatefulSet, victoriaMetrics } from './support/scrapers';
import { vmJobsOf } from './support/vm-jobs';
import { MonitoringProvider } from '../../src';
import { describeWith, eventually } from '../e2e/support/waiting';

const EVERYTHING = { monitorSelector: {}, monitorNamespaceSelector: {} };
const LABELLED = { ...EVERYTHING, monitorLabels: { release: 'prometheus' } };

describeCluster(MONITORING_NEEDS, 'a scraper', (cluster) => {
  let examples: readonly Example[];
  let deployed: Deployed;
  let wanted: Found;

  beforeAll(async () => {
    examples = runExamples(() => MonitoringProvider.prometheusOperator({ ...PROMETHEUS.metadata, ...LABELLED }));
    const monitoring = await startMonitoring(cluster(), { rights: Object.fromEntries(namespacesOf(examples).map((each) => [each, RIGHTS.PodMonitor])) });
    deployed = await deploy(cluster().client, examples);
    // test/cluster/scraped.test.ts says which they are
    await monitoring.until((found) => found.length === 31 && found.every(({ health }) => health === 'up'), 'not all targets are up');
    wanted = await foundBy([monitoring]);
  }, 240_000);

  const apply = async (objects: readonly any[]) => Promise.all(objects.map(async (object) => cluster().client.apply(object)));
  /** As soon as it has scraped as much as the operator's Prometheus; what it has then is compared. */
  const found = async (...scrapers: readonly RunningScraper[]) => {
    let last: Found | undefined;
    await eventually(async () => {
      last = await foundBy(scrapers);
      return last.series.length >= wanted.series.length || undefined;
    }, () => `there are ${last?.series.length} series of ${wanted.series.length}: ${scrapers.map((each) => each.log()).join('\n')}`, PATIENCE);
    return last;
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
    expect(await found(...shards)).toEqual(wanted);
    const counts = await Promise.all(shards.map(async (each) => (await each.targets()).length));
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test('of Azure has the same by the monitors of its group, which are those of the operator', async () => {
    const other = runExamples(() => MonitoringProvider.azureManagedPrometheus({ monitorLabels: { add: 'on' } }));
    const monitors = other.flatMap(({ objects }) => objects).filter(({ apiVersion }) => apiVersion === 'azmonitoring.coreos.com/v1');
    // its add-on is no Go module
    await apply(monitors.map(({ metadata, ...monitor }) => ({
      ...monitor, apiVersion: 'monitoring.coreos.com/v1', metadata: { ...metadata, name: `azure-${metadata.name}` },
    })));
    const scrapers = await operated('azure', { podMonitorSelector: { matchLabels: { add: 'on' } }, podMonitorNamespaceSelector: {} });
    expect(await found(...scrapers)).toEqual(wanted);
  });

  describeWith(['victoria-metrics'], 'VictoriaMetrics', () => {
    test('has the same by VMPodScrapes, as its operator reads them', async () => {
      const other = runExamples(() => MonitoringProvider.victoriaMetricsOperator({ name: 'agent', namespace: NAMESPACE, ...EVERYTHING }));
      const objects = other.flatMap((each) => each.objects).filter(({ kind }) => kind === 'VMPodScrape');
      const jobs = objects.flatMap((object) => vmJobsOf(object, deployed.users));
      expect(await found(await runScraper(cluster(), {
        name: 'vm-pod-scrapes', scraper: victoriaMetrics(), configuration: configuration({ scrape_configs: jobs }),
      }))).toEqual(wanted);
    });
  });
});
