import { setTimeout as pause } from 'node:timers/promises';
import { printable } from '../findings/shown';
import type { ScraperError, ScraperErrorCode } from '../query';
import { isScraperError } from '../query/errors';

/** How something is waited for. */
export interface Waiting<T> {
  /** Milliseconds; 0 tries once. */
  readonly limit: number;
  readonly isDone: (outcome: T) => boolean;
  readonly describe: (outcome: T) => string;
}

const INTERVAL = 2000;

/** What passes while a cluster changes. */
const PASSING: readonly ScraperErrorCode[] = ['network', 'timeout', 'unavailable'];

/** Tries until it is done or the time is over, and tells how far it is. Gives what came out last. */
export async function waitFor<T>(once: (left: number) => Promise<T>, { limit, isDone, describe }: Waiting<T>): Promise<T> {
  const end = performance.now() + limit;
  const progress = new Progress();
  try {
    for (;;) {
      const outcome = await once(end - performance.now()).catch(passing);
      const left = end - performance.now();
      const isLast = left <= 0;
      if (isScraperError(outcome)) {
        if (isLast) throw outcome;
      } else if (isLast || isDone(outcome)) {
        return outcome;
      }
      progress.show(printable(isScraperError(outcome) ? outcome.message : describe(outcome)), left);
      // timers may be early
      await pause(Math.min(INTERVAL, Math.ceil(left) + 1));
    }
  } finally {
    progress.end();
  }
}

function passing(error: unknown): ScraperError {
  if (isScraperError(error) && PASSING.includes(error.code)) return error;
  throw error;
}

/** A line that changes, or, where there is no terminal, a line for each change. */
class Progress {
  private last?: string;

  public show(text: string, left: number): void {
    const { stderr } = process;
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}; waiting ${Math.ceil(left / 1000)}s more`.slice(0, (stderr.columns ?? 80) + 4));
    else if (text !== this.last) stderr.write(`${text}; waiting ${Math.ceil(left / 1000)}s more\n`);
    this.last = text;
  }

  public end(): void {
    if (this.last !== undefined && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}
