import { ApiObject, Duration } from 'cdk8s';
import { bound, cart, dashboardObjects, dashboardsOf, panelsOf, shown } from './support';
import {
  ApplicationConfiguration, Component, CustomWorkload, DashboardDelivery, HelidonWorkload, MetricsAlerts, MetricsDashboard,
  MetricsRuntime, MetricsTrait, MonitoringProvider,
} from '../../../src';
import { deployment, everyKind, shop } from '../alerts/support';
import { coherence, listening, weblogic } from '../../targets/kubernetes/support';
import { expectGolden } from '../../support/golden';

const podSpec = { containers: [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080, name: 'http' }] }] };
const rowsOf = (dashboard: any) => dashboard.panels.filter(({ type }: any) => type === 'row').map(({ title }: any) => title);

describe('dashboards', () => {
  test('are ConfigMaps for the sidecar', () => {
    expectGolden('metrics-dashboard', dashboardObjects(shown({ components: [{ component: 'one', runtimes: [MetricsRuntime.GO] }] })));
  });

  test('are GrafanaDashboards for the operator', () => {
    const delivery = DashboardDelivery.operator({
      namespace: 'monitoring', instanceSelector: { matchLabels: { dashboards: 'grafana' } }, folder: 'Shop',
    });
    expectGolden('metrics-dashboard-operator', dashboardObjects(shown({ delivery, components: [{ component: 'one', runtimes: [] }] })));
  });

  test('are where they are asked for, with all labels', () => {
    const delivery = DashboardDelivery.sidecar({ label: 'dashboards', labelValue: 'yes', folder: 'Shop', folderAnnotation: 'folder' });
    const [{ metadata, data }] = dashboardObjects(shown({ delivery, namespace: 'monitoring', objectLabels: { own: 'yes' } }));
    expect(metadata).toEqual({
      name: 'shop.cart-dashboard',
      namespace: 'monitoring',
      labels: { 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'app.kubernetes.io/part-of': 'cart', 'dashboards': 'yes', 'own': 'yes' },
      annotations: { folder: 'Shop' },
    });
    expect(Object.keys(data)).toEqual(['shop.cart.json']);
  });

  test('need no permission in the namespace of the Grafana', () => {
    const delivery = DashboardDelivery.operator({ namespace: 'shop', instanceSelector: {} });
    const [{ spec: { json, ...spec } }] = dashboardObjects(shown({ delivery }));
    expect(spec).toEqual({ instanceSelector: {}, allowCrossNamespaceImport: false });
    expect(json).toMatch(/\}\n$/);
  });

  test('have nothing that Flux would substitute', () => {
    const components = [{ component: 'one', runtimes: Object.values(MetricsRuntime) }];
    expect(JSON.stringify(dashboardObjects(shown({ components })))).not.toContain('${');
  });

  test('say what is theirs', () => {
    const chart = shop();
    const application = cart(chart);
    const props = { applications: [application], title: 'The cart', tags: ['shop'], refresh: Duration.seconds(30) };
    const [dashboard] = dashboardsOf(new MetricsDashboard(chart, 'dashboard', props));
    expect(dashboard).toMatchObject({ title: 'The cart', tags: ['shop'], refresh: '30s', schemaVersion: 42, links: [] });
    expect(dashboard.uid).toMatch(/^oam-[0-9a-f]{32}$/);
  });

  test('are one for each application, before and after, with what is scraped alone', () => {
    const chart = shop();
    cart(chart);
    const dashboard = new MetricsDashboard(chart, 'dashboard');
    bound(new ApplicationConfiguration(chart, 'other'), 'two');
    const third = new ApplicationConfiguration(chart, 'third');
    const binding = third.addComponent(new Component(third, 'three', { workload: listening() }));
    expect(dashboardsOf(dashboard).map(({ title }) => title)).toEqual(['shop / cart', 'shop / other', 'shop / third']);
    new MetricsTrait(binding, 'metrics', { enabled: false });
    const left = dashboardsOf(dashboard);
    expect(left.map(({ title }) => title)).toEqual(['shop / cart', 'shop / other']);
    expect(new Set(left.map(({ uid }) => uid)).size).toBe(2);
  });

  test('have a row for what each workload is', () => {
    const chart = shop();
    const application = new ApplicationConfiguration(chart, 'cart');
    bound(application, 'web', new HelidonWorkload({ deployment: { name: 'web', podSpec } }));
    application.addComponent(new Component(application, 'cache', { workload: coherence({ coherence: { metrics: { enabled: true } } }) }));
    application.addComponent(new Component(application, 'store', { workload: weblogic() }));
    bound(application, 'tool');
    const [dashboard] = dashboardsOf(new MetricsDashboard(chart, 'dashboard', {
      components: [{ component: 'tool', runtimes: [MetricsRuntime.NODE, MetricsRuntime.PROCESS] }],
    }));
    expect(rowsOf(dashboard)).toEqual(['Scrapes', 'Process', 'Node.js', 'Helidon', 'WebLogic', 'Coherence']);
    const jobs = ['cache', 'store', 'tool', 'web'].map(component => `cart_shop_${component}`);
    expect(dashboard.templating.list[1].query).toBe(jobs.join(','));
    const ofRow = (row: string) => panelsOf(dashboard).filter(each => each.row === row).flatMap(({ queries }) => queries);
    expect(ofRow('Helidon').every(query => query.includes('job="cart_shop_web"'))).toBe(true);
    expect(ofRow('Scrapes').every(query => query.includes(`job=~"${jobs.join('|')}"`))).toBe(true);
  });

  test('have a row for the resources of operators', () => {
    const chart = shop();
    const application = new ApplicationConfiguration(chart, 'cart');
    const of = (name: string, apiVersion: string, kind: string) =>
      bound(application, name, new CustomWorkload({ manifest: { apiVersion, kind, metadata: { name }, spec: {} } }));
    of('cache', 'coherence.oracle.com/v1', 'Coherence');
    of('store', 'weblogic.oracle/v9', 'Domain');
    const json = (new MetricsDashboard(chart, 'dashboard').node.children[0] as ApiObject).toJson();
    expect(rowsOf(JSON.parse(json.data['shop.cart.json']))).toEqual(['Scrapes', 'WebLogic', 'Coherence']);
  });

  test('put panels beside and below each other, none over another', () => {
    const chart = shop();
    const [{ panels }] = dashboardsOf(shown({ components: [{ component: 'one', runtimes: Object.values(MetricsRuntime) }] }, chart));
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }: any) =>
      Array.from({ length: w * h }, (_, i) => `${x + i % w},${y + Math.floor(i / w)}`));
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }: any) => x + w))).toBe(24);
    expect(panels.map(({ id }: any) => id)).toEqual(panels.map((_: any, i: number) => i + 1));
  });

  test('ask for the jobs that Google gives to series', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    const [dashboard] = dashboardsOf(shown({}, shop({ metrics: MonitoringProvider.googleManagedPrometheus() })));
    warn.mockRestore();
    expect(panelsOf(dashboard)[0].queries[0]).toContain('(up{namespace="shop",job="cart-shop-one"})');
  });

  test('take dots in the names of jobs for dots', () => {
    const chart = shop();
    const application = new ApplicationConfiguration(chart, 'cart.v1');
    ['one', 'two'].forEach(name => bound(application, name));
    const [dashboard] = dashboardsOf(new MetricsDashboard(chart, 'dashboard'));
    expect(panelsOf(dashboard)[0].queries[0]).toContain('(up{namespace="shop",job=~"cart\\\\.v1_shop_one|cart\\\\.v1_shop_two"})');
  });

  test('are the same whatever is declared first', () => {
    const of = (...names: string[]) => {
      const chart = shop();
      const application = new ApplicationConfiguration(chart, 'cart');
      names.forEach(name => bound(application, name));
      return dashboardsOf(new MetricsDashboard(chart, 'dashboard'));
    };
    expect(of('two', 'one')).toEqual(of('one', 'two'));
  });

  test('are those of one cluster of several', () => {
    const chart = shop();
    cart(chart);
    const of = (...clusters: string[]) => clusters.map(cluster => new MetricsDashboard(chart, cluster, { matchers: { cluster } }));
    const made = of('berlin', 'paris');
    const objects = made.flatMap(dashboardObjects);
    expect(objects.map(({ metadata: { name }, data }) => [name, Object.keys(data)[0]])).toEqual([
      ['cart.ca1a1ee2-dashboard', 'shop.cart.ca1a1ee2.json'], ['cart.c9670435-dashboard', 'shop.cart.c9670435.json'],
    ]);
    const dashboards = made.flatMap(dashboardsOf);
    expect(dashboards.map(({ title }) => title)).toEqual(['shop / cart (berlin)', 'shop / cart (paris)']);
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(2);
    const queries = panelsOf(dashboards[0]).flatMap(panel => panel.queries).filter(query => query !== 'vector(2)');
    expect(queries.filter(query => !query.includes('{namespace="shop",cluster="berlin",'))).toEqual([]);
  });

  test('take what settings say for the defaults', () => {
    const [dashboard] = dashboardsOf(shown({ delivery: null, refresh: '1m30s' } as any));
    expect(dashboard.refresh).toBe('90s');
  });

  test('say how many targets are declared, where it is known', () => {
    const legends = (dashboard: any) => dashboard.panels[0].targets.map(({ expr, legendFormat }: any) => [legendFormat, expr]);
    const chart = shop();
    const application = cart(chart);
    const dashboard = new MetricsDashboard(chart, 'dashboard');
    bound(application, 'two', deployment(3));
    expect(legends(dashboardsOf(dashboard)[0])[2]).toEqual(['declared', 'vector(5)']);
    const other = shop();
    everyKind(other);
    expect(legends(dashboardsOf(new MetricsDashboard(other, 'dashboard'))[0]).map(([legend]: any) => legend)).toEqual(['up', 'found']);
  });
});

