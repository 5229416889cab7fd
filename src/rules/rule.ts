import type { Finding } from '../findings/finding';
import type { TypedManifest } from '../private/oam-kind';

/** What a rule says of an object. */
export interface Judgement {
  /** The object that was judged. */
  readonly of: TypedManifest;
  /** The object that the finding is about: the same, or another one on which it depends. */
  readonly object: TypedManifest;
  readonly finding: Finding;
  /** Whether it is likely not meant, though the cluster takes it; otherwise the cluster refuses it, or it can never work. */
  readonly isWarning: boolean;
}
