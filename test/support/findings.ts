import { Finding } from '../../src/findings/finding';
import { pathOf, showPath } from '../../src/findings/path';
import { problemOf, remedyOf } from '../../src/findings/words';

interface Spoken {
  readonly code: Finding['code'];
  readonly field: string;
  readonly problem: string;
  readonly remedy?: string;
}

/** A finding with words of its own, in place of those of the catalogue. */
export function unspoken<S extends Spoken>({ field, problem, remedy, ...others }: S): Omit<S, 'field' | 'problem' | 'remedy'> & Finding {
  return { ...others, path: pathOf(field), parameters: {}, said: { problem, remedy } };
}

/** A finding in words: its field as a string, and what is said of it. */
export function spoken<F extends Finding>(found: F): Omit<F, 'path' | 'parameters' | 'said'> & Spoken {
  const { path, parameters: _, said: __, ...others } = found;
  const remedy = remedyOf(found);
  return { ...others, field: showPath(path), problem: problemOf(found), ...remedy !== undefined && { remedy } };
}
