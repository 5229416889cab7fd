import { Chart } from 'cdk8s';
import { parse } from 'yaml';
import { unitTests } from './rule-tests';
import { alertObjects, cart, deployment, everyKind, OPERATED, RULES, scraped, shop, withJobs, withScraper } from './support';
import {
  PrometheusRuleEvaluator, ApplicationConfiguration, Component, KubernetesPlatformProps, MetricsAlerts, MetricsAlertsProps, MetricsTrait,
  MonitoringProvider, OamPlatform, PrometheusScraper, ScrapeConfigurationForm,
} from '../../../src';
import { findingsOf, listening, prometheus } from '../../targets/kubernetes/support';
import { newChart } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const COLLECTOR = { namespace: 'monitoring', name: 'collector', podLabels: { app: 'collector' } };
const RULER: PrometheusRuleEvaluator = { namespace: 'monitoring', name: 'ruler', ruleSelector: { matchLabels: { rules: 'yes' } }, ruleNamespaceSelector: {} };

test('a period may be written as Prometheus writes it, and the list of applications is copied', () => {
  const chart = shop();
  const applications = [cart(chart)];
  const alerts = new MetricsAlerts(chart, 'alerts', { applications, targetDown: { pendingPeriod: '1h' as any } });
  applications.push(cart(chart, 'later'));
  expect(alertObjects(alerts).map(({ spec: { groups: [{ rules }] } }) => rules.map((rule: any) => rule.for))).toEqual([['15m', '1h', '15m']]);
});

describe('rules', () => {
  test('are those of every kind of workload', () => {
    const chart = shop();
    const alerts = new MetricsAlerts(chart, 'alerts', { runbookUrl: 'https://wiki.example.com/alerts#', alertLabels: { team: 'shop' } });
    everyKind(chart);
    expectGolden('metrics-alerts', alertObjects(alerts));
  });

  test('ask kube-state-metrics', () => {
    const chart = shop();
    everyKind(chart);
    expectGolden('metrics-alerts-kube-state-metrics', alertObjects(new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true })));
  });

  test('are the same in the rule file', () => {
    const chart = shop();
    const alerts = new MetricsAlerts(chart, 'alerts');
    everyKind(chart);
    const [{ spec }] = alertObjects(alerts);
    expect(parse(alerts.ruleFile(), { version: '1.1' })).toEqual(JSON.parse(JSON.stringify(spec)));
  });

  test('are none of a component whose metrics are disabled, and none of what is taken away', () => {
    const chart = shop();
    const alerts = new MetricsAlerts(chart, 'alerts');
    const application = new ApplicationConfiguration(chart, 'cart');
    const binding = application.addComponent(new Component(application, 'one', { workload: listening() }));
    expect(alertObjects(alerts)).toHaveLength(1);
    new MetricsTrait(binding, 'metrics', { enabled: false });
    cart(chart, 'other');
    expect(alertObjects(alerts).map(({ metadata: { name } }) => name)).toEqual(['other-alerts']);
  });

  test('are in several objects where there are many', () => {
    const chart = shop();
    const application = new ApplicationConfiguration(chart, 'cart');
    for (let i = 0; i < 81; i++) scraped(application, `c-${i}`);
    const objects = alertObjects(new MetricsAlerts(chart, 'alerts'));
    expect(objects.map(({ metadata: { name }, spec: { groups: [group] } }) => [name, group.name, group.rules.length]))
      .toEqual([['cart-alerts', 'shop.cart-alerts', 120], ['cart-alerts.1', 'shop.cart-alerts.1', 120], ['cart-alerts.2', 'shop.cart-alerts.2', 3]]);
    expect(objects.every(each => JSON.stringify(each).length < 150_000)).toBe(true);
  });

  test('are of the given applications, in the given namespace', () => {
    const chart = shop();
    const [first] = ['a', 'b'].map(id => cart(chart, id));
    const alerts = new MetricsAlerts(chart, 'alerts', { applications: [first], namespace: 'monitoring', objectLabels: { own: 'yes' } });
    expect(alertObjects(alerts).map(({ metadata }) => metadata)).toEqual([{
      name: 'shop.a-alerts',
      namespace: 'monitoring',
      labels: { 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'app.kubernetes.io/part-of': 'a', 'own': 'yes' },
    }]);
  });
});

