import { STATUS_CODES } from 'node:http';
import { Envelope } from './decode';
import { ScraperError, ScraperErrorCode, ScraperErrorDetails } from './errors';
import { HttpAnswer, Redirected } from './http';
import { Malformed } from './malformed';
import { Failure, failure, networkFailure } from './network-failures';
import { Secrets } from './secrets';
import { show } from '../findings/shown';

const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';

/** A failure that is known when it is thrown, or when a call is ended from here. */
export class KnownFailure {
  public constructor(public readonly why: Failure) {}
}

export const ABORTED = new KnownFailure(failure('aborted', 'the call was aborted'));

export const timedOut = (milliseconds: number) => new KnownFailure(failure('timeout', `no whole answer within ${milliseconds} ms`, LESS));

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

/** Prometheus' names of what went wrong. */
const ERROR_TYPES: ReadonlyMap<unknown, ScraperErrorCode> = new Map([
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
const STATUSES: ReadonlyMap<number, ScraperErrorCode> = new Map([
  [400, 'bad-query'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not-found'],
  ...[429, 502, 503, 504].map((status): [number, ScraperErrorCode] => [status, 'unavailable']),
]);

const REMEDIES: Partial<Record<ScraperErrorCode, string>> = {
  'bad-query': 'correct the expression',
  'execution': 'ask for less, or see what the message says',
  'timeout': LESS,
  'unavailable': 'try again later, and look into the log of the scraper',
};

const NOT_PROMETHEUS = 'check the URL: it is that of the scraper, with the path below which it lies';

/** Makes errors of all that goes wrong. */
export class Failures {
  public constructor(private readonly url: string, private readonly secrets: Secrets, private readonly user?: string) {}

  /** What was thrown while a call ran that may have been ended from here. */
  public of(error: unknown, signal: AbortSignal): ScraperError {
    if (error instanceof ScraperError) return error;
    const known = signal.aborted ? signal.reason : error;
    if (known instanceof KnownFailure) return this.error(known.why);
    if (error instanceof Refused) return this.refused(error);
    if (error instanceof Malformed) return this.malformed(error);
    if (error instanceof TooLarge) return this.error(tooLarge(error.limit));
    if (error instanceof Redirected) return this.error(this.redirected(error), { status: error.status });
    const code = String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name);
    if (code.startsWith('Z_')) return this.malformed(new Malformed(undefined, '', 'is not whole, or not compressed as it says'));
    return this.error(networkFailure(code), { systemCode: code });
  }

  /** Prometheus' own refusal, or that of something in front of it. */
  private refused(refusal: Refused): ScraperError {
    const { answer: { status, retryAfter }, envelope } = refusal;
    if (!envelope) return this.error(this.foreign(refusal), { status, retryAfter });
    const { errorType, error, warnings, infos } = envelope;
    const code = ERROR_TYPES.get(errorType) ?? STATUSES.get(status) ?? (status >= 500 ? 'unavailable' : 'execution');
    return this.error(failure(code, `${this.said(error ?? 'no reason is given')} (${status})`, REMEDIES[code]), {
      status, errorType: this.said(errorType), warnings: this.texts(warnings), infos: this.texts(infos),
    });
  }

  private foreign(refusal: Refused): Failure {
    const { status } = refusal.answer;
    const what = `${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`;
    if (status === 401) {
      return failure('unauthorized', this.user === undefined ? `asks for a user and a password (${what})` : `refuses user ${JSON.stringify(this.user)} with this password (${what})`,
        this.user === undefined ? 'give the credentials of the query interface' : 'check both, and whether they are those of this scraper');
    }
    if (status === 403) return failure('unauthorized', `does not let ${this.user === undefined ? 'anybody without credentials' : `user ${JSON.stringify(this.user)}`} ask (${what})`, 'use a user that may');
    const said = `answers ${what}${this.excerpt(refusal)}`;
    if (status === 404) return failure('not-found', said, NOT_PROMETHEUS);
    if ([413, 414, 431].includes(status)) return failure('bad-query', said, 'the expression is too long for what stands in front of the scraper: shorten it');
    return STATUSES.get(status) === 'unavailable'
      ? failure('unavailable', said, 'try again later, and check that the scraper runs behind what answers')
      : failure('not-prometheus', `${said}, which is no answer of Prometheus`, NOT_PROMETHEUS);
  }

  private redirected({ status, location, isCircle }: Redirected): Failure {
    if (isCircle) return failure('redirected', `redirects more than 5 times on the same host (${status})`, NOT_PROMETHEUS);
    const where = location ? `to ${location.origin === 'null' ? location.protocol : location.origin}` : 'to no URL at all';
    return failure('redirected', `redirects elsewhere (${status}): ${this.secrets.clean(where)}`, 'credentials do not go there: use the URL of the scraper itself');
  }

  /** The title of a page, or the beginning of a text. */
  private excerpt({ answer: { contentType }, text, isCut }: Refused): string {
    const [type] = contentType.split(';');
    const [, title] = /<title[^>]*>([^<]*)</i.exec(text) ?? [];
    const shown = title === undefined ? this.secrets.clean(/^\s*</.test(text) ? '' : text, isCut) : this.secrets.clean(title);
    return ` with ${type ? this.secrets.clean(type) : 'a body of no type'}${shown ? ` ${show(shown)}` : ''}`;
  }

  private malformed(wrong: Malformed): ScraperError {
    const { offset, field } = wrong;
    const place = offset === undefined ? '' : ` at byte ${offset}`;
    const known = this.secrets.clean(field);
    return this.error(failure('malformed-body', `${known ? '' : 'the body '}${wrong.problemAs(text => this.secrets.clean(text))}${place}`, NOT_PROMETHEUS, known), { offset, field: known });
  }

  private said(value: unknown): string {
    return typeof value === 'string' ? this.secrets.clean(value) : show(value);
  }

  private texts(value: unknown): string[] {
    return Array.isArray(value) ? value.map(text => this.said(text)) : [];
  }

  private error(why: Failure, details?: ScraperErrorDetails): ScraperError {
    return new ScraperError(this.url, why, details);
  }
}

function tooLarge(limit: number): Failure {
  return failure('body-too-large', `the answer has more than the ${limit} bytes that are held`, 'ask for less, read it as a stream, or raise \'maxBodySize\'');
}
