import { ApiObject, App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, ComponentBindingOptions, ComponentParameter, ContainerProtocol, ContainerizedContainer, ContainerizedWorkload, HelidonWorkload, IngressProvider, IngressTrait, IngressTraitProps, KubernetesPlatform, KubernetesPlatformProps, KubernetesWorkload, MonitorKind, MonitoringProvider, Platform, PrometheusOperatorProps, TlsCertificate, WebLogicWorkload, Workload } from '../../../src';
import { IngressOptions } from '../../support/ingress';
import { describe } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { report } from '../../base/models';
import { schemaErrorsOf } from '../../support/schemas';

/** The labels by which pods of the component of `bindOn` are selected. */
export const SELECTOR = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };

/** The labels of the OAM runtime, which pods of operators have too. */
export const OAM_LABELS = { ...SELECTOR, 'app.oam.dev/resourceType': 'WORKLOAD' };

/** The recommended labels of Kubernetes, as pods have them. */
export const RECOMMENDED = {
  'app.kubernetes.io/name': 'greet', 'app.kubernetes.io/instance': 'hello', 'app.kubernetes.io/managed-by': 'cdk8s-oam',
};

/** What the labels of pods are that the library itself makes. */
export const POD_LABELS = { ...OAM_LABELS, ...RECOMMENDED };

/** What the labels of an object are that is made of the component's workload. */
export const LABELS = { ...POD_LABELS, 'app.kubernetes.io/part-of': 'hello' };

/** How a component is bound, and what it declares beside its workload. */
export interface BindOptions extends ComponentBindingOptions {
  readonly parameters?: ComponentParameter[];
}

/** A platform whose Prometheus, `monitoring/k8s`, takes every PodMonitor of every namespace; with an Ingress for `example.com`. */
export function kubernetes(props: Partial<KubernetesPlatformProps> = {}): KubernetesPlatform {
  return new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
    ingress: IngressProvider.other({ className: 'nginx', domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') }),
    ...props,
  });
}

/** A chart `c` of the namespace `ns`, on Kubernetes without an OAM platform. */
export function kubernetesChart(props: Partial<KubernetesPlatformProps> = {}): Chart {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  Platform.install(chart, kubernetes(props));
  return chart;
}

/** A workload that listens at 8080, where it is scraped by default. */
export function listening(more: Partial<ContainerizedContainer> = {}): Workload {
  return new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }], ...more }] });
}

/** The component `greet`, bound by the application `hello`. */
export function bindOn(chart: Chart, workload: Workload = listening(), { parameters, ...options }: BindOptions = {}): ComponentBinding {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload, parameters }), options);
}

/** All that is rendered in the chart of a construct; it must be valid. */
export function objectsOf(construct: IConstruct): any[] {
  expect(findingsOf(construct)).toEqual([]);
  const objects = Chart.of(construct).toJson();
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

/** What rules say of what is rendered in the chart of a construct, but not what they cannot judge. */
export function judgedOf(construct: IConstruct): string[] {
  const objects = Chart.of(construct).node.findAll().filter(each => ApiObject.isApiObject(each)).map(each => (each as ApiObject).toJson());
  const judgements = judgeObjects(objects).filter(({ verdict }) => verdict !== 'unjudged');
  return judgements.map(({ verdict, object: { kind }, finding }) => `${verdict} ${kind} ${describe(finding)}`);
}

/** The one object of a kind. */
export function only(kind: string, objects: readonly any[]): any {
  const those = objects.filter(object => object.kind === kind);
  expect(those).toHaveLength(1);
  return those[0];
}

/** What cdk8s reports of the app of a construct: a line for each finding, in the order of the tree. */
export function findingsOf(construct: IConstruct): string[] {
  return report(App.of(construct));
}

/** A Prometheus, `monitoring/k8s`, that takes every monitor of every namespace unless told otherwise. */
export function prometheus(more: Partial<PrometheusOperatorProps> = {}): Partial<KubernetesPlatformProps> {
  const all = { namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} };
  return { metrics: MonitoringProvider.prometheusOperator({ ...all, ...more }) };
}

/** A chart whose Prometheus takes every monitor unless told otherwise. */
export const chartWith = (more: Partial<PrometheusOperatorProps> = {}): Chart => kubernetesChart(prometheus(more));

/** A chart whose components are found by their Services. */
export const byService = (): Chart => chartWith({ monitorKind: MonitorKind.SERVICE_MONITOR });

/** A mesh to which the namespace of the charts belongs. */
export const MESH = { mesh: { namespaces: ['other', 'ns'], scrapeClass: 'istio' } };

/** The monitors in the chart of a construct. */
export function monitorsOf(construct: IConstruct): any[] {
  return objectsOf(construct).filter(({ kind }) => /Monitor$/.test(kind));
}

/** The only monitor in the chart of a construct. */
export function monitorOf(construct: IConstruct): any {
  const monitors = monitorsOf(construct);
  expect(monitors).toHaveLength(1);
  return monitors[0];
}

