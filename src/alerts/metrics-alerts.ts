import { Yaml } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { AlertRule, rulesOf, RuleSettings } from './alert-rules';
import { MetricsAlertsProps } from './metrics-alerts-props';
import {
  checkAlerts, evaluatorOf, idle, notHeard, notSelected, scopeFindings, settingsOf,
} from './metrics-alerts-settings';
import { foreign, WatchedJob, watchedJobs } from './watched-jobs';
import { FINE, found, saying } from '../findings/finding';
import { JobsGroup } from '../kubernetes/metrics/plain/declared-jobs';
import { ApplicationModel, BindingModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { RuleEvaluator } from '../platform/rule-evaluator';
import { brand } from '../private/brand';
import { isObject } from '../private/check';
import { refuse } from '../private/errors';
import { isInChart, ModelObject } from '../private/model-object';
import { snapshot } from '../private/plain';
import { isPresent, Registry } from '../private/registry';
import { ClaimFact, Facts, findingsAt } from '../private/tree';

/** The most jobs in one object: the rules about a job take about 3 KiB, and `kubectl apply` stores at most 256 KiB in an annotation. */
const JOBS_PER_OBJECT = 40;

/** An object with the rules about some jobs. */
interface RulesObject {
  readonly object: ModelObject;
  readonly group: () => { readonly name: string; readonly rules: readonly AlertRule[] };
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
  private readonly applications: readonly IConstruct[];
  private readonly groups = new Map<IConstruct, JobsGroup<RulesObject, WatchedJob>>();

  /**
   * Checks the properties. The objects are created as components are bound, before or after this construct.
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
    this.applications = applications ?? [];
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
    const isWatched = ({ construct }: ApplicationModel) =>
      construct.node.root === this.node.root && (applications?.some(each => each === construct) ?? true);
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
    this.platform._onScraped(binding => {
      if (isWatched(binding.application)) this.watch(binding);
    });
  }

  /** The rules of all applications as a rule file of Prometheus, for the components that are bound so far. */
  public ruleFile(): string {
    return Yaml.stringify({ groups: this.objects.map(({ group }) => group()) });
  }

  /**
   * Whether rules for an application exist.
   *
   * @internal
   */
  public _isAbout(application: IConstruct): boolean {
    return this.groups.get(application)?.parts.some(({ group }) => group().rules.length > 0) ?? false;
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

  private get objects(): RulesObject[] {
    return [...this.groups.values()].flatMap(({ parts }) => parts);
  }

  private get jobs(): WatchedJob[] {
    return [...this.groups.values()].flatMap(group => group.parts.flatMap((_, i) => group.jobsOf(i)));
  }

  /** Declares the scraped jobs of a binding, which replace those declared before. */
  private watch(binding: BindingModel): void {
    const { application, construct, metrics } = binding;
    // without a namespace, jobs have no names: `missing-field` reports it
    if (application.namespace === undefined) return;
    const group = this.groups.get(application.construct) ?? new JobsGroup<RulesObject, WatchedJob>(JOBS_PER_OBJECT);
    this.groups.set(application.construct, group);
    const evaluation = this.platform._ruleEvaluation();
    const jobs = () => watchedJobs(binding, this.platform, evaluation);
    group.declare({ construct, namespace: application.namespace, count: metrics().endpoints.length, jobs });
    while (group.parts.length < group.wanted) group.parts.push(this.made(application, group));
    while (group.parts.length > group.wanted) this.remove(group.parts.pop()!);
  }

  private made({ name: application, namespace: own }: ApplicationModel, of: JobsGroup<RulesObject, WatchedJob>): RulesObject {
    const { type: { apiVersion, kind }, namespace: system, selector, added, addedToGroup } = this.evaluator;
    const index = of.parts.length;
    // the name is unique: no namespace has a dot, and no other name ends like this
    const part = `${application}-alerts${index === 0 ? '' : `.${index}`}`;
    const whole = `${own}.${part}`;
    const group = () => ({ name: whole, rules: of.jobsOf(index).flatMap(job => rulesOf(job, this.settings)) });
    const isFile = kind === 'ConfigMap';
    const namespace = this.given.namespace ?? (isFile ? system : own);
    const labels = { 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'app.kubernetes.io/part-of': application };
    const metadata = {
      // the namespace then holds objects for several namespaces
      name: isFile || this.given.namespace !== undefined ? whole : part,
      namespace,
      labels: { ...labels, ...selector.matchLabels, ...this.given.objectLabels },
    };
    const fields = () => {
      const { name, rules } = group();
      return isFile ? { data: { [`${whole}.yaml`]: Yaml.stringify({ groups: [{ name, rules }] }) } }
        : { spec: { groups: [{ name, ...addedToGroup, rules: rules.map(rule => ({ ...rule, ...added })) }] } };
    };
    return { object: new ModelObject(this, whole, { apiVersion, kind, metadata }, fields), group };
  }

  private remove({ object }: RulesObject): void {
    if (this.node.tryRemoveChild(object.node.id)) Registry.of(this).unmade();
  }

  private facts(): Facts {
    const { jobs } = this;
    // objects without rules: their components were removed, or make no such promise
    for (const { parts } of this.groups.values()) {
      while (parts.length > 0 && parts[parts.length - 1].group().rules.length === 0) this.remove(parts.pop()!);
    }
    // the current evaluator, whose selectors may have changed since the constructor ran
    const evaluator = evaluatorOf(this.platform, this.given.ruler) as RuleEvaluator;
    const unwatched = this.applications.flatMap((each, i) =>
      this._isAbout(each) ? FINE : found('no-effect', ['applications', i], { reason: 'application' }));
    const findings = this.objects.flatMap(({ object }) => notSelected(object, evaluator));
    return {
      claims: [...this.groups.keys()].filter(isPresent).map(application => this.claimOf(application)),
      findings: findingsAt(this, '', findings),
      warnings: findingsAt(this, '', this.objects.length === 0 ? idle(jobs) : [...unwatched, ...notHeard(evaluator)]),
    };
  }

  /** Claims the application, because two such constructs would alert twice. */
  private claimOf(application: IConstruct): ClaimFact {
    const { name } = (application as unknown as { readonly _model: ApplicationModel })._model;
    return {
      construct: this,
      key: `MetricsAlerts ${application.node.path}`,
      value: this.node.path,
      field: [],
      clash: ({ maker }) => found('monitored-twice', '', { reason: 'alerts-twice', application: name, maker }),
    };
  }
}

brand(MetricsAlerts);
