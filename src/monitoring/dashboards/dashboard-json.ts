import { PanelOf, PanelQuery, RowOf } from './dashboard-rows';
import { WatchedJob, windowOf } from '../alerts/watched-jobs';
import { inOneUnit, millisecondsOf } from '../../base/durations';
import { grouped } from '../../base/check';

/** A row of a dashboard, and the jobs that it shows. */
interface DashboardRow extends RowOf {
  readonly jobs: readonly QueriedJob[];
}

/** The content of a dashboard. */
interface DashboardContent extends QueryScope {
  readonly uid: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly refresh: string;
  readonly application: string;
  /** The declared number of targets, if it is known. */
  readonly declared?: number;
  /** The least number of targets if all is well. */
  readonly least: number;
  /** Whether the data source has the series that Prometheus writes about alerts. */
  readonly hasAlerts: boolean;
  readonly runbookUrl?: string;
  /** All jobs. */
  readonly jobs: readonly QueriedJob[];
  readonly rows: readonly DashboardRow[];
}

interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * The version of the model that Grafana 12 writes. Grafana migrates older versions, and its newer releases accept this
 * one.
 */
const SCHEMA_VERSION = 42;

/** A dashboard is 24 units wide. */
const COLUMNS = 24;
const WIDTH = 8;
const HEIGHT = 7;
const STAT_HEIGHT = 4;

// without braces, which Flux would read as one of its own variables
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** The queries by their names in the panel: A, B, … */
const targetsOf = (targets: readonly PanelTarget[]) => targets.map(({ interval, ...target }, i) => ({
  refId: String.fromCharCode(65 + i),
  datasource: DATASOURCE,
  editorMode: 'code',
  ...target,
  ...interval === undefined ? { instant: true, range: false } : { range: true, interval },
}));

function timeSeries(title: string, unit: string, targets: readonly PanelTarget[]): object {
  return {
    type: 'timeseries',
    title,
    datasource: DATASOURCE,
    targets: targetsOf(targets),
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } },
  };
}

function stat(title: string, targets: readonly PanelTarget[], steps: readonly object[]): object {
  return {
    type: 'stat',
    title,
    datasource: DATASOURCE,
    targets: targetsOf(targets),
    fieldConfig: { defaults: { unit: 'none', thresholds: { mode: 'absolute', steps } }, overrides: [] },
    options: { colorMode: 'value', graphMode: 'none', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } },
  };
}

/** The colors of a number below and from a threshold. */
const colors = (below: string, from: number, above: string) => [{ color: below, value: null }, { color: above, value: from }];
const RED_FROM_ONE = colors('green', 1, 'red');

/**
 * The targets that are up now, whichever jobs are selected. Lost targets count as missing, although they have no
 * series.
 */
function overview(content: DashboardContent): object[] {
  const { application, declared, least, hasAlerts, jobs } = content;
  const up = `max by (namespace, job, instance) (${read('up', content, jobs).join(' or ')})`;
  const alerts = once(`ALERTS${selectorOf(content, `app_oam_dev_name="${application}"`, 'alertstate="firing"')}`);
  const orZero = (expr: string) => `${expr} or vector(0)`;
  return [
    stat('Targets', [
      { expr: orZero(`sum(${up})`), legendFormat: 'up' },
      { expr: orZero(`count(${up})`), legendFormat: 'found' },
      ...declared === undefined ? [] : [{ expr: `vector(${declared})`, legendFormat: 'declared' }],
    ], colors('red', least, 'green')),
    stat('Targets that are down', [
      { expr: orZero(`count(${up} == 0)`), legendFormat: 'down' },
      ...least === 0 ? [] : [{ expr: `clamp_min(${least} - (${orZero(`count(${up})`)}), 0)`, legendFormat: 'missing' }],
    ], RED_FROM_ONE),
    ...hasAlerts ? [stat('Alerts that fire', [{ expr: orZero(`count(${alerts})`), legendFormat: 'firing' }], RED_FROM_ONE)] : [],
  ];
}

