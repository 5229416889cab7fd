import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { parse, stringify } from 'yaml';
import { unitTests, writeTests } from './rule-tests';
import { deployment, everyKind, promtools, scraped, shop, tested } from './support';
import { ApplicationConfiguration, MetricsAlerts, MetricsAlertsProps, MonitoringProvider } from '../../../src';
import { describeWith } from '../../e2e/support/waiting';
import { prometheus } from '../../targets/kubernetes/support';

// promtool steps through hours, on a slow machine too
jest.setTimeout(60_000);

const SECONDS = { pendingPeriod: Duration.seconds(30) };

const CASES: [string, MetricsAlertsProps][] = [
  ['the defaults', {}],
  ['kube-state-metrics', { kubeStateMetrics: true }],
  ['a runbook and labels', { runbookUrl: 'https://wiki.example.com/alerts#', alertLabels: { team: 'shop' } }],
  ['a target that may be missing', { targetsMissing: { tolerated: 1 } }],
  ['a target that may be missing, and kube-state-metrics', { targetsMissing: { tolerated: 1 }, kubeStateMetrics: true }],
  ['periods of their own', {
    jobMissing: { pendingPeriod: Duration.minutes(5) }, targetDown: SECONDS, pageEmpty: { pendingPeriod: Duration.hours(2), severity: 'info' },
  }],
  ['less than a minute', { jobMissing: SECONDS, targetDown: SECONDS, pageEmpty: SECONDS, targetsMissing: SECONDS }],
  ['the cluster in all selectors', { matchers: { cluster: 'prod' }, kubeStateMetrics: true }],
  ['one alert only', { jobMissing: { enabled: false }, pageEmpty: { enabled: false }, targetsMissing: { enabled: false } }],
];

const SCOPE = { project_id: 'p', location: 'eu', cluster: 'prod' };

/** The rules as Google's operator writes them for its evaluator: each selector and each alert has the labels of the cluster. */
function writeScoped(folder: string, alerts: MetricsAlerts): void {
  const matchers = Object.entries(SCOPE).map(([label, value]) => `${label}="${value}"`).join();
  const scoped = (text: string) => text.replaceAll(/\{(?=\w+=)/g, `{${matchers},`);
  const { groups } = parse(alerts.ruleFile(), { version: '1.1' });
  const rules = groups.map((group: any) => ({
    ...group,
    rules: group.rules.map(({ expr, labels, ...rule }: any) => ({ ...rule, expr: scoped(expr), labels: { ...labels, ...SCOPE, namespace: 'shop' } })),
  }));
  const { tests, ...file } = parse(unitTests(alerts), { version: '1.1' });
  const ofCluster = tests.map(({ input_series: series, alert_rule_test: alertTests, ...each }: any) => ({
    ...each,
    input_series: series.map(({ series: name, values }: any) => ({ series: scoped(name), values })),
    alert_rule_test: alertTests.map(({ exp_alerts: expected, ...of }: any) =>
      ({ ...of, exp_alerts: expected?.map((alert: any) => ({ ...alert, exp_labels: { ...alert.exp_labels, ...SCOPE } })) })),
  }));
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: rules }));
  writeFileSync(join(folder, 'tests.yaml'), stringify({ ...file, tests: ofCluster }));
}

describeWith(['promtool'], 'promtool', () => {
  describe.each(promtools())('%s', promtool => {
    test.each(CASES)('every kind of workload, with %s', async (_, props) => {
      const chart = shop();
      const alerts = new MetricsAlerts(chart, 'alerts', props);
      everyKind(chart);
      expect(await tested(promtool, alerts)).toBe('');
    });

    test('Google Cloud, which scopes rules to the namespace of their object', async () => {
      const chart = shop({ metrics: MonitoringProvider.googleManagedPrometheus() });
      const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
      everyKind(chart);
      expect(await tested(promtool, alerts)).toBe('');
      expect(await tested(promtool, alerts, writeScoped)).toBe('');
    });

    test.each([
      ['an alert that never fires', /== 0 and on/, '== 1 and on'],
      ['an alert in a roll-out', 'for: 15m', 'for: 5m'],
      ['an alert at zero replicas', / unless on \(\).*/, ''],
      ['another description', 'nobody scrapes', 'everybody scrapes'],
    ])('fails when the rules make %s', async (_, from, to) => {
      const chart = shop();
      const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
      scraped(new ApplicationConfiguration(chart, 'cart'), 'one');
      const broken = (folder: string) => {
        writeTests(folder, alerts);
        writeFileSync(join(folder, 'rules.yaml'), alerts.ruleFile().replace(from, to));
      };
      expect(await tested(promtool, alerts, broken)).toContain('FAILED');
    });

    test.each([6, 10, 15])('jobs that are scraped each %s minutes', async minutes => {
      const chart = shop(prometheus({ ruleSelector: {}, ruleNamespaceSelector: {}, scrape: { interval: Duration.minutes(minutes) } }));
      const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
      everyKind(chart);
      expect(await tested(promtool, alerts)).toBe('');
      const forgetful = (folder: string) => {
        writeTests(folder, alerts);
        writeFileSync(join(folder, 'rules.yaml'), alerts.ruleFile().replaceAll(/last_over_time\((\w+\{[^}]+\})\[\w+\]\)/g, '$1'));
      };
      expect(await tested(promtool, alerts, forgetful)).toContain('FAILED');
    });

    test.each<[string, Partial<MetricsAlertsProps>, string[], string[]]>([
      ['one of three targets is lost, with a pair of scrapers', {}, [
        'up{namespace="shop",job="cart_shop_three",instance="a",replica="0"}', 'up{namespace="shop",job="cart_shop_three",instance="b",replica="0"}',
        'up{namespace="shop",job="cart_shop_three",instance="a",replica="1"}', 'up{namespace="shop",job="cart_shop_three",instance="b",replica="1"}',
      ], ['MetricsTargetsMissing']],
      ['another cluster has the targets', { matchers: { cluster: 'b' } }, ['up{namespace="shop",job="cart_shop_three",instance="a",cluster="a"}'],
        ['MetricsJobMissing']],
    ])('%s', async (_, props, series, firing) => {
      const chart = shop();
      const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true, ...props });
      scraped(new ApplicationConfiguration(chart, 'cart'), 'three', deployment(3));
      const test = {
        input_series: series.map(each => ({ series: each, values: '1x60' })),
        interval: '1m',
        promql_expr_test: ['MetricsJobMissing', 'MetricsTargetsMissing'].map(alertname => ({
          eval_time: '40m',
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
          exp_samples: [{ labels: '{}', value: firing.includes(alertname) ? 1 : 0 }],
        })),
      };
      const written = (folder: string) => {
        writeTests(folder, alerts);
        writeFileSync(join(folder, 'tests.yaml'), stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests: [test] }));
      };
      expect(await tested(promtool, alerts, written)).toBe('');
    });
  });
});
