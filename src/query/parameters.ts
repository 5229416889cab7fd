import { bad, Check, FINE, Finding, found } from '../findings/finding';
import { all, asProps, closed, filled, flag, list, object, oneOf, whole } from '../private/check';
import { millisecondsOf } from '../private/durations';
import { refuse } from '../private/errors';

/** A time: a `Date`, milliseconds since the epoch, or a string that Prometheus reads: RFC 3339, or seconds since the epoch. */
export type Time = Date | number | string;

/** A duration: milliseconds, or a string that Prometheus reads: `1h30m`, or seconds. */
export type QueryDuration = number | string;

/** Options of a call. */
export interface CallOptions {
  /**
   * Aborts the call.
   *
   * @default - the call is not aborted
   */
  readonly signal?: AbortSignal;

  /**
   * How long the whole call may take, in milliseconds, including retries and reading the answer.
   *
   * @default - the client's `timeout`
   */
  readonly requestTimeout?: number;

  /**
   * How much of an answer is held at once, in bytes after decompression: the whole answer, or, in a stream, one series.
   *
   * @default - the client's `maxBodySize`
   */
  readonly maxBodySize?: number;
}

/** Options of the evaluation of an expression. */
export interface EvaluationOptions extends CallOptions {
  /**
   * How long Prometheus may evaluate the expression.
   *
   * @default - Prometheus' own limit, `--query.timeout`
   */
  readonly timeout?: QueryDuration;

  /**
   * The maximum number of series in the result; 0 is no limit. Prometheus before 2.53 ignores it.
   *
   * @default - no limit
   */
  readonly limit?: number;

  /**
   * How far back the latest sample of a series may lie. Prometheus before 2.43 ignores it.
   *
   * @default - Prometheus' own, `--query.lookback-delta`: five minutes
   */
  readonly lookbackDelta?: QueryDuration;

  /**
   * Whether the result includes statistics of the evaluation; `all` includes them for each step.
   *
   * @default - no statistics
   */
  readonly stats?: boolean | 'all';
}

/** Options of the evaluation at a single time. */
export interface QueryOptions extends EvaluationOptions {
  /**
   * The time.
   *
   * @default - the current time of the server
   */
  readonly time?: Time;
}

/** Options of the evaluation over a time range. */
export interface QueryRangeOptions extends EvaluationOptions {
  /** The first time. */
  readonly start: Time;
  /** The end. It is evaluated too if a whole number of steps reaches it. */
  readonly end: Time;
  /** The duration from one time to the next. */
  readonly step: QueryDuration;
}

/** Options of a search for label names. */
export interface LabelsOptions extends CallOptions {
  /**
   * Selectors of the series to search: a series must match one of them.
   *
   * @default - all series
   */
  readonly match?: readonly string[];

  /**
   * The start of the time range to search.
   *
   * @default - all that Prometheus has
   */
  readonly start?: Time;

  /**
   * The end of the time range to search.
   *
   * @default - all that Prometheus has
   */
  readonly end?: Time;

  /**
   * The maximum number of results; 0 is no limit. Prometheus before 2.53 ignores it.
   *
   * @default - no limit
   */
  readonly limit?: number;
}

/** Options of a search for series. */
export interface SeriesOptions extends LabelsOptions {
  /** Selectors, at least one. Finds the series that match one of them. */
  readonly match: readonly string[];
}

/** Options of a search for targets. */
export interface TargetsOptions extends CallOptions {
  /**
   * Targets that are scraped, targets that relabelling has dropped, or both.
   *
   * @default any
   */
  readonly state?: 'active' | 'dropped' | 'any';

  /**
   * The job whose targets are returned.
   *
   * @default - those of all jobs
   */
  readonly scrapePool?: string;
}

/** Options of a search for rules. */
export interface RulesOptions extends CallOptions {
  /**
   * Alerting rules or recording rules.
   *
   * @default - both
   */
  readonly type?: 'alert' | 'record';
}

