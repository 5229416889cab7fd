import { App, Chart, Testing } from 'cdk8s';
import { SECOND } from './cli';
import { randomPassword } from './credentials';
import { Discovery, INTERVAL, SIDE, Secrets, Sides, clusterOf } from './monitor-scrapes';
import { UID_LABELS, platformComponents } from './pods';
import { FoundSeries, RunningPrometheus, expectSeries, startPrometheus, without } from './prometheus';
import { ScrapedWorkload, startWorkload } from './scraped-application';
import { LOOPBACK, freePort } from './waiting';
import { ApplicationConfiguration, CoherenceWorkload, Component, ContainerizedWorkload, HelidonWorkload, KubernetesPlatform, KubernetesWorkload, MetricsTrait, MetricsTraitProps, MonitorKind, MonitoringProvider, OamPlatform, Platform, SeriesLabels, WebLogicDomainVersion, WebLogicWorkload, Workload } from '../../../src';

/** Where each component of the shop serves metrics: the names of its endpoints. */
const ENDPOINTS = {
  'catalogue': ['catalogue'],
  'stock': ['stock', 'statistics'],
  'orders': ['orders'],
  'reviews': ['reviews'],
  'cache': ['cache'],
  'payment': ['payment'],
  'recommendations-for-customers-who-come-again': ['recommendations'],
} as const;

export type ShopComponent = keyof typeof ENDPOINTS;
const COMPONENTS = Object.keys(ENDPOINTS) as ShopComponent[];
/** A component whose job has more than 63 characters. */
export const LONG = 'recommendations-for-customers-who-come-again';

const APPLICATION = 'shop';
export const NAMESPACE = 'bobs-shop-in-the-town';

/** Secrets whose user and password the metrics ask for, by component. */
const SECRETS: Readonly<Record<string, string>> = { orders: 'orders-metrics', payment: 'payment-credentials' };

/** Components whose Services are made by operators, or by nobody, so that a ServiceMonitor has none to name. */
const WITHOUT_SERVICE: readonly ShopComponent[] = ['reviews', 'cache', 'payment'];

/** Renders the shop, or some of its components: the same program for any platform. */
export function renderShop(platform: Platform, ports: Ports, components: readonly ShopComponent[] = COMPONENTS): any[] {
  const chart = new Chart(new App(), 'shop', { namespace: NAMESPACE });
  Platform.install(chart, platform);
  const shop = new ApplicationConfiguration(chart, APPLICATION, { metadata: { labels: { team: 'bob' } } });
  const add = (name: ShopComponent, workload: Workload, metrics?: MetricsTraitProps, revisionName?: string) => {
    if (!components.includes(name)) return;
    const binding = shop.addComponent(new Component(chart, name, { workload }), { revisionName });
    if (metrics) new MetricsTrait(binding, 'metrics', metrics);
  };
  add('catalogue', catalogue(ports), { port: ports.catalogue });
  add('stock', stock(ports), { ports: [{ port: ports.stock }, { port: ports.statistics, path: '/stats' }] }, 'stock-v3');
  add('orders', orders(ports), { port: ports.orders, secret: SECRETS.orders });
  shop.addComponent(new Component(chart, 'orders-service', { workload: ordersService(ports) }));
  add('reviews', reviews(ports));
  add('cache', cache(ports), { port: ports.cache });
  add('payment', payment(SECRETS.payment), {});
  add(LONG, recommendations(ports), { port: ports.recommendations });
  return Testing.synth(chart);
}

/** The shop for a cluster without an OAM platform, as far as it can be scraped by monitors of a kind; its series are those of the platform. */
export function kubernetesShop(ports: Ports, monitorKind: MonitorKind = MonitorKind.POD_MONITOR): any[] {
  const metrics = MonitoringProvider.prometheusOperator({
    namespace: 'monitoring',
    name: 'k8s',
    monitorKind,
    monitorSelector: { matchLabels: { release: 'prometheus' } },
    monitorNamespaceSelector: {},
    seriesLabels: SeriesLabels.PLATFORM,
  });
  const hasMonitor = (component: ShopComponent) => monitorKind === MonitorKind.POD_MONITOR || !WITHOUT_SERVICE.includes(component);
  return renderShop(new KubernetesPlatform({ metrics }), ports, COMPONENTS.filter(hasMonitor));
}

/** Its monitors of a kind. */
export function monitorsOf(ports: Ports, kind: MonitorKind): any[] {
  return kubernetesShop(ports, kind).filter((object) => object.kind === kind);
}

/** Ports by the endpoint that listens there; nothing listens at `idle`. */
type Ports = Readonly<Record<string, number>>;

const image = 'example/main:1';

/** Of a container with two ports. */
function catalogue(ports: Ports): Workload {
  return new ContainerizedWorkload({
    labels: { app: 'catalogue', version: 'v1' },
    containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: ports.catalogue }, { name: 'admin', containerPort: ports.idle }] }],
  });
}

