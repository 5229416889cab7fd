import { parseAllDocuments } from 'yaml';
import { isPlainObject } from './arbitraries-values';

/**
 * Where two values differ, the first place only; nothing if they are equal. Own fields are compared, whatever they are called
 * (`__proto__` too, which jest's matchers leave out) and whatever object holds them; nothing counts as equal to nothing else.
 */
export function difference(actual: any, expected: any, at = '$'): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (Array.isArray(actual) !== Array.isArray(expected) || !isObject(actual) || !isObject(expected)) {
    return `${at}: ${shown(actual)} instead of ${shown(expected)}`;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const place = `${at}[${JSON.stringify(key)}]`;
    if (!Object.hasOwn(actual, key)) return `${place}: is lost, was ${shown(expected[key])}`;
    if (!Object.hasOwn(expected, key)) return `${place}: is new: ${shown(actual[key])}`;
    const found = difference(actual[key], expected[key], place);
    if (found) return found;
  }
  return undefined;
}

/** Fails where two values differ. */
export function same(actual: any, expected: any, what: string): void {
  const found = difference(actual, expected);
  if (found) throw new Error(`${what}: ${found}`);
}

function isObject(value: any): boolean {
  return typeof value === 'object' && value !== null;
}

function shown(value: any): string {
  return isObject(value) || typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** The way to a field. */
export type Place = (string | number)[];

/** The places in a value, its own excepted: of each field and element of plain objects and lists. */
export function placesOf(value: any, at: Place = []): Place[] {
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.keys(value).flatMap(key => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesOf(value[key], place)];
  });
}

/** What is at a place. */
export function valueAt(value: any, place: Place): any {
  return place.reduce((inner, key) => inner[key], value);
}

/** Whether a value has no parts. */
export function isScalar(value: any): boolean {
  return typeof value !== 'object' || value === null;
}

type Step = string | number;

/** A value that cannot be set at a path. */
export class Unpaved extends Error {}

/** `a.b[0][c]` in steps: what is in brackets and has digits only is an index. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (let rest = path; rest !== '';) {
    const [whole, bracketed, plain] = /^(?:\[([^\]]*)\]|\.?([^.[]+))/.exec(rest)!;
    steps.push(bracketed === undefined ? plain : /^[0-9]+$/.test(bracketed) ? parseInt(bracketed, 10) : bracketed);
    rest = rest.slice(whole.length);
  }
  return steps;
}

/**
 * A copy of a value in which the field at a path is another, as the paved paths of OAM have it: what is missing (or null) on the way is made. Lists do not get
 * holes: an element is there, or it is the next one.
 */
function paved(target: any, [step, ...rest]: Step[], value: any): any {
  if (step === undefined) return value;
  if (typeof step === 'number') return pavedList(target ?? [], step, rest, value);
  if (target !== undefined && target !== null && (typeof target !== 'object' || Array.isArray(target))) throw new Unpaved(`no object for ${step}`);
  const fields = new Map(Object.entries(target ?? {}));
  fields.set(step, paved(fields.get(step), rest, value));
  return Object.fromEntries(fields);
}

function pavedList(target: any, index: number, rest: Step[], value: any): any[] {
  if (!Array.isArray(target)) throw new Unpaved(`no list for ${index}`);
  if (index > target.length) throw new Unpaved(`${index} is beyond the end`);
  return [...target.slice(0, index), paved(target[index], rest, value), ...target.slice(index + 1)];
}

/** The fields of a workload with the values of its parameters, in the order in which they are given. */
export function parametersSet(fields: any, parameters: readonly any[], values: readonly any[]): any {
  return values.reduce((all, { name, value }) => parameters.find(p => p.name === name).fieldPaths.reduce(
    (set: any, path: string) => paved(set, stepsOf(path), value), all), fields);
}

/** The objects in a YAML text, as it is in a file; an error in the text is one here. */
export function parsed(yaml: string): any[] {
  return parseAllDocuments(Buffer.from(yaml).toString(), { version: '1.1' }).map((document: any) => {
    if (document.errors.length > 0 || document.warnings.length > 0) throw new Error(String([...document.errors, ...document.warnings]));
    return document.toJS({ maxAliasCount: 0 });
  });
}
