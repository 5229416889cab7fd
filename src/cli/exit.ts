import { printJson, tell } from './output';
import type { Finding } from '../findings/finding';
import { printable } from '../findings/shown';
import type { LocatedFinding, ManifestError } from '../manifest/reading';
import { ModelError, isModelError } from '../private/errors';
import type { ScraperError } from '../query';

/** What the command ends with. */
export enum ExitCode {
  /** It was done, and all is well. */
  FINE = 0,
  /** It was done, and the answer is no: something is not up, has errors, cannot be rendered, or differs. */
  NOT_FINE = 1,
  /** It could not be done: the input cannot be read, nobody answers, or the command was not understood. */
  NOT_DONE = 2,
}

/** What can go wrong without a defect. */
type KnownError = ScraperError | ModelError | ManifestError;

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
export function tellError(error: KnownError, { json }: { readonly json?: boolean }): void {
  if (json) printJson({ error: errorData(error) });
  tell(error.message);
}

/** An error for other programs: where it has findings, also what its message is made of. */
export function errorData(error: KnownError): object {
  const { message } = error;
  if (!('findings' in error)) return { code: error.code, message };
  const findings = error.findings.map(({ file, line, column, code, path, parameters }: Finding & Partial<LocatedFinding>) =>
    ({ file, line, column, code, path, parameters }));
  return { code: findings[0].code, message, findings };
}

/** Loads the classes of errors when there is one: a command that reads no manifests, and asks no scraper, does not wait for them. */
function isKnown(error: unknown): error is KnownError {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { isManifestError } = require('../manifest/reading/located-finding') as typeof import('../manifest/reading/located-finding');
  const { isScraperError } = require('../query/errors') as typeof import('../query/errors');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return isModelError(error) || isManifestError(error) || isScraperError(error);
}

/** Runs a program of which the code is known in the end; what is not foreseen ends with what does not look like an answer. */
export function settle(run: (args: readonly string[]) => Promise<ExitCode>): void {
  // whoever reads the output may have seen enough of it; the outcome counts all the same
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') fail(error);
    });
  }
  process.on('uncaughtException', fail);
  let isSettled = false;
  // a promise that is never settled would let the program end well
  process.on('exit', () => {
    if (!isSettled) process.exitCode = ExitCode.NOT_DONE;
  });
  run(process.argv.slice(2)).then(code => {
    isSettled = true;
    process.exitCode = code;
  }, fail);
}

/** This is a defect, or the output cannot be written. */
function fail(error: unknown): void {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === 'write') tell(`[cdk8s-oam] the output cannot be written: ${code}`);
  else tell(error instanceof Error ? stackOf(error) : printable(String(error)));
  process.exit(ExitCode.NOT_DONE);
}

/** The message of an error on one line, and the places where it comes from on theirs. */
function stackOf({ name, message, stack }: Error): string {
  const places = stack?.split('\n').filter(line => /^ {4}at /.test(line)) ?? [];
  return [printable(`${name}: ${message}`), ...places].join('\n');
}
