/**
 * The calls of WASI that Go's runtime makes: no files, no network, and no environment.
 *
 * Not `node:wasi`: its calls crash Node when one of them runs the garbage collection.
 */
import { randomFillSync } from 'node:crypto';

/** What a program learns of the world outside: from this alone its answers may differ. */
export interface Surroundings {
  /** Nanoseconds since 1970. */
  now(): bigint;
  /** Nanoseconds since some moment; they never go back. */
  elapsed(): bigint;
  /** Fills an array with random bytes. */
  random(bytes: Uint8Array): void;
}

/** A snapshot's clock ends below this. */
const BEGIN = 10n ** 15n;

export const REAL_SURROUNDINGS: Surroundings = {
  now: () => BigInt(Date.now()) * 1_000_000n,
  elapsed: () => BEGIN + process.hrtime.bigint(),
  random: (bytes) => {
    randomFillSync(bytes);
  },
};

/** A program has ended itself: with Go, after a fatal error. */
export class Exit extends Error {}

const [SUCCESS, BAD_FILE] = [0, 8];
/** What any other call answers. */
export const NOT_SUPPORTED = 52;
const REAL_TIME = 0;
/** The name of the program, which Go's packages ask for when they start, with the zero behind it. */
const NAME = Buffer.from('rules\0');
/** How long one sleep takes at most, in milliseconds. */
const LONGEST_SLEEP = 50;

/** The functions by their names; `memory` is asked for at each call, since it grows. What the program writes is given to `say`. */
export function wasi(
  memory: () => ArrayBuffer, { now, elapsed, random }: Surroundings, say: (text: string) => void,
): Readonly<Record<string, (...args: never[]) => number>> {
  const view = () => new DataView(memory());
  const bytes = (at: number, length: number) => new Uint8Array(memory(), at, length);
  const sizes = (count: number, length: number) => (countAt: number, lengthAt: number) => {
    view().setUint32(countAt, count, true);
    view().setUint32(lengthAt, length, true);
    return SUCCESS;
  };
  return {
    args_get: (list: number, texts: number) => {
      view().setUint32(list, texts, true);
      bytes(texts, NAME.length).set(NAME);
      return SUCCESS;
    },
    args_sizes_get: sizes(1, NAME.length),
    environ_get: () => SUCCESS,
    environ_sizes_get: sizes(0, 0),
    clock_time_get: (id: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, id === REAL_TIME ? now() : elapsed(), true);
      return SUCCESS;
    },
    random_get: (at: number, length: number) => {
      random(bytes(at, length));
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    fd_write: (_file: number, list: number, count: number, written: number) => {
      let total = 0;
      for (let at = list; at < list + 8 * count; at += 8) {
        const length = view().getUint32(at + 4, true);
        say(Buffer.from(bytes(view().getUint32(at, true), length)).toString());
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    // nothing but a clock is ever waited for: Go's scheduler sleeps
    poll_oneoff: (subscriptions: number, events: number, _count: number, happened: number) => {
      const milliseconds = Number(view().getBigUint64(subscriptions + 24, true)) / 1e6;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(milliseconds, LONGEST_SLEEP));
      bytes(events, 32).fill(0);
      view().setBigUint64(events, view().getBigUint64(subscriptions, true), true);
      view().setUint32(happened, 1, true);
      return SUCCESS;
    },
    proc_exit: (code: number) => {
      throw new Exit(`exit ${code}`);
    },
    fd_prestat_get: () => BAD_FILE,
    fd_fdstat_get: (file: number, at: number) => {
      if (file > 2) return BAD_FILE;
      bytes(at, 24).fill(0);
      view().setUint8(at, 2);
      view().setBigUint64(at + 8, 2n ** 64n - 1n, true);
      return SUCCESS;
    },
  };
}
