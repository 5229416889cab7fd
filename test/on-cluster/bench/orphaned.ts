/** Whether those that have started this process are still there: nobody tells of a SIGKILL. */
import { existsSync, readFileSync } from 'fs';

/** How often it is looked at, in milliseconds. */
const INTERVAL = 1000;

/** Acts once one of the processes between `npm run` and this one has ended, npm's own among them. */
export function whenOrphaned(act: () => void): void {
  const chain = starters();
  const timer = setInterval(() => {
    if (chain.every((pid) => existsSync(`/proc/${pid}`))) return;
    clearInterval(timer);
    act();
  }, INTERVAL).unref();
}

/** Those that npm has started have a variable of it; the first one that has not is npm. */
function starters(): number[] {
  const chain: number[] = [];
  for (let pid = process.pid; startedByNpm(pid); pid = chain.at(-1)!) chain.push(parentOf(pid));
  return chain.filter((pid) => pid > 1);
}

function startedByNpm(pid: number): boolean {
  return read(pid, 'environ').split('\0').some((variable) => variable.startsWith('npm_lifecycle_event='));
}

function parentOf(pid: number): number {
  return Number(read(pid, 'status').match(/^PPid:\s*(\d+)$/m)?.[1] ?? 0);
}

/** Linux tells it; elsewhere nothing is known. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
