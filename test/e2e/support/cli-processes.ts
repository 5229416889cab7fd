import { existsSync, readdirSync, readFileSync } from 'fs';

/** What other users, or programs that are started, may see of a process. */
export interface SeenProcess {
  readonly pid: number;
  readonly cmdline: string;
  readonly environ: string;
}

/** Whether this system shows what its processes are. */
export const HAS_PROC = existsSync('/proc/self/environ') && existsSync('/proc/self/task');

/** A process and all that it has started. */
export function processesOf(pid: number): SeenProcess[] {
  return [pid, ...childrenOf(pid)].flatMap(seen);
}

function childrenOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number));
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Nothing where it has ended meanwhile. */
function seen(pid: number): SeenProcess[] {
  const [cmdline, environ] = ['cmdline', 'environ'].map((name) => read(`/proc/${pid}/${name}`).replaceAll('\0', '\n'));
  return cmdline ? [{ pid, cmdline, environ }] : [];
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
