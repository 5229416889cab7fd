import type { ValueChange } from './compare';
import type { ChangedObject } from './objects';
import { Path, showPath } from '../../findings/path';
import type { PlainValue } from '../../private/check';
import { mask, Place } from '../../private/hidden';
import { written } from '../../private/written';

/** The change of a field, in a form that may be shown. */
export interface FieldChange {
  /** The change with all values, which must not be shown. */
  readonly whole: ValueChange;
  /** The path as in findings, `spec.containers[0].image`: the path before or, for an addition, after. */
  readonly field: string;
  /** The path after, if it differs. */
  readonly fieldAfter?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether a value is hidden, completely or in part. */
  readonly isHidden: boolean;
}

/** The changes of an object, without values that may be passwords. */
export function fieldChanges({ before, after, changes }: ChangedObject): FieldChange[] {
  return changes.map(whole => {
    const { path, pathAfter, orderOf } = whole;
    const was = mask(whole.before, placeOf(before.value, path, orderOf));
    const is = mask(whole.after, placeOf(after.value, pathAfter ?? path, orderOf));
    return {
      whole,
      field: shownPath(path),
      fieldAfter: pathAfter && shownPath(pathAfter),
      before: was,
      after: is,
      isHidden: written([was, is]) !== written([whole.before, whole.after]),
    };
  });
}

/** The place of a value; for a list whose order is shown by the names of its elements, that of the names. */
function placeOf(object: PlainValue, path: Path, orderOf = ''): Place {
  return Place.at(object, orderOf === '' ? path : [...path, 0, ...orderOf.split('.')]);
}

function shownPath(path: Path): string {
  // `showPath` takes the first step for a flag or a file; here it is a key like any other
  return showPath(['', ...path]).replace(/^\./, '');
}
