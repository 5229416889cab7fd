import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from './attempt';

const STEP = 20;

/** Sends a signal to a process with its own group, and to all processes that it has started. Returns whether it reached any. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  return attempt(() => pid !== undefined && process.kill(-pid, signal)) ?? false;
}

/** Ends such a group with a signal, and kills whatever still runs after `grace` milliseconds. */
export async function endGroup(child: ChildProcess, signal: NodeJS.Signals, grace: number): Promise<void> {
  signalGroup(child, signal);
  for (let waited = 0; waited < 2 * grace && signalGroup(child, 0); waited += STEP) {
    if (waited >= grace) signalGroup(child, 'SIGKILL');
    await pause(STEP);
  }
}
