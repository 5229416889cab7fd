import { Duration } from 'cdk8s';
import { cart, dashboardsOf } from './support';
import { ApplicationConfiguration, Component, JobWorkload, MetricsDashboard, MetricsRuntime, MetricsTrait } from '../../../src';
import { deployment, shop } from '../alerts/support';

/** A dashboard of the application `cart` with a component. */
function shown(workload = deployment(2)): any {
  const chart = shop();
  cart(chart, 'one', workload);
  return dashboardsOf(new MetricsDashboard(chart, 'dashboard'))[0];
}

test('ask what is up by now, so that what is gone counts, and is red', () => {
  const [targets, down] = shown().panels.map(({ targets: queries, fieldConfig }: any) => ({
    queries: queries?.map(({ expr, instant, range }: any) => [expr, instant, range]), steps: fieldConfig?.defaults.thresholds?.steps,
  }));
  const up = 'max by (namespace, job, instance) (up{namespace="shop",job="cart_shop_one"})';
  expect(targets).toEqual({
    queries: [[`sum(${up}) or vector(0)`, true, false], [`count(${up}) or vector(0)`, true, false], ['vector(2)', true, false]],
    steps: [{ color: 'red', value: null }, { color: 'green', value: 2 }],
  });
  expect(down).toEqual({
    queries: [[`count(${up} == 0) or vector(0)`, true, false], [`clamp_min(2 - (count(${up}) or vector(0)), 0)`, true, false]],
    steps: [{ color: 'green', value: null }, { color: 'red', value: 1 }],
  });
});

test('miss no pods of what ends by itself', () => {
  const workload = new JobWorkload({ image: 'example/main:1', ports: [{ name: 'http', port: 8080 }], resources: { requests: { cpu: '1' } } });
  const [targets, down] = shown(workload).panels;
  expect(targets.fieldConfig.defaults.thresholds.steps[1]).toEqual({ color: 'green', value: 0 });
  expect(down.targets).toHaveLength(1);
});

test('ask for rates and values over the time between scrapes', () => {
  const chart = shop();
  const application = new ApplicationConfiguration(chart, 'cart');
  const every = (name: string, interval: Duration) => {
    const binding = application.addComponent(new Component(application, name, { workload: deployment(2) }));
    new MetricsTrait(binding, 'metrics', { port: 8080, interval });
  };
  every('often', Duration.seconds(90));
  every('rarely', Duration.minutes(10));
  const [dashboard] = dashboardsOf(new MetricsDashboard(chart, 'dashboard', {
    components: [{ component: 'often', runtimes: [MetricsRuntime.PROCESS] }],
  }));
  const targetsOf = (title: string) => dashboard.panels.find((panel: any) => panel.title === title).targets;
  expect(targetsOf('Scrape duration')).toEqual([{
    refId: 'A',
    datasource: { type: 'prometheus', uid: '$datasource' },
    editorMode: 'code',
    expr: 'max by (job, instance) (scrape_duration_seconds{namespace="shop",job="cart_shop_often",job=~"$job"} or '
      + 'last_over_time(scrape_duration_seconds{namespace="shop",job="cart_shop_rarely",job=~"$job"}[20m]))',
    legendFormat: '{{job}} {{instance}}',
    range: true,
    interval: '10m',
  }]);
  expect(targetsOf('CPU')).toMatchObject([{
    expr: 'sum by (job, instance) (max without (prometheus_replica, replica) '
      + '(rate(process_cpu_seconds_total{namespace="shop",job="cart_shop_often",job=~"$job"}[$__rate_interval])))',
    interval: '90s',
  }]);
  expect(targetsOf('Uptime')[0].expr).toMatch(/^time\(\) - max by \(job, instance\) \(process_start_time_seconds\{/);
});
