import { listOf, PlainValue } from './check';
import { fieldAt, FieldSteps } from './kinds/kind-of';
import { Path, pathOf } from '../findings/finding';

/** A value, and its path. */
export interface PlacedValue {
  readonly value: PlainValue;
  readonly path: Path;
}

/** Where values are: the steps to a list, those in each of its elements, and so on. */
export type FieldPlace = readonly FieldSteps[];

/** The place of a path with `[]` for each element of a list: `containers[].image`. */
export function placeOf(at: string): FieldPlace {
  return at.split('[]').map(part => pathOf(part.replace(/^\./, '')) as FieldSteps);
}

/** The values at some places of a value that has a path. */
export function valuesIn(value: unknown, path: Path, places: readonly FieldPlace[]): PlacedValue[] {
  return places.flatMap(([first, ...rest]) => {
    const own = fieldAt(value, first);
    if (own == null) return [];
    const at = [...path, ...first];
    return rest.length === 0 ? [{ value: own, path: at }]
      : listOf(own).flatMap((each, i) => each == null ? [] : valuesIn(each, [...at, i], [rest]));
  });
}