/** The latest time that a `Date` can hold. */
const LAST_DATE = 8.64e15;

/** A time with its date and zone. */
export const RFC3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[-+]\d\d:\d\d)$/;
const SECONDS = /^-?\d+(\.\d+)?$/;

const time: Check = (value, field) => {
  const isNumber = value instanceof Date || typeof value === 'number';
  const isTime = isNumber ? Number.isInteger(Number(value)) && Math.abs(Number(value)) <= LAST_DATE
    : typeof value === 'string' && (RFC3339.test(value) || SECONDS.test(value));
  return isTime ? FINE : bad('invalid-value', 'time', field, value);
};

const duration: Check = (value, field) => {
  const isGood = typeof value === 'number' ? Number.isFinite(value) && value >= 1
    : typeof value === 'string' && (millisecondsOf(value) !== undefined || SECONDS.test(value));
  return isGood ? FINE : bad('invalid-value', 'duration', field, value);
};

const stats: Check = (value, field) => value === 'all' ? FINE : flag(value, field);

const signal: Check = (value, field) =>
  value instanceof AbortSignal ? FINE : bad('invalid-type', 'abort-signal', field, value);

const CALL: Record<string, Check> = { signal, requestTimeout: whole(1), maxBodySize: whole(1) };
const EVALUATION: Record<string, Check> = { ...CALL, query: filled, timeout: duration, limit: whole(0), lookbackDelta: duration, stats };
const FIND: Record<string, Check> = { ...CALL, match: list(filled), start: time, end: time, limit: whole(0) };

const KINDS = {
  query: closed({ ...EVALUATION, time }, ['query']),
  queryRange: closed({ ...EVALUATION, start: time, end: time, step: duration }, ['query', 'start', 'end', 'step']),
  series: all(closed(FIND, ['match']), object({ match: list(filled, { min: 1, what: 'selector' }) })),
  labels: closed(FIND),
  targets: closed({ ...CALL, state: oneOf('active', 'dropped', 'any'), scrapePool: filled }),
  rules: closed({ ...CALL, type: oneOf('alert', 'record') }),
  buildInfo: closed(CALL),
} satisfies Record<string, Check>;

/** The calls of the API. */
export type CallKind = keyof typeof KINDS;

/** Prometheus' names of the parameters, where they differ. */
const NAMES: Readonly<Record<string, string>> = { lookbackDelta: 'lookback_delta', match: 'match[]' };
const TIMES: readonly string[] = ['time', 'start', 'end'];
const DURATIONS: readonly string[] = ['timeout', 'lookbackDelta', 'step'];
const OWN: readonly string[] = Object.keys(CALL);

/** The parameters of a call in the form of Prometheus' API. Throws all findings on them together. */
export function parametersOf(kind: CallKind, given: object): URLSearchParams {
  const values: Readonly<Record<string, unknown>> = asProps(given as object & Record<string, unknown>);
  refuse(`ScraperClient.${kind}()`, [...KINDS[kind](values, ''), ...inOrder(values)]);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value == null || value === false || OWN.includes(name)) continue;
    for (const each of Array.isArray(value) ? value : [value]) parameters.append(NAMES[name] ?? name, written(name, each));
  }
  return parameters;
}

function written(name: string, value: unknown): string {
  if (TIMES.includes(name) && typeof value !== 'string') return seconds(Number(value));
  return DURATIONS.includes(name) && typeof value === 'number' ? seconds(value) : String(value);
}

/** Converts exactly, since a number holds more digits than the milliseconds of any time have. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function inOrder({ start, end }: Readonly<Record<string, unknown>>): Finding[] {
  const [first, last] = [start, end].map(value => value instanceof Date ? value.getTime() : value);
  return typeof first === 'number' && typeof last === 'number' && last < first
    ? found('invalid-value', 'end', { reason: 'end-before-start' })
    : FINE;
}
