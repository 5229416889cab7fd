import { ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { found, ParametersOf } from '../findings/finding';
import { attempt } from '../private/attempt';
import { isObject, PlainValue } from '../private/check';
import { ModelError } from '../private/errors';

/** How `kubectl` is run. */
export interface KubectlOptions {
  /**
   * The context of the kubeconfig.
   *
   * @default - the current one
   */
  readonly context?: string;

  /**
   * How long it may take, in milliseconds. Allow for a user who has to log in.
   *
   * @default 60000
   */
  readonly timeout?: number;
}

/** The environment variable with the scraper's password, which is not passed on to other programs. */
export const PASSWORD_VARIABLE = 'CDK8S_OAM_PASSWORD';

const RESOURCES = { Ingress: 'ingresses.networking.k8s.io', HTTPRoute: 'httproutes.gateway.networking.k8s.io', Secret: 'secrets' };

/** How many milliseconds the output is still read after the program has exited. */
const GRACE = 500;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** Why a command failed. */
type KubectlFailure = Without<ParametersOf<'kubectl-failed'>, 'command'>;

/** The kinds of objects that lead to a scraper. */
export type AccessKind = keyof typeof RESOURCES;

/** Reads an object; returns `undefined` if it does not exist. */
export type ObjectSource = (kind: AccessKind, namespace: string, name: string) => Promise<PlainValue | undefined>;

/** Reads objects with `kubectl`, so that every login method that works there works here. It may prompt its user. */
export function fromKubectl({ context, timeout = 60_000 }: KubectlOptions): ObjectSource {
  return async (kind, namespace, name) => {
    const from = [...context === undefined ? [] : [`--context=${context}`], `--namespace=${namespace}`];
    const args = [...from, 'get', RESOURCES[kind], name, '--ignore-not-found', '--output=json'];
    const answer = await run(args, timeout);
    return answer.trim() === '' ? undefined : parsed(args, answer);
  };
}

/** Parses the output. Output that is not JSON is not shown, since it may still contain a Secret. */
function parsed(args: readonly string[], answer: string): PlainValue {
  const value: unknown = attempt(() => JSON.parse(answer));
  return isObject(value) ? value : fail(args, { reason: 'no-object' });
}

/**
 * Runs `kubectl` without the scraper's password in its environment, and returns its output. Its standard error, where login plugins
 * print, is passed on to that of this process.
 */
async function run(args: readonly string[], timeout: number): Promise<string> {
  const { [PASSWORD_VARIABLE]: _, ...env } = process.env;
  const child = spawn('kubectl', args, { env, stdio: ['inherit', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const timer = new AbortController();
  const { signal } = timer;
  try {
    const failure = await Promise.race([endOf(child, signal), pause(timeout, { reason: 'timeout', timeout } as const, { signal })]);
    return failure ? fail(args, failure) : Buffer.concat(output).toString('utf8');
  } finally {
    timer.abort();
    child.kill('SIGKILL');
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** The failure, once all output is read; `undefined` if there was none. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<KubectlFailure | undefined> {
  return new Promise(resolve => {
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' ? { reason: 'not-installed' } : { reason: 'not-run', error: String(code) }));
    child.on('exit', (code, killer) => {
      const end = code === 0 ? undefined : failedWith(code, killer);
      child.on('close', () => resolve(end));
      // a program that it has left running may keep the pipes open
      pause(GRACE, undefined, { signal }).then(() => resolve(end), () => undefined);
    });
  });
}

function failedWith(exitCode: number | null, signal: NodeJS.Signals | null): KubectlFailure {
  return signal ? { reason: 'killed', signal } : { reason: 'exit-code', exitCode: exitCode! };
}

function fail(args: readonly string[], failed: KubectlFailure): never {
  throw new ModelError('kubectl', found('kubectl-failed', '', { ...failed, command: args.join(' ') }));
}
