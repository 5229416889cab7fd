import type { PanelQuery } from './dashboard-rows';
import { WatchedJob, windowOf } from '../alerts/watched-jobs';
import { millisecondsOf, inOneUnit } from '../private/durations';
import { grouped } from '../private/grouped';

/** A job whose series are queried. */
export type QueriedJob = Pick<WatchedJob, 'job' | 'interval'>;

/** The labels that all series of a dashboard have. */
export interface QueryScope {
  readonly namespace: string;
  readonly matchers?: Readonly<Record<string, string>>;
}

/** A query in the form of a panel. */
export interface PanelTarget {
  readonly expr: string;
  readonly legendFormat: string;
  /** The minimum step of a query over a time range; a query without it reads only the end of the range. */
  readonly interval?: string;
}

/** The labels by which the series of a pair of scrapers differ. */
const REPLICA_LABELS = 'prometheus_replica, replica';

/** The series of a pair of scrapers, each once. */
export const once = (series: string) => `max without (${REPLICA_LABELS}) (${series})`;

/** A selector in braces; values are quoted as in PromQL. */
export function selectorOf({ namespace, matchers }: QueryScope, ...others: readonly string[]): string {
  const labels = Object.entries({ namespace, ...matchers }).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `{${[...labels, ...others].join(',')}}`;
}

const matched = (jobs: readonly QueriedJob[]) =>
  jobs.length === 1 ? `job="${jobs[0].job}"` : `job=~"${jobs.map(({ job }) => job.replaceAll('.', '\\\\.')).join('|')}"`;

/** The series of a metric, read so that they exist between two scrapes. */
function read(metric: string, scope: QueryScope, jobs: readonly QueriedJob[], ...others: readonly string[]): string[] {
  return [...grouped(jobs, job => [windowOf(job)])].map(([window, own]) => {
    const series = `${metric}${selectorOf(scope, matched(own), ...others)}`;
    return window === undefined ? series : `last_over_time(${series}[${window}])`;
  });
}

/** Whether each target is up, once for a pair of scrapers. */
export function upOf(scope: QueryScope, jobs: readonly QueriedJob[]): string {
  return `max by (namespace, job, instance) (${read('up', scope, jobs).join(' or ')})`;
}

/** The longest scrape interval of some jobs, in a single unit, as Grafana reads it. */
function longest(jobs: readonly QueriedJob[]): string {
  const [rarest] = [...jobs].sort((a, b) => millisecondsOf(b.interval)! - millisecondsOf(a.interval)!);
  return inOneUnit(rarest.interval);
}

/** The expression of a query for those of its jobs that are selected. */
export function queryOf(query: PanelQuery, scope: QueryScope, jobs: readonly QueriedJob[]): PanelTarget {
  const { metrics, isCounter, aggregation = 'sum', by = ['job', 'instance'], matchers, isAge, legend } = query;
  const others = ['job=~"$job"', ...matchers === undefined ? [] : [matchers]];
  const rate = (metric: string) => `rate(${metric}${selectorOf(scope, matched(jobs), ...others)}[$__rate_interval])`;
  const series = metrics.flatMap(metric => isCounter ? rate(metric) : read(metric, scope, jobs, ...others)).join(' or ');
  const drawn = `${aggregation} by (${by.join(', ')}) (${aggregation === 'sum' ? once(series) : series})`;
  return {
    expr: isAge ? `time() - ${drawn}` : drawn,
    legendFormat: [...by.map(label => `{{${label}}}`), ...legend === undefined ? [] : [legend]].join(' '),
    interval: longest(jobs),
  };
}
