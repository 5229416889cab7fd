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

/** What the scraper says of some applications. */
export interface Observation {
  readonly scraped: readonly ObservedSeries[];
  /** All targets of the scraper; `undefined` if it has no list. */
  readonly targets?: readonly ActiveTarget[];
  /** All groups of alert rules of the scraper; `undefined` if it has no list, or was not asked for it. */
  readonly groups?: readonly LoadedGroup[];
  /** What the user should know. */
  readonly notes: readonly Remark[];
}

/** How far back scrapes are looked at: as far as Prometheus looks for the last one. */
const WINDOW = '5m';

/** Asks for all that is scraped of some applications, if any, in four questions however many there are, and for rules in one more. */
export async function observe(
  client: ScraperClient, applications: readonly string[], options: Omit<CallOptions, 'signal'> = {}, asksForRules = false,
): Promise<Observation> {
  // the names are those of Kubernetes: of what means something in an expression, they have but the dot
  const names = [...new Set(applications)].map(name => name.replaceAll('.', '\\\\.')).join('|');
  const selector = `{${MODEL_LABELS.application}=~"${names}"}`;
  const notes: Remark[] = [];
  // one that fails ends the others, which would go on in vain
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
  // a warning may be about several of the questions
  return { scraped, targets, groups, notes: distinct(notes) };
}

/**
 * How long ago the last scrape was, and the longest time from one to the next. The sample of an `up` has the time of the question, not that
 * of the scrape.
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

/** The values, equal ones once. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}

/** What says nothing of one list alone. */
const FATAL: readonly ScraperErrorCode[] = ['aborted', 'network', 'redirected', 'timeout', 'unavailable', 'untrusted-certificate'];

/** Not everything that answers queries scrapes by itself, or lets its users see what it scrapes. */
async function targetsOf(client: ScraperClient, options: CallOptions, notes: Remark[]): Promise<readonly ActiveTarget[] | undefined> {
  const ask = async () => (await client.targets({ ...options, state: 'active' })).active;
  return listed(ask, ({ code }) => notes.push(remark('no-target-list', { error: code })));
}

/** What passes while a cluster changes. */
export const PASSING: readonly ScraperErrorCode[] = ['network', 'timeout', 'unavailable'];

/** Nor does everything evaluate rules; and a ruler that fails is no reason to say nothing of what is scraped. */
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
  // alone, it is the only question that shows a wrong password
  return listed(ask, error => notes.push(noteOf(error)), error => isAlone && isFatal(error) && !PASSING.includes(error.code));
}

function isFatal({ code, status }: ScraperError): boolean {
  return FATAL.includes(code) || status === 401;
}

/** A list, or `undefined` where there is none. */
async function listed<T>(ask: () => Promise<T>, tell: (error: ScraperError) => void, ends = isFatal): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isScraperError(error) || ends(error)) throw error;
    tell(error);
    return undefined;
  }
}

/** What belongs to a set of labels. */
function byLabels<S extends Series, V>(all: readonly S[], valueOf: (series: S) => V): (labels: Labels) => V | undefined {
  const values = new Map(all.map(series => [keyOf(series.labels), valueOf(series)]));
  return labels => values.get(keyOf(labels));
}

/** Tells whether two sets of labels are the same; the metric's name is no label of a target. */
export function keyOf({ __name__: _, ...labels }: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}
