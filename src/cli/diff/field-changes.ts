import type { ValueChange } from './compare';
import type { ChangedObject } from './objects';
import type { Path } from '../../findings/path';
import { listOf, PlainValue } from '../../private/check';
import { isMasked, mask, shownPath, Surroundings, surroundingsAt, surroundingsOf } from '../../private/hidden';

/** What differs in a field, as it may be shown. */
export interface FieldChange {
  /** The same with all values, which are not to be shown. */
  readonly whole: ValueChange;
  /** As findings have it: `spec.containers[0].image`; the place before, and for what was added, the place after. */
  readonly field: string;
  /** The place after, if it is another one. */
  readonly fieldAfter?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether a part of a value is hidden, or all of it. */
  readonly isHidden: boolean;
}

/** What differs in an object, without what may be a password. */
export function fieldChanges({ before, after, changes }: ChangedObject): FieldChange[] {
  return changes.map(change => fieldChange(before.value, after.value, change));
}

function fieldChange(rootBefore: PlainValue, rootAfter: PlainValue, change: ValueChange): FieldChange {
  const { kind, path, pathAfter, orderOf } = change;
  // on one side alone it may be of a kind that gives nothing away
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

/** What is around a value; for a list whose order is shown by the names of its elements, what is around these. */
function surroundingsOfAll(root: PlainValue, path: Path, orderOf = ''): Surroundings[] {
  const around = surroundingsAt(root, path);
  if (orderOf === '') return [around];
  const list = path.reduce<PlainValue | undefined>((value, step) => value?.[step], root);
  return listOf(list).map((element, i) => surroundingsAt(element, orderOf.split('.'), surroundingsOf(around, list, i)));
}
