import { statSync } from 'fs';
import { join } from 'path';
import { versionOf } from './bench/binaries';
import { applyKnown, deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf } from './support/example-pods';
import { Example } from './support/examples';
import { comparable, ExpectedTarget } from './support/expected';
import { Monitoring, MONITORING_NEEDS, PATIENCE, startOperator } from './support/monitored';
import { isOfApplication, NAMESPACES, PROPS, SYSTEM, targetsOf, writeScraped } from './support/scraper-program';
import { expectSent, PASSWORD, remoteWriteTo, startStore } from './support/scraper-store';
import { operatedPrometheus, RunningScraper, runStatefulSet } from './support/scrapers';
import { PrometheusScraper } from '../../src';
import { cli } from '../e2e/support/cli';
import { describeWith, eventually } from '../e2e/support/waiting';

const VERSION = versionOf('prometheus');
const ACCOUNT = `system:serviceaccount:${SYSTEM}:metrics`;

describeCluster(MONITORING_NEEDS, 'a PrometheusScraper', (cluster) => {
  let written: Example;
  let deployed: Deployed;
  let expected: ExpectedTarget[];

  beforeAll(async () => {
    await cluster().client.namespace(SYSTEM);
    await startOperator(cluster());
    const props = { ...PROPS, version: VERSION, storage: { size: '1Gi' } };
    written = writeScraped((chart) => new PrometheusScraper(chart, 'metrics', props), { secretIn: 'shop' });
    deployed = await deploy(cluster().client, [written], isOfApplication);
    expected = await targetsOf(written, deployed.podsOf);
  }, 240_000);

  const up = async (monitoring: Monitoring) =>
    monitoring.until((found) => found.length === expected.length && found.every(({ health }) => health === 'up'), `not ${expected.length} targets are up`);

  describe('of the operator', () => {
    let scraper: RunningScraper;

    beforeAll(async () => {
      [scraper] = await runStatefulSet(cluster(), 'prometheus-metrics', operatedPrometheus(), SYSTEM);
      await up(scraper);
    }, 120_000);

    test('scrapes what the program declares, and nothing else', async () => {
      expect(comparable(await scraper.targets())).toEqual(comparable(expected));
      expect(expected).toHaveLength(2 + 3 + 1 + 1);
    });

    test('is verified by what is written', async () => {
      const { stdout, stderr } = await cli(['verify', ...written.files, '--url', scraper.url, '--insecure-plain-http', '--json', '--wait', '20s']);
      expect(stderr).toBe('5 of 5 endpoints are up\n');
      expect(JSON.parse(stdout).endpoints.map(({ component, targets }: any) => [component, targets]).sort())
        .toEqual(written.components.map((each) => [each.component, replicasOf(each)]).sort());
    });

    test('may list and watch the pods of these namespaces, and nothing else', async () => {
      const may = async (verb: string, resource: string, namespace: string) => {
        const spec = { user: ACCOUNT, resourceAttributes: { verb, resource, namespace } };
        const asked = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
        return (await cluster().client.ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', asked)).status.allowed;
      };
      for (const namespace of NAMESPACES) {
        expect(await Promise.all(['list', 'watch', 'get', 'delete'].map(async (verb) => may(verb, 'pods', namespace)))).toEqual([true, true, false, false]);
        const others = ['secrets', 'services', 'configmaps'];
        expect(await Promise.all(others.map(async (resource) => may('list', resource, namespace)))).toEqual([false, false, false]);
      }
      expect(await Promise.all([SYSTEM, 'default', ''].map(async (namespace) => may('list', 'pods', namespace)))).toEqual([false, false, false]);
    });

    test('is reached by its Service', async () => {
      const slices = await eventually(async () => {
        const found = await cluster().client.list('discovery.k8s.io/v1', 'EndpointSlice', SYSTEM);
        const own = found.filter(({ metadata }) => metadata.labels['kubernetes.io/service-name'] === 'metrics');
        return own.some(({ endpoints }) => endpoints?.length > 0) ? own : undefined;
      }, () => 'the Service has no endpoint', PATIENCE);
      const { hostname, port } = new URL(scraper.url);
      expect(slices.flatMap(({ endpoints, ports }) => endpoints.map((each: any) => [each.addresses, ports[0].port])))
        .toEqual([[[hostname], Number(port)]]);
    });

    test('writes its volume as nobody', () => {
      const { uid, gid } = statSync(join(scraper.folder, 'volumes/prometheus-metrics-db/prometheus-db/lock'));
      expect([uid, gid]).toEqual([65534, 65534]);
    });
  });

  describeWith(['victoria-metrics'], 'in two shards that send what they have to a store', () => {
    let store: RunningScraper;

    beforeAll(async () => { store = await startStore(cluster()); }, 120_000);

    test.each([
      { name: 'servers', agent: undefined, pods: 'prometheus' },
      { name: 'agents', agent: true, pods: 'prom-agent' },
    ])('has each target once there, of $name', async ({ name, agent, pods }) => {
      const sharded = writeScraped((chart) => new PrometheusScraper(chart, name, {
        ...PROPS,
        version: VERSION,
        agent,
        shards: 2,
        externalLabels: { cluster: name },
        remoteWrite: [remoteWriteTo(store)],
        queryService: { name: 'store', port: 8428, targetPort: 8428, podLabels: { app: 'store' } },
      }), { secretIn: 'shop' });
      expect(sharded.objects.filter((object) => JSON.stringify(object).includes(PASSWORD))).toEqual([]);
      await applyKnown(cluster().client, sharded.objects);
      const shards: RunningScraper[] = [];
      for (const shard of ['', '-shard-1']) shards.push(...await runStatefulSet(cluster(), `${pods}-${name}${shard}`, operatedPrometheus(), SYSTEM));
      const replicas = [`${name} ${pods}-${name}-0`, `${name} ${pods}-${name}-shard-1-0`];
      await expectSent({ store, name, expected, replicas, log: () => shards.map((each) => each.log()).join('\n') });
      await Promise.all(shards.map(async (each) => each.stop()));
    });
  });
});
