import type { ApiObject } from 'cdk8s';
import { AlertKey, AlertSettings, PENDING_PERIOD, PROMISES, RuleSettings } from './alert-rules';
import { AlertOptions, AlertRuler, MetricsAlertsProps, TargetsMissingOptions } from './metrics-alerts-props';
import { WatchedJob, watchedApplications } from './watched-jobs';
import { DURATION } from '../../base/definitions/type';
import { bad, Check, Finding, FINE, found, must, saying, joinPath, Shown } from '../../base/findings/finding';
import { PROMETHEUS_RULES } from '../../targets/kubernetes/metrics/monitor-dialects';
import { describedNamespaces, selection } from '../../targets/kubernetes/metrics/prometheus-operator';
import type { LabelSelector } from '../../cluster/objects/object-index';
import { Platform } from '../../model/platform/platform';
import { RuleEvaluation, RuleEvaluator } from '../../model/platform/model';
import { closed, flag, list, mapOf, whole } from '../../base/check';
import { millisecondsOf, writtenDuration } from '../../base/durations';
import { labels, namespaceName, objectName, seriesLabel } from '../../base/names';
import type { TypedManifest } from '../../base/oam-kind';

const KEYS = Object.keys(PROMISES) as AlertKey[];

/** The longest period, seven days: tests of the rules step through each minute of a period. */
const LONGEST = 7 * 24 * 3_600_000;

const duration: Check = (value, field) => {
  const findings = DURATION.check(writtenDuration(value), field);
  if (findings.length > 0) return findings;
  const text = writtenDuration(value);
  return millisecondsOf(text)! <= LONGEST ? FINE
    : bad('invalid-value', saying('must be 7 days at most', 'set a shorter one'), field, text);
};

/** The value of a label, without braces: Prometheus reads it as a template. */
const LABEL = /^[^{}\p{Cc}\p{Cs}]+$/u;
const label = must(value => typeof value === 'string' && LABEL.test(value) && value.trim() === value, 'invalid-value',
  saying("must be a non-empty string without '{', '}' and line breaks, since labels of alerts are templates", 'give the string itself'));

const OPTIONS: Readonly<Record<keyof AlertOptions, Check>> = { enabled: flag, pendingPeriod: duration, severity: label };

const ofTargets: Readonly<Record<keyof TargetsMissingOptions, Check>> = { ...OPTIONS, tolerated: whole(0, 1000) };

const RULER = closed<AlertRuler>({
  namespace: namespaceName,
  name: objectName,
  ruleSelector: selection,
  ruleNamespaceSelector: selection,
  namespaceLabels: mapOf(labels, namespaceName),
}, ['namespace', 'name', 'ruleSelector']);

/** The labels that each alert already has, or gets from its expression. */
const RESERVED = ['alertname', 'app_oam_dev_component', 'app_oam_dev_name', 'instance', 'job', 'namespace', 'severity'];

const alertLabel: Check = (name, field) => RESERVED.includes(name)
  ? found('invalid-value', joinPath(field, [name]), { reason: 'taken', by: 'MetricsAlerts' })
  : seriesLabel(name, field);

