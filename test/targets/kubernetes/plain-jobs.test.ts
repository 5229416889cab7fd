import { Chart, Duration } from 'cdk8s';
import { deploymentOf, standFor } from './api-object-support';
import { jobOf, jobsByFile, plainApp, scrapedBy } from './plain-support';
import { bindOn, coherence, deployment, findingsOf, kubernetes, weblogic, withPorts } from './support';
import {
  MetricsTrait, MetricsTraitProps, MonitoringProvider, Platform, PrometheusProps, RelabelAction, ScrapeProtocol, ScrapeScheme, Scraper, SeriesLabels,
} from '../../../src';

const FOLDERS = { secretFolders: { 'ns/cart': '/etc/prometheus/cart' }, configMapFolders: { 'ns/ca': '/etc/prometheus/ca' } };

const job = (...given: Parameters<typeof scrapedBy>) => jobOf(scrapedBy(...given));

const RUNNING = { action: 'drop', source_labels: ['__meta_kubernetes_pod_phase'], regex: 'Failed|Succeeded' };

/** What the operator does before the rules of a monitor, and the rules that keep the pods of the component. */
const FOUND = [
  RUNNING,
  { action: 'keep', source_labels: ['__meta_kubernetes_pod_container_port_name'], regex: 'http' },
  { action: 'keep', source_labels: ['__meta_kubernetes_pod_label_app_oam_dev_name'], regex: 'hello' },
  { action: 'keep', source_labels: ['__meta_kubernetes_pod_label_app_oam_dev_component'], regex: 'greet' },
];

