import { ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../private/check';
import { ModelError } from '../private/errors';
import { finding } from '../findings/unsaid';

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

/** The kinds of objects that lead to a scraper. */
export type AccessKind = keyof typeof RESOURCES;

/** Where objects come from: nothing where one does not exist. */
export type ObjectSource = (kind: AccessKind, namespace: string, name: string) => Promise<any>;

/** Reads objects with `kubectl`, so that every way to log in works that works there. It may ask its user for something. */
export function fromKubectl({ context, timeout = 60_000 }: KubectlOptions): ObjectSource {
  return async (kind, namespace, name) => {
    const where = context === undefined ? [] : [`--context=${context}`];
    const args = [...where, `--namespace=${namespace}`, 'get', RESOURCES[kind], name, '--ignore-not-found', '--output=json'];
    const answer = await run(args, timeout);
    return answer.trim() === '' ? undefined : parsed(args, answer);
  };
}

/** What is no JSON is not shown: it may be a Secret all the same. */
function parsed(args: readonly string[], answer: string): any {
  const value = tryParse(answer);
  return isObject(value) ? value : fail(args, 'printed no object in JSON; it is not shown');
}

function tryParse(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

async function run(args: readonly string[], timeout: number): Promise<string> {
  const { [PASSWORD_VARIABLE]: _, ...env } = process.env;
  const child = spawn('kubectl', args, { env, stdio: ['inherit', 'pipe', 'pipe'] });
  // what a way to log in has to say
  child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const timer = new AbortController();
  const { signal } = timer;
  try {
    const end = await Promise.race([endOf(child, signal), pause(timeout, `was ended after ${timeout} ms`, { signal })]);
    return end === '' ? Buffer.concat(output).toString('utf8') : fail(args, end);
  } finally {
    timer.abort();
    child.kill('SIGKILL');
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** How it ended, once all that it has printed is read; empty if well. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<string> {
  return new Promise(resolve => {
    child.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? 'is not installed, or not in PATH' : `cannot be run (${error.code})`));
    child.on('exit', (code, killer) => {
      const end = code === 0 ? '' : killer ? `was ended by ${killer}` : `failed with exit code ${code}; what it says is above`;
      child.on('close', () => resolve(end));
      // a program that it has left running may hold the other ends
      pause(GRACE, undefined, { signal }).then(() => resolve(end), () => undefined);
    });
  });
}

function fail(args: readonly string[], problem: string): never {
  throw new ModelError('kubectl', finding('kubectl-failed', '', `${args.join(' ')} ${problem}`, 'check that the command works, or give the URL of the scraper'));
}
