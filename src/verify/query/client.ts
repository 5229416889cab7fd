import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { checkProps, ScraperClientProps } from './client-props';
import { CallFailure, ScraperError, systemFailure } from './errors';
import { ask, Connection, Envelope } from './http';
import { CallKind, CallOptions, parametersOf, QueryOptions, QueryRangeOptions, RulesOptions } from './options';
import {
  ActiveTarget, HistogramSample, InstantSeries, Labels, LoadedGroup, LoadedRule, MatrixResult, Notes, PrometheusNumber,
  QueryResult, RangeSeries, RulesResult, Sample, TargetsResult,
} from './results';
import { Secrets } from './secrets';
import { asProps, isObject } from '../../base/check';
import { refuse } from '../../base/brand';
import type { Shape } from '../../base/findings/catalogue/shapes';
import { Shown } from '../../base/findings/finding';

/**
 * The path of each call below `api/v1`. Without `state`, Prometheus also lists the targets that relabelling has
 * dropped, often many.
 */
const PATHS: Readonly<Record<CallKind, string>> = {
  query: 'query', queryRange: 'query_range', targets: 'targets?state=active', rules: 'rules',
};

const TIMEOUT = 30_000;
const RETRIES = 2;

/** The pause before the first retry, in milliseconds. Each further one is twice as long. */
const FIRST_PAUSE = 200;

/**
 * A client of a scraper: Prometheus, or a server with its HTTP API.
 *
 * A failed call throws a `ScraperError` with a `code`. An invalid argument throws a `ModelError` before anything is
 * sent. Numbers for times and durations are milliseconds. Connections are kept open for a while, but do not keep the
 * program from ending.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/
 */
export class ScraperClient {
  /** The scraper's URL. */
  public readonly url: string;

  readonly #timeout: number;
  readonly #retries: number;
  readonly #connection: Connection;

