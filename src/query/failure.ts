import type { ScraperErrorCode } from './errors';
import type { Finding, ParametersOf } from '../findings/finding';
import { At, pathOf } from '../findings/path';
import type { Parameters } from '../findings/sentence';

/** Why there was no answer: a finding with a code of the scraper's. */
export type Failure = Finding & { readonly code: ScraperErrorCode };

export function failure<C extends ScraperErrorCode>(code: C, parameters: ParametersOf<C>, at: At = ''): Failure {
  return { code, path: pathOf(at), parameters: parameters as Parameters };
}
