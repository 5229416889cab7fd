import type { Path } from '../../findings/path';

/** Where a value stands in a text: a number where nothing is in it, as in most values by far. */
export type Place = number | Branch;

/** Where a map or a list stands, and where what is in it stands. */
export interface Branch {
  /** Where its key begins, or the map or list itself where it has none. */
  readonly offset: number;
  readonly fields?: Readonly<Record<string, Place>>;
  readonly elements?: readonly Place[];
}

export function offsetOf(place: Place): number {
  return typeof place === 'number' ? place : place.offset;
}

/** The same, for something that stands elsewhere: at the key of a map, or at an alias. */
export function movedTo(place: Place, offset: number): Place {
  return typeof place === 'number' ? offset : { ...place, offset };
}

/** The place of a field, or of the nearest one around it that is there. */
export function findPlace(root: Place, path: Path): Place {
  let place = root;
  for (const step of path) {
    if (typeof place === 'number') return place;
    const next: Place | undefined = place.elements && typeof step === 'number' ? place.elements[step] : own(place.fields, String(step));
    if (next === undefined) return place;
    place = next;
  }
  return place;
}

function own(fields: Readonly<Record<string, Place>> | undefined, key: string): Place | undefined {
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
}
