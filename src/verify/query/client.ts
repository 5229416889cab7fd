import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { checkProps, ScraperClientProps } from './client-props';
import { CallFailure, ScraperError, systemFailure } from './errors';
import { ask, Connection, Secrets } from './http';
import { CallKind, CallOptions, callParameters, QueryOptions, QueryRangeOptions, RulesOptions } from './options';
import { MatrixResult, Notes, QueryResult, RulesResult, TargetsResult } from './results';
import { asProps } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { mustBe, answerNotes, queryResultIn, ruleGroupsIn, targetsIn } from './decode';

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
    throwFindings('ScraperClient', findings);
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
    return this.#call('query', { ...asProps(options), query: expression }, queryResultIn);
  }

  /** Evaluates an expression over a time range. */
  public async queryRange(expression: string, options: QueryRangeOptions): Promise<MatrixResult> {
    return this.#call('queryRange', { ...asProps(options), query: expression }, data => {
      const result = queryResultIn(data);
      if (result.type !== 'matrix') throw mustBe('data.resultType', 'matrix', result.type);
      return result;
    });
  }

  /**
   * The targets that the scraper scrapes. Thanos Query and other servers that scrape nothing themselves may not support
   * this call.
   */
  public async targets(options: CallOptions = {}): Promise<TargetsResult> {
    return this.#call('targets', options, targetsIn);
  }

  /** The rules that the scraper, or a ruler behind it, has loaded, and their current alerts. */
  public async rules(options: RulesOptions = {}): Promise<RulesResult> {
    return this.#call('rules', options, ruleGroupsIn);
  }

  /**
   * Sends a call and returns what `read` makes of the answer's data, with its notes. Retries if a connection is reset
   * or a proxy answers 503, while there is time. Turns each failure into a `ScraperError`.
   */
  async #call<T>(
    kind: CallKind, options: CallOptions & { readonly query?: string }, read: (data: unknown) => T,
  ): Promise<T & Notes> {
    const parameters = callParameters(kind, options);
    const { signal: user, requestTimeout: timeout = this.#timeout } = asProps(options);
    const { base, secrets } = this.#connection;
    const call = new AbortController();
    const abort = () => call.abort(new CallFailure('aborted', {}));
    const end = performance.now() + timeout;
    const late = () => call.abort(new CallFailure('timeout', { reason: 'client', milliseconds: timeout }));
    const timer = setTimeout(late, timeout);
    // one signal may end many calls
    if (user) setMaxListeners(0, user);
    if (user?.aborted) abort();
    user?.addEventListener('abort', abort);
    try {
      for (let tries = 0; ; tries++) {
        try {
          const envelope = await ask(this.#connection, `api/v1/${PATHS[kind]}`, parameters, call.signal);
          return { ...read(envelope.data), ...answerNotes(envelope, secrets) };
        } catch (error) {
          const { code, details: { status, errorType } = {} } = error as NodeJS.ErrnoException & Partial<CallFailure>;
          // Prometheus' own 503 means that a query took too long
          const isPassing = code === 'ECONNRESET' || code === 'EPIPE' || status === 503 && errorType === undefined;
          const wait = FIRST_PAUSE * 2 ** tries;
          const isLast = tries === this.#retries || performance.now() + wait >= end || call.signal.aborted;
          if (!isPassing || isLast) throw error;
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
