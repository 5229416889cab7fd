import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ScraperClientProps, checkProps } from './client-props';
import { buildInfoOf, dataOf, labelsAt, mustBe, notesOf, resultOf, targetsOf, textAt } from './decode';
import { Failures } from './errors';
import { ABORTED, Refused, timedOut } from './failures';
import { ask, Connection, Question } from './http';
import {
  CallKind, CallOptions, LabelsOptions, QueryOptions, QueryRangeOptions, RulesOptions, SeriesOptions, TargetsOptions, parametersOf,
} from './parameters';
import { Batch, collect, Limit, readAnswer, ReadingStream } from './read-answer';
import {
  BuildInfoResult, LabelsResult, MatrixResult, QueryResult, RulesResult, SeriesResult, SeriesStream, TargetsResult,
} from './results';
import { groupsOf } from './rules';
import { Secrets } from './secrets';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';

/**
 * A client of a scraper: Prometheus, or a server with its HTTP API.
 *
 * A failed call throws a `ScraperError` with a `code`. An invalid argument throws a `ModelError` before anything is sent. Numbers for times
 * and durations are milliseconds. Connections are kept open for a while, but do not keep the program from ending.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/
 */
export class ScraperClient {
  /** The scraper's URL. */
  public readonly url: string;

  /** Holds the password. Nothing prints a private field. */
  readonly #caller: Caller;

  /**
   * Checks the properties and reads the CA file. Nothing is sent yet.
   *
   * @throws ModelError if a property is invalid, or the CA file cannot be read
   */
  public constructor(props: ScraperClientProps) {
    const given = asProps(props);
    const { findings, ca } = checkProps(given);
    refuse('ScraperClient', findings);
    this.url = given.url;
    this.#caller = new Caller(given, ca);
  }

  /** Evaluates an expression at a single time. */
  public async query(expression: string, options: QueryOptions = {}): Promise<QueryResult> {
    return this.#caller.whole(expressionCall('query', expression, options), ({ envelope, elements }) => resultOf(envelope, elements));
  }

  /** Evaluates an expression over a time range. */
  public async queryRange(expression: string, options: QueryRangeOptions): Promise<MatrixResult> {
    return this.#caller.whole(expressionCall('queryRange', expression, options), ({ envelope, elements }) => {
      const result = resultOf(envelope, elements);
      if (result.type !== 'matrix') throw mustBe('data.resultType', 'matrix', result.type);
      return result;
    });
  }

  /** Like `query`, for a result with many series: yields them one by one while they come in. */
  public async queryStream(expression: string, options: QueryOptions = {}): Promise<SeriesStream> {
    return this.#caller.stream(expressionCall('query', expression, options));
  }

  /** Like `queryRange`, for a result with many series: yields them one by one while they come in. */
  public async queryRangeStream(expression: string, options: QueryRangeOptions): Promise<SeriesStream> {
    return this.#caller.stream(expressionCall('queryRange', expression, options));
  }

  /** The labels of the series that match. */
  public async series(options: SeriesOptions): Promise<SeriesResult> {
    return this.#caller.whole(callOf('series', options), ({ envelope }) => ({ series: dataOf(envelope, labelsAt), ...notesOf(envelope) }));
  }

  /** The names of the labels that series have. */
  public async labels(options: LabelsOptions = {}): Promise<LabelsResult> {
    return this.#caller.whole(callOf('labels', options), ({ envelope }) => ({ labels: dataOf(envelope, textAt), ...notesOf(envelope) }));
  }

  /**
   * The targets that the scraper scrapes, and those that it has discovered but dropped. Thanos Query and other servers that scrape nothing
   * themselves may not support this call.
   */
  public async targets(options: TargetsOptions = {}): Promise<TargetsResult> {
    return this.#caller.whole(callOf('targets', options), ({ envelope }) => ({ ...targetsOf(envelope.data), ...notesOf(envelope) }));
  }

  /** The rules that the scraper, or a ruler behind it, has loaded, and their current alerts. */
  public async rules(options: RulesOptions = {}): Promise<RulesResult> {
    return this.#caller.whole(callOf('rules', options), ({ envelope }) => ({ groups: groupsOf(envelope.data), ...notesOf(envelope) }));
  }

  /** The version of the scraper. Other servers with Prometheus' API may return the version of Prometheus whose API they follow. */
  public async buildInfo(options: CallOptions = {}): Promise<BuildInfoResult> {
    return this.#caller.whole(callOf('buildInfo', options), ({ envelope }) => ({ ...buildInfoOf(envelope.data), ...notesOf(envelope) }));
  }
}

/** A request to the API, and the options of its call. */
interface ScraperCall extends Omit<Question, 'signal'> {
  readonly options: CallOptions;
}

const PATHS: Partial<Record<CallKind, string>> = { buildInfo: 'status/buildinfo', queryRange: 'query_range' };

/** The calls with few parameters, for which Prometheus does not accept POST. */
const WITHOUT_POST: readonly CallKind[] = ['buildInfo', 'rules', 'targets'];

function callOf(kind: CallKind, options: CallOptions, given: object = options): ScraperCall {
  const path = `api/v1/${PATHS[kind] ?? kind}`;
  return { path, parameters: parametersOf(kind, given), mayPost: !WITHOUT_POST.includes(kind), options: asProps(options) };
}

