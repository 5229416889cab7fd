import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Left, Patching } from './form';
import { Finding } from '../../../findings/finding';
import { showPath } from '../../../findings/path';
import { describeWhy, isSmallPart } from '../code/overrides';
import { InputDocument } from '../documents';
import { Patch, patched, patchesBetween } from '../patches';
import { isSame } from '../same';
import { misfit } from '../shapes/fit';

/** Keys that JSON Patch does not follow. */
const FORBIDDEN = ['__proto__', 'prototype'];

/** The patches that complete a document, if any; or why its larger part would be patches. */
export type Completed = { readonly patching?: Patching } | { readonly why: string };

/** Completes what a construct writes. `insertions` put in what is left over, the rest is found by comparison. */
export function completed(construct: IConstruct, { value }: InputDocument, left: readonly Left[] = [], insertions: readonly Patch[] = []): Completed {
  const object = ApiObject.of(construct);
  const others = patchesBetween(patched(object.toJson(), insertions), value);
  const patches = [...insertions, ...others];
  if (patches.length === 0) return {};
  const unknown = others.flatMap(({ path }): readonly Finding[] => misfit(path, 'unknown').why);
  const reasons = left.map(each => `'${showPath(each.path)}': ${describeWhy(each.why)}`);
  const isPossible = !patches.some(({ path }) => path.some(step => FORBIDDEN.includes(String(step))));
  const isComplete = isPossible && isSmallPart(patches.map(patch => patch.value ?? null), value) && isSame(patched(object.toJson(), patches), value);
  if (!isComplete) return { why: [...reasons, ...unknown.length > 0 ? [describeWhy(unknown)] : []].join('; ') };
  const fields = others.map(({ path }) => `'${showPath(path)}'`).join(', ');
  return { patching: { patches, comments: [...reasons, ...fields === '' ? [] : [`not in the types: ${fields}`]] } };
}
