import { App, Chart, Testing } from 'cdk8s';
import * as workloads from './shop-workloads';
import { Ports } from './shop-workloads';
import {
  ApplicationConfiguration, Component, KubernetesPlatform, MonitoringProvider, MetricsTrait, MetricsTraitProps, MonitorKind, Platform, SeriesLabels,
  Workload,
} from '../../../src';

/** Where each component of the shop serves metrics: the names of its endpoints. */
export const ENDPOINTS = {
  'catalogue': ['catalogue'],
  'stock': ['stock', 'statistics'],
  'orders': ['orders'],
  'reviews': ['reviews'],
  'cache': ['cache'],
  'payment': ['payment'],
  'recommendations-for-customers-who-come-again': ['recommendations'],
} as const;

export type ShopComponent = keyof typeof ENDPOINTS;
export const COMPONENTS = Object.keys(ENDPOINTS) as ShopComponent[];
/** A component whose job has more than 63 characters. */
export const LONG = 'recommendations-for-customers-who-come-again';

export const APPLICATION = 'shop';
export const NAMESPACE = 'bobs-shop-in-the-town';

/** Secrets whose user and password the metrics ask for, by component. */
export const SECRETS: Readonly<Record<string, string>> = { orders: 'orders-metrics', payment: 'payment-credentials' };

/** Components whose Services are made by operators, or by nobody, so that a ServiceMonitor has none to name. */
export const WITHOUT_SERVICE: readonly ShopComponent[] = ['reviews', 'cache', 'payment'];

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
  add('catalogue', workloads.catalogue(ports), { port: ports.catalogue });
  add('stock', workloads.stock(ports), { ports: [{ port: ports.stock }, { port: ports.statistics, path: '/stats' }] }, 'stock-v3');
  add('orders', workloads.orders(ports), { port: ports.orders, secret: SECRETS.orders });
  shop.addComponent(new Component(chart, 'orders-service', { workload: workloads.ordersService(ports) }));
  add('reviews', workloads.reviews(ports));
  add('cache', workloads.cache(ports), { port: ports.cache });
  add('payment', workloads.payment(SECRETS.payment), {});
  add(LONG, workloads.recommendations(ports), { port: ports.recommendations });
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
