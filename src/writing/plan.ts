import { readFileSync, Stats } from 'node:fs';
import { folderOf, modeOf, Places } from './places';
import { Entries, OtherApps, hashOf } from './written-index';
import { attempt } from '../private/attempt';

/** A file to be written. */
export interface Change {
  readonly path: string;
  readonly text: string;
  /** The permissions of the file that it replaces. */
  readonly mode?: number;
}

/** The changes to make, found without changing anything. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly unchanged: readonly string[];
  /** No longer rendered, and still as an earlier run wrote them. */
  readonly stale: readonly string[];
  /** No longer rendered and gone already; a run that was killed may have left their folders. */
  readonly gone: readonly string[];
  /** No longer rendered, and changed since by someone else. */
  readonly kept: readonly string[];
  /** No longer rendered, and still as both this app and another one wrote them: the name of the other's index, by path. */
  readonly left: ReadonlyMap<string, string>;
  /** To be written, and listed with another text in the index of another app: the name of that index, by path. */
  readonly contested: ReadonlyMap<string, string>;
  /** The entries of the index at the end. */
  readonly next: Entries;
}

/** `before` lists what earlier runs of this app have written. `left` lists what they have written besides, which stays. */
export function makePlan(
  places: Places, files: ReadonlyMap<string, string>, before: Entries, others: OtherApps, left: Entries = new Map(),
): Plan {
  const changes: Change[] = [];
  const unchanged: string[] = [];
  const next = new Map(left);
  for (const [path, text] of files) {
    const hash = hashOf(text);
    const stats = places.at(path);
    if (stats && holds(places.fileOf(path), stats, text, hash)) unchanged.push(path);
    else changes.push({ path, text, mode: modeOf(stats) });
    next.set(path, new Set([hash]));
  }
  const found: Record<Leftover, string[]> = { stale: [], gone: [], kept: [], left: [], moved: [] };
  for (const [path, hashes] of before) {
    if (!files.has(path)) found[leftover(places, path, hashes, others.textsOf(path))].push(path);
  }
  const { stale, gone, kept } = found;
  for (const path of kept) next.set(path, before.get(path)!);
  const contested = changes.filter(change => isContested(places, change, before, others)).map(({ path }) => path);
  return { changes, unchanged, stale, gone, kept, left: others.ownersOf(found.left), contested: others.ownersOf(contested), next };
}

function isContested(places: Places, { path, text }: Change, before: Entries, others: OtherApps): boolean {
  if (!places.at(path) || leftover(places, path, before.get(path) ?? new Set()) === 'stale') return false;
  const hashes = others.textsOf(path);
  return hashes !== undefined && !hashes.has(hashOf(text));
}

/** The state of a file that is no longer rendered. One that has `moved` to another app, which has written it since, is not reported. */
type Leftover = 'stale' | 'gone' | 'kept' | 'left' | 'moved';

/** The state of a file that is listed in the index and no longer rendered. */
function leftover(places: Places, path: string, hashes: ReadonlySet<string>, foreign?: ReadonlySet<string>): Leftover {
  // links are not followed, and a file behind one may still be applied
  const { obstacle } = places.folder(folderOf(path));
  if (obstacle && obstacle.reason !== 'file-for-folder') return 'kept';
  const stats = places.at(path);
  if (!stats || stats.isDirectory()) return 'gone';
  if (!stats.isFile()) return 'kept';
  try {
    const bytes = readFileSync(places.fileOf(path));
    if (!isOurs(bytes, hashes)) return foreign ? 'moved' : 'kept';
    return foreign && isOurs(bytes, foreign) ? 'left' : 'stale';
  } catch {
    // a file that cannot be read is not removed
    return 'kept';
  }
}

/** Git may have converted the line breaks of a file to those of Windows, which is not a change by hand. */
function isOurs(bytes: Buffer, hashes: ReadonlySet<string>): boolean {
  return hashes.has(hashOf(bytes)) || hashes.has(hashOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')));
}

function holds(file: string, stats: Stats, text: string, hash: string): boolean {
  // a link, a pipe or a device is not read
  const isLike = stats.isFile() && stats.size === Buffer.byteLength(text);
  // a file that cannot be read can perhaps be replaced
  return isLike && attempt(() => hashOf(readFileSync(file))) === hash;
}
