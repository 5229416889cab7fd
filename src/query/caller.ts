import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { attempts, Deadline } from './attempts';
import { ScraperClientProps } from './client-props';
import { Failures } from './failures';
import { ask, Connection, HttpAnswer } from './http';
import { CallOptions } from './parameters';
import { Batch, collect, readAnswer } from './read-answer';
import { SeriesStream } from './result';
import { Secrets } from './secrets';
import { ReadingStream } from './series-stream';

/** What is asked for, below the scraper's URL. */
export interface ScraperCall {
  readonly path: string;
  readonly parameters: URLSearchParams;
  /** Whether the parameters may be sent as a form. */
  readonly mayPost: boolean;
  readonly options: CallOptions;
}

type CallerLimits = Required<Pick<ScraperClientProps, 'timeout' | 'retries' | 'maxBodySize'>>;

const DEFAULTS: CallerLimits = { timeout: 30_000, retries: 2, maxBodySize: 64 * 1024 * 1024 };

/** Makes the calls of a client: with its limits, again where that may help, and with its errors. */
export class Caller {
  private readonly connection: Connection;
  private readonly failures: Failures;
  private readonly settings: CallerLimits;
  private readonly hidden: (text: string) => string;

  public constructor(props: ScraperClientProps, ca?: string) {
    const { url, credentials, insecureSkipTlsVerify, timeout, retries, maxBodySize } = props;
    const base = new URL(url);
    base.pathname = base.pathname.replace(/\/*$/, '/');
    const secrets = new Secrets(credentials);
    // said aloud: the environment could switch the verification off otherwise
    const agent = base.protocol === 'https:'
      ? new HttpsAgent({ keepAlive: true, ca, rejectUnauthorized: !insecureSkipTlsVerify })
      : new HttpAgent({ keepAlive: true });
    this.connection = { base, agent, headers: () => secrets.headers };
    this.hidden = text => secrets.hide(text);
    this.failures = new Failures(base.href.replace(/\/$/, ''), secrets, credentials?.user);
    this.settings = {
      timeout: timeout ?? DEFAULTS.timeout, retries: retries ?? DEFAULTS.retries, maxBodySize: maxBodySize ?? DEFAULTS.maxBodySize,
    };
  }

  /** Asks, and gives what `read` makes of the whole answer. */
  public async whole<T>(call: ScraperCall, read: (answer: Batch) => T): Promise<T> {
    const deadline = this.deadline(call);
    try {
      const attempt = async () => collect(await this.ask(call, deadline), this.most(call), this.hidden);
      return read(await attempts(this.settings.retries, deadline, attempt));
    } catch (error) {
      throw this.failures.of(error, deadline.signal);
    } finally {
      deadline.clear();
    }
  }

  /** Asks, and gives the series as they come in. What was given cannot be taken back: after the first series, nothing is tried again. */
  public async stream(call: ScraperCall): Promise<SeriesStream> {
    const deadline = this.deadline(call);
    const failed = (error: unknown) => this.failures.of(error, deadline.signal);
    try {
      const [first, rest] = await attempts(this.settings.retries, deadline, async () => {
        const batches = readAnswer(await this.ask(call, deadline), { bytes: this.most(call), of: 'piece' }, this.hidden);
        return [await batches.next(), batches] as const;
      });
      return new ReadingStream({ first, rest, failed, ended: () => deadline.clear() });
    } catch (error) {
      deadline.clear();
      throw failed(error);
    }
  }

  private async ask({ path, parameters, mayPost }: ScraperCall, { signal }: Deadline): Promise<HttpAnswer> {
    return ask(this.connection, { path, parameters, mayPost, signal });
  }

  private deadline({ options: { requestTimeout, signal } }: ScraperCall): Deadline {
    return new Deadline(requestTimeout ?? this.settings.timeout, signal);
  }

  private most({ options: { maxBodySize } }: ScraperCall): number {
    return maxBodySize ?? this.settings.maxBodySize;
  }
}
