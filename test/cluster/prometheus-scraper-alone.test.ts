import { execFileSync } from 'child_process';
import { statSync } from 'fs';
import { join } from 'path';
import { parse, stringify } from 'yaml';
import { programOf, versionOf } from './bench/binaries';
import { applyKnown, deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { Example } from './support/examples';
import { comparable, ExpectedTarget } from './support/expected';
import { ContainerProgram } from './support/pod-process';
import { isOfApplication, PROPS, SYSTEM, targetsOf, writeScraped } from './support/scraper-program';
import { expectSent, PASSWORD, remoteWriteTo, startStore } from './support/scraper-store';
import { plainPrometheus, RunningScraper, runStatefulSet } from './support/scrapers';
import { PrometheusScraper, UnoperatedScraperProps } from '../../src';
import { temporaryFolder, writeFiles } from '../e2e/support';
import { cli } from '../e2e/support/cli';
import { describeWith, eventually } from '../e2e/support/waiting';

const IMAGE = `example/prometheus:v${versionOf('prometheus')}`;
const ROUND = { secretIn: SYSTEM } as const;

const SERVER = { storage: { size: '1Gi' }, retentionSize: '512Mi', alertmanagers: ['http://localhost:9093/am'] };

/** What the StatefulSet runs; it looks for a new configuration each second. */
const program = (): ContainerProgram => ({ ...plainPrometheus(), args: [...plainPrometheus().args!, '--config.auto-reload-interval=1s'] });

const write = (name: string, props: Partial<UnoperatedScraperProps> = {}, more: readonly string[] = []) => writeScraped(
  (chart) => PrometheusScraper.withoutOperator(chart, name, { ...PROPS, image: IMAGE, ...props }),
  { ...ROUND, more, isWatched: (props.shards ?? 1) === 1 },
);

describeCluster({ controllers: true, network: true, programs: ['prometheus', 'promtool'] }, 'a PrometheusScraper without the operator', (cluster) => {
  let written: Example;
  let deployed: Deployed;
  let expected: ExpectedTarget[];
  let scraper: RunningScraper;

  const areUp = async (targets: readonly ExpectedTarget[]) => {
    await scraper.until((found) => found.length === targets.length && found.every(({ health }) => health === 'up'), `not ${targets.length} are up`);
    expect(comparable(await scraper.targets())).toEqual(comparable(targets));
  };

  beforeAll(async () => {
    await cluster().client.namespace(SYSTEM);
    written = write('metrics', SERVER);
    deployed = await deploy(cluster().client, [written], isOfApplication);
    expected = await targetsOf(written, deployed.podsOf);
    [scraper] = await runStatefulSet(cluster(), 'metrics', program(), SYSTEM);
  }, 240_000);

  test('is taken by the API server as it is', () => {
    expect(deployed.leftOut).toEqual([]);
  });

  test('has a configuration that promtool takes', () => {
    const { data } = written.objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'metrics');
    const jobs = written.objects.filter(({ metadata }) => metadata.labels?.['cdk8s-oam/scrape-configuration']);
    const folder = temporaryFolder();
    writeFiles(folder, Object.fromEntries(jobs.flatMap((each) => Object.entries<string>(each.data).map(([file, text]) => [`jobs/${file}`, text]))));
    writeFiles(folder, { 'prometheus.yml': stringify({ ...parse(data['prometheus.yml']), scrape_config_files: ['jobs/*.yaml'] }) });
    const args = ['check', 'config', '--syntax-only', '--lint=all', '--lint-fatal', join(folder, 'prometheus.yml')];
    expect(execFileSync(programOf('promtool'), args, { encoding: 'utf8' })).toContain('SUCCESS');
    expect(jobs).toHaveLength(3);
  });

  test('scrapes what the program declares, and nothing else', async () => {
    await areUp(expected);
    expect(expected).toHaveLength(2 + 3 + 1 + 1);
  });

  test('is verified by what is written', async () => {
    const { stderr } = await cli(['verify', ...written.files, '--url', scraper.url, '--insecure-plain-http', '--json', '--wait', '45s']);
    // rules are evaluated half a minute after they are loaded
    expect(stderr).toMatch(/(^|\n)5 of 5 endpoints are up, 3 of 3 groups of rules are loaded\n$/);
  }, 60_000);

  test('writes its volume as nobody, and keeps as much as it is told', async () => {
    const { uid, gid } = statSync(join(scraper.folder, 'volumes/data/prometheus/lock'));
    expect([uid, gid]).toEqual([65534, 65534]);
    expect((await scraper.config()).storage.tsdb.retention).toEqual({ size: '512MiB' });
  });

  test('evaluates the rules about what it scrapes, and sends alerts to an Alertmanager', async () => {
    const ask = async (path: string) => ((await (await fetch(`${scraper.url}/api/v1/${path}`)).json()) as any).data;
    const { groups } = await ask('rules?type=alert');
    expect(groups.map(({ name, interval, rules }: any) => [name, interval, rules.length])).toEqual([
      ['blog.app-alerts', 30, 6], ['observability.app-alerts', 30, 3], ['shop.app-alerts', 30, 7],
    ]);
    const { activeAlertmanagers }: any = await eventually(async () => {
      const found = await ask('alertmanagers');
      return found.activeAlertmanagers.length > 0 ? found : undefined;
    }, () => 'no Alertmanager is found');
    expect(activeAlertmanagers).toEqual([{ url: 'http://localhost:9093/am/api/v2/alerts' }]);
  });

  test('takes up a component that is added, and leaves one that is gone, without a new start', async () => {
    const larger = write('metrics', SERVER, ['cart']);
    const before = await cluster().client.get({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'metrics-0', namespace: SYSTEM } });
    await applyKnown(cluster().client, larger.objects);
    const cart = larger.components.find(({ component }) => component === 'cart')!;
    await scraper.sync();
    // it runs, and serves nothing
    await scraper.until((found) => found.some(({ labels }) => labels.job === cart.metrics.endpoints[0].jobName), 'the component is not found');
    const after = await cluster().client.get({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'metrics-0', namespace: SYSTEM } });
    expect(after.metadata.uid).toBe(before.metadata.uid);
    await applyKnown(cluster().client, written.objects);
    await cluster().client.delete(cart.workload);
    await scraper.sync();
    await areUp(expected);
  });

  describeWith(['victoria-metrics'], 'in two shards that send what they have to a store', () => {
    let store: RunningScraper;

    beforeAll(async () => { store = await startStore(cluster()); }, 120_000);

    test.each([{ name: 'servers', agent: undefined }, { name: 'agents', agent: true }])('has each target once there, of $name', async ({ name, agent }) => {
      const queryService = { name: 'store', port: 8428, targetPort: 8428, podLabels: { app: 'store' } };
      const sharded = write(name, { agent, shards: 2, externalLabels: { cluster: name }, remoteWrite: [remoteWriteTo(store)], queryService });
      expect(sharded.objects.filter((object) => JSON.stringify(object).includes(PASSWORD))).toEqual([]);
      await applyKnown(cluster().client, sharded.objects);
      const shards: RunningScraper[] = [];
      for (const shard of [0, 1]) shards.push(...await runStatefulSet(cluster(), `${name}-shard-${shard}`, program(), SYSTEM));
      const replicas = [0, 1].map((shard) => `${name}-shard-${shard} ${name}-shard-${shard}-0`);
      await expectSent({ store, name, expected, replicas, log: () => shards.map((each) => each.log()).join('\n') });
      await Promise.all(shards.map(async (each) => each.stop()));
    });
  });
});
