import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { replaceFiles } from '../../manifest';
import { refuse } from '../../private/errors';
import { finding } from '../../private/finding';
import { makeFolders } from '../../private/folders';

/** Checks that a new project can have the folder. */
export function checkFolder(folder: string): void {
  if (folder === '') refuse('cdk8s-oam import', finding('usage', '--out', 'must be the path of a folder, got ""', 'name the folder of the new project'));
  void isThere(folder);
}

/** Writes a new project, so that all of it is there or nothing. */
export function writeProject(folder: string, files: ReadonlyMap<string, string>): void {
  if (isThere(folder)) return replaceFiles(folder, files);
  const target = resolve(folder);
  // beside its place first, so that it takes it in one step
  const temporary = join(dirname(target), `.${basename(target)}-${randomUUID()}`);
  try {
    makeFolders(temporary);
    for (const [name, text] of files) writeFileSync(join(temporary, name), text, { flush: true });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    refuseToWrite(folder, error);
  }
}

/** Whether the folder is there, which it may be as long as it is empty. */
function isThere(folder: string): boolean {
  const there = entriesOf(folder);
  if (there !== undefined && there > 0) refuse('cdk8s-oam import', finding('output-not-empty', '--out', `must be a folder that does not exist, or is empty: ${JSON.stringify(folder)} holds something`, 'name another folder'));
  return there !== undefined;
}

/** How many entries a folder has; nothing where there is none. */
function entriesOf(folder: string): number | undefined {
  try {
    return readdirSync(folder).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return refuse('cdk8s-oam import', finding('output-not-empty', '--out', `must be a folder that does not exist, or is empty: ${JSON.stringify(folder)} is a file, or below one`, 'name another folder')) as undefined;
    return refuseToWrite(folder, error);
  }
}

function refuseToWrite(folder: string, error: unknown): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  refuse('cdk8s-oam import', finding('output-not-writable', '--out', `cannot be written: ${code} ${JSON.stringify(folder)}`, 'check the path, its permissions, and the space on the disk'));
  throw error;
}
