import type { ErrorCode } from '../findings/catalogue/all';
import type { Finding, Parameters, ParametersOf } from '../findings/finding';
import { pathOf } from '../findings/path';

// The values that are thrown during a call. `Failures` turns them into a `ScraperError`.

/** Why a call failed. `docs/errors.md` explains each code. */
export type ScraperErrorCode = Extract<ErrorCode,
  'aborted' | 'bad-query' | 'body-too-large' | 'execution' | 'malformed-body' | 'network' | 'not-found' | 'not-prometheus' | 'redirected' |
  'timeout' | 'unauthorized' | 'unavailable' | 'untrusted-certificate'>;

/** Why a call failed: a finding with a `ScraperErrorCode`. */
export type Failure = Finding & { readonly code: ScraperErrorCode };

export function failure<C extends ScraperErrorCode>(code: C, parameters: ParametersOf<C>, field = ''): Failure {
  return { code, path: pathOf(field), parameters: parameters as Parameters };
}

/** A failure whose reason is known when it is thrown, or when the client aborts a call. */
export class KnownFailure {
  public constructor(public readonly why: Failure) {}
}

/** A body that is not a valid answer of Prometheus. */
export class Malformed extends Error {
  public constructor(
    /** The field, with indexes; empty for the body as a whole. */
    public readonly field: string,
    /** The flaw. `clean` is applied to text from the server first. */
    public readonly flaw: (clean: (text: string) => string) => ParametersOf<'malformed-body'>,
  ) {
    super();
  }
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

/**
 * A redirect that is not followed: it leads to another origin, which must not get the password, has no valid target, or is one too many.
 */
export class Redirected extends Error {
  public constructor(public readonly status: number, public readonly location: URL | undefined, public readonly isCircle: boolean) {
    super('redirected');
  }
}
