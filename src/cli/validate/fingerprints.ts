import { createHash } from 'node:crypto';

/**
 * What tells findings apart from one run to the next, wherever in the file they have moved to: of equal ones that are
 * given in turn, each has a number.
 */
export class Fingerprints {
  private readonly seen = new Map<string, number>();

  /** The fingerprint of what these texts say. */
  public next(...texts: readonly string[]): string {
    const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
    const number = (this.seen.get(hash) ?? 0) + 1;
    this.seen.set(hash, number);
    return `${hash}:${number}`;
  }
}
