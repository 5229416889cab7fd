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
  /** The declared number of targets; `undefined` if no more of them can be missing than is tolerated. */
  readonly declared?: number;
  /** Its component, in words. */
  readonly place: string;
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
    description: ({ job, place, wanted }) => {
      const doubt = ' Without kube-state-metrics, the rule cannot tell whether it was stopped or scaled to zero on '
        + 'purpose.';
      const problem = `Job ${job} has no targets: ${place} has no pods, or nobody scrapes them.`;
      return wanted === undefined ? problem + doubt : problem;
    },
  },
  targetDown: {
    name: 'MetricsTargetDown',
    severity: 'warning',
    summary: 'The scrape of a target fails.',
    broken: ({ up }) => `${up} == 0`,
    description: ({ job, place }) => `The scrape of target {{ $labels.instance }} of job ${job} fails: ${place}.`,
  },
  pageEmpty: {
    name: 'MetricsPageEmpty',
    severity: 'warning',
    summary: 'A scrape yields no metrics.',
    broken: ({ up, samples }) => `${samples} == 0 and on (namespace, job, instance) ${up} == 1`,
    description: ({ job, place }) => `Target {{ $labels.instance }} of job ${job} is scraped, but its page has no `
      + `metrics, or all are dropped: ${place}.`,
  },
  targetsMissing: {
    name: 'MetricsTargetsMissing',
    severity: 'warning',
    summary: 'A job has fewer targets than its component should have pods.',
    broken: ({ isLasting, wanted, declared, up, tolerated }) => {
      if (!isLasting || wanted === undefined && declared === undefined) return undefined;
      // the wanted number of pods; the declared one if kube-state-metrics has none
      const fallback = `vector(${declared})`;
      const pods = wanted === undefined ? fallback
        : declared === undefined ? `max(${wanted})` : `(max(${wanted}) or ${fallback})`;
      // a pair of scrapers has two series of each target
      const targets = `count by (namespace, job) (max by (namespace, job, instance) (${up}))`;
      return `${pods} - on () group_right () ${targets} > ${tolerated}`;
    },
    description: ({ job, place, wanted, declared, tolerated }) => {
      const number = wanted === undefined ? `${declared} targets` : 'targets';
      return `Job ${job} is missing {{ $value }} of its ${number}: ${place}.${
        tolerated > 0 ? ` Up to ${tolerated} may be missing.` : ''}`;
    },
  },
};

/** The promises in the order of the rules. */
export const ALERT_KEYS = Object.keys(PROMISES) as AlertKey[];

/** A selector of series as rules write it. */
function seriesSelector(metric: string, labels: Readonly<Record<string, string>>): string {
  return `${metric}{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`).join()}}`;
}

/** The series of a job. */
export function jobSeries(
  metric: string, { namespace, job }: WatchedJob, { matchers }: RuleSettings, others = {},
): string {
  return seriesSelector(metric, { namespace, job, ...matchers, ...others });
}

/** The series with the wanted number of pods; `undefined` if rules may not use it. */
export function wantedSeries(settings: RuleSettings, { wanted }: WatchedJob): string | undefined {
  return settings.hasKubeStateMetrics && wanted
    ? seriesSelector(wanted.metric, { ...wanted.labels, ...settings.matchers }) : undefined;
}

/** The rule about one promise of a job; `undefined` if the job does not make it or the rule is disabled. */
export function alertRule(key: AlertKey, watched: WatchedJob, settings: RuleSettings): AlertRule | undefined {
  const { name, summary, broken, description } = PROMISES[key];
  const { enabled, pendingPeriod, severity, tolerated } = settings.alerts[key];
  const { runbookUrl, alertLabels, matchers, scope = [] } = settings;
  const { namespace, job, application, component, replicas = 0 } = watched;
  const window = windowOf(watched);
  const read = (metric: string) => {
    const series = jobSeries(metric, watched, settings);
    return window === undefined ? series : `last_over_time(${series}[${window}])`;
  };
  const seen: SeenJob = {
    ...watched,
    up: read('up'),
    samples: read('scrape_samples_post_metric_relabeling'),
    wanted: wantedSeries(settings, watched),
    tolerated,
    declared: replicas - tolerated > 1 ? replicas : undefined,
    place: `component ${component} of application ${application} in namespace ${namespace}`,
  };
  const expr = enabled ? broken(seen) : undefined;
  if (expr === undefined) return undefined;
  // each alert about a job has these labels, whatever its expression keeps; `job` tells two ports of a component apart
  const own = { namespace, job, app_oam_dev_name: application, app_oam_dev_component: component, severity };
  const labels = Object.entries({ ...alertLabels, ...matchers, ...own }).filter(([label]) => !scope.includes(label));
  return {
    alert: name,
    expr,
    for: pendingPeriod,
    labels: Object.fromEntries(labels),
    annotations: {
      summary,
      description: description(seen),
      ...runbookUrl !== undefined && { runbook_url: `${runbookUrl}${name.toLowerCase()}` },
    },
  };
}
