import { Duration } from 'cdk8s';
import { bindOn, chartWith, deployment, findingOf, LABELS, MESH, objectsOf, withPorts } from './support';
import {
  AzureManagedPrometheusProps, KubernetesPlatform, MetricsTrait, MetricsTraitProps, MonitorKind, MonitoringProvider, PrometheusOperatorProps,
  ScrapeScheme, SeriesLabels, VictoriaMetricsOperatorProps, Workload,
} from '../../../src';
import { messageOf } from '../../support/message';

const KIND = { monitorKind: MonitorKind.SCRAPE_CONFIG };

function scrapeConfigsOf(trait?: MetricsTraitProps, workload?: Workload, more: Partial<PrometheusOperatorProps> = {}): any[] {
  const binding = bindOn(chartWith({ ...KIND, ...more }), workload);
  if (trait) new MetricsTrait(binding, 'metrics', trait);
  return objectsOf(binding).filter(({ kind }) => kind === 'ScrapeConfig');
}

test('a ScrapeConfig does what a PodMonitor does', () => {
  expect(scrapeConfigsOf()).toEqual([{
    apiVersion: 'monitoring.coreos.com/v1alpha1',
    kind: 'ScrapeConfig',
    metadata: { name: 'greet', namespace: 'ns', labels: { ...LABELS, 'app.oam.dev/resourceType': 'TRAIT' } },
    spec: {
      metricsPath: '/metrics',
      scheme: 'HTTP',
      kubernetesSDConfigs: [{ role: 'Pod', namespaces: { names: ['ns'] } }],
      relabelings: [
        { action: 'drop', sourceLabels: ['__meta_kubernetes_pod_phase'], regex: 'Failed|Succeeded' },
        { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_container_port_name'], regex: 'http' },
        { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_label_app_oam_dev_name'], regex: 'hello' },
        { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_label_app_oam_dev_component'], regex: 'greet' },
        { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
        { action: 'labeldrop', regex: 'controller_revision_hash|instance|app_kubernetes_io_name|app_kubernetes_io_instance|app_kubernetes_io_managed_by' },
        { action: 'replace', sourceLabels: ['__meta_kubernetes_namespace'], targetLabel: 'namespace' },
        { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod_name' },
        { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod' },
        { action: 'replace', targetLabel: 'container', replacement: 'main' },
        { action: 'replace', targetLabel: 'endpoint', replacement: 'http' },
        { action: 'replace', sourceLabels: ['application', 'app'], separator: ';', regex: ';(.*)', targetLabel: 'application', replacement: '$1' },
        { action: 'replace', targetLabel: 'job', replacement: 'hello_ns_greet' },
      ],
    },
  }]);
});

test('Secrets are named, and the operator reads them', () => {
  const [{ spec }] = scrapeConfigsOf({
    scheme: ScrapeScheme.HTTPS,
    tls: { ca: { secret: { name: 'ca', key: 'ca.crt' } }, serverName: 'greet' },
    secret: 'credentials',
    interval: Duration.minutes(1),
    timeout: Duration.seconds(5),
    honorTimestamps: false,
    dropMetrics: ['go_.*'],
    sampleLimit: 10,
  });

  expect(spec).toMatchObject({
    scheme: 'HTTPS',
    tlsConfig: { ca: { secret: { name: 'ca', key: 'ca.crt' } }, serverName: 'greet' },
    basicAuth: { username: { name: 'credentials', key: 'username' }, password: { name: 'credentials', key: 'password' } },
    scrapeInterval: '1m',
    scrapeTimeout: '5s',
    honorTimestamps: false,
    sampleLimit: 10,
    metricRelabelings: [{ action: 'drop', sourceLabels: ['__name__'], regex: 'go_.*' }],
  });
});

test('each endpoint has an object of its own', () => {
  const trait = { metadata: { name: 'scraped' }, ports: [{ port: 8080 }, { port: 9090, path: '/more' }, { port: 9090 }] };
  const objects = scrapeConfigsOf(trait, withPorts(['http', 8080], ['admin', 9090]));

  const told = objects.map(({ metadata: { name }, spec }) =>
    [name, spec.metricsPath, spec.relabelings[1].regex, spec.relabelings.at(-1).replacement]);
  expect(told).toEqual([
    ['scraped', '/metrics', 'http', 'hello_ns_greet'],
    ['scraped.1', '/more', 'admin', 'hello_ns_greet_1'],
    ['scraped.2', '/metrics', 'admin', 'hello_ns_greet_2'],
  ]);
});

test('a component without metrics has none', () => {
  expect(scrapeConfigsOf({ enabled: false })).toEqual([]);
});

test('a mesh has its scrape class', () => {
  expect(scrapeConfigsOf({}, undefined, MESH)[0].spec).toMatchObject({ scrapeClass: 'istio', scheme: 'HTTPS' });
});

test('no label is dropped that nobody adds', () => {
  const [{ spec }] = scrapeConfigsOf({}, deployment([{ containerPort: 8080 }]), { seriesLabels: SeriesLabels.PLATFORM });

  expect(spec.relabelings.filter(({ action }: any) => action === 'labeldrop')).toEqual([
    { action: 'labeldrop', regex: 'controller_revision_hash|app_kubernetes_io_name|app_kubernetes_io_instance|app_kubernetes_io_managed_by' },
  ]);
});

describe('fails when', () => {
  test('the Prometheus takes objects of its own namespace only', () => {
    expect(findingOf(bindOn(chartWith({ ...KIND, monitorNamespaceSelector: undefined })))).toBe(
      'not-selected: \'metadata.namespace\' is "ns", and Prometheus monitoring/k8s takes monitors in its own namespace only; set '
        + "'spec.scrapeConfigNamespaceSelector' of the Prometheus, and 'monitorNamespaceSelector' of the platform to the same");
  });

  const AGENT = { namespace: 'monitoring', name: 'agent', monitorSelector: {}, ...KIND } satisfies VictoriaMetricsOperatorProps;
  test.each<[string, () => MonitoringProvider]>([
    ['the VictoriaMetrics operator', () => MonitoringProvider.victoriaMetricsOperator(AGENT)],
    ['the add-on of Azure', () => MonitoringProvider.azureManagedPrometheus(KIND satisfies AzureManagedPrometheusProps)],
  ])('%s does not have the kind', (_, metrics) => {
    expect(messageOf(() => new KubernetesPlatform({ metrics: metrics() }))).toBe(
      '[KubernetesPlatform] invalid-value: \'metrics.monitorKind\' must be one of PodMonitor, ServiceMonitor, got "ScrapeConfig"');
  });
});
