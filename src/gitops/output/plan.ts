import { readFileSync, Stats } from 'node:fs';
import { Entries, hashOf, together } from './index-file';
import { folderOf, modeOf, Places } from './places';

/** A file to be written. */
export interface Change {
  readonly path: string;
  readonly text: string;
  /** The permissions of the file whose place it takes. */
  readonly mode?: number;
}

/** What is to be done, found out without changing anything. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly unchanged: readonly string[];
  /** No longer rendered, and as an earlier run wrote them. */
  readonly stale: readonly string[];
  /** No longer rendered and gone already; a run that was killed may have left their folders. */
  readonly gone: readonly string[];
  /** No longer rendered, and changed since by somebody else. */
  readonly kept: readonly string[];
  /** To be written, and listed with another text in the index of another app: the name of that index, by path. */
  readonly contested: ReadonlyMap<string, string>;
  /** What the index lists at the end. */
  readonly next: Entries;
}

/**
 * `before` is what earlier runs of this app have written, and `others` what other apps have, by index: a file that has moved from one app to another belongs to
 * the other.
 */
export function makePlan(places: Places, files: ReadonlyMap<string, string>, before: Entries, others: ReadonlyMap<string, Entries>): Plan {
  const changes: Change[] = [];
  const unchanged: string[] = [];
  const next = new Map<string, ReadonlySet<string>>();
  for (const [path, text] of files) {
    const hash = hashOf(text);
    const stats = places.at(path);
    if (stats && holds(places.fileOf(path), stats, text, hash)) unchanged.push(path);
    else changes.push({ path, text, mode: modeOf(stats) });
    next.set(path, new Set([hash]));
  }
  const { stale, gone, kept } = leftovers(places, [...before].filter(([path]) => !files.has(path)), together(...others.values()));
  for (const path of kept) next.set(path, before.get(path)!);
  return { changes, unchanged, stale, gone, kept, contested: contestedIn(changes, others), next };
}

function contestedIn(changes: readonly Change[], others: ReadonlyMap<string, Entries>): ReadonlyMap<string, string> {
  const listed = [...others].flatMap(([index, entries]) => changes.flatMap(({ path, text }) => {
    const hashes = entries.get(path);
    return hashes && !hashes.has(hashOf(text)) ? [[path, index] as const] : [];
  }));
  return new Map(listed);
}

type Leftover = 'stale' | 'gone' | 'kept';

/** What is listed in the index and rendered no more. */
function leftovers(places: Places, entries: readonly (readonly [string, ReadonlySet<string>])[], others: Entries): Record<Leftover, string[]> {
  const found: Record<Leftover, string[]> = { stale: [], gone: [], kept: [] };
  for (const [path, hashes] of entries) {
    if (!others.has(path)) found[leftover(places, path, hashes)].push(path);
  }
  return found;
}

function leftover(places: Places, path: string, hashes: ReadonlySet<string>): Leftover {
  // behind a link nothing is looked at, and something may be there that is still applied
  if (places.folder(folderOf(path)).obstacle?.isLink) return 'kept';
  const stats = places.at(path);
  if (!stats || stats.isDirectory()) return 'gone';
  if (!stats.isFile()) return 'kept';
  try {
    return isOurs(readFileSync(places.fileOf(path)), hashes) ? 'stale' : 'kept';
  } catch {
    // what cannot be read is not removed
    return 'kept';
  }
}

/** Git may have turned the line breaks of a file into those of Windows, which is no change by hand. */
function isOurs(bytes: Buffer, hashes: ReadonlySet<string>): boolean {
  return hashes.has(hashOf(bytes)) || hashes.has(hashOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')));
}

function holds(file: string, stats: Stats, text: string, hash: string): boolean {
  // a link, a pipe or a device is not read
  if (!stats.isFile() || stats.size !== Buffer.byteLength(text)) return false;
  try {
    return hashOf(readFileSync(file)) === hash;
  } catch {
    // perhaps it can be replaced
    return false;
  }
}
