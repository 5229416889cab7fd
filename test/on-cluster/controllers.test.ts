import { readFileSync } from 'fs';
import { join } from 'path';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { pretendedPods, replicasOf } from './support/example-pods';
import { Example, ExampleComponent, namespacesOf, runExample } from './support/examples';
import { eventually } from '../e2e/support';
import { objectsOf, PROGRAMS } from '../examples/programs';

const README = 'examples/readme/main.ts';
/** The Deployments of the boutique with Services, and their ports. */
const BOUTIQUE = [
  ['adservice', 9555], ['cartservice', 7070], ['checkoutservice', 5050], ['currencyservice', 7000], ['emailservice', 8080], ['frontend', 8080],
  ['paymentservice', 50051], ['productcatalogservice', 3550], ['recommendationservice', 8080], ['redis-cart', 6379], ['shippingservice', 50051],
] as const;

/** The golden of a PodDisruptionBudget, and that of a Deployment which has its labels. */
function goldens(): Example {
  const files = ['kubernetes-custom-workload', 'kubernetes-containerized-workload'].map((name) => join(__dirname, `../golden/${name}.yaml`));
  const objects = files.flatMap((file) => objectsOf(readFileSync(file, 'utf8')));
  const workload = objects.find(({ kind }) => kind === 'Deployment');
  const { namespace, labels } = workload.metadata;
  const metrics = { endpoints: [], scraper: { namespace: '', deploymentName: '' } };
  return {
    program: 'test/golden',
    files,
    objects,
    applications: [],
    components: [{ application: labels['app.oam.dev/name'], namespace, component: labels['app.oam.dev/component'], workload, metrics }],
  };
}

/** What leads to which workload: the Service, the prefix of its pods, the port of the pods, and how many these are. */
const SERVICES: readonly (readonly [namespace: string, service: string, workload: string, ports: readonly number[], pods: number])[] = [
  ['bobs-books', 'bobbys-helidon-stock-application', 'bobbys-helidon-stock-application', [8080], 1],
  ['bobs-books', 'mysql', 'mysql', [3306], 1],
  ['bobs-books', 'robert-helidon', 'robert-helidon', [8080], 2],
  ['demo', 'podinfo', 'podinfo', [9898], 2],
  ['hello-helidon-logging', 'hello-helidon-deployment', 'hello-helidon-deployment', [8080], 1],
  ['hello-helidon', 'hello-helidon-deployment', 'hello-helidon-deployment', [8081], 1],
  ['hello', 'podinfo', 'podinfo', [9898], 2],
  ['market', 'stalls', 'stalls', [8080], 1],
  ['market', 'trade', 'trade', [8080], 1],
  ['ns', 'greet-workload', 'greet-workload', [53, 8080, 8081], 1],
  ...BOUTIQUE.map(([name, port]) => ['online-boutique', name, name, [port], 1] as const),
  ['orders', 'api', 'api', [8080], 1],
  ['orders', 'front', 'front', [8080], 1],
  ['podinfo', 'podinfo', 'podinfo', [9898, 9999], 1],
  ['shop', 'api', 'api', [8080], 1],
  ['shop', 'database', 'database', [5432], 1],
  ['shop', 'frontend', 'frontend', [8080], 2],
  ['shop', 'redis', 'redis', [6379], 1],
  ['store', 'api', 'api', [8080], 1],
  ['store', 'pages', 'pages', [8080], 1],
  ['voting-app', 'db', 'db', [5432], 1],
  ['voting-app', 'redis', 'redis', [6379], 1],
  ['voting-app', 'result', 'result', [80], 1],
  ['voting-app', 'vote', 'vote', [80], 1],
];

