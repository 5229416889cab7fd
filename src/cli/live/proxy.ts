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

/** The cluster to ask, and the time limit. */
export interface ProxyOptions {
  /** The prefix of error messages. */
  readonly subject: string;
  /** The kubectl context; by default, the current one. */
  readonly context?: string;
  /** The time limit until the proxy is ready, in milliseconds. The user may have to log in. */
  readonly timeout: number;
}

/** The maximum length of the path of a socket, in bytes: 103 on macOS. */
const LONGEST_PATH = 103;
/** The length that `mkdtemp` and the name of the socket add to the path of a folder. */
const ADDED = '/cdk8s-oam-XXXXXX/s'.length;

/** Methods that the proxy rejects. Only PATCH and POST are used, always as dry runs; this is a second safeguard against writes. */
const REJECTED = '^(PUT|DELETE)$';

/** The message of kubectl when it is ready, which is not shown to the user. */
const GREETING = 'Starting to serve on';

const STEP = 20;

/** The time that a login program has to exit after a signal, in milliseconds. */
const GRACE = 500;

/**
 * Opens a connection to the API server through `kubectl proxy` for the duration of an action, so that every login method of kubectl
 * works. The socket is in a folder that only this user can enter, and no port is opened.
 */
export async function withProxy<T>(options: ProxyOptions, action: (socket: string) => Promise<T>): Promise<T> {
  const { subject, context, timeout } = options;
  const fail = (why: ParametersOf<'no-cluster'>): never => {
    throw new ModelError(subject, found('no-cluster', '', why), 'manifests');
  };
  return interruptible(interruption => withTemporaryFolder(subject, async folder => {
    const socket = join(folder, 's');
    // with a group of its own, login programs end with it; on a terminal there is none, so that they can still prompt for a password
    const hasGroup = !isatty(0);
    const child = startKubectl([...ofContext(context), 'proxy', `--unix-socket=${socket}`, `--reject-methods=${REJECTED}`], hasGroup);
    // kubectl may prompt for a name on its standard output
    child.stdout.on('data', (chunk: Buffer) => chunk.includes(GREETING) || process.stderr.write(chunk));
    const kill = () => hasGroup && signalGroup(child, 'SIGKILL') || child.kill('SIGKILL');
    const ended = new AbortController();
    process.once('exit', kill);
    const interrupted = new Promise<never>((_, reject) => interruption.addEventListener('abort', () =>
      reject(new ModelError(subject, found('no-cluster', '', { reason: 'killed', signal: String(interruption.reason) }), 'manifests'))));
    const end = endOfKubectl(child, ended.signal).then((failure = { reason: 'exit-code', exitCode: 0 }) =>
      fail(failure.reason === 'no-object' || failure.reason === 'timeout' ? { reason: 'no-socket', timeout } : failure));
    // at least one of them is always rejected eventually
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

/** The folder for temporary files, or `/tmp` if the path of the socket would be too long. */
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
