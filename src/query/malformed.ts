import { show } from '../findings/shown';

/** A body that is no answer of Prometheus: where, and why. */
export class Malformed extends Error {
  public constructor(
    /** Bytes from the beginning of the body; nothing where a field has the wrong type. */
    public readonly offset: number | undefined,
    /** The field, with indexes; empty for the body as a whole. */
    public readonly field: string,
    private readonly what: string,
    /** The value that is wrong, where there is one. */
    private readonly met?: { readonly value: unknown },
  ) {
    super();
  }

  public get problem(): string {
    return this.problemAs(text => text);
  }

  /** The problem, with texts of the server's as they may be shown. */
  public problemAs(shown: (text: string) => string): string {
    if (!this.met) return shown(this.what);
    const { value } = this.met;
    return `${this.what}, got ${show(typeof value === 'string' ? shown(value) : value)}`;
  }
}
