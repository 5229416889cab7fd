import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { ScraperClientProps, checkProps } from './client-props';
import { Envelope, groupsOf, mustBe, notesOf, resultOf, targetsOf } from './decode';
import { Failures } from './errors';
import { failure, KnownFailure, Refused } from './failures';
import { ask, Connection, readAnswer } from './http';
import { CallKind, CallOptions, parametersOf, QueryOptions, QueryRangeOptions, RulesOptions, TargetsOptions } from './options';
import { MatrixResult, QueryResult, RulesResult, TargetsResult } from './results';
import { Secrets } from './secrets';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';

/** The path of each call below `api/v1`, and whether long parameters may be sent as a form. */
const CALLS: Readonly<Record<CallKind, readonly [path: string, mayPost: boolean]>> = {
  query: ['query', true],
  queryRange: ['query_range', true],
  targets: ['targets', false],
  rules: ['rules', false],
};

const TIMEOUT = 30_000;
const RETRIES = 2;
const MAX_BODY_SIZE = 64 * 1024 * 1024;

/** The first pause before a retry, in milliseconds. Each further one is twice as long. */
const FIRST_PAUSE = 200;

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

  readonly #limits: Readonly<Record<'timeout' | 'retries' | 'maxBodySize', number>>;
  // the headers hold the password: nothing prints a private field
  readonly #connection: Connection;
  readonly #secrets: Secrets;
  readonly #failures: Failures;

  /**
   * Checks the properties and reads the CA file. Nothing is sent yet.
   *
   * @throws ModelError if a property is invalid, or the CA file cannot be read
   */
  public constructor(props: ScraperClientProps) {
    const given = asProps(props);
    const { findings, ca } = checkProps(given);
    refuse('ScraperClient', findings);
    const { url, credentials, insecureSkipTlsVerify, timeout, retries, maxBodySize } = given;
    this.url = url;
    this.#limits = { timeout: timeout ?? TIMEOUT, retries: retries ?? RETRIES, maxBodySize: maxBodySize ?? MAX_BODY_SIZE };
    this.#secrets = new Secrets(credentials);
    const base = new URL(url);
    base.pathname = `${base.pathname.replace(/(?<!\/)\/+$/, '')}/`;
    // set explicitly, since the environment could otherwise switch verification off
    const agent = base.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true, ca, rejectUnauthorized: !insecureSkipTlsVerify })
      : new HttpAgent({ keepAlive: true });
    this.#connection = { base, agent, headers: () => this.#secrets.headers };
    this.#failures = new Failures(base.href.replace(/\/$/, ''), this.#secrets, credentials?.user);
  }

  /** Evaluates an expression at a single time. */
  public async query(expression: string, options: QueryOptions = {}): Promise<QueryResult> {
    return this.#call('query', { ...asProps(options), query: expression }, resultOf);
  }

  /** Evaluates an expression over a time range. */
  public async queryRange(expression: string, options: QueryRangeOptions): Promise<MatrixResult> {
    return this.#call('queryRange', { ...asProps(options), query: expression }, envelope => {
      const result = resultOf(envelope);
      if (result.type !== 'matrix') throw mustBe('data.resultType', 'matrix', result.type);
      return result;
    });
  }

  /**
   * The targets that the scraper scrapes, and those that it has discovered but dropped. Thanos Query and other servers that scrape nothing
   * themselves may not support this call.
   */
  public async targets(options: TargetsOptions = {}): Promise<TargetsResult> {
    return this.#call('targets', options, envelope => ({ ...targetsOf(envelope.data), ...notesOf(envelope) }));
  }

  /** The rules that the scraper, or a ruler behind it, has loaded, and their current alerts. */
  public async rules(options: RulesOptions = {}): Promise<RulesResult> {
    return this.#call('rules', options, envelope => ({ groups: groupsOf(envelope.data), ...notesOf(envelope) }));
  }

  /** Sends a call and returns what `read` makes of the answer. Turns each failure into a `ScraperError`. */
  async #call<T>(kind: CallKind, options: CallOptions & { readonly query?: string }, read: (envelope: Envelope) => T): Promise<T> {
    const parameters = parametersOf(kind, options);
    const { signal: user, requestTimeout: timeout = this.#limits.timeout } = asProps(options);
    const [path, mayPost] = CALLS[kind];
    const call = new AbortController();
    const abort = () => call.abort(new KnownFailure(failure('aborted', {})));
    const end = performance.now() + timeout;
    const timer = setTimeout(() => call.abort(new KnownFailure(failure('timeout', { reason: 'client', milliseconds: timeout }))), timeout);
    if (user?.aborted) abort();
    // one signal may end many calls
    if (user) setMaxListeners(0, user);
    user?.addEventListener('abort', abort);
    const { signal } = call;
    try {
      const envelope = await this.#attempts(end, signal, async () =>
        readAnswer(await ask(this.#connection, { path: `api/v1/${path}`, parameters, mayPost, signal }), this.#limits.maxBodySize));
      return read(this.#secrets.withoutSecrets(envelope));
    } catch (error) {
      throw this.#failures.of(signal.aborted ? signal.reason : error);
    } finally {
      clearTimeout(timer);
      user?.removeEventListener('abort', abort);
    }
  }

  /** Retries if a connection is reset or a proxy answers 503, while there is time. */
  async #attempts<T>(end: number, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        const wait = pauseAfter(error, FIRST_PAUSE * 2 ** tries);
        if (wait === undefined || tries === this.#limits.retries || performance.now() + wait >= end || signal.aborted) throw error;
        await pause(wait, undefined, { signal });
      }
    }
  }
}

/** The pause before a retry, at least `least`; `undefined` if a retry is no use. Prometheus' own 503 means that a query took too long. */
function pauseAfter(error: unknown, least: number): number | undefined {
  if (['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException)?.code ?? '')) return least;
  if (!(error instanceof Refused) || error.answer.status !== 503 || error.envelope) return undefined;
  return Math.max(least, error.answer.retryAfter ?? 0);
}
