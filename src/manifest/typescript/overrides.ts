import { ApiObject, JsonPatch } from 'cdk8s';
import { IConstruct } from 'constructs';
import { InputDocument, isSame, sizeOf } from './documents';
import { misfit } from './fit';
import { Patch, Left, Patching } from './form';
import { run } from './run-code';
import { Expression, ObjectField, call, data, imported, literal, member } from './tree';
import { Finding } from '../../findings/finding';
import { showPath } from '../../findings/path';
import { describeProblem, problemOf } from '../../findings/words';
import { isObject } from '../../private/check';

/** The most fields that a comment names. */
const NAMED = 4;

/** The part that the types do not express, as overrides with the reason. */
export function overridesOf(rest: unknown, why: readonly Finding[]): ObjectField[] {
  return rest === undefined ? [] : [{ key: 'overrides', value: data(rest), comment: `not in the types: ${fieldsOf(why)}` }];
}

/** Names the fields that do not fit, with the reason for known fields that have an unfit value. */
function fieldsOf(why: readonly Finding[]): string {
  const shown = why.slice(0, NAMED).map(each => {
    const reason = each.parameters.reason === 'unknown' ? '' : `, which ${problemOf(each)}`;
    return `'${showPath(each.path)}'${reason}`;
  });
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Reasons in one sentence: `'spec.x' is not in the types`, `invalid-port: 'spec.port' must be …`. */
export function describeWhy(why: readonly Finding[]): string {
  const shown = why.slice(0, NAMED).map(each => each.code === 'not-in-types' ? describeMisfit(each) : describeProblem(each));
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** The reason why something is not written with a type: `not a MetricsTrait: …`. */
export function notA(type: string, why: string): string {
  return `not ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}: ${why}`;
}

function describeMisfit(why: Finding): string {
  const field = showPath(why.path);
  return `${field && `'${field}' `}${problemOf(why)}`;
}

/** Whether the merged part is at most half of the whole; otherwise the types would express too little. */
export function isSmallPart(rest: unknown, whole: unknown): boolean {
  return sizeOf(rest) * 2 <= sizeOf(whole);
}

/** Keys that JSON Patch does not follow. */
const FORBIDDEN = ['__proto__', 'prototype'];

/** The patches that complete a document, if any, or the reason why it cannot be completed or its larger part would be patches. */
type Completed = { readonly patching?: Patching } | { readonly why: string };

/** Finds the patches that complete the output of a construct. `insertions` add what is left over; the others result from a comparison. */
export function completed(
  construct: IConstruct, { value }: InputDocument, left: readonly Left[] = [], insertions: readonly Patch[] = [],
): Completed {
  const object = ApiObject.of(construct);
  const others = patchesBetween(patched(object.toJson(), insertions), value);
  const patches = [...insertions, ...others];
  if (patches.length === 0) return {};
  const unknown = others.flatMap(({ path }): readonly Finding[] => misfit(path, 'unknown').why);
  const reasons = left.map(each => `'${showPath(each.path)}': ${describeWhy(each.why)}`);
  const isPossible = !patches.some(({ path }) => path.some(step => FORBIDDEN.includes(String(step))));
  const isComplete = isPossible && isSmallPart(patches.map(patch => patch.value ?? null), value)
    && isSame(patched(object.toJson(), patches), value);
  if (!isComplete) return { why: [...reasons, ...unknown.length > 0 ? [describeWhy(unknown)] : []].join('; ') };
  const fields = others.map(({ path }) => `'${showPath(path)}'`).join(', ');
  return { patching: { patches, comments: [...reasons, ...fields === '' ? [] : [`not in the types: ${fields}`]] } };
}

/** The patches that turn one plain value into another. */
export function patchesBetween(from: unknown, to: unknown, path: Patch['path'] = []): Patch[] {
  if (isObject(from) && isObject(to)) return ofObjects(from, to, path);
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return to.flatMap((element, i) => patchesBetween(from[i], element, [...path, i]));
  }
  return isSame(from, to) ? [] : [{ operation: 'replace', path, value: to }];
}

function ofObjects(from: Record<string, unknown>, to: Record<string, unknown>, path: Patch['path']): Patch[] {
  const gone = Object.keys(from).filter(key => !Object.hasOwn(to, key));
  const removed = gone.map((key): Patch => ({ operation: 'remove', path: [...path, key] }));
  const others = Object.entries(to).flatMap(([key, value]): Patch[] => Object.hasOwn(from, key)
    ? patchesBetween(from[key], value, [...path, key])
    : [{ operation: 'add', path: [...path, key], value }]);
  return [...removed, ...others];
}

/** A value after these patches. */
export function patched(value: unknown, patches: readonly Patch[]): unknown {
  return JsonPatch.apply(value, ...patches.map(patch => run(patchCode(patch))));
}

/** The code of a patch. */
export function patchCode(patch: Patch): Expression {
  const value = patch.operation === 'remove' ? [] : [data(patch.value)];
  return call(member(imported('cdk8s', 'JsonPatch'), patch.operation), literal(pointer(patch)), ...value);
}

/** The path of a patch as JSON Patch writes it. */
function pointer({ path }: Patch): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
