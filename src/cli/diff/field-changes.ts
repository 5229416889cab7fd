import type { ValueChange } from './compare';
import type { ChangedObject } from './objects';
import type { Path } from '../../findings/path';
import { listOf, PlainValue } from '../../private/check';
import { isMasked, mask, shownPath, Surroundings, surroundingsAt, surroundingsOf } from '../../private/hidden';

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
  return changes.map(change => fieldChange(before.value, after.value, change));
}

function fieldChange(rootBefore: PlainValue, rootAfter: PlainValue, change: ValueChange): FieldChange {
  const { kind, path, pathAfter, orderOf } = change;
  // only one of the sides may require that the value is hidden
  const all = [
    ...kind === 'added' ? [] : surroundingsOfAll(rootBefore, path, orderOf),
    ...kind === 'removed' ? [] : surroundingsOfAll(rootAfter, pathAfter ?? path, orderOf),
  ];
  const surroundings = all.find(({ isClosed }) => isClosed === 'wholly') ?? all.find(({ isClosed }) => isClosed) ?? all[0];
  const [before, after] = [mask(change.before, surroundings), mask(change.after, surroundings)];
  return {
    whole: change,
    field: shownPath(path),
    fieldAfter: pathAfter && shownPath(pathAfter),
    before,
    after,
    isHidden: isMasked(before) || isMasked(after),
  };
}

/** The surroundings of a value; for a list whose order is shown by the names of its elements, those of the names. */
function surroundingsOfAll(root: PlainValue, path: Path, orderOf = ''): Surroundings[] {
  const around = surroundingsAt(root, path);
  if (orderOf === '') return [around];
  const list = path.reduce<PlainValue | undefined>((value, step) => value?.[step], root);
  return listOf(list).map((element, i) => surroundingsAt(element, orderOf.split('.'), surroundingsOf(around, list, i)));
}
