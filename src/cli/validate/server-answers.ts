import type { ServerCause } from './server-rules';
import type { Path, Step } from '../../findings/path';
import { show, Shown } from '../../findings/shown';
import { isObject } from '../../private/check';
import { isSubstituted } from '../../private/substitution';
import { isFieldOfSecret, mayBePassword } from '../../private/suspicious';

// For an invalid value, the API server reports the field, the value and the problem. For an object that it cannot read, it reports a
// sentence, which may contain the field.

/** The sentence of a decoder on an unknown or duplicate field. */
const NAMED = /^(?:unknown|duplicate) field "(.*)"$/s;

/** The sentence of a decoder on a value of a wrong type: its actual type, and the fields that lead to it, without indexes. */
const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.(\S+) of type/;

/** The path of the field to which a cause refers; empty for the object as a whole. */
export function pathOfCause(object: unknown, { field, message }: ServerCause): Path {
  const named = field ?? NAMED.exec(message)?.[1];
  if (named !== undefined) return pathIn(named);
  const [, type, fields] = MISTYPED.exec(message) ?? [];
  return fields === undefined ? [] : mistyped(object, fields.split('.'), type) ?? [];
}

const STEP = /\[([^\]]*)\]|([^.[\]]+)/g;

/** The steps of `spec.ports[0].port`; `<nil>` and `[]` are the object itself. */
function pathIn(text: string): Path {
  return [...text.matchAll(STEP)].map(([, inBrackets, name]): Step => /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets ?? name)
    .filter(step => step !== '' && step !== '<nil>');
}

/** The first path along these fields, through any element of a list, whose value has the type. */
function mistyped(value: unknown, names: readonly string[], type: string): Path | undefined {
  if (Array.isArray(value) && (names.length > 0 || type !== 'array')) {
    return firstOf(value.entries(), ([i, element]) => withStep(i, mistyped(element, names, type)));
  }
  const [name, ...rest] = names;
  if (name === undefined) return typeOf(value) === type ? [] : undefined;
  return isObject(value) ? withStep(name, mistyped(value[name], rest, type)) : undefined;
}

function firstOf<T, R>(all: Iterable<T>, find: (each: T) => R | undefined): R | undefined {
  for (const each of all) {
    const result = find(each);
    if (result !== undefined) return result;
  }
  return undefined;
}

const withStep = (step: Step, path: Path | undefined) => path && [step, ...path];

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Whether a value contains a placeholder that is substituted before the object is applied. */
export function isFilledIn(object: unknown, path: Path): boolean {
  const value = path.reduce((each: any, step) => each?.[step], object);
  return typeof value === 'string' && isSubstituted(value);
}

/** The sentence of the API server on an invalid value. */
const ON_VALUE = /^(Invalid value|Duplicate value|Unsupported value|Not found): ("(?:[^"\\]|\\.)*"|[[{].*[}\]]|[^\s":]+)(.*)$/s;

/** The start of each of its sentences on a field: the kind of problem. */
const KIND_OF_CAUSE = /^[A-Z][a-z ]+(?=:)/;

/** The end of a sentence on an immutable field, which contains no value. */
const FIXED = /: field is immutable(?: when `immutable` is set)?$/;

/** The message of the API server, without values that may be passwords. */
export function answerTo(object: unknown, path: Path, { field, message }: ServerCause): Shown {
  if (field === undefined) return Shown.inWords(readingAnswer(object, message));
  if (mayBePassword(object, path)) {
    const [kind = 'it is not valid', fixed = ''] = [KIND_OF_CAUSE.exec(message)?.[0], FIXED.exec(message)?.[0]];
    return Shown.inWords(`${kind}${fixed}`);
  }
  const [, what, value, rest] = ON_VALUE.exec(message) ?? [];
  return Shown.inWords(value === undefined ? message : `${what}: ${shownValue(value)}${rest}`);
}

/** The message on an object that it cannot read, which quotes either names of fields or values. */
function readingAnswer(object: unknown, message: string): string {
  if (NAMED.test(message)) return message;
  if (isFieldOfSecret(object, '', true)) return 'a value has another type or form';
  if (MISTYPED.test(message)) return message.replace(/(cannot unmarshal \w+) \S+ into/, '$1 into');
  return message.replace(/"(?:[^"\\]|\\.)*"/g, '"…"');
}

/** A value in Go syntax: shows a string or a number as elsewhere, and hides a list or a map, which may contain anything. */
function shownValue(text: string): string {
  if (!text.startsWith('"')) return /^[[{]/.test(text) ? '…' : text;
  try {
    return show(JSON.parse(text));
  } catch {
    // Go escapes some characters differently from JSON
    return '"…"';
  }
}
