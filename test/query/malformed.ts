import { showPath } from '../../src/findings/path';
import { problemOf } from '../../src/findings/words';
import { Malformed, failure } from '../../src/query/failures';

/** A flaw as it is told: the field, and what is wrong with it. */
export function toldOf({ field, flaw }: Malformed): string {
  const found = failure('malformed-body', flaw(text => text), field);
  return `${field && `'${showPath(found.path)}' `}${problemOf(found)}`;
}
