import { Envelope } from './decode';
import { Refused } from './failures';
import { HttpAnswer, isSuccess } from './http';
import { Malformed } from './malformed';

/** How much of an answer is kept to tell what it is, in bytes. */
const SIZE = 4096;

/** The beginning of an answer: where it is none of Prometheus, it tells what it is. */
export class Head {
  /** Whether it is somebody else's answer. */
  public isForeign = false;
  private bytes = Buffer.alloc(0);
  private isWhole = false;

  public constructor(private readonly answer: HttpAnswer) {}

  /** Whether more would not be kept. */
  public get isFull(): boolean {
    return this.bytes.length === SIZE;
  }

  public get isSuccess(): boolean {
    return isSuccess(this.answer.status);
  }

  public add(chunk: Buffer): void {
    if (!this.isFull) this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, SIZE - this.bytes.length)]);
  }

  public end(): void {
    this.isWhole = !this.isFull;
  }

  /** Reads on. What cannot be read, and does not begin as an answer of Prometheus does, is somebody else's. */
  public read<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof Malformed) || (this.isSuccess && /^\s*\{/.test(this.bytes.toString('latin1')))) throw error;
      this.isForeign = true;
      return undefined;
    }
  }

  public refused(own?: Envelope): Refused {
    return new Refused(this.answer, this.bytes.toString('utf8'), own, !this.isWhole);
  }
}
