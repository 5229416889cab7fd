import type { ApiObject } from 'cdk8s';
import { AlertKey, AlertSettings, PENDING_PERIOD, PROMISES, RuleSettings } from './alert-rules';
import { AlertOptions, AlertRuler, MetricsAlertsProps, TargetsMissingOptions } from './metrics-alerts-props';
import { WatchedJob } from './watched-jobs';
import { ApplicationConfiguration } from '../application/application-configuration';
import { DURATION } from '../definitions/common';
import { bad, Check, FINE, Finding, found, must } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { PROMETHEUS_RULES } from '../kubernetes/metrics/monitor-dialects';
import { selection } from '../kubernetes/metrics/prometheus-operator';
import { LabelSelector, unmet } from '../objects/labels';
import { declaredLabels } from '../objects/namespaces';
import { Platform } from '../platform/platform';
import { RuleEvaluation, RuleEvaluator } from '../platform/rule-evaluator';
import { instanceOf } from '../private/brand';
import { closed, filled, flag, list, mapOf, pattern, whole } from '../private/check';
import { durationText, isDuration, millisecondsOf } from '../private/durations';
import { labels, namespaceName, objectName } from '../private/names';

const KEYS = Object.keys(PROMISES) as AlertKey[];

const duration: Check = (value, field) => DURATION.check(isDuration(value) ? durationText(value) : value, field);

const OPTIONS: Readonly<Record<keyof AlertOptions, Check>> = { enabled: flag, pendingPeriod: duration, severity: filled };

const ofTargets: Readonly<Record<keyof TargetsMissingOptions, Check>> = { ...OPTIONS, tolerated: whole(0) };

const RULER: Readonly<Record<keyof AlertRuler, Check>> = {
  namespace: namespaceName,
  name: objectName,
  ruleSelector: selection,
  ruleNamespaceSelector: selection,
  namespaceLabels: mapOf(labels, namespaceName),
};

/** The labels that each alert has by itself, or of its expression. */
const RESERVED = ['alertname', 'app_oam_dev_component', 'app_oam_dev_name', 'instance', 'job', 'namespace', 'severity'];

const alertLabel: Check = (name, field) => RESERVED.includes(name)
  ? found('invalid-alerts', joinPath(field, [name]), { reason: 'own-label' })
  : must(value => /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/.test(value), 'invalid-alerts', 'label-name')(name, field);

const application: Check = (value, field) =>
  instanceOf(ApplicationConfiguration, (other, at) => bad('invalid-alerts', 'not-an-application', at, other))(value, field);

const FIELDS: Readonly<Record<keyof MetricsAlertsProps, Check>> = {
  applications: list(application, { min: 1, what: 'application' }),
  jobMissing: closed(OPTIONS),
  targetDown: closed(OPTIONS),
  pageEmpty: closed(OPTIONS),
  targetsMissing: closed(ofTargets),
  kubeStateMetrics: flag,
  runbookUrl: must(value => typeof value === 'string' && /^https?:\/\/[^\s{}]{1,1000}$/.test(value), 'invalid-alerts', 'runbook-url'),
  alertLabels: mapOf(pattern(/^[^{}]+$/, 'series-label'), alertLabel),
  matchers: mapOf(pattern(/^[^{}]+$/, 'series-label'), alertLabel),
  severities: list(filled, { min: 1, what: 'severity' }),
  ruler: closed(RULER, ['namespace', 'name', 'ruleSelector']),
  namespace: namespaceName,
  objectLabels: labels,
};

const PROPS = closed(FIELDS);

/** What is wrong with the properties. */
export function checkAlerts(given: MetricsAlertsProps): Finding[] {
  const findings = PROPS(given, '');
  return findings.length > 0 ? findings : unknownSeverities(given);
}

/** Severities for which no route is known. */
function unknownSeverities(given: MetricsAlertsProps): Finding[] {
  const { severities, alerts } = { ...given, ...settingsOf(given) };
  return !severities ? FINE : KEYS.filter(key => alerts[key].enabled && !severities.includes(alerts[key].severity)).flatMap(key =>
    found('invalid-alerts', [key, 'severity'], { reason: 'severity', known: severities, value: Shown.of(alerts[key].severity) }));
}

