import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ContainerizedWorkload, HelidonWorkload, KubernetesPlatform, KubernetesPlatformProps,
  KubernetesWorkload, MetricsTrait, MonitorKind, MonitoringProvider, Platform, ScrapeConfiguration, ScrapeConfigurationForm, SeriesLabelOptions,
  SeriesLabels, WebLogicWorkload, Workload,
} from '../../src';
import { Manifests } from '../../src/testing';
import { messageOf } from '../support/message';

const image = 'example/main:1';
const podSpec = { containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: 8080 }, { containerPort: 9000 }] }] };
const labels = { 'app.kubernetes.io/name': 'deployment', 'version': '1.0.2' };

const workloads = (): Record<string, Workload> => ({
  containerized: new ContainerizedWorkload({ containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: 8080 }] }] }),
  several: new HelidonWorkload({ deployment: { name: 'several', podSpec } }),
  deployment: KubernetesWorkload.deployment({
    metadata: { name: 'deployment' }, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  }),
  coherence: new CoherenceWorkload({ template: { name: 'coherence', spec: { image, coherence: { metrics: { enabled: true } } } } }),
  weblogic: new WebLogicWorkload({ template: { name: 'weblogic', spec: { domainUID: 'weblogic', webLogicCredentialsSecret: { name: 'weblogic' } } } }),
});

/** What a program renders with a provider. */
function rendered(metricsOf: (app: App) => MonitoringProvider, more: Partial<KubernetesPlatformProps> = {}): Manifests {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics: metricsOf(app), clusterName: 'east', ...more }));
  const application = new ApplicationConfiguration(new Chart(app, 'shop', { namespace: 'shop' }), 'shop');
  for (const [name, workload] of Object.entries(workloads())) {
    const binding = application.addComponent(new Component(Chart.of(application), name, { workload }));
    if (name === 'several') new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9000, path: '/stats' }] });
  }
  return Manifests.ofApp(app);
}

const operated = (monitorKind: MonitorKind, options: SeriesLabelOptions = {}) =>
  rendered(() => MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, monitorKind, ...options }));

const plain = (form?: ScrapeConfigurationForm, options: SeriesLabelOptions = {}) => rendered(app => {
  const configuration = new ScrapeConfiguration(new Chart(app, 'monitoring', { namespace: 'monitoring' }), 'scrape', { form });
  return MonitoringProvider.prometheus({
    configuration, name: 'prometheus', podLabels: { app: 'prometheus' }, secretFolders: { 'shop/weblogic': '/etc/prometheus/weblogic' }, ...options,
  });
});

const OPTIONS: [string, SeriesLabelOptions][] = [
  ...Object.values(SeriesLabels).map((seriesLabels): [string, SeriesLabelOptions] => [`the labels ${seriesLabels}`, { seriesLabels }]),
  ['some labels of pods and more', { podTargetLabels: ['version'], extraLabels: { team: 'shop' } }],
  ['no labels of pods', { seriesLabels: SeriesLabels.PLATFORM, podTargetLabels: [] }],
];

test.each(OPTIONS)('with %s, series of scrape jobs and of ScrapeConfigs have those of PodMonitors, and no more', (_, options) => {
  const monitors = operated(MonitorKind.POD_MONITOR, options);
  for (const others of [plain(undefined, options), operated(MonitorKind.SCRAPE_CONFIG, options)]) {
    Manifests.sameMetrics(monitors, others);
    Manifests.sameMetrics(others, monitors);
  }
});

test.each(Object.values(ScrapeConfigurationForm))('what form %s says is read', form => {
  const manifests = plain(form);
  Manifests.sameMetrics(operated(MonitorKind.POD_MONITOR), manifests);
  expect(manifests.isScraped({ kind: 'Deployment', name: 'several' })).toEqual([
    { port: 8080, path: '/metrics', job: 'shop_shop_several' }, { port: 9000, path: '/stats', job: 'shop_shop_several_1' },
  ]);
});

