import { Finding } from '../../../findings/finding';
import { withRemedy } from '../../../findings/unsaid';
import { describe } from '../../../findings/words';
import { sizeOf } from '../same';
import { Misfit } from '../shapes/fit';
import { data, Field } from '../syntax/tree';

/** Fields that are named where there are many. */
const NAMED = 4;

/** What the types do not say, as overrides with the reason. */
export function overridesOf(rest: unknown, why: readonly Misfit[]): Field[] {
  return rest === undefined ? [] : [{ key: 'overrides', value: data(rest), comment: `not in the types: ${fieldsOf(why)}` }];
}

/** The fields of misfits, with the reason for those that are known and have an odd value. */
function fieldsOf(why: readonly Misfit[]): string {
  const shown = why.slice(0, NAMED).map(({ field, problem }) => problem.startsWith('is not known') ? `'${field}'` : `'${field}', which ${problem}`);
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Misfits in a sentence: `'spec.x' is not known to the types`. */
export function describeMisfits(why: readonly Misfit[]): string {
  const shown = why.slice(0, NAMED).map(({ field, problem }) => `'${field}' ${problem}`);
  return `${shown.join(', ')}${why.length > NAMED ? ', …' : ''}`;
}

/** Whether what is merged over is the smaller part: the types would say little otherwise. */
export function isSmallPart(rest: unknown, whole: unknown): boolean {
  return sizeOf(rest) * 2 <= sizeOf(whole);
}

/** A finding without its remedy: nothing is to be done. */
export function describeFinding(found: Finding): string {
  return describe(withRemedy(found, undefined));
}
