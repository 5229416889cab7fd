import {
  chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync,
  unlinkSync, Stats, statSync,
} from 'node:fs';
import { join, dirname } from 'node:path';
import { INDEX, OWN_PREFIX, checkFileNames, checkFilePath, fold, isPlainName } from './names';
import { found, Finding, ParametersOf } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { throwFindings, ModelError } from '../../base/brand';
import { hostname, uptime } from 'node:os';
import { raise } from '../../base/user-stack';

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
  /** Written for the first time over another text, by the name of the other app's index. */
  readonly contested: ReadonlyMap<string, string>;
  /** No longer rendered, but left to another app that lists them too, by the name of its index. */
  readonly left: ReadonlyMap<string, string>;
  /** Whether files were removed, and nothing that earlier runs have written is rendered any more. */
  readonly replacesAll: boolean;
}

/** How the files of one app share a folder with those of other apps, of earlier runs and of people. */
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
 * Updates a folder so that it holds these files, and none of the others that earlier runs with the same index wrote.
 *
 * Findings about names and paths are thrown before anything is written. One run at a time writes into a folder. A
 * killed run leaves each file whole, old or new, and the next run does the rest.
 *
 * @throws ModelError if a name is unsafe, or a file cannot be read or written
 */
export function writeOutput(folder: string, files: ReadonlyMap<string, string>, options: OutputOptions): OutputChanges {
  const { subject } = options;
  throwFindings(subject, checkFileNames(files.keys()));
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

/**
 * The changes to make, found without changing anything. The index gets `marks`, and loses `oldMarks`. Of the files that
 * are `gone`, a killed run may have left the folders. `tasks` counts the files that change, also those of the index.
 */
function planFor(
  folder: string, files: ReadonlyMap<string, string>,
  { subject, index, isTaken = () => false, isLeft = () => false, isAsWritten = () => true }: OutputOptions,
) {
  const places = new Places(folder);
  const paths = [...files.keys()];
  try {
    const listed = index === undefined ? new Set<string>() : readIndex(folder, index);
    // the file of the index that marks a file as written by its app
    const markOf = (path: string) => `${index}/${path}${ENDING}`;
    const marks = index === undefined ? [] : paths.filter(path => !listed.has(path)).map(markOf);
    throwFindings(subject, places.obstacles([...paths, ...marks]));
    const [unchanged, written] = partitioned(paths, path => places.holds(path, files.get(path)!));
    const taken = written.filter(isTaken);
    throwFindings(subject, taken.flatMap(path => found('duplicate-file', [path], { reason: 'apps' })));
    const adopted = written.filter(path => !listed.has(path) && places.at(path));
    const leftovers = [...listed].filter(path => !files.has(path) && !isLeft(path));
    // the files that the other apps of the folder list
    const others = adopted.length + leftovers.length === 0 ? [] : indexNames(folder).filter(name => name !== index);
    const byOthers = new Map(others.flatMap(name => [...readIndex(folder, name)].map(path => [path, name])));
    const ofOthers = (all: readonly string[]) =>
      new Map(all.flatMap(path => byOthers.has(path) ? [[path, byOthers.get(path)!]] : []));
    const [contested, left] = [ofOthers(adopted), ofOthers(leftovers)];
    const own = leftovers.filter(path => !left.has(path));
    const [kept, gone] = partitioned(own, path => places.isForeign(path, isAsWritten));
    const removed = gone.filter(path => places.at(path)?.isFile());
    const replacesAll = removed.length > 0 && !paths.some(path => listed.has(path));
    const oldMarks = [...left.keys(), ...gone].map(markOf);
    const tasks = written.length + marks.length + oldMarks.length + remainsIn(folder).length;
    const changes = { written, unchanged, removed, kept, contested, left, replacesAll };
    return { places, files, changes, marks, oldMarks, gone, tasks };
  } catch (error) {
    return throwSystemError(error, folder, subject, 'not-read');
  }
}

/** What other runs have in the folder while they write, and leave there if they are killed. */
function remainsIn(folder: string): string[] {
  return (attempt(() => readdirSync(folder)) ?? []).filter(name => name.startsWith(LOCK) || name === STAGING);
}

/** The paths that meet a condition, and the others, in order. Each is tested once, since a test may read its file. */
function partitioned(paths: readonly string[], isFirst: (path: string) => boolean): readonly [string[], string[]] {
  const first = new Set(paths.filter(isFirst));
  return [[...first], paths.filter(path => !first.has(path))];
}

/**
 * Carries out a plan. All files are written into a folder of their own first, so that a full disk changes nothing, and
 * then put in place. The index lists files before they are there, and until they are gone: a killed run leaves none
 * that the next one does not know.
 *
 * There is no `fsync`, which would cost more than all the rest of the synthesis. A killed process loses nothing that it
 * has written; after a loss of power, the next run finds files that differ, and writes them again.
 */
function carryOut(
  { places, files, changes, marks, oldMarks, gone }: ReturnType<typeof planFor>, folder: string, subject: string,
): OutputChanges {
  const staging = join(folder, STAGING);
  const staged = changes.written.map((path, i) => ({ path, from: join(staging, String(i)), to: places.fileOf(path) }));
  let isStaged = false;
  try {
    for (const name of remainsIn(folder).filter(each => each !== LOCK)) rmSync(join(folder, name), { recursive: true });
    mkdirSync(staging);
    for (const { path, from, to } of staged) namingFile(to, () => stage(files.get(path)!, from, to));
    isStaged = true;
    for (const mark of marks) {
      makeFolders(places.fileOf(folderOf(mark)));
      if (!places.at(mark)) writeFileSync(places.fileOf(mark), '', { flag: 'wx' });
    }
    for (const each of new Set(changes.written.map(folderOf))) makeFolders(places.fileOf(each));
    // a link is replaced, and its target stays
    for (const { from, to } of staged) namingFile(to, () => renameSync(from, to));
    removeFiles(places, gone, [...files.keys()]);
    removeFiles(places, oldMarks, marks);
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
function namingFile(path: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/**
 * Removes files, and the folders that held nothing else. If a file system does not distinguish `A.yaml` from `a.yaml`,
 * the file with the old name is the one that has just been written under the new one: it is renamed instead.
 */
function removeFiles(places: Places, paths: readonly string[], present: readonly string[]): void {
  const twins = new Map(paths.length > 0 ? present.map(path => [fold(path), path]) : []);
  for (const path of paths) {
    const [file, twin] = [places.at(path), twins.get(fold(path)) ?? ''];
    if (file && file.ino === places.at(twin)?.ino) renameSync(places.fileOf(path), places.fileOf(twin));
    else if (file && !file.isDirectory()) rmSync(places.fileOf(path), { force: true });
    for (let each = folderOf(path); each !== ''; each = folderOf(each)) attempt(() => rmdirSync(places.fileOf(each)));
  }
}

/** The time that a run waits for another one, and between two looks at its lock, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 20;

/** The name of the lock, a JSON text with the process that writes into the folder. */
const LOCK = `${OWN_PREFIX}lock`;

/**
 * Runs a step while no other run writes into the folder: one waits for the other. The lock of a process that is gone is
 * taken over. Whether a process of another host is gone cannot be known: if its lock stays, the user has to delete it.
 *
 * @throws ModelError about `subject` if another run holds the lock and does not end soon
 */
export function withLock<T>(folder: string, subject: string, step: () => T): T {
  const lock = join(folder, LOCK);
  const end = Date.now() + PATIENCE;
  try {
    for (let text = createLock(lock); text !== undefined; text = createLock(lock)) {
      const holder = holderIn(text);
      if (holder && isGone(holder) && takeOver(lock, text)) break;
      if (Date.now() > end) {
        throwFindings(subject, holder ? found('output-not-writable', [lock], { reason: 'locked', ...holder })
          : found('output-not-writable', [lock], { reason: 'locked-by-nobody' }));
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  } catch (error) {
    throwSystemError(error, folder, subject, 'not-written');
  }
  try {
    return step();
  } finally {
    // if it stays, the next run takes it over
    attempt(() => unlinkSync(lock));
  }
}

/** The process that a lock names, unless the text is none of a lock: a run may have been killed before it wrote it. */
function holderIn(text: string) {
  const { host, pid, since } = attempt(() => JSON.parse(text)) ?? {};
  const isHolder = typeof host === 'string' && Number.isInteger(pid) && pid > 0 && typeof since === 'string';
  return isHolder ? { host, pid: pid as number, since } : undefined;
}

/** Creates a lock. If there is one, returns its text, which is empty while it is being created or removed. */
function createLock(lock: string): string | undefined {
  const holder: ReturnType<typeof holderIn> =
    { host: hostname(), pid: process.pid, since: new Date().toISOString() };
  try {
    writeFileSync(lock, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // Windows denies access to a file that is being removed
    const isThere = code === 'EEXIST' || code === 'EPERM' && process.platform === 'win32';
    if (isThere) return attempt(() => readFileSync(lock, 'utf8')) ?? '';
    // created, but the disk is full
    if (syscall === 'write') attempt(() => unlinkSync(lock));
    throw error;
  }
}

/** Whether a process has ended, at the latest when the machine was started: another one may have its number since. */
function isGone({ host, pid, since }: NonNullable<ReturnType<typeof holderIn>>): boolean {
  if (host !== hostname()) return false;
  if (Date.parse(since) < Date.now() - uptime() * 1000) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // a process of another user exists too
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Replaces the lock of a process that is gone by another file. Only one of several runs that find the lock can move
 * that file, so that none replaces the lock that another has just put there.
 */
function takeOver(lock: string, text: string): boolean {
  const next = `${lock}-next`;
  const other = createLock(next);
  if (other === undefined && attempt(() => readFileSync(lock, 'utf8')) === text) {
    return attempt(() => renameSync(next, lock) ?? true) ?? false;
  }
  // what is left here, by this run or by one that was killed
  const left = other === undefined ? undefined : holderIn(other);
  if (other === undefined || left && isGone(left)) attempt(() => unlinkSync(next));
  return false;
}

// The index of an app is a folder with an empty file for each file that the app has written, at the same path with an
// ending. It is committed, so that a fresh clone knows which files it may remove; and since none of its files is ever
// changed, Git merges whatever two branches add and remove, without a conflict.

/** The ending keeps tools from reading the empty files as manifests, and a file apart from a folder of its name. */
const ENDING = '.own';

/** The files that an index lists, in order. Links are not followed, and paths that are not safe are ignored. */
export function readIndex(folder: string, index: string): Set<string> {
  const paths: string[] = [];
  const read = (below: string) => {
    for (const entry of readdirSync(join(folder, index, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else if (entry.isFile() && path.endsWith(ENDING)) paths.push(path.slice(0, -ENDING.length));
    }
  };
  if (indexNames(folder).includes(index)) read('');
  return new Set(paths.filter(path => checkFilePath(path).length === 0).sort());
}

/** The indexes of a folder, by name. A file or a link with such a name is none. */
export function indexNames(folder: string): string[] {
  const isIndexName = (name: string) =>
    name === INDEX || name.startsWith(`${INDEX}.`) && isPlainName(name.slice(INDEX.length + 1));
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter(entry => entry.isDirectory() && isIndexName(entry.name)).map(({ name }) => name).sort();
}

/**
 * The files in the output folder. Links are not followed: a link in place of a folder leads elsewhere, where nothing
 * may be written or removed. The output folder itself may be a link, because the user has named it. Paths are relative
 * to it; `''` is the folder itself.
 */
class Places {
  private readonly known = new Map<string, string | undefined>();

  public constructor(private readonly root: string) {}

  /** The path in the file system. */
  public fileOf(path: string): string { return join(this.root, path); }

  /** What is at a path; `undefined` also if a folder on the way to it is none. */
  public at(path: string): Stats | undefined {
    if (this.obstacle(folderOf(path)) !== undefined) return undefined;
    return lstatSync(this.fileOf(path), { throwIfNoEntry: false });
  }

  /** Whether a file has this text. Links, pipes and devices are not read; what cannot be read may still be replaced. */
  public holds(path: string, text: string): boolean {
    const stats = this.at(path);
    if (!stats?.isFile() || stats.size !== Buffer.byteLength(text)) return false;
    return attempt(() => readFileSync(this.fileOf(path), 'utf8')) === text;
  }

  /** Whether a file of an earlier run may be somebody else's: it is edited, not readable, behind a link, or no file. */
  public isForeign(path: string, isAsWritten: (text: string) => boolean): boolean {
    if (this.isBehindLink(path)) return true;
    const stats = this.at(path);
    if (!stats || stats.isDirectory()) return false;
    // line breaks of Windows are those of Git, not of an editor
    const read = () => readFileSync(this.fileOf(path), 'utf8').replaceAll('\r\n', '\n');
    return !(stats.isFile() && attempt(() => isAsWritten(read())));
  }

  public isBehindLink(path: string): boolean {
    const obstacle = this.obstacle(folderOf(path));
    return obstacle !== undefined && lstatSync(this.fileOf(obstacle)).isSymbolicLink();
  }

  /** Reports folders in place of files, and files and links in place of folders, each once. */
  public obstacles(paths: Iterable<string>): Finding[] {
    const all = new Map<string, ParametersOf<'output-not-writable'>>();
    for (const path of paths) {
      const obstacle = this.obstacle(folderOf(path));
      if (obstacle !== undefined) {
        all.set(obstacle, { reason: this.isBehindLink(path) ? 'link-for-folder' : 'file-for-folder' });
      } else if (this.at(path)?.isDirectory()) {
        all.set(path, { reason: 'folder-for-file' });
      }
    }
    return [...all].flatMap(([path, problem]) => found('output-not-writable', [this.fileOf(path)], problem));
  }

  /** The file or link in place of a folder, or of one around it. */
  private obstacle(folder: string): string | undefined {
    if (this.known.has(folder)) return this.known.get(folder);
    let obstacle = folder === '' ? undefined : this.obstacle(folderOf(folder));
    if (obstacle === undefined) {
      const stats = (folder === '' ? statSync : lstatSync)(this.fileOf(folder), { throwIfNoEntry: false });
      obstacle = stats && !stats.isDirectory() ? folder : undefined;
    }
    this.known.set(folder, obstacle);
    return obstacle;
  }
}

/** The folder of a file or folder; `''` is the output folder. */
function folderOf(path: string): string { return path.slice(0, Math.max(path.lastIndexOf('/'), 0)); }

/**
 * Creates a folder, and the missing ones around it. Node's option for this throws ENOENT if a disk is read-only, and
 * does not terminate in `/proc`.
 */
export function makeFolders(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have created it
    if (!isThere()) throw error;
  }
}

/** Throws a system error as a finding, which says what has changed on the disk, and any other error as it is. */
export function throwSystemError(
  error: unknown, folder: string, subject: string, reason: 'not-read' | 'not-written' | 'not-all-written',
): never {
  const { syscall, path = folder, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  // `ENOSPC: no space left on device, write`
  raise(new ModelError(subject, found('output-not-writable', [path], { reason, error: message.split(',')[0] })));
}

/**
 * Writes files into a folder, each of them whole: all are written as temporary files before the first one is put in
 * place. Other files stay, and no link in the folder is followed.
 *
 * @throws ModelError if a file cannot be written, or has a name that not every file system accepts
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  writeOutput(folder, files, { subject: 'cdk8s-oam' });
}
