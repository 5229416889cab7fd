import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { OWN_PREFIX } from './names';
import { throwSystemError } from './places';
import { found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { refuse } from '../private/errors';

/** The time that a run waits for another one, and between two looks at its lock, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 20;

/** The name of the lock, a JSON text with the process that writes into the folder. */
export const LOCK = `${OWN_PREFIX}lock`;

/**
 * Runs a step while no other run writes into the folder: one waits for the other. The lock of a process that is gone is taken over. Whether
 * a process of another host is gone cannot be known: if its lock stays, the user has to delete it.
 *
 * @throws ModelError about `subject` if another run holds the lock and does not end soon
 */
export function withLock<T>(folder: string, subject: string, step: () => T): T {
  const lock = join(folder, LOCK);
  try {
    acquire(lock, subject, Date.now() + PATIENCE);
  } catch (error) {
    throwSystemError(error, folder, subject, 'not-written');
  }
  try {
    return step();
  } finally {
    // if it stays, the next run takes it over
    attempt(() => unlinkSync(lock));
  }
}

function acquire(lock: string, subject: string, end: number): void {
  for (let text = create(lock); text !== undefined; text = create(lock)) {
    const holder = holderIn(text);
    if (holder && isGone(holder) && takeOver(lock, text)) return;
    const told = holder ? { reason: 'locked', ...holder } as const : { reason: 'locked-by-nobody' } as const;
    if (Date.now() > end) refuse(subject, found('output-not-writable', [lock], told));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** The process that a lock names. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly since: string;
}

/** The holder, unless the text is not that of a lock: a run may have been killed before it had written it. */
function holderIn(text: string): Holder | undefined {
  const { host, pid, since } = attempt(() => JSON.parse(text)) ?? {};
  return typeof host === 'string' && Number.isInteger(pid) && pid > 0 && typeof since === 'string' ? { host, pid, since } : undefined;
}

/** Creates a lock. If there is one, returns its text, which is empty while it is being created or removed. */
function create(lock: string): string | undefined {
  const holder: Holder = { host: hostname(), pid: process.pid, since: new Date().toISOString() };
  try {
    writeFileSync(lock, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // Windows denies access to a file that is being removed
    if (code === 'EEXIST' || code === 'EPERM' && process.platform === 'win32') return attempt(() => readFileSync(lock, 'utf8')) ?? '';
    // created, but the disk is full
    if (syscall === 'write') attempt(() => unlinkSync(lock));
    throw error;
  }
}

/** Whether a process has ended, at the latest when the machine was started again: its number may belong to another one since. */
function isGone({ host, pid, since }: Holder): boolean {
  if (host !== hostname()) return false;
  if (Date.parse(since) < Date.now() - uptime() * 1000) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // a process of another user exists too
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Replaces the lock of a process that is gone by another file. Only one of several runs that find the lock can move that file, so that none
 * replaces the lock that another has just put there.
 */
function takeOver(lock: string, text: string): boolean {
  const next = `${lock}-next`;
  const other = create(next);
  if (other === undefined && attempt(() => readFileSync(lock, 'utf8')) === text) {
    return attempt(() => renameSync(next, lock) ?? true) ?? false;
  }
  // what is left here, by this run or by one that was killed
  const left = other === undefined ? undefined : holderIn(other);
  if (other === undefined || left && isGone(left)) attempt(() => unlinkSync(next));
  return false;
}
