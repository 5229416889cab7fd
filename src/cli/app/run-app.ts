import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from './app';
import { FINE, Finding, found } from '../../findings/finding';
import { attempt } from '../../private/attempt';
import { ModelError, refuse } from '../../private/errors';
import { endGroup, signalGroup } from '../../private/process-group';
import { ENVIRONMENT, OUTPUT } from '../../writing/names';
import { REPORT, WrittenByRun, readReport } from '../../writing/run-report';
import { withProgress } from '../progress';

/** How long the app may take to end after a signal, in milliseconds. */
const GRACE = 2000;

/**
 * Runs the app as `cdk8s synth` does: by the shell, in the folder of cdk8s.yaml, with the same variables. What it prints
 * goes to standard error. Throws if it fails. When it is interrupted, it is ended with all that it has started.
 */
export async function runApp(app: App, folder: string, interruption: AbortSignal, variables: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = start(app, folder, variables);
  const kill = () => signalGroup(child, 'SIGKILL');
  let stopped: Promise<void> | undefined;
  const interrupt = () => {
    stopped = endGroup(child, interruption.reason, GRACE);
  };
  interruption.addEventListener('abort', interrupt);
  process.once('exit', kill);
  try {
    const end = await withProgress('running the app', async () => endOf(child));
    // the shell may be gone before what it has started
    await stopped;
    refuse(app.subject, end);
  } finally {
    process.off('exit', kill);
    // another run may follow, when the number of this process is that of another one
    interruption.removeEventListener('abort', interrupt);
  }
}

/** Runs an app, and gives what it has reported; nothing where there is no place for a report. */
export async function runReported(app: App, folder: string, interruption: AbortSignal): Promise<WrittenByRun[]> {
  const temporary = attempt(() => mkdtempSync(join(tmpdir(), 'cdk8s-oam-')));
  const report = temporary === undefined ? '' : join(temporary, 'report');
  try {
    await runApp(app, folder, interruption, { [REPORT]: report });
    return readReport(report);
  } finally {
    attempt(() => temporary !== undefined && rmSync(temporary, { recursive: true, force: true }));
  }
}

/** Refuses an app that has written nothing; what it has removed was its own. */
export function failEmpty(app: App, removed: readonly string[] = []): never {
  fail(app, found('app-failed', '', { reason: removed.length > 0 ? 'all-removed' : 'nothing-written' }));
}

/** Throws what is wrong with an app. */
export function fail({ subject }: App, findings: Finding[]): never {
  throw new ModelError(subject, findings);
}

function start(app: App, outdir: string, variables: NodeJS.ProcessEnv): ChildProcess {
  const { command, folder, output, isValidated, environment } = app;
  const { CDK8S_RECORD_CONSTRUCT_METADATA = String(isValidated) } = process.env;
  const chosen = environment === undefined ? {} : { [ENVIRONMENT]: environment };
  const folders = { CDK8S_OUTDIR: outdir, [OUTPUT]: relative(folder, output) };
  const env = { ...process.env, ...chosen, ...variables, ...folders, CDK8S_RECORD_CONSTRUCT_METADATA };
  try {
    // a group of its own: what the shell has started can be ended with it
    return spawn(command, { shell: true, cwd: folder, env, stdio: ['inherit', process.stderr.fd, 'inherit'], detached: true });
  } catch (error) {
    return fail(app, cannotRun(error));
  }
}

/** Why it failed, if it did. */
async function endOf(child: ChildProcess): Promise<Finding[]> {
  return new Promise(resolve => {
    child.on('error', error => resolve(cannotRun(error)));
    child.on('exit', (exitCode, signal) => {
      if (signal) resolve(found('app-failed', '', { reason: 'signal', signal }));
      else resolve(exitCode ? found('app-failed', '', { reason: 'exit-code', exitCode }) : FINE);
    });
  });
}

function cannotRun(error: unknown): Finding[] {
  return found('app-failed', '', { reason: 'not-run', error: String((error as NodeJS.ErrnoException).code) });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs an action that has to clean up. A signal that would end the process ends it after that: `action` gets the
 * name of the signal as the reason of its abortion.
 */
export async function interruptible<T>(action: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => interruption.abort(signal);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await action(interruption.signal);
  } finally {
    // one may have come while nothing could be heard: in the first turn Node may still be past the point where it listens
    await turn();
    await turn();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    const { aborted, reason } = interruption.signal;
    // now it ends the process, and whoever has started that sees which one it was
    if (aborted) process.kill(process.pid, reason);
  }
}
