/** An application that is scraped, and what can be wrong with it: one mistake at a time, each in a namespace of its own. */
import { App, Chart } from 'cdk8s';
import { Example, exampleOf } from './examples';
import { PROMETHEUS, RIGHTS } from './monitored';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, KubernetesWorkload, MonitoringProvider, MetricsTrait, MonitorKind,
  Platform, PrometheusOperatorProps, SeriesLabels,
} from '../../../src';
import { temporaryFolder } from '../../e2e/support/servers';

/** How a program differs from the right one. */
export interface Program {
  readonly monitorKind?: MonitorKind;
  /** A Deployment with a selector of its own. @default - a ContainerizedWorkload, which has a Service */
  readonly isDeployment?: boolean;
  /** Labels of that Deployment's pods beside its own. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  readonly port?: { readonly name: string; readonly containerPort: number };
  readonly monitorSelector?: PrometheusOperatorProps['monitorSelector'];
  readonly namespaceLabels?: Readonly<Record<string, string>>;
}

/** What selects a monitor, and its namespace: fields of the Prometheus resource, and what the program is told of them. */
export const RELEASE = { release: 'prometheus' };
export const MONITORED = { monitored: 'yes' };
export const SECRET = 'orders-metrics';
/** The port of the metrics. */
export const PORT = 8080;

/** Runs a program for a namespace; fails as it would. */
export function write(namespace: string, program: Program = {}): Example {
  const { monitorKind, isDeployment, labels: others, port = { name: 'http', containerPort: PORT }, monitorSelector, namespaceLabels = MONITORED } = program;
  const app = new App({ outdir: temporaryFolder('wrong') });
  Platform.install(app, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({
      ...PROMETHEUS.metadata,
      seriesLabels: SeriesLabels.PLATFORM,
      monitorKind,
      monitorSelector: monitorSelector ?? { matchLabels: RELEASE },
      monitorNamespaceSelector: { matchLabels: MONITORED },
      namespaceLabels: { [namespace]: namespaceLabels },
    }),
  }));
  const chart = new Chart(app, 'shop', { namespace });
  const container = { name: 'orders', image: 'example/orders:1.0', ports: [port] };
  const labels = { app: 'orders' };
  const workload = isDeployment
    ? KubernetesWorkload.deployment({
      metadata: { name: 'orders' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels: { ...labels, ...others } }, spec: { containers: [container] } } },
    })
    : new ContainerizedWorkload({ labels, containers: [container] });
  const orders = new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'orders', { workload }));
  new MetricsTrait(orders, 'metrics', { port: PORT, secret: SECRET });
  app.synth();
  return exampleOf(namespace, app);
}

/** What `verify` says of the component. */
export interface Said {
  readonly state: string;
  readonly reason?: string;
  readonly targets: number;
}

/** A mistake, what the library says of it before, and what Prometheus and `verify` say after. */
export interface WrongThing {
  readonly title: string;
  /** What is right. */
  readonly program?: Program;
  /** Makes the mistake in the cluster: objects in another form, by their kind. */
  readonly objects?: Readonly<Record<string, (object: any) => any>>;
  /** The labels of the namespace. @default - those that Prometheus selects */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** Whether the Secret is there. @default true */
  readonly hasSecret?: boolean;
  /** The password that the application lets in, where it is not that of the Secret. @default - it is */
  readonly password?: string;
  /**
   * What Prometheus may list and watch. It is wrong from the start alone, since a Prometheus goes on with a watch that it has.
   *
   * @default - what it needs
   */
  readonly rights?: readonly string[];
  /** The same mistake in a program, and what the library says of it; or why the library cannot know of it. */
  readonly before: { readonly program: Program; readonly finding?: (namespace: string) => string } | { readonly unknown: string };
  /** Whether Prometheus' configuration has a job for the monitor, and its targets: port, health and error. */
  readonly page: { readonly hasJob: boolean; readonly targets: readonly (readonly [port: number, health: string, error: string])[] };
  /** What `verify` says by the manifests that the program has written. */
  readonly verify: (namespace: string) => Said;
  /** What it says by those that were applied, where they differ. @default - the same */
  readonly verifyApplied?: (namespace: string) => Said;
  /** What it says where the application was scraped before. @default - the same */
  readonly verifyLater?: (namespace: string) => Said;
}

const missing = (reason = 'no such target') => (): Said => ({ state: 'missing', reason, targets: 0 });
const down = (error: string) => (): Said => ({ state: 'down', reason: `the target is down: ${error}`, targets: 1 });
/** Of a job that goes, Prometheus ends no series: they stay for five minutes. */
const NO_JOB = {
  page: { hasJob: false, targets: [] },
  verify: missing(),
  verifyLater: (): Said => ({ state: 'stale', reason: 'the target was scraped some time ago, but not since', targets: 1 }),
};
const NO_TARGET = { hasJob: true, targets: [] };
const ERROR_404 = 'server returned HTTP status 404 Not Found';
const ERROR_401 = 'server returned HTTP status 401 Unauthorized';

const template = (change: (template: any) => any) => ({ spec, ...object }: any) =>
  ({ ...object, spec: { ...spec, template: change(spec.template) } });