const url = must(
  value => typeof value === 'string' && /^https?:\/\/[^\s{}\p{Cc}\p{Cs}]{1,1000}$/u.test(value) && /[#/=-]$/.test(value),
  'invalid-value', saying("must be a URL that begins with http:// or https:// and ends with '#', '/', '=' or '-', before the name of the "
    + 'alert, without spaces and braces',
  'write it as "https://wiki.example.com/alerts#"'),
);

/** The address of runbooks. One with a user may contain a password, and is not shown. */
const runbookUrl: Check = (value, field) => /^\w+:\/\/[^/?#]*@/.test(value)
  ? found('invalid-value', field, saying('must be without a user name and a password: alerts show it to everybody', 'leave them out'))
  : url(value, field);

const PROPS = closed<MetricsAlertsProps>({
  applications: watchedApplications,
  jobMissing: closed(OPTIONS),
  targetDown: closed(OPTIONS),
  pageEmpty: closed(OPTIONS),
  targetsMissing: closed(ofTargets),
  kubeStateMetrics: flag,
  runbookUrl,
  alertLabels: mapOf(label, alertLabel),
  matchers: mapOf(label, alertLabel),
  severities: list(label, { min: 1, what: 'severity' }),
  ruler: RULER,
  namespace: namespaceName,
  objectLabels: labels,
});

/** Findings on the properties. */
export function checkAlerts(given: MetricsAlertsProps): Finding[] {
  const findings = PROPS(given, '');
  return findings.length > 0 ? findings : [...unknownSeverities(given), ...twiceSet(given)];
}

/** Reports labels that two properties set. */
function twiceSet({ alertLabels = {}, matchers = {} }: MetricsAlertsProps): Finding[] {
  return Object.keys(alertLabels).filter(each => Object.hasOwn(matchers, each)).flatMap(each =>
    found('invalid-value', ['alertLabels', each], { reason: 'beside', field: `matchers.${each}` }));
}

/** Reports severities for which no route is known. */
function unknownSeverities(given: MetricsAlertsProps): Finding[] {
  const { severities, alerts } = { ...given, ...settingsOf(given) };
  return !severities ? FINE : KEYS.filter(key => alerts[key].enabled && !severities.includes(alerts[key].severity)).flatMap(key =>
    found('invalid-value', [key, 'severity'], {
      reason: 'one-of', allowed: severities, value: Shown.of(alerts[key].severity), remedy: "choose one, or add it to 'severities'",
    }));
}

/** The properties with their defaults. */
export function settingsOf(given: Omit<MetricsAlertsProps, 'applications'>): RuleSettings {
  const of = (key: AlertKey): AlertSettings => {
    const { enabled = true, pendingPeriod, severity = PROMISES[key].severity, tolerated = 0 }: TargetsMissingOptions = given[key] ?? {};
    return { enabled, pendingPeriod: pendingPeriod ? writtenDuration(pendingPeriod) : PENDING_PERIOD, severity, tolerated };
  };
  return {
    alerts: Object.fromEntries(KEYS.map(key => [key, of(key)])) as Record<AlertKey, AlertSettings>,
    hasKubeStateMetrics: given.kubeStateMetrics ?? false,
    runbookUrl: given.runbookUrl,
    alertLabels: given.alertLabels,
    matchers: given.matchers,
  };
}

/** The evaluator of the rules, or the reason why there is none. */
export function evaluatorOf(platform: Platform, ruler?: AlertRuler): RuleEvaluation['evaluator'] {
  const { evaluator } = platform._ruleEvaluation();
  if (!ruler || evaluator === 'platform') return evaluator;
  return { ...PROMETHEUS_RULES, by: 'ruler', namespace: ruler.namespace, name: ruler.name, selector: ruler.ruleSelector as LabelSelector };
}

/** What selects the rules in place of the platform: its properties have the names of the fields of a resource. */
export function describedRuler(spec: AlertRuler): TypedManifest[] {
  const metadata = { namespace: spec.namespace, name: spec.name };
  const object = { apiVersion: 'monitoring.coreos.com/v1', kind: 'ruler', metadata, spec };
  return [object, ...describedNamespaces(spec.namespaceLabels)] as object[] as TypedManifest[];
}

/** Reports properties that set what the evaluator itself takes from the objects. */
export function scopeFindings(given: MetricsAlertsProps, { scope, by }: RuleEvaluator): Finding[] {
  const { alertLabels = {}, matchers = {}, namespace } = given;
  return !scope ? FINE : [
    ...Object.entries({ alertLabels, matchers }).flatMap(([field, labelled]) =>
      Object.keys(labelled).filter(each => scope.includes(each)).flatMap(each =>
        found('invalid-value', [field, each], { reason: 'taken', by }))),
    ...namespace === undefined ? FINE : found('invalid-value', 'namespace', { reason: 'not-with', other: by }),
  ];
}

/** Reports alerts of which nobody is notified. */
export function notHeard({ isUnheard, namespace, name }: RuleEvaluator): Finding[] {
  return isUnheard ? found('alerts-unheard', '', { prometheus: `${namespace}/${name}` }) : FINE;
}

/** Reports that there is nothing to alert about, and why. */
export function idle(jobs: readonly WatchedJob[]): Finding[] {
  return found('no-effect', '', jobs.length === 0 ? saying('watches nothing: no component of its applications is scraped',
    'declare metrics, or leave it out') : saying('has no rules: no alert that is enabled applies to what is scraped',
    'enable an alert, or leave it out'));
}

/** Reports a rule file that the pods of the evaluator do not mount. */
export function notMounted(object: ApiObject, { type: { kind }, namespace: system, name }: RuleEvaluator): Finding[] {
  const namespace = object.metadata.namespace!;
  return kind !== 'ConfigMap' || namespace === system ? FINE
    : found('rules-not-selected', 'namespace', { namespace, system, prometheus: `${system}/${name}` });
}