/** Places panels side by side, from the height `y` on. */
function placed(panels: readonly object[], y: number, h: number): object[] {
  const inRow = COLUMNS / WIDTH;
  return panels.map((panel, i): object =>
    ({ ...panel, gridPos: { x: i % inRow * WIDTH, y: y + Math.floor(i / inRow) * h, w: WIDTH, h } satisfies GridPlace }));
}

/** The panels of the overview, and below it those of the rows, each with its own id. */
function panelsOf(content: DashboardContent): object[] {
  const panels = placed(overview(content), 0, STAT_HEIGHT);
  let y = STAT_HEIGHT;
  for (const { title, jobs, panels: own } of content.rows) {
    panels.push({ type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: COLUMNS, h: 1 } satisfies GridPlace });
    panels.push(...placed(own.map(panel => drawn(panel, content, jobs)), y + 1, HEIGHT));
    y += 1 + Math.ceil(own.length * WIDTH / COLUMNS) * HEIGHT;
  }
  return panels.map((panel, i) => ({ id: i + 1, ...panel }));
}

const drawn = ({ title, unit, queries }: PanelOf, scope: QueryScope, jobs: readonly QueriedJob[]) =>
  timeSeries(title, unit, queries.map(query => queryOf(query, scope, jobs)));

/** The variables: the data source of the series, and the jobs that are shown. */
function variablesOf(jobs: readonly string[]): object[] {
  const all = { text: 'All', value: '$__all' };
  return [
    { type: 'datasource', name: 'datasource', label: 'Data source', query: 'prometheus', hide: 0, refresh: 1 },
    {
      type: 'custom',
      name: 'job',
      label: 'Job',
      query: jobs.join(','),
      hide: 0,
      multi: true,
      includeAll: true,
      allValue: '.+',
      options: [{ ...all, selected: true }, ...jobs.map(job => ({ text: job, value: job, selected: false }))],
      current: { text: [all.text], value: [all.value] },
    },
  ];
}

const runbook = (url: string) =>
  ({ type: 'link', title: 'What to do about alerts', url: url.replace(/#$/, ''), icon: 'doc', targetBlank: true, tags: [] });

/** A dashboard in the classic JSON model. */
export function dashboardOf(content: DashboardContent): object {
  const { uid, title, tags, refresh, runbookUrl, jobs } = content;
  return {
    uid,
    title,
    tags,
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    graphTooltip: 1,
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    refresh,
    links: runbookUrl === undefined ? [] : [runbook(runbookUrl)],
    templating: { list: variablesOf(jobs.map(({ job }) => job)) },
    annotations: { list: [] },
    panels: panelsOf(content),
  };
}

/** A job whose series are queried. */
type QueriedJob = Pick<WatchedJob, 'job' | 'interval'>;

/** The labels that all series of a dashboard have. */
interface QueryScope {
  readonly namespace: string;
  readonly matchers?: Readonly<Record<string, string>>;
}

/** A query in the form of a panel. */
interface PanelTarget {
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

/** The longest scrape interval of some jobs, in a single unit, as Grafana reads it. */
function longest(jobs: readonly QueriedJob[]): string {
  const [rarest] = [...jobs].sort((a, b) => millisecondsOf(b.interval)! - millisecondsOf(a.interval)!);
  return inOneUnit(rarest.interval);
}

/** The expression of a query for those of its jobs that are selected. */
function queryOf(query: PanelQuery, scope: QueryScope, jobs: readonly QueriedJob[]): PanelTarget {
  const { metrics, isCounter, aggregation = 'sum', by = ['job', 'instance'], matchers, isAge, legend } = query;
  const others = ['job=~"$job"', ...matchers === undefined ? [] : [matchers]];
  const rate = (metric: string) => `rate(${metric}${selectorOf(scope, matched(jobs), ...others)}[$__rate_interval])`;
  const series = metrics.flatMap(metric => isCounter ? rate(metric) : read(metric, scope, jobs, ...others)).join(' or ');
  const aggregated = `${aggregation} by (${by.join(', ')}) (${aggregation === 'sum' ? once(series) : series})`;
  return {
    expr: isAge ? `time() - ${aggregated}` : aggregated,
    legendFormat: [...by.map(label => `{{${label}}}`), ...legend === undefined ? [] : [legend]].join(' '),
    interval: longest(jobs),
  };
}