test('are tested by a file', () => {
  const chart = shop();
  const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
  scraped(new ApplicationConfiguration(chart, 'cart'), 'three', deployment(3));
  const file = parse(unitTests(alerts, '../rules.yaml'), { version: '1.1' });
  expect(file).toMatchObject({ rule_files: ['../rules.yaml'], evaluation_interval: '1m' });
  expect(file.tests.map(({ name }: any) => name)).toEqual([
    'silent while all is well', 'silent in a roll-out', 'silent at zero replicas', 'MetricsJobMissing fires, and nothing else',
    'MetricsTargetDown fires, and nothing else', 'MetricsPageEmpty fires, and nothing else', 'MetricsTargetsMissing fires, and nothing else',
    'MetricsTargetsMissing fires without the series of kube-state-metrics',
  ]);
  const names = ['MetricsJobMissing', 'MetricsTargetDown', 'MetricsPageEmpty', 'MetricsTargetsMissing'];
  expect(file.tests[3]).toEqual({
    name: 'MetricsJobMissing fires, and nothing else',
    interval: '1m',
    input_series: [{ series: 'kube_deployment_spec_replicas{namespace="shop",deployment="three"}', values: '3x60' }],
    alert_rule_test: [
      ...names.map(alertname => ({ eval_time: '14m', alertname })),
      {
        eval_time: '15m',
        alertname: 'MetricsJobMissing',
        exp_alerts: [{
          exp_labels: { namespace: 'shop', job: 'cart_shop_three', app_oam_dev_name: 'cart', app_oam_dev_component: 'three', severity: 'critical' },
          exp_annotations: {
            summary: 'A job has no targets.',
            description: 'Job cart_shop_three has no targets: component three of application cart in namespace shop has no pods, or nobody scrapes them.',
          },
        }],
      },
      ...names.slice(1).map(alertname => ({ eval_time: '15m', alertname })),
    ],
  });
});

describe('objects', () => {
  const release = { release: 'monitoring', namespace: 'monitoring' };
  test.each<[string, () => Chart, MetricsAlertsProps]>([
    ['kube-prometheus-stack', () => shop({ metrics: MonitoringProvider.kubePrometheusStack(release) }), {}],
    ['victoria-metrics', () => shop({
      metrics: MonitoringProvider.victoriaMetricsOperator({
        namespace: 'vm', name: 'agent', monitorSelector: {}, monitorNamespaceSelector: {}, ruleSelector: {}, ruleNamespaceSelector: {},
      }),
    }), {}],
    ['plain', () => withJobs(), {}],
    ['scraper', () => withScraper(chart => new PrometheusScraper(chart, 'prometheus', OPERATED)), {}],
    ['google', () => shop({ metrics: MonitoringProvider.googleManagedPrometheus() }), { kubeStateMetrics: true }],
    ['ruler', () => shop({ metrics: MonitoringProvider.grafanaAlloy(COLLECTOR) }), { ruleEvaluator: RULER }],
  ])('are those that are read with %s', (name, make, props) => {
    const chart = make();
    const alerts = new MetricsAlerts(chart, 'alerts', props);
    cart(chart);
    expectGolden(`metrics-alerts-${name}`, alertObjects(alerts));
  });
});

