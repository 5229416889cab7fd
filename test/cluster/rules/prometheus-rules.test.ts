import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, ApiObjectProps, App, Chart } from 'cdk8s';
import { JudgedCase, judgedEverywhere, PROMETHEUS, synthesized } from './support';
import {
  ApplicationConfiguration, Component, DeploymentWorkload, Environments, Findings, KubernetesPlatform, MetricsAlerts, MonitoringProvider, Platform,
} from '../../../src';
import { findingsOf } from '../../targets/kubernetes/support';
import { messageOf } from '../../support/message';

const object = (spec: object, labels: object = { release: 'monitoring' }) =>
  ({ apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'cart', labels }, spec }) as ApiObjectProps;
const rule = (fields: object) => object({ groups: [{ name: 'cart', rules: [fields] }] });
const expression = (expr: unknown) => rule({ alert: 'Down', expr });

const AT = "'spec.groups[0].rules[0]";
const refused = (expr: string, unexpected: string) =>
  `invalid-value: ${AT}.expr' must be an expression of PromQL, got ${JSON.stringify(expr)}: unexpected ${unexpected}; correct it`;
const unparsed = `cannot-judge: ${AT}.expr' cannot be judged: the expression is longer or newer than what the parser of PromQL reads; check it by promtool`;
const duration = (field: string, value: string) =>
  `invalid-value: ${field}' must be a duration of Prometheus, got ${value}; give numbers with their units, the largest unit first, such as 1m30s`;
const oneForm = (has: string) => `invalid-value: ${AT}' must have exactly one of alert, record, and has ${has}`;
const notWithRecord = (field: string) => `invalid-value: ${AT}.${field}' must not be set with 'record'; leave it out`;