function expressionCall(kind: CallKind, query: string, options: CallOptions): ScraperCall {
  return callOf(kind, options, { ...asProps(options), query });
}

type CallerLimits = Required<Pick<ScraperClientProps, 'timeout' | 'retries' | 'maxBodySize'>>;

const DEFAULTS: CallerLimits = { timeout: 30_000, retries: 2, maxBodySize: 64 * 1024 * 1024 };

/** Runs the calls of a client: applies its limits, retries, and creates its errors. */
class Caller {
  private readonly connection: Connection;
  private readonly failures: Failures;
  private readonly limits: CallerLimits;
  private readonly hidden: (text: string) => string;

  public constructor({ url, credentials, insecureSkipTlsVerify, ...given }: ScraperClientProps, ca?: string) {
    const base = new URL(url);
    base.pathname = base.pathname.replace(/\/*$/, '/');
    const secrets = new Secrets(credentials);
    // set explicitly, since the environment could otherwise switch verification off
    const agent = base.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true, ca, rejectUnauthorized: !insecureSkipTlsVerify })
      : new HttpAgent({ keepAlive: true });
    this.connection = { base, agent, headers: () => secrets.headers };
    this.hidden = text => secrets.hide(text);
    this.failures = new Failures(base.href.replace(/\/$/, ''), secrets, credentials?.user);
    this.limits = limitsOf(given, DEFAULTS);
  }

  /** Sends a call and returns what `read` makes of the whole answer. */
  public async whole<T>(call: ScraperCall, read: (answer: Batch) => T): Promise<T> {
    const { deadline, failed, batches } = this.begin(call, 'answer');
    try {
      return read(await attempts(this.limits.retries, deadline, async () => collect(await batches())));
    } catch (error) {
      throw failed(error);
    } finally {
      deadline.clear();
    }
  }

  /**
   * Sends a call and yields the series as they come in. Does not retry after the first series, since yielded series cannot be taken back.
   */
  public async stream(call: ScraperCall): Promise<SeriesStream> {
    const { deadline, failed, batches } = this.begin(call, 'piece');
    try {
      const [first, rest] = await attempts(this.limits.retries, deadline, async () => {
        const all = await batches();
        return [await all.next(), all] as const;
      });
      return new ReadingStream({ first, rest, failed, ended: () => deadline.clear() });
    } catch (error) {
      deadline.clear();
      throw failed(error);
    }
  }

  private begin({ options, ...question }: ScraperCall, of: Limit['of']) {
    const { timeout, maxBodySize: bytes } = limitsOf({ timeout: options.requestTimeout, maxBodySize: options.maxBodySize }, this.limits);
    const deadline = new Deadline(timeout, options.signal);
    const { signal } = deadline;
    return {
      deadline,
      failed: (error: unknown) => this.failures.of(error, signal),
      batches: async () => readAnswer(await ask(this.connection, { ...question, signal }), { bytes, of }, this.hidden),
    };
  }
}

function limitsOf(given: Partial<CallerLimits>, otherwise: CallerLimits): CallerLimits {
  const limitOf = (name: keyof CallerLimits) => given[name] ?? otherwise[name];
  return { timeout: limitOf('timeout'), retries: limitOf('retries'), maxBodySize: limitOf('maxBodySize') };
}

const FIRST_PAUSE = 200;
const RESET: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** The end of a call: when its time is up, or when the user's signal aborts it. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly end: number;
  private readonly timer: NodeJS.Timeout;

  public constructor(milliseconds: number, private readonly user?: AbortSignal) {
    this.end = performance.now() + milliseconds;
    this.timer = setTimeout(() => this.controller.abort(timedOut(milliseconds)), milliseconds);
    if (user?.aborted) this.abort();
    // one signal may end many calls
    if (user) setMaxListeners(0, user);
    user?.addEventListener('abort', this.abort);
    // also clears the timer for a stream that nobody reads
    this.signal.addEventListener('abort', () => this.clear());
  }

  public get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The remaining milliseconds. */
  public get left(): number {
    return this.end - performance.now();
  }

  /** Called when the call is over. */
  public clear(): void {
    clearTimeout(this.timer);
    this.user?.removeEventListener('abort', this.abort);
  }

  private readonly abort = () => this.controller.abort(ABORTED);
}

/** Retries if a connection is reset or a proxy answers 503. Prometheus' own 503 means that a query took too long, so it is not retried. */
export async function attempts<T>(retries: number, deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = pauseAfter(error, tries);
      if (wait === undefined || tries === retries || wait >= deadline.left || deadline.signal.aborted) throw error;
      await pause(wait, undefined, { signal: deadline.signal });
    }
  }
}

function pauseAfter(error: unknown, tries: number): number | undefined {
  const doubled = FIRST_PAUSE * 2 ** tries;
  if (RESET.includes((error as NodeJS.ErrnoException)?.code)) return doubled;
  if (!(error instanceof Refused) || error.answer.status !== 503 || error.envelope) return undefined;
  return Math.max(doubled, error.answer.retryAfter ?? 0);
}
