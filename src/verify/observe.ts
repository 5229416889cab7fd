import type { ForeignEndpoint } from './declared-components';
import { Remark, remark } from './remarks';
import {
  ActiveTarget, CallOptions, Labels, LoadedGroup, Notes, ScraperClient, ScraperError, ScraperErrorCode, Series,
} from './query';
import { isScraperError } from './query/errors';
import { distinctByJson } from '../base/check';
import { regexEscaped } from '../base/regexes';

/** The labels by which the application model distinguishes series. */
export const MODEL_LABELS = {
  application: 'app_oam_dev_name', component: 'app_oam_dev_component', namespace: 'namespace',
} as const;

/** An `up` series with the labels of an application. */
export interface ObservedSeries {
  readonly labels: Labels;
  /** Whether its last scrape succeeded. */
  readonly isUp: boolean;
  /** Samples of its last scrape. */
  readonly samples?: number;
  /** Seconds since its last scrape, by the scraper's clock. */
  readonly age?: number;
  /** The longest time from one scrape to the next, in seconds. */
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

/** Errors that are temporary while a cluster changes. */
export const PASSING: readonly ScraperErrorCode[] = ['network', 'timeout', 'unavailable'];

/** Errors that do not concern one list alone. */
const FATAL: readonly ScraperErrorCode[] = [...PASSING, 'aborted', 'redirected', 'untrusted-certificate'];

/**
 * Asks for everything that is scraped of applications in four requests, however many there are; for other jobs in three
 * more, and for rules in one more. Without applications and monitors, it asks for rules alone.
 */
export async function observe(
  client: ScraperClient, applications: readonly string[], options: Omit<CallOptions, 'signal'> = {},
  asksForRules = false, monitors: readonly ForeignEndpoint[] = [],
): Promise<Observation> {
  const jobs = monitors.flatMap(({ expected }) => expected.flatMap(({ job }) => job ?? []));
  const selectors = Object.entries({ [MODEL_LABELS.application]: applications, job: jobs })
    .filter(([, { length }]) => length > 0).map(([label, values]) => {
      const quoted = [...new Set(values)].map(value => regexEscaped(value));
      return `{${label}=~${JSON.stringify(quoted.join('|'))}}`;
    });
  const isAlone = applications.length + monitors.length === 0;
  const notes: Remark[] = [];
  // a failed request aborts the others, which would be of no use
  const ended = new AbortController();
  const all: CallOptions = { ...options, signal: ended.signal };
  const warn = ({ warnings }: Notes) => notes.push(...warnings.map(warning => remark('scraper-warning', { warning })));
  const isFatal = ({ code, status }: ScraperError) => FATAL.includes(code) || status === 401;

  const seriesOf = async (metric: string, range = ''): Promise<readonly Series[]> => {
    const results = await Promise.all(selectors.map(async selector => client.query(metric + selector + range, all)));
    results.forEach(warn);
    return results.flatMap((result): readonly Series[] => 'series' in result ? result.series : []);
  };

  // a server that answers queries may not scrape by itself, or may not show what it scrapes
  const targetsOf = async (): Promise<readonly ActiveTarget[] | undefined> => {
    try {
      return isAlone ? undefined : (await client.targets(all)).active;
    } catch (error) {
      if (!isScraperError(error) || isFatal(error)) throw error;
      notes.push(remark('no-target-list', { error: error.code }));
      return undefined;
    }
  };

  // not every server evaluates rules, and what is scraped is reported even if a ruler fails
  const groupsOf = async (): Promise<readonly LoadedGroup[] | undefined> => {
    if (!asksForRules) return undefined;
    try {
      const result = await client.rules({ ...all, type: 'alert' });
      warn(result);
      return result.groups;
    } catch (error) {
      const isPassing = isScraperError(error) && PASSING.includes(error.code);
      // if it is the only request, it alone shows a wrong password
      if (!isScraperError(error) || isAlone && isFatal(error) && !isPassing) throw error;
      const { code, message } = error;
      notes.push(isPassing ? remark('no-rule-answer', { error: code, message })
        : remark('no-rule-list', { error: code }));
      return undefined;
    }
  };

  const answers = Promise.all([
    seriesOf('up'), seriesOf('scrape_samples_scraped'), seriesOf('up', `[${WINDOW}]`), targetsOf(), groupsOf(),
  ]);
  const [up, samples, history, targets, groups] = await answers.finally(() => ended.abort());
  const samplesOf = new Map(samples.flatMap(series =>
    series.kind === 'sample' ? [[seriesKey(series.labels), series.sample.value]] : []));
  const timesOf = new Map(history.flatMap(series =>
    series.kind === 'range' ? [[seriesKey(series.labels), series.samples.map(({ time }) => time)]] : []));
  const scraped = distinctByJson(up).flatMap((series): ObservedSeries[] => {
    if (series.kind !== 'sample') return [];
    const { labels, sample } = series;
    const key = seriesKey(labels);
    const observed = { labels, isUp: sample.value === 1, samples: samplesOf.get(key) };
    const times = timesOf.get(key) ?? [];
    if (times.length === 0) return [observed];
    // a sample of `up` has the time of the query, not that of the scrape
    const age = Math.max(0, sample.time - times.at(-1)!) / 1000;
    const gaps = times.slice(1).map((time, index) => time - times[index]);
    return [{ ...observed, age, interval: gaps.length === 0 ? undefined : Math.max(...gaps) / 1000 }];
  });
  // several requests may return the same warning
  return { scraped, targets, groups, notes: distinctByJson(notes) };
}

/** A key that is equal for equal sets of labels, without the metric's name: that is no label of a target. */
export function seriesKey({ __name__: _, ...labels }: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}
