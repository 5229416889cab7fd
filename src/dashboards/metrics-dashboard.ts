import { createHash } from 'node:crypto';
import { Construct, IConstruct } from 'constructs';
import { MOST_BYTES, OWN_LABELS } from './dashboard-delivery';
import { dashboardOf } from './dashboard-json';
import { ROWS, runtimesOf, SCRAPES } from './dashboard-rows';
import { checkDashboard, DashboardSettings, settingsOf, unknownComponents } from './dashboard-settings';
import { MetricsDashboardProps } from './metrics-dashboard-props';
import { MetricsRuntime } from './metrics-runtime';
import { MetricsAlerts } from '../alerts/metrics-alerts';
import { foreign, WatchedJob, watchedJobs } from '../alerts/watched-jobs';
import { FINE, found, saying } from '../findings/finding';
import { JobsGroup } from '../kubernetes/metrics/plain/declared-jobs';
import { ApplicationModel, BindingModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { brand, isOwn } from '../private/brand';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';
import { isInChart, ModelObject } from '../private/model-object';
import { isPresent, Registry } from '../private/registry';
import { ClaimFact, Facts, findingsAt } from '../private/tree';

/** A job with the runtimes of its component. */
interface ShownJob extends WatchedJob {
  readonly runtimes: readonly MetricsRuntime[];
}

/** An object with a dashboard. */
interface DashboardObject {
  readonly object: ModelObject;
  readonly json: () => string;
}

/**
 * A Grafana dashboard for each application: which of its targets are up, the state of its scrapes, and rows for the runtimes of its
 * components. Each is a ConfigMap for the sidecar of Grafana's Helm chart, or a GrafanaDashboard. The address of a dashboard stays the same
 * as long as the namespace, the application and `matchers` do.
 */
export class MetricsDashboard extends Construct {
  private readonly platform: Platform;
  private readonly settings: DashboardSettings;
  private readonly groups = new Map<ApplicationModel, JobsGroup<DashboardObject, ShownJob>>();

  /**
   * Checks the properties. The objects are created as components are bound, before or after this construct.
   *
   * @throws ModelError if a property is invalid, or the series of the platform are not those that dashboards query
   */
  public constructor(scope: Construct, id: string, props: MetricsDashboardProps = {}) {
    super(scope, id);
    refuse(this, isInChart(this) ? FINE : found('invalid-value', '',
      saying('must be in a Chart of cdk8s, in which its objects are rendered', 'give a chart, or a construct in one, as scope')));
    refuse(this, checkDashboard(props));
    const { applications: named } = asProps(props);
    const applications = named && [...named];
    this.platform = Platform.of(this);
    if (this.platform._ruleEvaluation().evaluator === 'platform') refuse(this, found('no-dashboard-series', ''));
    refuse(this, foreign(this, 'dashboard', this.platform, applications));
    this.settings = settingsOf(props);
    const isShown = ({ construct }: ApplicationModel) =>
      construct.node.root === this.node.root && (applications?.some(each => each === construct) ?? true);
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
    this.platform._onScraped(binding => {
      if (isShown(binding.application)) this.show(binding);
    });
  }

  /** Declares the scraped jobs of a binding, which replace those declared before. */
  private show(binding: BindingModel): void {
    const { application, construct, metrics, componentName } = binding;
    if (application.namespace === undefined) return;
    const group = this.groups.get(application) ?? new JobsGroup<DashboardObject, ShownJob>(Infinity);
    this.groups.set(application, group);
    const evaluation = this.platform._ruleEvaluation();
    const jobs = () => {
      const runtimes = this.settings.runtimes.get(componentName) ?? runtimesOf(binding, this.platform);
      return watchedJobs(binding, this.platform, evaluation).map(job => ({ ...job, runtimes }));
    };
    group.declare({ construct, namespace: application.namespace, count: metrics().endpoints.length, jobs });
    if (group.wanted > group.parts.length) group.parts.push(this.made(application, group));
    while (group.wanted < group.parts.length) this.remove(group.parts.pop()!);
  }

  private made(application: ApplicationModel, group: JobsGroup<DashboardObject, ShownJob>): DashboardObject {
    const { name: applicationName, namespace: own } = application;
    const { delivery, objectLabels } = this.settings;
    const namespace = this.settings.namespace ?? own!;
    const { type, labels, annotations, fields } = delivery._deliver(namespace);
    const cluster = this.cluster === '' ? '' : `.${hashOf(this.cluster).slice(0, 8)}`;
    // the name is unique, because no namespace has a dot
    const file = `${own}.${applicationName}${cluster}`;
    const name = `${namespace === own ? `${applicationName}${cluster}` : file}-dashboard`;
    const common = { [OWN_LABELS.managedBy]: 'cdk8s-oam', [OWN_LABELS.partOf]: applicationName };
    const metadata = { name, namespace, labels: { ...common, ...labels, ...objectLabels }, annotations };
    const json = () => this.dashboard(application, [...group.jobsOf(0)].sort((a, b) => a.job < b.job ? -1 : 1));
    return { object: new ModelObject(this, `${file}-dashboard`, { ...type, metadata }, () => fields(`${file}.json`, json())), json };
  }

  /** The labels of the cluster, which distinguish clusters with the same applications. */
  private get cluster(): string {
    const entries = Object.entries(this.settings.matchers ?? {}).sort();
    return entries.length === 0 ? '' : JSON.stringify(entries);
  }

  private titleOf({ name, namespace }: ApplicationModel): string {
    const values = Object.values(this.settings.matchers ?? {});
    return this.settings.title ?? `${namespace} / ${name}${values.length === 0 ? '' : ` (${values.join(', ')})`}`;
  }

  /** The dashboard of an application as JSON in lines, which are easy to compare. */
  private dashboard(model: ApplicationModel, jobs: readonly ShownJob[]): string {
    const { name: application, namespace = '', construct } = model;
    const { tags, refresh, matchers } = this.settings;
    const isKnown = jobs.every(({ isLasting, replicas }) => isLasting && replicas !== undefined);
    const least = jobs.filter(({ isLasting }) => isLasting).reduce((sum, { replicas = 1 }) => sum + replicas, 0);
    const rows = Object.values(MetricsRuntime).map(each =>
      ({ ...ROWS[each], jobs: jobs.filter(({ runtimes }) => runtimes.includes(each)) }));
    const alerts = this.alertsOf(construct);
    return `${JSON.stringify(dashboardOf({
      uid: `oam-${hashOf(`${namespace}/${application}${this.cluster}`).slice(0, 32)}`,
      title: this.titleOf(model),
      tags,
      refresh,
      namespace,
      matchers,
      application,
      declared: isKnown ? least : undefined,
      least,
      hasAlerts: alerts.some(each => each._isByScraper),
      runbookUrl: alerts.map(each => each._runbookUrl).find(url => url !== undefined),
      jobs,
      rows: [{ ...SCRAPES, jobs }, ...rows.filter(row => row.jobs.length > 0)],
    }), undefined, 2)}\n`;
  }

  /** The alerts of the tree about an application. */
  private alertsOf(application: IConstruct): MetricsAlerts[] {
    const all = Registry.of(this).once(MetricsAlerts, () => this.node.root.node.findAll().filter(each => isOwn(MetricsAlerts, each)));
    return all.filter(each => each._isAbout(application));
  }

  private remove({ object }: DashboardObject): void {
    if (this.node.tryRemoveChild(object.node.id)) Registry.of(this).unmade();
  }

  private facts(): Facts {
    const groups = [...this.groups.values()];
    const objects = groups.flatMap(({ parts }) => parts);
    const shown = groups.flatMap(group => group.parts.length > 0 ? group.jobsOf(0) : []);
    return {
      claims: [...this.groups].filter(([{ construct }]) => isPresent(construct)).map(([application]) => this.claimOf(application)),
      findings: findingsAt(this, '', [
        ...unknownComponents(this.settings, shown.map(({ component }) => component)),
        ...objects.flatMap(({ object: { kind, name }, json }) => {
          const bytes = Buffer.byteLength(json());
          return bytes <= MOST_BYTES ? FINE : found('object-too-large', '', { reason: 'stored', kind, name, bytes, max: MOST_BYTES });
        }),
      ]),
      warnings: findingsAt(this, '', shown.length === 0 ? found('no-effect', '', { reason: 'dashboard-idle' }) : FINE),
    };
  }

  /** Claims the application, because two dashboards of it would have the same uid. */
  private claimOf({ name, construct }: ApplicationModel): ClaimFact {
    return {
      construct: this,
      key: `MetricsDashboard ${construct.node.path} ${this.cluster}`,
      value: this.node.path,
      field: [],
      clash: ({ maker }) => found('monitored-twice', '', { reason: 'application', application: name, maker }),
    };
  }
}

/** A hash that stands for a string too long for a name. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

brand(MetricsDashboard);
