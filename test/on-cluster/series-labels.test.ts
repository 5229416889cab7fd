import { isDeepStrictEqual } from 'util';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf, SAMPLES } from './support/example-pods';
import { Example } from './support/examples';
import { comparable, ExpectedTarget, expectedSeries, expectedTargets, inOrder, sorted } from './support/expected';
import { startKubelet } from './support/kubelet';
import { Monitoring, MONITORING_NEEDS, RIGHTS, startMonitoring, Target } from './support/monitored';
import { labelsOf, SeriesSet, SETS, writeSet } from './support/series-sets';
import { SeriesLabels } from '../../src';
import { consequencesOf } from '../../src/cli/diff/consequences';
import { compareFolders } from '../../src/cli/diff/compare';
import { cli } from '../e2e/support/cli';
import { atEnd } from '../e2e/support/servers';

const { PLATFORM, OPERATOR, BOTH } = SeriesLabels;
const SELECTORS = { podMonitorSelector: {}, podMonitorNamespaceSelector: {}, serviceMonitorSelector: {}, serviceMonitorNamespaceSelector: {} };

/** As the chart of kube-state-metrics is scraped: its own labels `namespace` and `pod` stay. */
const STATE = { name: 'kube-state-metrics', namespace: 'kube-system' };
const STATE_OBJECTS = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...STATE, labels: { app: STATE.name } },
    spec: { containers: [{ name: 'main', image: 'example/state:1', ports: [{ name: 'http', containerPort: 8080 }] }] },
  },
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: STATE,
    spec: { selector: { matchLabels: { app: STATE.name } }, podMetricsEndpoints: [{ port: 'http', honorLabels: true }] },
  },
];

