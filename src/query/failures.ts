import { STATUS_CODES } from 'node:http';
import { Envelope } from './decode';
import { isScraperError, ScraperError, ScraperErrorDetails } from './errors';
import { Failure, failure } from './failure';
import { HttpAnswer, MOST_REDIRECTS, Redirected } from './http';
import { Malformed } from './malformed';
import { networkFailure } from './network-failures';
import { Secrets } from './secrets';
import type { Phrase } from '../findings/sentence';
import { show } from '../findings/shown';

/** A failure that is known when it is thrown, or when a call is ended from here. */
export class KnownFailure {
  public constructor(public readonly why: Failure) {}
}

export const ABORTED = new KnownFailure(failure('aborted', {}));

export const timedOut = (milliseconds: number) => new KnownFailure(failure('timeout', { reason: 'client', milliseconds }));

/** What is too much to be held. */
export class TooLarge extends Error {
  public constructor(public readonly limit: number) {
    super('too large');
  }
}

/** An answer that is not a result. */
export class Refused extends Error {
  public constructor(
    public readonly answer: Pick<HttpAnswer, 'status' | 'contentType' | 'retryAfter'>,
    /** Its beginning. */
    public readonly text: string,
    /** The whole, where it is Prometheus' own. */
    public readonly envelope?: Envelope,
    /** Whether there is more of the text. */
    public readonly isCut = false,
  ) {
    super('refused');
  }
}

/** What Prometheus may say itself. */
type RefusalCode = 'bad-query' | 'execution' | 'not-found' | 'timeout' | 'unauthorized' | 'unavailable';

/** Prometheus' names of what went wrong. */
const ERROR_TYPES: ReadonlyMap<unknown, RefusalCode> = new Map([
  ['bad_data', 'bad-query'],
  ['not_acceptable', 'bad-query'],
  ['execution', 'execution'],
  ['timeout', 'timeout'],
  ['canceled', 'unavailable'],
  ['internal', 'unavailable'],
  ['unavailable', 'unavailable'],
  ['not_found', 'not-found'],
]);

/** What others mean who answer in Prometheus' form with names of their own. */
const STATUSES: ReadonlyMap<number, RefusalCode> = new Map([
  [400, 'bad-query'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not-found'],
  ...[429, 502, 503, 504].map((status): [number, RefusalCode] => [status, 'unavailable']),
]);

/** Makes errors of all that goes wrong. */
export class Failures {
  public constructor(private readonly url: string, private readonly secrets: Secrets, private readonly user?: string) {}

  /** What was thrown while a call ran that may have been ended from here. */
  public of(error: unknown, signal: AbortSignal): ScraperError {
    if (isScraperError(error)) return error;
    const known = signal.aborted ? signal.reason : error;
    if (known instanceof KnownFailure) return this.error(known.why);
    if (error instanceof Refused) return this.refused(error);
    if (error instanceof Malformed) return this.malformed(error);
    if (error instanceof TooLarge) return this.error(failure('body-too-large', { limit: error.limit }));
    if (error instanceof Redirected) return this.error(this.redirected(error), { status: error.status });
    const code = String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name);
    if (code.startsWith('Z_')) return this.malformed(new Malformed(undefined, '', () => ({ reason: 'compression' })));
    return this.error(networkFailure(code), { systemCode: code });
  }

  /** Prometheus' own refusal, or that of something in front of it. */
  private refused(refusal: Refused): ScraperError {
    const { answer: { status, retryAfter }, envelope } = refusal;
    if (!envelope) return this.error(this.foreign(refusal), { status, retryAfter });
    const { errorType, error, warnings, infos } = envelope;
    const code = ERROR_TYPES.get(errorType) ?? STATUSES.get(status) ?? (status >= 500 ? 'unavailable' : 'execution');
    return this.error(failure(code, { reason: 'refused', message: this.text(error ?? 'no reason is given'), status }), {
      status, errorType: this.text(errorType), warnings: this.texts(warnings), infos: this.texts(infos),
    });
  }

  private foreign(refusal: Refused): Failure {
    const { answer } = refusal;
    const status = [answer.status, STATUS_CODES[answer.status] ?? []].flat().join(' ');
    if (answer.status === 401 || answer.status === 403) return this.unauthorized(answer.status, status);
    const body = this.excerpt(refusal);
    if (answer.status === 404) return failure('not-found', { reason: 'foreign', status, body });
    if ([413, 414, 431].includes(answer.status)) return failure('bad-query', { reason: 'too-long', status, body });
    return STATUSES.get(answer.status) === 'unavailable'
      ? failure('unavailable', { reason: 'foreign', status, body })
      : failure('not-prometheus', { reason: 'foreign', status, body });
  }

  private unauthorized(code: 401 | 403, status: string): Failure {
    const { user } = this;
    if (user === undefined) return failure('unauthorized', { reason: code === 401 ? 'no-credentials' : 'nobody', status });
    return failure('unauthorized', { reason: code === 401 ? 'wrong-credentials' : 'not-this-user', status, user });
  }

  private redirected({ status, location, isCircle }: Redirected): Failure {
    if (isCircle) return failure('redirected', { reason: 'circle', most: MOST_REDIRECTS, status });
    if (!location) return failure('redirected', { reason: 'nowhere', status });
    const origin = this.secrets.clean(location.origin === 'null' ? location.protocol : location.origin);
    return failure('redirected', { reason: 'elsewhere', status, origin });
  }

  /** Its type, and the title of a page, or the beginning of a text. */
  private excerpt({ answer: { contentType }, text: whole, isCut }: Refused): Phrase {
    const type = this.secrets.clean(contentType.split(';')[0]);
    const [, title] = /<title[^>]*>([^<]*)</i.exec(whole) ?? [];
    const text = title === undefined ? this.secrets.clean(/^\s*</.test(whole) ? '' : whole, isCut) : this.secrets.clean(title);
    if (type) return text ? { phrase: 'body-with-text', type, text } : { phrase: 'body', type };
    return text ? { phrase: 'untyped-body-with-text', text } : { phrase: 'untyped-body' };
  }

  private malformed(wrong: Malformed): ScraperError {
    const clean = (text: string) => this.secrets.clean(text);
    const field = clean(wrong.field);
    return this.error(failure('malformed-body', wrong.flaw(clean), field), { offset: wrong.offset, field });
  }

  private text(value: unknown): string {
    return typeof value === 'string' ? this.secrets.clean(value) : show(value);
  }

  private texts(value: unknown): string[] {
    return Array.isArray(value) ? value.map(text => this.text(text)) : [];
  }

  private error(why: Failure, details?: ScraperErrorDetails): ScraperError {
    return new ScraperError(this.url, why, details);
  }
}