/** Without labels of its own. */
function recommendations(ports: Ports): Workload {
  return new ContainerizedWorkload({ containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: ports.recommendations }] }] });
}

/** Of two containers whose ports have the same name, so that only numbers tell them apart. */
function stock(ports: Ports): Workload {
  return new HelidonWorkload({
    name: 'stock-workload',
    labels: { app: 'stock', version: 'v2' },
    deployment: {
      name: 'stock-deployment',
      podSpec: {
        containers: [
          { name: 'main', image, ports: [{ name: 'http', containerPort: ports.stock }] },
          { name: 'statistics', image, ports: [{ name: 'http', containerPort: ports.statistics }] },
        ],
      },
    },
  });
}

/** Of a port without a name, and with a label that the Prometheus Operator gives too. */
function orders(ports: Ports): Workload {
  const labels = { app: 'orders', tier: 'back', pod: 'an-order' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image, ports: [{ containerPort: ports.orders }] }] } };
  return KubernetesWorkload.deployment({ metadata: { name: 'orders' }, spec: { selector: { matchLabels: labels }, template } });
}

/** Its port has no name, as it is the only one. */
function ordersService(ports: Ports): Workload {
  const selector = { app: 'orders', tier: 'back' };
  return KubernetesWorkload.service({ metadata: { name: 'orders' }, spec: { selector, ports: [{ port: ports.orders }] } });
}

/** Annotations of its pods say where they are scraped. */
function reviews(ports: Ports): Workload {
  const labels = { app: 'reviews' };
  const annotations = { 'prometheus.io/port': String(ports.reviews), 'prometheus.io/path': '/actuator/prometheus' };
  const spec = { containers: [{ name: 'main', image, ports: [{ name: 'web', containerPort: ports.reviews }] }] };
  const template = { metadata: { labels, annotations }, spec };
  return KubernetesWorkload.deployment({ metadata: { name: 'reviews' }, spec: { selector: { matchLabels: labels }, template } });
}

/** A StatefulSet, once its operator has made it. */
function cache(ports: Ports): Workload {
  const metrics = { enabled: true, port: ports.cache };
  const spec = { image, labels: { app: 'cache' }, coherence: { metrics }, ports: [{ name: 'metrics', port: ports.cache }] };
  return new CoherenceWorkload({ template: { name: 'cache', spec } });
}

/** Servers whose operator annotates them. */
function payment(secret: string): Workload {
  const serverPod = { labels: { app: 'payment', version: 'v1' } };
  const spec = { domainUID: 'payment', image, webLogicCredentialsSecret: { name: secret }, serverPod };
  return new WebLogicWorkload({ domainVersion: WebLogicDomainVersion.V9, template: { name: 'payment-domain', spec } });
}

/** The shop's servers: each component has two pods, at addresses of their own. */
interface ShopServers {
  readonly ports: Ports;
  readonly secrets: Secrets;
  /** By component. */
  readonly workloads: Readonly<Record<string, readonly ScrapedWorkload[]>>;
}

const ADDRESSES = [LOOPBACK, SECOND];
/** Those of each component. */
export const ADDRESSES_OF = Object.fromEntries(COMPONENTS.map((component) => [component, ADDRESSES]));

/** How many targets a component has. */
const upCount = (component: ShopComponent) => ENDPOINTS[component].length * ADDRESSES.length;

const PATHS: Readonly<Record<string, string>> = { statistics: '/stats', payment: '/wls-exporter/metrics', reviews: '/actuator/prometheus' };
/** The metric's own labels meet those that discovery and relabelling give. */
const METRIC = 'requests_total{app="a",container="b",endpoint="c",job="d",namespace="e",pod="f",pod_name="g",service="h",own="i"}';

/** Starts them. The value of a metric tells its port and its pod. */
export async function startShopServers(): Promise<ShopServers> {
  const ports: Record<string, number> = {};
  for (const name of ['idle', ...Object.values(ENDPOINTS).flat()]) ports[name] = await freePort();
  const secrets = Object.fromEntries(Object.values(SECRETS).map((name) => [name, { username: `user-of-${name}`, password: randomPassword() }]));
  const workloads = await Promise.all(COMPONENTS.map(async (component) => {
    const { username: user, password } = secrets[SECRETS[component]] ?? {};
    const servers = ENDPOINTS[component].flatMap((endpoint) => ADDRESSES.map(async (host, index) => startWorkload({
      metrics: `${METRIC} ${ports[endpoint]}.${index + 1}\n`, path: PATHS[endpoint], host, port: ports[endpoint], user, password,
    })));
    return [component, await Promise.all(servers)];
  }));
  return { ports, secrets, workloads: Object.fromEntries(workloads) };
}

