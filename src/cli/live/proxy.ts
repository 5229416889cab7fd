import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { found, ParametersOf } from '../../findings/finding';
import { ModelError } from '../../private/errors';
import { endGroup, signalGroup } from '../../private/process-group';
import { endOfKubectl, ofContext, startKubectl } from '../../query/kubectl';
import { interruptible } from '../app/run-app';
import { withTemporaryFolder } from '../app/run-in-temporary-folder';

/** Which cluster is asked, and how long an answer may take. */
export interface ProxyOptions {
  /** How errors begin. */
  readonly subject: string;
  /** The context of kubectl; the current one if there is none. */
  readonly context?: string;
  /** Milliseconds; somebody may have to log in. */
  readonly timeout: number;
}

/** Systems take no longer path of a socket, in bytes: macOS 103. */
const LONGEST_PATH = 103;
/** What `mkdtemp` and the name of the socket add to a folder. */
const ADDED = '/cdk8s-oam-XXXXXX/s'.length;

/** Sent as PATCH and POST alone, of which each is a dry run; a second lock on what would write otherwise. */
const REJECTED = '^(PUT|DELETE)$';

/** What kubectl says when it is ready; nobody has to see that. */
const GREETING = 'Starting to serve on';

const STEP = 20;

/** How long a program that logs in may take to end after a signal, in milliseconds. */
const GRACE = 500;

/**
 * Opens a way to the API server by `kubectl proxy`, for the time of an action: each way to log in works that works for kubectl. The socket
 * is in a folder that nobody else may enter, and no port is opened.
 */
export async function withProxy<T>(options: ProxyOptions, action: (socket: string) => Promise<T>): Promise<T> {
  const { subject, context, timeout } = options;
  const fail = (why: ParametersOf<'no-cluster'>): never => {
    throw new ModelError(subject, found('no-cluster', '', why), 'manifests');
  };
  return interruptible(interruption => withTemporaryFolder(subject, async folder => {
    const socket = join(folder, 's');
    // what it starts to log in ends with its group; on a terminal it may ask there for a password, and no other session can
    const hasGroup = !isatty(0);
    const child = startKubectl([...ofContext(context), 'proxy', `--unix-socket=${socket}`, `--reject-methods=${REJECTED}`], hasGroup);
    // it may ask for a name there
    child.stdout.on('data', (chunk: Buffer) => chunk.includes(GREETING) || process.stderr.write(chunk));
    const kill = () => hasGroup && signalGroup(child, 'SIGKILL') || child.kill('SIGKILL');
    const ended = new AbortController();
    process.once('exit', kill);
    const interrupted = new Promise<never>((_, reject) => interruption.addEventListener('abort', () =>
      reject(new ModelError(subject, found('no-cluster', '', { reason: 'killed', signal: String(interruption.reason) }), 'manifests'))));
    const end = endOfKubectl(child, ended.signal).then((failure = { reason: 'exit-code', exitCode: 0 }) =>
      fail(failure.reason === 'no-object' || failure.reason === 'timeout' ? { reason: 'no-socket', timeout } : failure));
    // one of them is always rejected in the end
    for (const each of [interrupted, end]) each.catch(() => undefined);
    try {
      const late = pause(timeout, undefined, { signal: ended.signal }).then(() => fail({ reason: 'no-socket', timeout }));
      late.catch(() => undefined);
      await Promise.race([opened(socket, ended.signal), late, end, interrupted]);
      return await Promise.race([action(socket), end, interrupted]);
    } finally {
      ended.abort();
      child.stdout.destroy();
      child.stderr.destroy();
      if (hasGroup) await endGroup(child, 'SIGTERM', GRACE);
      process.off('exit', kill);
      kill();
    }
  }, shortFolder()));
}

/** The folder for temporary ones, unless the path of a socket would be too long there. */
function shortFolder(): string {
  return Buffer.byteLength(tmpdir()) + ADDED <= LONGEST_PATH ? tmpdir() : '/tmp';
}

async function opened(socket: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !await isOpen(socket)) await pause(STEP);
}

async function isOpen(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect(path);
    const settle = (answer: boolean) => {
      connection.destroy();
      resolve(answer);
    };
    connection.on('connect', () => settle(true)).on('error', () => settle(false));
  });
}
