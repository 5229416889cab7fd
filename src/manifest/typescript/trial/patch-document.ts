import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import type { ChartProgram } from './chart-program';
import type { Trial } from './trial';
import { isSmallPart } from '../code/overrides';
import { Level } from '../demotions';
import { InputDocument } from '../documents';
import { fieldOf, Patch, patchCode, patched, patchesBetween } from '../patches';
import { isSame } from '../same';
import { call, imported, member, name } from '../syntax/tree';

/** What is put into a document, since no construct says it, and why. */
export interface Insertions {
  readonly patches: readonly Patch[];
  readonly why: readonly { readonly field: string; readonly why: string }[];
}

const NONE: Insertions = { patches: [], why: [] };

/** Keys that JSON Patch does not follow. */
const FORBIDDEN = ['__proto__', 'prototype'];

/**
 * Adds to what a construct writes what is missing there, as patches. Where that would be more than the smaller part of the document, it is an object
 * in the next trial.
 */
export function patchDocument(
  program: ChartProgram, trial: Trial, { index, value }: InputDocument, construct: IConstruct, constant: string, insertions = NONE,
): void {
  const part = { document: index };
  const object = ApiObject.of(construct);
  const others = patchesBetween(patched(object.toJson(), insertions.patches), value);
  const patches = [...insertions.patches, ...others];
  if (patches.length === 0) return;
  const fields = others.map(patch => `'${fieldOf(patch)}'`).join(', ');
  const isPossible = !patches.some(({ path }) => path.some(step => FORBIDDEN.includes(String(step))));
  if (!isPossible || !isSmallPart(patches.map(patch => patch.value ?? null), value)) {
    trial.demotions.demote(part, Level.CUSTOM, [...insertions.why.map(({ field, why }) => `'${field}': ${why}`), ...fields === '' ? [] : [`the types do not say ${fields}`]].join('; '));
    return;
  }
  const target = call(member(imported('cdk8s', 'ApiObject'), 'of'), name(constant));
  const comments = [...insertions.why.map(({ field, why }) => `'${field}' as it is, since ${why}`), ...fields === '' ? [] : [`not in the types: ${fields}`]];
  program.change({ value: call(member(target, 'addJsonPatch'), ...patches.map(patchCode)), comments });
  if (!isSame(object.toJson(), value)) trial.demotions.demote(part, Level.CUSTOM, 'its type would change what is written');
}
