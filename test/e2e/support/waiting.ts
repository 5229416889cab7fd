import { spawn } from 'child_process';
import { randomInt } from 'crypto';
import { connect, createServer } from 'net';
import { Server, missing, packagesOf, pathOf } from '../../../build-tools/servers';

/** How long to wait for something that a machine under load does late. */
export interface Patience {
  /** In milliseconds. @default 20000 */
  readonly timeout?: number;
  /** Between two tries, in milliseconds. @default 50 */
  readonly interval?: number;
}

/** Tries until the result is not undefined; fails with what `problem` says. */
export async function eventually<T>(act: () => Promise<T | undefined>, problem: () => string, patience: Patience = {}): Promise<T> {
  const { timeout = 20_000, interval = 50 } = patience;
  const end = Date.now() + timeout;
  for (;;) {
    const result = await act();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`${problem()}, for ${timeout / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

export const LOOPBACK = '127.0.0.1';

/** Below the ports that Linux gives to outgoing connections, which could take one before its server does. */
const [FIRST, LAST] = [20_000, 32_000];
const given = new Set<number>();

/** A loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST, LAST);
    if (given.has(port) || !await isFree(port)) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}

/** Whether something accepts connections on a loopback port. */
export async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK);
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(1000, () => answer(false)).on('connect', () => answer(true)).on('error', () => answer(false));
  });
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false)).listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}

/** What a command that ended has printed. */
export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. What must not be seen in the list of processes goes to its standard input. */
export async function run(command: Server, args: readonly string[], input = ''): Promise<Finished> {
  const child = spawn(pathOf(command) ?? command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: 30_000, killSignal: 'SIGKILL' });
  const texts = [child.stdout, child.stderr].map(async (stream) => stream.setEncoding('utf8').toArray());
  const ended = new Promise<number>((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code ?? -1)));
  // a command may end without reading it
  child.stdin.on('error', () => {}).end(input);
  const [[stdout, stderr], status] = await Promise.all([Promise.all(texts), ended]);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** What something gives, and how many milliseconds it takes. */
export async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await act();
  return [result, performance.now() - start];
}

/**
 * A suite that runs servers of this machine.
 *
 * Where one is missing it is skipped, and its title says so; in CI it fails, because nobody would see that it was skipped.
 */
export function describeWith(servers: readonly Server[], title: string, tests: () => void): void {
  const absent = missing(servers);
  if (absent.length === 0) describe(title, tests);
  else if (process.env.CI) describe(title, () => failing(absent));
  else describe.skip(`${title} (without ${absent.join(', ')})`, tests);
}

function failing(absent: readonly Server[]) {
  test(`has ${absent.join(', ')}`, () => {
    throw new Error(`${absent.join(', ')} not found: install the Debian packages ${packagesOf(absent).join(', ')}`);
  });
}
