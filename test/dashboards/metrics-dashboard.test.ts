import { ApiObject, Chart, Duration } from 'cdk8s';
import { bound, cart, dashboardObjects, dashboardsOf, panelsOf } from './support';
import {
  ApplicationConfiguration, Component, CustomWorkload, DashboardDelivery, HelidonWorkload, MetricsAlerts, MetricsDashboard,
  MetricsDashboardProps, MetricsRuntime, MetricsTrait, MonitoringProvider,
} from '../../src';
import { deployment, everyKind, RULES, shop } from '../alerts/support';
import { coherence, findingsOf, listening, weblogic } from '../kubernetes/support';
import { newChart } from '../support/app';
import { expectGolden } from '../support/golden';
import { messageOf } from '../support/message';

/** A dashboard of the application `cart` with a component. */
function shown(props: MetricsDashboardProps = {}, chart = shop()): MetricsDashboard {
  const dashboard = new MetricsDashboard(chart, 'dashboard', props);
  cart(chart);
  return dashboard;
}

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
    const jobs = ['web', 'cache', 'store', 'tool'].map(component => `cart_shop_${component}`);
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

  test('are not, where somebody else evaluates them, or there are none', () => {
    expect(panelTitles(dashboardsOf(shown())[0])).toEqual(['Targets', 'Targets that are down']);
    const ruled = shop();
    new MetricsAlerts(ruled, 'alerts', { ruler: { namespace: 'monitoring', name: 'ruler', ruleSelector: {}, ruleNamespaceSelector: {} } });
    expect(panelTitles(dashboardsOf(shown({}, ruled))[0])).toEqual(['Targets', 'Targets that are down']);
    const victoria = shop(VICTORIA);
    new MetricsAlerts(victoria, 'alerts');
    expect(panelTitles(dashboardsOf(shown({}, victoria))[0])).toEqual(['Targets', 'Targets that are down']);
    const other = shop();
    new MetricsAlerts(other, 'alerts', { applications: [new ApplicationConfiguration(other, 'other')] });
    expect(panelTitles(dashboardsOf(shown({}, other))[0])).toEqual(['Targets', 'Targets that are down']);
  });
});

