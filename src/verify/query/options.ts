import { Check, must } from '../../base/findings/finding';
import { asProps, closed, filled, isFilled, oneOf, whole } from '../../base/check';
import { throwFindings } from '../../base/brand';

/**
 * A time: a `Date`, integer milliseconds since the epoch, or a string that Prometheus reads: RFC 3339, or seconds since
 * the epoch.
 */
export type Time = Date | number | string;

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call. @default - the call is not aborted */
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
  /** The time. @default - the current time of the server */
  readonly time?: Time;
}

/** Options of the evaluation over a time range. */
export interface QueryRangeOptions extends CallOptions {
  /** The first time. */
  readonly start: Time;
  /** The end. It is evaluated too if a whole number of steps reaches it. */
  readonly end: Time;
  /** The duration from one time to the next: milliseconds, or a string that Prometheus reads: `1h30m`, or seconds. */
  readonly step: number | string;
}

/** Options of a search for rules. */
export interface RulesOptions extends CallOptions {
  /** Alerting rules or recording rules. @default - both */
  readonly type?: 'alert' | 'record';
}

// the scraper itself reads strings, and reports those that it does not understand
const time: Check = must(value =>
  value instanceof Date || typeof value === 'number' ? Number.isInteger(Number(value)) : isFilled(value),
'invalid-value', 'time');

/** A step: milliseconds, or a string of Prometheus. */
const duration: Check = must(value =>
  typeof value === 'number' ? Number.isFinite(value) && value >= 1 : isFilled(value),
'invalid-value', 'duration');

/** The options of every call, which are for the client and no parameters of the API. */
const CALL = {
  signal: must(value => value instanceof AbortSignal, 'invalid-type', 'abort-signal'),
  requestTimeout: whole(1),
};

/** The checks of what the methods of a ScraperClient get, by method. */
const KINDS = {
  query: closed({ ...CALL, query: filled, time }, ['query']),
  queryRange: closed(
    { ...CALL, query: filled, start: time, end: time, step: duration }, ['query', 'start', 'end', 'step'],
  ),
  targets: closed(CALL),
  rules: closed({ ...CALL, type: oneOf('alert', 'record') }),
} satisfies Record<string, Check>;

/** The calls of the API. */
export type CallKind = keyof typeof KINDS;

/** The parameters of a call in the form of Prometheus' API. Throws all findings on them together. */
export function callParameters(kind: CallKind, given: object): URLSearchParams {
  const values: Readonly<Record<string, unknown>> = asProps(given as object & Record<string, unknown>);
  throwFindings(`ScraperClient.${kind}()`, KINDS[kind](values, ''));
  const own = Object.entries(values).filter(([name, value]) => value != null && !Object.hasOwn(CALL, name));
  // milliseconds become seconds
  return new URLSearchParams(own.map(([name, value]): [string, string] =>
    [name, value instanceof Date || typeof value === 'number' ? (Number(value) / 1000).toFixed(3) : String(value)]));
}
