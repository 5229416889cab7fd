import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OWN_PREFIX, fold } from './names';
import { Places, folderOf, makeFolders } from './places';
import { Change, Plan } from './plan';
import { attempt } from '../private/attempt';

/** No name of a manifest, so that kubectl leaves alone what a run that was killed has left. */
const TEMPORARY = /^\.cdk8s-oam-[0-9a-f]{12}-\d+\.tmp$/;

/** How often a file is written again that another run has removed. */
const ATTEMPTS = 10;

/**
 * Files that are written beside their places, and put there when all of them are written: a disk that is full then has changed nothing.
 *
 * The names of temporary files are this run's own. Another run takes them for the remains of one that was killed, since nobody can tell
 * that for sure across containers and machines, and removes them: then they are written again.
 *
 * There is no `fsync`. A process that is killed loses nothing that it has written; after a loss of power, the next run finds files that
 * differ, and writes them again. For thousands of files it would cost more than all the rest of the synthesis.
 */
export class StagedFiles {
  private readonly id = randomBytes(6).toString('hex');
  private readonly staged = new Map<string, { readonly change: Change; readonly temporary: string }>();
  private readonly folders: (readonly [innermost: string, outermost: string])[] = [];
  private count = 0;

  public constructor(private readonly places: Places) {}

  /** Writes a file beside its place. */
  public stage(change: Change): void {
    this.remove(change.path);
    const temporary = join(this.places.fileOf(folderOf(change.path)), `${OWN_PREFIX}${this.id}-${this.count++}.tmp`);
    // known before it is there, so that a part of it is removed
    this.staged.set(change.path, { change, temporary });
    this.persist(change, () => write(temporary, change));
  }

  /** Puts a file into its place. A link that is there is replaced, and what it leads to stays. */
  public put(path: string): void {
    const { change, temporary } = this.staged.get(path)!;
    let isLost = false;
    this.persist(change, () => {
      if (isLost) write(temporary, change);
      isLost = true;
      renameSync(temporary, this.places.fileOf(path));
    });
    this.staged.delete(path);
  }

  public makeFolder(path: string): void {
    const innermost = resolve(this.places.fileOf(path));
    const outermost = makeFolders(innermost);
    if (outermost !== undefined) this.folders.push([innermost, outermost]);
  }

  /** Removes what was written and has not been put. */
  public removeTemporaries(): void {
    for (const path of [...this.staged.keys()]) this.remove(path);
  }

  /** Removes the folders that were made, if nothing is in them. */
  public removeFolders(): void {
    for (const [innermost, outermost] of this.folders.reverse()) {
      for (let each = innermost; each.length >= outermost.length; each = dirname(each)) attempt(() => rmdirSync(each));
    }
  }

  private remove(path: string): void {
    const known = this.staged.get(path);
    if (known) attempt(() => unlinkSync(known.temporary));
    this.staged.delete(path);
  }

  /** Makes the folder of a file when it is not there, or not any more. */
  private persist({ path }: Change, step: () => void): void {
    for (let left = ATTEMPTS; ; left--) {
      try {
        return step();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) {
          // the name that the user knows, in place of the temporary one
          throw Object.assign(error as Error, { path: this.places.fileOf(path) });
        }
      }
      this.makeFolder(folderOf(path));
    }
  }
}

function write(temporary: string, { text, mode }: Change): void {
  // nothing may be there, not even a link
  writeFileSync(temporary, text, { flag: 'wx' });
  if (mode !== undefined) chmodSync(temporary, mode);
}

/** Removes what runs have left that were killed. */
export function removeRemains(places: Places, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    if (places.folder(folder).isThere) attempt(() => removeTemporaries(places.fileOf(folder)));
  }
}

/** The same if the folders are not known: in all of them, but for hidden ones and those of npm. No link is gone through. */
export function removeRemainsBelow(places: Places, folder = ''): void {
  removeRemains(places, [folder]);
  for (const name of foldersIn(places, folder)) removeRemainsBelow(places, folder === '' ? name : `${folder}/${name}`);
}

function foldersIn(places: Places, folder: string): string[] {
  if (!places.folder(folder).isThere) return [];
  // what cannot be looked into is not written into either
  const entries = attempt(() => readdirSync(places.fileOf(folder), { withFileTypes: true })) ?? [];
  return entries.filter(entry => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)).map(({ name }) => name);
}

/** Whether a file is called as those that a run writes beside their places. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

function removeTemporaries(folder: string): void {
  for (const name of readdirSync(folder).filter(isTemporary)) attempt(() => unlinkSync(join(folder, name)));
}

/** Removes a file that another run may have removed already. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes the files that are rendered no more, and the folders that have held nothing else. */
export function removeStale(places: Places, { stale, gone, changes, unchanged }: Plan): void {
  const others = stale.length > 0 ? [...changes.map(({ path }) => path), ...unchanged] : [];
  const twins = new Map(others.map(path => [fold(path), path]));
  for (const path of stale) remove(places, path, twins.get(fold(path)));
  // those of files that are gone too: a run may have been killed between the file and its folder
  for (const folder of new Set([...stale, ...gone].map(folderOf))) removeEmpty(places, folder);
}

/**
 * Where a file system does not tell `A.yaml` from `a.yaml`, the file with the old name is the one that has just been written under the new
 * one: it gets the new name in place of being removed.
 */
function remove(places: Places, path: string, twin: string | undefined): void {
  const file = places.fileOf(path);
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  // another run was faster
  if (!stats) return;
  const other = twin === undefined ? undefined : lstatSync(places.fileOf(twin), { throwIfNoEntry: false, bigint: true });
  if (other?.ino === stats.ino && other.dev === stats.dev) renameSync(file, places.fileOf(twin!));
  else removeFile(file);
}

/** Upwards, as far as nothing else is in them. None of them is behind a link: what is there is neither stale nor gone. */
function removeEmpty(places: Places, folder: string): void {
  for (let each = folder; each !== ''; each = folderOf(each)) attempt(() => rmdirSync(places.fileOf(each)));
}
