import type { ParametersOf } from '../findings/finding';

/** What is wrong with a body. */
type Flaw = ParametersOf<'malformed-body'>;

/** A body that is no answer of Prometheus: where, and why. */
export class Malformed extends Error {
  public constructor(
    /** Bytes from the beginning of the body; `undefined` if a field has the wrong type. */
    public readonly offset: number | undefined,
    /** The field, with indexes; empty for the body as a whole. */
    public readonly field: string,
    /** What is wrong, of texts of the server's that are cleaned first. */
    public readonly flaw: (clean: (text: string) => string) => Flaw,
  ) {
    super();
  }
}

/** What is wrong at a byte of a field, or, without one, of the body. */
export function flawAt<R extends string>(field: string, reason: R): R | `body-${R}` {
  return field ? reason : `body-${reason}`;
}
