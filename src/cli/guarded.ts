import { ExitCode } from './exit-codes';
import { printJson, tell } from './output';
import { ManifestError } from '../manifest/reading';
import { ModelError, ScraperError } from '../query';

/** Runs what a command does, and keeps the code with which it ends. */
export type Guarded = (flags: { readonly json?: boolean }, action: () => Promise<ExitCode>) => Promise<void>;

/** Tells what is known to go wrong; all else is a defect, and shows where it lies. */
export async function guard({ json }: { readonly json?: boolean }, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ScraperError || error instanceof ModelError || error instanceof ManifestError)) throw error;
    const { message } = error;
    if (json) printJson({ error: { code: error instanceof ScraperError ? error.code : error.findings[0].code, message } });
    tell(message);
    return ExitCode.NOT_DONE;
  }
}