describe('alerts', () => {
  const VICTORIA = {
    metrics: MonitoringProvider.victoriaMetricsOperator({
      namespace: 'vm', name: 'agent', monitorSelector: {}, monitorNamespaceSelector: {}, ruleSelector: {}, ruleNamespaceSelector: {},
    }),
  };
  const panelTitles = (dashboard: any) => panelsOf(dashboard).filter(({ row }) => row === '').map(({ title }) => title);

  test('are counted, with a link to what to do', () => {
    const chart = shop();
    new MetricsAlerts(chart, 'alerts', { runbookUrl: 'https://wiki.example.com/alerts#' });
    const [dashboard] = dashboardsOf(shown({}, chart));
    expect(dashboard.links).toEqual([
      { type: 'link', title: 'What to do about alerts', url: 'https://wiki.example.com/alerts', icon: 'doc', targetBlank: true, tags: [] },
    ]);
    expect(panelsOf(dashboard)[2]).toEqual({
      row: '',
      title: 'Alerts that fire',
      queries: [
        'count(max without (prometheus_replica, replica) (ALERTS{namespace="shop",app_oam_dev_name="cart",alertstate="firing"})) or vector(0)',
      ],
    });
  });

  test('are not, where none can fire', () => {
    const chart = shop();
    const none = { enabled: false };
    new MetricsAlerts(chart, 'alerts', { jobMissing: none, targetDown: none, pageEmpty: none, targetsMissing: none });
    expect(panelTitles(dashboardsOf(shown({}, chart))[0])).toEqual(['Targets', 'Targets that are down']);
  });

  test('are not, where somebody else evaluates them, or there are none', () => {
    expect(panelTitles(dashboardsOf(shown())[0])).toEqual(['Targets', 'Targets that are down']);
    const ruled = shop();
    new MetricsAlerts(ruled, 'alerts', { ruleEvaluator: { namespace: 'monitoring', name: 'ruler', ruleSelector: {}, ruleNamespaceSelector: {} } });
    expect(panelTitles(dashboardsOf(shown({}, ruled))[0])).toEqual(['Targets', 'Targets that are down']);
    const victoria = shop(VICTORIA);
    new MetricsAlerts(victoria, 'alerts');
    expect(panelTitles(dashboardsOf(shown({}, victoria))[0])).toEqual(['Targets', 'Targets that are down']);
    const other = shop();
    new MetricsAlerts(other, 'alerts', { applications: [new ApplicationConfiguration(other, 'other')] });
    expect(panelTitles(dashboardsOf(shown({}, other))[0])).toEqual(['Targets', 'Targets that are down']);
  });
});
