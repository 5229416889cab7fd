import { parse } from 'yaml';
import { distinct } from './observe';
import { DeclaredAt, Remark, remark } from './remarks';
import type { ManifestDocument } from '../files/reading';
import { attempt } from '../base/attempt';
import { asObject, isObject, listOf, PlainFields } from '../base/check';
import { millisecondsOf } from '../base/durations';
import { isKind } from '../base/kinds/kind-of';
import type { TypedManifest } from '../base/oam-kind';
import { ActiveAlert, Labels, LoadedGroup, LoadedRule } from './query';

/** The kinds of objects to which MetricsAlerts write rules. */
const HOLDERS = [
  'monitoring.coreos.com/PrometheusRule', 'operator.victoriametrics.com/VMRule', 'monitoring.googleapis.com/Rules', '/ConfigMap',
];

/** The matchers that the rule evaluation of Google Cloud adds to each selector. */
const SCOPE = /^(project_id|location|cluster)=/;

/** An alert rule among the manifests. */
interface DeclaredRule {
  readonly alert: string;
  readonly expression: string;
  /** Its `for`, in milliseconds. */
  readonly duration: number;
  readonly labels: Labels;
}

/** A group of alert rules that MetricsAlerts wrote for an application. */
export interface DeclaredGroup extends DeclaredAt {
  readonly application: string;
  readonly namespace: string;
  readonly group: string;
  readonly kind: string;
  readonly rules: readonly DeclaredRule[];
}

/** An alert that is firing. */
interface FiringAlert {
  readonly alert: string;
  readonly labels: Labels;
}

/** A group of rules, and its state according to the scraper. */
export interface GroupVerdict extends Omit<DeclaredGroup, 'rules'> {
  readonly state: 'loaded' | 'pending' | 'failing' | 'differs' | 'missing' | 'unknown';
  readonly reasons: readonly Remark[];
  readonly firing: readonly FiringAlert[];
}

/**
 * The groups that MetricsAlerts wrote, recognized by the labels of their objects and by their names. Prometheus does
 * not list groups without rules.
 */
export function declaredGroups(documents: readonly ManifestDocument[]): DeclaredGroup[] {
  return documents.flatMap(document => {
    const object = document.value as TypedManifest;
    const { labels } = asObject<{ readonly labels?: PlainFields }>(object.metadata);
    const { 'app.kubernetes.io/managed-by': manager, 'app.kubernetes.io/part-of': application } = asObject(labels);
    if (manager !== 'cdk8s-oam' || typeof application !== 'string' || !HOLDERS.some(kind => isKind(object, kind))) return [];
    return groupsIn(object).filter(({ name }) => isOf(application, name)).map(({ name, rules }): DeclaredGroup => ({
      application,
      namespace: String(name).split('.')[0],
      group: String(name),
      kind: object.kind,
      file: document.file,
      line: document.locate('metadata.name').line,
      rules: listOf(rules).filter(isObject).map(ruleOf),
    })).filter(({ rules }) => rules.length > 0);
  });
}

function groupsIn({ kind, spec, data }: TypedManifest): PlainFields[] {
  const held = kind !== 'ConfigMap' ? [spec]
    : Object.values(asObject(data)).map(text => attempt(() => parse(String(text), { version: '1.1' }) as PlainFields));
  return held.flatMap(each => listOf(asObject(each).groups)).filter(isObject);
}

/**
 * Whether a group has the name `<namespace>.<application>-alerts`, with a number for each further object. A namespace
 * has no dot.
 */
function isOf(application: string, name: unknown): boolean {
  const [, ...rest] = String(name).split('.');
  return rest.join('.').replace(/\.\d+$/, '') === `${application}-alerts`;
}

function ruleOf({ alert, expr, for: duration, labels }: PlainFields): DeclaredRule {
  const texts = Object.entries(asObject(labels)).map(([label, value]) => [label, String(value)]);
  const milliseconds = millisecondsOf(String(duration ?? '0s')) ?? 0;
  return { alert: String(alert), expression: comparable(String(expr)), duration: milliseconds, labels: Object.fromEntries(texts) };
}

