import { ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { App } from './app';
import { Finding, FINE, found, saying } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { ModelError, refuse } from '../../base/brand';
import { OUTPUT, ASIDE } from '../../base/output-folder';
import { REPORT } from '../../base/user-stack';
import { ENVIRONMENT } from '../../files/writing/names';
import { readReport, WrittenByRun } from '../../files/writing/run-report';
import { withProgress } from '../progress';
import { FolderSnapshot, changesOf, stateOf } from './folder-state';
import { tell } from '../output';

/** The time that the app has to exit after a signal, in milliseconds. */
const GRACE = 2000;

/**
 * Runs the app as `cdk8s synth` does: in a shell, in the folder of cdk8s.yaml, with the same variables. Its output goes to
 * standard error. Throws if it fails. An interruption ends it with all the processes that it has started.
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
    const end = await withProgress('running the app', async () => new Promise<Finding[]>(resolve => {
      child.on('error', error => resolve(cannotRun(error)));
      child.on('exit', (exitCode, signal) => {
        if (signal) resolve(found('app-failed', '', { reason: 'signal', signal }));
        else resolve(exitCode ? found('app-failed', '', { reason: 'exit-code', exitCode }) : FINE);
      });
    }));
    // the shell may exit before the processes that it has started
    await stopped;
    refuse(app.subject, end);
  } finally {
    process.off('exit', kill);
    // a later run must not signal this group: its process id may belong to another process by then
    interruption.removeEventListener('abort', interrupt);
  }
}

/** Runs an app, and returns what it reports; nothing is reported if no temporary folder can be created for the report. */
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

/** Fails because the app has written nothing. `removed` are files of its own that it has removed. */
export function failEmpty(app: App, removed: readonly string[] = []): never {
  fail(app, found('app-failed', '', removed.length > 0 ? saying('the app has written no manifests, and has removed those that were there',
    'check that its charts are still created; if there should be none, the app is no longer needed') : saying('the app has written no '
      + 'manifests into the folder that the variable CDK8S_OUTDIR names',
  'call its synth(), and leave out outdir of its App')));
}

/** Throws findings on an app. */
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
    // its own process group, so that the processes that the shell starts can be ended with it
    const stdio = ['inherit', process.stderr.fd, 'inherit'] as const;
    return spawn(withoutNpx(command, folder), { shell: true, cwd: folder, env, stdio: [...stdio], detached: true });
  } catch (error) {
    return fail(app, cannotRun(error));
  }
}

/** A command that starts a program of the folder's own packages, which `npx` would look up for half a second first. */
function withoutNpx(command: string, folder: string): string {
  const [, program, given] = /^npx ([\w-]+)( .*)?$/.exec(command) ?? [];
  const file = program && join('node_modules', '.bin', program);
  return file && existsSync(join(folder, file)) ? `${file}${given ?? ''}` : command;
}

function cannotRun(error: unknown): Finding[] {
  return found('app-failed', '', { reason: 'not-run', error: String((error as NodeJS.ErrnoException).code) });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs an action that has to clean up. A signal that would end the process aborts the action, with the name of the signal as
 * the reason, and ends the process only afterwards.
 */
export async function interruptible<T>(action: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => interruption.abort(signal);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    return await action(interruption.signal);
  } finally {
    // a signal may have arrived while the event loop was blocked; in the first turn, Node may already be past the point where it polls
    await turn();
    await turn();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    const { aborted, reason } = interruption.signal;
    // without a listener, the signal ends the process, and the parent process sees which signal it was
    if (aborted) process.kill(process.pid, reason);
  }
}

const STEP = 20;

/** Sends a signal to a process with its own group, and to all processes that it has started. Returns whether it reached any. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  return attempt(() => pid !== undefined && process.kill(-pid, signal)) ?? false;
}

/** Ends such a group with a signal, and kills whatever still runs after `grace` milliseconds. */
async function endGroup(child: ChildProcess, signal: NodeJS.Signals, grace: number): Promise<void> {
  signalGroup(child, signal);
  for (let waited = 0; waited < 2 * grace && signalGroup(child, 0); waited += STEP) {
    if (waited >= grace) signalGroup(child, 'SIGKILL');
    await pause(STEP);
  }
}

/** A folder that must not change. */
interface KeptFolder {
  /** Its name in messages. */
  readonly name: string;
  /** Its path with all symbolic links resolved. */
  readonly path: string;
  readonly before: FolderSnapshot;
}

/**
 * Runs an app with a temporary output folder, and passes the folder to `read`. An app of this library writes there whatever its `outdir`.
 * If any app has changed one of the folders in `kept`, that is an error.
 */
export async function runAside<T>(
  app: App, kept: readonly string[], read: (folder: string, written: readonly WrittenByRun[]) => T,
): Promise<T> {
  const folders = kept.filter(existsSync).map((name): KeptFolder => ({ name, path: realpathSync(name), before: stateOf(name) }));
  try {
    return await interruptible(interruption => withTemporaryFolder(app.subject, async temporary => {
      const [folder, report] = ['manifests', 'report'].map(name => join(temporary, name));
      mkdirSync(folder, { mode: 0o700 });
      await runApp(app, folder, interruption, { [ASIDE]: folder, [REPORT]: report });
      return read(folder, readReport(report));
    }));
  } finally {
    // also after a failure of the app
    for (const folder of folders) {
      const changed = changedIn(folder);
      if (changed.length > 0) fail(app, found('app-failed', '', { reason: 'changed-folder', folder: folder.name, file: changed[0] }));
    }
  }
}

function changedIn({ path, before }: KeptFolder): string[] {
  const { added, removed, changed, untouched } = changesOf(before, existsSync(path) ? stateOf(path, before) : new Map());
  const same = new Set(untouched);
  return [...added, ...changed, ...removed, ...[...before.keys()].filter(name => !same.has(name))];
}

/** Runs an action with a temporary folder that only this user can read. Removes the folder afterwards, also when the process exits. */
async function withTemporaryFolder<T>(subject: string, action: (folder: string) => Promise<T>): Promise<T> {
  const parent = tmpdir();
  let folder: string;
  try {
    folder = mkdtempSync(join(parent, 'cdk8s-oam-'));
  } catch (error) {
    throw new ModelError(subject, found('output-not-writable', '', { reason: 'temporary-folder', folder: parent, error: codeOf(error) }));
  }
  const remove = () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      tell(`note: the temporary folder ${folder} cannot be removed (${codeOf(error)})`);
    }
  };
  process.once('exit', remove);
  try {
    return await action(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
