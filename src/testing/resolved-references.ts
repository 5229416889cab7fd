import { failWith, MOST_PLACES, firstOnes, titleOf } from './failures';
import type { ReferenceOptions } from './options';
import { carriedObjects, ViewedObject } from './viewed-objects';
import { found, within } from '../findings/finding';
import { describeBare } from '../findings/words';
import { closed, filled, list } from '../private/check';
import { refuse } from '../private/errors';
import { KnownObjects, referencesOf } from '../references/references';

const optionsCheck = closed({ external: list(closed({ kind: filled, name: filled, namespace: filled }, ['kind', 'name'])) });

/** Fails unless each referenced object is among the objects, or exists elsewhere. */
export function resolveReferences(subject: string, viewed: readonly ViewedObject[], options: ReferenceOptions): void {
  refuse(subject, optionsCheck(options, 'options'));
  const carried = carriedObjects(viewed);
  const known = new KnownObjects(carried.map(({ object }) => object), options.external ?? []);
  const references = carried.flatMap(each => referencesOf(each.object).map(reference => ({ ...each, reference })));
  const unresolved = references.flatMap(each => known.against(each.reference).flatMap(finding =>
    within(each.path, [finding]).map(own => ({ viewed: each.viewed, finding: own }))));
  if (unresolved.length === 0) return;
  const head = found('unresolved-reference', '', { reason: 'some', number: unresolved.length, all: references.length });
  const lines = unresolved.map(each => `${titleOf(each.viewed)}: ${describeBare(each.finding)}`);
  failWith(head, firstOnes(lines, MOST_PLACES), unresolved.map(({ finding }) => finding));
}
