import { createHash } from 'node:crypto';
import type { ApiObjectMetadata, Duration } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { DashboardDelivery, dashboardDelivery, grafanaTitle, MOST_BYTES } from './dashboard-delivery';
import { dashboardJson } from './dashboard-json';
import { ROWS, runtimesOf, SCRAPES } from './dashboard-rows';
import { MetricsRuntime } from './metrics-runtime';
import { MetricsAlerts } from '../alerts/metrics-alerts';
import {
  applicationClaims, foreignApplications, jobsByApplication, limitedDuration, outsideChart, ownerLabels,
  watchedApplications, WatchedJob, watchedJobs,
} from '../alerts/watched-jobs';
import { Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { Platform } from '../../model/platform/platform';
import { ApplicationModel } from '../../model/platform/model';
import { brand, isOwn, throwFindings } from '../../base/brand';
import { all, asProps, closed, filled, list, oneOf, pattern, unique } from '../../base/check';
import { renderBelow, RenderedChild } from '../../base/model-object';
import { Registry, Facts, findingsAt } from '../../base/registry';
import { inOneUnit, writtenDuration } from '../../base/durations';
import { labelName, labels, namespaceName, seriesLabels } from '../../base/names';
import { snapshot } from '../../base/plain';
import type { IApplicationConfiguration } from '../../model/application/component-binding';

/** A job with the runtimes of its component. */
interface ShownJob extends WatchedJob {
  readonly runtimes: readonly MetricsRuntime[];
}

/** An object with a dashboard. */
interface DashboardObject extends RenderedChild {
  readonly metadata: ApiObjectMetadata & { readonly name: string };
  readonly bytes: number;
}

/** The dashboards, and what they show. */
interface Dashboards {
  readonly jobs: ReadonlyMap<ApplicationModel, readonly ShownJob[]>;
  readonly children: readonly DashboardObject[];
}

/**
 * A Grafana dashboard for each application: which of its targets are up, the state of its scrapes, and rows for the
 * runtimes of its components. Each is a ConfigMap for the sidecar of Grafana's Helm chart, or a GrafanaDashboard. The
 * address of a dashboard stays the same as long as the namespace, the application and `matchers` do.
 */
export class MetricsDashboard extends Construct {
  private readonly platform: Platform;
  private readonly settings: DashboardSettings;
  private readonly rendered: () => Dashboards;

  /**
   * Checks the properties. The objects are created when all components are bound, before or after this construct.
   *
   * @throws ModelError if a property is invalid, or the series of the platform are not those that dashboards query
   */
  public constructor(scope: Construct, id: string, props: MetricsDashboardProps = {}) {
    super(scope, id);
    throwFindings(this, outsideChart(this));
    throwFindings(this, checkDashboard(props));
    const { applications: named } = asProps(props);
    const applications = named && [...named];
    this.platform = Platform.of(this);
    const { evaluator } = this.platform._ruleEvaluation();
    if (evaluator === 'platform' || evaluator === 'none') {
      throwFindings(this, found('no-dashboard-series', '', { reason: evaluator }));
    }
    throwFindings(this, foreignApplications(this, 'dashboard', this.platform, applications));
    this.settings = dashboardSettings(props);
    this.rendered = renderBelow(this, () => this.dashboards(applications));
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
  }

  private dashboards(applications: readonly IConstruct[] | undefined): Dashboards {
    const evaluation = this.platform._ruleEvaluation();
    const jobs = jobsByApplication(this, this.platform, applications, binding => {
      const runtimes = this.settings.runtimes.get(binding.componentName) ?? runtimesOf(binding, this.platform);
      return watchedJobs(binding, this.platform, evaluation).map((job): ShownJob => ({ ...job, runtimes }));
    });
    return { jobs, children: [...jobs].map(([application, own]) => this.objectWith(application, own)) };
  }

  private objectWith(application: ApplicationModel, jobs: readonly ShownJob[]): DashboardObject {
    const { name: applicationName, namespace: own } = application;
    const { delivery, objectLabels } = this.settings;
    const namespace = this.settings.namespace ?? own!;
    const { type, labels: delivered, annotations, fields } = delivery._deliver(namespace);
    const cluster = this.cluster === '' ? '' : `.${hashOf(this.cluster).slice(0, 8)}`;
    // the name is unique, because no namespace has a dot
    const file = `${own}.${applicationName}${cluster}`;
    const name = `${namespace === own ? `${applicationName}${cluster}` : file}-dashboard`;
    const json = this.dashboard(application, [...jobs].sort((a, b) => a.job < b.job ? -1 : 1));
    const labelled = { ...ownerLabels(applicationName), ...delivered, ...objectLabels };
    return {
      ...type,
      id: `${file}-dashboard`,
      metadata: { name, namespace, labels: labelled, annotations },
      fields: fields(`${file}.json`, json),
      bytes: Buffer.byteLength(json),
    };
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
    return `${JSON.stringify(dashboardJson({
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
    const alerts = Registry.of(this).once(MetricsAlerts, () =>
      this.node.root.node.findAll().filter(each => isOwn(MetricsAlerts, each)));
    return alerts.filter(each => each._isAbout(application));
  }

  private facts(): Facts {
    const { jobs, children } = this.rendered();
    const allowed = [...new Set([...jobs.values()].flat().map(({ component }) => component))].sort();
    return {
      claims: applicationClaims(this, jobs.keys(), `MetricsDashboard ${this.cluster}`),
      findings: findingsAt(this, '', [
        // components that do not exist or have no metrics
        ...[...this.settings.runtimes.keys()].flatMap((name, i) => allowed.includes(name) ? FINE
          : found('invalid-value', ['components', i, 'component'], {
            reason: 'one-of',
            allowed,
            value: Shown.of(name),
            remedy: 'correct the name, or declare metrics of the component',
          })),
        ...children.filter(({ bytes }) => bytes > MOST_BYTES).flatMap(({ kind, metadata: { name }, bytes }) =>
          found('object-too-large', '', { reason: 'stored', kind, name, bytes, max: MOST_BYTES })),
      ]),
      warnings: findingsAt(this, '',
        allowed.length === 0 ? found('no-effect', '', { reason: 'dashboard-idle' }) : FINE),
    };
  }
}

/** A hash that stands for a string too long for a name. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

brand(MetricsDashboard);

/** The properties with their defaults. */
interface DashboardSettings extends Pick<MetricsDashboardProps, 'title' | 'namespace' | 'objectLabels' | 'matchers'> {
  readonly delivery: DashboardDelivery;
  readonly tags: readonly string[];
  readonly refresh: string;
  /** The runtimes of components, by their names. */
  readonly runtimes: ReadonlyMap<string, readonly MetricsRuntime[]>;
}

/** The shortest refresh, in milliseconds, that Grafana allows by default. */
const SHORTEST_REFRESH = 5000;

/** The value of a label, in which Grafana finds no variable. */
const matcher = pattern(/^(?!\s)[^$[\]{}\p{Cc}\p{Cs}]{1,50}(?<!\s)$/u, ownWords(
  'must be 1 to 50 characters without spaces around them, brackets, braces, line breaks and \'$\', with which '
  + 'variables of Grafana are written',
  'give the value itself'));

/** The labels by which queries already select their series. */
const RESERVED = [
  'alertname', 'alertstate', 'app_oam_dev_component', 'app_oam_dev_name', 'instance', 'job', 'namespace',
];

const COMPONENT = closed<ComponentRuntimes>(
  { component: labelName, runtimes: list(oneOf(MetricsRuntime)) }, ['component', 'runtimes'],
);

/** The checks of each property by itself. */
const PROPS = closed<MetricsDashboardProps>({
  applications: watchedApplications,
  components: all(list(COMPONENT), unique(({ component }) => component, 'component')),
  delivery: dashboardDelivery,
  title: grafanaTitle,
  tags: list(filled),
  refresh: limitedDuration(each => each >= SHORTEST_REFRESH,
    ownWords('must be 5 seconds or more, which is what Grafana allows', 'set a longer one')),
  namespace: namespaceName,
  objectLabels: labels,
  matchers: seriesLabels(matcher, RESERVED, 'MetricsDashboard'),
});

/** Findings on the properties. */
function checkDashboard(given: MetricsDashboardProps): Finding[] {
  const findings = PROPS(given, '');
  if (findings.length > 0) return findings;
  const { title, applications, objectLabels, delivery } = asProps(given);
  // labels by which objects are selected, or which identify their owner
  const { labels: selecting } = (delivery ?? DashboardDelivery.sidecar())._deliver('');
  const taken = Object.keys({ ...ownerLabels(''), ...selecting });
  return [
    ...title == null || applications?.length === 1 ? FINE : found('invalid-value', 'title', ownWords(
      "is for a single application: dashboards of one title in a folder can't be told apart",
      "give that application alone in 'applications', or leave the title out")),
    ...Object.keys(objectLabels ?? {}).filter(each => taken.includes(each)).flatMap(each =>
      found('invalid-value', ['objectLabels', each], { reason: 'taken', by: 'MetricsDashboard' })),
  ];
}

/** The properties with their defaults. */
function dashboardSettings(given: MetricsDashboardProps): DashboardSettings {
  const { applications: _, delivery, ...others } = given;
  const { tags = ['cdk8s-oam'], refresh, components = [], ...same } = snapshot(others);
  return {
    ...same,
    delivery: delivery ?? DashboardDelivery.sidecar(),
    tags,
    refresh: refresh ? inOneUnit(writtenDuration(refresh)) : '1m',
    runtimes: new Map(components.map(each => [each.component, each.runtimes])),
  };
}

/** The runtimes of a component. */
export interface ComponentRuntimes {
  /** Name of the component. */
  readonly component: string;

  /** Its rows of the dashboard beside the one about scrapes. `[]` omits those that follow from its workload. */
  readonly runtimes: MetricsRuntime[];
}

/** Properties of a MetricsDashboard. */
export interface MetricsDashboardProps {
  /** The applications, each of which gets a dashboard. @default - all of the platform, also those declared later */
  readonly applications?: IApplicationConfiguration[];

  /**
   * The runtimes of components.
   *
   * @default - a HelidonWorkload is `HELIDON`, a WebLogicWorkload or a Domain `WEBLOGIC`, a CoherenceWorkload or a
   * Coherence resource `COHERENCE`; all others have only the row about scrapes
   */
  readonly components?: ComponentRuntimes[];

  /** How the dashboards get into Grafana. @default DashboardDelivery.sidecar() */
  readonly delivery?: DashboardDelivery;

  /**
   * The title of the dashboard of a single application.
   *
   * @default - namespace and name of the application, and the values of `matchers`: `shop / cart (berlin)`
   */
  readonly title?: string;

  /** The tags by which dashboards are found. @default ["cdk8s-oam"] */
  readonly tags?: string[];

  /** The interval at which the dashboards are refreshed: at least 5 seconds. @default Duration.minutes(1) */
  readonly refresh?: Duration;

  /**
   * Labels that the series of this cluster have, such as `cluster`, if a data source has those of several: each query
   * requires them.
   *
   * @default - none
   */
  readonly matchers?: { [label: string]: string };

  /** The namespace of the objects with the dashboards. @default - that of each application */
  readonly namespace?: string;

  /** Additional labels of the objects. @default - none */
  readonly objectLabels?: { [key: string]: string };
}
