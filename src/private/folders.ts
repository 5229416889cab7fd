import { mkdirSync, rmdirSync, Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** How often folders are made again that another process has removed. */
const ATTEMPTS = 10;

/** What a path leads to; nothing where nothing is, and below what is no folder. */
export function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Makes a folder, and those around it that are missing. Gives back the outermost that was made.
 *
 * `mkdirSync` of Node has an option for it, which tells ENOENT where a disk is read-only, and does not come to an end in `/proc`.
 */
export function makeFolders(path: string): string | undefined {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return makeMissing(resolve(path));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || left === 0) throw error;
    }
  }
}

function makeMissing(path: string): string | undefined {
  const missing: string[] = [];
  for (let each = path; statAt(each) === undefined; each = dirname(each)) missing.unshift(each);
  if (missing.length === 0 && !isFolder(path)) missing.push(path);
  const made: string[] = [];
  try {
    for (const folder of missing) if (make(folder)) made.push(folder);
    return made[0];
  } catch (error) {
    for (const folder of made.reverse()) unmake(folder);
    throw error;
  }
}

/** Another process may use it by now. */
function unmake(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // the first error is the one to be told
  }
}

/** Whether this has made it, and no other process. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isFolder(folder)) return false;
    throw error;
  }
}

const isFolder = (path: string) => statAt(path)?.isDirectory() ?? false;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
