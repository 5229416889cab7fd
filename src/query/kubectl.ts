import { ChildProcess, ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
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
   * How long it may take, in milliseconds: somebody may have to log in.
   *
   * @default 60000
   */
  readonly timeout?: number;
}

/** The variable with the scraper's password, which no other program gets to see. */
export const PASSWORD_VARIABLE = 'CDK8S_OAM_PASSWORD';

const RESOURCES = { Ingress: 'ingresses.networking.k8s.io', HTTPRoute: 'httproutes.gateway.networking.k8s.io', Secret: 'secrets' };

/** How long is read, in milliseconds, what has been printed before the end. */
const GRACE = 500;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** Why a command has failed. */
export type KubectlFailure = Without<ParametersOf<'kubectl-failed'>, 'command'>;

/** The kinds of objects that lead to a scraper. */
export type AccessKind = keyof typeof RESOURCES;

/** Where objects come from; `undefined` if one does not exist. */
export type ObjectSource = (kind: AccessKind, namespace: string, name: string) => Promise<PlainValue | undefined>;

/** Reads objects with `kubectl`, so that every way to log in works that works there. It may ask its user for something. */
export function fromKubectl({ context, timeout = 60_000 }: KubectlOptions): ObjectSource {
  return async (kind, namespace, name) => {
    const args = [...ofContext(context), `--namespace=${namespace}`, 'get', RESOURCES[kind], name, '--ignore-not-found', '--output=json'];
    const answer = await run(args, timeout);
    return answer.trim() === '' ? undefined : parsed(args, answer);
  };
}

/** The arguments that name a context. */
export const ofContext = (context?: string) => context === undefined ? [] : [`--context=${context}`];

/** The namespace of objects that name none, as `kubectl` has it. Fails if the kubeconfig does not say which context counts. */
export async function contextNamespace({ context, timeout = 60_000 }: KubectlOptions): Promise<string> {
  const args = [...ofContext(context), 'config', 'view', '--minify', '--output=jsonpath={..namespace}'];
  return (await run(args, timeout)).trim() || 'default';
}

/** What is no JSON is not shown: it may be a Secret all the same. */
function parsed(args: readonly string[], answer: string): PlainValue {
  const value: unknown = attempt(() => JSON.parse(answer));
  return isObject(value) ? value : fail(args, { reason: 'no-object' });
}

/**
 * Starts `kubectl`, which does not see the scraper's password, on request in a process group of its own. What a way to log in has to say
 * goes to standard error.
 */
export function startKubectl(args: readonly string[], hasGroup = false): ChildProcessByStdio<null, Readable, Readable> {
  const { [PASSWORD_VARIABLE]: _, ...env } = process.env;
  const child = spawn('kubectl', args, { env, stdio: ['inherit', 'pipe', 'pipe'], detached: hasGroup });
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  return child;
}

async function run(args: readonly string[], timeout: number): Promise<string> {
  const { output, failure } = await answerOfKubectl(args, timeout);
  return failure ? fail(args, failure) : output;
}

/** What `kubectl` prints, and how it failed if it did. */
export async function answerOfKubectl(
  args: readonly string[], timeout: number,
): Promise<{ readonly output: string; readonly failure?: KubectlFailure }> {
  const child = startKubectl(args);
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const timer = new AbortController();
  const { signal } = timer;
  try {
    const failure = await Promise.race([endOfKubectl(child, signal), pause(timeout, { reason: 'timeout', timeout } as const, { signal })]);
    return { output: Buffer.concat(output).toString('utf8'), failure };
  } finally {
    timer.abort();
    child.kill('SIGKILL');
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** How it failed, once all that it has printed is read; `undefined` if it did not. */
export async function endOfKubectl(child: ChildProcess, signal: AbortSignal): Promise<KubectlFailure | undefined> {
  return new Promise(resolve => {
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ENOENT' ? { reason: 'not-installed' } : { reason: 'not-run', error: String(code) }));
    child.on('exit', (code, killer) => {
      const end = code === 0 ? undefined : failedWith(code, killer);
      child.on('close', () => resolve(end));
      // a program that it has left running may hold the other ends
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
