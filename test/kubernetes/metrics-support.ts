import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { findingsOf, kubernetesChart, objectsOf } from './support';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, ContainerizedWorkload, ContainerProtocol, HelidonWorkload,
  KubernetesPlatformProps, KubernetesWorkload, MonitoringProvider, MonitorKind, PrometheusOperatorProps, WebLogicWorkload,
} from '../../src';

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
