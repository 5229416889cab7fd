import { isObject, PlainValue } from './check';
import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import { isFieldOfSecret, isOpenKey } from './suspicious';
import { Path, showPath, type Step } from '../findings/path';

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
export function surroundingsOf(around: Surroundings, parent: PlainValue | undefined, step: Step): Surroundings {
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

/** A path of an object as it may be shown: `spec.containers[0].image`. */
export function shownPath(path: Path): string {
  // the first step is a key like any other, and no flag or file
  return showPath(['', ...path.map(step => typeof step === 'number' ? step : shownKey(step))]).replace(/^\./, '');
}
