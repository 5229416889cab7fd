import { App, Chart } from 'cdk8s';
import { promtools, tested } from './support';
import { ApplicationConfiguration, KubernetesPlatform, MetricsAlerts, Platform } from '../../../src';
import { grouped } from '../../../src/base/check';
import { describeWith } from '../../e2e/support/waiting';
import { PROGRAMS } from '../../examples/programs';

// promtool steps through hours, on a slow machine too
jest.setTimeout(60_000);

/** The applications of the examples that are scraped, by their apps and platforms, but for those of OAM platforms. */
function applications(): ApplicationConfiguration[][] {
  const apps: App[] = [];
  jest.spyOn(App.prototype, 'synth').mockImplementation(function synth(this: App) {
    apps.push(this);
  });
  for (const program of PROGRAMS) jest.requireActual(`../../../${program}`);
  const all = apps.flatMap(app => app.node.findAll()).filter(each => each instanceof ApplicationConfiguration);
  const scraped = all.filter(({ bindings }) => bindings.some(({ metrics }) => metrics.endpoints.length > 0));
  const ofApps = [...grouped(scraped, each => [each.node.root]).values()];
  const byPlatform = ofApps.flatMap(each => [...grouped(each, of => [Platform.of(of)])]);
  return byPlatform.filter(([platform]) => platform instanceof KubernetesPlatform).map(([, each]) => each);
}

// many examples have providers that evaluate no rules
const ruler = { namespace: 'monitoring', name: 'ruler', ruleSelector: {}, ruleNamespaceSelector: {} };

const cases = applications().flatMap(watched => [true, false].map(kubeStateMetrics => {
  const alerts = new MetricsAlerts(Chart.of(watched[0]), `alerts-${kubeStateMetrics}`, { applications: watched, kubeStateMetrics, ruleEvaluator: ruler });
  return [`${watched.map(({ node }) => node.path).join(', ')}, kube-state-metrics ${kubeStateMetrics}`, alerts] as const;
}));

test('there are examples of several platforms', () => {
  expect(cases.length).toBeGreaterThan(10);
});

describeWith(['promtool'], 'promtool', () => {
  describe.each(promtools())('%s', promtool => {
    test.each(cases)('%s', async (_, alerts) => {
      expect(alerts.ruleFile()).toContain('MetricsJobMissing');
      expect(await tested(promtool, alerts)).toBe('');
    });
  });
});
