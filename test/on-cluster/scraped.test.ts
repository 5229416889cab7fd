import { readFileSync } from 'fs';
import { basename, join } from 'path';
import { ApiObject } from 'cdk8s';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { replicasOf, SAMPLES } from './support/example-pods';
import { Example, ExampleComponent, namespacesOf, runExample, WITH_OWN_PLATFORM } from './support/examples';
import { comparable, ExpectedTarget, expectedSeries, expectedTargets, inOrder, sorted } from './support/expected';
import { ACCOUNT, Monitoring, MONITORING_NEEDS, PATIENCE, PROMETHEUS, RIGHTS, startMonitoring, Target } from './support/monitored';
import { deployWays, monitorWith, NAMESPACE as WAYS, writeWays } from './support/ways';
import { MetricsDashboard, MonitoringProvider } from '../../src';
import { panelsOf } from '../monitoring/dashboards/support';
import { cli } from '../e2e/support/cli';
import { eventually } from '../e2e/support/waiting';
import { PROGRAMS } from '../examples/programs';
import { ONLY_BY_PROMETHEUS, REGEXES } from '../support/regexes';

const README = 'examples/readme/main.ts';

describeCluster(MONITORING_NEEDS, 'a Prometheus of the operator', (cluster) => {
  let examples: readonly Example[];
  let readme: Example;
  let deployed: Deployed;
  let monitoring: Monitoring;
  let expected: ExpectedTarget[];

  beforeAll(async () => {
    const all = PROGRAMS.map((program) => runExample(program));
    readme = all.find(({ program }) => program === README)!;
    examples = all.filter((example) => example.components.length > 0);
    const namespaces = [...namespacesOf(examples), WAYS];
    monitoring = await startMonitoring(cluster(), { rights: Object.fromEntries(namespaces.map((each) => [each, RIGHTS.PodMonitor])) });
    deployed = await deploy(cluster().client, examples);
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
    expect(deployed.leftOut).toEqual([
      'cert-manager.io/v1 Certificate', 'coherence.oracle.com/v1 Coherence', 'gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy',
      'gateway.envoyproxy.io/v1alpha1 SecurityPolicy', 'gateway.networking.k8s.io/v1 Gateway', 'gateway.networking.k8s.io/v1 HTTPRoute',
      'networking.istio.io/v1 DestinationRule', 'networking.istio.io/v1 Gateway', 'networking.istio.io/v1 VirtualService',
      'security.istio.io/v1 AuthorizationPolicy', 'security.istio.io/v1 RequestAuthentication',
      'traefik.io/v1alpha1 Middleware', 'weblogic.oracle/v1 Cluster', 'weblogic.oracle/v9 Domain',
    ]);
    // others have another Prometheus, whose place that of examples/platforms.ts takes here
    const ofPlatform = examples.filter(({ program }) => !WITH_OWN_PLATFORM.includes(program));
    const written = ofPlatform.flatMap(({ files }) => files.map((file) => [basename(file), readFileSync(file, 'utf8')]));
    expect(written).toHaveLength(7);
    expect(written).toEqual(written.map(([name]) => [name, readFileSync(join(__dirname, '../../dist/kubernetes', name), 'utf8')]));
  });

  test('runs in pods with the labels by which a NetworkPolicyTrait lets them in', async () => {
    const { name, namespace } = PROMETHEUS.metadata;
    const provider = MonitoringProvider.prometheusOperator({ name, namespace, monitorSelector: {} });
    const set = await cluster().client.get({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: `prometheus-${name}`, namespace } });
    expect(set.spec.template.metadata.labels).toMatchObject(provider._parts.pods()!.podLabels);
    expect(provider._parts.pods()).toEqual({ namespace, podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': name } });
  });

  test('scrapes each endpoint of each pod, with the labels that are documented and no others', async () => {
    const found = await monitoring.targets();
    // two ports of each service of the sock shop, two pods of one Deployment and of one cache, two servers of each domain; README's, the shop's,
    // the demo's, the scraper's, the store's, the market's, podinfo's
    expect(expected).toHaveLength(6 * 2 + (2 + 2 + 1 + 1 + 2 + 2) + 2 + 2 + (2 + 1 + 1) + 2 + 2 + 2 + 2 + 1);
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
    expect(jobs).toHaveLength(32);
  });

  test('has data for each query about scrapes in the dashboard of each application', async () => {
    const applications = examples.flatMap((example) => example.applications);
    const made = applications.map((application) => new MetricsDashboard(application, 'scraped', { applications: [application] }));
    const dashboards = made.flatMap(({ node }) => node.children.map((child) => (child as ApiObject).toJson()));
    expect(dashboards).toHaveLength(applications.filter(({ bindings }) => bindings.some(({ metrics }) => metrics.endpoints.length > 0)).length);
    const panels = dashboards.flatMap(({ metadata: { name, namespace }, data }) => panelsOf(JSON.parse(Object.values<string>(data)[0]))
      .map((panel) => ({ dashboard: `${namespace}/${name}`, ...panel })));
    const asked = await Promise.all(panels.filter(({ row }) => row === '' || row === 'Scrapes').map(async ({ queries, ...panel }) =>
      ({ ...panel, counts: await Promise.all(queries.map(async (query) => (await monitoring.query(query)).length)) })));
    expect(asked).toHaveLength(6 * dashboards.length);
    expect(asked.filter(({ counts }) => counts.includes(0))).toEqual([]);
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
    expect(namespaces).toHaveLength(13);
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
    expect([status, stderr, answer.up, told.length]).toEqual([0, '32 of 32 endpoints are up\n', true, 56]);
  });

  test('is said by `query` to have the targets of its own page', async () => {
    const [{ status, answer }, targets] = await Promise.all([ask('query', 'up'), monitoring.targets()]);
    const told = answer.series.map(({ labels: { __name__: _, ...labels }, sample }: any) => ({ labels: inOrder(labels), isUp: sample.value === 1 }));
    expect(sorted(told)).toEqual(sorted(targets.map(({ labels, health }) => ({ labels: inOrder(labels), isUp: health === 'up' }))));
    expect([status, told.length]).toEqual([0, expected.length]);
  });

  test('is said by `verify` to scrape README\'s application', async () => {
    const { answer } = await verify(readme);
    expect(answer.endpoints).toEqual([expect.objectContaining({ state: 'up', endpoint: { port: 9797, path: '/metrics', job: 'hello_hello_podinfo' }, targets: 2 })]);
  });

  describe('of endpoints that are scraped in ways of their own', () => {
    const JOB = 'shop_ways_orders';
    const isWay = ({ scrapePool }: Target) => scrapePool.startsWith(`podMonitor/${WAYS}/`);

    beforeAll(async () => {
      await deployWays(cluster().client, writeWays());
      await monitoring.until((found) => found.filter(isWay).length === 4 && found.filter(isWay).every(({ health }) => health !== 'unknown'), 'not all ways are tried');
    }, 120_000);

    test('scrapes them: with a user, with a token over TLS, unverified; and not one whose certificate has another name', async () => {
      const found = (await monitoring.targets()).filter(isWay);
      expect(sorted(found.map(({ scrapeUrl, labels: { job }, health, lastError }) => [job, new URL(scrapeUrl).protocol, new URL(scrapeUrl).pathname, health, lastError.replace(/^.*tls: /, '')]))).toEqual([
        [JOB, 'http:', '/user', 'up', ''],
        [`${JOB}_1`, 'https:', '/token', 'up', ''],
        [`${JOB}_2`, 'https:', '/other-name', 'down',
          'failed to verify certificate: x509: certificate is valid for orders.ways.svc, not other.ways.svc'],
        [`${JOB}_3`, 'https:', '/unverified', 'up', ''],
      ]);
    });

    test('stores the metrics that are kept, as the rules change them', async () => {
      const seriesOf = async (job: string) => sorted((await monitoring.query(`{job="${job}",__name__!~"up|scrape_.*"}`))
        .map(({ labels: { __name__, code, class: kind, le }, value }) => [__name__, code ?? kind ?? le, value]));
      expect(await seriesOf(JOB)).toEqual([['go_goroutines', undefined, '3'], ['requests_total', '2xx', '7'], ['requests_total', '5xx', '1']]);
      // those of the provider
      const dropped = [['requests_seconds_bucket', '1', '8'], ['requests_total', '200', '7'], ['requests_total', '500', '1']];
      expect([await seriesOf(`${JOB}_1`), await seriesOf(`${JOB}_2`), await seriesOf(`${JOB}_3`)]).toEqual([dropped, [], dropped]);
    });

    test('has the settings in its configuration', async () => {
      const { scrape_configs: jobs } = await monitoring.config();
      const configOf = (index: number) => jobs.find(({ job_name: name }: any) => name === `podMonitor/${WAYS}/orders/${index}`);
      const limits = { sample_limit: 100, label_limit: 50, fallback_scrape_protocol: 'PrometheusText0.0.4' };
      const names = (action: string, regex: string) => ({ action, source_labels: ['__name__'], regex });
      expect(configOf(0)).toMatchObject({
        ...limits,
        scheme: 'http',
        scrape_interval: '2s',
        scrape_timeout: '1s',
        honor_timestamps: false,
        basic_auth: { username: 'orders', password: '<secret>' },
        metric_relabel_configs: [
          names('keep', 'requests_.*|(?:(?i)GO_.*)'), names('drop', '.*_bucket'),
          { action: 'replace', source_labels: ['code'], regex: '(\\d)\\d\\d', target_label: 'class', replacement: '${1}xx' }, { action: 'labeldrop', regex: 'code' },
        ],
      });
      const ofProvider = { scrape_interval: '3s', scrape_timeout: '2s', honor_timestamps: true, metric_relabel_configs: [names('drop', 'go_.*|build_info')] };
      expect(configOf(1)).toMatchObject({
        ...limits,
        ...ofProvider,
        scheme: 'https',
        authorization: { type: 'Bearer', credentials: '<secret>' },
        tls_config: { ca_file: expect.stringMatching(/_ways_orders-ca_ca\.crt$/), server_name: 'orders.ways.svc', insecure_skip_verify: false },
      });
      expect(configOf(3)).toMatchObject({ ...limits, ...ofProvider, scheme: 'https', basic_auth: { username: 'orders' }, tls_config: { insecure_skip_verify: true } });
    });

    test('has a job for each regular expression that the library takes, and for no other', async () => {
      // what the library does not take, though Prometheus does, is on the page of the MetricsTrait
      const judged = [...REGEXES, ...ONLY_BY_PROMETHEUS.map((each) => [each, true] as const)];
      for (const [index, [regex]] of judged.entries()) await cluster().client.apply(monitorWith(`regex-${index}`, regex));
      await cluster().client.apply(monitorWith('regex-last', '.*'));
      // the operator looks at all of them at once
      await eventually(async () => (await monitoring.pools()).includes(`podMonitor/${WAYS}/regex-last/0`) || undefined, () => 'the last monitor has no job', PATIENCE);
      const pools = await monitoring.pools();
      expect(judged.map(([regex], index) => [regex, pools.includes(`podMonitor/${WAYS}/regex-${index}/0`)])).toEqual(judged);
    });
  });
});
