import { accessSync, constants } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { folderOf, Obstacle, Places } from './places';
import { FINE, Finding, found, ParametersOf } from '../findings/finding';
import { ModelError } from '../private/errors';
import { raise } from '../private/user-stack';

type WritingProblem = ParametersOf<'output-not-writable'>;

/** Folders in place of files, and what is no folder in place of folders. */
export function checkPlaces(places: Places, files: Iterable<string>, index?: string): Finding[] {
  const obstacles = new Map<string, Obstacle>();
  const findings: Finding[] = [];
  for (const path of [...files, ...index === undefined ? [] : [index]]) {
    const { obstacle } = places.folder(folderOf(path));
    if (obstacle) obstacles.set(obstacle.path, obstacle);
    else if (places.at(path)?.isDirectory()) findings.push(...unwritable(places.fileOf(path), { reason: 'folder-for-file' }));
  }
  // one for each obstacle, however many files it is in the way of
  const inTheWay = [...obstacles.values()].flatMap(obstacle => unwritable(places.fileOf(obstacle.path), problemOf(obstacle)));
  if (index === undefined) return [...inTheWay, ...findings];
  const at = obstacles.size > 0 ? undefined : places.at(index);
  // an index that is a link, or a pipe, is none of ours, and forgetting it in silence would leave stale files behind
  const odd = at && !at.isFile() && !at.isDirectory() ? unwritable(places.fileOf(index), { reason: 'odd-index' }) : FINE;
  return [...inTheWay, ...findings, ...odd];
}

function problemOf({ isLink, isDangling }: Obstacle): WritingProblem {
  if (isDangling) return { reason: 'dangling-link' };
  return { reason: isLink ? 'link-for-folder' : 'file-for-folder' };
}

/** Folders in which files are to be made, replaced or removed. The administrator is stopped only by a disk that is read-only. */
export function checkWritable(places: Places, paths: Iterable<string>): Finding[] {
  const touched = new Set<string>();
  for (const path of paths) {
    const { nearest } = places.folder(folderOf(path));
    if (nearest !== undefined) touched.add(nearest);
  }
  return [...touched].flatMap(each => checkAccess(places.fileOf(each)));
}

function checkAccess(path: string): Finding[] {
  try {
    accessSync(path, constants.W_OK + constants.X_OK);
    return FINE;
  } catch (error) {
    // another run has just removed it, and it will be made again
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return FINE;
    return unwritable(path, { reason: 'no-access', error: reasonOf(error) });
  }
}

function unwritable(path: string, problem: WritingProblem): Finding[] {
  return found('output-not-writable', [path], problem);
}

/** Throws an error of the system as a finding, with what is left, and any other as it is. */
export function throwSystemError(error: unknown, places: Places, reason: 'not-read' | 'not-written' | 'not-all-written'): never {
  const { syscall, path = places.root } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  raise(new ModelError(places.subject, unwritable(path, { reason, error: reasonOf(error) })));
}

/** `ENOSPC: no space left on device`. */
function reasonOf(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const [, text] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return text === undefined ? code : `${code}: ${text}`;
}
