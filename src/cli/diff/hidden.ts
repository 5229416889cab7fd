import type { ValueChange } from './compare';
import type { ChangedObject } from './objects';
import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import { Path, showPath, type Step } from '../../findings/path';
import { isObject } from '../../private/check';
import { isFieldOfSecret, isOpenKey } from '../../private/suspicious';

/** What stands in the place of a value that is not shown. */
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

/** A value as it may be shown. */
interface Masked {
  readonly value: unknown;
  /** Whether something of it is hidden. */
  readonly isHidden: boolean;
}

/** What is around the value at a path in another one, an object if nothing else is said. */
export function surroundingsAt(root: any, path: Path, aroundRoot = ROOT): Surroundings {
  let around = aroundRoot;
  let value = root;
  for (const step of path) {
    around = surroundingsOf(around, value, step);
    value = value?.[step];
  }
  return around;
}

/** A copy of a value without what may be a password. */
export function mask(value: unknown, around: Surroundings): Masked {
  if (Array.isArray(value)) return together(value.map((element, i) => mask(element, surroundingsOf(around, value, i))));
  if (isObject(value)) {
    const keys = Object.keys(value);
    const { value: values, isHidden } = together(keys.map(key => mask(value[key], surroundingsOf(around, value, key))));
    return { value: Object.fromEntries(keys.map((key, i) => [shownKey(key), values[i]])), isHidden: isHidden || !keys.every(isOpenKey) };
  }
  const isHidden = value !== undefined && (around.isClosed !== undefined || !isOpenValue(value, around.field));
  return { value: isHidden ? HIDDEN : value, isHidden };
}

/** A key as it may be shown. */
function shownKey(key: string): string {
  return isOpenKey(key) ? key : HIDDEN_KEY;
}

function together(parts: readonly Masked[]): Masked & { readonly value: unknown[] } {
  return { value: parts.map(({ value }) => value), isHidden: parts.some(({ isHidden }) => isHidden) };
}

/** What is around the value of a key, or an element, of a value. */
function surroundingsOf(around: Surroundings, parent: any, step: Step): Surroundings {
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
