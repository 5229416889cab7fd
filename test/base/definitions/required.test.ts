import { App, Chart } from 'cdk8s';
import * as library from '../../../src';
import { ApplicationConfiguration, Component, DeploymentWorkload, KubernetesPlatform, MonitoringProvider, Platform } from '../../../src';
import { messageOf } from '../../support/message';

const metrics = MonitoringProvider.kubePrometheusStack({ release: 'kps', namespace: 'monitoring' });
const all = library as any;

const installed = (props: object) => new KubernetesPlatform({ metrics, ...props } as any);

/** The scopes in which a program creates constructs. */
function scopes() {
  const app = new App();
  Platform.install(app, installed({}));
  const chart = new Chart(app, 'c', { namespace: 'ns' });
  const component = new Component(chart, 'w', { workload: new DeploymentWorkload({ image: 'a/b:1' }) });
  return { chart, binding: new ApplicationConfiguration(chart, 'a').addComponent(component) };
}

/** The fields of the findings with this code, in order. */
const fields = (make: () => unknown) =>
  [...messageOf(make).matchAll(/missing-field: (?:'([^']*)'|must have)/g)].map(([, field]) => field);

test.each<[string, (...props: object[]) => unknown, (string | undefined)[]]>([
  ...['DeploymentWorkload', 'StatefulSetWorkload', 'DaemonSetWorkload', 'JobWorkload'].map((name): [string, any, string[]] =>
    [name, (...props: object[]) => new all[name](...props), ['image']]),
  ['CronJobWorkload', (...props) => new all.CronJobWorkload(...props), ['image', 'schedule']],
  ['ContainerizedWorkload', (...props) => new all.ContainerizedWorkload(...props), ['containers']],
  ['HelidonWorkload', (...props) => new all.HelidonWorkload(...props), ['deployment']],
  ['CoherenceWorkload', (...props) => new all.CoherenceWorkload(...props), ['template']],
  ['WebLogicWorkload', (...props) => new all.WebLogicWorkload(...props), ['template']],
  ['CustomWorkload', (...props) => new all.CustomWorkload(...props), ['apiVersion', 'kind']],
  ['KubernetesWorkload.deployment', (...props) => all.KubernetesWorkload.deployment(...props), ['spec']],
  ['KubernetesWorkload.service', (...props) => all.KubernetesWorkload.service(...props), ['spec']],
  ['Component', (...props) => new all.Component(scopes().chart, 'x', ...props), ['workload']],
  ['AutoscalerTrait', (...props) => new all.AutoscalerTrait(scopes().binding, 'x', ...props), ['maxReplicas', undefined]],
  ['ManualScalerTrait', (...props) => new all.ManualScalerTrait(scopes().binding, 'x', ...props), ['replicaCount']],
  ['CustomTrait', (...props) => new all.CustomTrait(scopes().binding, 'x', ...props), ['apiVersion', 'kind']],
  ['IngressTrait', (...props) => new all.IngressTrait(scopes().binding, 'x', ...props), ['rules']],
  ['OamPlatform', (...props) => new all.OamPlatform(...props), ['vendor', 'systemNamespace', 'systemScraper']],
  ['prometheusOperator', (...props) => installed({ metrics: all.MonitoringProvider.prometheusOperator(...props) }), ['metrics.namespace', 'metrics.name', 'metrics.monitorSelector']],
  ['kubePrometheusStack', (...props) => installed({ metrics: all.MonitoringProvider.kubePrometheusStack(...props) }), ['metrics.release', 'metrics.namespace']],
  ['prometheus', (...props) => installed({ metrics: all.MonitoringProvider.prometheus(...props) }), ['metrics.configuration', 'metrics.name', 'metrics.podLabels']],
  ...['grafanaAlloy', 'openTelemetry'].map((name): [string, any, string[]] =>
    [name, (...props: object[]) => installed({ metrics: all.MonitoringProvider[name](...props) }), ['metrics.namespace', 'metrics.name', 'metrics.podLabels']]),
  ['victoriaMetricsOperator', (...props) => installed({ metrics: all.MonitoringProvider.victoriaMetricsOperator(...props) }), ['metrics.namespace', 'metrics.name', 'metrics.monitorSelector']],
  ['traefik', (...props) => installed({ ingress: all.IngressProvider.traefik(...props) }), ['ingress.tls']],
  ['gatewayApi', (...props) => installed({ ingress: all.IngressProvider.gatewayApi(...props) }), ['ingress.gateway', 'ingress.implementation']],
  ['istio', (...props) => installed({ ingress: all.IngressProvider.istio(...props) }), ['ingress.gateway', 'ingress.tls']],
  ['SharedGateway', (...props) => new all.SharedGateway(scopes().chart, 'x', ...props), ['gatewayClassName', 'listeners', 'tls']],
  ['PrometheusScraper', (...props) => new all.PrometheusScraper(scopes().chart, 'x', ...props), ['version', 'allowFrom']],
  ['argoCd', (...props) => all.GitOpsDelivery.argoCd(...props), ['repoURL']],
  ['flux', (...props) => all.GitOpsDelivery.flux(...props), ['url']],
  ['Findings.accept', (...props) => all.Findings.accept(scopes().chart, ...props), ['code', 'reason']],
])('%s names the properties that it requires, with no properties as with none of them', (_, make, required) => {
  expect(fields(() => make())).toEqual(required);
  expect(fields(() => make({}))).toEqual(required);
});