describe('fails when nobody evaluates rules', () => {
  const help = "; name what evaluates PrometheusRules over all series in 'ruleEvaluator', such as a ThanosRuler";
  test.each<[string, () => Chart, string]>([
    ['an agent', () => withScraper(chart => new PrometheusScraper(chart, 'p', {
      ...OPERATED, storage: undefined, agent: true, remoteWrite: [{ url: 'https://mimir.example.com/push' }],
    })), `the scraper is an agent, which evaluates none${help}`],
    ['shards', () => withScraper(chart => new PrometheusScraper(chart, 'p', { ...OPERATED, shards: 2 })),
      `the scraper has several shards, and each would raise alerts for the targets of the others${help}`],
    ['jobs of a Prometheus of the operator', () => withJobs(ScrapeConfigurationForm.ADDITIONAL_SCRAPE_CONFIGS),
      `the rules that the Prometheus of the scrape jobs selects are unknown${help}`],
    ['vmagent', () => withJobs(ScrapeConfigurationForm.VMAGENT_FILES), `the collector of the platform only scrapes${help}`],
    ['Grafana Alloy', () => shop({ metrics: MonitoringProvider.grafanaAlloy(COLLECTOR) }), `the collector of the platform only scrapes${help}`],
    ['OpenTelemetry', () => shop({ metrics: MonitoringProvider.openTelemetry(COLLECTOR) }), `the collector of the platform only scrapes${help}`],
    ['Azure', () => shop({ metrics: MonitoringProvider.azureManagedPrometheus() }),
      `Azure Monitor takes rule groups as resources of Azure, not of Kubernetes${help}`],
    ['a Prometheus whose selector is not known', () => shop({}),
      "'ruleSelector' of the provider is not given, and a resource without one takes no rules; set it as in the Prometheus or the VMAlert; '{}' selects all rules"],
    ['an OAM platform', () => newChart(), 'an OAM platform makes scrape jobs itself; use a KubernetesPlatform'],
  ])('%s', (_, make, problem) => {
    const chart = make();
    expect(messageOf(() => new MetricsAlerts(chart, 'alerts')))
      .toBe(`[${chart.node.path}/alerts] no-rule-evaluator: nobody evaluates its rules: ${problem}`);
  });
});