describeCluster(MONITORING_NEEDS, 'the labels of series', (cluster) => {
  const examples = new Map<SeriesSet, Example>();
  const expected = new Map<SeriesSet, ExpectedTarget[]>();
  let pods: readonly any[];
  let deployed: Deployed;
  let monitoring: Monitoring;

  beforeAll(async () => {
    const { client } = cluster();
    const rights = Object.fromEntries(SETS.map(({ namespace, monitorKind }) => [namespace, RIGHTS[monitorKind]]));
    monitoring = await startMonitoring(cluster(), { rights: { ...rights, [STATE.namespace]: RIGHTS.PodMonitor }, spec: SELECTORS });
    SETS.forEach((set) => examples.set(set, writeSet(set)));
    deployed = await deploy(client, [...examples.values()]);
    for (const [set, { components }] of examples) {
      const targets = await Promise.all(components.map(async (component) =>
        expectedTargets(component, await deployed.podsOf(component), labelsOf(set, component))));
      expected.set(set, targets.flat());
    }
    pods = (await Promise.all(SETS.map(async ({ namespace }) => client.list('v1', 'Pod', namespace)))).flat();
    const body = pods.map(({ metadata: { name, namespace } }) => `kube_pod_info{namespace="${namespace}",pod="${name}",node="node-1"} 1\n`).join('');
    const kubelet = await startKubelet(client, { namespaces: [STATE.namespace], sites: () => [{ port: 8080, path: '/metrics', body }] });
    atEnd(kubelet.stop);
    await Promise.all(STATE_OBJECTS.map(async (object) => client.apply(object)));
    const count = [...expected.values()].flat().length;
    await monitoring.until((found) => found.length === count + 1 && found.every(({ health }) => health === 'up'), `not ${count + 1} targets are up`);
  }, 240_000);

  const targetsIn = async ({ namespace }: SeriesSet) => (await monitoring.targets()).filter(({ labels }) => labels.namespace === namespace);

  describe.each(SETS)('$namespace', (set) => {
    const { namespace, seriesLabels, options } = set;

    test('has each target once, with the labels of the set and no others', async () => {
      const components = examples.get(set)!.components;
      const found = await targetsIn(set);
      expect(comparable(found)).toEqual(comparable(expected.get(set)!));
      // the Domain is not deployed, but its pods are there
      expect(found).toHaveLength(components.reduce((sum, component) => sum + replicasOf(component), 0));
      expect(new Set(found.map(({ scrapeUrl }) => scrapeUrl)).size).toBe(found.length);
    });

    test('has each series with these labels, and the application\'s own beside', async () => {
      const found = await monitoring.query(`{namespace="${namespace}",__name__!="kube_pod_info"}`);
      expect(found).toHaveLength(expected.get(set)!.length * (5 + SAMPLES.length));
      expect(sorted(found.map(({ labels }) => inOrder(labels)))).toEqual(sorted(expectedSeries(expected.get(set)!).map(inOrder)));
    });

    test('is verified by what the program has written', async () => {
      const { files, components } = examples.get(set)!;
      const { status, stdout } = await cli(['verify', ...files, '--url', monitoring.url, '--insecure-plain-http', '--json', '--wait', '20s']);
      const told = JSON.parse(stdout).endpoints.map(({ component, state, jobs, targets }: any) => ({ component, state, jobs, targets }));
      expect(sorted(told)).toEqual(sorted(components.map((component) => ({
        component: component.component, state: 'up', jobs: [`shop_${namespace}_${component.component}`], targets: replicasOf(component),
      }))));
      expect(status).toBe(0);
    });

    if (seriesLabels !== PLATFORM) {
      test('joins what kube-state-metrics says of the pods', async () => {
        const joined = await monitoring.query(`up{namespace="${namespace}"} * on (namespace, pod) group_left (node) kube_pod_info`);
        expect(joined.map(({ labels: { pod, node }, value }) => [pod, node, value]).sort())
          .toEqual((await targetsIn(set)).map(({ labels: { pod } }) => [pod, 'node-1', '1']).sort());
        expect(joined.length).toBeGreaterThan(0);
      });
    }

    if (seriesLabels === PLATFORM || seriesLabels === BOTH && !options) {
      test('has the labels by which the platform\'s dashboards ask', async () => {
        const found = await monitoring.query(`requests_total{namespace="${namespace}",code="200"}`);
        expect(found).toHaveLength(expected.get(set)!.length);
        for (const { labels } of found) {
          const { metadata } = pods.find((pod) => pod.metadata.name === labels.pod_name && pod.metadata.namespace === namespace);
          const component = metadata.labels['app.oam.dev/component'];
          expect(labels).toMatchObject({
            app: component,
            job: `shop_${namespace}_${component}`,
            namespace,
            pod_name: metadata.name,
            app_oam_dev_name: 'shop',
            app_oam_dev_component: component,
            ...metadata.labels['pod-template-hash'] && { pod_template_hash: metadata.labels['pod-template-hash'] },
            ...metadata.labels['app.oam.dev/resourceType'] && { app_oam_dev_resourceType: 'WORKLOAD' },
          });
        }
        expect(found.filter(({ labels }) => labels.pod_template_hash !== undefined).length).toBeGreaterThan(0);
        expect(found.filter(({ labels }) => labels.app_oam_dev_resourceType !== undefined).length).toBeGreaterThan(0);
      });
    }
  });

  test('differ in a label that an application has too: with the operator\'s, it is renamed', async () => {
    const sent = async (namespace: string) => {
      const [{ labels }] = await monitoring.query(`sent_total{namespace="${namespace}",app_oam_dev_component="orders"}`);
      return [labels.endpoint, labels.exported_endpoint];
    };
    // a label of the pods that is called so goes before it in any case
    expect(await Promise.all(['platform-podmonitor', 'operator-podmonitor', 'both-podmonitor'].map(sent)))
      .toEqual([['own', '/orders'], ['http', '/orders'], ['http', '/orders']]);
    const [{ labels }] = await monitoring.query('sent_total{namespace="operator-podmonitor",app_oam_dev_component="domain"}');
    expect([labels.endpoint, labels.exported_endpoint]).toEqual(['/orders', undefined]);
  });

  test('are lost where a diff from one set to another says so, and nowhere else', async () => {
    const seriesOf = async (set: SeriesSet) => {
      const [targets, names] = [await targetsIn(set), pods.map(({ metadata }) => metadata.name)];
      const valueOf = (value: string) => names.includes(value) ? '(a pod)' : value.replaceAll(set.namespace, 'shop');
      return targets.flatMap(({ labels: { app_oam_dev_component: component, instance, pod_template_hash, ...labels } }) =>
        Object.entries(labels).map(([label, value]) => ({ component, label, value: valueOf(value) })));
    };
    const objectsIn = ({ namespace }: SeriesSet, objects: readonly object[]) =>
      objects.map((object) => ({ value: JSON.parse(JSON.stringify(object).replaceAll(namespace, 'shop')), file: 'a.yaml' }));
    const moves = SETS.flatMap((from) => SETS.filter((to) => to !== from && to.monitorKind === from.monitorKind).map((to) => [from, to] as const));
    let count = 0;
    for (const [from, to] of moves) {
      const [before, after] = await Promise.all([from, to].map(seriesOf));
      const lost = new Set(before.filter((each) => !after.some((other) => isDeepStrictEqual(each, other))).map(({ component, label }) => `${component} ${label}`));
      const difference = compareFolders(objectsIn(from, examples.get(from)!.objects), objectsIn(to, examples.get(to)!.objects));
      const told = consequencesOf(difference).filter(({ finding }) => finding.code === 'series-renamed').flatMap(({ finding, object: { before: monitor } }) => {
        const { 'app.oam.dev/component': component } = monitor!.value.metadata!.labels as any;
        const { reason, labels } = finding.parameters as any;
        return (reason === 'job' ? ['job'] : labels).map((label: string) => `${component} ${label}`);
      });
      // what an operator gives to the pods of a Domain no manifest says
      const known = (all: Iterable<string>) => [...all].filter((each) => !each.startsWith('domain ')).sort();
      expect([from.namespace, to.namespace, known(told)]).toEqual([from.namespace, to.namespace, known(lost)]);
      count += told.length;
    }
    expect(count).toBeGreaterThan(50);
  });

  // the last of all, since its monitors stay
  test('would be those of several targets by the operator\'s own labels', async () => {
    const rules = ['container', 'service'];
    const endpointOf = ({ relabelings, ...endpoint }: any) =>
      ({ ...endpoint, relabelings: relabelings.filter(({ action, targetLabel }: any) => action !== 'labeldrop' && !rules.includes(targetLabel)) });
    const monitors = [...examples].filter(([{ seriesLabels }]) => seriesLabels === OPERATOR).flatMap(([, { objects }]) => objects)
      .filter(({ kind }) => /Monitor$/.test(kind));
    await Promise.all(monitors.map(async ({ metadata, spec: { podMetricsEndpoints, endpoints, ...spec }, ...monitor }) => cluster().client.apply({
      ...monitor,
      metadata: { ...metadata, name: `plain-${metadata.name}` },
      spec: {
        ...spec,
        ...podMetricsEndpoints ? { podMetricsEndpoints: podMetricsEndpoints.map(endpointOf) } : { endpoints: endpoints.map(endpointOf) },
      },
    })));
    const several = { orders: 1, pair: 2, prepared: 2, domain: 4, front: 2 };
    const countsOf = (found: readonly Target[]) => found.filter(({ scrapePool }) => scrapePool.includes('/plain-'))
      .reduce<Record<string, number>>((counts, { labels: { app_oam_dev_component: name } }) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {});
    const found = await monitoring.until((targets) => isDeepStrictEqual(countsOf(targets), several), 'not all are found several times');
    expect(countsOf(found)).toEqual(several);
  });
});
