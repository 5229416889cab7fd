import {
  bad, Check, FINE, Finding, found, MOST_FINDINGS, must, notChecked, within, joinPath, Shown, Wrong,
} from './findings/finding';

// Checks of values: functions that return findings, composed so that a shape reads like the schema that it represents;
// and the readers of plain values that may have any shape. Checks of strings with a meaning are in names.ts and
// addresses.ts. What also needs a schema or a program to import, such as a kind, is defined in definitions/type.ts.

/**
 * An object whose listed fields are checked; other fields pass. `null` counts as absent, as in Kubernetes. Without the
 * object, its required fields are missing.
 */
export function object(fields: Record<string, Check>, required: readonly string[] = []): Check {
  const entries = Object.entries(fields);
  return (given, field) => {
    const value: unknown = given === undefined && required.length > 0 ? {} : given;
    if (!isObject(value)) return bad('invalid-type', 'object', field, value);
    let findings = FINE;
    for (const name of required) {
      if (value[name] == null) findings = join(findings, found('missing-field', [name], { reason: 'required' }));
    }
    for (const [name, check] of entries) {
      const element = value[name];
      const more = element == null ? FINE : check(element, '');
      if (more.length > 0) findings = join(findings, within([name], more));
    }
    return findings.length === 0 ? findings : within(field, findings);
  };
}

/** An object with no fields other than these: any other field would be lost. */
export function only(...known: readonly string[]): Check {
  const names = new Set(known);
  return (value, field) => {
    const lost = Object.keys(asObject(value)).filter(name => !names.has(name) && value[name] !== undefined);
    if (lost.length === 0) return FINE;
    return lost.flatMap(name => found('unknown-field', joinPath(field, [name]), { reason: 'not-known', known }));
  };
}

/** An object with these fields, which are checked, and no others: all properties of `P` where it is named. */
export function closed<P = Record<string, unknown>>(
  fields: Readonly<Record<keyof P & string, Check>>, required: readonly (keyof P & string)[] = [],
): Check {
  return all(only(...Object.keys(fields)), object(fields, required));
}

/** Props, or an empty object instead of what JavaScript may pass, so that the checks report the missing fields. */
export function asProps<T>(props: T): T { return isObject(props) ? props : {} as T; }

/** The name of a variable or a parameter, shown up to a `=` or a space, which no name has: the value may follow. */
export function shownName(name: unknown): Shown {
  return typeof name === 'string' ? Shown.of(nameBeforeValue(name)) : Shown.typeOf(name);
}

/** A text up to the first `=` or white space, that character included; what follows becomes `…`. */
function nameBeforeValue(name: string): string {
  const end = name.search(/[=\s]/) + 1;
  return end === 0 || end === name.length ? name : `${name.slice(0, end)}…`;
}

/** A list whose elements are checked. */
export function list(check: Check, limits: { min?: number; what?: string } = {}): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return bad('invalid-type', 'list', field, value);
    const { min = 0, what = 'element' } = limits;
    if (value.length < min) return found('missing-field', field, { reason: 'too-few', min, what });
    return checkEach(value, field, 'element', (element, i) => within([i], check(element, '')));
  };
}

/** Checks elements, or fields by name, until there are `MOST_FINDINGS` findings, and a note counts the others. */
function checkEach<T>(
  elements: readonly T[], field: string, what: 'element' | 'field', check: (element: T, index: number) => Finding[],
): Finding[] {
  let findings = FINE;
  for (const [i, element] of elements.entries()) {
    if (findings.length >= MOST_FINDINGS) {
      findings.push(...notChecked([what === 'field' ? `${element}` : i], elements.length - i, what));
      break;
    }
    findings = join(findings, check(element, i));
  }
  return within(field, findings);
}

/** A map from strings to checked values. */
export function mapOf(check: Check, key?: Check): Check {
  return (value, field) => {
    if (!isObject(value)) return bad('invalid-type', 'map', field, value);
    return checkEach(Object.keys(value), field, 'field', name =>
      join(key ? key(name, '') : FINE, within([name], check(value[name], ''))));
  };
}

/** Several checks of one value. */
export function all(...checks: Check[]): Check {
  return (value, field) => checks.reduce((findings, check) => join(findings, check(value, field)), FINE);
}

/** One of a closed set. */
export function oneOf(...of: readonly (string | Readonly<Record<string, string>>)[]): Check {
  const allowed = of.flatMap(each => typeof each === 'string' ? each : Object.values(each));
  return (value, field) => {
    if (allowed.includes(value)) return FINE;
    return found('invalid-value', field, { reason: 'one-of', allowed, value: Shown.of(value) });
  };
}

/** A string that matches an expression. */
export function pattern(expression: RegExp, wrong: Wrong<'invalid-value'>): Check {
  return must(value => typeof value === 'string' && expression.test(value), 'invalid-value', wrong);
}

/** The types of values that YAML may read from a string without quotes. */
const UNQUOTED = /^(number|boolean)$/;

/** Any string. A value of another type is not shown: it may be a password that looks like a number. */
export const text: Check = (value, field) => {
  if (typeof value === 'string') return FINE;
  return bad('invalid-type', UNQUOTED.test(typeof value) ? 'unquoted' : 'string', field, value);
};

