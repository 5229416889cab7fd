import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf, SAMPLES } from './support/example-pods';
import { Example } from './support/examples';
import { comparable, ExpectedTarget, expectedSeries, expectedTargets, inOrder, sorted } from './support/expected';
import { labelsOfWay, Way, WAYS, writeWay } from './support/made-elsewhere';
import { Monitoring, MONITORING_NEEDS, RIGHTS, startMonitoring } from './support/monitored';
import { cli } from '../e2e/support/cli';

const SELECTORS = { podMonitorSelector: {}, podMonitorNamespaceSelector: {}, serviceMonitorSelector: {}, serviceMonitorNamespaceSelector: {} };

describeCluster(MONITORING_NEEDS, 'workloads that a program makes elsewhere', (cluster) => {
  const examples = new Map<Way, Example>();
  const expected = new Map<Way, ExpectedTarget[]>();
  let deployed: Deployed;
  let monitoring: Monitoring;

  beforeAll(async () => {
    const rights = Object.fromEntries(WAYS.map(({ namespace, monitorKind }) => [namespace, RIGHTS[monitorKind]]));
    monitoring = await startMonitoring(cluster(), { rights, spec: SELECTORS });
    WAYS.forEach((way) => examples.set(way, writeWay(way)));
    deployed = await deploy(cluster().client, [...examples.values()]);
    for (const [way, { components }] of examples) {
      const targets = await Promise.all(components.map(async (component) =>
        expectedTargets(component, await deployed.podsOf(component), labelsOfWay(way, component))));
      expected.set(way, targets.flat());
    }
    const count = [...expected.values()].flat().length;
    await monitoring.until((found) => found.length === count && found.every(({ health }) => health === 'up'), `not ${count} targets are up`);
  }, 240_000);

  describe.each(WAYS)('$namespace', (way) => {
    const { namespace } = way;

    test('are scraped in their own pods and no others, with the labels of the model', async () => {
      const found = (await monitoring.targets()).filter(({ labels }) => labels.namespace === namespace);
      expect(comparable(found)).toEqual(comparable(expected.get(way)!));
      // two of each Deployment and StatefulSet of cdk8s-plus, and one of the others
      expect(found).toHaveLength(2 + 2 + 1 + 1);
    });

    test('have each series with these labels', async () => {
      const found = await monitoring.query(`{namespace="${namespace}"}`);
      expect(found).toHaveLength(expected.get(way)!.length * (5 + SAMPLES.length));
      expect(sorted(found.map(({ labels }) => inOrder(labels)))).toEqual(sorted(expectedSeries(expected.get(way)!).map(inOrder)));
    });

    test('are verified by what the program has written', async () => {
      const { files, components } = examples.get(way)!;
      const { status, stdout } = await cli(['verify', ...files, '--url', monitoring.url, '--insecure-plain-http', '--json', '--wait', '20s']);
      const told = JSON.parse(stdout).endpoints.map(({ component, endpoint, state, targets }: any) => ({ component, endpoint, state, targets }));
      expect(sorted(told)).toEqual(sorted(components.map((component) => {
        const [{ port, path, jobName: job }] = component.metrics.endpoints;
        return { component: component.component, endpoint: { port, path, job }, state: 'up', targets: replicasOf(component) };
      })));
      expect(status).toBe(0);
    });
  });
});
