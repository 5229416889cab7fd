import type { Place } from './place';
import type { Read } from './read';
import type { Source } from './source';
import { Finding, found } from '../../findings/finding';
import type { Path } from '../../findings/path';

/** A map that is being read. */
export class MapFields {
  public readonly value: Record<string, any> = {};
  private places?: Record<string, Place>;

  /** Where a key stands. */
  public placeOf(key: string): Place {
    return this.places![key];
  }

  /** The map, which begins at an offset, and what is in it. */
  public at(offset: number): Read {
    return { value: this.value, place: this.places ? { offset, fields: this.places } : offset };
  }

  public set(key: string, element: unknown, place: Place): void {
    define(this.value, key, element);
    define(this.places ??= {}, key, place);
  }
}

/** What is said of a key that stands at another place of its map already. */
export function duplicateKey(path: Path, first: number, source: Source): Finding[] {
  return found('duplicate-key', path, { line: source.position(first).line });
}

/** A key such as `__proto__` is one like any other. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
