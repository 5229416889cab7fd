import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import type { Path, Step } from '../../findings/path';
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
export const HIDDEN_KEY = '…';

/** What is known of the maps around a value, as far as it says whether the value may be shown. */
export interface Surroundings {
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
export interface Masked {
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
export function shownKey(key: string): string {
  return isOpenKey(key) ? key : HIDDEN_KEY;
}

function together(parts: readonly Masked[]): Masked & { readonly value: unknown[] } {
  return { value: parts.map(({ value }) => value), isHidden: parts.some(({ isHidden }) => isHidden) };
}

/** What is around the value of a key, or an element, of a value. */
export function surroundingsOf(around: Surroundings, parent: any, step: Step): Surroundings {
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
