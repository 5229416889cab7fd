import { isDeepStrictEqual } from 'node:util';
import { Difference, differences } from './differences';

/** A difference between an example and its original. */
export interface ObjectDifference extends Difference {
  /** `<kind>/<name>` of the object. */
  readonly object: string;
}

/** A difference that is meant, with both values, so that the entry lets pass nothing else at its place. */
export interface AllowedDifference {
  /** `<kind>/<name>` of the object; `*` stands for any characters. */
  readonly object: string;
  /** The field; `*` stands for any characters. */
  readonly path: string;
  /** The value, one of jest's matchers such as `expect.any(Number)`, or a function that makes one of these from the object. */
  readonly ours?: unknown;
  readonly theirs?: unknown;
  readonly reason: string;
}

/** Compares two sets of Kubernetes objects, matched by kind and name; one without its like differs as a whole. */
export function objectDifferences(ours: any[], theirs: any[]): ObjectDifference[] {
  const [left, right] = [byName(ours), byName(theirs)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((object) =>
    differences(left.get(object), right.get(object)).map((difference) => ({ object, ...difference })));
}

/** The differences that no entry allows, and the entries that allow none of them. */
export function judge(found: readonly ObjectDifference[], allowed: readonly AllowedDifference[]) {
  return {
    unexplained: found.filter((difference) => !allowed.some((entry) => allows(entry, difference))),
    unused: allowed.filter((entry) => !found.some((difference) => allows(entry, difference))),
  };
}

function allows(entry: AllowedDifference, difference: ObjectDifference): boolean {
  return fits(entry.object, difference.object)
    && fits(entry.path, difference.path)
    && isMeant(entry.ours, difference.ours, difference.object)
    && isMeant(entry.theirs, difference.theirs, difference.object);
}

function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

function isMeant(meant: any, value: unknown, object: string): boolean {
  const wanted = typeof meant === 'function' ? meant(object) : meant;
  return typeof wanted?.asymmetricMatch === 'function' ? wanted.asymmetricMatch(value) : isDeepStrictEqual(wanted, value);
}

function byName(objects: any[]): Map<string, any> {
  const result = new Map<string, any>();
  for (const object of objects) {
    const key = `${object?.kind}/${object?.metadata?.name}`;
    if (result.has(key)) throw new Error(`two objects are ${key}`);
    result.set(key, object);
  }
  return result;
}
