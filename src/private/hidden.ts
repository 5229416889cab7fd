import { isObject, PlainValue } from './check';
import { FieldPlace, isClosedField, isOpenElement, isOpenValue } from './open-fields';
import { isFieldOfSecret, isOpenKey, isSuspicious, mayBePassword } from './suspicious';
import { Path, showPath, type Step } from '../findings/path';

/** Words that replace a value. */
export class Words {
  /** Whether a value consists of words that replace a value of an object. */
  public static is(value: unknown): value is Words {
    return typeof value === 'object' && value !== null && #text in value;
  }

  readonly #text: string;

  /** @param isOpen whether they are shown even where a password may be: they reveal nothing of a value */
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

/** Stands for values in a pattern, and provides the words that may be shown for them. */
interface InWords {
  _wordsAt(around: Surroundings): Words;
}

function isInWords(value: unknown): value is InWords {
  return typeof (value as Partial<InWords> | null)?._wordsAt === 'function';
}

/** Replaces a key that is not shown. */
const HIDDEN_KEY = '…';

/** The context of a value that determines whether the value may be shown. */
export interface Surroundings {
  /** The value is the object itself. */
  readonly isRoot?: boolean;
  /** The value is an element of the list in its field. */
  readonly isElement?: boolean;
  /** `wholly`: neither the value nor anything below it is shown; `but names`: only some names in the elements of its list are. */
  readonly isClosed?: 'wholly' | 'but names';
  /** The value is in a field of a Secret that may hold a password. */
  readonly isSecret?: boolean;
  readonly field: FieldPlace;
}

/** The surroundings of an object itself. */
export const ROOT: Surroundings = { isRoot: true, field: { name: '', around: '' } };

/** The surroundings of the value at a path in another one, which is an object unless `aroundRoot` says otherwise. */
export function surroundingsAt(root: PlainValue | undefined, path: Path, aroundRoot = ROOT): Surroundings {
  const [step, ...rest] = path;
  return step === undefined ? aroundRoot : surroundingsAt(root?.[step], rest, surroundingsOf(aroundRoot, root, step));
}

/** A copy of a value in which everything that may be a password is hidden. */
export function mask(value: unknown, around: Surroundings): unknown {
  const inner = ([step, each]: [Step, unknown]) => mask(each, surroundingsOf(around, value as PlainValue, step));
  if (Words.is(value)) return around.isClosed && !value.isOpen ? HIDDEN : value;
  if (isInWords(value)) return value._wordsAt(around);
  if (Array.isArray(value)) return [...value.entries()].map(inner);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(field => [shownKey(field[0]), inner(field)]));
  return value === undefined || !around.isClosed && isOpenValue(value, around.field) ? value : HIDDEN;
}

/** Words about a value; `HIDDEN` if its field may hold a password. */
export function wordsAt({ isClosed, field }: Surroundings, text: string): Words {
  return isClosed || isSuspicious(field.name) ? HIDDEN : new Words(text);
}

/** Whether any part of a value is hidden. */
export function isMasked(value: unknown): boolean {
  if (value === HIDDEN || typeof value !== 'object' || value === null) return value === HIDDEN;
  return Object.entries(value).some(([key, each]) => key === HIDDEN_KEY || isMasked(each));
}

/** A key, or its replacement if the key may not be shown. */
function shownKey(key: string): string {
  return isOpenKey(key) ? key : HIDDEN_KEY;
}

/** The surroundings of a field of a value, or of an element. */
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
 * The surroundings of the data in a string. Data of a file in a ConfigMap is judged by its own fields, like an object: the file's name says
 * nothing about it, unless it is that of a password.
 */
export function surroundingsInText(around: Surroundings): Surroundings {
  const { isClosed, isSecret, field } = around;
  const isFile = !isClosed || !isSecret && field.around === 'data';
  return isFile && !isSuspicious(field.name) ? ROOT : { field, isClosed: 'wholly', isSecret };
}

/** The values in an object that may be passwords: those of environment variables, arguments, Secrets, files and the like. */
export function passwordsIn(object: unknown): string[] {
  const inside = (value: unknown, around: Surroundings, path: Path): string[] => {
    if (Array.isArray(value) || isObject(value)) {
      const steps: Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
      return steps.flatMap(step => inside((value as PlainValue)[step], surroundingsOf(around, value as PlainValue, step), [...path, step]));
    }
    return mask(value, around) === HIDDEN && isHeldBack(object, path, around) ? [String(value)] : [];
  };
  return inside(object, ROOT, []);
}

/** Whether the value at a path may be a password, by the names around it. */
export function isHeldBack(object: unknown, path: Path, around = surroundingsAt(object as PlainValue, path)): boolean {
  return around.isClosed !== undefined || mayBePassword(object, path);
}

/** A path in an object, in a form that may be shown: `spec.containers[0].image`. */
export function shownPath(path: Path): string {
  // `showPath` takes the first step for a flag or a file; here it is a key like any other
  return showPath(['', ...openPath(path)]).replace(/^\./, '');
}

/** A path in which keys that may be passwords are replaced. */
export function openPath(path: Path): Path {
  return path.map(step => typeof step === 'number' ? step : shownKey(step));
}
