import {
  chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { listedByOthers, markOf, readIndex } from './index-folder';
import { LOCK, withLock } from './lock';
import { OWN_PREFIX, checkNames, fold } from './names';
import { Places, folderOf, makeFolders, throwSystemError } from './places';
import { found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { refuse } from '../private/errors';

/** The folder of files that are not in place yet. */
const STAGING = `${OWN_PREFIX}new`;

/** The outcome for each file; paths use `/`. */
export interface OutputChanges {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** No longer rendered, and removed. */
  readonly removed: readonly string[];
  /** No longer rendered, but kept, because they are not as an app writes them. */
  readonly kept: readonly string[];
  /** Written for the first time, although another app has written another text to them: the name of its index, by path. */
  readonly contested: ReadonlyMap<string, string>;
  /** No longer rendered, but another app lists them too, and has them from now on: the name of its index, by path. */
  readonly left: ReadonlyMap<string, string>;
  /** Whether files were removed, and nothing that earlier runs have written is rendered any more. */
  readonly replacesAll: boolean;
}

/** Options for writing a folder. */
interface OutputOptions {
  /** The subject of findings. */
  readonly subject: string;
  /** The name of the index. Without one, nothing is remembered, and nothing removed. */
  readonly index?: string;
  /** Whether another app of this program has just written a file, which must not be overwritten with another text. */
  readonly isTaken?: (path: string) => boolean;
  /** Whether a file of an earlier run stays as it is, although it is not rendered now. */
  readonly isLeft?: (path: string) => boolean;
  /** Whether a text is as an app writes it. A file of an earlier run with any other text was edited, and is kept. */
  readonly isAsWritten?: (text: string) => boolean;
}

/**
 * Updates a folder so that it holds these files, and none of the others that earlier runs with the same index have written.
 *
 * Findings about names and paths are thrown before anything is written. One run at a time writes into a folder. A killed run leaves each
 * file whole, old or new, and the next run does the rest.
 *
 * @throws ModelError if a name is unsafe, or a file cannot be read or written
 */
export function writeOutput(folder: string, files: ReadonlyMap<string, string>, options: OutputOptions): OutputChanges {
  const { subject } = options;
  refuse(subject, checkNames(files.keys()));
  const isThere = existsSync(folder);
  // without a lock, so that a folder that is up to date is not touched, and may be read-only
  const { changes, tasks } = planFor(folder, files, options);
  if (isThere && tasks === 0) return changes;
  try {
    makeFolders(folder);
    return withLock(folder, subject, () => carryOut(planFor(folder, files, options), folder, subject));
  } catch (error) {
    if (!isThere) attempt(() => rmdirSync(folder));
    return throwSystemError(error, folder, subject, 'not-written');
  }
}

/** The changes to make, found without changing anything. */
interface Plan {
  readonly places: Places;
  readonly files: ReadonlyMap<string, string>;
  readonly changes: OutputChanges;
  /** The entries that the index gets, and those that it loses. */
  readonly marks: readonly string[];
  readonly oldMarks: readonly string[];
  /** The files that are removed, and those that are gone already: a killed run may have left their folders. */
  readonly gone: readonly string[];
  /** The number of files that change, those of the index included. */
  readonly tasks: number;
}

function planFor(
  folder: string, files: ReadonlyMap<string, string>,
  { subject, index, isTaken = () => false, isLeft = () => false, isAsWritten = () => true }: OutputOptions,
): Plan {
  const places = new Places(folder);
  const paths = [...files.keys()];
  try {
    const listed = index === undefined ? new Set<string>() : readIndex(folder, index);
    const marks = index === undefined ? [] : paths.filter(path => !listed.has(path)).map(path => markOf(index, path));
    refuse(subject, places.obstacles([...paths, ...marks]));
    const [unchanged, written] = divided(paths, path => places.holds(path, files.get(path)!));
    refuse(subject, written.filter(isTaken).flatMap(path => found('duplicate-file', [path], { reason: 'apps' })));
    const adopted = written.filter(path => !listed.has(path) && places.at(path));
    const leftovers = [...listed].filter(path => !files.has(path) && !isLeft(path));
    const others = adopted.length + leftovers.length > 0 ? listedByOthers(folder, index) : new Map<string, string>();
    const ofOthers = (all: readonly string[]) => new Map(all.flatMap(path => others.has(path) ? [[path, others.get(path)!]] : []));
    const [contested, left] = [ofOthers(adopted), ofOthers(leftovers)];
    const own = leftovers.filter(path => !left.has(path));
    const [kept, gone] = divided(own, path => isKept(places, path, isAsWritten));
    const removed = gone.filter(path => places.at(path)?.isFile());
    const replacesAll = removed.length > 0 && !paths.some(path => listed.has(path));
    const oldMarks = [...left.keys(), ...gone].map(path => markOf(index!, path));
    const tasks = written.length + marks.length + oldMarks.length + remainsIn(folder).length;
    return { places, files, changes: { written, unchanged, removed, kept, contested, left, replacesAll }, marks, oldMarks, gone, tasks };
  } catch (error) {
    return throwSystemError(error, folder, subject, 'not-read');
  }
}

/** What other runs have in the folder while they write, and leave there if they are killed. */
function remainsIn(folder: string): string[] {
  return (attempt(() => readdirSync(folder)) ?? []).filter(name => name.startsWith(LOCK) || name === STAGING);
}

function divided(paths: readonly string[], isFirst: (path: string) => boolean): readonly [string[], string[]] {
  const first = new Set(paths.filter(isFirst));
  return [[...first], paths.filter(path => !first.has(path))];
}

/** Whether a file of an earlier run may be somebody else's by now: it was edited, cannot be read, is behind a link, or is no file. */
function isKept(places: Places, path: string, isAsWritten: (text: string) => boolean): boolean {
  if (places.isBehindLink(path)) return true;
  const stats = places.at(path);
  if (!stats || stats.isDirectory()) return false;
  // line breaks of Windows are those of Git, not of an editor
  return !(stats.isFile() && attempt(() => isAsWritten(readFileSync(places.fileOf(path), 'utf8').replaceAll('\r\n', '\n'))));
}

/**
 * Carries out a plan. All files are written into a folder of their own first, so that a full disk changes nothing, and then put in place.
 * The index lists files before they are there, and until they are gone: a killed run leaves none that the next one does not know.
 *
 * There is no `fsync`. A killed process loses nothing that it has written; after a loss of power, the next run finds files that differ, and
 * writes them again. For thousands of files, `fsync` would cost more than all the rest of the synthesis.
 */
function carryOut({ places, files, changes, marks, oldMarks, gone }: Plan, folder: string, subject: string): OutputChanges {
  const staging = join(folder, STAGING);
  const staged = changes.written.map((path, i) => ({ path, from: join(staging, String(i)), to: places.fileOf(path) }));
  let isStaged = false;
  try {
    for (const name of remainsIn(folder).filter(each => each !== LOCK)) rmSync(join(folder, name), { recursive: true });
    mkdirSync(staging);
    for (const { path, from, to } of staged) inPlaceOf(to, () => stage(files.get(path)!, from, to));
    isStaged = true;
    for (const mark of marks) {
      makeFolders(places.fileOf(folderOf(mark)));
      if (!places.at(mark)) writeFileSync(places.fileOf(mark), '', { flag: 'wx' });
    }
    for (const each of new Set(changes.written.map(folderOf))) makeFolders(places.fileOf(each));
    // a link is replaced, and its target stays
    for (const { from, to } of staged) inPlaceOf(to, () => renameSync(from, to));
    remove(places, gone, [...files.keys()]);
    remove(places, oldMarks, marks);
    return changes;
  } catch (error) {
    return throwSystemError(error, folder, subject, isStaged ? 'not-all-written' : 'not-written');
  } finally {
    attempt(() => rmSync(staging, { recursive: true, force: true }));
  }
}

/** Writes a file that is to replace another one, with the permissions of that. */
export function stage(text: string, file: string, destination: string): void {
  writeFileSync(file, text, { flag: 'wx' });
  const replaced = lstatSync(destination, { throwIfNoEntry: false });
  if (replaced?.isFile()) chmodSync(file, replaced.mode % 0o1000);
}

/** Takes a step for a file; an error names the file that the user knows. */
function inPlaceOf(path: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/**
 * Removes files, and the folders that held nothing else. If a file system does not distinguish `A.yaml` from `a.yaml`, the file with the
 * old name is the one that has just been written under the new one: it is renamed instead.
 */
function remove(places: Places, paths: readonly string[], present: readonly string[]): void {
  const twins = new Map(paths.length > 0 ? present.map(path => [fold(path), path]) : []);
  for (const path of paths) {
    const [file, twin] = [places.at(path), twins.get(fold(path)) ?? ''];
    if (file && file.ino === places.at(twin)?.ino) renameSync(places.fileOf(path), places.fileOf(twin));
    else if (file && !file.isDirectory()) rmSync(places.fileOf(path), { force: true });
    for (let each = folderOf(path); each !== ''; each = folderOf(each)) attempt(() => rmdirSync(places.fileOf(each)));
  }
}
