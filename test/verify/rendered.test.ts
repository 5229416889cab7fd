import { App, Chart, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { documentsOf } from './manifests';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ContainerizedWorkload, HelidonWorkload, KubernetesPlatform, KubernetesWorkload,
  MonitoringProvider, MetricsTrait, MonitorKind, OamPlatform, Platform, ScrapeConfiguration, ScrapeConfigurationForm, WebLogicWorkload, Workload,
} from '../../src';
import { declaredComponents } from '../../src/verify/declared-components';
import { remarkText } from '../../src/verify/remarks';

const image = 'example/main:1';
const httpPort = { name: 'http', containerPort: 8080 };
const podSpec = { containers: [{ name: 'main', image, ports: [httpPort, { containerPort: 9000 }] }] };

/** The same application for any platform. */
function render(platform: Platform, workloads: Readonly<Record<string, Workload>>): object[] {
  const chart = new Chart(new App(), 'chart', { namespace: 'ns' });
  Platform.install(chart, platform);
  const application = new ApplicationConfiguration(chart, 'hello');
  for (const [name, workload] of Object.entries(workloads)) {
    const binding = application.addComponent(new Component(chart, name, { workload }));
    if (name === 'several') new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9000, path: '/stats' }] });
    if (name === 'silent') new MetricsTrait(binding, 'metrics', { enabled: false });
  }
  return Testing.synth(chart);
}

const monitored = (monitorKind: MonitorKind) => new KubernetesPlatform({
  metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorKind, monitorSelector: {}, monitorNamespaceSelector: {} }),
});

/** What is known of each component, in one line. */
const told = (objects: readonly object[]) => declaredComponents(documentsOf(...objects)).map(declared => {
  const { namespace, application, component, endpoints, unscraped, hints } = declared;
  const places = endpoints.map(({ port = '*', path = '', job = '-' }) => `:${port}${path} ${job}`);
  return [`${namespace}/${application}/${component}`, ...places, ...[...unscraped ? [unscraped] : [], ...hints].map(remarkText)].join(', ');
});

const withService = (): Record<string, Workload> => ({
  containerized: new ContainerizedWorkload({ containers: [{ name: 'main', image, ports: [httpPort] }] }),
  several: new ContainerizedWorkload({ containers: podSpec.containers.map(({ ports, ...rest }) => ({ ...rest, ports: [httpPort, { ...ports[1], name: 'stats' }] })) }),
  helidon: new HelidonWorkload({ deployment: { name: 'helidon', podSpec } }),
  silent: new ContainerizedWorkload({ containers: [{ name: 'main', image, ports: [httpPort] }] }),
});

const labels = { app: 'deployment' };
const withoutService = (): Record<string, Workload> => ({
  deployment: KubernetesWorkload.deployment({
    metadata: { name: 'deployment' }, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  }),
  coherence: new CoherenceWorkload({ template: { name: 'coherence', spec: { image, coherence: { metrics: { enabled: true } } } } }),
  weblogic: new WebLogicWorkload({ template: { name: 'weblogic', spec: { domainUID: 'weblogic' } } }),
  config: KubernetesWorkload.configMap({ metadata: { name: 'config' }, data: { a: 'b' } }),
  service: KubernetesWorkload.service({ metadata: { name: 'service' }, spec: { selector: labels, ports: [{ port: 80, targetPort: k8s.IntOrString.fromNumber(9000) }] } }),
});

const WITH_SERVICE = [
  'ns/hello/containerized, :8080/metrics hello_ns_containerized',
  'ns/hello/several, :8080/metrics hello_ns_several, :9000/stats hello_ns_several_1',
  'ns/hello/helidon, :8080/metrics hello_ns_helidon',
];

const WITHOUT_SERVICE = [
  'ns/hello/deployment, :8080/metrics hello_ns_deployment',
  'ns/hello/coherence, :9612/metrics hello_ns_coherence',
  'ns/hello/weblogic, :* hello_ns_weblogic',
  'ns/hello/config, a ConfigMap is not scraped',
  'ns/hello/service, a Service is not scraped',
];

test('PodMonitors that the library renders', () => {
  expect(told(render(monitored(MonitorKind.POD_MONITOR), { ...withService(), ...withoutService() })))
    .toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it', ...WITHOUT_SERVICE]);
});

const OF_ALL = { namespace: 'monitoring', name: 'main', monitorSelector: {}, monitorNamespaceSelector: {} };

test.each<[string, MonitoringProvider]>([
  ['VMPodScrapes', MonitoringProvider.victoriaMetricsOperator(OF_ALL)],
  ['PodMonitors of Azure', MonitoringProvider.azureManagedPrometheus()],
])('%s that the library renders', (_, metrics) => {
  expect(told(render(new KubernetesPlatform({ metrics }), { ...withService(), ...withoutService() })))
    .toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it', ...WITHOUT_SERVICE]);
});

test('ScrapeConfigs that the library renders', () => {
  expect(told(render(monitored(MonitorKind.SCRAPE_CONFIG), { ...withService(), ...withoutService() })))
    .toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it', ...WITHOUT_SERVICE]);
});

test.each(Object.values(ScrapeConfigurationForm))('scrape jobs of form %s that the library renders', form => {
  const configuration = new ScrapeConfiguration(new Chart(new App(), 'monitoring', { namespace: 'monitoring' }), 'scrape', { form });
  const metrics = MonitoringProvider.prometheus({ configuration, name: 'prometheus', podLabels: { app: 'prometheus' } });
  const { weblogic: _, ...others } = withoutService();
  const objects = render(new KubernetesPlatform({ metrics }), { ...withService(), ...others });
  expect(told([...objects, ...Testing.synth(Chart.of(configuration))]))
    .toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it', ...WITHOUT_SERVICE.filter(line => !line.includes('weblogic'))]);
});

test('VMServiceScrapes that the library renders', () => {
  const metrics = MonitoringProvider.victoriaMetricsOperator({ ...OF_ALL, monitorKind: MonitorKind.SERVICE_MONITOR });
  expect(told(render(new KubernetesPlatform({ metrics }), withService()))).toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it']);
});

test('PodMonitorings that the library renders, by whose names series have their jobs', () => {
  const { weblogic: _, ...others } = withoutService();
  const lines = [...WITH_SERVICE, 'ns/hello/silent, no monitor selects it', ...WITHOUT_SERVICE.filter(line => !line.includes('weblogic'))];
  expect(told(render(new KubernetesPlatform({ metrics: MonitoringProvider.googleManagedPrometheus() }), { ...withService(), ...others })))
    .toEqual(lines.map(line => line.replaceAll(/ hello_ns_\w+/g, job => job.replace(/_(\d+)$/, '.$1').replaceAll('_', '-'))));
});

test('ServiceMonitors that the library renders', () => {
  expect(told(render(monitored(MonitorKind.SERVICE_MONITOR), withService()))).toEqual([...WITH_SERVICE, 'ns/hello/silent, no monitor selects it']);
});

test('the same program for an OAM platform declares the same endpoints', () => {
  const withoutJobs = (lines: readonly string[]) => lines.map(line => line.replaceAll(/ hello_ns_\w+/g, ' -'));
  expect(told(render(OamPlatform.verrazzano(), { ...withService(), ...withoutService() }))).toEqual([
    ...withoutJobs(WITH_SERVICE),
    'ns/hello/silent, its MetricsTrait says so',
    ...withoutJobs(WITHOUT_SERVICE).map(line => line.replace(':* -', ':*/wls-exporter/metrics -')),
  ]);
});
