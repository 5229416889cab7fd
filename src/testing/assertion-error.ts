import { brand, isOf } from '../base/brand';
import type { ErrorCode } from '../base/findings/catalogue/all';
import { Finding } from '../base/findings/finding';
import { startAtUser } from '../base/user-stack';

/**
 * The failure of an assertion on manifests. Its stack starts with the line of the test.
 *
 * Exported by `cdk8s-oam/errors`: jsii knows no error classes, so that `cdk8s-oam/testing` cannot export it.
 */
export class ManifestAssertionError extends Error {
  declare public readonly findings: readonly Finding[];

  /**
   * @param message the findings in words, with the objects that they are about
   * @param findings the one that failed the assertion, then those about the fields of the closest object
   */
  public constructor(message: string, findings: readonly Finding[]) {
    super(message);
    this.name = 'ManifestAssertionError';
    startAtUser(this);
    // not enumerable, because Node would print them again below the message
    Object.defineProperty(this, 'findings', { value: findings });
  }

  /** The code of the finding that failed the assertion. */
  public get code(): ErrorCode { return this.findings[0].code; }
}

brand(ManifestAssertionError);

/** Whether an error is a ManifestAssertionError of this or another copy of the library. */
export function isManifestAssertionError(error: unknown): error is ManifestAssertionError {
  return isOf(ManifestAssertionError, error);
}
