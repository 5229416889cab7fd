import type { MetricsAlertsProps } from './metrics-alerts-props';
import { WatchedJob } from './watched-jobs';

/** The properties by which rules are set. */
export type AlertKey = 'jobMissing' | 'targetDown' | 'pageEmpty' | 'targetsMissing';

/** How a kind of rules is set, after all defaults. */
export interface AlertSettings {
  readonly enabled: boolean;
  readonly pendingPeriod: string;
  readonly severity: string;
  readonly tolerated: number;
}

/** What holds for all rules. */
export interface RuleSettings extends Pick<MetricsAlertsProps, 'runbookUrl' | 'alertLabels'> {
  readonly alerts: Readonly<Record<AlertKey, AlertSettings>>;
  readonly hasKubeStateMetrics: boolean;
  /** Labels that are set by whoever evaluates the rules. */
  readonly scope?: readonly string[];
}

/** A promise about a job, and the alert that says it is broken. */
interface ScrapePromise {
  readonly name: string;
  readonly severity: string;
  readonly summary: string;
  /** What is true as long as the promise is broken; nothing if there is no such promise. `wanted` is what kube-state-metrics says. */
  readonly broken: (job: WatchedJob, wanted: string | undefined, tolerated: number) => string | undefined;
  /** In the template language of Prometheus. */
  readonly description: (job: WatchedJob, wanted: string | undefined, tolerated: number) => string;
}

/** An alert rule, as Prometheus and all operators have it. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The default of `pendingPeriod`. */
export const PENDING_PERIOD = '15m';

const seriesOf = (metric: string, { namespace, job }: WatchedJob) => `${metric}{namespace="${namespace}",job="${job}"}`;

const placeOf = ({ component, application, namespace }: WatchedJob) =>
  `component ${component} of application ${application} in namespace ${namespace}`;

/** With fewer than two, there is none or all are there. */
const least = ({ replicas = 0 }: WatchedJob, tolerated: number) => replicas - tolerated > 1 ? replicas - tolerated : undefined;

/** The promises. Names, and so the addresses of runbooks, never change. */
export const PROMISES: Readonly<Record<AlertKey, ScrapePromise>> = {
  jobMissing: {
    name: 'MetricsJobMissing',
    severity: 'critical',
    summary: 'Nobody scrapes a job.',
    broken: (job, wanted) => {
      if (!job.isLasting || wanted === undefined && job.replicas === 0) return undefined;
      const absent = `absent(${seriesOf('up', job)})`;
      return wanted === undefined ? absent : `${absent} unless on () (${wanted} == 0)`;
    },
    description: (job, wanted) => `Job ${job.job} has no targets: nobody scrapes ${placeOf(job)}.${
      wanted === undefined ? ' If it was stopped or scaled to zero, that is why: without kube-state-metrics the rule cannot see it.' : ''}`,
  },
  targetDown: {
    name: 'MetricsTargetDown',
    severity: 'warning',
    summary: 'The scrape of a target fails.',
    broken: job => `${seriesOf('up', job)} == 0`,
    description: job => `The scrape of target {{ $labels.instance }} of job ${job.job} fails: ${placeOf(job)}.`,
  },
  pageEmpty: {
    name: 'MetricsPageEmpty',
    severity: 'warning',
    summary: 'A target has no metrics on its page.',
    broken: job => `${seriesOf('scrape_samples_scraped', job)} == 0 and on (namespace, job, instance) ${seriesOf('up', job)} == 1`,
    description: job => `The page of target {{ $labels.instance }} of job ${job.job} is scraped, and has no metrics: ${placeOf(job)}.`,
  },
  targetsMissing: {
    name: 'MetricsTargetsMissing',
    severity: 'warning',
    summary: 'A job has fewer targets than its component has replicas.',
    broken: (job, wanted, tolerated) => {
      if (!job.isLasting) return undefined;
      const count = `count by (namespace, job) (${seriesOf('up', job)})`;
      const fewest = least(job, tolerated);
      if (wanted === undefined) return fewest === undefined ? undefined : `${count} < ${fewest}`;
      const pods = `max by (namespace) (${wanted})`;
      return `${count} < on (namespace) group_left () ${tolerated > 0 ? `(${pods} - ${tolerated})` : pods}`;
    },
    description: (job, wanted, tolerated) => {
      const most = tolerated > 0 ? ` but ${tolerated}` : '';
      const expected = wanted === undefined ? `${least(job, tolerated)} or more` : `one for each replica${most}`;
      return `Job ${job.job} has {{ $value }} targets, and should have ${expected}: ${placeOf(job)}.`;
    },
  },
};

/** The series with the number of pods that are wanted, where it may be asked for. */
export const wantedOf = ({ hasKubeStateMetrics }: RuleSettings, { wanted }: WatchedJob) => hasKubeStateMetrics ? wanted : undefined;

/** The rule about one promise of a job; nothing if it makes none. */
export function ruleOf(key: AlertKey, job: WatchedJob, settings: RuleSettings): AlertRule | undefined {
  const { name, summary, broken, description } = PROMISES[key];
  const { enabled, pendingPeriod, severity, tolerated } = settings.alerts[key];
  const wanted = wantedOf(settings, job);
  const expr = enabled ? broken(job, wanted, tolerated) : undefined;
  const { runbookUrl, alertLabels, scope = [] } = settings;
  const labels = Object.entries({ ...alertLabels, ...labelsOf(job), severity }).filter(([label]) => !scope.includes(label));
  return expr === undefined ? undefined : {
    alert: name,
    expr,
    for: pendingPeriod,
    labels: Object.fromEntries(labels),
    annotations: {
      summary,
      description: description(job, wanted, tolerated),
      ...runbookUrl === undefined ? {} : { runbook_url: `${runbookUrl}${name.toLowerCase()}` },
    },
  };
}

/** The labels that every alert about a job has, whatever its expression keeps. */
function labelsOf({ namespace, application, component }: WatchedJob): Record<string, string> {
  return { namespace, app_oam_dev_name: application, app_oam_dev_component: component };
}

/** The rules about a job. */
export function rulesOf(job: WatchedJob, settings: RuleSettings): AlertRule[] {
  return (Object.keys(PROMISES) as AlertKey[]).map(key => ruleOf(key, job, settings)).filter(rule => rule !== undefined);
}
