import type { Sentence } from './sentence';

/** All that is said of a code: what its findings say, and the page of docs/errors.md. */
export interface Explanation {
  /** Why a finding is reported: the source of docs/errors.md. */
  readonly cause: string;
  /** What to do: the source of docs/errors.md. */
  readonly remedy: string;
  /** What findings say: one sentence, or one for each reason. */
  readonly says: Sentence | Readonly<Record<string, Sentence>>;
}