const port = (fields: object) => template(({ spec, ...rest }) => ({
  ...rest, spec: { ...spec, containers: spec.containers.map((container: any) => ({ ...container, ports: [{ ...container.ports[0], ...fields }] })) },
}));
const without = <T extends object>(object: T, name: string) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
const unlabelled = (name: string) => ({ metadata, ...rest }: any) => ({ ...rest, metadata: { ...metadata, labels: without(metadata.labels, name) } });
const withoutRule = (label: string) => ({ spec, ...rest }: any) => ({
  ...rest,
  spec: {
    ...spec,
    podMetricsEndpoints: spec.podMetricsEndpoints.map(({ relabelings, ...endpoint }: any) =>
      ({ ...endpoint, relabelings: relabelings.filter(({ targetLabel }: any) => targetLabel !== label) })),
  },
});

const AFTERWARDS = { unknown: 'somebody changes it in the cluster, after the program has written it right' };
const NO_ROLES = { unknown: 'the roles of Prometheus are not among what the program writes' };
const BY_SERVICE = { monitorKind: MonitorKind.SERVICE_MONITOR };

export const WRONG_THINGS: readonly WrongThing[] = [
  {
    title: 'a port renamed in the Deployment',
    objects: { Deployment: port({ name: 'web' }) },
    // a program's monitor follows
    before: { program: { port: { name: 'web', containerPort: PORT } } },
    page: NO_TARGET,
    verify: missing(),
  },
  {
    title: 'another number of the port in the Deployment',
    objects: { Deployment: port({ containerPort: 9090 }) },
    before: {
      program: { port: { name: 'http', containerPort: 9090 } },
      finding: () => '[shop/shop/orders/metrics] metrics-port-not-declared: port 8080 of component "orders" is declared by none of its containers (9090 (http)); declare it '
        + 'in a container, name the right one in a MetricsTrait, or set \'enabled: false\'',
    },
    page: { hasJob: true, targets: [[9090, 'down', ERROR_404]] },
    verify: missing('no such target; the component is scraped at :9090/metrics'),
    verifyApplied: down(ERROR_404),
  },
  {
    title: 'a label missing on the pods',
    program: { isDeployment: true },
    objects: {
      Deployment: template(unlabelled('app.oam.dev/component')),
    },
    before: {
      program: { isDeployment: true, labels: { 'app.oam.dev/component': 'another' } },
      finding: () => '[shop/shop/orders] reserved-label: \'workload.spec.template.metadata.labels[\'app.oam.dev/component\']\' must be "orders", got '
        + '"another": the label identifies the owner of the object; leave it out',
    },
    page: NO_TARGET,
    verify: missing(),
  },
  {
    title: 'a port of the Service renamed',
    program: BY_SERVICE,
    before: AFTERWARDS,
    objects: { Service: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, ports: [{ ...spec.ports[0], name: 'web' }] } }) },
    page: NO_TARGET,
    verify: missing(),
  },
  {
    title: 'a label missing on the Service',
    program: BY_SERVICE,
    before: AFTERWARDS,
    objects: { Service: unlabelled('app.oam.dev/component') },
    page: NO_TARGET,
    verify: missing(),
  },
  {
    title: 'a namespace that Prometheus does not select',
    namespaceLabels: {},
    before: {
      program: { namespaceLabels: {} },
      finding: (namespace) => `[shop/shop/orders/metrics] not-selected: 'metadata.namespace' is "${namespace}", which is not known to have monitored=yes: Prometheus `
        + 'monitoring/system selects no other namespaces; label the namespace, and list its labels in \'namespaceLabels\'',
    },
    ...NO_JOB,
  },
  {
    title: 'a monitor without the label that Prometheus selects',
    objects: { PodMonitor: unlabelled('release') },
    before: {
      program: { monitorSelector: { matchExpressions: [{ key: 'release', operator: 'Exists' }] } },
      finding: () => '[shop/shop/orders/metrics] not-selected: \'metadata.labels\' must have a label release: Prometheus monitoring/system selects no other monitors; '
        + 'add them, or set \'monitorLabels\' of the platform for the monitors that it renders',
    },
    ...NO_JOB,
  },
  {
    title: 'the Secret absent',
    hasSecret: false,
    before: { unknown: 'the program names the Secret, and does not write it' },
    ...NO_JOB,
  },
  {
    title: 'a password changed',
    password: 'another',
    before: { unknown: 'no manifest holds the password' },
    page: { hasJob: true, targets: [[PORT, 'down', ERROR_401]] },
    verify: down(ERROR_401),
  },
  {
    title: 'the rule of the job missing in the monitor',
    objects: { PodMonitor: withoutRule('job') },
    before: AFTERWARDS,
    page: { hasJob: true, targets: [[PORT, 'up', '']] },
    verify: (namespace) => ({
      state: 'wrong-labels', reason: `the target has wrong labels: job is "${namespace}/orders" and not "shop_${namespace}_orders"`, targets: 1,
    }),
    verifyApplied: () => ({ state: 'up', targets: 1 }),
  },
  { title: 'no right to list pods', rights: [], before: NO_ROLES, page: NO_TARGET, verify: missing() },
  {
    title: 'the rights of PodMonitors alone, with a ServiceMonitor',
    program: BY_SERVICE,
    rights: RIGHTS.PodMonitor,
    before: NO_ROLES,
    page: NO_TARGET,
    verify: missing(),
  },
];
