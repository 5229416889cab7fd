import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { App } from './app';
import { compareSnapshots, folderSnapshot } from './folder-state';
import { attempt } from '../../base/attempt';
import { ModelError, throwFindings } from '../../base/brand';
import { Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { OUTPUT, ASIDE } from '../../base/output-folder';
import { REPORT } from '../../base/user-stack';
import { ENVIRONMENT } from '../../files/writing/names';
import { readReport, WrittenByRun } from '../../files/writing/run-report';
import { printToStderr, withProgress } from '../output';

// The app is a process of its own. It gets its folders in variables, and reports in a file what it has written.

/** The time that the app has to exit after a signal, and the interval at which that is checked, in milliseconds. */
const [GRACE, STEP] = [2000, 20];

/** The code of an error of the system, such as `ENOENT`. */
const systemCode = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/**
 * Runs the app as `cdk8s synth` does: in a shell, in the folder of cdk8s.yaml, with the same variables. Its output goes
 * to standard error. Throws if it fails. An interruption ends it with all the processes that it has started.
 */
export async function runApp(
  app: App, outdir: string, interruption: AbortSignal, variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  const { subject, command, folder, output, isValidated, environment } = app;
  const { CDK8S_RECORD_CONSTRUCT_METADATA = String(isValidated) } = process.env;
  const env = {
    ...process.env,
    ...environment !== undefined && { [ENVIRONMENT]: environment },
    ...variables,
    CDK8S_OUTDIR: outdir,
    [OUTPUT]: relative(folder, output),
    CDK8S_RECORD_CONSTRUCT_METADATA,
  };
  // starts a program of the folder's own packages directly: `npx` would look it up for half a second first
  const [, program, given = ''] = /^npx ([\w-]+)( .*)?$/.exec(command) ?? [];
  const file = program && join('node_modules', '.bin', program);
  const line = file && existsSync(join(folder, file)) ? `${file}${given}` : command;
  const notRun = (error: unknown) => found('app-failed', '', { reason: 'not-run', error: systemCode(error) });
  let child: ChildProcess;
  try {
    // its own process group, so that the processes that the shell starts can be ended with it
    const stdio = ['inherit', process.stderr.fd, 'inherit'] as const;
    child = spawn(line, { shell: true, cwd: folder, env, stdio: [...stdio], detached: true });
  } catch (error) {
    throw new ModelError(subject, notRun(error));
  }

  // to the process and all that it has started; whether it reaches any
  const signalGroup = (signal: NodeJS.Signals | 0) =>
    attempt(() => child.pid !== undefined && process.kill(-child.pid, signal)) ?? false;
  const endGroup = async () => {
    signalGroup(interruption.reason);
    for (let waited = 0; waited < 2 * GRACE && signalGroup(0); waited += STEP) {
      if (waited >= GRACE) signalGroup('SIGKILL');
      await pause(STEP);
    }
  };
  let stopped: Promise<void> | undefined;
  const interrupt = () => {
    stopped = endGroup();
  };
  const kill = () => signalGroup('SIGKILL');
  interruption.addEventListener('abort', interrupt);
  process.once('exit', kill);
  try {
    const end = await withProgress('running the app', async () => new Promise<Finding[]>(resolve => {
      child.on('error', error => resolve(notRun(error)));
      child.on('exit', (exitCode, signal) => {
        if (signal) resolve(found('app-failed', '', { reason: 'signal', signal }));
        else resolve(exitCode ? found('app-failed', '', { reason: 'exit-code', exitCode }) : FINE);
      });
    }));
    // the shell may exit before the processes that it has started
    await stopped;
    throwFindings(subject, end);
  } finally {
    process.off('exit', kill);
    // a later run must not signal this group: its process id may belong to another process by then
    interruption.removeEventListener('abort', interrupt);
  }
}

/** Fails because the app has written nothing. `removed` are files of its own that it has removed. */
export function failEmpty({ subject }: App, removed: readonly string[] = []): never {
  throw new ModelError(subject, found('app-failed', '', removed.length > 0 ? ownWords(
    'the app has written no manifests, and has removed those that were there',
    'check that its charts are still created; if there should be none, the app is no longer needed') : ownWords(
    'the app has written no manifests into the folder that the variable CDK8S_OUTDIR names',
    'call its synth(), and leave out outdir of its App')));
}

/** The signals by which users, shells and CI systems end a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs an action that has to clean up. A signal that would end the process aborts the action, with the name of the
 * signal as the reason, and ends the process only afterwards.
 */
export async function interruptible<T>(action: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => interruption.abort(signal);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await action(interruption.signal);
  } finally {
    // a signal may have arrived while the event loop was blocked; in the first turn, Node may already be past the point
    // where it polls
    await turn();
    await turn();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    const { aborted, reason } = interruption.signal;
    // without a listener, the signal ends the process, and the parent process sees which signal it was
    if (aborted) process.kill(process.pid, reason);
  }
}

/** Runs a step with a temporary folder that only this user can read, and removes the folder whatever happens. */
async function withTemporary<T>(
  subject: string, step: (temporary: string, interruption: AbortSignal) => Promise<T>,
): Promise<T> {
  return interruptible(async interruption => {
    const parent = tmpdir();
    let temporary: string;
    try {
      temporary = mkdtempSync(join(parent, 'cdk8s-oam-'));
    } catch (error) {
      throw new ModelError(subject, found('output-not-writable', '',
        { reason: 'temporary-folder', folder: parent, error: systemCode(error) }));
    }
    const remove = () => {
      try {
        rmSync(temporary, { recursive: true, force: true });
      } catch (error) {
        printToStderr(`note: the temporary folder ${temporary} cannot be removed (${systemCode(error)})`);
      }
    };
    process.once('exit', remove);
    try {
      return await step(temporary, interruption);
    } finally {
      process.off('exit', remove);
      remove();
    }
  });
}

/** Runs an app with its output folder, and returns what it reports. */
export const runInPlace = async (app: App, folder: string): Promise<WrittenByRun[]> =>
  withTemporary(app.subject, async (temporary, interruption) => {
    const report = join(temporary, 'report');
    await runApp(app, folder, interruption, { [REPORT]: report });
    return readReport(report);
  });

/**
 * Runs an app with a temporary output folder, and passes the folder to `read`. An app of this library writes there
 * whatever its `outdir`. If any app has changed one of the folders in `kept`, that is an error.
 */
export async function runAside<T>(
  app: App, kept: readonly string[], read: (folder: string, written: readonly WrittenByRun[]) => T,
): Promise<T> {
  const { subject } = app;
  const folders = kept.filter(existsSync)
    .map(name => ({ name, path: realpathSync(name), before: folderSnapshot(name) }));
  try {
    return await withTemporary(subject, async (temporary, interruption) => {
      const [folder, report] = ['manifests', 'report'].map(name => join(temporary, name));
      mkdirSync(folder, { mode: 0o700 });
      await runApp(app, folder, interruption, { [ASIDE]: folder, [REPORT]: report });
      return read(folder, readReport(report));
    });
  } finally {
    // also after a failure of the app
    for (const { name, path, before } of folders) {
      const after = existsSync(path) ? folderSnapshot(path, before) : new Map();
      const { added, removed, changed, untouched } = compareSnapshots(before, after);
      const same = new Set(untouched);
      const [file] = [...added, ...changed, ...removed, ...[...before.keys()].filter(each => !same.has(each))];
      throwFindings(subject, file === undefined ? FINE
        : found('app-failed', '', { reason: 'changed-folder', folder: name, file }));
    }
  }
}
