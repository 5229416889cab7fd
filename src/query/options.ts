import { bad, Check, FINE, found } from '../findings/finding';
import { all, asProps, closed, filled, oneOf, whole } from '../private/check';
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
}

/** Options of the evaluation at a single time. */
export interface QueryOptions extends CallOptions {
  /**
   * The time.
   *
   * @default - the current time of the server
   */
  readonly time?: Time;
}

/** Options of the evaluation over a time range. */
export interface QueryRangeOptions extends CallOptions {
  /** The first time. */
  readonly start: Time;
  /** The end. It is evaluated too if a whole number of steps reaches it. */
  readonly end: Time;
  /** The duration from one time to the next. */
  readonly step: QueryDuration;
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

const inOrder: Check = ({ start, end }) => {
  const [first, last] = [start, end].map(value => value instanceof Date ? value.getTime() : value);
  const isReversed = typeof first === 'number' && typeof last === 'number' && last < first;
  return isReversed ? found('invalid-value', 'end', { reason: 'end-before-start' }) : FINE;
};

const signal: Check = (value, field) => value instanceof AbortSignal ? FINE : bad('invalid-type', 'abort-signal', field, value);

const CALL = { signal, requestTimeout: whole(1) };

const KINDS = {
  query: closed({ ...CALL, query: filled, time }, ['query']),
  queryRange: all(closed({ ...CALL, query: filled, start: time, end: time, step: duration }, ['query', 'start', 'end', 'step']), inOrder),
  targets: closed({ ...CALL, state: oneOf('active', 'dropped', 'any'), scrapePool: filled }),
  rules: closed({ ...CALL, type: oneOf('alert', 'record') }),
} satisfies Record<string, Check>;

/** The calls of the API. */
export type CallKind = keyof typeof KINDS;

/** The parameters of a call in the form of Prometheus' API. Throws all findings on them together. */
export function parametersOf(kind: CallKind, given: object): URLSearchParams {
  const values: Readonly<Record<string, unknown>> = asProps(given as object & Record<string, unknown>);
  refuse(`ScraperClient.${kind}()`, KINDS[kind](values, ''));
  const own = Object.entries(values).filter(([name, value]) => value != null && !Object.hasOwn(CALL, name));
  return new URLSearchParams(own.map(([name, value]): [string, string] => [name, written(value)]));
}

/** Numbers are milliseconds, and become seconds: exactly, since a number holds more digits than the milliseconds of any time have. */
function written(value: unknown): string {
  return value instanceof Date || typeof value === 'number' ? (Number(value) / 1000).toFixed(3) : String(value);
}
