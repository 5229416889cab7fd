import { accessSync, constants } from 'node:fs';
import { folderOf, Obstacle, Places } from './places';
import { ModelError } from '../private/errors';
import { FINE, Finding } from '../findings/finding';
import { finding } from '../findings/unsaid';
import { raise } from '../private/user-stack';

/** Folders in place of files, and what is no folder in place of folders. */
export function checkPlaces(places: Places, files: Iterable<string>, index?: string): Finding[] {
  const obstacles = new Map<string, Obstacle>();
  const findings: Finding[] = [];
  for (const path of [...files, ...index === undefined ? [] : [index]]) {
    const { obstacle } = places.folder(folderOf(path));
    if (obstacle) obstacles.set(obstacle.path, obstacle);
    else if (places.at(path)?.isDirectory()) findings.push(...unwritable(places.fileOf(path), 'is a folder, where a file must be', 'remove the folder, or move it'));
  }
  // one for each obstacle, however many files it is in the way of
  const inTheWay = [...obstacles.values()].flatMap(obstacle => unwritable(places.fileOf(obstacle.path), problemOf(obstacle), 'remove it, or move it'));
  if (index === undefined) return [...inTheWay, ...findings];
  const at = obstacles.size > 0 ? undefined : places.at(index);
  // an index that is a link, or a pipe, is none of ours, and forgetting it in silence would leave stale files behind
  const odd = at && !at.isFile() && !at.isDirectory() ? unwritable(places.fileOf(index), 'is no regular file, and holds the index of what was written', 'remove it') : FINE;
  return [...inTheWay, ...findings, ...odd];
}

function problemOf({ isLink, isDangling }: Obstacle): string {
  if (isDangling) return 'is a link that leads to nothing, where a folder must be';
  return isLink ? 'is a link, where a folder must be: what is written would be somewhere else' : 'is a file, where a folder must be';
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
    return unwritable(path, `cannot be written into: ${reasonOf(error)}`, 'check its permissions, or name another folder');
  }
}

function unwritable(path: string, problem: string, remedy: string): Finding[] {
  return finding('output-not-writable', [path], problem, remedy);
}

/** Throws an error of the system as a finding, with what is left, and any other as it is. */
export function throwSystemError(error: unknown, places: Places, consequence: string, step: 'read' | 'written' = 'written'): never {
  const { syscall, path = places.root } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  const check = step === 'read' ? 'check its permissions' : 'check its permissions and the space on the disk';
  raise(new ModelError(places.subject, finding('output-not-writable', [path], `cannot be ${step}: ${reasonOf(error)}`, `${check}; ${consequence}`)));
}

/** `ENOSPC: no space left on device`. */
function reasonOf(error: unknown): string {
  return (error as Error).message.split(',')[0];
}
