/** How many characters of a string are shown. */
const SHOWN = 120;

/** A value that a user gave, as a finding may show it. Only its factories make one, so that showing a value is always a decision. */
export class Shown {
  /** A value that is no secret: strings are shortened, and lists, objects and class instances are named but not opened. */
  public static of(value: unknown): Shown {
    return new Shown(show(value), typeof value, isWhole(value) ? value : undefined);
  }

  /** A value in a place that may hold a password: of a string or a number only the type is shown. */
  public static typeOf(value: unknown): Shown {
    return new Shown(showType(value), typeof value, typeof value === 'boolean' || value === null ? value : undefined);
  }

  /** A value in the words of somebody else, who has hidden what may be a password. */
  public static inWords(text: string): Shown {
    return new Shown(text, 'string');
  }

  /** Whether a parameter of a finding is such a value, also in a finding of another copy of the library. */
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

  /** For machines: the value itself, or in words what it is. */
  public toJSON(): unknown {
    return this.exact === undefined ? { shown: this.text } : this.exact;
  }
}

function isWhole(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return withoutPassword(value) === value && JSON.stringify(value).length <= SHOWN;
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
  const text = JSON.stringify(typeof value === 'string' ? withoutPassword(value) : value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${String(value).length} characters)` : text;
}

/** A URL without the password in it. */
export function withoutPassword(text: string): string {
  return text.replace(/(\/\/[^\s/:@]*:)[^]*@/g, '$1…@');
}

/** The type of a value, for places that may hold a password: a string or a number is not shown. */
export function showType(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : show(value);
}

/** The class of an object, asked of its prototype: a field `constructor` is the user's own. */
function describeClass(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name && name !== 'Object' ? `an instance of ${name}` : 'an object';
}

/**
 * A text of somebody else's on one line: without what steers a terminal, or lets it look like another text. Findings keep
 * such texts as they are; messages, and what the commands print, are made of printable ones.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** The same as the beginning of a line, which CI systems do not take for one of their commands, such as `::error::`. */
export function printableLine(text: string): string {
  return printable(text).replace(/^\s*(?=::|##\[)/, '$&\\');
}
