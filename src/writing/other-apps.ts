import { readdirSync } from 'node:fs';
import { Entries, parseIndex, readIndex, together } from './index-file';
import { isIndexName } from './names';
import { Places } from './places';

/** What other apps have written into a folder. Many may share one: their indexes are read only when one of them may have written a file. */
export class OtherApps {
  private indexes?: ReadonlyMap<string, Entries>;
  private all?: Entries;

  /** @param own the index that is none of theirs */
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
