import type { Sentence } from './sentence';

/** All that is said of a code: what its findings say, and the page of docs/errors.md. */
export interface Explanation {
  /** Why a finding is reported, in one sentence: what reports show first, and docs/errors.md too. */
  readonly cause: string;
  /** What else there is to know of the cause, for those who read on. */
  readonly background?: string;
  /** What to do, for docs/errors.md. */
  readonly remedy: string;
  /** What findings say: one sentence, or one for each reason. */
  readonly says: Sentence | Readonly<Record<string, Sentence>>;
}

/** The whole cause. */
export function causeOf({ cause, background }: Explanation): string {
  return background === undefined ? cause : `${cause} ${background}`;
}
