import { readFileSync } from 'fs';
import { basename, join } from 'path';
import { parse } from 'yaml';
import { chartSelectors, panelsOf } from './support/chart';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf, SAMPLES } from './support/example-pods';
import { Example, namespacesOf, runOnItsPlatform, WITH_CHART } from './support/examples';
import { comparable, ExpectedTarget, expectedTargets, LabelsOfSet, labelsOfPlatform, sorted } from './support/expected';
import { Monitoring, MONITORING_NEEDS, PATIENCE, RIGHTS, startMonitoring } from './support/monitored';
import { serveState, STATE_NAMESPACE } from './support/state-metrics';
import { cli } from '../e2e/support/cli';
import { eventually } from '../e2e/support/waiting';

const ROOT = join(__dirname, '../..');
const RELEASE = 'monitoring';
const VALUES = parse(readFileSync(join(ROOT, 'examples/kube-prometheus-stack/values.yaml'), 'utf8'));
const NAMESPACE = 'demo';
const DIST = join(ROOT, 'dist/kubernetes/demo.k8s.yaml');

/** The containers that declare the ports at which metrics are, and the names of these ports, by applications and components. */
const PLACES: Readonly<Record<string, { container: string; endpoint: string }>> = {
  'demo/podinfo': { container: 'podinfo', endpoint: 'metrics' },
  'hello/podinfo': { container: 'podinfo', endpoint: 'metrics' },
  'podinfo/podinfo': { container: 'podinfod', endpoint: 'http-metrics' },
  'shop/api': { container: 'api', endpoint: 'metrics' },
  'shop/frontend': { container: 'frontend', endpoint: 'metrics' },
  'shop/redis': { container: 'exporter', endpoint: 'metrics' },
};

/** What the kubelets and kube-state-metrics say of what the pods use: half a processor, and 1,000 bytes. A series without a container is that of the whole pod; it is 1,000 times as much here. */
function stateOf(pods: readonly any[]): string {
  const others = { metadata: { name: 'other', namespace: NAMESPACE }, spec: { containers: [{ name: 'other' }] } };
  return [...pods, others].flatMap(({ metadata: { name, namespace }, spec: { containers } }) => {
    const labels = (container: string) => `{namespace="${namespace}",pod="${name}",container="${container}"}`;
    return containers.flatMap(({ name: container }: any) => [
      `kube_pod_container_status_restarts_total${labels(container)} 3`,
      ...[[container, 1] as const, ['', 1000] as const].flatMap(([each, times]) => [
        `container_cpu_usage_seconds_total${labels(each)} ${times * Date.now() / 2000}`,
        `container_memory_working_set_bytes${labels(each)} ${times * 1000}`,
      ]),
    ]);
  }).join('\n') + '\n';
}

