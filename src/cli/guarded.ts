import { ExitCode } from './exit-codes';
import { printJson, tell } from './output';
import type { ManifestError } from '../manifest/reading';
import { ModelError } from '../private/errors';
import type { ScraperError } from '../query';

/** Runs what a command does, and keeps the code with which it ends. */
export type Guarded = (flags: { readonly json?: boolean }, action: () => Promise<ExitCode>) => Promise<void>;

/** Tells what is known to go wrong; all else is a defect, and shows where it lies. */
export async function guard({ json }: { readonly json?: boolean }, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (!isKnown(error)) throw error;
    const { message } = error;
    if (json) printJson({ error: { code: 'findings' in error ? error.findings[0].code : error.code, message } });
    tell(message);
    return ExitCode.NOT_DONE;
  }
}

/** Asks the rooms from which errors come when there is one: a command that reads no manifests, and asks no scraper, does not wait for them. */
function isKnown(error: unknown): error is ScraperError | ModelError | ManifestError {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { ManifestError: OfManifests } = require('../manifest/reading/manifest-error') as typeof import('../manifest/reading/manifest-error');
  const { ScraperError: OfScraper } = require('../query/errors') as typeof import('../query/errors');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return [ModelError, OfManifests, OfScraper].some(known => error instanceof known);
}
