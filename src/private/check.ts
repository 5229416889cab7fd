import { Firsts } from './grouped';
import { nearest } from './nearest';
import type { Shape } from '../findings/catalogue/shapes';
import { bad, Check, FINE, Finding, found, MOST_FINDINGS, must, notChecked, within } from '../findings/finding';
import { joinPath, Step } from '../findings/path';
import { Shown } from '../findings/shown';

// Checks are composed of these: a shape is data, and reads like the schema that it represents.

/** An object whose listed fields are checked; other fields pass. `null` counts as absent, as in Kubernetes. */
export function object(fields: Record<string, Check>, required: readonly string[] = []): Check {
  const entries = Object.entries(fields);
  return (value, field) => {
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
    const lost = isObject(value) ? Object.keys(value).filter(name => !names.has(name) && value[name] !== undefined) : [];
    return lost.length === 0 ? FINE : lost.flatMap(name => found('unknown-field', joinPath(field, [name]), { reason: 'not-known', known }));
  };
}

/** An object with these fields, which are checked, and no others: all properties of `P` where it is named. */
export function closed<P = Record<string, unknown>>(
  fields: Readonly<Record<keyof P & string, Check>>, required: readonly (keyof P & string)[] = [],
): Check {
  return all(only(...Object.keys(fields)), object(fields, required));
}

/** Props as an object. JavaScript may pass something else: that counts as an empty object, so that the checks report the missing fields. */
export function asProps<T>(props: T): T {
  return isObject(props) ? props : {} as T;
}

/**
 * The name of a variable or a parameter in a form that may be shown: no name contains `=` or a space, and what follows the first one may be
 * the value.
 */
export function shownName(name: unknown): Shown {
  return typeof name === 'string' ? Shown.of(withoutValue(name)) : Shown.typeOf(name);
}

function withoutValue(name: string): string {
  const end = name.search(/[=\s]/) + 1;
  return end === 0 || end === name.length ? name : `${name.slice(0, end)}…`;
}

/** A list whose elements are checked. */
export function list(check: Check, limits: { min?: number; what?: string } = {}): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return bad('invalid-type', 'list', field, value);
    const { min = 0, what = 'element' } = limits;
    if (value.length < min) return found('missing-field', field, { reason: 'too-few', min, what });
    return checkEach(value, field, 'element', (element, i) => below(field, i, check(element, '')));
  };
}

/**
 * Checks elements, or fields by their names, until there are `MOST_FINDINGS` findings; a further finding counts those that were not
 * checked.
 */
function checkEach<T>(
  elements: readonly T[], field: string, what: 'element' | 'field', check: (element: T, index: number) => Finding[],
): Finding[] {
  let findings = FINE;
  for (const [i, element] of elements.entries()) {
    if (findings.length >= MOST_FINDINGS) {
      return join(findings, notChecked(joinPath(field, [what === 'field' ? `${element}` : i]), elements.length - i, what));
    }
    findings = join(findings, check(element, i));
  }
  return findings;
}

function below(field: string, step: Step, findings: Finding[]): Finding[] {
  return findings.length === 0 ? FINE : within(joinPath(field, [step]), findings);
}

/** A map from strings to checked values. */
export function mapOf(check: Check, key?: Check): Check {
  return (value, field) => {
    if (!isObject(value)) return bad('invalid-type', 'map', field, value);
    return checkEach(Object.keys(value), field, 'field', name =>
      join(key ? key(name, field) : FINE, below(field, name, check(value[name], ''))));
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
    const meant = typeof value === 'string' ? nearest(value, allowed) : undefined;
    return found('invalid-value', field, { reason: 'one-of', allowed, value: Shown.of(value), meant });
  };
}

/** A string that matches an expression. */
export function pattern(expression: RegExp, shape: Shape): Check {
  return must(value => typeof value === 'string' && expression.test(value), 'invalid-value', shape);
}

/** Any string. A value of another type is not shown: it may be a password that looks like a number. */
export const text: Check = (value, field) => {
  if (typeof value === 'string') return FINE;
  return bad('invalid-type', isUnquoted(value) ? 'unquoted' : 'string', field, value);
};

/** A non-empty string. A value of another type may be a password that looks like a number. */
export const filled: Check = (value, field) => isFilled(value) ? FINE
  : found('invalid-value', field, {
    reason: 'expected',
    shape: isUnquoted(value) ? 'filled-unquoted' : 'filled',
    value: value === '' ? Shown.of(value) : Shown.typeOf(value),
  });

/** Whether YAML may have read a string as this value because it has no quotes. */
function isUnquoted(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** Whether a value is a non-empty string. */
export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

/** A value that is a non-empty string; `undefined` for any other value. */
export function textOf(value: unknown): string | undefined {
  return isFilled(value) ? value : undefined;
}

/** A boolean. */
export const flag: Check = must(value => typeof value === 'boolean', 'invalid-type', 'boolean');

const MOST = 2 ** 31 - 1;

export function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) <= MOST;
}

/** An integer from `min` to `max`. */
export function whole(min: number, max = MOST): Check {
  return (value, field) => isInt32(value) && value >= min && value <= max
    ? FINE
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
        : found('duplicate-name', joinPath(field, [i]), { reason: 'element', what, name: withoutValue(String(own)), first });
    });
  };
}

/**
 * A plain value of unknown shape that a user gave, such as a manifest or a field of one. Its fields can be read at any depth, since each
 * may be absent. Test its type (`typeof`, `isObject`, `Array.isArray`, `===`) before any other use.
 */
export type PlainValue = PlainFields | Readable<'list'> & PlainValue[]
  | Readable<'string'> & string | Readable<'number'> & number | Readable<'boolean'> & boolean;

/** A plain value that is an object. */
export type PlainFields = Readable<'object'>;

/** No value has this field: it keeps the compiler from accepting a string as an object, since fields can be read on both. */
declare const TYPE: unique symbol;

interface Readable<T> {
  readonly [TYPE]?: T;
  readonly [field: string]: PlainValue | undefined;
}

/** The elements of a value that should be a list; empty for any other value. `T` is the type that a check has established. */
export function listOf<T = PlainValue | undefined>(value: unknown): readonly NoInfer<T>[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is a plain object, not a list. */
export function isObject(value: unknown): value is PlainFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that should be an object; an empty object for any other value. `T` is the type that a check has established. */
export function asObject<T = PlainFields>(value: unknown): NoInfer<T> {
  return (isObject(value) ? value : {}) as NoInfer<T>;
}

/** Appends findings to an array that starts as a copy and then grows: each finding is copied once, however many there are. */
function join(findings: Finding[], more: readonly Finding[]): Finding[] {
  if (more.length === 0) return findings;
  if (findings.length === 0) return [...more];
  for (const each of more) findings.push(each);
  return findings;
}
