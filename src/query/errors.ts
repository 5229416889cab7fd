import type { ErrorCode } from '../findings/catalogue/all';
import { Finding } from '../findings/finding';
import { printable } from '../findings/shown';
import { describe } from '../findings/words';
import { brand, isOf } from '../private/brand';
import { startAtUser } from '../private/user-stack';

/** Why the scraper did not answer. `docs/errors.md` explains each. */
export type ScraperErrorCode = Extract<ErrorCode,
  'aborted' | 'bad-query' | 'body-too-large' | 'execution' | 'malformed-body' | 'network' | 'not-found' | 'not-prometheus' | 'redirected' |
  'timeout' | 'unauthorized' | 'unavailable' | 'untrusted-certificate'>;

/** What is known of a failure beside its message. */
export interface ScraperErrorDetails {
  /** Status of the HTTP answer, where there was one. */
  readonly status?: number;
  /** Prometheus' own name of the failure: `bad_data`, `execution`. */
  readonly errorType?: string;
  /** The milliseconds for which the server asks to wait, by its header `Retry-After`. */
  readonly retryAfter?: number;
  /** The place in a malformed body, in bytes from its beginning. */
  readonly offset?: number;
  /** The field of a malformed body: `data.result[3].value[1]`. */
  readonly field?: string;
  /** The system's name of a failure of the network: `ECONNREFUSED`. */
  readonly systemCode?: string;
  readonly warnings?: readonly string[];
  readonly infos?: readonly string[];
}

/** The scraper was asked and did not answer. Holds neither a password nor a header. */
export class ScraperError extends Error implements ScraperErrorDetails {
  declare public readonly code: ScraperErrorCode;
  /** The scraper's URL, without a query. */
  declare public readonly url: string;
  declare public readonly status?: number;
  declare public readonly errorType?: string;
  /** In milliseconds. */
  declare public readonly retryAfter?: number;
  declare public readonly offset?: number;
  declare public readonly field?: string;
  declare public readonly systemCode?: string;
  declare public readonly warnings: readonly string[];
  declare public readonly infos: readonly string[];

  public constructor(url: string, finding: Finding & { readonly code: ScraperErrorCode }, details: ScraperErrorDetails = {}) {
    super(`[${printable(url)}] ${describe(finding)}`);
    this.name = 'ScraperError';
    startAtUser(this);
    const known = Object.entries({ url, warnings: [], infos: [], ...details, code: finding.code }).filter(([, value]) => value !== undefined);
    // not enumerable: Node would print them once more below the message
    for (const [name, value] of known) Object.defineProperty(this, name, { value });
  }
}

brand(ScraperError);

/** Whether an error is a ScraperError, also of another copy of the library. */
export function isScraperError(error: unknown): error is ScraperError {
  return isOf(ScraperError, error);
}
