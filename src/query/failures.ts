import type { ErrorCode } from '../findings/catalogue/all';

import type { Finding, ParametersOf } from '../findings/finding';
import { At, pathOf } from '../findings/path';
import type { Parameters } from '../findings/sentence';

/** Why the scraper did not answer. `docs/errors.md` explains each. */
export type ScraperErrorCode = Extract<ErrorCode,
  'aborted' | 'bad-query' | 'body-too-large' | 'execution' | 'malformed-body' | 'network' | 'not-found' | 'not-prometheus' | 'redirected' |
  'timeout' | 'unauthorized' | 'unavailable' | 'untrusted-certificate'>;

// What is thrown while a call runs. The program gets a `ScraperError` made of it.

/** Why there was no answer: a finding with a code of the scraper's. */
export type Failure = Finding & { readonly code: ScraperErrorCode };

export function failure<C extends ScraperErrorCode>(code: C, parameters: ParametersOf<C>, at: At = ''): Failure {
  return { code, path: pathOf(at), parameters: parameters as Parameters };
}

/** A failure that is known when it is thrown, or when a call is ended from here. */
export class KnownFailure {
  public constructor(public readonly why: Failure) {}
}

export const ABORTED = new KnownFailure(failure('aborted', {}));

export const timedOut = (milliseconds: number) => new KnownFailure(failure('timeout', { reason: 'client', milliseconds }));

export const tooLarge = (limit: number) => new KnownFailure(failure('body-too-large', { limit }));

/** A body that is no answer of Prometheus: where, and why. */
export class Malformed extends Error {
  public constructor(
    /** Bytes from the beginning of the body; `undefined` if a field has the wrong type. */
    public readonly offset: number | undefined,
    /** The field, with indexes; empty for the body as a whole. */
    public readonly field: string,
    /** What is wrong, of texts of the server's that are cleaned first. */
    public readonly flaw: (clean: (text: string) => string) => ParametersOf<'malformed-body'>,
  ) {
    super();
  }
}

/** What is wrong at a byte of a field, or, without one, of the body. */
export function malformedAt(
  reason: 'early-end' | 'not-json' | 'not-utf8' | 'repeated-key' | 'too-deep', field: string, offset: number, more: object = {},
): Malformed {
  const flaw = { ...more, reason: field ? reason : `body-${reason}`, offset } as ParametersOf<'malformed-body'>;
  return new Malformed(offset, field, () => flaw);
}

/** What is known of an answer before its body is read. */
export interface AnswerHead {
  readonly status: number;
  readonly contentType: string;
  /** Milliseconds to wait before the next try, where the server names them. */
  readonly retryAfter?: number;
}

/** An answer that is not a result. */
export class Refused extends Error {
  public constructor(
    public readonly answer: AnswerHead,
    /** Its beginning. */
    public readonly text: string,
    /** The whole, where it is Prometheus' own. */
    public readonly envelope?: Readonly<Record<string, unknown>>,
    /** Whether there is more of the text. */
    public readonly isCut = false,
  ) {
    super('refused');
  }
}
