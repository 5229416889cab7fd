import { Remark, remark } from './remarks';
import {
  ActiveTarget, CallOptions, Labels, LoadedGroup, QueryResult, SampleSeries, ScraperClient, ScraperError, ScraperErrorCode, Series,
} from '../query';
import { isScraperError } from '../query/errors';

/** The labels by which the application model distinguishes series. */
export const MODEL_LABELS = { application: 'app_oam_dev_name', component: 'app_oam_dev_component', namespace: 'namespace' } as const;

/** An `up` series with the labels of an application. */
export interface ObservedSeries {
  readonly labels: Labels;
  /** Whether its last scrape succeeded. */
  readonly isUp: boolean;
  /** Samples of its last scrape. */
  readonly samples?: number;
  /** Seconds since its last scrape, by the scraper's clock. */
  readonly age?: number;
  /** Seconds from one scrape to the next. */
  readonly interval?: number;
}

/** The answers of the scraper about some applications. */
export interface Observation {
  readonly scraped: readonly ObservedSeries[];
  /** All targets of the scraper; `undefined` if it has no list. */
  readonly targets?: readonly ActiveTarget[];
  /** All groups of alert rules of the scraper; `undefined` if it has no list, or was not asked for it. */
  readonly groups?: readonly LoadedGroup[];
  /** Notes for the user. */
  readonly notes: readonly Remark[];
}

/** The time range of scrapes: as far back as Prometheus looks for the last sample. */
const WINDOW = '5m';

/**
 * Asks for everything that is scraped of applications in four requests, however many there are, and for rules in one more. With no
 * applications, it asks for rules alone.
 */
export async function observe(
  client: ScraperClient, applications: readonly string[], options: Omit<CallOptions, 'signal'> = {}, asksForRules = false,
): Promise<Observation> {
  // names of Kubernetes contain no special characters of regular expressions but the dot
  const names = [...new Set(applications)].map(name => name.replaceAll('.', '\\\\.')).join('|');
  const selector = `{${MODEL_LABELS.application}=~"${names}"}`;
  const notes: Remark[] = [];
  // a failed request aborts the others, which would be of no use
  const ended = new AbortController();
  const all: CallOptions = { ...options, signal: ended.signal };
  const ask = async (expression: string) => names === '' ? [] : seriesOf(await client.query(expression, all), notes);
  const answers = Promise.all([
    ask(`up${selector}`), ask(`scrape_samples_scraped${selector}`), ask(`up${selector}[${WINDOW}]`),
    names === '' ? undefined : targetsOf(client, all, notes), asksForRules ? groupsOf(client, all, notes, names === '') : undefined,
  ]);
  const [up, samples, history, targets, groups] = await answers.finally(() => ended.abort());
  const samplesOf = byLabels(samples.filter(isSample), ({ sample }) => sample.value);
  const timesOf = byLabels(history.filter(series => series.kind === 'range'), series => series.samples.map(({ time }) => time));
  const scraped = up.filter(isSample).map(({ labels, sample }) => ({
    labels, isUp: sample.value === 1, samples: samplesOf(labels), ...pace(sample.time, timesOf(labels)),
  }));
  // several requests may return the same warning
  return { scraped, targets, groups, notes: distinct(notes) };
}

/**
 * The time since the last scrape, and the longest time between two scrapes. A sample of `up` has the time of the query, not that of the
 * scrape.
 */
function pace(now: number, times: readonly number[] = []): Pick<ObservedSeries, 'age' | 'interval'> {
  if (times.length === 0) return {};
  const age = Math.max(0, now - times.at(-1)!) / 1000;
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  return { age, interval: gaps.length === 0 ? undefined : Math.max(...gaps) / 1000 };
}

function isSample(series: Series): series is SampleSeries {
  return series.kind === 'sample';
}

function seriesOf(result: QueryResult, notes: Remark[]): readonly Series[] {
  for (const warning of result.warnings) notes.push(remark('scraper-warning', { warning }));
  return 'series' in result ? result.series : [];
}

/** The values without duplicates. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}

/** Errors that do not concern one list alone. */
const FATAL: readonly ScraperErrorCode[] = ['aborted', 'network', 'redirected', 'timeout', 'unavailable', 'untrusted-certificate'];

/** Lists targets, if possible: a server that answers queries may not scrape by itself, or may not show what it scrapes. */
async function targetsOf(client: ScraperClient, options: CallOptions, notes: Remark[]): Promise<readonly ActiveTarget[] | undefined> {
  const ask = async () => (await client.targets(options)).active;
  return listed(ask, ({ code }) => notes.push(remark('no-target-list', { error: code })));
}

/** Errors that are temporary while a cluster changes. */
export const PASSING: readonly ScraperErrorCode[] = ['network', 'timeout', 'unavailable'];

/** Lists rule groups, if possible: not every server evaluates rules, and what is scraped is reported even if a ruler fails. */
async function groupsOf(
  client: ScraperClient, options: CallOptions, notes: Remark[], isAlone: boolean,
): Promise<readonly LoadedGroup[] | undefined> {
  const ask = async () => {
    const { groups, warnings } = await client.rules({ ...options, type: 'alert' });
    for (const warning of warnings) notes.push(remark('scraper-warning', { warning }));
    return groups;
  };
  const noteOf = ({ code: error, message }: ScraperError) =>
    PASSING.includes(error) ? remark('no-rule-answer', { error, message }) : remark('no-rule-list', { error });
  // if it is the only request, it alone shows a wrong password
  return listed(ask, error => notes.push(noteOf(error)), error => isAlone && isFatal(error) && !PASSING.includes(error.code));
}

function isFatal({ code, status }: ScraperError): boolean {
  return FATAL.includes(code) || status === 401;
}

/** A list, or `undefined` if the server has none. */
async function listed<T>(ask: () => Promise<T>, tell: (error: ScraperError) => void, ends = isFatal): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isScraperError(error) || ends(error)) throw error;
    tell(error);
    return undefined;
  }
}

/** Looks up values by a set of labels. */
function byLabels<S extends Series, V>(all: readonly S[], valueOf: (series: S) => V): (labels: Labels) => V | undefined {
  const values = new Map(all.map(series => [keyOf(series.labels), valueOf(series)]));
  return labels => values.get(keyOf(labels));
}

/** A key that is equal for equal sets of labels, without the metric's name: that is no label of a target. */
export function keyOf({ __name__: _, ...labels }: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}
