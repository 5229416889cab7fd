import { ApiObject, Yaml } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { AlertRule, RuleSettings, alertRule, ALERT_KEYS } from './alert-rules';
import { MetricsAlertsProps } from './metrics-alerts-props';
import { alertEvaluator, alertSettings, checkAlerts, scopeFindings } from './metrics-alerts-settings';
import {
  applicationClaims, foreignApplications, jobsByApplication, outsideChart, ownerLabels, WatchedJob, watchedJobs,
} from './watched-jobs';
import { FINE, found, ownWords } from '../../base/findings/finding';
import { Platform } from '../../model/platform/platform';
import { RuleEvaluator, ApplicationModel } from '../../model/platform/model';
import { brand, throwFindings } from '../../base/brand';
import { isObject } from '../../base/check';
import { RenderedChild, renderBelow } from '../../base/model-object';
import { snapshot } from '../../base/plain';
import { Registry, Facts, findingsAt } from '../../base/registry';
import { describedNamespaces } from '../../targets/kubernetes/metrics/prometheus-operator';
import { TypedManifest } from '../../base/oam-kind';

/** The most jobs in one object: their rules take 3 KiB each, and an annotation of `kubectl apply` at most 256 KiB. */
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
 * Alerts that watch what a program declares: for each job of its applications, that it has targets, that their scrapes
 * succeed and yield metrics, and that no target is missing. Each application gets a PrometheusRule, a VMRule, a Rules
 * object of Google Cloud, or a ConfigMap with a rule file, depending on the provider of the platform.
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
    throwFindings(this, outsideChart(this));
    throwFindings(this, checkAlerts(isObject(props) ? { ...props } : props));
    const { applications: named, ...others } = props;
    const applications = named && [...named];
    this.named = applications;
    const given = snapshot(others);
    this.platform = Platform.of(this);
    const evaluator = alertEvaluator(this.platform, given.ruleEvaluator);
    if (typeof evaluator === 'string') throwFindings(this, found('no-rule-evaluator', '', { reason: evaluator }));
    this.evaluator = evaluator as RuleEvaluator;
    this.given = given;
    throwFindings(this, [
      ...scopeFindings(given, this.evaluator),
      ...foreignApplications(this, 'alerts', this.platform, applications),
    ]);
    this.settings = { ...alertSettings(given), scope: this.evaluator.scope };
    this.rendered = renderBelow(this, () => this.alerts());
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
  }

  /** The rules of all applications as a rule file of Prometheus, for the components that are bound so far. */
  public ruleFile(): string { return Yaml.stringify({ groups: this.rendered().children.map(({ group }) => group) }); }

  /** Whether rules for an application exist. @internal */
  public _isAbout(application: IConstruct): boolean {
    return this.rendered().children.some(each => each.application.construct === application);
  }

  /** Whether the scraper evaluates the rules, and writes the series about alerts to its others. @internal */
  public get _isByScraper(): boolean { return this.evaluator.by === 'Prometheus'; }

  /** @internal */
  public get _runbookUrl(): string | undefined { return this.settings.runbookUrl; }

  private alerts(): Alerts {
    const evaluation = this.platform._ruleEvaluation();
    const jobs = jobsByApplication(this, this.platform, this.named, binding =>
      watchedJobs(binding, this.platform, evaluation));
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
    const rules = jobs.flatMap(job => ALERT_KEYS.map(key => alertRule(key, job, this.settings)))
      .filter(rule => rule !== undefined);
    const isFile = kind === 'ConfigMap';
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
        labels: { ...ownerLabels(application.name), ...selector.matchLabels, ...this.given.objectLabels },
      },
      fields: isFile ? { data: { [`${name}.yaml`]: Yaml.stringify({ groups: [{ name, rules }] }) } }
        : { spec: { groups: [{ name, ...addedToGroup, rules: rules.map(rule => ({ ...rule, ...added })) }] } },
    };
  }

  private facts(): Facts {
    const { jobs } = this.rendered();
    const { ruleEvaluator: ruler } = this.given;
    const objects = this.node.children.filter(ApiObject.isApiObject);
    // the current evaluator, which may have changed since the constructor ran
    const { type, namespace: system, name, isUnheard } = alertEvaluator(this.platform, ruler) as RuleEvaluator;
    const prometheus = `${system}/${name}`;
    const idle = [...jobs.values()].flat().length === 0
      ? ownWords('watches nothing: no component of its applications is scraped', 'declare metrics, or leave it out')
      : ownWords(
        'has no rules: no alert that is enabled applies to what is scraped', 'enable an alert, or leave it out');
    // the properties of a ruler have the names of the fields of a resource
    const described = ruler && [
      { apiVersion: 'monitoring.coreos.com/v1', kind: 'ruler', metadata: { namespace: system, name }, spec: ruler },
      ...describedNamespaces(ruler.namespaceLabels),
    ] as object[] as TypedManifest[];
    return {
      claims: applicationClaims(this, jobs.keys(), 'MetricsAlerts'),
      // the pods of the evaluator mount only rule files of their namespace
      findings: findingsAt(this, '', objects.flatMap(({ metadata: { namespace } }) =>
        type.kind !== 'ConfigMap' || namespace === system ? FINE
          : found('rules-not-selected', 'namespace', { namespace: namespace!, system, prometheus }))),
      // no other evaluator takes the rules
      serving: described ? [{ described, covers: each => each.node.scope === this }] : [],
      warnings: findingsAt(this, '', objects.length === 0 ? found('no-effect', '', idle) : [
        ...(this.named ?? []).flatMap((each, i) =>
          this._isAbout(each) ? FINE : found('no-effect', ['applications', i], { reason: 'application' })),
        ...isUnheard ? found('alerts-unheard', '', { prometheus }) : FINE,
      ]),
    };
  }
}

brand(MetricsAlerts);
