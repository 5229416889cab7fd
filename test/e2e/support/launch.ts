import { ChildProcessByStdio, spawn } from 'child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { Readable, Writable } from 'stream';
import { LOOPBACK, accepts, eventually } from './waiting';

// This module is used without jest too: nothing of jest runs where it is loaded.

/** A new folder, readable by this user only. Whoever makes it has it removed. */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `cdk8s-oam-${name}-`));
}

/** Writes files, by path in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o600 });
  }
}

/**
 * Runs a command and removes its folder afterwards.
 *
 * It holds the other end of a pipe: whatever becomes of the process of the tests (jest tells them nothing of its `exit`), the pipe is closed then,
 * the command gets SIGTERM, some seconds later SIGKILL, and the folder goes. Without a command it only waits for that. What it says itself (some
 * shells tell of a child's signal) goes nowhere, or it would die of that when nobody reads any more.
 */
const SCRIPT = `
folder=$1
tries=$2
shift 2
exec 3<&0 </dev/null
if [ $# -eq 0 ]; then
  read -r _ <&3
  rm -rf "$folder"
  exit
fi
"$@" 3<&- &
server=$!
exec >/dev/null 2>&1
(
  read -r _ <&3
  trap '' TERM
  kill -TERM $server
  while kill -0 $server && [ $tries -gt 0 ]; do
    sleep 0.1
    tries=$((tries - 1))
  done
  if [ $tries -le 0 ]; then kill -KILL $server; fi
) &
watch=$!
wait $server
status=$?
kill $watch
wait $watch
rm -rf "$folder"
exit $status
`;

/** A guard, and what it guards. */
export interface Guard {
  /** The end of what was printed. */
  output(): string;
  /** Why nothing runs any more; undefined while it does. */
  ended(): string | undefined;
  /** Ends the command and removes the folder. */
  stop(): Promise<void>;
}

const KEPT = 8 * 1024;

/** What is not as usual about a command. */
export interface GuardOptions {
  /** Seconds that it has to end. @default 5 */
  readonly patience?: number;
  /** Variables beside those of this process. @default - none */
  readonly env?: Readonly<Record<string, string>>;
}

/** Guards a folder, and a command that works in it. */
export function guard(folder: string, command: readonly string[] = [], { patience = 5, env = {} }: GuardOptions = {}): Guard {
  // out of reach of a Ctrl-C, which would end the guard before it has done its work
  const args = ['-c', SCRIPT, 'guard', folder, String(patience * 10), ...command];
  const child = spawn('/bin/sh', args, { cwd: folder, env: { ...process.env, ...env }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let ended: string | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => { output = (output + text).slice(-KEPT); });
  }
  // closed by a guard that has ended already
  child.stdin.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    child.on('error', (error) => { ended ??= error.message; resolve(); });
    child.on('close', (code, signal) => { ended ??= signal ?? `exit code ${code}`; resolve(); });
  });
  release(child);
  return {
    output: () => output,
    ended: () => ended,
    stop: async () => {
      child.stdin.end();
      const late = setTimeout(() => killGroup(child.pid!), (patience + 10) * 1000);
      await closed;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The guard, and all that it has started. */
function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // gone meanwhile
  }
}

/** A guard keeps no process of tests alive. */
function release(child: ChildProcessByStdio<Writable, Readable, Readable>) {
  child.unref();
  for (const stream of child.stdio) (stream as unknown as { unref?(): void } | null)?.unref?.();
}

/** What a server is started with. */
export interface LaunchSetup {
  /** What messages call it. */
  readonly name: string;
  /** Its program. */
  readonly file: string;
  /** Its arguments; it runs in its folder. */
  readonly args: readonly string[];
  /** What is written into its folder first, by path. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
  /** Variables beside those of this process. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it serves, once it accepts connections; it is given the folder. @default - it does */
  readonly isReady?: (folder: string) => Promise<boolean>;
  /** How long it may take to serve, in milliseconds. @default 20000 */
  readonly timeout?: number;
}

/** A server that has started. */
export interface RunningServer {
  /** The folder in which it runs. */
  readonly folder: string;
  /** The end of its log. */
  log(): string;
  /** Why it runs no more; undefined while it does. */
  ended(): string | undefined;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server in a folder of its own, and waits until it serves. It ends with this process, whatever becomes of that. */
export async function launch({ name, file, args, files, ports, env, isReady = async () => true, timeout }: LaunchSetup): Promise<RunningServer> {
  const folder = newFolder(name);
  writeFiles(folder, files);
  const guarded = guard(folder, [file, ...args], { env });
  try {
    await eventually(async () => await serves(name, guarded, ports) && await isReady(folder) || undefined, () => {
      return `${name} does not serve on ${ports.map((port) => `${LOOPBACK}:${port}`).join(', ')}`;
    }, { timeout });
  } catch (error) {
    await guarded.stop();
    throw new Error(`${(error as Error).message}\n${guarded.output()}`.trimEnd());
  }
  return { folder, log: guarded.output, ended: guarded.ended, stop: guarded.stop };
}

async function serves(name: string, guarded: Guard, ports: readonly number[]): Promise<boolean> {
  const open = await Promise.all(ports.map(accepts));
  const end = guarded.ended();
  if (end !== undefined) throw new Error(`${name} did not start: ${end}`);
  return open.every(Boolean);
}
