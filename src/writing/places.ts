import { Stats, accessSync, constants, lstatSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { FINE, Finding, ParametersOf, found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { ModelError } from '../private/errors';
import { raise } from '../private/user-stack';

/** The state of a folder on the disk. */
interface FolderState {
  readonly isThere: boolean;
  /** The innermost existing folder on the way to it, including itself; `undefined` if not even the output folder exists. */
  readonly nearest?: string;
  /** A file or link in place of the folder, or of a folder around it. */
  readonly obstacle?: Obstacle;
}

interface Obstacle {
  readonly path: string;
  readonly reason: 'file-for-folder' | 'link-for-folder' | 'dangling-link';
}

/**
 * The content of the output folder when it was first asked for. Links are not followed: a link in place of a folder leads elsewhere, where
 * nothing may be written or removed. The output folder itself may be a link, because the user has named it. Paths are relative to it, and
 * `''` is the folder itself.
 */
export class Places {
  private readonly folders = new Map<string, FolderState>();
  private readonly found = new Map<string, Stats | undefined>();

  /** @param subject the subject of findings */
  public constructor(public readonly root: string, public readonly subject: string) {}

  /** The path in the file system. */
  public fileOf(path: string): string {
    return join(this.root, path);
  }

  public folder(path: string): FolderState {
    const known = this.folders.get(path);
    if (known) return known;
    const state = path === '' ? this.lookAtRoot() : this.look(path);
    this.folders.set(path, state);
    return state;
  }

  /** The entry at a path, of any type; `undefined` if its folder does not exist, or is not a folder. */
  public at(path: string): Stats | undefined {
    if (this.found.has(path)) return this.found.get(path);
    const stats = this.folder(folderOf(path)).isThere ? lstatSync(this.fileOf(path), { throwIfNoEntry: false }) : undefined;
    this.found.set(path, stats);
    return stats;
  }

  private lookAtRoot(): FolderState {
    const stats = statAt(this.root);
    if (stats?.isDirectory()) return { isThere: true, nearest: '' };
    return { isThere: false, obstacle: this.obstacleAbove() };
  }

  /** The obstacle in place of the output folder, or of a folder around it. Its path leads upwards. */
  private obstacleAbove(): Obstacle | undefined {
    const root = resolve(this.root);
    for (let each = root; ; each = dirname(each)) {
      const path = relative(root, each);
      const stats = statAt(each);
      if (stats) return stats.isDirectory() ? undefined : { path, reason: 'file-for-folder' };
      // below a file, `lstatSync` throws
      if (attempt(() => lstatSync(each))?.isSymbolicLink()) return { path, reason: 'dangling-link' };
    }
  }

  private look(path: string): FolderState {
    const around = this.folder(folderOf(path));
    // below a missing folder, there is nothing to ask of the disk
    if (!around.isThere) return around;
    const stats = lstatSync(this.fileOf(path), { throwIfNoEntry: false });
    if (!stats) return { ...around, isThere: false };
    if (stats.isDirectory()) return { isThere: true, nearest: path };
    return { ...around, isThere: false, obstacle: { path, reason: stats.isSymbolicLink() ? 'link-for-folder' : 'file-for-folder' } };
  }
}

/** The folder of a file or folder; `''` is the output folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The permissions of a file, without its type and the special bits. */
export function modeOf(stats: Stats | undefined): number | undefined {
  return stats?.isFile() ? stats.mode % 0o1000 : undefined;
}

/** Reports folders in place of files, and files and links in place of folders. */
export function checkPlaces(places: Places, files: Iterable<string>, index?: string): Finding[] {
  const obstacles = new Map<string, Obstacle>();
  const findings: Finding[] = [];
  for (const path of [...files, ...index === undefined ? [] : [index]]) {
    const { obstacle } = places.folder(folderOf(path));
    if (obstacle) obstacles.set(obstacle.path, obstacle);
    else if (places.at(path)?.isDirectory()) findings.push(...unwritable(places.fileOf(path), { reason: 'folder-for-file' }));
  }
  // one finding for each obstacle, however many files it is in the way of
  const inTheWay = [...obstacles.values()].flatMap(obstacle => unwritable(places.fileOf(obstacle.path), { reason: obstacle.reason }));
  if (index === undefined) return [...inTheWay, ...findings];
  const at = obstacles.size > 0 ? undefined : places.at(index);
  // an index that is a link or a pipe is not ours, and silently forgetting it would leave stale files behind
  const odd = at && !at.isFile() && !at.isDirectory() ? unwritable(places.fileOf(index), { reason: 'odd-index' }) : FINE;
  return [...inTheWay, ...findings, ...odd];
}

/** Checks the folders in which files are created, replaced or removed. For the administrator, only a read-only disk is an error. */
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
    // another run has just removed it, and it will be created again
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return FINE;
    return unwritable(path, { reason: 'no-access', error: reasonOf(error) });
  }
}

function unwritable(path: string, problem: ParametersOf<'output-not-writable'>): Finding[] {
  return found('output-not-writable', [path], problem);
}

/** Throws a system error as a finding, which says what has changed on the disk, and any other error as it is. */
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

/** How often folders are created again after another process has removed them. */
const ATTEMPTS = 10;

/** The entry that a path leads to; `undefined` if there is none, or if something on the way is not a folder. */
function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Creates a folder, and the missing ones around it. Returns the outermost that was created.
 *
 * Node's `mkdirSync` has an option for this, which is not used: it throws ENOENT if a disk is read-only, and does not terminate in `/proc`.
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
    // another process may use one by now; the first error is the one to report
    for (const folder of made.reverse()) attempt(() => rmdirSync(folder));
    throw error;
  }
}

/** Creates a folder; `false` if another process has created it. */
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
