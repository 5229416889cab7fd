import { parse } from 'yaml';
import { DeclaredAt, Remark, remark } from './remarks';
import type { ManifestDocument } from '../files/reading';
import { attempt } from '../base/attempt';
import { asObject, isObject, listOf, PlainFields, distinctByJson } from '../base/check';
import { millisecondsOf } from '../base/durations';
import { isKind } from '../base/kind-of';
import type { TypedManifest } from '../base/oam-kind';
import { Labels, LoadedGroup, LoadedRule } from './query';

// Alert rules in two places: those that manifests declare, and those that the scraper says it has loaded.

/** The kinds of objects to which MetricsAlerts write rules. */
const HOLDERS = [
  'monitoring.coreos.com/PrometheusRule',
  'operator.victoriametrics.com/VMRule',
  'monitoring.googleapis.com/Rules',
  '/ConfigMap',
];

/** The matchers that the rule evaluation of Google Cloud adds to each selector. */
const SCOPE = /^(project_id|location|cluster)=/;

/** A group of alert rules that MetricsAlerts wrote for an application. */
export interface DeclaredGroup extends DeclaredAt {
  readonly application: string;
  readonly namespace: string;
  readonly group: string;
  readonly kind: string;
  readonly rules: readonly Pick<LoadedRule, 'name' | 'query' | 'duration' | 'labels'>[];
}

/** A group of rules, and its state according to the scraper. */
export interface GroupVerdict extends Omit<DeclaredGroup, 'rules'> {
  readonly state: 'loaded' | 'pending' | 'failing' | 'differs' | 'missing' | 'unknown';
  readonly reasons: readonly Remark[];
  /** The alerts that are firing. */
  readonly firing: readonly { readonly alert: string; readonly labels: Labels }[];
}

/**
 * The groups that MetricsAlerts wrote, recognized by the labels of their objects and by their names. Prometheus does
 * not list groups without rules.
 */
export function declaredGroups(documents: readonly ManifestDocument[]): DeclaredGroup[] {
  return documents.flatMap(document => {
    const object = document.value as TypedManifest;
    const { kind, metadata, spec, data } = object;
    const { labels } = asObject<{ readonly labels?: PlainFields }>(metadata);
    const { 'app.kubernetes.io/managed-by': manager, 'app.kubernetes.io/part-of': application } = asObject(labels);
    const isHolder = HOLDERS.some(each => isKind(object, each));
    if (manager !== 'cdk8s-oam' || typeof application !== 'string' || !isHolder) return [];
    const held = kind !== 'ConfigMap' ? [spec] : Object.values(asObject(data))
      .map(text => attempt(() => parse(String(text), { version: '1.1' }) as PlainFields));
    return held.flatMap(each => listOf(asObject(each).groups)).filter(isObject).flatMap(({ name, rules }) => {
      // `<namespace>.<application>-alerts`, with a number for each further object; a namespace has no dot
      const [namespace, ...rest] = String(name).split('.');
      if (rest.join('.').replace(/\.\d+$/, '') !== `${application}-alerts`) return [];
      const textsOf = (own: unknown) => Object.entries(asObject(own)).map(([label, value]) => [label, String(value)]);
      const declared = listOf(rules).filter(isObject).map(rule => ({
        name: String(rule.alert),
        query: comparableExpression(String(rule.expr)),
        duration: millisecondsOf(String(rule.for ?? '0s')) ?? 0,
        labels: Object.fromEntries(textsOf(rule.labels)) as Labels,
      }));
      const place = { file: document.file, line: document.locate('metadata.name').line };
      const group = { application, namespace, group: String(name), kind, ...place, rules: declared };
      return declared.length > 0 ? [group] : [];
    });
  });
}

/** An expression without what differs between programs that print it: spaces, and the order of matchers. */
function comparableExpression(expression: string): string {
  const matchers = (text: string) => [...new Set(text.split(',').filter(each => !SCOPE.test(each)))].sort().join(',');
  return expression.replace(/\s+/g, '').replace(/\{([^{}]*)\}/g, (_, text: string) => `{${matchers(text)}}`);
}

