import type { MetricsAlertsProps } from './metrics-alerts-props';
import { WatchedJob, windowOf } from './watched-jobs';

/** The properties by which rules are set. */
export type AlertKey = 'jobMissing' | 'targetDown' | 'pageEmpty' | 'targetsMissing';

/** The settings of a kind of rules, with defaults. */
export interface AlertSettings {
  readonly enabled: boolean;
  readonly pendingPeriod: string;
  readonly severity: string;
  readonly tolerated: number;
}

/** The settings of all rules. */
export interface RuleSettings extends Pick<MetricsAlertsProps, 'runbookUrl' | 'alertLabels' | 'matchers'> {
  readonly alerts: Readonly<Record<AlertKey, AlertSettings>>;
  readonly hasKubeStateMetrics: boolean;
  /** Labels that the evaluator of the rules sets itself. */
  readonly scope?: readonly string[];
}

/** A job as a rule sees it. */
interface SeenJob extends Omit<WatchedJob, 'wanted'> {
  /** Its series, read so that they exist between two scrapes. */
  readonly up: string;
  readonly samples: string;
  /** The series of kube-state-metrics with the number of its pods, if rules may use it. */
  readonly wanted?: string;
  /** How many targets may be missing. */
  readonly tolerated: number;
}

/** A promise about a job, and the alert that reports it broken. */
interface ScrapePromise {
  readonly name: string;
  readonly severity: string;
  readonly summary: string;
  /** The expression that is true while the promise is broken; `undefined` if the job makes no such promise. */
  readonly broken: (job: SeenJob) => string | undefined;
  /** In the template language of Prometheus. */
  readonly description: (job: SeenJob) => string;
}

/** An alert rule in the form of Prometheus and all operators. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The default of `pendingPeriod`. */
export const PENDING_PERIOD = '15m';

const placeOf = ({ component, application, namespace }: SeenJob) =>
  `component ${component} of application ${application} in namespace ${namespace}`;

/**
 * The declared number of targets; `undefined` unless more of them can be missing than is tolerated while others exist.
 */
const declared = ({ replicas = 0, tolerated }: SeenJob) => replicas - tolerated > 1 ? replicas : undefined;

/** The promises. Their names never change, because the addresses of runbooks contain them. */
export const PROMISES: Readonly<Record<AlertKey, ScrapePromise>> = {
  jobMissing: {
    name: 'MetricsJobMissing',
    severity: 'critical',
    summary: 'A job has no targets.',
    broken: ({ isLasting, wanted, replicas, up }) => {
      if (!isLasting || wanted === undefined && replicas === 0) return undefined;
      return wanted === undefined ? `absent(${up})` : `absent(${up}) unless on () (${wanted} == 0)`;
    },
    description: job => `Job ${job.job} has no targets: ${placeOf(job)} has no pods, or nobody scrapes them.${
      job.wanted === undefined
        ? ' Without kube-state-metrics, the rule cannot tell whether it was stopped or scaled to zero on purpose.' : ''}`,
  },
  targetDown: {
    name: 'MetricsTargetDown',
    severity: 'warning',
    summary: 'The scrape of a target fails.',
    broken: ({ up }) => `${up} == 0`,
    description: job => `The scrape of target {{ $labels.instance }} of job ${job.job} fails: ${placeOf(job)}.`,
  },
  pageEmpty: {
    name: 'MetricsPageEmpty',
    severity: 'warning',
    summary: 'A scrape yields no metrics.',
    broken: ({ up, samples }) => `${samples} == 0 and on (namespace, job, instance) ${up} == 1`,
    description: job =>
      `Target {{ $labels.instance }} of job ${job.job} is scraped, but its page has no metrics, or all are dropped: ${placeOf(job)}.`,
  },
  targetsMissing: {
    name: 'MetricsTargetsMissing',
    severity: 'warning',
    summary: 'A job has fewer targets than its component should have pods.',
    broken: job => {
      const pods = job.isLasting ? podsOf(job) : undefined;
      // a pair of scrapers has two series of each target
      const targets = `count by (namespace, job) (max by (namespace, job, instance) (${job.up}))`;
      return pods === undefined ? undefined : `${pods} - on () group_right () ${targets} > ${job.tolerated}`;
    },
    description: job => {
      const number = job.wanted === undefined ? `${declared(job)} targets` : 'targets';
      return `Job ${job.job} is missing {{ $value }} of its ${number}: ${placeOf(job)}.${
        job.tolerated > 0 ? ` Up to ${job.tolerated} may be missing.` : ''}`;
    },
  },
};

/** The wanted number of pods; the declared one if kube-state-metrics has none. */
function podsOf(job: SeenJob): string | undefined {
  const number = declared(job);
  const fallback = number === undefined ? undefined : `vector(${number})`;
  if (job.wanted === undefined) return fallback;
  return fallback === undefined ? `max(${job.wanted})` : `(max(${job.wanted}) or ${fallback})`;
}

/** A series as rules name it. */
function seriesName(metric: string, labels: Readonly<Record<string, string>>): string {
  return `${metric}{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`).join()}}`;
}

/** The series of a job. */
export function seriesOf(metric: string, { namespace, job }: WatchedJob, { matchers }: RuleSettings, others = {}): string {
  return seriesName(metric, { namespace, job, ...matchers, ...others });
}

/** The series with the wanted number of pods; `undefined` if rules may not use it. */
export function wantedOf({ hasKubeStateMetrics, matchers }: RuleSettings, { wanted }: WatchedJob): string | undefined {
  return hasKubeStateMetrics && wanted ? seriesName(wanted.metric, { ...wanted.labels, ...matchers }) : undefined;
}

function seen(job: WatchedJob, settings: RuleSettings, { tolerated }: AlertSettings): SeenJob {
  const window = windowOf(job);
  const read = (metric: string) => {
    const series = seriesOf(metric, job, settings);
    return window === undefined ? series : `last_over_time(${series}[${window}])`;
  };
  return { ...job, up: read('up'), samples: read('scrape_samples_post_metric_relabeling'), wanted: wantedOf(settings, job), tolerated };
}

/** The rule about one promise of a job; `undefined` if the job does not make it or the rule is disabled. */
export function ruleOf(key: AlertKey, job: WatchedJob, settings: RuleSettings): AlertRule | undefined {
  const { name, summary, broken, description } = PROMISES[key];
  const { enabled, pendingPeriod, severity } = settings.alerts[key];
  const it = seen(job, settings, settings.alerts[key]);
  const expr = enabled ? broken(it) : undefined;
  const { runbookUrl, alertLabels, matchers, scope = [] } = settings;
  const labels = Object.entries({ ...alertLabels, ...matchers, ...labelsOf(job), severity }).filter(([label]) => !scope.includes(label));
  return expr === undefined ? undefined : {
    alert: name,
    expr,
    for: pendingPeriod,
    labels: Object.fromEntries(labels),
    annotations: {
      summary,
      description: description(it),
      ...runbookUrl === undefined ? {} : { runbook_url: `${runbookUrl}${name.toLowerCase()}` },
    },
  };
}

/**
 * The labels of every alert about a job, whatever its expression keeps. `job` distinguishes rules about two ports of a
 * component.
 */
function labelsOf({ namespace, job, application, component }: WatchedJob): Record<string, string> {
  return { namespace, job, app_oam_dev_name: application, app_oam_dev_component: component };
}

/** The rules about a job. */
export function rulesOf(job: WatchedJob, settings: RuleSettings): AlertRule[] {
  return (Object.keys(PROMISES) as AlertKey[]).map(key => ruleOf(key, job, settings)).filter(rule => rule !== undefined);
}