describeCluster({ controllers: true, network: true }, 'Kubernetes\' controllers', (cluster) => {
  let examples: readonly Example[];
  let readme: Example;
  let deployed: Deployed;
  let deployments: readonly ExampleComponent[];

  beforeAll(async () => {
    const programs = PROGRAMS.map((program) => runExample(program));
    readme = programs.find(({ program }) => program === README)!;
    examples = [...programs.filter((example) => example.components.length > 0), goldens()];
    deployed = await deploy(cluster().client, examples);
    deployments = deployed.components.filter(({ workload }) => workload?.kind === 'Deployment');
  }, 120_000);

  const ofNamespace = async (apiVersion: string, kind: string, namespace: string) => cluster().client.list(apiVersion, kind, namespace);
  const selected = async (namespace: string, labels: Record<string, string>) => {
    const selector = encodeURIComponent(Object.entries(labels).map(([key, value]) => `${key}=${value}`).join());
    return (await cluster().client.ask('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`)).items;
  };
  const names = (objects: readonly any[]) => objects.map(({ metadata }) => metadata.name).sort();

  test('know all but monitors and the resources of operators, whose pods are pretended', () => {
    expect(examples.map(({ program }) => program)).toEqual([
      'examples/bobs-books/main.ts', 'examples/gateway-api/main.ts', 'examples/hello-helidon/main.ts', 'examples/istio/main.ts',
      'examples/kube-prometheus-stack/main.ts', 'examples/online-boutique/main.ts', 'examples/podinfo/main.ts', README, 'examples/scraper/main.ts',
      'examples/shop/main.ts', 'examples/sock-shop/main.ts', 'examples/voting-app/main.ts', 'test/golden',
    ]);
    expect(deployed.leftOut).toEqual([
      'cert-manager.io/v1 Certificate', 'coherence.oracle.com/v1 Coherence', 'gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy',
      'gateway.envoyproxy.io/v1alpha1 SecurityPolicy', 'gateway.networking.k8s.io/v1 Gateway', 'gateway.networking.k8s.io/v1 HTTPRoute',
      'monitoring.coreos.com/v1 PodMonitor',
      'networking.istio.io/v1 DestinationRule', 'networking.istio.io/v1 Gateway', 'networking.istio.io/v1 VirtualService',
      'security.istio.io/v1 AuthorizationPolicy', 'security.istio.io/v1 RequestAuthentication', 'traefik.io/v1alpha1 Middleware',
      'weblogic.oracle/v1 Cluster', 'weblogic.oracle/v9 Domain',
    ]);
    // two caches and two domains with two servers each, and six services of the shop
    expect(deployed.components.flatMap(pretendedPods)).toHaveLength(2 + 1 + 2 + 2 + 6);
  });

  test('make of each Deployment one ReplicaSet with the pods that it asks for, whose labels are those of the template', async () => {
    expect(deployments.map(({ namespace, workload }) => [namespace, workload.metadata.name].join('/')).sort()).toEqual([
      'bobs-books/bobbys-helidon-stock-application', 'bobs-books/mysql', 'bobs-books/robert-helidon', 'demo/podinfo',
      'hello-helidon-logging/hello-helidon-deployment', 'hello-helidon/hello-helidon-deployment', 'hello/podinfo', 'market/stalls', 'market/trade',
      'ns/greet-workload', ...['loadgenerator', ...BOUTIQUE.map(([name]) => name)].sort().map((name) => `online-boutique/${name}`),
      'orders/api', 'orders/front', 'podinfo/podinfo', 'shop/api', 'shop/frontend', 'shop/redis', 'shop/worker', 'store/api', 'store/pages',
      ...['db', 'redis', 'result', 'vote', 'worker'].map((name) => `voting-app/${name}`),
    ]);
    for (const component of deployments) {
      const { namespace, workload: { metadata: { name }, spec: { template } } } = component;
      const sets = (await ofNamespace('apps/v1', 'ReplicaSet', namespace)).filter(({ metadata }) => metadata.ownerReferences[0].name === name);
      expect(sets).toHaveLength(1);
      const hash = sets[0].metadata.labels['pod-template-hash'];
      expect(sets[0].metadata.name).toBe(`${name}-${hash}`);
      const pods = (await ofNamespace('v1', 'Pod', namespace)).filter(({ metadata }) => metadata.ownerReferences?.[0].uid === sets[0].metadata.uid);
      expect(names(pods)).toEqual(names(await deployed.podsOf(component)));
      expect(pods.map(({ metadata }) => metadata.labels))
        .toEqual(Array(replicasOf(component)).fill({ ...template.metadata.labels, 'pod-template-hash': hash }));
      expect(pods.map(({ metadata }) => metadata.name)).toEqual(pods.map(() => expect.stringMatching(new RegExp(`^${name}-${hash}-[a-z0-9]{5}$`))));
    }
  });

  test('report of each Deployment that all of its pods are available', async () => {
    const told = await Promise.all(deployments.map(async ({ workload }) => (await cluster().client.get(workload)).status));
    expect(told).toEqual(deployments.map((component) => {
      const count = replicasOf(component);
      return expect.objectContaining({ replicas: count, updatedReplicas: count, readyReplicas: count, availableReplicas: count });
    }));
  });

  test('and the monitors\' selectors find the pods of their component, all of them and no others', async () => {
    const monitors = examples.flatMap(({ objects }) => objects).filter(({ kind }) => kind === 'PodMonitor');
    const found = await Promise.all(monitors.map(async ({ metadata: { name, namespace, labels }, spec: { selector } }) => {
      const owner = deployed.components.find((each) => each.namespace === namespace && each.component === labels['app.oam.dev/component'])!;
      const pods = await selected(namespace, selector.matchLabels);
      expect([name, names(pods)]).toEqual([name, names(await deployed.podsOf(owner))]);
      return pods.length;
    }));
    expect([monitors.length, found.reduce((a, b) => a + b)]).toEqual([27, 34]);
  });

  test('and the port that a monitor names is one of each of these pods', async () => {
    const endpoints = examples.flatMap(({ objects }) => objects).filter(({ kind }) => kind === 'PodMonitor')
      .flatMap(({ metadata, spec }) => spec.podMetricsEndpoints.map((endpoint: any) => ({ metadata, selector: spec.selector, endpoint })));
    const declared = await Promise.all(endpoints.map(async ({ metadata, selector, endpoint: { port, portNumber } }) => {
      const pods = await selected(metadata.namespace, selector.matchLabels);
      const portsOf = ({ spec }: any) => spec.containers.flatMap(({ ports = [] }: any) => ports);
      const isThere = ({ name, containerPort }: any) => port === undefined ? containerPort === portNumber : name === port;
      return port === undefined && portNumber === undefined ? 'any' : pods.every((pod: any) => portsOf(pod).filter(isThere).length === 1);
    }));
    // those of the two domains read annotations
    expect([declared.length, declared.filter((each) => each === true).length, declared.filter((each) => each === 'any').length]).toEqual([33, 31, 2]);
  });

  test('lead each Service to the pods of its workload, at ports that these serve', async () => {
    // those of the scraper that an example runs are no component's
    const ofComponents = namespacesOf(examples);
    const services = examples.flatMap(({ objects }) => objects).filter(({ kind, metadata }) => kind === 'Service' && ofComponents.includes(metadata.namespace));
    expect(services.map(({ metadata }) => [metadata.namespace, metadata.name].join('/')).sort())
      .toEqual(SERVICES.map(([namespace, name]) => `${namespace}/${name}`));
    for (const [namespace, service, workload, ports, count] of SERVICES) {
      const component = deployed.components.find((each) => each.namespace === namespace && each.workload?.metadata.name === workload)!;
      const pods = await deployed.podsOf(component);
      const slices = await eventually(async () => {
        const all = await ofNamespace('discovery.k8s.io/v1', 'EndpointSlice', namespace);
        const own = all.filter(({ metadata }) => metadata.labels['kubernetes.io/service-name'] === service);
        return own.flatMap(({ endpoints }) => endpoints ?? []).filter(({ conditions }) => conditions.ready).length === count ? own : undefined;
      }, () => `${service} does not lead to ${count} pods`);
      const endpoints = slices.flatMap((slice) => slice.endpoints);
      expect(endpoints.map(({ addresses, targetRef }) => [targetRef.name, addresses[0]]).sort())
        .toEqual(pods.map(({ metadata, status }) => [metadata.name, status.podIP]).sort());
      expect(slices.flatMap((slice) => slice.ports.map(({ port }: any) => port)).sort((a, b) => a - b)).toEqual(ports);
      const tcp = slices.flatMap((slice) => slice.ports).filter(({ protocol }) => protocol === 'TCP');
      const places = endpoints.flatMap(({ addresses }) => tcp.map(({ port }) => `http://${addresses[0]}:${port}/nothing`));
      const answers = await Promise.all(places.map(async (place) => (await fetch(place, { signal: AbortSignal.timeout(5000) })).status));
      expect(answers).toEqual(Array(count * tcp.length).fill(404));
    }
  });

  test.each([
    ['ns', 'hello-greet', { expectedPods: 1, currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 }],
    ['hello', 'podinfo', { expectedPods: 2, currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1 }],
    ['shop', 'frontend', { expectedPods: 2, currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1 }],
  ])('count the pods of the PodDisruptionBudget %s/%s', async (namespace, name, counted) => {
    const budgets = examples.flatMap(({ objects }) => objects).filter(({ kind }) => kind === 'PodDisruptionBudget');
    const budget = budgets.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    const status = await eventually(async () => {
      const found = (await cluster().client.get(budget)).status;
      return found?.currentHealthy === counted.currentHealthy ? found : undefined;
    }, () => 'no pod is counted');
    expect(status).toMatchObject(counted);
  });

  test('roll out a change of README\'s application, since selectors stay as they are', async () => {
    const { client } = cluster();
    const [podinfo] = deployed.components.filter(({ namespace }) => namespace === readme.components[0].namespace);
    const before = await deployed.podsOf(podinfo);
    const changed = structuredClone(readme.objects.find(({ kind }) => kind === 'Deployment'));
    changed.spec.template.spec.containers[0].ports[0].containerPort = 9899;
    await client.apply(changed);
    await deployed.isReady([podinfo]);
    const after = await deployed.podsOf(podinfo);
    expect([before.length, after.length]).toEqual([2, 2]);
    const portsOf = ({ spec }: any) => spec.containers.flatMap(({ ports }: any) => ports.map(({ containerPort }: any) => containerPort));
    expect([...before, ...after].map(portsOf)).toEqual([[9898, 9797], [9898, 9797], [9899, 9797], [9899, 9797]]);
    const sets = (await ofNamespace('apps/v1', 'ReplicaSet', podinfo.namespace)).map(({ spec }) => spec.replicas).sort();
    expect(sets).toEqual([0, 2]);
  });
});
