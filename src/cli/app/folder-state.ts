import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findFiles, unreadable } from '../../files/reading/manifest-files';
import { ManifestError } from '../../files/reading/located-finding';

/** The state of a file at one moment. */
interface FileState {
  /** Changes whenever the file is written, even with the same content. */
  readonly stamp: string;
  /** The SHA-256 hash of the content. */
  readonly hash: string;
}

/** The manifests of a folder at one moment, by their paths relative to it. */
export type FolderSnapshot = ReadonlyMap<string, FileState>;

/** The changes of the manifests of a folder between two moments. */
export interface FolderChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The files that were not written. */
  readonly untouched: readonly string[];
  /** The number of files with unchanged content, written or not. */
  readonly unchanged: number;
}

/** Takes a snapshot of a folder. Does not read files again whose stamp is the same as before. */
export function stateOf(folder: string, before: FolderSnapshot = new Map()): FolderSnapshot {
  return new Map(manifestsIn(folder).map(name => [name, asked(join(folder, name), file => fileState(file, before.get(name)))]));
}

/** A replaced file has another inode; an overwritten one has a later modification time. */
function fileState(file: string, before?: FileState): FileState {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [ino, size, mtimeMs, ctimeMs].join(' ');
  return before?.stamp === stamp ? before : { stamp, hash: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** Compares two snapshots. */
export function changesOf(before: FolderSnapshot, after: FolderSnapshot): FolderChanges {
  const names = [...after.keys()];
  const known = names.filter(name => before.has(name));
  const isSame = (part: keyof FileState) => (name: string) => before.get(name)![part] === after.get(name)![part];
  const unchanged = known.filter(isSame('hash'));
  return {
    added: names.filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: known.filter(name => !isSame('hash')(name)),
    untouched: unchanged.filter(isSame('stamp')),
    unchanged: unchanged.length,
  };
}

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
export function asked<T>(file: string, ask: (file: string) => T): T {
  try {
    return ask(file);
  } catch (error) {
    throw new ManifestError([unreadable(file, error)]);
  }
}