/** Each object, and what is said of it. */
const CASES: readonly JudgedCase[] = [
  ['rules that are right', object({
    groups: [
      {
        name: 'cart',
        interval: '1m30s',
        query_offset: '0',
        limit: 3,
        labels: { 'team.name': 'shop' },
        partial_response_strategy: 'warn',
        rules: [
          { alert: 'Down', expr: 'up == 0', for: '5m', keep_firing_for: '1h', labels: { severity: 'page' }, annotations: { summary: '{{ $value }}' } },
          { record: 'job:up:sum', expr: 'sum by (job) (up)', labels: { team: 'shop' }, for: '0s', annotations: {} },
        ],
      },
      { name: 'empty', interval: '' },
    ],
  })],
  ['no groups', object({})],
  // since Prometheus 3, almost any name is taken
  ['a name with a space', rule({ record: 'a b', expr: 'up' })],
  ['a name in another script, and labels like it', rule({ record: 'größe.von', expr: 'up', labels: { 'a-b': 'c' } })],
  ['a number', expression(1)],
  ['a name in quotes', expression('{"a.b", "c d"="e"}')],
  ['numbers as Prometheus writes them', expression('1_000 * 0x1f + .5 + 1./6. - 5e3 > bool 1h30m')],
  ['times, subqueries and newer functions', expression('info(max_over_time(rate(up[5m] @ end())[1h:5m] offset -1d)) or limitk(2, up)')],
  ['several lines with comments', expression('# all\nsum(up) # of them\n  by (job)\n> 1\n')],

  ['one without the labels by which the Prometheus selects', object({ groups: [] }, {}),
    `not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other rules; add them, in 'objectLabels' for those of MetricsAlerts`],
  ['one for the release of another chart', object({ groups: [] }, { release: 'prometheus' }),
    `not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other rules; add them, in 'objectLabels' for those of MetricsAlerts`],

  ['an expression that ends early', expression('sum('), refused('sum(', 'end')],
  ['an expression with a parenthesis too many', expression('up\n and (up))'), refused('up\n and (up))', '")"')],
  ['an expression with a variable of Grafana', expression('rate(a[$__rate_interval])'), refused('rate(a[$__rate_interval])', '"$__rate_interval])"')],
  ['an expression with a wrong unit', expression('rate(a[5min])'), refused('rate(a[5min])', '"in])"')],
  ['an expression of MetricsQL', expression('up default 0'), refused('up default 0', '"default 0"')],
  ['an expression without quotes', expression('up{job=cart}'), refused('up{job=cart}', '"cart}"')],
  ['only space', expression(' '), refused(' ', 'end')],
  ['a function that is misspelt', expression('histogram_quantil(0.9, a)'),
    `invalid-value: ${AT}.expr' calls "histogram_quantil", which is no known function of PromQL; check its spelling`],
  ['a function that was removed', expression('holt_winters(a[5m], 0.5, 0.5)'),
    `invalid-value: ${AT}.expr' calls "holt_winters", which is no known function of PromQL; check its spelling`],
  ['a computed duration', expression('rate(a[STEP() * 2])'), unparsed],
  ['a newer function', expression('max_of(1, 2) > 1'), unparsed],
  ['a metric with the name of a keyword', expression('offset > 1'), unparsed],
  ['no expression', rule({ alert: 'Down' }), `invalid-value: ${AT}.expr' must be an expression of PromQL, got nothing`],
  ['an empty expression', expression(''), `invalid-value: ${AT}.expr' must be an expression of PromQL, got ""`],
  ['a fraction', expression(0.5), `invalid-value: ${AT}.expr' must be an expression of PromQL, got 0.5`],

  ['an alert that is recorded, too', rule({ alert: 'Down', record: 'down', expr: 'up' }), oneForm('alert and record')],
  ['neither an alert nor a record', rule({ expr: 'up' }), oneForm('none')],
  ['an empty name', rule({ alert: '', expr: 'up' }), oneForm('none')],
  ['annotations of a record', rule({ record: 'a', expr: 'up', annotations: { summary: 'b' } }), notWithRecord('annotations')],
  ['a record that waits', rule({ record: 'a', expr: 'up', for: '5m' }), notWithRecord('for')],
  ['a record that lasts', rule({ record: 'a', expr: 'up', keep_firing_for: '5m' }), notWithRecord('keep_firing_for')],
  ['a selector in place of a name', rule({ record: 'a{b="c"}', expr: 'up' }),
    `invalid-value: ${AT}.record' must be the name of a series, without braces, got "a{b=\\"c\\"}"; write labels into 'labels'`],
  ['a label for the name', rule({ record: 'a', expr: 'up', labels: { __name__: 'b' } }),
    `invalid-value: ${AT}.labels.__name__' is set by Prometheus; use another name`],
  ['a duration without a unit', rule({ alert: 'Down', expr: 'up', for: '5' }), duration(`${AT}.for`, '"5"')],
  ['a number as a duration', rule({ alert: 'Down', expr: 'up', for: 5 }), duration(`${AT}.for`, '5')],
  ['a fraction of a unit', rule({ alert: 'Down', expr: 'up', for: '1.5h' }), duration(`${AT}.for`, '"1.5h"')],
  ['an empty duration that may not be', rule({ alert: 'Down', expr: 'up', keep_firing_for: '' }), duration(`${AT}.keep_firing_for`, '""')],
  ['an interval in the wrong order', object({ groups: [{ name: 'a', interval: '30s1m' }] }), duration("'spec.groups[0].interval", '"30s1m"')],
  ['a group without a name', object({ groups: [{ rules: [] }] }), "missing-field: 'spec.groups[0].name' is required"],
  ['two groups of one name', object({ groups: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] }),
    "duplicate-name: 'spec.groups[2]' has the same name \"a\" as element 0; give each its own name"],
  ['several mistakes', object({ groups: [{ name: 'a', rules: [{ alert: 'B', expr: 'sum(' }, { alert: 'E', record: 'e', expr: 'up' }, { record: 'a b', expr: 'up' }] }] }),
    refused('sum(', 'end'), "invalid-value: 'spec.groups[0].rules[1]' must have exactly one of alert, record, and has alert and record"],
];

judgedEverywhere(CASES);

/** What is said of rules without labels, beside another object. */
function beside(spec: object, type: object, expr = 'up default 0'): string[] {
  const made = (chart: Chart) => {
    new ApiObject(chart, 'by', { ...type, metadata: { name: 'by' }, spec } as unknown as ApiObjectProps);
    new ApiObject(chart, 'it', { ...rule({ alert: 'Down', expr }), metadata: { name: 'cart' } });
  };
  return synthesized(made);
}

