import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findFiles, unreadable } from '../../manifest/reading/find-files';
import { ManifestError } from '../../manifest/reading/located-finding';

/** A file at one moment. */
interface FileState {
  /** Another one whenever somebody has written the file, be it with the same content. */
  readonly stamp: string;
  /** SHA-256 of the content. */
  readonly hash: string;
}

/** The manifests of a folder at one moment, by their paths in it. */
export type FolderSnapshot = ReadonlyMap<string, FileState>;

/** What has become of the manifests of a folder. */
export interface FolderChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Those that nobody has written. */
  readonly untouched: readonly string[];
  /** How many have the content that they had before, written or not. */
  readonly unchanged: number;
}

/** How a folder is now. Files that are as they were before are not read again. */
export function stateOf(folder: string, before: FolderSnapshot = new Map()): FolderSnapshot {
  return new Map(manifestsIn(folder).map(name => [name, asked(join(folder, name), file => fileState(file, before.get(name)))]));
}

/** A file that is replaced is another one, and one that is written over has a later time. */
function fileState(file: string, before?: FileState): FileState {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [ino, size, mtimeMs, ctimeMs].join(' ');
  return before?.stamp === stamp ? before : { stamp, hash: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** What differs between two moments. */
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

/** What cdk8s writes beside the manifests where it is asked to. */
export const CONSTRUCT_METADATA = 'construct-metadata.json';

/** The files with manifests in a folder that is there, by their paths in it: folder by folder, by name. */
export function manifestsIn(folder: string): string[] {
  const { files, findings } = findFiles([folder]);
  const errors = findings.filter(({ code }) => code !== 'no-manifests');
  if (errors.length > 0) throw new ManifestError(errors);
  return files.map(file => relative(folder, file)).filter(name => name !== CONSTRUCT_METADATA);
}

/** What the system says of a file in such a folder, where it says anything. */
export function asked<T>(file: string, ask: (file: string) => T): T {
  try {
    return ask(file);
  } catch (error) {
    throw new ManifestError([unreadable(file, error)]);
  }
}
