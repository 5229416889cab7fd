import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { counted } from '../../base/findings/sentence';
import { findFiles, unreadable } from '../../files/reading/manifest-files';
import { ManifestError } from '../../files/reading/located-finding';
import { indexNames, readIndex } from '../../files/writing/write-output';
import type { WrittenByRun } from '../../files/writing/run-report';

// What a run has changed is read from the folder itself, since any program can be the app.

/** The state of a file at one moment. */
interface FileState {
  /** Changes whenever the file is written, even with the same content. */
  readonly stamp: string;
  /** The SHA-256 hash of the content. */
  readonly hash: string;
}

/** The manifests of a folder at one moment, by their paths relative to it. */
type FolderSnapshot = ReadonlyMap<string, FileState>;

/** Takes a snapshot of a folder. Does not read files again whose stamp is the same as before. */
export function folderSnapshot(folder: string, before: FolderSnapshot = new Map()): FolderSnapshot {
  return new Map(manifestsIn(folder).map(name => [name, fileOperation(join(folder, name), file => {
    // a replaced file has another inode; an overwritten one has a later modification time
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    const stamp = [ino, size, mtimeMs, ctimeMs].join(' ');
    const known = before.get(name);
    if (known?.stamp === stamp) return known;
    return { stamp, hash: createHash('sha256').update(readFileSync(file)).digest('hex') };
  })]));
}

/** Compares two snapshots. */
export function compareSnapshots(before: FolderSnapshot, after: FolderSnapshot) {
  const names = [...after.keys()];
  const known = names.filter(name => before.has(name));
  const isSame = (part: keyof FileState) => (name: string) => before.get(name)![part] === after.get(name)![part];
  const unchanged = known.filter(isSame('hash'));
  return {
    added: names.filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: known.filter(name => !isSame('hash')(name)),
    /** The files that were not written. */
    untouched: unchanged.filter(isSame('stamp')),
    /** The number of files with unchanged content, written or not. */
    unchanged: unchanged.length,
  };
}

/** The changes of the manifests of a folder between two moments. */
export type FolderChanges = ReturnType<typeof compareSnapshots>;

/** The file that cdk8s writes next to the manifests on request. */
export const CONSTRUCT_METADATA = 'construct-metadata.json';

/** The manifest files of an existing folder, as relative paths, sorted by name within each folder. */
export function manifestsIn(folder: string): string[] {
  const { files, findings } = findFiles([folder]);
  const errors = findings.filter(({ code }) => code !== 'no-manifests');
  if (errors.length > 0) throw new ManifestError(errors);
  return files.map(file => relative(folder, file)).filter(name => name !== CONSTRUCT_METADATA);
}

/** Runs a file operation, and reports its failure as a `ManifestError` on the file. */
export function fileOperation<T>(file: string, operation: (file: string) => T): T {
  try {
    return operation(file);
  } catch (error) {
    throw new ManifestError([unreadable(file, error)]);
  }
}

/** The files that each index lists, by the path of the index. All paths are relative to the output folder. */
type Indexes = ReadonlyMap<string, ReadonlySet<string>>;

/** The indexes in the folders of the manifests and in their parent folders, up to the output folder. */
export function indexesIn(output: string, manifests: Iterable<string>): Indexes {
  const folders = new Set(['', ...[...manifests].flatMap(path => {
    const steps = path.split(sep).slice(0, -1);
    return steps.map((_, depth) => join(...steps.slice(0, depth + 1)));
  })]);
  return new Map([...folders].flatMap(folder => indexNames(join(output, folder)).map(name => {
    const listed = fileOperation(join(output, folder, name), () => readIndex(join(output, folder), name));
    return [join(folder, name), new Set([...listed].map(path => join(folder, path)))] as const;
  })));
}

/** The paths of the indexes that the apps of a run wrote, relative to the output folder. */
export function writtenIndexes(written: readonly WrittenByRun[], output: string): string[] {
  const root = realpathSync(output);
  return written.map(({ folder, index }) => relative(root, join(folder, index)));
}

/**
 * A note on each index whose app no longer exists: nothing removes the files that it lists. `own` are the indexes of
 * existing apps.
 */
export function staleNotes(output: string, indexes: Indexes, own: readonly string[]): string[] {
  const kept = new Set(own.flatMap(path => [...indexes.get(path) ?? []]));
  return [...indexes].filter(([path]) => !own.includes(path)).map(([path, listed]) => {
    const left = [...listed].filter(file => !kept.has(file) && existsSync(join(output, file))).length;
    const advice = left === 0 ? 'delete it'
      : `delete it with what it lists and is still applied (${counted(left, 'file')}), `
      + 'or, if another program writes that, give it an output folder of its own';
    return `${JSON.stringify(join(output, path))} is the index of no app of this run; ${advice}`;
  });
}