describe('beside', () => {
  test('a ThanosRuler, which takes them', () => {
    expect(beside({ ruleSelector: {} }, { apiVersion: 'monitoring.coreos.com/v1', kind: 'ThanosRuler' }, 'up')).toEqual([]);
  });

  test('a ThanosRuler that takes none', () => {
    expect(beside({}, { apiVersion: 'monitoring.coreos.com/v1', kind: 'ThanosRuler' }, 'up')).toEqual([
      `[shop/it] not-selected: 'metadata.labels' must have release=monitoring: ${PROMETHEUS} selects no other rules; add them, in 'objectLabels' for those of MetricsAlerts`,
    ]);
  });

  test('a VMAlert, which reads MetricsQL', () => {
    expect(beside({ selectAllByDefault: true }, { apiVersion: 'operator.victoriametrics.com/v1beta1', kind: 'VMAlert' })).toEqual([]);
  });
});

describe('a VMRule', () => {
  const vm = (labels: object) => {
    const app = new App();
    Platform.install(app, new KubernetesPlatform({
      metrics: MonitoringProvider.victoriaMetricsOperator({ namespace: 'vm', name: 'vm', monitorSelector: {}, ruleSelector: { matchLabels: { rules: 'yes' } }, ruleNamespaceSelector: {} }),
    }));
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    new ApiObject(chart, 'it', { ...expression('up default 0'), apiVersion: 'operator.victoriametrics.com/v1beta1', kind: 'VMRule', metadata: { name: 'cart', labels } } as ApiObjectProps);
    return chart;
  };

  test('is selected by a VMAlert, and its expressions are not judged', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    expect(findingsOf(vm({ rules: 'yes' }))).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    expect(findingsOf(vm({}))).toEqual([]);
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      "[shop/it] not-selected: 'metadata.labels' must have rules=yes: VMAlert for VMAgent vm/vm selects no other rules; add them, in 'objectLabels' for those of MetricsAlerts",
    ]);
    warn.mockRestore();
  });
});

describe('rules of MetricsAlerts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-rules-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const RULER = { namespace: 'monitoring', name: 'ruler', ruleSelector: { matchLabels: { ruled: 'yes' } }, ruleNamespaceSelector: { matchLabels: { tier: 'front' } } };
  const stack = () => new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) });

  function watched(chart: Chart): MetricsAlerts {
    const workload = new DeploymentWorkload({ image: 'cart:1', ports: [{ name: 'metrics', port: 9090 }], resources: { requests: { cpu: '1', memory: '1Gi' } } });
    new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'cart', { workload }));
    return new MetricsAlerts(chart, 'alerts', { ruleEvaluator: RULER });
  }

  const UNKNOWN = "[shop/alerts] not-selected: 'metadata.namespace' is \"shop\", which is not known to have tier=front: ruler monitoring/ruler selects no other "
    + "namespaces; label the namespace, and list its labels in 'namespaceLabels'";

  test('are taken by their ruler alone, whatever the platform describes', () => {
    const app = new App();
    Platform.install(app, stack());
    expect(findingsOf(watched(new Chart(app, 'shop', { namespace: 'shop' })))).toEqual([UNKNOWN]);
  });

  test('can be accepted', () => {
    const app = new App();
    Platform.install(app, stack());
    const alerts = watched(new Chart(app, 'shop', { namespace: 'shop' }));
    Findings.accept(alerts, { code: 'not-selected', reason: 'the namespace is labelled by hand' });
    expect(findingsOf(alerts)).toEqual([]);
  });

  test.each([{ existing: true }, { existing: false }])('know the labels of the namespaces of an environment, %j', ({ existing }) => {
    const synthesize = (labels: Record<string, string>) => {
      const environments = new Environments({ outdir: folder });
      const app = environments.add('staging', { platform: stack(), namespaces: [{ name: 'shop', existing, labels }] });
      watched(new Chart(app, 'shop', { namespace: 'shop' }));
      environments.synth();
    };
    expect(messageOf(() => synthesize({}))).toContain(UNKNOWN.slice('[shop/alerts] '.length));
    expect(() => synthesize({ tier: 'front' })).not.toThrow();
  });
});
