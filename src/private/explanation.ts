/** Why a finding is reported, and what to do: the source of docs/errors.md. */
export interface Explanation {
  readonly cause: string;
  readonly remedy: string;
}
