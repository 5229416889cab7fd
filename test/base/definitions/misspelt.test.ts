import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, AutoscalerTrait, Component, DeploymentWorkload, DisruptionBudgetTrait, Environments, Findings,
  GitOpsApp, GitOpsDelivery, IngressController, IngressProvider, IngressTrait, KubernetesPlatform, LoggingTrait,
  ManifestPolicies, ManifestValidation, ManualScalerTrait, MetricsAlerts, MetricsDashboard, MetricsTrait, MonitoringProvider,
  NetworkPolicyTrait, OamPlatform, Platform, PrometheusScraper, ScraperAccess, SharedGateway, TlsCertificate,
} from '../../../src';
import { messageOf } from '../../support/message';

const metrics = MonitoringProvider.kubePrometheusStack({ release: 'kps', namespace: 'monitoring' });
const image = 'a/b:1';

/** A chart with a bound component, on Kubernetes. */
function bound() {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics }));
  const chart = new Chart(app, 'c', { namespace: 'ns' });
  const component = new Component(chart, 'w', { workload: new DeploymentWorkload({ image, ports: [{ port: 80, name: 'http' }] }) });
  const application = new ApplicationConfiguration(chart, 'a', {});
  return { chart, component, application, binding: application.addComponent(component) };
}

const workload = (props: any) => () => new DeploymentWorkload({ image, ...props });
const platform = (props: any) => () => new KubernetesPlatform({ metrics, ...props });
const trait = (type: any, props: any) => () => new type(bound().binding, 't', props);
const inChart = (type: any, props: any) => () => new type(bound().chart, 't', props);
const ingress = (props: any) => platform({ ingress: IngressProvider.traefik({ tls: TlsCertificate.secret('a'), ...props }) });
const any = (value: unknown): any => value;

