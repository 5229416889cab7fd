import { ApiObject, Yaml } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { AlertKey, AlertRule, AlertSettings, PENDING_PERIOD, PROMISES, RuleSettings, rulesOf } from './alert-rules';
import { AlertOptions, AlertRuler, MetricsAlertsProps, TargetsMissingOptions } from './metrics-alerts-props';
import { foreign, jobsByApplication, watchedApplications, WatchedJob, watchedJobs } from './watched-jobs';
import { bad, Check, Finding, FINE, found, must, saying } from '../findings/finding';
import { ApplicationModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { RuleEvaluation, RuleEvaluator } from '../platform/rule-evaluator';
import { brand } from '../private/brand';
import { closed, flag, isObject, list, mapOf, whole } from '../private/check';
import { refuse } from '../private/errors';
import { isInChart } from '../private/model-object';
import { snapshot } from '../private/plain';
import { Registry } from '../private/registry';
import { renderBelow, RenderedChild } from '../private/rendered-children';
import { ClaimFact, Facts, findingsAt } from '../private/tree';
import { DURATION } from '../definitions/common';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { PROMETHEUS_RULES } from '../kubernetes/metrics/monitor-dialects';
import { describedNamespaces, selection } from '../kubernetes/metrics/prometheus-operator';
import type { LabelSelector } from '../objects/labels';
import { millisecondsOf, writtenDuration } from '../private/durations';
import { labels, namespaceName, objectName, seriesLabel } from '../private/names';
import type { TypedManifest } from '../private/oam-kind';

/** The most jobs in one object: the rules about a job take about 3 KiB, and `kubectl apply` stores at most 256 KiB in an annotation. */
const JOBS_PER_OBJECT = 40;

/** An object with the rules about some jobs of an application. */
interface RulesObject extends RenderedChild {
  readonly application: ApplicationModel;
  readonly group: { readonly name: string; readonly rules: readonly AlertRule[] };
}

/** The objects with rules, and the jobs that are watched. */
interface Alerts {
  readonly jobs: ReadonlyMap<ApplicationModel, readonly WatchedJob[]>;
  readonly children: readonly RulesObject[];
}

/**
 * Alerts that watch what a program declares: for each job of its applications, that it has targets, that their scrapes succeed and yield
 * metrics, and that no target is missing. Each application gets a PrometheusRule, a VMRule, a Rules object of Google Cloud, or a ConfigMap
 * with a rule file, depending on the provider of the platform.
 */
export class MetricsAlerts extends Construct {
  private readonly platform: Platform;
  private readonly settings: RuleSettings;
  private readonly evaluator: RuleEvaluator;
  private readonly given: Omit<MetricsAlertsProps, 'applications'>;
  /** Those that are watched; all by default. */
  private readonly named?: readonly IConstruct[];
  private readonly rendered: () => Alerts;

  /**
   * Checks the properties. The objects are created when all components are bound, before or after this construct.
   *
   * @throws ModelError if a property is invalid, or no evaluator of the rules is known
   */
  public constructor(scope: Construct, id: string, props: MetricsAlertsProps = {}) {
    super(scope, id);
    refuse(this, isInChart(this) ? FINE : found('invalid-value', '',
      saying('must be in a Chart of cdk8s, in which its objects are rendered', 'give a chart, or a construct in one, as scope')));
    refuse(this, checkAlerts(isObject(props) ? { ...props } : props));
    const { applications: named, ...others } = props;
    const applications = named && [...named];
    this.named = applications;
    const given = snapshot(others);
    this.platform = Platform.of(this);
    const evaluator = evaluatorOf(this.platform, given.ruler);
    if (typeof evaluator === 'string') refuse(this, found('no-rule-evaluator', '', { reason: evaluator }));
    this.evaluator = evaluator as RuleEvaluator;
    this.given = given;
    refuse(this, [
      ...scopeFindings(given, this.evaluator),
      ...foreign(this, 'alerts', this.platform, applications),
    ]);
    this.settings = { ...settingsOf(given), scope: this.evaluator.scope };
    this.rendered = renderBelow(this, () => this.alerts());
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
  }

  /** The rules of all applications as a rule file of Prometheus, for the components that are bound so far. */
  public ruleFile(): string {
    return Yaml.stringify({ groups: this.rendered().children.map(({ group }) => group) });
  }

  /**
   * Whether rules for an application exist.
   *
   * @internal
   */
  public _isAbout(application: IConstruct): boolean {
    return this.rendered().children.some(each => each.application.construct === application);
  }

  /**
   * Whether the scraper itself evaluates the rules, and writes the series about alerts to its other series.
   *
   * @internal
   */
  public get _isByScraper(): boolean {
    return this.evaluator.by === 'Prometheus';
  }

  /** @internal */
  public get _runbookUrl(): string | undefined {
    return this.settings.runbookUrl;
  }

  private alerts(): Alerts {
    const evaluation = this.platform._ruleEvaluation();
    const jobs = jobsByApplication(this, this.platform, this.named, binding => watchedJobs(binding, this.platform, evaluation));
    const children = [...jobs].flatMap(([application, own]) =>
      Array.from({ length: Math.ceil(own.length / JOBS_PER_OBJECT) }, (_, i) =>
        this.objectWith(application, i, own.slice(i * JOBS_PER_OBJECT, (i + 1) * JOBS_PER_OBJECT))));
    // some jobs are never alerted about
    return { jobs, children: children.filter(({ group: { rules } }) => rules.length > 0) };
  }

  private objectWith(application: ApplicationModel, index: number, jobs: readonly WatchedJob[]): RulesObject {
    const { type: { apiVersion, kind }, namespace: system, selector, added, addedToGroup } = this.evaluator;
    const { namespace: own } = application;
    // the name is unique: no namespace has a dot, and no other name ends like this
    const part = `${application.name}-alerts${index === 0 ? '' : `.${index}`}`;
    const name = `${own}.${part}`;
    const rules = jobs.flatMap(job => rulesOf(job, this.settings));
    const isFile = kind === 'ConfigMap';
    const usual = { 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'app.kubernetes.io/part-of': application.name };
    return {
      application,
      group: { name, rules },
      id: name,
      apiVersion,
      kind,
      metadata: {
        // the namespace then holds objects for several namespaces
        name: isFile || this.given.namespace !== undefined ? name : part,
        namespace: this.given.namespace ?? (isFile ? system : own),
        labels: { ...usual, ...selector.matchLabels, ...this.given.objectLabels },
      },
      fields: isFile ? { data: { [`${name}.yaml`]: Yaml.stringify({ groups: [{ name, rules }] }) } }
        : { spec: { groups: [{ name, ...addedToGroup, rules: rules.map(rule => ({ ...rule, ...added })) }] } },
    };
  }

  private facts(): Facts {
    const { jobs } = this.rendered();
    const objects = this.node.children.filter(ApiObject.isApiObject);
    // the current evaluator, which may have changed since the constructor ran
    const evaluator = evaluatorOf(this.platform, this.given.ruler) as RuleEvaluator;
    const unwatched = (this.named ?? []).flatMap((each, i) =>
      this._isAbout(each) ? FINE : found('no-effect', ['applications', i], { reason: 'application' }));
    const findings = objects.flatMap(object => notMounted(object, evaluator));
    return {
      claims: [...jobs.keys()].map(application => this.claimOf(application)),
      findings: findingsAt(this, '', findings),
      // no other evaluator takes the rules
      serving: this.given.ruler ? [{ described: describedRuler(this.given.ruler), covers: each => each.node.scope === this }] : [],
      warnings: findingsAt(this, '', objects.length === 0 ? idle([...jobs.values()].flat()) : [...unwatched, ...notHeard(evaluator)]),
    };
  }

  /** Claims the application, because two such constructs would alert twice. */
  private claimOf({ name, construct }: ApplicationModel): ClaimFact {
    return {
      construct: this,
      key: `MetricsAlerts ${construct.node.path}`,
      value: this.node.path,
      field: [],
      clash: ({ maker }) => found('monitored-twice', '', { reason: 'alerts-twice', application: name, maker }),
    };
  }
}

brand(MetricsAlerts);

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
function checkAlerts(given: MetricsAlertsProps): Finding[] {
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
function settingsOf(given: Omit<MetricsAlertsProps, 'applications'>): RuleSettings {
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
function evaluatorOf(platform: Platform, ruler?: AlertRuler): RuleEvaluation['evaluator'] {
  const { evaluator } = platform._ruleEvaluation();
  if (!ruler || evaluator === 'platform') return evaluator;
  return { ...PROMETHEUS_RULES, by: 'ruler', namespace: ruler.namespace, name: ruler.name, selector: ruler.ruleSelector as LabelSelector };
}

/** What selects the rules in place of the platform: its properties have the names of the fields of a resource. */
function describedRuler(spec: AlertRuler): TypedManifest[] {
  const metadata = { namespace: spec.namespace, name: spec.name };
  const object = { apiVersion: 'monitoring.coreos.com/v1', kind: 'ruler', metadata, spec };
  return [object, ...describedNamespaces(spec.namespaceLabels)] as object[] as TypedManifest[];
}

/** Reports properties that set what the evaluator itself takes from the objects. */
function scopeFindings(given: MetricsAlertsProps, { scope, by }: RuleEvaluator): Finding[] {
  const { alertLabels = {}, matchers = {}, namespace } = given;
  return !scope ? FINE : [
    ...Object.entries({ alertLabels, matchers }).flatMap(([field, labelled]) =>
      Object.keys(labelled).filter(each => scope.includes(each)).flatMap(each =>
        found('invalid-value', [field, each], { reason: 'taken', by }))),
    ...namespace === undefined ? FINE : found('invalid-value', 'namespace', { reason: 'not-with', other: by }),
  ];
}

/** Reports alerts of which nobody is notified. */
function notHeard({ isUnheard, namespace, name }: RuleEvaluator): Finding[] {
  return isUnheard ? found('alerts-unheard', '', { prometheus: `${namespace}/${name}` }) : FINE;
}

/** Reports that there is nothing to alert about, and why. */
function idle(jobs: readonly WatchedJob[]): Finding[] {
  return found('no-effect', '', jobs.length === 0 ? saying('watches nothing: no component of its applications is scraped',
    'declare metrics, or leave it out') : saying('has no rules: no alert that is enabled applies to what is scraped',
    'enable an alert, or leave it out'));
}

/** Reports a rule file that the pods of the evaluator do not mount. */
function notMounted(object: ApiObject, { type: { kind }, namespace: system, name }: RuleEvaluator): Finding[] {
  const namespace = object.metadata.namespace!;
  return kind !== 'ConfigMap' || namespace === system ? FINE
    : found('rules-not-selected', 'namespace', { namespace, system, prometheus: `${system}/${name}` });
}
