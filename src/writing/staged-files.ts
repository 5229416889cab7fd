import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OWN_PREFIX, fold } from './names';
import { Places, folderOf, makeFolders } from './places';
import { Change, Plan } from './plan';
import { attempt } from '../private/attempt';

/** The names of temporary files. They are not names of manifests, so that kubectl ignores what a killed run has left. */
const TEMPORARY = /^\.cdk8s-oam-[0-9a-f]{12}-\d+\.tmp$/;

/** How often a file is written again after another run has removed it. */
const ATTEMPTS = 10;

/**
 * Writes files as temporary files beside their destinations, and puts them in place when all of them are written: until then, a full disk
 * has changed nothing.
 *
 * The names of temporary files are unique to this run. Another run cannot know for sure, across containers and machines, that they are not
 * the remains of a killed run, and removes them: then they are written again.
 *
 * There is no `fsync`. A killed process loses nothing that it has written; after a loss of power, the next run finds files that differ, and
 * writes them again. For thousands of files, `fsync` would cost more than all the rest of the synthesis.
 */
export class StagedFiles {
  private readonly id = randomBytes(6).toString('hex');
  private readonly staged = new Map<string, { readonly change: Change; readonly temporary: string }>();
  private readonly folders: (readonly [innermost: string, outermost: string])[] = [];
  private count = 0;

  public constructor(private readonly places: Places) {}

  /** Writes a file as a temporary file beside its destination. */
  public stage(change: Change): void {
    this.remove(change.path);
    const temporary = join(this.places.fileOf(folderOf(change.path)), `${OWN_PREFIX}${this.id}-${this.count++}.tmp`);
    // recorded before it exists, so that a part of it is removed
    this.staged.set(change.path, { change, temporary });
    this.persist(change, () => write(temporary, change));
  }

  /** Puts a file in place. A link there is replaced, and its target stays. */
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

  /** Removes the files that were written, but not put in place. */
  public removeTemporaries(): void {
    for (const path of [...this.staged.keys()]) this.remove(path);
  }

  /** Removes the folders that were created, if they are empty. */
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

  /** Runs a step. If the folder of the file does not exist, or not any more, creates it and repeats the step. */
  private persist({ path }: Change, step: () => void): void {
    for (let left = ATTEMPTS; ; left--) {
      try {
        return step();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) {
          // the name that the user knows, instead of the temporary one
          throw Object.assign(error as Error, { path: this.places.fileOf(path) });
        }
      }
      this.makeFolder(folderOf(path));
    }
  }
}

function write(temporary: string, { text, mode }: Change): void {
  // fails if anything is there, even a link
  writeFileSync(temporary, text, { flag: 'wx' });
  if (mode !== undefined) chmodSync(temporary, mode);
}

/** Removes the temporary files that killed runs have left. */
export function removeRemains(places: Places, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    if (places.folder(folder).isThere) attempt(() => removeTemporaries(places.fileOf(folder)));
  }
}

/** The same in all folders, for the case that they are not known, except hidden ones and those of npm. Links are not followed. */
export function removeRemainsBelow(places: Places, folder = ''): void {
  removeRemains(places, [folder]);
  for (const name of foldersIn(places, folder)) removeRemainsBelow(places, folder === '' ? name : `${folder}/${name}`);
}

function foldersIn(places: Places, folder: string): string[] {
  if (!places.folder(folder).isThere) return [];
  // a folder that cannot be read is not written to either
  const entries = attempt(() => readdirSync(places.fileOf(folder), { withFileTypes: true })) ?? [];
  return entries.filter(entry => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)).map(({ name }) => name);
}

/** Whether a file has the name of a temporary file of a run. */
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

/** Removes files that are no longer rendered, and the folders that held nothing else. */
export function removeStale(places: Places, { stale, gone, changes, unchanged }: Plan): void {
  const others = stale.length > 0 ? [...changes.map(({ path }) => path), ...unchanged] : [];
  const twins = new Map(others.map(path => [fold(path), path]));
  for (const path of stale) remove(places, path, twins.get(fold(path)));
  // also the folders of files that are gone: a run may have been killed between removing a file and its folder
  for (const folder of new Set([...stale, ...gone].map(folderOf))) removeEmpty(places, folder);
}

/**
 * If a file system does not distinguish `A.yaml` from `a.yaml`, the file with the old name is the one that has just been written under the
 * new one: it is renamed instead of removed.
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

/** Removes empty folders, upwards. None of them is behind a link: files there are neither stale nor gone. */
function removeEmpty(places: Places, folder: string): void {
  for (let each = folder; each !== ''; each = folderOf(each)) attempt(() => rmdirSync(places.fileOf(each)));
}
