import { RunningServer, startServer } from './servers';
import { LOOPBACK, eventually, freePort, run } from './waiting';
import { Labels, PrometheusNumber, QueryResult } from '../../../src/verify/query';

/** What a Prometheus is started with. */
export interface PrometheusSetup {
  /** Its configuration, as YAML. */
  readonly config: string;
  /** Files beside it, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** Further arguments. @default - none */
  readonly args?: readonly string[];
  /** It only scrapes and sends, and cannot be asked. @default false */
  readonly isAgent?: boolean;
  /** The program. @default - Debian's */
  readonly file?: string;
}

/** A Prometheus that runs. */
export interface RunningPrometheus extends RunningServer {
  readonly url: string;
}

/** Starts a Prometheus with a storage of its own. */
export async function startPrometheus({ config, files = {}, args = [], isAgent = false, file }: PrometheusSetup): Promise<RunningPrometheus> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const storage = isAgent ? ['--enable-feature=agent', '--storage.agent.path=data'] : ['--storage.tsdb.path=data'];
  const settings = ['--config.file=prometheus.yml', ...storage, `--web.listen-address=${LOOPBACK}:${port}`, '--log.level=warn'];
  const running = await startServer({
    name: 'prometheus',
    ...file === undefined ? {} : { file },
    args: [...settings, ...args],
    files: { ...files, 'prometheus.yml': config },
    ports: [port],
    isReady: async () => fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  return { ...running, url };
}

/** The targets of a Prometheus, or of one of its jobs. */
export interface ScrapePool {
  readonly active: readonly ScrapeTarget[];
  readonly dropped: readonly ScrapeTarget[];
}

/** A target with the labels that discovery gave it. */
export interface ScrapeTarget {
  readonly job: string;
  readonly discovered: Readonly<Record<string, string>>;
}

/** Asks for the targets of a job. */
export async function scrapePool(url: string, job: string): Promise<ScrapePool> {
  const { active, dropped } = await scrapePools(url);
  return { active: active.filter((target) => target.job === job), dropped: dropped.filter((target) => target.job === job) };
}

/** Asks for the targets of all jobs. */
export async function scrapePools(url: string): Promise<ScrapePool> {
  const response = await fetch(`${url}/api/v1/targets`, { signal: AbortSignal.timeout(10_000) });
  const { data: { activeTargets, droppedTargets } } = await response.json() as any;
  return { active: activeTargets.map(targetOf), dropped: droppedTargets.map(targetOf) };
}

/** Some versions tell the labels as the first rules leave them, of which one keeps the name of the job. */
function targetOf({ scrapePool: pool, discoveredLabels: discovered }: any): ScrapeTarget {
  return { job: pool ?? discovered.__tmp_prometheus_job_name ?? discovered.job, discovered };
}

/** A series at one time: its labels, and its value as text. */
export interface FoundSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

/** The series that an expression has now, or at a time in milliseconds, in the order of their labels. */
export async function seriesOf(url: string, expression: string, time?: number): Promise<FoundSeries[]> {
  const body = new URLSearchParams({ query: expression });
  if (time !== undefined) body.set('time', String(time / 1000));
  const response = await fetch(`${url}/api/v1/query`, {
    method: 'POST', body, signal: AbortSignal.timeout(10_000),
  });
  const { status, data, error } = await response.json() as any;
  if (status !== 'success') throw new Error(error);
  return inOrder(data.result.map(({ metric, value: [, value] }: any) => ({ labels: metric, value })));
}

/** Those of an expression, as soon as there are so many and no fewer. */
export async function expectSeries(url: string, expression: string, count: number): Promise<FoundSeries[]> {
  let found: FoundSeries[] = [];
  return eventually(async () => {
    found = await seriesOf(url, expression);
    return found.length >= count ? found : undefined;
  }, () => `${expression} has ${found.length} series of ${count}: ${JSON.stringify(found)}`, { timeout: 45_000, interval: 250 });
}

/** Series without some labels. */
export function without(series: readonly FoundSeries[], names: readonly string[]): FoundSeries[] {
  return inOrder(series.map(({ labels, value }) => {
    const others = Object.entries(labels).filter(([name]) => !names.includes(name));
    return { labels: Object.fromEntries(others), value };
  }));
}

function inOrder(series: readonly FoundSeries[]): FoundSeries[] {
  const sorted = series.map(({ labels, value }) => {
    const entries = Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1);
    return { labels: Object.fromEntries(entries), value };
  });
  return sorted.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

/** What promtool prints of an expression at a time; throws what it complains of. */
export async function promtoolQuery(url: string, expression: string, time: number): Promise<string[]> {
  const { status, stdout, stderr } = await run('promtool', ['query', 'instant', `--time=${time / 1000}`, '--', url, expression]);
  if (status !== 0) throw new Error(stderr.trim());
  return ordered(stdout.trim().split(/\n(?!\S+ @\[)/));
}

/** A result as promtool would print it. */
export function asPromtoolPrints(result: QueryResult): string[] {
  switch (result.type) {
    case 'scalar': return [`scalar: ${at(result.sample)}`];
    case 'string': throw new Error('promtool prints no string');
    case 'vector': return ordered(result.series.map(({ kind, labels, sample }) => {
      if (kind === 'histogram') throw new Error('promtool of this version prints no native histogram');
      return `${textOf(labels)} => ${at(sample)}`;
    }));
    case 'matrix': return ordered(result.series.map(({ labels, samples }) => [`${textOf(labels)} =>`, ...samples.map(at)].join('\n')));
  }
}

function at({ time, ...number }: PrometheusNumber & { readonly time: number }): string {
  return `${digits(number)} @[${time / 1000}]`;
}

const WORDS = new Map([[Infinity, '+Inf'], [-Infinity, '-Inf'], [NaN, 'NaN']]);

/** Without an exponent. Text and number must be the same. */
function digits({ value, text }: PrometheusNumber): string {
  const ofNumber = WORDS.get(value) ?? withoutExponent(Object.is(value, -0) ? '-0' : String(value));
  const ofText = withoutExponent(text);
  if (ofNumber !== ofText) throw new Error(`"${text}" was read as ${value}`);
  return ofText;
}

function withoutExponent(text: string): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([-+]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const all = whole + fraction;
  const point = whole.length + Number(exponent);
  return sign + (point > 0 ? all.padEnd(point, '0') : `0.${'0'.repeat(-point)}${all}`);
}

/** By code units, as Go orders what is ASCII. */
function textOf({ __name__: name = '', ...labels }: Labels): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1).map(([label, value]) => `${label}=${quoted(value)}`);
  return pairs.length > 0 ? `${name}{${pairs.join(', ')}}` : name || '{}';
}

