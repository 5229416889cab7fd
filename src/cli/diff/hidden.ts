import type { ValueChange } from './compare';
import type { ChangedObject } from './objects';
import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import { Path, showPath, type Step } from '../../findings/path';
import { isObject, listOf, PlainValue } from '../../private/check';
import { isFieldOfSecret, isOpenKey } from '../../private/suspicious';

/** The substitute for a value that is not shown. */
class Hidden {
  public toJSON(): null {
    return null;
  }
}

export const HIDDEN = new Hidden();

/** In the place of a key that is not shown. */
const HIDDEN_KEY = '…';

/** What is known of the maps around a value, as far as it says whether the value may be shown. */
interface Surroundings {
  /** It is the object itself. */
  readonly isRoot?: boolean;
  /** It is an element of the list that its field holds. */
  readonly isElement?: boolean;
  /** Nothing of it is shown: neither it nor what is below it, or all but some names in the elements of its list. */
  readonly isClosed?: 'wholly' | 'but names';
  readonly field: FieldPlace;
}

/** An object itself. */
export const ROOT: Surroundings = { isRoot: true, field: { name: '', around: '' } };

/** What is around the value at a path in another one, an object if nothing else is said. */
export function surroundingsAt(root: PlainValue | undefined, path: Path, aroundRoot = ROOT): Surroundings {
  const [step, ...rest] = path;
  return step === undefined ? aroundRoot : surroundingsAt(root?.[step], rest, surroundingsOf(aroundRoot, root, step));
}

/** A copy of a value without what may be a password. */
export function mask(value: unknown, around: Surroundings): unknown {
  const inner = ([step, each]: [Step, unknown]) => mask(each, surroundingsOf(around, value as PlainValue, step));
  if (Array.isArray(value)) return [...value.entries()].map(inner);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(field => [shownKey(field[0]), inner(field)]));
  return value === undefined || !around.isClosed && isOpenValue(value, around.field) ? value : HIDDEN;
}

/** Whether something of a value is hidden. */
export function isMasked(value: unknown): boolean {
  if (value === HIDDEN || typeof value !== 'object' || value === null) return value === HIDDEN;
  return Object.entries(value).some(([key, each]) => key === HIDDEN_KEY || isMasked(each));
}

/** A key as it may be shown. */
function shownKey(key: string): string {
  return isOpenKey(key) ? key : HIDDEN_KEY;
}

/** What is around the value of a key, or an element, of a value. */
function surroundingsOf(around: Surroundings, parent: PlainValue | undefined, step: Step): Surroundings {
  // an element of a list is as open as the list
  if (typeof step === 'number') return { ...around, isRoot: false, isElement: true };
  const field = { name: step, around: around.field.name };
  if (around.isClosed) {
    const isOpen = around.isClosed === 'but names' && around.isElement && isOpenElement(field);
    return { field, isClosed: isOpen ? undefined : 'wholly' };
  }
  if (isFieldOfSecret(parent, step, around.isRoot)) return { field, isClosed: 'wholly' };
  return { field, isClosed: isClosedField(field, parent?.[step]) ? 'but names' : undefined };
}

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
    field: pathOf(path),
    fieldAfter: pathAfter && pathOf(pathAfter),
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

function pathOf(path: Path): string {
  // the first step is a key like any other, and no flag or file
  return showPath(['', ...path.map(step => typeof step === 'number' ? step : shownKey(step))]).replace(/^\./, '');
}
