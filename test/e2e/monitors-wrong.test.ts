import { describeWith } from './support';
import { SIDE } from './support/monitor-scrapes';
import { ScrapePool, expectSeries, scrapePool, seriesOf, without } from './support/prometheus';
import { AddSides, KINDS, NAMESPACE, PLATFORM, ScrapedShop, ShopComponent, WRONG_SECRET, expectedOf, scraped, startScrapedShop } from './support/shop';
import { MonitorKind } from '../../src';

const { POD_MONITOR, SERVICE_MONITOR } = MonitorKind;

/** A monitor with other endpoints. */
function changed({ spec, ...monitor }: any, change: (endpoint: any) => object): any {
  const field = monitor.kind === POD_MONITOR ? 'podMetricsEndpoints' : 'endpoints';
  return { ...monitor, spec: { ...spec, [field]: spec[field].map(change) } };
}

describeWith(['prometheus'], 'a Prometheus that scrapes as changed monitors have it', () => {
  let shop: ScrapedShop;
  let rules: readonly any[];

  const addSides: AddSides = (sides, monitors, found, ports) => {
    const catalogue = monitors('catalogue');
    const cache = monitors('cache');
    rules = cache.spec.podMetricsEndpoints[0].relabelings;
    const sidesOf: Record<string, any> = {
      'any namespace': { ...catalogue, spec: { ...catalogue.spec, namespaceSelector: { any: true } } },
      'undeclared name': changed(catalogue, (endpoint) => ({ ...endpoint, port: 'metrics' })),
      'undeclared number': changed(monitors('orders'), (endpoint) => ({ ...endpoint, portNumber: ports.idle })),
      'undeclared port of the Service': changed(monitors('stock', SERVICE_MONITOR), (endpoint) => ({ ...endpoint, port: 'metrics' })),
      'another password': changed(monitors('orders'), ({ basicAuth, ...endpoint }) =>
        ({ ...endpoint, basicAuth: { ...basicAuth, password: { name: WRONG_SECRET, key: 'password' } } })),
      ...Object.fromEntries(rules.map((rule, index) => [`without ${index}`, changed(cache, ({ relabelings, ...endpoint }) =>
        ({ ...endpoint, relabelings: relabelings.filter((each: object) => each !== rule) }))])),
    };
    Object.entries(sidesOf).forEach(([side, monitor]) => sides.addMonitors(side, [monitor], found));
  };

  beforeAll(async () => {
    shop = await startScrapedShop(addSides);
  });

  /** The targets of a component's monitor. */
  const poolOf = async (side: string, component: ShopComponent, kind = POD_MONITOR) =>
    scrapePool(shop.prometheus.url, `${side} ${kind === POD_MONITOR ? 'podMonitor' : 'serviceMonitor'}/${NAMESPACE}/${component}/0`);
  const podsIn = (targets: ScrapePool['active']) => [...new Set(targets.map(({ discovered }) => discovered.__meta_kubernetes_pod_name))].sort();

  test('finds pods of another component or application, and one that has ended, and drops them', async () => {
    const { active, dropped } = await poolOf(POD_MONITOR, 'catalogue');
    expect(podsIn(active)).toHaveLength(2);
    expect(podsIn(dropped)).toEqual(expect.arrayContaining(['of-another-application', 'of-another-component', 'that-has-ended']));
    expect(await seriesOf(shop.prometheus.url, `up{${SIDE}=~"${KINDS.join('|')}",pod_name=~"(of|that)-.*"}`)).toEqual([]);
  });

  test('finds a pod of another namespace when the monitor has it so, and not otherwise', async () => {
    const own = podsIn((await poolOf(POD_MONITOR, 'catalogue')).active);
    expect(podsIn((await poolOf('any namespace', 'catalogue')).active)).toEqual([...own, 'of-another-namespace']);
  });

  test.each<[string, ShopComponent, MonitorKind]>([
    ['undeclared name', 'catalogue', POD_MONITOR],
    ['undeclared number', 'orders', POD_MONITOR],
    ['undeclared port of the Service', 'stock', SERVICE_MONITOR],
  ])('drops all targets for an %s', async (side, component, kind) => {
    const right = await poolOf(kind, component, kind);
    const wrong = await poolOf(side, component, kind);
    expect([podsIn(right.active).length, wrong.active]).toEqual([2, []]);
    expect(podsIn(wrong.dropped)).toEqual(expect.arrayContaining(podsIn(right.active)));
  });

  test('is refused with another password', async () => {
    const refused = await expectSeries(shop.prometheus.url, `up{${SIDE}="another password"}`, 2);
    expect(refused.map(({ value }) => value)).toEqual(['0', '0']);
    expect(shop.servers.workloads.orders.flatMap(({ statuses }) => statuses)).toContain(401);
  });

  test('has other series than the platform without any rule of a monitor, but for one that the operator has too', async () => {
    const expected = expectedOf(await scraped(shop.prometheus.url, PLATFORM, 'cache'), 'cache');
    const found = await Promise.all(rules.map(async (rule, index) =>
      ({ rule, series: await expectSeries(shop.prometheus.url, `{__name__=~"up|requests_total",${SIDE}="without ${index}"}`, 4) })));
    const needless = found.filter(({ series }) => JSON.stringify(without(series, [SIDE])) === JSON.stringify(expected));
    expect([rules.length, needless.map(({ rule }) => rule.targetLabel)]).toEqual([8, ['namespace']]);
  });
});
