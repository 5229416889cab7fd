import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'cdk8s';
import { everyKind, promtools, scraped, shop, tested } from './support';
import { ApplicationConfiguration, MetricsAlerts, MetricsAlertsProps } from '../../src';
import { describeWith } from '../e2e/support/waiting';

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
  ['one alert only', { jobMissing: { enabled: false }, pageEmpty: { enabled: false }, targetsMissing: { enabled: false } }],
];

describeWith(['promtool'], 'promtool', () => {
  describe.each(promtools())('%s', promtool => {
    test.each(CASES)('every kind of workload, with %s', async (_, props) => {
      const chart = shop();
      const alerts = new MetricsAlerts(chart, 'alerts', props);
      everyKind(chart);
      expect(await tested(promtool, alerts)).toBe('');
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
      const broken = {
        writeTests: (folder: string) => {
          alerts.writeTests(folder);
          writeFileSync(join(folder, 'rules.yaml'), alerts.ruleFile().replace(from, to));
        },
      };
      expect(await tested(promtool, broken)).toContain('FAILED');
    });
  });
});
