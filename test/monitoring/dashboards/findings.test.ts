import { App, Chart, Duration } from 'cdk8s';
import { cart, dashboardsOf, shown } from './support';
import { DashboardDelivery, MetricsDashboard, MetricsDashboardProps, MetricsRuntime, Platform } from '../../../src';
import { RULES, shop } from '../alerts/support';
import { findingsOf, kubernetes } from '../../targets/kubernetes/support';
import { newChart } from '../../support/app';
import { messageOf } from '../../support/message';

describe('findings', () => {
  const made = (props: object, chart = shop()) => messageOf(() => shown(props as MetricsDashboardProps, chart));

  test.each<[string, object, string]>([
    ['an empty title', { title: '' }, "'title' must be a non-empty string, got \"\""],
    ['a title of all applications', { title: 'Cart' },
      "'title' is for a single application: dashboards of one title in a folder can't be told apart; give that application alone in 'applications', or leave the title out"],
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
    ['a title of blanks', { title: '  ' }, "'title' must be one line without spaces around it, got \"  \"; write it so"],
    ['a title of two lines', { title: 'The\ncart' }, "'title' must be one line without spaces around it, got \"The\\ncart\"; write it so"],
    ['a blank folder', { delivery: DashboardDelivery.operator({ namespace: 'monitoring', instanceSelector: {}, folder: ' ' }) },
      "'delivery.folder' must be one line without spaces around it, got \" \"; write it so"],
    ['a refresh that Grafana does not allow', { refresh: Duration.seconds(4) },
      "'refresh' must be 5 seconds or more, which is what Grafana allows, got \"4s\"; set a longer one"],
    ['a label by which the sidecar finds it', { objectLabels: { grafana_dashboard: '0' } },
      "'objectLabels.grafana_dashboard' is set by MetricsDashboard; use another name"],
    ['a label that says whose it is', { objectLabels: { 'app.kubernetes.io/managed-by': 'me' } },
      "'objectLabels['app.kubernetes.io/managed-by']' is set by MetricsDashboard; use another name"],
    ['a matcher of its own', { matchers: { job: 'other' } }, "'matchers.job' is set by MetricsDashboard; use another name"],
    ['a matcher without a label', { matchers: { '1st': 'other' } },
      "'matchers' must be names of letters, digits and '_', which begin with no digit and not with '__', got \"1st\""],
    ['a variable as matcher', { matchers: { cluster: '$cluster' } },
      "'matchers.cluster' must be 1 to 50 characters without spaces around them, brackets, braces, line breaks and '$', with which variables of Grafana are written, got \"$cluster\"; give the value itself"],
  ])('fails when there is %s', (_, props, message) => {
    expect(made(props)).toContain(message);
  });

  test('fails when a component is not scraped', () => {
    const components = [{ component: 'other', runtimes: [MetricsRuntime.GO] }];
    expect(findingsOf(shown({ components }))).toEqual([
      "[shop/dashboard] invalid-value: 'components[0].component' must be one of one, got \"other\"; correct the name, or declare metrics of the component",
    ]);
    const chart = shop();
    expect(findingsOf(new MetricsDashboard(chart, 'dashboard', { components }))).toEqual([
      "[shop/dashboard] invalid-value: 'components[0].component' must be left out, as there is none, got \"other\"; correct the name, or declare metrics of the component",
    ]);
  });

  test('fails when it is in no chart', () => {
    const { root } = shop().node;
    expect(messageOf(() => new MetricsDashboard(root as App, 'dashboard'))).toBe(
      '[dashboard] invalid-value: must be in a Chart of cdk8s, in which its objects are rendered; give a chart, or a construct in one, as scope',
    );
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
      '[shop/dashboard] no-effect: shows nothing: no component of its applications is scraped; declare metrics, or leave it out', 'cdk8s-oam',
    ]]);
    warn.mockRestore();
  });

  test('fails when an application has two dashboards', () => {
    const chart = shop();
    new MetricsDashboard(chart, 'first');
    expect(findingsOf(shown({ namespace: 'monitoring' }, chart))).toEqual([
      "[shop/dashboard] monitored-twice: is about application \"cart\", as 'shop/first' is; leave it out of 'applications' of one of them",
    ]);
  });

  test('fails when a dashboard is too large', () => {
    expect(findingsOf(shown({ tags: Array<string>(20_000).fill('x'.repeat(50)) }))).toEqual([expect.stringMatching(/^\[shop\/dashboard\] object-too-large: makes ConfigMap "cart-dashboard" with \d{7} bytes, and 1032192 are possible; list fewer runtimes in 'components', or divide the application$/)]);
  });
});

test('applications are of another app, or another platform', () => {
  const chart = shop();
  const other = new Chart(chart.node.root as App, 'other', { namespace: 'other' });
  Platform.install(other, kubernetes(RULES));
  const applications = [cart(shop()), cart(other), cart(chart)];
  expect(messageOf(() => new MetricsDashboard(chart, 'dashboard', { applications })).split('\n')).toEqual([
    '[shop/dashboard] 2 findings:',
    "  invalid-value: 'applications[0]' must be in the App and on the platform of the dashboard; leave it out, and give it its own dashboard",
    "  invalid-value: 'applications[1]' must be in the App and on the platform of the dashboard; leave it out, and give it its own dashboard",
  ]);
});

test('the list of applications is taken as it is given', () => {
  const chart = shop();
  const applications = [cart(chart)];
  const dashboard = new MetricsDashboard(chart, 'dashboard', { applications });
  applications.push(cart(new Chart(chart.node.root as App, 'more', { namespace: 'more' })));
  expect(dashboardsOf(dashboard).map(({ title }) => title)).toEqual(['shop / cart']);
});
