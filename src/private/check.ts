import type { ErrorCode } from './codes';
import { Check, FINE, finding, Finding, joinField, MOST_FINDINGS, notChecked, within, wrong, wrongHidden } from './finding';

// Checks are put together from these: a shape is data, read like the schema it stands for.

/** An object whose known fields are checked; fields nobody named pass. `null` and absent are the same to Kubernetes. */
export function object(fields: Record<string, Check>, required: readonly string[] = []): Check {
  const entries = Object.entries(fields);
  return (value, field) => {
    if (!isObject(value)) return wrong('invalid-type', field, 'be an object', value);
    let found = FINE;
    for (const name of required) {
      if (value[name] == null) found = join(found, finding('missing-field', name, 'is required'));
    }
    for (const [name, check] of entries) {
      const element = value[name];
      if (element != null) found = join(found, within(name, check(element, '')));
    }
    return within(field, found);
  };
}

/** An object that may hold a password: what is given in its place is not shown. */
export function hidden(check: Check, what = 'an object'): Check {
  return (value, field) => isObject(value) ? check(value, field) : wrongHidden('invalid-type', field, `be ${what}`, value);
}

/** An object with no other fields than these: what else is given would be lost. */
export function only(...names: readonly string[]): Check {
  const lost = (value: any, name: string) => value[name] !== undefined && !names.includes(name);
  return (value, field) => !isObject(value) ? FINE : Object.keys(value).filter(name => lost(value, name)).flatMap(name =>
    finding('unknown-field', joinField(field, name), `is not a field that is known here (${names.join(', ')})`, 'leave it out, or check its spelling'));
}

/** The options of a factory: an object with no other fields than these, or none. What is given in their place may be a password, and is not shown. */
export function checkOptions(given: unknown, names: readonly string[], others: () => Finding[]): Finding[] {
  if (given != null && !isObject(given)) return wrongHidden('invalid-type', '', 'be an object', given);
  return [...only(...names)(given, ''), ...others()];
}

/** Props as an object: what is none (from JavaScript) has no fields, and the checks say which are missing. */
export function asProps<T>(props: T): T {
  return isObject(props) ? props : {} as T;
}

/** A finding about the name of a variable or a parameter, behind which its value may have been written. */
export function wrongName(code: ErrorCode, field: string, must: string, name: unknown): Finding[] {
  return typeof name === 'string' ? wrong(code, field, must, withoutValue(name)) : wrongHidden(code, field, must, name);
}

/** A name up to the first `=` or space, which no name has: what follows may be a value. */
function withoutValue(name: string): string {
  return name.replace(/([=\s])[^]+$/, '$1…');
}

/** A list whose elements are checked. What may hold a password is hidden: what is given in its place is not shown. */
export function list(check: Check, limits: { min?: number; what?: string; isHidden?: true } = {}): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return (limits.isHidden ? wrongHidden : wrong)('invalid-type', field, 'be a list', value);
    if (value.length < (limits.min ?? 0)) {
      return finding('missing-field', field, `must have at least ${limits.min} ${limits.what ?? 'element'}`);
    }
    let found = FINE;
    for (let i = 0; i < value.length; i++) {
      if (found.length >= MOST_FINDINGS) return join(found, notChecked(`${field}[${i}]`, value.length - i, 'element'));
      const more = check(value[i], '');
      if (more.length > 0) found = join(found, within(`${field}[${i}]`, more));
    }
    return found;
  };
}

/** A map from text to checked values. */
export function mapOf(check: Check, key?: Check): Check {
  return (value, field) => {
    if (!isObject(value)) return wrong('invalid-type', field, 'be a map', value);
    let found = FINE;
    const entries = Object.entries(value);
    for (const [i, [name, element]] of entries.entries()) {
      if (found.length >= MOST_FINDINGS) return join(found, notChecked(`${field}['${name}']`, entries.length - i, 'field'));
      if (key) found = join(found, key(name, field));
      found = join(found, check(element, `${field}['${name}']`));
    }
    return found;
  };
}

/** Several checks of one value. */
export function all(...checks: Check[]): Check {
  return (value, field) => checks.reduce((found, check) => join(found, check(value, field)), FINE);
}

/** One of a closed set. */
export function oneOf(...allowed: readonly string[]): Check {
  return (value, field) => allowed.includes(value) ? FINE : wrong('invalid-value', field, `be one of ${allowed.join(', ')}`, value);
}

/** Text that matches. */
export function pattern(expression: RegExp, must: string): Check {
  return (value, field) => typeof value === 'string' && expression.test(value) ? FINE : wrong('invalid-value', field, must, value);
}

/** Any text. What is given instead is not shown: it may be a password that looks like a number. */
export const text: Check = (value, field) => typeof value === 'string'
  ? FINE
  : wrongHidden('invalid-type', field, 'be a string', value);

/** Text with something in it. */
export const filled: Check = (value, field) =>
  typeof value === 'string' && value.length > 0 ? FINE : wrong('invalid-value', field, 'be a string that is not empty', value);

/** The same of a place that may hold a password. */
export const hiddenName: Check = (value, field) =>
  typeof value === 'string' && value.length > 0 ? FINE : wrongHidden('invalid-value', field, 'be a string that is not empty', value);

/** A truth value. */
export const flag: Check = (value, field) => typeof value === 'boolean' ? FINE : wrong('invalid-type', field, 'be true or false', value);

export function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) <= 2 ** 31 - 1;
}

/** A whole number, not below `min`. */
export function whole(min: number): Check {
  return (value, field) => isInt32(value) && value >= min
    ? FINE
    : wrong('invalid-value', field, `be a whole number from ${min} to ${2 ** 31 - 1}`, value);
}

/** No two elements of a list share `key`. */
export function unique(key: (element: any) => string | undefined, what: string): Check {
  return (value, field) => {
    if (!Array.isArray(value)) return FINE;
    const first = new Map<string, number>();
    let found = FINE;
    for (const [i, element] of value.entries()) {
      const k = isObject(element) ? key(element) : undefined;
      if (k == null) continue;
      if (found.length >= MOST_FINDINGS) return join(found, notChecked(`${field}[${i}]`, value.length - i, 'element'));
      const earlier = first.get(k);
      if (earlier === undefined) {
        first.set(k, i);
      } else {
        const problem = `has the same ${what} ${JSON.stringify(withoutValue(String(k)))} as element ${earlier}`;
        found = join(found, finding('duplicate-name', `${field}[${i}]`, problem, `give each its own ${what}`));
      }
    }
    return found;
  };
}

/** The elements of a list, changed; what is no list is left for its check to refuse. */
export function eachOf<T>(value: T[] | undefined, change: (element: T) => any): any {
  return Array.isArray(value) ? value.map(change) : value;
}

/** The elements of what should be a list; none if it is no list. */
export function listOf(value: any): any[] {
  return Array.isArray(value) ? value : [];
}

/** A plain object, not a list. */
export function isObject(value: unknown): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Findings and more of them, in an array that begins as a copy and grows: each is copied once, however many there are. */
function join(found: Finding[], more: readonly Finding[]): Finding[] {
  if (more.length === 0) return found;
  if (found.length === 0) return [...more];
  for (const each of more) found.push(each);
  return found;
}
