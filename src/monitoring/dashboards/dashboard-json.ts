import { PanelOf, RowOf } from './dashboard-rows';
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

/** The version of the model that Grafana 12 writes; newer releases accept it, and Grafana migrates older versions. */
const SCHEMA_VERSION = 42;

/** A dashboard is 24 units wide, and a panel 8. */
const COLUMNS = 24;
const WIDTH = 8;
const HEIGHT = 7;
const STAT_HEIGHT = 4;

// without braces, which Flux would read as one of its own variables
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** A dashboard in the classic JSON model: the panels of the overview, and below it those of the rows. */
export function dashboardJson(content: DashboardContent): object {
  const { uid, title, tags, refresh, runbookUrl, jobs, rows } = content;
  const placed = (panels: readonly object[], top: number, h: number) => panels.map((each, i) => {
    const inRow = COLUMNS / WIDTH;
    return { ...each, gridPos: { x: i % inRow * WIDTH, y: top + Math.floor(i / inRow) * h, w: WIDTH, h } };
  });
  const panels: object[] = placed(overview(content), 0, STAT_HEIGHT);
  let y = STAT_HEIGHT;
  for (const row of rows) {
    const gridPos = { x: 0, y, w: COLUMNS, h: 1 };
    panels.push({ type: 'row', title: row.title, collapsed: false, panels: [], gridPos });
    panels.push(...placed(row.panels.map(each => timeSeries(each, content, row.jobs)), y + 1, HEIGHT));
    y += 1 + Math.ceil(row.panels.length * WIDTH / COLUMNS) * HEIGHT;
  }
  const names = jobs.map(({ job }) => job);
  const links = runbookUrl === undefined ? [] : [{
    type: 'link',
    title: 'What to do about alerts',
    url: runbookUrl.replace(/#$/, ''),
    icon: 'doc',
    targetBlank: true,
    tags: [],
  }];
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
    links,
    // the data source of the series, and the jobs that are shown
    templating: {
      list: [
        { type: 'datasource', name: 'datasource', label: 'Data source', query: 'prometheus', hide: 0, refresh: 1 },
        {
          type: 'custom',
          name: 'job',
          label: 'Job',
          query: names.join(','),
          hide: 0,
          multi: true,
          includeAll: true,
          allValue: '.+',
          options: [
            { text: 'All', value: '$__all', selected: true },
            ...names.map(job => ({ text: job, value: job, selected: false })),
          ],
          current: { text: ['All'], value: ['$__all'] },
        },
      ],
    },
    annotations: { list: [] },
    panels: panels.map((each, i) => ({ id: i + 1, ...each })),
  };
}

/** The targets that are up now, whichever jobs are selected. Lost targets have no series, and count as missing. */
function overview(content: DashboardContent): object[] {
  const { application, declared, least, hasAlerts, jobs } = content;
  const stat = (title: string, targets: readonly PanelTarget[], below: string, from: number, above: string) => ({
    type: 'stat',
    title,
    datasource: DATASOURCE,
    targets: namedTargets(targets),
    fieldConfig: {
      defaults: {
        unit: 'none',
        thresholds: { mode: 'absolute', steps: [{ color: below, value: null }, { color: above, value: from }] },
      },
      overrides: [],
    },
    options: {
      colorMode: 'value',
      graphMode: 'none',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    },
  });
  const up = `max by (namespace, job, instance) (${seriesOfJobs('up', content, jobs).join(' or ')})`;
  const isFiring = selectorWith(content, `app_oam_dev_name="${application}"`, 'alertstate="firing"');
  const alerts = oncePerPair(`ALERTS${isFiring}`);
  const count = `count(${up}) or vector(0)`;
  const panels = [
    stat('Targets', [
      { expr: `sum(${up}) or vector(0)`, legendFormat: 'up' },
      { expr: count, legendFormat: 'found' },
      ...declared === undefined ? [] : [{ expr: `vector(${declared})`, legendFormat: 'declared' }],
    ], 'red', least, 'green'),
    stat('Targets that are down', [
      { expr: `count(${up} == 0) or vector(0)`, legendFormat: 'down' },
      ...least === 0 ? [] : [{ expr: `clamp_min(${least} - (${count}), 0)`, legendFormat: 'missing' }],
    ], 'green', 1, 'red'),
  ];
  if (hasAlerts) {
    const firing = { expr: `count(${alerts}) or vector(0)`, legendFormat: 'firing' };
    panels.push(stat('Alerts that fire', [firing], 'green', 1, 'red'));
  }
  return panels;
}

/** A panel with queries for those of its jobs that are selected. */
function timeSeries({ title, unit, queries }: PanelOf, scope: QueryScope, jobs: readonly QueriedJob[]): object {
  // the longest scrape interval of the jobs, in a single unit, as Grafana reads it
  const [rarest] = [...jobs].sort((a, b) => millisecondsOf(b.interval)! - millisecondsOf(a.interval)!);
  const interval = inOneUnit(rarest.interval);
  const targets = queries.map((query): PanelTarget => {
    const { metrics, isCounter, aggregation = 'sum', by = ['job', 'instance'], matchers, isAge, legend } = query;
    const others = ['job=~"$job"', ...matchers === undefined ? [] : [matchers]];
    const series = metrics.flatMap(metric => isCounter
      ? `rate(${metric}${selectorWith(scope, matchedJobs(jobs), ...others)}[$__rate_interval])`
      : seriesOfJobs(metric, scope, jobs, ...others)).join(' or ');
    const aggregated = `${aggregation} by (${by.join(', ')}) (${aggregation === 'sum' ? oncePerPair(series) : series})`;
    return {
      expr: isAge ? `time() - ${aggregated}` : aggregated,
      legendFormat: [...by.map(label => `{{${label}}}`), ...legend === undefined ? [] : [legend]].join(' '),
      interval,
    };
  });
  return {
    type: 'timeseries',
    title,
    datasource: DATASOURCE,
    targets: namedTargets(targets),
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: 'never' } }, overrides: [] },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

/** The queries by their names in the panel: A, B, … */
function namedTargets(targets: readonly PanelTarget[]): object[] {
  return targets.map(({ interval, ...target }, i) => ({
    refId: String.fromCharCode(65 + i),
    datasource: DATASOURCE,
    editorMode: 'code',
    ...target,
    ...interval === undefined ? { instant: true, range: false } : { range: true, interval },
  }));
}

/** The series of a pair of scrapers, each once: these labels are all that differs. */
const oncePerPair = (series: string) => `max without (prometheus_replica, replica) (${series})`;

/** A selector in braces; values are quoted as in PromQL. */
function selectorWith({ namespace, matchers }: QueryScope, ...others: readonly string[]): string {
  const labels = Object.entries({ namespace, ...matchers }).map(([label, value]) =>
    `${label}=${JSON.stringify(value)}`);
  return `{${[...labels, ...others].join(',')}}`;
}

const matchedJobs = (jobs: readonly QueriedJob[]) => jobs.length === 1 ? `job="${jobs[0].job}"`
  : `job=~"${jobs.map(({ job }) => job.replaceAll('.', '\\\\.')).join('|')}"`;

/** The series of a metric, read so that they exist between two scrapes. */
function seriesOfJobs(
  metric: string, scope: QueryScope, jobs: readonly QueriedJob[], ...others: readonly string[]
): string[] {
  return [...grouped(jobs, job => [windowOf(job)])].map(([window, own]) => {
    const series = `${metric}${selectorWith(scope, matchedJobs(own), ...others)}`;
    return window === undefined ? series : `last_over_time(${series}[${window}])`;
  });
}