/** The side that scrapes as the OAM platform does; each kind of monitors has one too. */
export const PLATFORM = 'platform';
export const KINDS = [MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR];
/** Each kind with the components that have a monitor of it. */
export const PAIRS = KINDS.flatMap((kind) => COMPONENTS.map((component): [MonitorKind, ShopComponent] => [kind, component]))
  .filter(([kind, component]) => kind === MonitorKind.POD_MONITOR || !WITHOUT_SERVICE.includes(component));

/** How many series each side has. */
export const COUNTS = [['PodMonitor', '32'], ['ServiceMonitor', '20'], [PLATFORM, '32']];

/** Components whose revision the program pins: of others a program cannot know it. */
const PINNED: readonly ShopComponent[] = ['stock'];

/** The series of a component that a side has scraped. */
export async function scraped(url: string, side: string, component: ShopComponent): Promise<FoundSeries[]> {
  const expression = `{__name__=~"up|requests_total",${SIDE}="${side}",app_oam_dev_component="${component}"}`;
  return without(await expectSeries(url, expression, 2 * upCount(component)), [SIDE]);
}

/** The series of the OAM platform as they are without it: equal, but for what is named here. */
export function expectedOf(ofPlatform: readonly FoundSeries[], component: ShopComponent): FoundSeries[] {
  const gone = [...UID_LABELS, ...PINNED.includes(component) ? [] : ['app_oam_dev_revision']];
  // over 63 characters the platform leaves the component out
  const job = component === LONG && { job: `${APPLICATION}_${NAMESPACE}_${LONG}` };
  return without(ofPlatform.map(({ labels, value }) => ({ labels: { ...labels, ...job }, value })), gone);
}

/** The shop, scraped by one Prometheus: on a side for each kind of monitors, and on one as the OAM platform does it. */
export interface ScrapedShop {
  readonly servers: ShopServers;
  readonly sides: Sides;
  readonly prometheus: RunningPrometheus;
}

/** The shop's rendered monitors. */
type Monitors = (component: ShopComponent, kind?: MonitorKind) => any;

/** More sides. */
export type AddSides = (sides: Sides, monitors: Monitors, found: Discovery, ports: Ports) => void;

/** The name of a secret with the right user and another password. */
export const WRONG_SECRET = 'another-password';

/** Starts it, and waits until all has been scraped. In the cluster are pods beside those of the shop. */
export async function startScrapedShop(addSides: AddSides = () => {}): Promise<ScrapedShop> {
  const servers = await startShopServers();
  const { ports, secrets } = servers;
  const sides = new Sides({ ...secrets, [WRONG_SECRET]: { ...secrets[SECRETS.orders], password: 'x' } });
  const platform = platformComponents(renderShop(OamPlatform.verrazzano(), ports), ADDRESSES_OF, ports.payment);
  sides.addPlatform(PLATFORM, platform, sides.inFiles(PLATFORM, { pods: platform.flatMap(({ pods }) => pods), services: [] }));
  const { pods, services } = clusterOf(kubernetesShop(ports), ADDRESSES_OF, ports.payment);
  const found = sides.inFiles('cluster', { pods: [...pods, ...strangersOf(pods)], services });
  const rendered = KINDS.flatMap((kind) => monitorsOf(ports, kind));
  KINDS.forEach((kind) => sides.addMonitors(kind, rendered.filter((monitor) => monitor.kind === kind), found));
  const monitors: Monitors = (component, kind = MonitorKind.POD_MONITOR) =>
    rendered.find((monitor) => monitor.kind === kind && monitor.metadata.labels['app.oam.dev/component'] === component);
  addSides(sides, monitors, found, ports);
  const prometheus = await startPrometheus({ config: sides.config(), files: sides.files });
  const wanted = [...COMPONENTS, ...PAIRS.map(([, component]) => component)].map(upCount).reduce((a, b) => a + b);
  await expectSeries(prometheus.url, `up{${SIDE}=~"${[PLATFORM, ...KINDS].join('|')}"}`, wanted);
  // what should not be scraped would have been by then
  await new Promise((resolve) => setTimeout(resolve, 4 * INTERVAL));
  return { servers, sides, prometheus };
}

/**
 * Pods that serve what the first pod of the component `catalogue` serves, at its very address, and must not be scraped in its place.
 *
 * What tells each from it is in its name.
 */
export function strangersOf(pods: readonly any[]): any[] {
  const own = pods.find(({ metadata }) => metadata.labels['app.oam.dev/component'] === 'catalogue');
  const like = (name: string, metadata: object, status = {}) =>
    ({ ...own, metadata: { ...own.metadata, name, uid: name, ...metadata }, status: { ...own.status, ...status } });
  const labelled = (key: string) => ({ labels: { ...own.metadata.labels, [key]: 'other' } });
  return [
    like('of-another-component', labelled('app.oam.dev/component')),
    like('of-another-application', labelled('app.oam.dev/name')),
    like('of-another-namespace', { namespace: 'other' }),
    like('that-has-ended', {}, { phase: 'Succeeded' }),
    like('that-is-not-placed', {}, { phase: 'Pending', podIP: undefined }),
  ];
}
