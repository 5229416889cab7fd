import { containsPassword, withoutCredentials } from '../private/hidden';

/** The maximum number of characters of a string that are shown. */
const SHOWN = 120;

/** A value that a user gave, as a finding may show it. Only its factories create one, so that showing a value is always a decision. */
export class Shown {
  /** A value at a place that holds no password: strings are shortened; lists, objects and class instances are named, but not opened. */
  public static of(value: unknown): Shown {
    if (typeof value === 'string' && containsPassword(value)) return Shown.typeOf(value);
    return new Shown(show(value), typeof value, isWhole(value) ? value : undefined);
  }

  /** A value in a position that may hold a password: only the type of a string or a number is shown. */
  public static typeOf(value: unknown): Shown {
    return new Shown(showType(value), typeof value, typeof value === 'boolean' || value === null ? value : undefined);
  }

  /** A value in the words of the caller, who has hidden what may be a password. */
  public static inWords(text: string): Shown {
    return new Shown(text, 'string');
  }

  /** Whether a parameter of a finding is such a value, including one of another copy of the library. */
  public static is(parameter: unknown): parameter is Shown {
    return typeof parameter === 'object' && parameter !== null && 'exact' in parameter && 'text' in parameter;
  }

  private constructor(
    /** The value in a sentence. */
    public readonly text: string,
    /** Its type in JavaScript. */
    public readonly type: string,
    /** The value itself, if it is shown whole. */
    public readonly exact?: string | number | boolean | null,
  ) {
  }

  /** The same value where it may be a password. */
  public hidden(): Shown {
    return this.type === 'string' || this.type === 'number' ? new Shown(`a ${this.type}`, this.type) : this;
  }

  /** For machines: the value itself, or a description of it. */
  public toJSON(): unknown {
    return this.exact === undefined ? { shown: this.text } : this.exact;
  }
}

function isWhole(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return withoutCredentials(value) === value && JSON.stringify(value).length <= SHOWN;
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

/** A value as it is shown in an error: JSON, shortened; never the content of a class instance. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeClass(value);
  const text = JSON.stringify(typeof value === 'string' ? withoutCredentials(value) : value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${String(value).length} characters)` : text;
}

/** The type of a value, for positions that may hold a password: a string or a number is not shown. */
function showType(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : show(value);
}

/** The class of an object, taken from its prototype: a field `constructor` belongs to the user. */
function describeClass(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name && name !== 'Object' ? `an instance of ${name}` : 'an object';
}

/**
 * A foreign text on one line: without characters that control a terminal, or make the text look like another one. Findings keep such texts
 * as they are; messages, and the output of commands, consist of printable ones.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** The same for the beginning of a line, so that CI systems do not read it as one of their commands, such as `::error::`. */
export function printableLine(text: string): string {
  return printable(text).replace(/^\s*(?=::|##\[)/, '$&\\');
}
