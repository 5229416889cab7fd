import { STATUS_CODES } from 'node:http';
import { ScraperErrorCode, Failure, failure, KnownFailure, Malformed, Redirected, Refused } from './failures';
import { MOST_REDIRECTS } from './http';
import { Secrets } from './secrets';
import type { Finding, ParametersOf } from '../findings/finding';
import type { Phrase } from '../findings/catalogue/phrases';
import { printable, show } from '../findings/shown';
import { describe } from '../findings/words';
import { brand, isOf } from '../private/brand';
import { startAtUser } from '../private/user-stack';

/** The details of a failure besides its message. */
export interface ScraperErrorDetails {
  /** Status of the HTTP response, if there was one. */
  readonly status?: number;
  /** Prometheus' name for the failure: `bad_data`, `execution`. */
  readonly errorType?: string;
  /** The field of a malformed body: `data.result[3].value[1]`. */
  readonly field?: string;
  /** The system's code for a failure of the network: `ECONNREFUSED`. */
  readonly systemCode?: string;
}

/** A call that the scraper did not answer with a result. Contains neither a password nor a header. */
export interface ScraperError extends ScraperErrorDetails {
  readonly code: ScraperErrorCode;
  /** The scraper's URL, without a query. */
  readonly url: string;
}

export class ScraperError extends Error {
  public constructor(url: string, finding: Finding & { readonly code: ScraperErrorCode }, details: ScraperErrorDetails = {}) {
    super(`[${printable(url)}] ${describe(finding)}`);
    this.name = 'ScraperError';
    startAtUser(this);
    for (const [name, value] of Object.entries({ url, ...details, code: finding.code })) {
      // not enumerable, since Node would print them again below the message
      if (value !== undefined) Object.defineProperty(this, name, { value });
    }
  }
}

brand(ScraperError);

/** Whether an error is a ScraperError, including one of another copy of the library. */
export function isScraperError(error: unknown): error is ScraperError {
  return isOf(ScraperError, error);
}

/** The error codes of Prometheus' names of failures, and of the statuses of other servers that answer in its form with their own names. */
const MEANINGS = {
  'bad-query': ['bad_data', 'not_acceptable', 400],
  'execution': ['execution'],
  'not-found': ['not_found', 404],
  'timeout': ['timeout'],
  'unauthorized': [401, 403],
  'unavailable': ['canceled', 'internal', 'unavailable', 429, 502, 503, 504],
} satisfies { [Code in ScraperErrorCode]?: readonly unknown[] };

type RefusalCode = keyof typeof MEANINGS;

function meaningOf(nameOrStatus: unknown): RefusalCode | undefined {
  const codes = Object.keys(MEANINGS) as RefusalCode[];
  return codes.find(code => (MEANINGS[code] as readonly unknown[]).includes(nameOrStatus));
}

/** Turns everything that is thrown during calls into errors. */
export class Failures {
  public constructor(private readonly url: string, private readonly secrets: Secrets, private readonly user?: string) {}

  /** The error for a value thrown during a call. */
  public of(error: unknown): ScraperError {
    if (error instanceof KnownFailure) return this.error(error.why);
    if (error instanceof Refused) return this.refused(error);
    if (error instanceof Malformed) return this.malformed(error);
    if (error instanceof Redirected) return this.error(this.redirected(error), { status: error.status });
    const code = String((error as NodeJS.ErrnoException)?.code ?? (error as Error)?.name);
    if (code.startsWith('Z_')) return this.malformed(new Malformed('', () => ({ reason: 'compression' })));
    return this.error(networkFailure(code), { systemCode: code });
  }

  /** The error for an error response of Prometheus, or of a server in front of it. */
  private refused(refusal: Refused): ScraperError {
    const { answer: { status }, envelope } = refusal;
    if (!envelope) return this.error(this.foreign(refusal), { status });
    const { errorType, error } = envelope;
    const code = meaningOf(errorType) ?? meaningOf(status) ?? (status >= 500 ? 'unavailable' : 'execution');
    const message = this.text(error ?? 'no reason is given');
    return this.error(failure(code, { reason: 'refused', message, status }), { status, errorType: this.text(errorType) });
  }

  private foreign(refusal: Refused): Failure {
    const { answer } = refusal;
    const status = [answer.status, STATUS_CODES[answer.status] ?? []].flat().join(' ');
    if (answer.status === 401 || answer.status === 403) return this.unauthorized(answer.status, status);
    const body = this.excerpt(refusal);
    if (answer.status === 404) return failure('not-found', { reason: 'foreign', status, body });
    if ([413, 414, 431].includes(answer.status)) return failure('bad-query', { reason: 'too-long', status, body });
    return failure(meaningOf(answer.status) === 'unavailable' ? 'unavailable' : 'not-prometheus', { reason: 'foreign', status, body });
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

  /** The content type of a response, with the title of a page or the beginning of the body. */
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
    return this.error(failure('malformed-body', wrong.flaw(clean), field), { field });
  }

  private text(value: unknown): string {
    return typeof value === 'string' ? this.secrets.clean(value) : show(value);
  }

  private error(why: Failure, details?: ScraperErrorDetails): ScraperError {
    return new ScraperError(this.url, why, details);
  }
}

/** The reasons for the system's codes. */
const NETWORK: Readonly<Record<string, ParametersOf<'network'>['reason']>> = {
  ENOTFOUND: 'no-address', EAI_AGAIN: 'no-address', ECONNREFUSED: 'refused', ECONNRESET: 'cut', EPIPE: 'cut', EPROTO: 'no-handshake',
};

/** The reasons for the codes with which a certificate is rejected. */
const CERTIFICATE: Readonly<Record<string, Exclude<ParametersOf<'untrusted-certificate'>['reason'], 'refused'>>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-authority',
  CERT_SIGNATURE_FAILURE: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
};

/** A failure of the network or of TLS, by its code. */
export function networkFailure(systemCode: string): Failure {
  const refused = CERTIFICATE[systemCode];
  if (refused) return failure('untrusted-certificate', { reason: refused });
  if (/^ERR_SSL_/.test(systemCode)) return failure('network', { reason: NETWORK.EPROTO, systemCode });
  if (/CERT|INVALID_(CA|PURPOSE)|^UNABLE_TO_|^HOSTNAME_|^PATH_LENGTH/.test(systemCode)) {
    return failure('untrusted-certificate', { reason: 'refused', systemCode });
  }
  if (/^HPE_/.test(systemCode)) return failure('not-prometheus', { reason: 'no-http', systemCode });
  return failure('network', { reason: NETWORK[systemCode] ?? 'failed', systemCode });
}
