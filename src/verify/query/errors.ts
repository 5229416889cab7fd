import type { ErrorCode } from '../../base/findings/catalogue/all';
import { Finding, Parameters, ParametersOf, pathOf, printable } from '../../base/findings/finding';
import { describe } from '../../base/findings/words';
import { brand, isOf } from '../../base/brand';
import { startAtUser } from '../../base/user-stack';

/** Why a call failed. `docs/errors.md` explains each code. */
export type ScraperErrorCode = Extract<ErrorCode,
  'aborted' | 'bad-query' | 'body-too-large' | 'execution' | 'malformed-body' | 'network' | 'not-found' |
  'not-prometheus' | 'redirected' | 'timeout' | 'unauthorized' | 'unavailable' | 'untrusted-certificate'>;

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

/** The class of the interface above, which declares the properties that only `Object.defineProperty` sets. */
export class ScraperError extends Error {
  public constructor(
    url: string, finding: Finding & { readonly code: ScraperErrorCode }, details: ScraperErrorDetails = {},
  ) {
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
export function isScraperError(error: unknown): error is ScraperError { return isOf(ScraperError, error); }

/** Why a call failed, where it is known. The client turns it into a `ScraperError`, which has the scraper's URL. */
export class CallFailure<C extends ScraperErrorCode = ScraperErrorCode> extends Error {
  public readonly finding: Finding & { readonly code: ScraperErrorCode };

  public constructor(code: C, parameters: ParametersOf<C>, public readonly details: ScraperErrorDetails = {}) {
    super();
    this.finding = { code, path: pathOf(details.field ?? ''), parameters: parameters as Parameters };
  }
}

/**
 * What the codes of Node's errors mean: of the network, of TLS, of HTTP and of decompression. The first match counts.
 */
const SYSTEM_CODES = [
  [/^Z_/, 'malformed-body', 'not-json'],
  [/^HPE_/, 'not-prometheus', 'no-http'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'network', 'no-address'],
  [/^ECONNREFUSED$/, 'network', 'refused'],
  [/^(ECONNRESET|EPIPE)$/, 'network', 'cut'],
  [/^(EPROTO$|ERR_SSL_)/, 'network', 'no-handshake'],
  [/^CERT_HAS_EXPIRED$/, 'untrusted-certificate', 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'untrusted-certificate', 'not-yet-valid'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'untrusted-certificate', 'self-signed'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'untrusted-certificate', 'other-host'],
  [/^(SELF_SIGNED_CERT_IN_CHAIN|CERT_SIGNATURE_FAILURE)$/, 'untrusted-certificate', 'unknown-authority'],
  [/^UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)$/, 'untrusted-certificate', 'unknown-authority'],
  [/CERT|INVALID_(CA|PURPOSE)|^UNABLE_TO_|^HOSTNAME_|^PATH_LENGTH/, 'untrusted-certificate', 'refused'],
  [/^/, 'network', 'failed'],
] as const;

/** The failure for an error of Node. */
export function systemFailure(systemCode: string): CallFailure {
  const [, code, reason] = SYSTEM_CODES.find(([pattern]) => pattern.test(systemCode))!;
  return new CallFailure(code, { reason, systemCode } as ParametersOf<typeof code>, { systemCode });
}
