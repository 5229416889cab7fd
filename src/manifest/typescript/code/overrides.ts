import { Finding } from '../../../findings/finding';
import { showPath } from '../../../findings/path';
import { problemOf } from '../../../findings/words';
import { sizeOf } from '../same';
import { data, Field } from '../syntax/tree';

/** Fields that are named where there are many. */
const NAMED = 4;

/** What the types do not say, as overrides with the reason. */
export function overridesOf(rest: unknown, why: readonly Finding[]): Field[] {
  return rest === undefined ? [] : [{ key: 'overrides', value: data(rest), comment: `not in the types: ${fieldsOf(why)}` }];
}

/** The fields that do not fit, with the reason for those that are known and have an odd value. */
function fieldsOf(why: readonly Finding[]): string {
  const fieldOf = (each: Finding) => `'${showPath(each.path)}'`;
  const shown = why.slice(0, NAMED).map(each => each.parameters.reason === 'unknown' ? fieldOf(each) : `${fieldOf(each)}, which ${problemOf(each)}`);
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Misfits in a sentence: `'spec.x' is not in the types`. */
export function describeMisfits(why: readonly Finding[]): string {
  const shown = why.slice(0, NAMED).map(each => `'${showPath(each.path)}' ${problemOf(each)}`);
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Whether what is merged over is the smaller part: the types would say little otherwise. */
export function isSmallPart(rest: unknown, whole: unknown): boolean {
  return sizeOf(rest) * 2 <= sizeOf(whole);
}
