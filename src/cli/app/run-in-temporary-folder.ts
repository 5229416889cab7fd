import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from './app';
import { FolderSnapshot, changesOf, stateOf } from './folder-state';
import { fail, interruptible, runApp } from './run-app';
import { found } from '../../findings/finding';
import { ModelError } from '../../private/errors';
import { ASIDE } from '../../private/output-folder';
import { REPORT } from '../../private/user-stack';
import { WrittenByRun, readReport } from '../../writing/run-report';
import { tell } from '../output';

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