/** The endpoints of the only monitor, without their relabelling. */
export function endpointsOf(construct: IConstruct): any[] {
  return rawEndpointsOf(construct).map(({ relabelings: _, ...endpoint }) => endpoint);
}

/** The names of the jobs of the only monitor. */
export function jobsOf(construct: IConstruct): string[] {
  return rawEndpointsOf(construct).map(({ relabelings }) => relabelings.findLast((rule: any) => rule.targetLabel === 'job').replacement);
}

function rawEndpointsOf(construct: IConstruct): any[] {
  const { podMetricsEndpoints, endpoints } = monitorOf(construct).spec;
  return podMetricsEndpoints ?? endpoints;
}

/** The only finding, without the path of its construct. */
export function findingOf(construct: IConstruct): string {
  const findings = findingsOf(construct);
  expect(findings).toHaveLength(1);
  return findings[0].replace(/^\[[^\]]*\] /, '');
}

type NamedPort = [name: string, containerPort: number, protocol?: ContainerProtocol];

/** A workload whose only container has these ports. */
export function withPorts(...ports: NamedPort[]): ContainerizedWorkload {
  const written = ports.map(([name, containerPort, protocol]) => ({ name, containerPort, protocol }));
  return new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1', ports: written }] });
}

/** A workload of two containers with a port each, both named `http`: 8080 and 9090. */
export function twoContainers(): ContainerizedWorkload {
  const container = (name: string, containerPort: number) => ({ name, image: 'example/main:1', ports: [{ name: 'http', containerPort }] });
  return new ContainerizedWorkload({ containers: [container('one', 8080), container('two', 9090)] });
}

/** A Deployment `greet` whose pods have the label `app: greet`. */
export function deployment(ports: { containerPort: number; name?: string }[], annotations?: Record<string, string>): KubernetesWorkload {
  return KubernetesWorkload.deployment({
    metadata: { name: 'greet' },
    spec: {
      selector: { matchLabels: { app: 'greet' } },
      template: { metadata: { labels: { app: 'greet' }, annotations }, spec: { containers: [{ name: 'main', image: 'example/main:1', ports }] } },
    },
  });
}

/** A Deployment with a Service of these fields, port 8080 named `web` and port 9090 without a name. */
export function helidonWith(spec: any): HelidonWorkload {
  const ports = [{ containerPort: 8080, name: 'web' }, { containerPort: 9090 }];
  return new HelidonWorkload({ deployment: { name: 'greet', podSpec: { containers: [{ name: 'main', image: 'example/main:1', ports }] } }, service: { spec } });
}

/** A Coherence cluster `storage`. */
export const coherence = (spec: any = {}) => new CoherenceWorkload({ template: { name: 'storage', spec } });

/** A WebLogic domain `shop`. */
export function weblogic(spec: any = {}): WebLogicWorkload {
  return new WebLogicWorkload({ template: { name: 'shop', spec: { domainUID: 'shop', webLogicCredentialsSecret: { name: 'shop-credentials' }, ...spec } } });
}

/** The Service `name`, bound by the application of a binding as a component of its own. */
export function serviceBeside({ application }: ComponentBinding, name: string, spec: any): ComponentBinding {
  const component = new Component(Chart.of(application), name, { workload: KubernetesWorkload.service({ metadata: { name }, spec }) });
  return (application as ApplicationConfiguration).addComponent(component);
}

/** A chart with a domain and without TLS, unless told otherwise. */
export function ingressChart({ controller = 'other', ...more }: IngressOptions = {}): Chart {
  const props = { className: 'nginx', domain: 'example.com', tls: TlsCertificate.insecureNone() };
  return kubernetesChart({ ingress: IngressProvider[controller]({ ...props, ...more }) });
}

/** The component `greet` with an IngressTrait `ingress`. */
export function routed(trait: IngressTraitProps, more: IngressOptions = {}, workload?: Workload): ComponentBinding {
  const binding = bindOn(ingressChart(more), workload);
  new IngressTrait(binding, 'ingress', trait);
  return binding;
}

/** The Ingresses in the chart of a construct. */
export function ingressesOf(construct: IConstruct): any[] {
  return objectsOf(construct).filter(({ kind }) => kind === 'Ingress');
}

/** The only Ingress in the chart of a construct. */
export function ingressOf(construct: IConstruct): any {
  const ingresses = ingressesOf(construct);
  expect(ingresses).toHaveLength(1);
  return ingresses[0];
}

/** The rules of the only Ingress, readable: `<host> <path type> <path> <Service>:<port>`. */
export function routesOf(construct: IConstruct): string[] {
  return ingressOf(construct).spec.rules.flatMap(({ host, http }: any) => http.paths.map(({ path, pathType, backend: { service } }: any) =>
    `${host} ${pathType} ${path} ${service.name}:${service.port.number}`));
}