/** The properties with their defaults. */
export function settingsOf(given: Omit<MetricsAlertsProps, 'applications'>): RuleSettings {
  const of = (key: AlertKey): AlertSettings => {
    const { enabled = true, pendingPeriod, severity = PROMISES[key].severity, tolerated = 0 }: TargetsMissingOptions = given[key] ?? {};
    return { enabled, pendingPeriod: pendingPeriod ? durationText(pendingPeriod) : PENDING_PERIOD, severity, tolerated };
  };
  return {
    alerts: Object.fromEntries(KEYS.map(key => [key, of(key)])) as Record<AlertKey, AlertSettings>,
    hasKubeStateMetrics: given.kubeStateMetrics ?? false,
    runbookUrl: given.runbookUrl,
    alertLabels: given.alertLabels,
    matchers: given.matchers,
  };
}

/** Who evaluates the rules, or why nobody does. */
export function evaluatorOf(platform: Platform, ruler?: AlertRuler): RuleEvaluation['evaluator'] {
  const { evaluator } = platform._ruleEvaluation();
  if (!ruler || evaluator === 'platform') return evaluator;
  const { namespace, name, ruleSelector, ruleNamespaceSelector, namespaceLabels } = ruler;
  const selectors = { selector: ruleSelector as LabelSelector, namespaceSelector: ruleNamespaceSelector as LabelSelector | undefined };
  return { ...PROMETHEUS_RULES, by: 'ruler', namespace, name, ...selectors, namespaceLabels };
}

/** What an evaluator takes from the objects itself, which nothing else may set. */
export function scopeFindings({ alertLabels = {}, namespace }: MetricsAlertsProps, { scope, by }: RuleEvaluator): Finding[] {
  return !scope ? FINE : [
    ...Object.keys(alertLabels).filter(label => scope.includes(label)).flatMap(label =>
      found('invalid-alerts', ['alertLabels', label], { reason: 'scope-label', by })),
    ...namespace === undefined ? FINE : found('invalid-alerts', 'namespace', { reason: 'scope', by }),
  ];
}

/** Alerts that would fire between two scrapes. */
export function shortPeriods(jobs: readonly WatchedJob[], { alerts }: RuleSettings): Finding[] {
  const [longest] = [...jobs].sort((a, b) => lengthOf(b.interval) - lengthOf(a.interval));
  const isShort = (key: AlertKey) => alerts[key].enabled && lengthOf(alerts[key].pendingPeriod) < lengthOf(longest.interval);
  return !longest ? FINE : KEYS.filter(isShort).flatMap(key =>
    found('invalid-alerts', [key, 'pendingPeriod'], {
      reason: 'short', job: longest.job, interval: Shown.of(longest.interval), value: Shown.of(alerts[key].pendingPeriod),
    }));
}

const lengthOf = (text: string) => millisecondsOf(text) ?? 0;

/** Alerts of which nobody is notified. */
export function notHeard({ unheard: reason, namespace, name }: RuleEvaluator): Finding[] {
  return reason ? found('alerts-unheard', '', { reason, prometheus: `${namespace}/${name}` }) : FINE;
}

/** What keeps an object with rules from being selected. */
export function notSelected(object: ApiObject, evaluator: RuleEvaluator): Finding[] {
  const { by, namespace: system, name, selector, type: { kind } } = evaluator;
  const namespace = object.metadata.namespace!;
  const prometheus = `${system}/${name}`;
  if (kind === 'ConfigMap') {
    return namespace === system ? FINE : found('rules-not-selected', 'namespace', { reason: 'mounted', namespace, system, prometheus });
  }
  const { labels: own } = object.metadata.toJson() as { readonly labels: Record<string, string> };
  const missing = unmet(selector, own);
  return [
    ...missing.length > 0 ? found('rules-not-selected', 'objectLabels', { reason: 'labels', missing, by, prometheus }) : FINE,
    ...namespaceNotSelected(object, namespace, evaluator),
  ];
}

function namespaceNotSelected(object: ApiObject, namespace: string, evaluator: RuleEvaluator): Finding[] {
  const { by, namespace: system, name, namespaceSelector, namespaceLabels } = evaluator;
  const common = { namespace, by, prometheus: `${system}/${name}` };
  if (!namespaceSelector) {
    return namespace === system ? FINE : found('rules-not-selected', 'namespace', { reason: 'other-namespace', system, ...common });
  }
  const declared = declaredLabels(object, namespace);
  const missing = unmet(namespaceSelector, { 'kubernetes.io/metadata.name': namespace, ...declared, ...namespaceLabels?.[namespace] });
  return missing.length === 0 ? FINE : found('rules-not-selected', 'namespace', { reason: 'namespace-labels', missing, ...common });
}