describe('fails when', () => {
  const refused = (props: any): string => messageOf(() => new MetricsAlerts(shop(), 'alerts', props));

  test('props are wrong, at all together', () => {
    expect(refused({
      applications: ['cart'],
      jobMissing: { enabled: 'no', pendingPeriod: 15, severity: '', tolerated: 1 },
      targetsMissing: { tolerated: -1 },
      runbookUrl: 'wiki',
      alertLabels: { 'severity': 'x', 'a-b': 'x' },
      forr: 1,
    }).split('\n')).toEqual([
      '[shop/alerts] 10 findings:',
      "  unknown-field: 'forr' is an unknown field; expected one of applications, jobMissing, targetDown, pageEmpty, targetsMissing, kubeStateMetrics, "
        + 'runbookUrl, alertLabels, matchers, severities, ruleEvaluator, namespace, objectLabels; leave it out, or check its spelling',
      "  invalid-value: 'applications[0]' must be an ApplicationConfiguration, got \"cart\"; give the construct itself",
      "  unknown-field: 'jobMissing.tolerated' is an unknown field; expected one of enabled, pendingPeriod, severity; leave it out, or check its spelling",
      "  invalid-type: 'jobMissing.enabled' must be a boolean, got a string",
      "  invalid-value: 'jobMissing.pendingPeriod' must be a duration of at least a millisecond, such as 30s or 1m30s, got 15; write Duration.seconds(30)",
      '  invalid-value: \'jobMissing.severity\' must be a non-empty string without \'{\', \'}\' and line breaks, since labels of alerts are templates, got ""; give the string itself',
      "  invalid-value: 'targetsMissing.tolerated' must be an integer from 0 to 1000, got -1",
      "  invalid-value: 'runbookUrl' must be a URL that begins with http:// or https:// and ends with '#', '/', '=' or '-', before the name of the alert, "
        + 'without spaces and braces, got "wiki"; write it as "https://wiki.example.com/alerts#"',
      "  invalid-value: 'alertLabels.severity' is set by MetricsAlerts; use another name",
      "  invalid-label: 'alertLabels' must be names of letters, digits and '_', which begin with no digit and not with '__', got \"a-b\"",
    ]);
  });

  test('Google Cloud sets a label, and the namespace', () => {
    const chart = shop({ metrics: MonitoringProvider.googleManagedPrometheus() });
    expect(messageOf(() => new MetricsAlerts(chart, 'alerts', { alertLabels: { cluster: 'a', team: 'b' }, namespace: 'other' })).split('\n')).toEqual([
      '[shop/alerts] 2 findings:',
      "  invalid-value: 'alertLabels.cluster' is set by the rule evaluation of Google Cloud; use another name",
      "  invalid-value: 'namespace' must not be set with the rule evaluation of Google Cloud; "
        + 'leave it out',
    ]);
  });

  test('no route knows a severity', () => {
    expect(refused({ severities: ['page', 'warning'], pageEmpty: { severity: 'info' }, targetDown: { enabled: false } })).toBe([
      '[shop/alerts] 2 findings:',
      "  invalid-value: 'jobMissing.severity' must be one of page, warning, got \"critical\"; "
        + "choose one, or add it to 'severities'",
      "  invalid-value: 'pageEmpty.severity' must be one of page, warning, got \"info\"; "
        + "choose one, or add it to 'severities'",
    ].join('\n'));
  });

  /** What is found of an application `cart` with these alerts. */
  function found(props: MetricsAlertsProps, platform: Partial<KubernetesPlatformProps> = RULES): string[] {
    const chart = shop(platform);
    new MetricsAlerts(chart, 'alerts', props);
    cart(chart);
    return findingsOf(chart);
  }

  test('the labels of objects are not selected', () => {
    const ruleSelector = { matchLabels: { rules: 'yes' }, matchExpressions: [{ key: 'team', operator: 'Exists' }] };
    expect(found({}, prometheus({ ruleSelector, ruleNamespaceSelector: {} }))).toEqual([
      "[shop/alerts] not-selected: 'metadata.labels' must have a label team: Prometheus monitoring/k8s selects no other rules; "
        + "add them, in 'objectLabels' for those of MetricsAlerts",
    ]);
    expect(found({ objectLabels: { team: 'shop' } }, prometheus({ ruleSelector, ruleNamespaceSelector: {} }))).toEqual([]);
  });

  test('the namespace is not selected', () => {
    expect(found({}, prometheus({ ruleSelector: {} }))).toEqual([
      "[shop/alerts] not-selected: 'metadata.namespace' is \"shop\", and Prometheus monitoring/k8s takes rules in its own namespace only; "
        + "set 'spec.ruleNamespaceSelector' of the Prometheus, and 'ruleNamespaceSelector' of the platform to the same",
    ]);
    expect(found({ namespace: 'monitoring' }, prometheus({ ruleSelector: {} }))).toEqual([]);
    const ruleNamespaceSelector = { matchLabels: { team: 'shop' } };
    expect(found({ ruleEvaluator: { ...RULER, ruleNamespaceSelector } })).toEqual([
      "[shop/alerts] not-selected: 'metadata.namespace' is \"shop\", which is not known to have team=shop: ruler monitoring/ruler selects no "
        + "other namespaces; label the namespace, and list its labels in 'namespaceLabels'",
    ]);
    expect(found({ ruleEvaluator: { ...RULER, ruleNamespaceSelector, namespaceLabels: { shop: { team: 'shop' } } } })).toEqual([]);
  });

  test('a scraper of the program scrapes nothing in the namespace', () => {
    const chart = withScraper(scope => new PrometheusScraper(scope, 'prometheus', OPERATED));
    new MetricsAlerts(chart, 'alerts', { namespace: 'other' });
    cart(chart);
    expect(findingsOf(chart)).toEqual([
      "[shop/alerts] not-selected: 'metadata.namespace' is \"other\", which is not known to have kubernetes.io/metadata.name=shop: Prometheus "
        + "monitoring/prometheus selects no other namespaces; label the namespace, and list its labels in 'namespaceLabels'",
    ]);
  });

  test('a rule file is where no pod mounts it', () => {
    const chart = withJobs();
    new MetricsAlerts(chart, 'alerts', { namespace: 'shop' });
    cart(chart);
    expect(findingsOf(chart)).toEqual([
      "[shop/alerts] rules-not-selected: 'namespace' must be \"monitoring\", got \"shop\": the pods of Prometheus monitoring/prometheus mount no other "
        + 'ConfigMaps; leave it out',
    ]);
  });

  test('two watch one application', () => {
    const chart = shop();
    cart(chart);
    new MetricsAlerts(chart, 'a');
    new MetricsAlerts(chart, 'b', { namespace: 'other' });
    expect(findingsOf(chart)).toEqual([
      "[shop/b] monitored-twice: is about application \"cart\", as 'shop/a' is; leave it out of 'applications' of one of them",
    ]);
  });
});

test('a platform of OAM is no platform of alerts', () => {
  expect(OamPlatform.verrazzano()._ruleEvaluation()).toEqual({ evaluator: 'platform', interval: '1m' });
});