/** A non-empty string. A value of another type may be a password that looks like a number. */
export const filled: Check = (value, field) => isFilled(value) ? FINE
  : found('invalid-value', field, {
    reason: 'expected',
    shape: UNQUOTED.test(typeof value) ? 'filled-unquoted' : 'filled',
    value: value === '' ? Shown.of(value) : Shown.typeOf(value),
  });

/** Whether a value is a non-empty string. */
export function isFilled(value: unknown): value is string { return typeof value === 'string' && value.length > 0; }

/** A value that is a non-empty string; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined { return isFilled(value) ? value : undefined; }

/** A boolean. */
export const flag: Check = must(value => typeof value === 'boolean', 'invalid-type', 'boolean');

const MOST = 2 ** 31 - 1;

export function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) <= MOST;
}

/** An integer from `min` to `max`. */
export function whole(min: number, max = MOST): Check {
  return (value, field) => isInt32(value) && value >= min && value <= max ? FINE
    : found('invalid-value', field, { reason: 'integer', min, max, value: Shown.of(value) });
}

/** No two elements of a list share `key`. */
export function unique(key: (element: PlainFields) => unknown, what: string): Check {
  return (value, field) => {
    if (!Array.isArray(value) || value.length < 2) return FINE;
    const firsts = new Firsts<number>();
    return checkEach(value, field, 'element', (element, i) => {
      const own = isObject(element) ? key(element) ?? undefined : undefined;
      const first = firsts.earlier(own, i);
      return first === undefined ? FINE
        : found('duplicate-name', [i], { reason: 'element', what, name: nameBeforeValue(String(own)), first });
    });
  };
}

/**
 * A plain value of unknown shape that a user gave, such as a manifest or a field of one. Its fields can be read at any
 * depth, since each may be absent. Test its type (`typeof`, `isObject`, `Array.isArray`, `===`) before any other use.
 */
export type PlainValue = PlainFields | Readable<'list'> & PlainValue[]
  | Readable<'string'> & string | Readable<'number'> & number | Readable<'boolean'> & boolean;

/** A plain value that is an object. */
export type PlainFields = Readable<'object'>;

/** No value has this field, which keeps the compiler from taking a string for an object: both have fields to read. */
declare const TYPE: unique symbol;

interface Readable<T> { readonly [TYPE]?: T; readonly [field: string]: PlainValue | undefined }

/** The elements of a list, none of any other value. `T` is the type that a check has established. */
export function listOf<T = PlainValue | undefined>(value: unknown): readonly NoInfer<T>[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is a plain object, not a list. */
export function isObject(value: unknown): value is PlainFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object, or an empty one instead of any other value. `T` is the type that a check has established. */
export function asObject<T = PlainFields>(value: unknown): NoInfer<T> {
  return (isObject(value) ? value : {}) as NoInfer<T>;
}

/** Appends findings to an array that starts as a copy and then grows: each finding is copied once. */
function join(findings: Finding[], more: readonly Finding[]): Finding[] {
  if (more.length === 0) return findings;
  if (findings.length === 0) return [...more];
  for (const each of more) findings.push(each);
  return findings;
}

/** Groups elements by their keys. Keys and elements keep their order. */
export function grouped<K, T>(elements: readonly T[], keysOf: (element: T) => Iterable<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of elements) {
    for (const key of new Set(keysOf(element))) {
      const group = groups.get(key);
      if (group) group.push(element);
      else groups.set(key, [element]);
    }
  }
  return groups;
}

/** The values without duplicates. */
export function distinctByJson<T>(values: readonly T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}

/** Finds the elements that repeat an earlier one. */
export class Firsts<T> {
  private readonly known = new Map<unknown, T>();

  /** The first element with a key; `undefined` if this is the first, or the key is `undefined`. */
  public earlier(key: unknown, element: T): T | undefined {
    const first = this.known.get(key);
    if (key !== undefined && first === undefined) this.known.set(key, element);
    return first;
  }
}

/** The maximum distance of words that have anything to do with each other. */
const MOST_EDITS = 2;

/** The known word that was probably meant: the one with the fewest letters wrong, missing, added or swapped. */
export function nearest(word: string, known: readonly string[], limit = MOST_EDITS): string | undefined {
  let [best, least]: [string | undefined, number] = [undefined, Infinity];
  for (const each of known) {
    // a short word must not differ completely
    const most = Math.min(limit, Math.max(1, Math.floor(each.length / 3)), each.length - 1);
    if (Math.abs(each.length - word.length) > most) continue;
    const edits = editDistance(word.toLowerCase(), each.toLowerCase());
    if (edits <= most && edits < least) [best, least] = [each, edits];
  }
  return best;
}

/** The number of edits from one word to another: a letter added, removed or replaced, or two neighbours swapped. */
function editDistance(from: string, to: string): number {
  let [older, old, row]: number[][] = [[], [], Array.from({ length: to.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= from.length; i++) {
    [older, old, row] = [old, row, [i]];
    for (let j = 1; j <= to.length; j++) {
      row[j] = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + Number(from[i - 1] !== to[j - 1]));
      const isTurned = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isTurned) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
  }
  return row[to.length];
}
