import { compareValues } from './compare';
import type { Consequence } from './consequence';
import { consequencesOf } from './consequences';
import type { FolderDifference, FolderObject } from './objects';
import type { Path } from '../../findings/path';
import { isObject, PlainValue } from '../../private/check';
import type { LiveVerdict } from '../live/dry-run';
import { pathOfCause } from '../validate/server-answers';

const NOTHING: FolderDifference = { added: [], removed: [], changed: [], moved: [], elsewhere: [], same: 0, kept: [] };

/** The remedy for an object that the cluster rejects because a field is immutable. */
export function refusedChange(declared: FolderObject, verdict: LiveVerdict): Consequence[] {
  if (verdict.state !== 'refused' || !verdict.before) return [];
  const places = verdict.causes.map(cause => pathOfCause(declared.value, cause)).filter(({ length }) => length > 0);
  const [before, after] = [verdict.before as PlainValue, onto(verdict.before, declared.value) as PlainValue];
  const changes = compareValues(before, after).filter(({ path }) => places.some(place => isRelated(place, path)));
  const changed = [{ before: { ...declared, value: before }, after: { ...declared, value: after }, changes }];
  return consequencesOf({ ...NOTHING, changed }).filter(({ finding }) => finding.code === 'immutable-field')
    .map(({ finding }) => ({ finding, before: declared, after: declared }));
}

/** Merges the declared fields into an object, so that fields that the server has added do not differ. */
function onto(before: unknown, declared: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(declared) && before.length === declared.length) {
    return declared.map((each, i) => onto(before[i], each));
  }
  if (!isObject(before) || !isObject(declared)) return declared;
  const set = Object.entries(declared).map(([key, value]) => [key, onto(Object.hasOwn(before, key) ? before[key] : undefined, value)]);
  return { ...before, ...Object.fromEntries(set) };
}

/** Whether two fields are the same, or one contains the other. */
function isRelated(one: Path, other: Path): boolean {
  return one.slice(0, other.length).every((step, i) => step === other[i]);
}