describe('the Secret of additional jobs', () => {
  const manifests = plain(ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS);

  test('holds nothing that is secret', () => {
    expect(() => manifests.hasNoSecrets()).not.toThrow();
  });

  test.each(['basic_auth: { password: changeme }', 'authorization: { credentials: changeme }', 'oauth2: { client_secret: changeme }'])('fails when a job has %s', field => {
    const given = Manifests.ofYaml(`apiVersion: v1
kind: Secret
metadata: { name: scrape, namespace: monitoring, labels: { cdk8s-oam/scrape-configuration: additional-scrape-configs } }
stringData: { additional-scrape-configs.yaml: '[{ job_name: cart, ${field} }]' }
`);
    expect(messageOf(() => given.hasNoSecrets())).toBe([
      'exposed-secret: 1 place must not hold what is secret',
      '  Secret monitoring/scrape (<yaml>:1): \'stringData\' holds "additional-scrape-configs.yaml" of a Secret',
    ].join('\n'));
  });
});

describe('fails when', () => {
  const LABELLED = 'metadata: { name: scrape, namespace: monitoring, labels: { cdk8s-oam/scrape-configuration: vmagent-files } }';
  const OBJECTS = (rules: string) => Manifests.ofYaml(`apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec: { template: { metadata: { labels: { app: cart } }, spec: { containers: [{ name: main, ports: [{ name: http, containerPort: 8080 }] }] } } }
---
apiVersion: v1
kind: ConfigMap
${LABELLED}
data:
  shop.yaml: |
    - job_name: cart
      kubernetes_sd_configs: [{ role: pod, namespaces: { names: [shop] } }]
      relabel_configs: [${rules}]
`);

  test.each<[string, string, string[]]>([
    ['it keeps other pods', '{ action: keep, source_labels: [__meta_kubernetes_pod_label_app], regex: api }', ['selects other pods: these lack app=api']],
    ['it keeps another port', '{ action: keep, source_labels: [__meta_kubernetes_pod_container_port_name], regex: admin }', ['selects the pods', 'must be a port that a container of Deployment shop/cart declares (8080 (http)), got "admin"']],
    ['it drops all targets', '{ action: drop, source_labels: [__meta_kubernetes_namespace], regex: shop }', ['selects the pods', 'drops all targets']],
    ['a rule is no regular expression', "{ action: drop, source_labels: [__meta_kubernetes_namespace], regex: '(' }", ['selects the pods', 'must be a regular expression of RE2, got "(": missing closing )']],
  ])('%s', (_, rules, lines) => {
    expect(messageOf(() => OBJECTS(rules).isScraped({ kind: 'Deployment', name: 'cart' }))).toBe([
      'not-scraped: Deployment shop/cart (<yaml>:1) must be scraped, and is not',
      ...lines.map(line => `  ConfigMap monitoring/scrape (<yaml>:6): 'data['shop.yaml']' ${line}`),
    ].join('\n'));
  });

  test('the Prometheus does not select a ScrapeConfig', () => {
    const manifests = Manifests.ofYaml(`apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec: { template: { metadata: { labels: { app: cart } }, spec: { containers: [{ name: main, ports: [{ name: http, containerPort: 8080 }] }] } } }
---
apiVersion: monitoring.coreos.com/v1alpha1
kind: ScrapeConfig
metadata: { name: cart, namespace: shop, labels: { release: other } }
spec: { kubernetesSDConfigs: [{ role: Pod, namespaces: { names: [shop] } }] }
---
apiVersion: monitoring.coreos.com/v1
kind: Prometheus
metadata: { name: k8s, namespace: monitoring }
spec: { scrapeConfigSelector: { matchLabels: { release: prometheus } }, scrapeConfigNamespaceSelector: {} }
`);
    expect(messageOf(() => manifests.isScraped({ kind: 'Deployment', name: 'cart' }))).toBe([
      'not-scraped: Deployment shop/cart (<yaml>:1) must be scraped, and is not',
      "  ScrapeConfig shop/cart (<yaml>:6): 'spec' selects the pods",
      "  ScrapeConfig shop/cart (<yaml>:6): 'spec' scrapes port 8080, path /metrics, job scrapeConfig/shop/cart",
      "  ScrapeConfig shop/cart (<yaml>:6): 'metadata.labels' must have release=prometheus: Prometheus monitoring/k8s selects no other monitors",
    ].join('\n'));
  });
});

