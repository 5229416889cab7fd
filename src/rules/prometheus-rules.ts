import { judged, JudgedCluster, Judgement, ObjectRule, JudgementVerdict } from './rule';
import { judgeSelection } from './selection';
import { bad, Check, Finding, FINE, found, saying, within } from '../findings/finding';
import { asObject, isFilled, isObject, listOf, PlainFields, unique } from '../private/check';
import { millisecondsOf } from '../private/durations';
import { isKind } from '../private/kinds/kind-of';
import { PROMETHEUS_RULE, VM_RULE } from '../private/kinds/operator-kinds';
import type { TypedManifest } from '../private/oam-kind';
import { promql } from '../private/promql';

/** Alerts and recorded series. The operator leaves out an object in which Prometheus rejects one rule, and only its log says so. */
export const PROMETHEUS_RULES: ObjectRule = {
  subject: 'Rules of alerts and recorded series',
  kinds: [PROMETHEUS_RULE, VM_RULE],
  findings: {
    'not-selected': 'rules that no Prometheus, ThanosRuler or VMAlert selects',
    'invalid-value': 'an expression that is no PromQL; a rule that is both an alert and a recorded series, or neither; a duration, a name, '
      + 'or a field that only alerts have',
    'missing-field': 'a group without a name',
    'duplicate-name': 'two groups of one object with the same name',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/e2e/prometheus-rules.test.ts',
  judge: judgeRules,
};

function judgeRules(object: TypedManifest, cluster: JudgedCluster): Judgement[] {
  const { by, judgements } = judgeSelection(object, cluster);
  if (cluster.isRendered(object)) return judgements;
  const groups = object.spec?.groups;
  // VictoriaMetrics reads another language
  const isOfVictoria = !isKind(object, PROMETHEUS_RULE) || by?.selectors[VM_RULE] !== undefined;
  const wrong = [
    ...unique(({ name }) => name, 'name')(groups, 'groups'),
    ...listOf(groups).filter(isObject).flatMap((group, i) => within(['groups', i], [
      ...isFilled(group.name) ? FINE : found('missing-field', 'name', { reason: 'required' }),
      ...isOfVictoria ? FINE : againstCommon(group),
      ...listOf(group.rules).filter(isObject).flatMap((rule, j) =>
        within(['rules', j], isOfVictoria ? againstForm(rule) : againstRule(rule))),
    ])),
  ];
  return [...judgements, ...within('spec', wrong).flatMap(finding => judged(object, [finding], verdictOf(finding)))];
}

/** A newer Prometheus may have a function that the parser does not know. */
function verdictOf({ code, parameters: { reason } }: Finding): JudgementVerdict {
  return code === 'cannot-judge' ? 'unjudged' : reason === 'function' ? 'warning' : 'error';
}

const FORMS = ['alert', 'record'];
const OF_ALERTS = ['annotations', 'for', 'keep_firing_for'];

function againstForm(rule: PlainFields): Finding[] {
  const given = FORMS.filter(name => isFilled(rule[name]));
  return given.length === 1 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: FORMS, given });
}

/** A recorded series may have any name; braces in it are likely an expression. */
function againstRule(rule: PlainFields): Finding[] {
  const { expr, record } = rule;
  const isSet = (value: unknown) => typeof value === 'string' ? millisecondsOf(value) : Object.keys(asObject<object>(value)).length;
  return [
    ...againstForm(rule),
    ...isFilled(expr) ? promql(expr, 'expr') : Number.isInteger(expr) ? FINE : bad('invalid-value', 'promql', 'expr', expr),
    ...againstCommon(rule),
    ...!isFilled(record) ? FINE : [
      ...OF_ALERTS.filter(name => isSet(rule[name])).flatMap(name =>
        found('invalid-value', name, { reason: 'not-with', other: "'record'" })),
      ...!/[{}]/.test(record) ? FINE
        : bad('invalid-value', saying('must be the name of a series, without braces', "write labels into 'labels'"), 'record', record),
    ],
  ];
}

/** Reports durations, and the one label that no rule can set: since Prometheus 3, almost any name is valid. */
function againstCommon(fields: PlainFields): Finding[] {
  return [
    ...['for', 'keep_firing_for', 'interval', 'query_offset'].flatMap(name => duration(fields[name], name)),
    ...asObject(fields.labels).__name__ == null ? FINE : found('invalid-value', 'labels.__name__', { reason: 'taken', by: 'Prometheus' }),
  ];
}

/** The API server rejects one field if it is empty, and the operator leaves out others. */
const duration: Check = (value: unknown, field) =>
  value == null || value === '0' || value === '' && field !== 'keep_firing_for' || millisecondsOf(String(value)) !== undefined ? FINE
    : bad('invalid-value', 'prometheus-duration', field, value);
