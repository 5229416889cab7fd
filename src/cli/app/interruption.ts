import { setImmediate as turn } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Does what has to be cleaned up. A signal that would end the process ends it once that is done: `action` is told of it,
 * with its name as the reason.
 */
export async function interruptible<T>(action: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => interruption.abort(signal);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await action(interruption.signal);
  } finally {
    // one may have come while nothing could be heard
    await turn();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    const { aborted, reason } = interruption.signal;
    // now it ends the process, and whoever has started that sees which one it was
    if (aborted) process.kill(process.pid, reason);
  }
}
