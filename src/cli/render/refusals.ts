import { found } from '../../findings/finding';
import { LocatedFinding, ManifestError } from '../../manifest';
import { ExitCode } from '../exit-codes';
import { isUnreadable } from '../validate/unreadable';

/** What a command ends with that has rendered nothing: the same as `validate`, whether the manifests have errors or could not be read. */
export function exitCodeOf({ findings }: ManifestError): ExitCode {
  return findings.some(({ code }) => isUnreadable(code)) ? ExitCode.NOT_DONE : ExitCode.NOT_FINE;
}

/** Whoever applies what is rendered, and prunes, would delete all that runs. The warnings may say why there is nothing. */
export function nothingRendered(paths: readonly string[], warnings: readonly LocatedFinding[]): ManifestError {
  const file = paths.join(', ');
  return new ManifestError([...warnings, ...found('no-objects', '', { reason: 'unrendered' }).map(each => ({ ...each, file }))]);
}
