import { JsonPatch } from 'cdk8s';
import { isSame } from './same';
import { run } from './syntax/run';
import { call, data, Expression, imported, literal, member } from './syntax/tree';
import { isObject } from '../../private/check';

/** One step from what is written to what is wanted. */
export interface Patch {
  readonly operation: 'add' | 'replace' | 'remove';
  /** The keys and indexes that lead to the field. */
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

/** The steps from one plain value to another. */
export function patchesBetween(from: unknown, to: unknown, path: Patch['path'] = []): Patch[] {
  if (isObject(from) && isObject(to)) return ofObjects(from, to, path);
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return to.flatMap((element, i) => patchesBetween(from[i], element, [...path, i]));
  }
  return isSame(from, to) ? [] : [{ operation: 'replace', path, value: to }];
}

function ofObjects(from: Record<string, unknown>, to: Record<string, unknown>, path: Patch['path']): Patch[] {
  const removed = Object.keys(from).filter(key => !Object.hasOwn(to, key)).map((key): Patch => ({ operation: 'remove', path: [...path, key] }));
  const others = Object.entries(to).flatMap(([key, value]): Patch[] => Object.hasOwn(from, key)
    ? patchesBetween(from[key], value, [...path, key])
    : [{ operation: 'add', path: [...path, key], value }]);
  return [...removed, ...others];
}

/** A value after these steps. */
export function patched(value: any, patches: readonly Patch[]): any {
  return JsonPatch.apply(value, ...patches.map(patch => run(patchCode(patch))));
}

/** The code of a step. */
export function patchCode(patch: Patch): Expression {
  const value = patch.operation === 'remove' ? [] : [data(patch.value)];
  return call(member(imported('cdk8s', 'JsonPatch'), patch.operation), literal(pointer(patch)), ...value);
}

/** A path as JSON Patch writes it. */
function pointer({ path }: Patch): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