  /**
   * Checks the properties and reads the CA file. Nothing is sent yet.
   *
   * @throws ModelError if a property is invalid, or the CA file cannot be read
   */
  public constructor(props: ScraperClientProps) {
    const given = asProps(props);
    const { findings, ca } = checkProps(given);
    refuse('ScraperClient', findings);
    const { url, credentials, insecureSkipTlsVerify, timeout, retries } = given;
    this.url = url;
    this.#timeout = timeout ?? TIMEOUT;
    this.#retries = retries ?? RETRIES;
    const base = new URL(url);
    base.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/`;
    // set explicitly, since the environment could otherwise switch verification off
    const agent = base.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true, ca, rejectUnauthorized: !insecureSkipTlsVerify })
      : new HttpAgent({ keepAlive: true });
    this.#connection = { base, agent, secrets: new Secrets(credentials) };
  }

  /** Evaluates an expression at a single time. */
  public async query(expression: string, options: QueryOptions = {}): Promise<QueryResult> {
    return this.#call('query', { ...asProps(options), query: expression }, resultOf);
  }

  /** Evaluates an expression over a time range. */
  public async queryRange(expression: string, options: QueryRangeOptions): Promise<MatrixResult> {
    return this.#call('queryRange', { ...asProps(options), query: expression }, data => {
      const result = resultOf(data);
      if (result.type !== 'matrix') throw mustBe('data.resultType', 'matrix', result.type);
      return result;
    });
  }

  /**
   * The targets that the scraper scrapes. Thanos Query and other servers that scrape nothing themselves may not support
   * this call.
   */
  public async targets(options: CallOptions = {}): Promise<TargetsResult> {
    return this.#call('targets', options, targetsOf);
  }

  /** The rules that the scraper, or a ruler behind it, has loaded, and their current alerts. */
  public async rules(options: RulesOptions = {}): Promise<RulesResult> {
    return this.#call('rules', options, groupsOf);
  }

  /**
   * Sends a call and returns what `read` makes of the answer's data, with its notes. Retries if a connection is reset
   * or a proxy answers 503, while there is time. Turns each failure into a `ScraperError`.
   */
  async #call<T>(kind: CallKind, options: CallOptions & { readonly query?: string }, read: (data: unknown) => T): Promise<T & Notes> {
    const parameters = parametersOf(kind, options);
    const { signal: user, requestTimeout: timeout = this.#timeout } = asProps(options);
    const { base, secrets } = this.#connection;
    const call = new AbortController();
    const abort = () => call.abort(new CallFailure('aborted', {}));
    const end = performance.now() + timeout;
    const timer = setTimeout(() => call.abort(new CallFailure('timeout', { reason: 'client', milliseconds: timeout })), timeout);
    // one signal may end many calls
    if (user) setMaxListeners(0, user);
    if (user?.aborted) abort();
    user?.addEventListener('abort', abort);
    try {
      for (let tries = 0; ; tries++) {
        try {
          const envelope = await ask(this.#connection, `api/v1/${PATHS[kind]}`, parameters, call.signal);
          return { ...read(envelope.data), ...notesOf(envelope, secrets) };
        } catch (error) {
          const { code, details: { status, errorType } = {} } = error as NodeJS.ErrnoException & Partial<CallFailure>;
          // Prometheus' own 503 means that a query took too long
          const isPassing = code === 'ECONNRESET' || code === 'EPIPE' || status === 503 && errorType === undefined;
          const wait = FIRST_PAUSE * 2 ** tries;
          if (!isPassing || tries === this.#retries || performance.now() + wait >= end || call.signal.aborted) throw error;
          await pause(wait, undefined, { signal: call.signal });
        }
      }
    } catch (error) {
      const cause: unknown = call.signal.aborted ? call.signal.reason : error;
      const { code, name } = cause as NodeJS.ErrnoException;
      const { finding, details } = cause instanceof CallFailure ? cause : systemFailure(String(code ?? name));
      throw new ScraperError(base.href.replace(/\/$/, ''), finding, details);
    } finally {
      clearTimeout(timer);
      user?.removeEventListener('abort', abort);
    }
  }
}

/** Reads a value, which is at `field`. */
type Read<T> = (value: unknown, field: string) => T;

const RESULT = 'data.result';

/** The result of an expression, which lacks only its notes. */
export function resultOf(data: unknown) {
  const { resultType: type, result } = objectAt(data, 'data');
  switch (type) {
    case 'vector': return { type, series: listOf(result, RESULT, instantSeriesAt) };
    case 'matrix': return { type, series: listOf(result, RESULT, rangeSeriesAt) };
    case 'scalar': return { type, sample: sampleAt(result, RESULT) };
    case 'string': {
      const [time, text] = pairAt(result, RESULT, textAt);
      return { type, time, text };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

/** The notes of an answer, which may echo the request. */
export function notesOf({ warnings = [], infos = [] }: Envelope, secrets: Secrets): Notes {
  const noteAt = (value: unknown, field: string) => secrets.hide(textAt(value, field));
  return { warnings: listOf(warnings, 'warnings', noteAt), infos: listOf(infos, 'infos', noteAt) };
}

export function targetsOf(data: unknown): { readonly active: ActiveTarget[] } {
  const { activeTargets } = objectAt(data, 'data');
  return { active: listOf(activeTargets, 'data.activeTargets', targetAt) };
}

/** The groups of rules. Fields that some stores omit are empty. */
export function groupsOf(data: unknown): { readonly groups: LoadedGroup[] } {
  const { groups } = objectAt(data, 'data');
  const groupAt: Read<LoadedGroup> = (value, field) => {
    const { name, rules } = objectAt(value, field);
    return { name: textAt(name, `${field}.name`), rules: listOf(rules, `${field}.rules`, ruleAt) };
  };
  return { groups: listOf(groups, 'data.groups', groupAt) };
}

function instantSeriesAt(value: unknown, field: string): InstantSeries {
  const { metric, value: sample, histogram } = objectAt(value, field);
  const labels = labelsAt(metric, `${field}.metric`);
  return histogram === undefined ? { kind: 'sample', labels, sample: sampleAt(sample, `${field}.value`) }
    : { kind: 'histogram', labels, sample: histogramSampleAt(histogram, `${field}.histogram`) };
}

function rangeSeriesAt(value: unknown, field: string): RangeSeries {
  const { metric, histograms, values = histograms && [] } = objectAt(value, field);
  return {
    kind: 'range',
    labels: labelsAt(metric, `${field}.metric`),
    samples: listOf(values, `${field}.values`, sampleAt),
    histograms: listOf(histograms ?? [], `${field}.histograms`, histogramSampleAt),
  };
}

/**
 * The failure for a field whose value is not of the required form. Only the type of the value is shown: it may echo the
 * request.
 */
export function mustBe(field: string, shape: Shape, value: unknown): CallFailure {
  return new CallFailure('malformed-body', { reason: 'expected', shape, value: Shown.typeOf(value) }, { field });
}

/** A list whose elements are read one by one. Go may write an empty list as `null`. */
function listOf<T>(value: unknown, field: string, read: Read<T>): T[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw mustBe(field, 'list', value);
  return value.map((element, index) => read(element, `${field}[${index}]`));
}

function objectAt(value: unknown, field: string): Record<string, unknown> {
  if (!isObject(value)) throw mustBe(field, 'object', value);
  return value;
}

function textAt(value: unknown, field: string): string {
  if (typeof value !== 'string') throw mustBe(field, 'string', value);
  return value;
}

/** Labels, returned as they are. Their names are not shown, since they are texts of the server. */
function labelsAt(value: unknown, field: string): Labels {
  const labels = objectAt(value, field);
  for (const each of Object.values(labels)) if (typeof each !== 'string') throw mustBe(field, 'string-values', each);
  return labels as Record<string, string>;
}

/** A number in a string. `Number` reads an empty string as 0, and does not know `+Inf`. */
function numberAt(value: unknown, field: string): PrometheusNumber {
  const text = textAt(value, field);
  const number = text.trim() === '' ? NaN : Number(text.replace(/^([-+]?)Inf$/, '$1Infinity'));
  if (Number.isNaN(number) && text !== 'NaN') throw mustBe(field, 'number-text', value);
  return { value: number, text };
}

/** A number of seconds, in integer milliseconds. */
function millisecondsAt(value: unknown, field: string): number {
  if (!Number.isFinite(value)) throw mustBe(field, 'time-number', value);
  return Math.round(value as number * 1000);
}

/** `[time, value]`. */
function pairAt<T>(value: unknown, field: string, read: Read<T>): [time: number, value: T] {
  if (!Array.isArray(value) || value.length !== 2) throw mustBe(field, 'sample', value);
  return [millisecondsAt(value[0], `${field}[0]`), read(value[1], `${field}[1]`)];
}

function sampleAt(value: unknown, field: string): Sample {
  const [time, number] = pairAt(value, field, numberAt);
  return { time, ...number };
}

function histogramSampleAt(value: unknown, field: string): HistogramSample {
  const [time, { count, sum, buckets = [] }] = pairAt(value, field, objectAt);
  const bucketAt: Read<HistogramSample['buckets'][number]> = (bucket, at) => {
    const isBucket = Array.isArray(bucket) && bucket.length === 4 && [0, 1, 2, 3].includes(bucket[0])
      && bucket.slice(1).every(each => typeof each === 'string');
    if (!isBucket) throw mustBe(at, 'bucket', bucket);
    return bucket as [0, string, string, string];
  };
  const at = `${field}[1]`;
  return { time, count: textAt(count, `${at}.count`), sum: textAt(sum, `${at}.sum`), buckets: listOf(buckets, `${at}.buckets`, bucketAt) };
}

function targetAt(value: unknown, field: string): ActiveTarget {
  const target = objectAt(value, field);
  const text = (name: string) => textAt(target[name], `${field}.${name}`);
  const labels = (name: string) => labelsAt(target[name], `${field}.${name}`);
  return {
    labels: labels('labels'),
    discoveredLabels: labels('discoveredLabels'),
    scrapePool: text('scrapePool'),
    scrapeUrl: text('scrapeUrl'),
    health: text('health'),
    lastError: text('lastError'),
  };
}

function ruleAt(value: unknown, field: string): LoadedRule {
  const rule = objectAt(value, field);
  const { labels, duration, alerts } = rule;
  const text = (name: string, otherwise?: string) => textAt(rule[name] ?? otherwise, `${field}.${name}`);
  return {
    name: text('name'),
    query: text('query'),
    health: text('health', 'unknown'),
    lastError: text('lastError', ''),
    labels: labelsAt(labels ?? {}, `${field}.labels`),
    duration: millisecondsAt(duration ?? 0, `${field}.duration`),
    alerts: listOf(alerts ?? [], `${field}.alerts`, (alert, at) => {
      const { labels: own, state } = objectAt(alert, at);
      return { labels: labelsAt(own, `${at}.labels`), state: textAt(state, `${at}.state`) };
    }),
  };
}
