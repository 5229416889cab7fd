import { Finding } from '../../../findings/finding';
import { showPath } from '../../../findings/path';
import { describeProblem, problemOf } from '../../../findings/words';
import { sizeOf } from '../same';
import { data, ObjectField } from '../syntax/tree';

/** Fields that are named where there are many. */
const NAMED = 4;

/** What the types do not say, as overrides with the reason. */
export function overridesOf(rest: unknown, why: readonly Finding[]): ObjectField[] {
  return rest === undefined ? [] : [{ key: 'overrides', value: data(rest), comment: `not in the types: ${fieldsOf(why)}` }];
}

/** The fields that do not fit, with the reason for those that are known and have an odd value. */
function fieldsOf(why: readonly Finding[]): string {
  const fieldOf = (each: Finding) => `'${showPath(each.path)}'`;
  const shown = why.slice(0, NAMED).map(each => each.parameters.reason === 'unknown' ? fieldOf(each) : `${fieldOf(each)}, which ${problemOf(each)}`);
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Reasons in one sentence: `'spec.x' is not in the types`, `invalid-port: 'spec.port' must be …`. */
export function describeWhy(why: readonly Finding[]): string {
  const shown = why.slice(0, NAMED).map(each => each.code === 'not-in-types' ? describeMisfit(each) : describeProblem(each));
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Why something is not written by a type: `not a MetricsTrait: …`. */
export function notA(type: string, why: string): string {
  return `not ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}: ${why}`;
}

function describeMisfit(why: Finding): string {
  const field = showPath(why.path);
  return `${field && `'${field}' `}${problemOf(why)}`;
}

/** Whether what is merged over is the smaller part: the types would say little otherwise. */
export function isSmallPart(rest: unknown, whole: unknown): boolean {
  return sizeOf(rest) * 2 <= sizeOf(whole);
}
