import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { found, ParametersOf } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { isObject, PlainValue } from '../../base/check';
import { ModelError } from '../../base/brand';

/** How `kubectl` is run. */
export interface KubectlOptions {
  /** The context of the kubeconfig. @default - the current one */
  readonly context?: string;

  /** How long it may take, in milliseconds. Allow for a user who has to log in. @default 60000 */
  readonly timeout?: number;
}

/** The environment variable with the scraper's password, which is not passed on to other programs. */
export const PASSWORD_VARIABLE = 'CDK8S_OAM_PASSWORD';

const RESOURCES = {
  Ingress: 'ingresses.networking.k8s.io', HTTPRoute: 'httproutes.gateway.networking.k8s.io', Secret: 'secrets',
};

/**
 * Reads an object with `kubectl`, so that every login method that works there works here; `undefined` if it does not
 * exist. `kubectl` has the terminal of this process, where it may prompt its user, and no password of the scraper in
 * its environment.
 */
export async function readObject(
  kind: keyof typeof RESOURCES, namespace: string, name: string, { context, timeout = 60_000 }: KubectlOptions,
): Promise<PlainValue | undefined> {
  const args = [`--namespace=${namespace}`, 'get', RESOURCES[kind], name, '--ignore-not-found', '--output=json'];
  if (context !== undefined) args.unshift(`--context=${context}`);
  const command = args.join(' ');
  const fail = (why: ParametersOf<'kubectl-failed'>): never => {
    throw new ModelError('kubectl', found('kubectl-failed', '', why));
  };
  const { [PASSWORD_VARIABLE]: _, ...env } = process.env;
  // not the option `timeout`, whose timer runs on if kubectl is not installed
  const ending = { signal: AbortSignal.timeout(timeout), killSignal: 'SIGKILL' } as const;
  const child = spawn('kubectl', args, { env, stdio: ['inherit', 'pipe', 'inherit'], ...ending });
  const output = text(child.stdout).catch(() => '');
  // what it has started may keep the pipe open, which matters only to a result
  const [exitCode, killer] = await once(child, 'exit').catch(({ code }: NodeJS.ErrnoException) => {
    child.stdout.destroy();
    if (code === 'ABORT_ERR') return fail({ reason: 'timeout', command, timeout });
    return fail(code === 'ENOENT' ? { reason: 'not-installed', command }
      : { reason: 'not-run', command, error: String(code) });
  });
  if (exitCode !== 0) {
    child.stdout.destroy();
    fail(killer ? { reason: 'killed', command, signal: killer } : { reason: 'exit-code', command, exitCode });
  }
  const answer = await output;
  if (answer.trim() === '') return undefined;
  const value: unknown = attempt(() => JSON.parse(answer));
  // anything else is not shown, since it may still contain a Secret
  return isObject(value) ? value : fail({ reason: 'no-object', command });
}
