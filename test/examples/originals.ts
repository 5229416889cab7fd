import { isDeepStrictEqual } from 'node:util';
import { Difference, differences } from './differences';

/** A difference between an example and its original. */
export interface ObjectDifference extends Difference {
  /** `<kind>/<name>` of the object. */
  readonly object: string;
}

/** A difference that is meant, with both values, so that the entry lets pass nothing else at its place. */
export interface AllowedDifference {
  readonly application: string;
  /** `<kind>/<name>` of the object; `*` for any. */
  readonly object: string;
  readonly path: string;
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
  return (entry.object === '*' || entry.object === difference.object)
    && entry.path === difference.path
    && isDeepStrictEqual(entry.ours, difference.ours)
    && isDeepStrictEqual(entry.theirs, difference.theirs);
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
