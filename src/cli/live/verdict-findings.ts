import type { LiveVerdict } from './dry-run';
import { Finding, FINE, found, ParametersOf } from '../../findings/finding';
import { isObject, PlainFields } from '../../private/check';
import { answerTo, isFilledIn, pathOfCause, refusalOf } from '../validate/server-answers';

/** The findings of the cluster on an object, without values that may be passwords. */
export interface LiveFindings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Converts a verdict to findings on the fields that the cluster names. */
export function findingsOn(object: PlainFields, verdict: LiveVerdict, version: string): LiveFindings {
  const warnings = verdict.warnings.flatMap(message => found('warned-by-server', '', { answer: answerTo(object, [], { message }) }));
  if (verdict.state === 'unknown') return { errors: FINE, warnings: notJudged(object, verdict.why) };
  if (verdict.state !== 'refused') return { errors: FINE, warnings };
  const errors = verdict.causes.flatMap(cause => {
    const path = pathOfCause(object, cause);
    if (isFilledIn(object, path)) return [];
    return found('refused-by-server', path, { reason: refusalOf(cause), version, answer: answerTo(object, path, cause, verdict.before) });
  });
  return { errors, warnings };
}

/** The field to which a reason refers. */
const FIELD_OF: Readonly<Partial<Record<ParametersOf<'not-judged'>['reason'], string>>> = {
  'no-kind': 'kind',
  'kind-declared': 'kind',
  'other-version': 'apiVersion',
  'no-namespace': 'metadata.namespace',
  'namespace-declared': 'metadata.namespace',
};

function notJudged({ metadata }: PlainFields, why: ParametersOf<'not-judged'>): Finding[] {
  const field = FIELD_OF[why.reason] ?? '';
  // an object without a namespace uses that of the context
  const isGiven = field !== 'metadata.namespace' || isObject(metadata) && metadata.namespace !== undefined;
  return [{ code: 'not-judged', path: isGiven ? field.split('.').filter(Boolean) : [], parameters: why }];
}
