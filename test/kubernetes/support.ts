import { App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import {
  ApplicationConfiguration, Component, ComponentBinding, ComponentBindingOptions, ComponentParameter, ContainerizedContainer, ContainerizedWorkload,
  IngressController, IngressProvider, KubernetesPlatform, KubernetesPlatformProps, MonitoringProvider, Platform, TlsCertificate, Workload,
} from '../../src';
import { report } from '../private/models';
import { schemaErrorsOf } from '../support/schemas';

/** The labels by which pods of the component of `bindOn` are selected. */
export const SELECTOR = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };

/** What the labels of pods are that the library itself makes. */
export const POD_LABELS = { ...SELECTOR, 'app.oam.dev/resourceType': 'WORKLOAD' };

/** What the labels of an object are that is made of the component's workload. */
export const LABELS = {
  ...POD_LABELS,
  'app.kubernetes.io/name': 'greet',
  'app.kubernetes.io/part-of': 'hello',
  'app.kubernetes.io/managed-by': 'cdk8s-oam',
};

/** How a component is bound, and what it declares beside its workload. */
export interface BindOptions extends ComponentBindingOptions {
  readonly parameters?: ComponentParameter[];
}

/** A platform whose Prometheus, `monitoring/k8s`, takes every PodMonitor of every namespace; with an Ingress for `example.com`. */
export function kubernetes(props: Partial<KubernetesPlatformProps> = {}): KubernetesPlatform {
  return new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
    ingress: IngressProvider.ingress({ controller: IngressController.other({ className: 'nginx' }), domain: 'example.com', tls: TlsCertificate.issuer('letsencrypt') }),
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