describe('what reads the jobs is let in', () => {
  const POLICY = (app: string) => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec:
  podSelector: {}
  policyTypes: [Ingress]
  ingress: [{ from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } }, podSelector: { matchLabels: { app: ${app} } } }] }]
`;
  const deployed = (volumes: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: prometheus, namespace: monitoring }
spec: { template: { metadata: { labels: { app: prometheus } }, spec: { containers: [{ name: main }], volumes: [${volumes}] } } }
`;
  const PODS = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec: { template: { metadata: { labels: { app: cart } }, spec: { containers: [{ name: main, ports: [{ name: http, containerPort: 8080 }] }] } } }
`;
  const jobs = (kind: string, form: string) => `apiVersion: v1
kind: ${kind}
metadata: { name: scrape, namespace: monitoring, labels: { cdk8s-oam/scrape-configuration: ${form} } }
${kind === 'Secret' ? 'stringData' : 'data'}: { jobs.yaml: '[{ job_name: cart, kubernetes_sd_configs: [{ role: pod, namespaces: { names: [shop] } }] }]' }
`;
  const OPERATED = `apiVersion: monitoring.coreos.com/v1
kind: Prometheus
metadata: { name: k8s, namespace: monitoring }
spec: { podMetadata: { labels: { app: prometheus } }, additionalScrapeConfigs: { name: scrape, key: jobs.yaml } }
`;
  const scraped = (...objects: readonly string[]) => Manifests.ofYaml([PODS, ...objects].join('---\n')).isScraped({ kind: 'Deployment', name: 'cart' });

  test.each<[string, string, string]>([
    ['pods that mount them', jobs('ConfigMap', 'vmagent-files'), deployed('{ name: jobs, configMap: { name: scrape } }')],
    ['pods that mount them with others', jobs('ConfigMap', 'vmagent-files'), deployed('{ name: jobs, projected: { sources: [{ configMap: { name: scrape } }] } }')],
    ['pods that mount a Secret', jobs('Secret', 'additional-scrape-configs'), deployed('{ name: jobs, secret: { secretName: scrape } }')],
    ['a Prometheus of the operator that names a Secret', jobs('Secret', 'additional-scrape-configs'), OPERATED],
  ])('by %s', (_, configuration, reader) => {
    expect(scraped(configuration, reader, POLICY('prometheus'))).toEqual([{ port: 8080, path: '/metrics', job: 'cart' }]);
    expect(messageOf(() => scraped(configuration, reader, POLICY('other')))).toContain(' reads job cart\n');
  });

  test('fails when others are let in', () => {
    const reader = deployed('{ name: jobs, configMap: { name: scrape } }');
    expect(messageOf(() => scraped(jobs('ConfigMap', 'vmagent-files'), reader, POLICY('other')))).toBe([
      'not-scraped: Deployment shop/cart (<yaml>:1) must be scraped, and is not',
      "  ConfigMap monitoring/scrape (<yaml>:6): 'data['jobs.yaml']' selects the pods",
      "  ConfigMap monitoring/scrape (<yaml>:6): 'data['jobs.yaml']' scrapes port 8080, path /metrics, job cart",
      '  Deployment monitoring/prometheus (<yaml>:11): reads job cart',
      "  NetworkPolicy shop/cart (<yaml>:16): 'spec.ingress[0].from[0].podSelector' asks for app=other",
    ].join('\n'));
  });
});
