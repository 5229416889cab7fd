import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ABORTED, Refused, timedOut } from './failures';

const FIRST_PAUSE = 200;
const RESET: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** When a call has to be over: after its time, or when its user says so. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly end: number;
  private readonly timer: NodeJS.Timeout;

  public constructor(milliseconds: number, private readonly user?: AbortSignal) {
    this.end = performance.now() + milliseconds;
    this.timer = setTimeout(() => this.controller.abort(timedOut(milliseconds)), milliseconds);
    if (user?.aborted) this.abort();
    // one signal may end many calls
    if (user) setMaxListeners(0, user);
    user?.addEventListener('abort', this.abort);
    // of a stream that nobody reads, too
    this.signal.addEventListener('abort', () => this.clear());
  }

  public get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Milliseconds that are left. */
  public get left(): number {
    return this.end - performance.now();
  }

  /** The call is over. */
  public clear(): void {
    clearTimeout(this.timer);
    this.user?.removeEventListener('abort', this.abort);
  }

  private readonly abort = () => this.controller.abort(ABORTED);
}

/** Tries again where that may help: a connection was reset, or a proxy says 503. Prometheus' own 503 is a query that took too long. */
export async function attempts<T>(retries: number, deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const wait = pauseAfter(error, tries);
      if (wait === undefined || tries === retries || wait >= deadline.left || deadline.signal.aborted) throw error;
      await pause(wait, undefined, { signal: deadline.signal });
    }
  }
}

function pauseAfter(error: unknown, tries: number): number | undefined {
  const doubled = FIRST_PAUSE * 2 ** tries;
  if (RESET.includes((error as NodeJS.ErrnoException)?.code)) return doubled;
  if (!(error instanceof Refused) || error.answer.status !== 503 || error.envelope) return undefined;
  return Math.max(doubled, error.answer.retryAfter ?? 0);
}
