import { printable, printableLine, Finding } from '../base/findings/finding';
import { escaped } from '../base/check';
import type { LocatedFinding, ManifestError } from '../files/reading';
import { ModelError, isModelError } from '../base/brand';
import type { ScraperError } from '../verify/query';

/** The length of a cell, in characters, above which it is truncated. */
const LONGEST_CELL = 1000;

/** The maximum width of a column, to which every row is padded. A longer cell shifts the cells after it. */
const WIDEST_COLUMN = 200;

/** Formats rows in columns as wide as their content, within bounds. Reads the rows one by one, and keeps only what it shows of them. */
export function table(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [[...header]];
  for (const row of rows) lines.push(row.map(cellOf));
  const widths = header.map((_, column) => lines.reduce((width, line) => Math.max(width, Math.min(line[column].length, WIDEST_COLUMN)), 0));
  return lines.map(line => `${printableLine(line.map((text, column) => text.padEnd(widths[column])).join('  ').trimEnd())}\n`).join('');
}

/** The text of a cell; a long one is truncated and ends with an ellipsis. */
function cellOf(text: string): string {
  if (text.length <= LONGEST_CELL) return printable(text);
  // a copy, because a slice of a string keeps the whole string in memory; the slice may split a surrogate pair
  const start = Buffer.from(text.slice(0, LONGEST_CELL - 1)).toString().replace(/\ufffd$/, '');
  return `${printable(start)}…`;
}

/** Writes progress and errors to standard error. Every line break in the text is intended; see `note` for text of other origin. */
export function tell(text: string): void {
  process.stderr.write(`${text.split('\n').map(printableLine).join('\n')}\n`);
}

/** Writes one line to standard error. Escapes line breaks, since the text may quote foreign input. */
export function note(text: string): void {
  tell(printable(text));
}

export function print(text: string | Uint8Array): void {
  process.stdout.write(text);
}

/** Prints JSON. Escapes all characters that control a terminal; JSON requires that only for some of them. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, undefined, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped);
  print(`${text}\n`);
}

/** The number of files that a note names. */
const MOST_NAMED = 5;

/** The names of files in quotes; of many, the first ones and the number of the others. */
function named(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return names.slice(0, MOST_NAMED).map(name => JSON.stringify(name)).join(', ') + more;
}

/** A note on files that an earlier run wrote and this one did not: they would still be applied. */
export function leftoverNote(folder: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`note: ${JSON.stringify(folder)} contains files that this run did not write: ${named(names)}; `
    + 'delete those that you no longer need'];
}

/** A string as one word of a shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}

export { counted as count } from '../base/findings/sentence';

/** `2 added, 1 changed, 3 files without a change`. */
export function changeSummary(counts: Readonly<Record<string, number>>, rest: string): string {
  return [...Object.entries(counts).filter(([, number]) => number > 0).map(([what, number]) => `${number} ${what}`), rest].join(', ');
}

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
  const { isManifestError } = require('../files/reading/located-finding') as typeof import('../files/reading/located-finding');
  const { isScraperError } = require('../verify/query/errors') as typeof import('../verify/query/errors');
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
