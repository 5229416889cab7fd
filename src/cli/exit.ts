import { printJson, tell } from './output';
import type { Finding } from '../findings/finding';
import { printable } from '../findings/shown';
import type { LocatedFinding, ManifestError } from '../manifest/reading';
import { ModelError, isModelError } from '../private/errors';
import type { ScraperError } from '../query';

/** The exit code of a command. */
export enum ExitCode {
  /** The command succeeded, and found no problem. */
  FINE = 0,
  /** The command completed, and the answer is no: something is not up, has errors, cannot be rendered, or differs. */
  NOT_FINE = 1,
  /** The command could not complete: the input cannot be read, the server does not answer, or the arguments are invalid. */
  NOT_DONE = 2,
}

/** The errors that do not indicate a defect of this program. */
type KnownError = ScraperError | ModelError | ManifestError;

/** Runs the action of a command, and records its exit code. */
export type Guarded = (flags: { readonly json?: boolean }, action: () => Promise<ExitCode>) => Promise<void>;

/** Reports a `KnownError`. Any other error is a defect, and propagates with its stack. */
export async function guard(flags: { readonly json?: boolean }, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (!isKnown(error)) throw error;
    tellError(error, flags);
    return ExitCode.NOT_DONE;
  }
}

/** Prints an error as text to standard error; with `--json`, also as JSON to standard output. */
export function tellError(error: KnownError, { json }: { readonly json?: boolean }): void {
  if (json) printJson({ error: errorData(error) });
  tell(error.message);
}

/** An error as data for other programs. If it has findings, they carry the parts of the message. */
function errorData(error: KnownError): object {
  const { message } = error;
  if (!('findings' in error)) return { code: error.code, message };
  const findings = error.findings.map(({ file, line, column, code, path, parameters }: Finding & Partial<LocatedFinding>) =>
    ({ file, line, column, code, path, parameters }));
  return { code: findings[0].code, message, findings };
}

/** Loads the error classes only after an error, so that a command that reads no manifests and queries no scraper starts faster. */
function isKnown(error: unknown): error is KnownError {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { isManifestError } = require('../manifest/reading/located-finding') as typeof import('../manifest/reading/located-finding');
  const { isScraperError } = require('../query/errors') as typeof import('../query/errors');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return isModelError(error) || isManifestError(error) || isScraperError(error);
}

/** Runs a program and sets its exit code. Anything unforeseen ends with `NOT_DONE`, which cannot be mistaken for an answer. */
export function settle(run: (args: readonly string[]) => Promise<ExitCode>): void {
  // the reader of the output may close the pipe early, as `head` does; the exit code stays the same
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fail(error);
    });
  }
  process.on('uncaughtException', fail);
  let isSettled = false;
  // Node exits with 0 if the promise never settles
  process.on('exit', () => {
    if (!isSettled) process.exitCode = ExitCode.NOT_DONE;
  });
  run(process.argv.slice(2)).then(code => {
    isSettled = true;
    process.exitCode = code;
  }, fail);
}

/** Ends the process after a defect, or after a failure to write the output. */
function fail(error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === 'write') tell(`[cdk8s-oam] the output cannot be written: ${code}`);
  else tell(error instanceof Error ? stackOf(error) : printable(String(error)));
  process.exit(ExitCode.NOT_DONE);
}

/** The message of an error on one line, then its stack frames, one on each line. */
function stackOf({ name, message, stack }: Error): string {
  const places = stack?.split('\n').filter(line => /^ {4}at /.test(line)) ?? [];
  return [printable(`${name}: ${message}`), ...places].join('\n');
}