describe('findings', () => {
  const made = (props: object, chart = shop()) => messageOf(() => shown(props as MetricsDashboardProps, chart));

  test.each<[string, object, string]>([
    ['a long title', { title: 'x'.repeat(190) },
      "'title' must have 189 characters at most, which is all that Grafana's database holds, has 190; shorten it"],
    ['an empty title', { title: '' }, "'title' must be a non-empty string, got \"\""],
    ['a title of all applications', { title: 'Cart' },
      "'title' is for a single application: dashboards of one title in a folder can't be told apart; give that application alone in 'applications', or leave the title out"],
    ['a long tag', { tags: ['x'.repeat(51)] }, `'tags[0]' must have 50 characters at most, got "${'x'.repeat(51)}"; shorten it`],
    ['an unknown runtime', { components: [{ component: 'one', runtimes: ['golang'] }] },
      "'components[0].runtimes[0]' must be one of process, go, jvm, node, helidon, weblogic, coherence, got \"golang\""],
    ['a component twice', { components: [{ component: 'one', runtimes: [] }, { component: 'one', runtimes: [] }] },
      'duplicate-name: \'components[1]\' has the same component "one" as element 0; give each its own component'],
    ['no applications', { applications: ['cart'] }, "'applications[0]' must be an ApplicationConfiguration, got \"cart\"; give the construct itself"],
    ['no delivery', { delivery: 'sidecar' },
      "'delivery' must be a DashboardDelivery, got \"sidecar\"; use DashboardDelivery.sidecar() or DashboardDelivery.operator()"],
    ['a label of the sidecar', { delivery: DashboardDelivery.sidecar({ labelValue: 'no label' }) },
      "'delivery.labelValue' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got \"no label\""],
    ['no selector', { delivery: DashboardDelivery.operator({ namespace: 'monitoring' } as any) }, "'delivery.instanceSelector' is required"],
    ['a long folder', { delivery: DashboardDelivery.sidecar({ folder: 'x'.repeat(190) }) },
      "'delivery.folder' must have 189 characters at most, which is all that Grafana's database holds, has 190; shorten it"],
  ])('fails when there is %s', (_, props, message) => {
    expect(made(props)).toContain(message);
  });

  test('fails when a component is not scraped', () => {
    const components = [{ component: 'other', runtimes: [MetricsRuntime.GO] }];
    expect(findingsOf(shown({ components }))).toEqual([
      "[shop/dashboard] invalid-dashboard: 'components[0].component' must be one of one, the components that are scraped, got \"other\"; correct the name, or declare metrics of the component",
    ]);
    const chart = shop();
    expect(findingsOf(new MetricsDashboard(chart, 'dashboard', { components }))).toEqual([
      "[shop/dashboard] invalid-dashboard: 'components[0].component' names \"other\", and no component of the applications is scraped; declare metrics of the component",
    ]);
  });

  test('fails when the platform is one of OAM', () => {
    expect(messageOf(() => new MetricsDashboard(newChart(), 'dashboard'))).toBe(
      '[c/dashboard] no-dashboard-series: may have empty panels: an OAM platform makes scrape jobs itself, and their labels depend on its version; use a KubernetesPlatform, or leave it out',
    );
  });

  test('warns when nothing is scraped', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    expect(findingsOf(new MetricsDashboard(shop(), 'dashboard'))).toEqual([]);
    expect(warn.mock.calls).toEqual([[
      '[shop/dashboard] dashboard-idle: shows nothing: no component of its applications is scraped; declare metrics, or leave it out', 'cdk8s-oam',
    ]]);
    warn.mockRestore();
  });

  test('fails when an application has two dashboards', () => {
    const chart = shop();
    new MetricsDashboard(chart, 'first');
    expect(findingsOf(shown({ namespace: 'monitoring' }, chart))).toEqual([
      "[shop/dashboard] dashboards-twice: shows application \"cart\", which 'shop/first' shows too; leave it out of 'applications' of one of them",
    ]);
  });

  /** Warnings, with a dashboard of so many components. */
  function sized(count: number): { findings: string[]; warnings: string[] } {
    const chart = shop(RULES);
    const application = new ApplicationConfiguration(chart, 'cart');
    const name = (i: number) => `component-with-a-name-that-is-rather-long-${i}`;
    const names = Array.from({ length: count }, (_, i) => name(i));
    names.forEach(each => bound(application, each));
    const all = Object.values(MetricsRuntime);
    const dashboard = new MetricsDashboard(chart, 'dashboard', { components: names.map(component => ({ component, runtimes: all })) });
    const warnings: string[] = [];
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(text => {
      warnings.push(`${text}`);
    });
    const findings = findingsOf(dashboard);
    Chart.of(dashboard).node.root.node.validate();
    warn.mockRestore();
    return { findings, warnings: warnings.filter(text => text.startsWith('[shop/dashboard]')) };
  }

  test('warns when kubectl cannot apply a dashboard', () => {
    const { findings, warnings } = sized(70);
    expect(findings).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^\[shop\/dashboard\] dashboard-too-large: makes ConfigMap "cart-dashboard" with \d{6} bytes, which is more than the 262144 that `kubectl apply` keeps in an annotation; apply it with --server-side, as GitOps tools can$/)]);
  });

  test('fails when a dashboard is too large', () => {
    expect(sized(300).findings).toEqual([expect.stringMatching(/^\[shop\/dashboard\] dashboard-too-large: makes ConfigMap "cart-dashboard" with \d{7} bytes, and 1032192 are possible; list fewer runtimes in 'components', or divide the application$/)]);
  });
});
