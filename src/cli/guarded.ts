import { ExitCode } from './exit-codes';
import { printJson, tell } from './output';
import type { Finding } from '../findings/finding';
import type { LocatedFinding, ManifestError } from '../manifest/reading';
import { isModelError, ModelError } from '../private/errors';
import type { ScraperError } from '../query';

/** Runs what a command does, and keeps the code with which it ends. */
export type Guarded = (flags: { readonly json?: boolean }, action: () => Promise<ExitCode>) => Promise<void>;

/** Reports what is known to go wrong; all else is a defect, and shows where it is. */
export async function guard(flags: { readonly json?: boolean }, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (!isKnown(error)) throw error;
    tellError(error, flags);
    return ExitCode.NOT_DONE;
  }
}

/** Prints an error for people, and with `--json` for programs too. */
export function tellError(error: ScraperError | ModelError | ManifestError, { json }: { readonly json?: boolean }): void {
  if (json) printJson({ error: errorData(error) });
  tell(error.message);
}

/** An error for other programs: where it has findings, also what its message is made of. */
export function errorData(error: ScraperError | ModelError | ManifestError): object {
  const { message } = error;
  if (!('findings' in error)) return { code: error.code, message };
  const findings = error.findings.map(({ file, line, column, code, path, parameters }: Finding & Partial<LocatedFinding>) =>
    ({ file, line, column, code, path, parameters }));
  return { code: findings[0].code, message, findings };
}

/** Loads the classes of errors when there is one: a command that reads no manifests, and asks no scraper, does not wait for them. */
function isKnown(error: unknown): error is ScraperError | ModelError | ManifestError {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { isManifestError } = require('../manifest/reading/manifest-error') as typeof import('../manifest/reading/manifest-error');
  const { isScraperError } = require('../query/errors') as typeof import('../query/errors');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return isModelError(error) || isManifestError(error) || isScraperError(error);
}
