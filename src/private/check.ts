import { nearest } from './nearest';
import { bad, badHidden, Check, FINE, Finding, found, MOST_FINDINGS, must, notChecked, ValueReason, within } from '../findings/finding';
import { joinPath, Step } from '../findings/path';
import { Shown } from '../findings/shown';

// Checks are put together from these: a shape is data, read like the schema it stands for.

/** An object whose known fields are checked; fields nobody named pass. `null` and absent are the same to Kubernetes. */
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

/** An object that may hold a password: what is given in its place is not shown. */
export function hidden(check: Check, reason: 'object' | 'map' = 'object'): Check {
  return (value, field) => isObject(value) ? check(value, field) : badHidden('invalid-type', reason, field, value);
}

/** An object with no other fields than these: what else is given would be lost. */
export function only(...known: readonly string[]): Check {
  const names = new Set(known);
  return (value, field) => {
    const lost = isObject(value) ? Object.keys(value).filter(name => !names.has(name) && value[name] !== undefined) : [];
    return lost.length === 0 ? FINE : lost.flatMap(name => found('unknown-field', joinPath(field, [name]), { reason: 'not-known', known }));
  };
}

/** An object with these fields, which are checked, and no others. */
export function closed(fields: Record<string, Check>, required: readonly string[] = []): Check {
  return all(only(...Object.keys(fields)), object(fields, required));
}

/**
 * The options of a factory: an object with no other fields than these, or none. What is given in their place may be a password, and is not
 * shown.
 */
export function checkOptions(given: unknown, names: readonly string[], others: () => Finding[]): Finding[] {
  if (given != null && !isObject(given)) return badHidden('invalid-type', 'object', '', given);
  return [...only(...names)(given, ''), ...others()];
}

/** Props as an object: what is none (from JavaScript) has no fields, and the checks say which are missing. */
export function asProps<T>(props: T): T {
  return isObject(props) ? props : {} as T;
}

/** The name of a variable or a parameter as it may be shown: what follows the first `=` or space, which no name has, may be its value. */
export function shownName(name: unknown): Shown {
  return typeof name === 'string' ? Shown.of(withoutValue(name)) : Shown.typeOf(name);
}

function withoutValue(name: string): string {
  return name.replace(/([=\s])[^]+$/, '$1…');
}

/** A list whose elements are checked. What may hold a password is hidden: what is given in its place is not shown. */
export function list(check: Check, limits: { min?: number; what?: string; isHidden?: true } = {}): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return (limits.isHidden ? badHidden : bad)('invalid-type', 'list', field, value);
    const { min = 0, what = 'element' } = limits;
    if (value.length < min) return found('missing-field', field, { reason: 'too-few', min, what });
    return checkEach(value, field, 'element', (element, i) => below(field, i, check(element, '')));
  };
}

/** What is found in elements, or in fields by their names, until it is enough. */
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

/** A map from text to checked values. */
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
export function oneOf(...allowed: readonly string[]): Check {
  return (value, field) => {
    if (allowed.includes(value)) return FINE;
    const meant = typeof value === 'string' ? nearest(value, allowed) : undefined;
    return found('invalid-value', field, { reason: 'one-of', allowed, value: Shown.of(value), meant });
  };
}

/** Text that matches. */
export function pattern(expression: RegExp, reason: ValueReason<'invalid-value'>): Check {
  return must(value => typeof value === 'string' && expression.test(value), 'invalid-value', reason);
}

/** Any text. What is given instead is not shown: it may be a password that looks like a number. */
export const text: Check = (value, field) => {
  if (typeof value === 'string') return FINE;
  return badHidden('invalid-type', isUnquoted(value) ? 'unquoted' : 'string', field, value);
};

/** Text with something in it. */
export const filled: Check = (value, field) => isFilled(value) ? FINE : bad('invalid-value', notFilled(value), field, value);

/** The same of a place that may hold a password. */
export const hiddenName: Check = (value, field) => isFilled(value) ? FINE : badHidden('invalid-value', notFilled(value), field, value);

/** Whether YAML may have read a string as something else, since it has no quotes. */
function isUnquoted(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function notFilled(value: unknown): 'unquoted' | 'filled' {
  return isUnquoted(value) ? 'unquoted' : 'filled';
}

/** Whether a value is a string with something in it. */
export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

/** A truth value. */
export const flag: Check = must(value => typeof value === 'boolean', 'invalid-type', 'boolean');

const MOST = 2 ** 31 - 1;

export function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) <= MOST;
}

/** A whole number, not below `min` and not above `max`. */
export function whole(min: number, max = MOST): Check {
  return (value, field) => isInt32(value) && value >= min && value <= max
    ? FINE
    : found('invalid-value', field, { reason: 'integer', min, max, value: Shown.of(value) });
}

/** No two elements of a list share `key`. */
export function unique(key: (element: PlainFields) => unknown, what: string): Check {
  return (value, field) => {
    if (!Array.isArray(value) || value.length < 2) return FINE;
    const firsts = new Map<unknown, number>();
    return checkEach(value, field, 'element', (element, i) => {
      const own = isObject(element) ? key(element) : undefined;
      const first = own == null ? undefined : firsts.get(own);
      if (first === undefined) firsts.set(own, i);
      return first === undefined ? FINE
        : found('duplicate-name', joinPath(field, [i]), { reason: 'element', what, name: withoutValue(String(own)), first });
    });
  };
}

/**
 * A plain value of which nothing is known: what a user gave, such as a manifest or a field of one. Its fields are read at any depth, since
 * each may be absent. What it is must be asked (`typeof`, `isObject`, `Array.isArray`, `===`) before it is used as more than that.
 */
export type PlainValue = PlainFields | Readable<'list'> & PlainValue[]
  | Readable<'string'> & string | Readable<'number'> & number | Readable<'boolean'> & boolean;

/** A plain value that is an object. */
export type PlainFields = Readable<'object'>;

/** No value has it: it keeps the compiler from taking a string for an object, since fields are read of both. */
declare const TYPE: unique symbol;

interface Readable<T> {
  readonly [TYPE]?: T;
  readonly [field: string]: PlainValue | undefined;
}

/** The elements of what should be a list; none if it is no list. `T` is what a check has found them to be. */
export function listOf<T = PlainValue | undefined>(value: unknown): readonly NoInfer<T>[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is a plain object, not a list. */
export function isObject(value: unknown): value is PlainFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of what should be an object; none if it is no object. `T` is what a check has found them to be. */
export function asObject<T = PlainFields>(value: unknown): NoInfer<T> {
  return (isObject(value) ? value : {}) as NoInfer<T>;
}

/** Findings and more of them, in an array that begins as a copy and grows: each is copied once, however many there are. */
function join(findings: Finding[], more: readonly Finding[]): Finding[] {
  if (more.length === 0) return findings;
  if (findings.length === 0) return [...more];
  for (const each of more) findings.push(each);
  return findings;
}