/** As Go quotes a text. JSON escapes no more than that where every character can be printed. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

/** The order of a vector is no part of its meaning; of two evaluations it may differ. */
function ordered(texts: readonly string[]): string[] {
  return texts.filter(Boolean).sort();
}

/** What a VictoriaMetrics is started with. */
export interface VictoriaMetricsSetup {
  /** What it scrapes, as YAML: a configuration of Prometheus. */
  readonly scrapes: string;
  /** Files beside it, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
}

/** A VictoriaMetrics that runs, and is asked as a Prometheus is. */
export interface RunningVictoriaMetrics extends RunningServer {
  readonly url: string;
}

/** What it does not know in a configuration is an error, not left aside. */
export const STRICT = ['-promscrape.config=scrapes.yml', '-promscrape.config.strictParse'];

/** Starts a VictoriaMetrics with a storage of its own. It looks for new targets often, and answers with what it has just scraped. */
export async function startVictoriaMetrics({ scrapes, files = {} }: VictoriaMetricsSetup): Promise<RunningVictoriaMetrics> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}`;
  const running = await startServer({
    name: 'victoria-metrics',
    args: [
      ...STRICT, `-httpListenAddr=${LOOPBACK}:${port}`, '-storageDataPath=data', '-promscrape.kubernetesSDCheckInterval=250ms',
      '-search.latencyOffset=0s', '-search.disableCache', '-memory.allowedBytes=256MB', '-storage.minFreeDiskSpaceBytes=1MB', '-loggerLevel=WARN',
    ],
    files: { ...files, 'scrapes.yml': scrapes },
    ports: [port],
    isReady: async () => fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  return { ...running, url };
}