describeCluster(MONITORING_NEEDS, 'a Prometheus with the selectors of kube-prometheus-stack', (cluster) => {
  let examples: readonly Example[];
  let deployed: Deployed;
  let monitoring: Monitoring;
  let expected: readonly ExpectedTarget[];
  let pods: readonly any[];

  beforeAll(async () => {
    const { client } = cluster();
    examples = WITH_CHART.map(runOnItsPlatform);
    const rights = Object.fromEntries([...namespacesOf(examples), STATE_NAMESPACE].map((each) => [each, RIGHTS.PodMonitor]));
    monitoring = await startMonitoring(cluster(), { rights, spec: chartSelectors(VALUES, RELEASE) });
    deployed = await deploy(client, examples);
    const targets = await Promise.all(deployed.components.map(async (component) => {
      const place = PLACES[`${component.application}/${component.component}`];
      const ofBoth: LabelsOfSet = ({ name, labels }) => ({ ...labelsOfPlatform(labels), pod_name: name, pod: name, ...place });
      return expectedTargets(component, await deployed.podsOf(component), ofBoth);
    }));
    expected = targets.flat();
    pods = await client.list('v1', 'Pod', NAMESPACE);
    await serveState(client, RELEASE, () => stateOf(pods));
    const count = expected.length + 1;
    await monitoring.until((found) => found.length === count && found.every(({ health }) => health === 'up'), `not ${count} targets are up`);
  }, 240_000);

  const queried = async (expr: string) => (await monitoring.query(expr)).map(({ labels, value }) =>
    ({ component: labels.app_oam_dev_component, pod: labels.pod, value: Number(value) }));

  test('is given what dist/kubernetes holds', () => {
    const all = examples.flatMap(({ files }) => files.map((file) => [basename(file), readFileSync(file, 'utf8')]));
    expect(all.map(([name]) => name)).toEqual([
      'demo.k8s.yaml', 'online-boutique.k8s.yaml', 'podinfo.k8s.yaml', 'hello.k8s.yaml', 'shop.k8s.yaml', 'voting-app.k8s.yaml',
    ]);
    // README's program is not among the examples whose output is committed
    const written = all.filter(([name]) => name !== 'hello.k8s.yaml');
    expect(written).toEqual(written.map(([name]) => [name, readFileSync(join(ROOT, 'dist/kubernetes', name), 'utf8')]));
    expect(deployed.leftOut).toEqual([]);
  });

  test('scrapes each pod of each component that has a port for metrics, with the labels of the platform and of the operator', async () => {
    const found = (await monitoring.targets()).filter(({ labels }) => labels.app_oam_dev_name !== undefined);
    // two pods of the demo, podinfo's, two of README's, two of the shop's frontend, one of its api and one of its redis
    expect(expected).toHaveLength(9);
    expect(comparable(found)).toEqual(comparable(expected));
  });

  test('is said by `verify` to scrape all that is declared, as the page shows', async () => {
    const { status, stdout, stderr } = await cli(['verify', DIST, '--url', monitoring.url, '--wait', '45s']);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/(^|\n)1 of 1 endpoint is up, 1 of 1 group of rules is loaded\n$/)]);
    expect(stdout).toMatch(/^demo +podinfo +:9797\/metrics +up +2 +8 +\d+s +demo_demo_podinfo *$/m);
  });

  test('has of each pod what the panels of the dashboard show', async () => {
    const [{ data }] = examples[0].objects.filter(({ kind }) => kind === 'ConfigMap');
    const panels = panelsOf(JSON.parse(data['demo-demo.json']));
    const ofPods = sorted(pods.map(({ metadata: { name } }) => ({ component: 'podinfo', pod: name })));
    expect(ofPods).toHaveLength(replicasOf(deployed.components[0]));
    const values: Record<string, number[]> = {};
    for (const { title, expr, legend } of panels) {
      expect([title, legend]).toEqual([title, '{{app_oam_dev_component}} {{pod}}']);
      // a rate needs two scrapes
      const series = await eventually(async () => {
        const found = await queried(expr);
        return found.length > 0 ? found : undefined;
      }, () => `the panel ${title} is empty`, PATIENCE);
      expect([title, sorted(series.map(({ component, pod }) => ({ component, pod })))]).toEqual([title, ofPods]);
      values[title] = series.map(({ value }) => value);
    }
    const { CPU: cpu, 'Duration of a scrape': duration, ...exact } = values;
    expect(exact).toEqual({ 'Scraped (1) or not (0)': [1, 1], 'Samples of a scrape': Array(2).fill(SAMPLES.length), 'Restarts': [3, 3], 'Memory': [1000, 1000] });
    // the rate is that of 5 minutes, of which a few seconds have gone by
    const isBelow = (limit: number) => (value: number) => value > 0 && value < limit;
    expect([cpu.filter(isBelow(0.5)).length, duration.filter(isBelow(1)).length]).toEqual([2, 2]);
  });

  // the last of all, since its monitors stay
  test('takes no monitor of another release', async () => {
    const [monitor] = examples[0].objects.filter(({ kind }) => kind === 'PodMonitor');
    const { metadata } = monitor;
    const labelled = (name: string, release: string) => ({ ...monitor, metadata: { ...metadata, name, labels: { ...metadata.labels, release } } });
    await cluster().client.apply(labelled('other', 'other'));
    await cluster().client.apply(labelled('own', RELEASE));
    await eventually(async () => (await monitoring.pools()).includes(`podMonitor/${NAMESPACE}/own/0`) || undefined, () => 'the last monitor has no job', PATIENCE);
    expect(await monitoring.pools()).not.toContain(`podMonitor/${NAMESPACE}/other/0`);
  });
});
