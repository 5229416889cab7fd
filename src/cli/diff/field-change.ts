import type { ValueChange } from './compare';
import type { ChangedObject } from './folder-difference';
import { mask, shownKey, Surroundings, surroundingsAt, surroundingsOf } from './hidden';
import { Path, showPath } from '../../findings/path';

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

function fieldChange(rootBefore: unknown, rootAfter: unknown, change: ValueChange): FieldChange {
  const { kind, path, pathAfter, orderOf } = change;
  // on one side alone it may be of a kind that gives nothing away
  const surroundings = strictest([
    ...kind === 'added' ? [] : surroundingsOfAll(rootBefore, path, orderOf),
    ...kind === 'removed' ? [] : surroundingsOfAll(rootAfter, pathAfter ?? path, orderOf),
  ]);
  const [before, after] = [mask(change.before, surroundings), mask(change.after, surroundings)];
  return {
    whole: change,
    field: pathOf(path),
    fieldAfter: pathAfter && pathOf(pathAfter),
    before: before.value,
    after: after.value,
    isHidden: before.isHidden || after.isHidden,
  };
}

/** What is around a value; where it is a list whose order is told by names of its elements, what is around these. */
function surroundingsOfAll(root: unknown, path: Path, orderOf = ''): Surroundings[] {
  const around = surroundingsAt(root, path);
  if (orderOf === '') return [around];
  const list: any[] = path.reduce((value: any, step) => value[step], root);
  return list.map((element, i) => surroundingsAt(element, orderOf.split('.'), surroundingsOf(around, list, i)));
}

function strictest(all: readonly Surroundings[]): Surroundings {
  return all.find(({ isClosed }) => isClosed === 'wholly') ?? all.find(({ isClosed }) => isClosed) ?? all[0];
}

function pathOf(path: Path): string {
  // the first step is a key like any other, and no flag or file
  return showPath(['', ...path.map(step => typeof step === 'number' ? step : shownKey(step))]).replace(/^\./, '');
}
