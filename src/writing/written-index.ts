import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { isIndexName, isSafe } from './names';
import { Places } from './places';

/** The SHA-256 of every text that a file may have, by path. */
export type Entries = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The files that runs of one app have written into a folder.
 *
 * It is text that `sha256sum -c` reads, sorted, and independent of time and machine: it can be committed and merged, so that a fresh clone
 * knows which files it may remove.
 */
interface Index {
  readonly entries: Entries;
  /** Whether a run began to change the files and did not finish. Then old and new texts are listed. */
  readonly isUnfinished: boolean;
}

/** `sha256sum` reads it as a comment. */
const UNFINISHED = '# A run is not finished. The next one finishes it.';

const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

export function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Lines of any other form are ignored: after a merge with conflicts, both sides count. Unsafe paths are ignored, too, because files that
 * are listed may be removed.
 */
export function parseIndex(text: string): Index {
  const lines = text.split(/\r?\n/);
  const entries = new Map<string, Set<string>>();
  for (const line of lines) {
    const [, hash, path] = LINE.exec(line) ?? [];
    if (path !== undefined && isSafe(path)) add(entries, path, hash);
  }
  return { entries, isUnfinished: lines.includes(UNFINISHED) };
}

export function formatIndex({ entries, isUnfinished }: Index): string {
  const lines = [...entries.keys()].sort().flatMap(path => [...entries.get(path)!].sort().map(hash => `${hash}  ${path}\n`));
  return `${isUnfinished ? `${UNFINISHED}\n` : ''}${lines.join('')}`;
}

/** The text of an index; empty if it does not exist, or if nobody keeps one. It is also empty for a link or a pipe, which is not read. */
export function readIndex(places: Places, name: string | undefined): string {
  if (name === undefined) return '';
  const file = places.fileOf(name);
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return '';
    throw error;
  }
}

/** All entries of several indexes. */
export function together(...all: readonly Entries[]): Entries {
  const entries = new Map<string, Set<string>>();
  for (const each of all) {
    for (const [path, hashes] of each) {
      for (const hash of hashes) add(entries, path, hash);
    }
  }
  return entries;
}

/** The entries whose path is chosen, and the others. */
export function divided(entries: Entries, isChosen: (path: string) => boolean): readonly [Entries, Entries] {
  const of = (isIn: boolean) => new Map([...entries].filter(([path]) => isChosen(path) === isIn));
  return [of(true), of(false)];
}

/** The entries of the first that the second does not have. */
export function without(entries: Entries, known: Entries): Entries {
  const all = [...entries].map(([path, hashes]) => [path, new Set([...hashes].filter(hash => !known.get(path)?.has(hash)))] as const);
  return new Map(all.filter(([, hashes]) => hashes.size > 0));
}

function add(entries: Map<string, Set<string>>, path: string, hash: string): void {
  const known = entries.get(path);
  if (known) known.add(hash);
  else entries.set(path, new Set([hash]));
}

/**
 * The files that other apps have written into a folder. Many may share one: their indexes are read only if one of them may have written a
 * file.
 */
export class OtherApps {
  private indexes?: ReadonlyMap<string, Entries>;
  private all?: Entries;

  /** @param own the index of this app */
  public constructor(private readonly places: Places, private readonly own: string | undefined) {}

  /** The SHA-256 of every text that they may have written to a path. */
  public textsOf(path: string): ReadonlySet<string> | undefined {
    this.all ??= together(...this.read().values());
    return this.all.get(path);
  }

  /** The first of their indexes that lists each of the paths. */
  public ownersOf(paths: readonly string[]): ReadonlyMap<string, string> {
    return new Map(paths.flatMap(path => {
      const owner = [...this.read()].find(([, entries]) => entries.has(path));
      return owner ? [[path, owner[0]]] : [];
    }));
  }

  private read(): ReadonlyMap<string, Entries> {
    return this.indexes ??= this.places.folder('').isThere ? this.readAll() : new Map();
  }

  private readAll(): ReadonlyMap<string, Entries> {
    const { places, own } = this;
    const names = readdirSync(places.root).filter(name => name !== own && isIndexName(name) && places.at(name)?.isFile());
    return new Map(names.map(name => [name, parseIndex(readIndex(places, name)).entries]));
  }
}
