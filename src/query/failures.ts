import type { ErrorCode } from '../findings/catalogue/all';

import type { Finding, ParametersOf } from '../findings/finding';
import { At, pathOf } from '../findings/path';
import type { Parameters } from '../findings/sentence';

/** Why a call failed. `docs/errors.md` explains each code. */
export type ScraperErrorCode = Extract<ErrorCode,
  'aborted' | 'bad-query' | 'body-too-large' | 'execution' | 'malformed-body' | 'network' | 'not-found' | 'not-prometheus' | 'redirected' |
  'timeout' | 'unauthorized' | 'unavailable' | 'untrusted-certificate'>;

// The values thrown during a call. `Failures` turns them into a `ScraperError`.

/** Why a call failed: a finding with a `ScraperErrorCode`. */
export type Failure = Finding & { readonly code: ScraperErrorCode };

export function failure<C extends ScraperErrorCode>(code: C, parameters: ParametersOf<C>, at: At = ''): Failure {
  return { code, path: pathOf(at), parameters: parameters as Parameters };
}

/** A failure whose reason is known when it is thrown, or when the client aborts a call. */
export class KnownFailure {
  public constructor(public readonly why: Failure) {}
}

export const ABORTED = new KnownFailure(failure('aborted', {}));

export const timedOut = (milliseconds: number) => new KnownFailure(failure('timeout', { reason: 'client', milliseconds }));

export const tooLarge = (limit: number) => new KnownFailure(failure('body-too-large', { limit }));

/** A body that is not a valid answer of Prometheus, with the position and the reason. */
export class Malformed extends Error {
  public constructor(
    /** Bytes from the beginning of the body; `undefined` if a field has the wrong type. */
    public readonly offset: number | undefined,
    /** The field, with indexes; empty for the body as a whole. */
    public readonly field: string,
    /** The flaw. `clean` is applied to text from the server first. */
    public readonly flaw: (clean: (text: string) => string) => ParametersOf<'malformed-body'>,
  ) {
    super();
  }
}

/** The error for a flaw at a byte of a field or, without a field, of the body. */
export function malformedAt(
  reason: 'early-end' | 'not-json' | 'not-utf8' | 'repeated-key' | 'too-deep', field: string, offset: number, more: object = {},
): Malformed {
  const flaw = { ...more, reason: field ? reason : `body-${reason}`, offset } as ParametersOf<'malformed-body'>;
  return new Malformed(offset, field, () => flaw);
}

/** The parts of a response that are known before its body is read. */
export interface AnswerHead {
  readonly status: number;
  readonly contentType: string;
  /** The milliseconds to wait before the next attempt, if the server names them. */
  readonly retryAfter?: number;
}

/** A response that is not a result. */
export class Refused extends Error {
  public constructor(
    public readonly answer: AnswerHead,
    /** The beginning of the body. */
    public readonly text: string,
    /** The parsed body, if the response is Prometheus' own. */
    public readonly envelope?: Readonly<Record<string, unknown>>,
    /** Whether the body continues after `text`. */
    public readonly isCut = false,
  ) {
    super('refused');
  }
}
