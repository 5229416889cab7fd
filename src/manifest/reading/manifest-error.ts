import { listed } from './limit';
import { describeLocated, LocatedFinding } from './located-finding';
import { brand, isOf } from '../../private/brand';
import { startAtUser } from '../../private/user-stack';

/** All findings about the manifests that were read. */
export class ManifestError extends Error {
  declare public readonly findings: readonly LocatedFinding[];

  public constructor(findings: readonly LocatedFinding[]) {
    const told = listed(findings);
    const lines = told.map(describeLocated);
    super(lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
    this.name = 'ManifestError';
    startAtUser(this);
    // not enumerable: Node would print them once more below the message
    Object.defineProperty(this, 'findings', { value: told });
  }
}

brand(ManifestError);

/** Whether an error is a ManifestError, also of another copy of the library. */
export function isManifestError(error: unknown): error is ManifestError {
  return isOf(ManifestError, error);
}

/** What was read has errors, so that it is not rendered. */
export class RefusedManifestsError extends ManifestError {}
