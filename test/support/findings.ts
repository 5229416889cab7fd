import { CATALOGUE } from '../../src/base/findings/catalogue/all';
import { Finding, Parameters, pathOf, showPath, Shown } from '../../src/base/findings/finding';
import { problemOf, remedyOf } from '../../src/base/findings/words';

interface Spoken {
  readonly code: Finding['code'];
  readonly field: string;
  readonly problem: string;
  readonly remedy?: string;
}

/** A finding with a sentence of its own, which is put into the catalogue as one more of its code; `{value}` in it shows the value. */
export function unspoken<S extends Spoken>({ field, problem, remedy = '', ...others }: S): Omit<S, 'field' | 'problem' | 'remedy'> & Finding {
  const sentence = ({ value }: Parameters) => [Shown.is(value) ? problem.replace('{value}', () => value.text) : problem, remedy];
  Object.assign(CATALOGUE[others.code], { [problem]: sentence });
  return { ...others, path: pathOf(field), parameters: { reason: problem } };
}

/** The same in a list, as checks return them. */
export function finding(code: Finding['code'], field: string, problem: string, remedy?: string): Finding[] {
  return [unspoken({ code, field, problem, remedy })];
}

/** A finding in words: its field as a string, and what is said of it. */
export function spoken<F extends Finding>(found: F): Omit<F, 'path' | 'parameters'> & Spoken {
  const { path, parameters: _, ...others } = found;
  const remedy = remedyOf(found);
  return { ...others, field: showPath(path), problem: problemOf(found), ...remedy !== undefined && { remedy } };
}