/** Whether all rules are as declared, or the scraper could not be asked. */
export function isInEffect({ state }: GroupVerdict): boolean { return state === 'loaded' || state === 'unknown'; }

type GroupOutcome = Pick<GroupVerdict, 'state' | 'reasons' | 'firing'>;

/**
 * The states by precedence. The first one that some group of a name has counts for all: a group that differs may be
 * another cluster's.
 */
const STATES: readonly GroupVerdict['state'][] = ['failing', 'pending', 'loaded', 'differs'];

/**
 * Compares declared groups with loaded ones. Several clusters or rulers may have groups of the same name. An alert of
 * two such groups is reported once.
 */
export function judgeGroups(
  declared: readonly DeclaredGroup[], loaded: readonly LoadedGroup[] | undefined,
): GroupVerdict[] {
  return declared.map(({ rules, ...group }): GroupVerdict => {
    if (!loaded) return { ...group, state: 'unknown', reasons: [], firing: [] };
    const outcomes = loaded.filter(({ name }) => name === group.group).map(each => groupOutcome(rules, each.rules));
    const state = STATES.find(each => outcomes.some(outcome => outcome.state === each));
    if (!state) {
      return { ...group, state: 'missing', reasons: [remark('no-rule-group', { kind: group.kind })], firing: [] };
    }
    const reasons = outcomes.filter(each => each.state === state).flatMap(each => each.reasons);
    const firing = distinctByJson(outcomes.flatMap(each => each.firing));
    return { ...group, state, reasons: distinctByJson(reasons), firing };
  });
}

/** The state of a loaded group. Labels that an evaluator adds to all of its rules are ignored. */
function groupOutcome(declared: DeclaredGroup['rules'], loaded: readonly LoadedRule[]): GroupOutcome {
  const pairs = declared.map(({ name: alert, query, duration, labels }) => ({
    alert,
    own: loaded.find(each => each.name === alert && each.duration === duration
      && comparableExpression(each.query) === query
      && Object.entries(labels).every(([label, value]) => each.labels[label] === value)),
  }));
  const own = pairs.flatMap(each => each.own ?? []);
  const firing = loaded.flatMap(({ name, alerts }) =>
    alerts.filter(({ state }) => state === 'firing').map(({ labels }) => ({ alert: name, labels })));
  const counted = (count: number) => ({ count, targets: declared.length });
  const outcome = (state: GroupOutcome['state'], ...reasons: readonly Remark[]) => ({ state, reasons, firing });

  const missing = distinctByJson(pairs.filter(each => !each.own).map(({ alert }) => alert));
  if (missing.length > 0) {
    return outcome('differs', remark('rules-differ', { ...counted(declared.length - own.length), alerts: missing }));
  }
  const left = loaded.filter(each => !own.includes(each));
  if (left.length > 0) {
    const alerts = distinctByJson(left.map(({ name }) => name));
    return outcome('differs', remark('rules-left', { count: left.length, alerts }));
  }
  const failing = own.filter(({ health }) => health === 'err');
  if (failing.length > 0) {
    const errors = distinctByJson(failing.flatMap(({ lastError }) => lastError || []));
    return outcome('failing', remark('rules-fail', { ...counted(failing.length), errors }));
  }
  const pending = own.filter(({ health }) => health === 'unknown').length;
  return pending > 0 ? outcome('pending', remark('rules-pending', counted(pending))) : outcome('loaded');
}

/** A note for each declared group with firing alerts. */
export function notesOfFiring(verdicts: readonly GroupVerdict[]): Remark[] {
  return verdicts.filter(({ firing }) => firing.length > 0).map(({ group, firing }) => {
    const alerts = distinctByJson(firing.map(({ alert }) => alert));
    return remark('alerts-firing', { group, count: firing.length, alerts });
  });
}
