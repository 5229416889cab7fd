import { isObject, PlainValue } from './check';
import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import { isFieldOfSecret, isOpenKey, isSuspicious } from './suspicious';
import { Path, showPath, type Step } from '../findings/path';

/** Words in the place of a value. */
export class Words {
  /** Whether something is in words, and no value of an object. */
  public static is(value: unknown): value is Words {
    return typeof value === 'object' && value !== null && #text in value;
  }

  readonly #text: string;

  /** @param isOpen whether they are shown wherever a password may be: they say nothing of a value */
  public constructor(text: string, public readonly isOpen = false) {
    this.#text = text;
  }

  public get text(): string {
    return this.#text;
  }

  public toJSON(): null {
    return null;
  }
}

/** The substitute for a value that is not shown. */
export const HIDDEN = new Words('(hidden)');

/** What stands for values in a pattern, and knows in which words it may be shown. */
interface InWords {
  _wordsAt(around: Surroundings): Words;
}

function isInWords(value: unknown): value is InWords {
  return typeof (value as Partial<InWords> | null)?._wordsAt === 'function';
}

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
  /** It is in what a Secret holds. */
  readonly isSecret?: boolean;
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
  if (Words.is(value)) return around.isClosed && !value.isOpen ? HIDDEN : value;
  if (isInWords(value)) return value._wordsAt(around);
  if (Array.isArray(value)) return [...value.entries()].map(inner);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(field => [shownKey(field[0]), inner(field)]));
  return value === undefined || !around.isClosed && isOpenValue(value, around.field) ? value : HIDDEN;
}

/** Words about a value, unless it is in a place that may hold a password. */
export function wordsAt({ isClosed, field }: Surroundings, text: string): Words {
  return isClosed || isSuspicious(field.name) ? HIDDEN : new Words(text);
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
    return { field, isClosed: isOpen ? undefined : 'wholly', isSecret: around.isSecret };
  }
  if (isFieldOfSecret(parent, step, around.isRoot)) return { field, isClosed: 'wholly', isSecret: true };
  return { field, isClosed: isClosedField(field, parent?.[step]) ? 'but names' : undefined };
}

/**
 * What is around the data in a string. The data of a file of a ConfigMap are judged by their own fields, as an object is: its name says
 * nothing of them, unless it is that of a password.
 */
export function surroundingsInText(around: Surroundings): Surroundings {
  const { isClosed, isSecret, field } = around;
  const isFile = !isClosed || !isSecret && field.around === 'data';
  return isFile && !isSuspicious(field.name) ? ROOT : { field, isClosed: 'wholly', isSecret };
}

/** A path of an object as it may be shown: `spec.containers[0].image`. */
export function shownPath(path: Path): string {
  // the first step is a key like any other, and no flag or file
  return showPath(['', ...openPath(path)]).replace(/^\./, '');
}

/** A path without what may be a password in its keys. */
export function openPath(path: Path): Path {
  return path.map(step => typeof step === 'number' ? step : shownKey(step));
}