test('a job finds the pods of a component, and gives their series the labels of a PodMonitor', () => {
  const given = plainApp();
  bindOn(given.chart);

  expect(jobOf(given)).toEqual({
    job_name: 'hello_ns_greet',
    metrics_path: '/metrics',
    scheme: 'http',
    kubernetes_sd_configs: [{ role: 'pod', namespaces: { names: ['ns'] } }],
    relabel_configs: [
      ...FOUND,
      { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
      { action: 'labeldrop', regex: 'controller_revision_hash|instance|app_kubernetes_io_name|app_kubernetes_io_instance|app_kubernetes_io_managed_by' },
      { action: 'replace', source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace' },
      { action: 'replace', source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod_name' },
      { action: 'replace', source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod' },
      { action: 'replace', target_label: 'container', replacement: 'main' },
      { action: 'replace', target_label: 'endpoint', replacement: 'http' },
      { action: 'replace', source_labels: ['application', 'app'], separator: ';', regex: ';(.*)', target_label: 'application', replacement: '$1' },
      { action: 'replace', target_label: 'job', replacement: 'hello_ns_greet' },
    ],
  });
});

test('everything that a MetricsTrait says of an endpoint', () => {
  const given = job({
    path: '/q/metrics',
    interval: Duration.seconds(30),
    timeout: Duration.seconds(10),
    honorTimestamps: false,
    keepMetrics: ['up', 'http_.*'],
    metricRelabelings: [{ sourceLabels: ['le'], targetLabel: 'bucket' }, { action: RelabelAction.HASH_MOD, sourceLabels: ['a'], targetLabel: 'b', modulus: 8 }],
    sampleLimit: 1000,
    labelLimit: 30,
    fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4,
  });

  expect(given).toMatchObject({
    metrics_path: '/q/metrics',
    scrape_interval: '30s',
    scrape_timeout: '10s',
    honor_timestamps: false,
    sample_limit: 1000,
    label_limit: 30,
    fallback_scrape_protocol: 'PrometheusText0.0.4',
    metric_relabel_configs: [
      { action: 'keep', source_labels: ['__name__'], regex: 'up|http_.*' },
      { action: 'replace', source_labels: ['le'], target_label: 'bucket' },
      { action: 'hashmod', source_labels: ['a'], target_label: 'b', modulus: 8 },
    ],
  });
});

test('each endpoint is a job of its own', () => {
  const given = scrapedBy({ ports: [{ port: 8080 }, { port: 9090, path: '/more' }] }, {}, withPorts(['http', 8080], ['admin', 9090]));

  const { 'ns.yaml': jobs } = jobsByFile(given);
  expect(jobs.map(({ job_name, metrics_path, relabel_configs }) => [job_name, metrics_path, relabel_configs[1].regex])).toEqual([
    ['hello_ns_greet', '/metrics', 'http'], ['hello_ns_greet_1', '/more', 'admin'],
  ]);
  expect(new Set(jobs.map(({ kubernetes_sd_configs }) => JSON.stringify(kubernetes_sd_configs)))).toEqual(new Set(['[{"role":"pod","namespaces":{"names":["ns"]}}]']));
});

test('a port without a name is found by its number', () => {
  const number = { action: 'keep', source_labels: ['__meta_kubernetes_pod_container_port_number'], regex: '8080' };

  expect(job({ port: 8080 }, {}, deployment([{ containerPort: 8080 }])).relabel_configs.slice(0, 3)).toEqual([
    RUNNING, number, { action: 'keep', source_labels: ['__meta_kubernetes_pod_label_app_oam_dev_name'], regex: 'hello' },
  ]);
});

test('the servers of a WebLogic domain are found by their annotations, whatever their ports', () => {
  const { basic_auth, relabel_configs } = job({}, { secretFolders: { 'ns/shop-credentials': '/etc/prometheus/shop' } }, weblogic());

  expect(basic_auth).toEqual({ username_file: '/etc/prometheus/shop/username', password_file: '/etc/prometheus/shop/password' });
  expect(relabel_configs.filter((rule: any) => rule.source_labels?.some((label: string) => /annotation|port_n/.test(label))).map(({ regex }: any) => regex))
    .toEqual(['true', '(.+)', '(.+?)(?::\\d+)?;(\\d+)']);
});

test('a member of a Coherence cluster is found by its port for health, and scraped at its own', () => {
  const { relabel_configs } = job({}, {}, coherence({ coherence: { metrics: { enabled: true } } }));

  expect(relabel_configs[1]).toEqual({ action: 'keep', source_labels: ['__meta_kubernetes_pod_container_port_name'], regex: 'health' });
  expect(relabel_configs).toContainEqual({
    action: 'replace', source_labels: ['__address__'], target_label: '__address__', regex: '(.+?)(?::\\d+)?', replacement: '$1:9612',
  });
});

test('pods that the program makes by itself are found by their own labels, and get those of the model', () => {
  const given = plainApp();
  const deployed = deploymentOf(given.chart, { 'app': 'web', 'example.com/v': '1.0' }, { matchLabels: { 'example.com/v': '1.0' } });
  const binding = standFor(deployed);
  expect(given.configuration.objectNames).toEqual([]);
  new MetricsTrait(binding, 'metrics', { port: 9090 });

  const { relabel_configs } = jobOf(given);
  expect(relabel_configs.slice(0, 3)).toEqual([
    RUNNING,
    { action: 'keep', source_labels: ['__meta_kubernetes_pod_container_port_name'], regex: 'metrics' },
    { action: 'keep', source_labels: ['__meta_kubernetes_pod_label_example_com_v'], regex: '1\\.0' },
  ]);
  expect(relabel_configs.slice(-3)).toEqual([
    { action: 'replace', target_label: 'app_oam_dev_name', replacement: 'hello' },
    { action: 'replace', target_label: 'app_oam_dev_component', replacement: 'greet' },
    { action: 'replace', target_label: 'job', replacement: 'hello_ns_greet' },
  ]);
});

test('an expression of their selector is one of rules', () => {
  const given = plainApp();
  const selector = {
    matchExpressions: [
      { key: 'tier', operator: 'In', values: ['web', 'v1.0'] }, { key: 'quiet', operator: 'DoesNotExist' }, { key: 'app', operator: 'NotIn', values: ['api'] },
    ],
  };
  new MetricsTrait(standFor(deploymentOf(given.chart, { app: 'web', tier: 'web' }, selector)), 'metrics', { port: 9090 });

  expect(jobOf(given).relabel_configs.slice(2, 5)).toEqual([
    { action: 'keep', source_labels: ['__meta_kubernetes_pod_label_tier'], regex: 'web|v1\\.0' },
    { action: 'drop', source_labels: ['__meta_kubernetes_pod_labelpresent_quiet'], regex: 'true' },
    { action: 'drop', source_labels: ['__meta_kubernetes_pod_label_app'], regex: 'api' },
  ]);
});

test('a label that no operator adds is set, and none is dropped that nobody adds', () => {
  const { relabel_configs } = job({}, { seriesLabels: SeriesLabels.OPERATOR, podTargetLabels: ['team'] });

  expect(relabel_configs.slice(4)).toEqual([
    { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(app_oam_dev_name|app_oam_dev_component|team)' },
    { action: 'replace', source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace' },
    { action: 'replace', source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod' },
    { action: 'replace', target_label: 'container', replacement: 'main' },
    { action: 'replace', target_label: 'endpoint', replacement: 'http' },
    { action: 'replace', target_label: 'job', replacement: 'hello_ns_greet' },
  ]);
});

describe('credentials are files', () => {
  const token = { authorization: { type: 'Token', credentials: { name: 'cart', key: 'token' } } };

  test.each<[string, MetricsTraitProps, object]>([
    ['user name and password', { secret: 'cart' }, { basic_auth: { username_file: '/etc/prometheus/cart/username', password_file: '/etc/prometheus/cart/password' } }],
    ['a token', token, { authorization: { type: 'Token', credentials_file: '/etc/prometheus/cart/token' } }],
    ['a certificate authority in a Secret', { scheme: ScrapeScheme.HTTPS, tls: { ca: { secret: { name: 'cart', key: 'ca.crt' } }, serverName: 'cart' } },
      { scheme: 'https', tls_config: { ca_file: '/etc/prometheus/cart/ca.crt', server_name: 'cart' } }],
    ['one in a ConfigMap', { scheme: ScrapeScheme.HTTPS, tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } } } },
      { scheme: 'https', tls_config: { ca_file: '/etc/prometheus/ca/ca.crt' } }],
    ['no verification', { scheme: ScrapeScheme.HTTPS, tls: { insecureSkipVerify: true } }, { scheme: 'https', tls_config: { insecure_skip_verify: true } }],
  ])('%s', (_, trait, expected) => {
    expect(job(trait, FOLDERS)).toMatchObject(expected);
  });

  test('of the namespace of the Prometheus, where its operator would mount them', () => {
    const { app, configuration } = plainApp();
    const chart = new Chart(app, 'own', { namespace: 'monitoring' });
    Platform.install(chart, kubernetes({ metrics: MonitoringProvider.prometheus({ configuration, name: 'prometheus', podLabels: { app: 'prometheus' } }) }));
    new MetricsTrait(bindOn(chart), 'metrics', { secret: 'cart', scheme: ScrapeScheme.HTTPS, tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } } } });

    expect(jobOf({ app, configuration, chart })).toMatchObject({
      basic_auth: { username_file: '/etc/prometheus/secrets/cart/username', password_file: '/etc/prometheus/secrets/cart/password' },
      tls_config: { ca_file: '/etc/prometheus/configmaps/ca/ca.crt' },
    });
  });

  test('fails when they are in another namespace and nobody says where they are mounted', () => {
    const { chart } = scrapedBy({ ...token, scheme: ScrapeScheme.HTTPS, tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } } } });

    expect(findingsOf(chart)).toEqual([
      '[c/hello/greet/metrics] not-mountable: is scraped with ConfigMap "ca" of namespace "ns", which pods in namespace "monitoring" cannot mount; copy it to namespace '
        + "monitoring and name the folder of the copy in 'configMapFolders' ('ns/ca'), run a scraper in namespace ns, or use MonitoringProvider.prometheusOperator()",
      '[c/hello/greet/metrics] not-mountable: is scraped with Secret "cart" of namespace "ns", which pods in namespace "monitoring" cannot mount; copy it to namespace '
        + "monitoring and name the folder of the copy in 'secretFolders' ('ns/cart'), run a scraper in namespace ns, or use MonitoringProvider.prometheusOperator()",
    ]);
  });

  test('fails once for a component without a trait, whose domain has a password', () => {
    const { chart } = plainApp();
    bindOn(chart, weblogic());

    expect(findingsOf(chart)).toEqual([expect.stringMatching(/^\[c\/hello\/greet\] not-mountable: is scraped with Secret "shop-credentials" of namespace "ns", /)]);
  });
});

