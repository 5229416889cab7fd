import { Finding } from '../../findings/finding';
import { showPath } from '../../findings/path';
import { describeProblem, problemOf } from '../../findings/words';

/** The most fields that a comment names. */
const NAMED = 4;

/** Reasons in one sentence: `'spec.x' is not in the types`, `invalid-port: 'spec.port' must be …`. */
export function describeWhy(why: readonly Finding[]): string {
  return first(why, each => {
    if (each.code !== 'not-in-types') return describeProblem(each);
    const field = showPath(each.path);
    return `${field && `'${field}' `}${problemOf(each)}`;
  });
}

/** The reason why something is not written with a type: `not a MetricsTrait: …`. */
export function notA(type: string, why: readonly Finding[]): string {
  return `not ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}: ${describeWhy(why)}`;
}

/** Names the fields that do not fit, with the reason for known fields that have an unfit value. */
export function outsideOfTypes(why: readonly Finding[]): string {
  const isUnknown = (each: Finding) => each.parameters.reason === 'unknown';
  return `not in the types: ${first(why, each => `'${showPath(each.path)}'${isUnknown(each) ? '' : `, which ${problemOf(each)}`}`)}`;
}

function first(why: readonly Finding[], describe: (each: Finding) => string): string {
  return `${why.slice(0, NAMED).map(describe).join(', ')}${why.length > NAMED ? ', …' : ''}`;
}
