import { ALERT_KEYS, AlertKey, AlertSettings, PENDING_PERIOD, PROMISES, RuleSettings } from './alert-rules';
import {
  AlertOptions, PrometheusRuleEvaluator, MetricsAlertsProps, TargetsMissingOptions,
} from './metrics-alerts-props';
import { limitedDuration, watchedApplications } from './watched-jobs';
import { Check, Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { PROMETHEUS_RULES } from '../../targets/kubernetes/metrics/monitor-dialects';
import { selection } from '../../targets/kubernetes/metrics/prometheus-operator';
import { Platform } from '../../model/platform/platform';
import { RuleEvaluation, RuleEvaluator } from '../../model/platform/model';
import { closed, flag, list, mapOf, pattern, whole } from '../../base/check';
import { writtenDuration } from '../../base/durations';
import { labels, namespaceName, objectName, seriesLabels } from '../../base/names';
import type { LabelSelector } from '../../cluster/objects/selectors';

/** The longest period, seven days: tests of the rules step through each minute of a period. */
const LONGEST = 7 * 24 * 3_600_000;

/** The value of a label, without braces: Prometheus reads it as a template. */
const label = pattern(/^(?!\s)[^{}\p{Cc}\p{Cs}]+(?<!\s)$/u,
  ownWords("must be a non-empty string without '{', '}' and line breaks, since labels of alerts are templates",
    'give the string itself'));

/** The checks of the options of one alert. */
const OPTIONS: Readonly<Record<keyof AlertOptions, Check>> = {
  enabled: flag,
  pendingPeriod: limitedDuration(each => each <= LONGEST, ownWords('must be 7 days at most', 'set a shorter one')),
  severity: label,
};

/** Labels, without those that each alert already has, or gets from its expression. */
const alertLabels = seriesLabels(label,
  ['alertname', 'app_oam_dev_component', 'app_oam_dev_name', 'instance', 'job', 'namespace', 'severity'],
  'MetricsAlerts');

/** The beginning of runbook URLs: the name of an alert is appended, so that `/` or `#` has to come last. */
const url = pattern(/^https?:\/\/(?=[^\s{}\p{Cc}\p{Cs}]{1,1000}$).*[#/=-]$/u, ownWords(
  "must be a URL that begins with http:// or https:// and ends with '#', '/', '=' or '-', before the name of the "
  + 'alert, without spaces and braces',
  'write it as "https://wiki.example.com/alerts#"'));

/** The checks of each property by itself. */
const PROPS = closed<MetricsAlertsProps>({
  applications: watchedApplications,
  jobMissing: closed(OPTIONS),
  targetDown: closed(OPTIONS),
  pageEmpty: closed(OPTIONS),
  targetsMissing: closed<TargetsMissingOptions>({ ...OPTIONS, tolerated: whole(0, 1000) }),
  kubeStateMetrics: flag,
  // an address with a user may contain a password, and is not shown
  runbookUrl: (value, field) => !/^\w+:\/\/[^/?#]*@/.test(value) ? url(value, field)
    : found('invalid-value', field, ownWords(
      'must be without a user name and a password: alerts show it to everybody', 'leave them out')),
  alertLabels,
  matchers: alertLabels,
  severities: list(label, { min: 1, what: 'severity' }),
  ruleEvaluator: closed<PrometheusRuleEvaluator>({
    namespace: namespaceName,
    name: objectName,
    ruleSelector: selection,
    ruleNamespaceSelector: selection,
    namespaceLabels: mapOf(labels, namespaceName),
  }, ['namespace', 'name', 'ruleSelector']),
  namespace: namespaceName,
  objectLabels: labels,
});

/** Findings on the properties. */
export function checkAlerts(given: MetricsAlertsProps): Finding[] {
  const findings = PROPS(given, '');
  if (findings.length > 0) return findings;
  const { severities, alertLabels: own = {}, matchers = {} } = given;
  const { alerts } = alertSettings(given);
  return [
    // no route is known for other severities
    ...ALERT_KEYS.flatMap(key => {
      const { enabled, severity } = alerts[key];
      return !severities || !enabled || severities.includes(severity) ? FINE
        : found('invalid-value', [key, 'severity'], {
          reason: 'one-of',
          allowed: severities,
          value: Shown.of(severity),
          remedy: "choose one, or add it to 'severities'",
        });
    }),
    ...Object.keys(own).filter(each => Object.hasOwn(matchers, each)).flatMap(each =>
      found('invalid-value', ['alertLabels', each], { reason: 'beside', field: `matchers.${each}` })),
  ];
}

/** The properties with their defaults. */
export function alertSettings(given: Omit<MetricsAlertsProps, 'applications'>): RuleSettings {
  const { kubeStateMetrics = false, runbookUrl, alertLabels: own, matchers } = given;
  const alerts = ALERT_KEYS.map((key): [AlertKey, AlertSettings] => {
    const options: TargetsMissingOptions = given[key] ?? {};
    const { enabled = true, pendingPeriod, severity = PROMISES[key].severity, tolerated = 0 } = options;
    const written = pendingPeriod ? writtenDuration(pendingPeriod) : PENDING_PERIOD;
    return [key, { enabled, pendingPeriod: written, severity, tolerated }];
  });
  return {
    alerts: Object.fromEntries(alerts) as Record<AlertKey, AlertSettings>,
    hasKubeStateMetrics: kubeStateMetrics,
    runbookUrl,
    alertLabels: own,
    matchers,
  };
}

/** The evaluator of the rules, or the reason why there is none. */
export function alertEvaluator(platform: Platform, ruler?: PrometheusRuleEvaluator): RuleEvaluation['evaluator'] {
  const { evaluator } = platform._ruleEvaluation();
  if (!ruler || evaluator === 'platform' || evaluator === 'none') return evaluator;
  const { namespace, name, ruleSelector } = ruler;
  return { ...PROMETHEUS_RULES, by: 'ruler', namespace, name, selector: ruleSelector as LabelSelector };
}

/** Reports properties that set what the evaluator itself takes from the objects. */
export function scopeFindings(given: MetricsAlertsProps, { scope, by }: RuleEvaluator): Finding[] {
  if (!scope) return FINE;
  const { alertLabels: own = {}, matchers = {}, namespace } = given;
  return [
    ...Object.entries({ alertLabels: own, matchers }).flatMap(([field, labelled]) =>
      Object.keys(labelled).filter(each => scope.includes(each)).flatMap(each =>
        found('invalid-value', [field, each], { reason: 'taken', by }))),
    ...namespace === undefined ? FINE : found('invalid-value', 'namespace', { reason: 'not-with', other: by }),
  ];
}
