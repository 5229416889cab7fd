import { readFileSync } from 'fs';
import { basename, join } from 'path';
import { applyKnown, deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf, SAMPLES } from './support/example-pods';
import { Example, ExampleComponent, namespacesOf, runExample } from './support/examples';
import { comparable, ExpectedTarget, expectedSeries, expectedTargets, inOrder, sorted } from './support/expected';
import { ACCOUNT, Monitoring, MONITORING_NEEDS, PROMETHEUS, RIGHTS, startMonitoring } from './support/monitored';
import { MonitoringProvider } from '../../src';
import { cli } from '../e2e/support/cli';
import { PROGRAMS } from '../examples/programs';

const README = 'examples/readme/main.ts';

describeCluster(MONITORING_NEEDS, 'a Prometheus of the operator', (cluster) => {
  let examples: readonly Example[];
  let readme: Example;
  let deployed: Deployed;
  let monitoring: Monitoring;
  let expected: ExpectedTarget[];

  beforeAll(async () => {
    const all = PROGRAMS.map(runExample);
    readme = all.find(({ program }) => program === README)!;
    // README's application has the names of hello-helidon's: it takes its place later on
    examples = all.filter((example) => example !== readme && example.components.length > 0);
    monitoring = await startMonitoring(cluster(), { rights: Object.fromEntries(namespacesOf(examples).map((each) => [each, RIGHTS.PodMonitor])) });
    deployed = await deploy(cluster().client, examples, [readme]);
    expected = await targetsOf(deployed.components);
    await allUp(expected);
  }, 240_000);

  const targetsOf = async (components: readonly ExampleComponent[]) =>
    (await Promise.all(components.map(async (component) => expectedTargets(component, await deployed.podsOf(component))))).flat();
  const allUp = async (wanted: readonly ExpectedTarget[]) => monitoring.until((found) => {
    const urls = (targets: readonly { scrapeUrl: string }[]) => JSON.stringify(targets.map(({ scrapeUrl }) => scrapeUrl).sort());
    return urls(found) === urls(wanted) && found.every(({ health }) => health === 'up');
  }, `not ${wanted.length} targets are up`);
  const ask = async (...args: string[]) => {
    const { status, stdout, stderr } = await cli([...args, '--url', monitoring.url, '--insecure-plain-http', '--json']);
    return { status, stderr, answer: JSON.parse(stdout) };
  };
  const verify = async ({ files }: Pick<Example, 'files'>) => ask('verify', ...files, '--wait', '20s');

  test('is given what dist/kubernetes holds', () => {
    expect(deployed.leftOut).toEqual(['coherence.oracle.com/v1 Coherence', 'weblogic.oracle/v1 Cluster', 'weblogic.oracle/v9 Domain']);
    const written = examples.flatMap(({ files }) => files.map((file) => [basename(file), readFileSync(file, 'utf8')]));
    expect(written).toHaveLength(4);
    expect(written).toEqual(written.map(([name]) => [name, readFileSync(join(__dirname, '../../dist/kubernetes', name), 'utf8')]));
  });

  test('runs in pods with the labels by which a NetworkPolicyTrait lets them in', async () => {
    const { name, namespace } = PROMETHEUS.metadata;
    const provider = MonitoringProvider.prometheusOperator({ name, namespace, monitorSelector: {} });
    const set = await cluster().client.get({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: `prometheus-${name}`, namespace } });
    expect(set.spec.template.metadata.labels).toMatchObject(provider._pods.podLabels);
    expect(provider._pods).toEqual({ namespace, podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': name } });
  });

  test('scrapes each endpoint of each pod, with the labels that are documented and no others', async () => {
    const found = await monitoring.targets();
    // two ports of each service of the shop, two pods of one Deployment and of one cache, two servers of each domain
    expect(expected).toHaveLength(6 * 2 + (2 + 2 + 1 + 1 + 2 + 2) + 2);
    expect(comparable(found)).toEqual(comparable(expected));
  });

  test('has of each series each label that is documented, and no others', async () => {
    const all = await monitoring.query('{__name__=~".+"}');
    expect(all).toHaveLength(expected.length * (5 + SAMPLES.length));
    expect(sorted(all.map(({ labels }) => inOrder(labels)))).toEqual(sorted(expectedSeries(expected).map(inOrder)));
  });

  test('has the jobs that the bindings tell', async () => {
    const jobs = (await monitoring.query('count by (job) (up)')).map(({ labels }) => labels.job);
    const told = deployed.components.flatMap(({ metrics }) => metrics.endpoints.map(({ jobName }) => jobName));
    expect(jobs.sort()).toEqual(told.sort());
    expect(jobs).toHaveLength(20);
  });

  test('finds all that by the right to list and watch the pods of these namespaces, and has no other', async () => {
    const may = async (verb: string, resource: string, namespace: string, group = '') => {
      const { status } = await cluster().client.ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user: ACCOUNT, resourceAttributes: { verb, resource, namespace, group } },
      });
      return status.allowed;
    };
    const namespaces = namespacesOf(examples);
    expect(namespaces).toHaveLength(4);
    for (const namespace of namespaces) {
      expect(await Promise.all(['list', 'watch', 'get'].map(async (verb) => may(verb, 'pods', namespace)))).toEqual([true, true, false]);
      const others = ['services', 'endpoints', 'secrets'];
      expect(await Promise.all(others.map(async (resource) => may('list', resource, namespace)))).toEqual([false, false, false]);
      expect(await may('list', 'endpointslices', namespace, 'discovery.k8s.io')).toBe(false);
    }
    expect(await may('list', 'pods', 'monitoring')).toBe(false);
  });

  test('is said by `verify` to scrape all that the manifests declare', async () => {
    const { status, stderr, answer } = await verify({ files: examples.flatMap(({ files }) => files) });
    const told = answer.endpoints.map(({ namespace, component, endpoint, state, jobs, targets, samples }: any) =>
      ({ namespace, component, endpoint, state, jobs, targets, samples }));
    expect(sorted(told)).toEqual(sorted(deployed.components.flatMap((component): object[] => {
      const { namespace, component: name, metrics: { endpoints }, workload } = component;
      const count = replicasOf(component);
      // where a domain is scraped, annotations of its pods tell, so that the manifest does not
      const up = endpoints.map(({ jobName: job, port, path }) => ({
        namespace,
        component: name,
        endpoint: workload.kind === 'Domain' ? { job } : { port, path, job },
        state: 'up',
        jobs: [job],
        targets: count,
        samples: count * SAMPLES.length,
      }));
      return up.length > 0 ? up : [{ namespace, component: name, endpoint: undefined, state: 'none', jobs: [], targets: 0, samples: undefined }];
    })));
    expect([status, stderr, answer.up, told.length]).toEqual([0, '20 of 20 endpoints are up\n', true, 24]);
  });

  test('is said by `query` to have the targets of its own page', async () => {
    const [{ status, answer }, targets] = await Promise.all([ask('query', 'up'), monitoring.targets()]);
    const told = answer.series.map(({ labels: { __name__: _, ...labels }, sample }: any) => ({ labels: inOrder(labels), isUp: sample.value === 1 }));
    expect(sorted(told)).toEqual(sorted(targets.map(({ labels, health }) => ({ labels: inOrder(labels), isUp: health === 'up' }))));
    expect([status, told.length]).toEqual([0, expected.length]);
  });

  test('scrapes README\'s application, which takes the place of hello-helidon', async () => {
    const [hello] = readme.components;
    const isReplaced = ({ namespace }: ExampleComponent) => namespace === hello.namespace;
    expect(deployed.components.filter(isReplaced)).toHaveLength(1);
    expect(await applyKnown(cluster().client, readme.objects)).toEqual([]);
    await deployed.isReady([hello]);
    const wanted = await targetsOf([...deployed.components.filter((component) => !isReplaced(component)), hello]);
    expect(wanted).toHaveLength(expected.length);
    expect(comparable(await allUp(wanted))).toEqual(comparable(wanted));
    const { answer } = await verify(readme);
    expect(answer.endpoints).toEqual([expect.objectContaining({
      state: 'up', endpoint: { port: 8080, path: '/metrics', job: 'hello-helidon_hello-helidon_hello-helidon-component' }, targets: 1,
    })]);
  });
});