describe('a mesh', () => {
  const MESH = { mesh: { namespaces: ['ns'], certificatesFolder: '/etc/prom-certs' } };

  test('its pods are scraped with its certificates', () => {
    const given = plainApp({}, MESH);
    bindOn(given.chart);

    expect(jobOf(given)).toMatchObject({
      scheme: 'https',
      tls_config: {
        ca_file: '/etc/prom-certs/root-cert.pem',
        cert_file: '/etc/prom-certs/cert-chain.pem',
        key_file: '/etc/prom-certs/key.pem',
        insecure_skip_verify: true,
      },
    });
  });

  test.each<[string, MetricsTraitProps, Partial<PrometheusProps>, object]>([
    ['an endpoint that says otherwise is not', { scheme: ScrapeScheme.HTTP }, MESH, { scheme: 'http' }],
    ['neither is a namespace that does not belong to it', {}, { mesh: { ...MESH.mesh, namespaces: ['other'] } }, { scheme: 'http' }],
  ])('%s', (_, trait, props, expected) => {
    const given = job(trait, props);

    expect(given).toMatchObject(expected);
    expect(given).not.toHaveProperty('tls_config');
  });
});

describe('the scraper of a trait', () => {
  test('the Prometheus is known by its namespace and its name', () => {
    const { binding, chart } = scrapedBy({ scraper: Scraper.of('monitoring', 'prometheus') });

    expect(findingsOf(chart)).toEqual([]);
    expect(binding.metrics.scraper!.toString()).toBe('monitoring/prometheus');
  });

  test('fails when it is another', () => {
    expect(findingsOf(scrapedBy({ scraper: Scraper.of('old', 'prometheus') }).chart)).toEqual([
      '[c/hello/greet/metrics] invalid-value: \'scraper\' must be "monitoring/prometheus", or a scraper that it replaces, got "old/prometheus"; '
        + "leave it out, or list it in 'replaces' of the platform's metrics",
    ]);
  });
});

test('fails when a trait has labels, which no object gets', () => {
  expect(findingsOf(scrapedBy({ metadata: { labels: { team: 'a' } } }).chart)).toEqual([
    "[c/hello/greet/metrics] not-expressible: 'metadata.labels' cannot be expressed: no object is made of the trait to which they could belong; leave them out",
  ]);
});
