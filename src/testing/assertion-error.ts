import type { ErrorCode } from '../findings/catalogue/all';
import { Finding } from '../findings/finding';
import { brand, isOf } from '../private/brand';
import { startAtUser } from '../private/user-stack';

/**
 * What an assertion on manifests has found. Its stack starts with the line of the test.
 *
 * Exported by `cdk8s-oam/errors`: jsii knows no error classes, so that `cdk8s-oam/testing` cannot export it.
 */
export class ManifestAssertionError extends Error {
  declare public readonly findings: readonly Finding[];

  /**
   * @param message the findings in words, with the objects that they are about
   * @param findings the one that has failed the assertion, then those about the fields of the object that comes closest
   */
  public constructor(message: string, findings: readonly Finding[]) {
    super(message);
    this.name = 'ManifestAssertionError';
    startAtUser(this);
    // not enumerable: Node would print them once more below the message
    Object.defineProperty(this, 'findings', { value: findings });
  }

  /** The code of the finding that has failed the assertion. */
  public get code(): ErrorCode {
    return this.findings[0].code;
  }
}

brand(ManifestAssertionError);

/** Whether an error is a ManifestAssertionError, also of another copy of the library. */
export function isManifestAssertionError(error: unknown): error is ManifestAssertionError {
  return isOf(ManifestAssertionError, error);
}