/** A misspelt word for each place of the public API, and the word that was meant. */
test.each<[string, () => unknown, string]>([
  // workloads
  ['replcas', workload({ replcas: 3 }), 'replicas'],
  ['ports[0].prot', workload({ ports: [{ prot: 80 }] }), 'port'],
  ['ports[0].protocol', workload({ ports: [{ port: 80, protocol: 'TPC' }] }), 'TCP'],
  ['probes.livenes', workload({ probes: { livenes: {} } }), 'liveness'],
  ['probes.liveness.httpGt', workload({ probes: { liveness: { httpGt: {} } } }), 'httpGet'],
  ['resources.request', workload({ resources: { request: { cpu: '1' } } }), 'requests'],
  ['envSources.A.secretKeyRf', workload({ envSources: { A: { secretKeyRf: { name: 'a', key: 'b' } } } }), 'secretKeyRef'],
  ['serviceAccount.creat', workload({ serviceAccount: { creat: true } }), 'create'],
  ['podSecurity', workload({ podSecurity: 'restrictd' }), 'restricted'],
  // applications
  ['workloda', inChart(Component, { workloda: 1 }), 'workload'],
  ['metadat', inChart(ApplicationConfiguration, { metadat: {} }), 'metadata'],
  ['parameterValue', () => { const { application, chart } = bound(); application.addComponent(new Component(chart, 'v', { workload: new DeploymentWorkload({ image }) }), any({ parameterValue: [] })); }, 'parameterValues'],
  // traits
  ['ports[0].prt', trait(MetricsTrait, { ports: [{ prt: 1 }] }), 'port'],
  ['scheme', trait(MetricsTrait, { scheme: 'htps' }), 'https'],
  ['tls.insecurSkipVerify', trait(MetricsTrait, { tls: { insecurSkipVerify: true } }), 'insecureSkipVerify'],
  ['metricRelabelings[0].action', trait(MetricsTrait, { metricRelabelings: [{ action: 'drp' }] }), 'drop'],
  ['rules[0].host', trait(IngressTrait, { rules: [{ host: ['a'] }] }), 'hosts'],
  ['rules[0].paths[0].pathType', trait(IngressTrait, { rules: [{ paths: [{ path: '/', pathType: 'Prefx' }] }] }), 'Prefix'],
  ['maxReplica', trait(AutoscalerTrait, { maxReplica: 3 }), 'maxReplicas'],
  ['minAvailabl', trait(DisruptionBudgetTrait, { minAvailabl: 1 }), 'minAvailable'],
  ['egres', trait(NetworkPolicyTrait, { egres: [] }), 'egress'],
  ['loggingImag', trait(LoggingTrait, { loggingImag: 'a' }), 'loggingImage'],
  ['replicaCont', trait(ManualScalerTrait, { replicaCont: 1 }), 'replicaCount'],
  // platforms
  ['ingres', platform({ ingres: 1 }), 'ingress'],
  ['metrics.relase', platform({ metrics: MonitoringProvider.kubePrometheusStack(any({ relase: 'k', namespace: 'm' })) }), 'release'],
  ['metrics.monitorKind', platform({ metrics: MonitoringProvider.prometheusOperator(any({ namespace: 'a', name: 'b', monitorSelector: {}, monitorKind: 'PodMonitr' })) }), 'PodMonitor'],
  ['metrics.monitorSelector.matchLabel', platform({ metrics: MonitoringProvider.prometheusOperator(any({ namespace: 'a', name: 'b', monitorSelector: { matchLabel: {} } })) }), 'matchLabels'],
  ['ingress.classNam', ingress({ classNam: 'x' }), 'className'],
  ['name', () => IngressController.byName('trafik', { className: 'x' }), 'traefik'],
  ['ingress.implementation', platform({ ingress: IngressProvider.gatewayApi(any({ gateway: { name: 'a', namespace: 'b', listeners: [] }, implementation: 'isto' })) }), 'istio'],
  ['scraperUsr', () => OamPlatform.verrazzano(any({ scraperUsr: 'a' })), 'scraperUser'],
  ['gatewayClassNam', inChart(SharedGateway, { gatewayClassNam: 'a' }), 'gatewayClassName'],
  // monitoring
  ['storage.siz', inChart(PrometheusScraper, { version: '3.0.0', storage: { siz: '1Gi' } }), 'size'],
  ['hst', inChart(ScraperAccess, { hst: 'a' }), 'host'],
  ['targetDwn', inChart(MetricsAlerts, { targetDwn: {} }), 'targetDown'],
  ['delivry', inChart(MetricsDashboard, { delivry: {} }), 'delivery'],
  // delivery
  ['outdr', () => new GitOpsApp(any({ outdr: 'x' })), 'outdir'],
  ['kubernetesVersion', () => new GitOpsApp({ kubernetesVersion: '1.3' }), '1.31'],
  ['layout', () => new Environments(any({ layout: 'FILE_PER_OBJEC' })), 'FILE_PER_OBJECT'],
  ['platfrm', () => new Environments({}).add('prod', any({ platfrm: 1 })), 'platform'],
  ['repoUrl', () => GitOpsDelivery.argoCd(any({ repoUrl: 'https://a.example.com/c' })), 'repoURL'],
  // checks
  ['schema', () => new ManifestValidation(any({ schema: [] })), 'schemas'],
  ['standard', () => ManifestPolicies.podSecurity(any('restrictd')), 'restricted'],
  ['code', () => Findings.accept(bound().chart, { code: 'missing-requst', reason: 'a' }), 'missing-request'],
])('%s is reported with what was meant', (field, make, meant) => {
  const line = messageOf(make).split('\n').find(each => each.includes(`'${field}' `));
  expect(line).toMatch(new RegExp(`(unknown field|must be).*; did you mean "${meant}"\\?$`));
});

test('a property of a newer cdk8s is passed on to its App', () => {
  expect(new GitOpsApp(any({ somethingNew: 1 })).outdir).toBe('dist');
});