/** An expression without what differs between programs that print it: spaces, and the order of matchers. */
function comparable(expression: string): string {
  const matchers = (text: string) => [...new Set(text.split(',').filter(each => !SCOPE.test(each)))].sort().join(',');
  return expression.replace(/\s+/g, '').replace(/\{([^{}]*)\}/g, (_, text: string) => `{${matchers(text)}}`);
}

/** Whether all rules are as declared, or the scraper could not be asked. */
export function isInEffect({ state }: GroupVerdict): boolean {
  return state === 'loaded' || state === 'unknown';
}

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
export function judgeGroups(declared: readonly DeclaredGroup[], loaded: readonly LoadedGroup[] | undefined): GroupVerdict[] {
  return declared.map(({ rules, ...group }): GroupVerdict => {
    if (!loaded) return { ...group, state: 'unknown', reasons: [], firing: [] };
    const outcomes = loaded.filter(({ name }) => name === group.group).map(each => outcomeOf(rules, each.rules));
    const state = STATES.find(each => outcomes.some(outcome => outcome.state === each));
    if (!state) return { ...group, state: 'missing', reasons: [remark('no-rule-group', { kind: group.kind })], firing: [] };
    const reasons = outcomes.filter(each => each.state === state).flatMap(each => each.reasons);
    return { ...group, state, reasons: distinct(reasons), firing: distinct(outcomes.flatMap(({ firing }) => firing)) };
  });
}

function outcomeOf(declared: readonly DeclaredRule[], loaded: readonly LoadedRule[]): GroupOutcome {
  const pairs = declared.map(rule => ({ rule, own: loaded.find(each => isSame(rule, each)) }));
  const own = pairs.flatMap(each => each.own ?? []);
  const firing = loaded.flatMap(({ name, alerts }) => alerts.filter(isFiring).map(({ labels }) => ({ alert: name, labels })));
  const differing = distinct(pairs.filter(each => !each.own).map(({ rule }) => rule.alert));
  const counted = (count: number) => ({ count, targets: declared.length });
  if (differing.length > 0) {
    const reason = remark('rules-differ', { ...counted(declared.length - own.length), alerts: differing });
    return { state: 'differs', reasons: [reason], firing };
  }
  const left = loaded.filter(each => !own.includes(each));
  if (left.length === 0) return { ...healthOf(own, counted), firing };
  const alerts = distinct(left.map(({ name }) => name));
  return { state: 'differs', reasons: [remark('rules-left', { count: left.length, alerts })], firing };
}

type CountedRules = (count: number) => { readonly count: number; readonly targets: number };

function healthOf(rules: readonly LoadedRule[], counted: CountedRules): Omit<GroupOutcome, 'firing'> {
  const failing = rules.filter(({ health }) => health === 'err');
  const errors = distinct(failing.flatMap(({ lastError }) => lastError || []));
  if (failing.length > 0) return { state: 'failing', reasons: [remark('rules-fail', { ...counted(failing.length), errors })] };
  const pending = rules.filter(({ health }) => health === 'unknown').length;
  return pending > 0 ? { state: 'pending', reasons: [remark('rules-pending', counted(pending))] } : { state: 'loaded', reasons: [] };
}

const isFiring = ({ state }: ActiveAlert) => state === 'firing';

/** Compares a declared rule with a loaded one. Labels that an evaluator adds to all of its rules are ignored. */
function isSame({ alert, expression, duration, labels }: DeclaredRule, loaded: LoadedRule): boolean {
  return loaded.name === alert && loaded.duration === duration && comparable(loaded.query) === expression
    && Object.entries(labels).every(([label, value]) => loaded.labels[label] === value);
}

/** A note for each declared group with firing alerts. */
export function notesOfFiring(verdicts: readonly GroupVerdict[]): Remark[] {
  return verdicts.filter(({ firing }) => firing.length > 0).map(({ group, firing }) =>
    remark('alerts-firing', { group, count: firing.length, alerts: distinct(firing.map(({ alert }) => alert)) }));
}
