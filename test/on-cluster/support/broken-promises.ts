/** A program with alerts, and how what it declares can stop being scraped: one break for each component. */
import { App, Chart, Duration } from 'cdk8s';
import { Example, exampleOf } from './examples';
import { PROMETHEUS } from './monitored';
import { RELEASE } from './wrong-things';
import {
  ApplicationConfiguration, AutoscalerTrait, Component, DeploymentWorkload, KubernetesPlatform, MetricsAlerts, MetricsAlertsProps, MetricsTrait,
  MonitoringProvider, MonitorKind, Platform, PrometheusOperatorProps,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

/** The label of namespaces whose rules are selected. */
export const RULED = { ruled: 'yes' };
export const RULE_SELECTORS = { ruleSelector: { matchLabels: RELEASE }, ruleNamespaceSelector: { matchLabels: RULED } };

/** The namespaces, which are applications too. */
export const [PODS, SERVICES, COUNTED, UNSEEN] = ['shop', 'billing', 'stock', 'unseen'];

/** How long an alert is pending, longer than discovery needs for a roll-out. */
const PENDING = Duration.seconds(12);
const OPTIONS = { pendingPeriod: PENDING };
export const RUNBOOK = 'https://wiki.example.com/alerts#';

/** What is done to a component; the cluster's side is that of the test. */
export interface Break {
  readonly title: string;
  readonly namespace: string;
  readonly component: string;
  /** The alert that fires. @default - none */
  readonly alert?: string;
  /** @default 1 */
  readonly replicas?: number;
  /** The Secret by whose user it is scraped. @default - none */
  readonly secret?: string;
  /** Objects in another form, by their kind; undefined deletes one. */
  readonly objects?: Readonly<Record<string, (object: any) => any>>;
  /** The password that the application lets in. @default - that of the Secret */
  readonly password?: string;
  /** @default false */
  readonly isPageEmpty?: boolean;
  /** The number of pods that are deleted and never start again; none that is new starts either. @default - all run */
  readonly lost?: number;
  /** The number to which the component is scaled, as an autoscaler does it. @default - it is not */
  readonly scaledTo?: number;
}

const template = (change: (template: any) => any) => ({ spec, ...object }: any) =>
  ({ ...object, spec: { ...spec, template: change(spec.template) } });
const port = (fields: object) => template(({ spec: { containers: [{ ports, ...container }], ...spec }, ...rest }) =>
  ({ ...rest, spec: { ...spec, containers: [{ ...container, ports: [{ ...ports[0], ...fields }] }] } }));
const unselected = ({ metadata, ...object }: any) => ({ ...object, metadata: { ...metadata, labels: { ...metadata.labels, release: 'another' } } });
const rolledOut = template(({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, annotations: { revision: '2' } } }));
const gone = () => undefined;

const [MISSING, DOWN, EMPTY, FEWER] = ['MetricsJobMissing', 'MetricsTargetDown', 'MetricsPageEmpty', 'MetricsTargetsMissing'];

/** The breaks, all of which are made at the same time. */
export const BREAKS: readonly Break[] = [
  { title: 'a label of the monitor', namespace: PODS, component: 'label', objects: { PodMonitor: unselected }, alert: MISSING },
  { title: 'the name of a port', namespace: PODS, component: 'name', objects: { Deployment: port({ name: 'web' }) }, alert: MISSING },
  { title: 'the number of a port', namespace: PODS, component: 'number', objects: { Deployment: port({ containerPort: 9090 }) }, alert: DOWN },
  { title: 'a Secret that is gone', namespace: PODS, component: 'secret', secret: 'secret-user', objects: { Secret: gone }, alert: MISSING },
  { title: 'another password', namespace: PODS, component: 'password', secret: 'password-user', password: 'another', alert: DOWN },
  { title: 'an empty page', namespace: PODS, component: 'empty', isPageEmpty: true, alert: EMPTY },
  { title: 'all pods', namespace: PODS, component: 'stopped', replicas: 3, lost: 3, alert: MISSING },
  { title: 'one pod of three', namespace: PODS, component: 'lost', replicas: 3, lost: 1, alert: FEWER },
  { title: 'a Service that no monitor needs', namespace: PODS, component: 'service', objects: { Service: gone } },
  { title: 'nothing but a roll-out', namespace: PODS, component: 'calm', replicas: 3, objects: { Deployment: rolledOut } },
  { title: 'a Service of a ServiceMonitor', namespace: SERVICES, component: 'served', objects: { Service: gone }, alert: MISSING },
  { title: 'a scale to zero', namespace: COUNTED, component: 'zero', replicas: 2, scaledTo: 0 },
  { title: 'all pods, though some are wanted', namespace: COUNTED, component: 'wanted', replicas: 2, lost: 2, alert: MISSING },
  { title: 'one pod of those that an autoscaler wants', namespace: COUNTED, component: 'scaled', lost: 0, scaledTo: 2, alert: FEWER },
];

/** The break whose rules are in a namespace that is not selected. */
export const BLIND: Break = {
  title: 'a label of the monitor', namespace: UNSEEN, component: 'blind', objects: { PodMonitor: unselected }, alert: MISSING,
};

/** Runs the program; the labels of the namespace that is not selected are what it believes. */
export function writeWatched(believed: Readonly<Record<string, string>>): Example {
  const app = new App({ outdir: temporaryFolder('alerts') });
  const platformOf = (props: Partial<PrometheusOperatorProps>) => new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({
      ...PROMETHEUS.metadata,
      monitorSelector: { matchLabels: RELEASE },
      monitorNamespaceSelector: {},
      ...RULE_SELECTORS,
      namespaceLabels: { [PODS]: RULED, [SERVICES]: RULED, [COUNTED]: RULED, [UNSEEN]: believed },
      ...props,
    }),
  });
  const add = (namespace: string, props: Partial<PrometheusOperatorProps>, alerts: Partial<MetricsAlertsProps> = {}) => {
    const chart = new Chart(app, namespace, { namespace });
    Platform.install(chart, platformOf(props));
    const application = new ApplicationConfiguration(chart, namespace);
    [...BREAKS, BLIND].filter((each) => each.namespace === namespace).forEach((each) => addTo(application, each));
    const every = { jobMissing: OPTIONS, targetDown: OPTIONS, pageEmpty: OPTIONS, targetsMissing: OPTIONS };
    new MetricsAlerts(chart, 'alerts', { ...every, runbookUrl: RUNBOOK, ...alerts });
  };
  add(PODS, {});
  add(SERVICES, { monitorKind: MonitorKind.SERVICE_MONITOR });
  add(COUNTED, {}, { kubeStateMetrics: true });
  add(UNSEEN, {});
  app.synth();
  return exampleOf('alerts', app);
}

function addTo(application: ApplicationConfiguration, { component, namespace, replicas, scaledTo, secret }: Break): void {
  const workload = new DeploymentWorkload({
    name: component, image: `example/${component}:1.0`, replicas, ports: [{ name: 'http', port: 8080 }], resources: { requests: { cpu: '1', memory: '1Gi' } },
  });
  const binding = application.addComponent(new Component(application, `${namespace}-${component}`, { metadata: { name: component }, workload }));
  new MetricsTrait(binding, 'metrics', { port: 8080, interval: Duration.seconds(1), secret });
  const isScaledByTrait = scaledTo !== undefined && replicas === undefined;
  if (isScaledByTrait) new AutoscalerTrait(binding, 'scaler', { minReplicas: 2, maxReplicas: 4, cpuUtilization: 80 });
}
