import { Finding, printable, printableLine } from '../base/findings/finding';
import type { ModelError } from '../base/brand';
import type { LocatedFinding, ManifestError } from '../files/reading';
import type { ScraperError } from '../verify/query';
import { jsonEscaped } from '../base/shown';

/** The length of a cell, in characters, above which it is truncated. */
const LONGEST_CELL = 1000;

/** The maximum width of a column, to which every row is padded. A longer cell shifts the cells after it. */
const WIDEST_COLUMN = 200;

/**
 * Formats rows in columns as wide as their content, within bounds; a long cell is truncated and ends with an ellipsis.
 * Reads the rows one by one, and keeps only what it shows of them.
 */
export function table(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [[...header]];
  for (const row of rows) {
    lines.push(row.map(cell => {
      if (cell.length <= LONGEST_CELL) return printable(cell);
      // a copy, because a slice of a string keeps the whole string in memory; the slice may split a surrogate pair
      const start = Buffer.from(cell.slice(0, LONGEST_CELL - 1)).toString().replace(/\ufffd$/, '');
      return `${printable(start)}…`;
    }));
  }
  const widths = header.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, Math.min(line[column].length, WIDEST_COLUMN)), 0));
  return lines.map(line => line.map((text, column) => text.padEnd(widths[column])).join('  ').trimEnd())
    .map(line => `${printableLine(line)}\n`).join('');
}

/**
 * Writes progress and errors to standard error. Every line break in the text is intended; see `note` for text of other
 * origin.
 */
export function printToStderr(text: string): void {
  process.stderr.write(`${text.split('\n').map(printableLine).join('\n')}\n`);
}

/** Writes one line to standard error. Escapes line breaks, since the text may quote foreign input. */
export function note(text: string): void {
  printToStderr(printable(text));
}

/** Writes the result of a command to standard output, unchanged. */
export function printToStdout(text: string | Uint8Array): void {
  process.stdout.write(text);
}

/** Prints JSON. Escapes all characters that control a terminal; JSON requires that only for some of them. */
export function printJson(value: unknown): void {
  printToStdout(`${JSON.stringify(value, undefined, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, jsonEscaped)}\n`);
}

/** The time in milliseconds after which a command reports what it waits for. */
const PATIENCE = 1000;

/** Waits for an action. On a terminal, a line reports what takes long. */
export async function withProgress<T>(what: string, action: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    if (process.stderr.isTTY) note(`${what} …`);
  }, PATIENCE);
  try {
    return await action();
  } finally {
    clearTimeout(timer);
  }
}

/** The codes of the colours of a terminal. */
const COLOURS = {
  error: '1;31',
  warning: '1;33',
  note: '1;36',
  added: '32',
  removed: '31',
  changed: '36',
  /** For what the reader should see first. */
  strong: '1',
  /** For what only helps the reader to find their way. */
  faint: '2',
};

/** Emphasizes parts of a string. */
export type Paint = Readonly<Record<keyof typeof COLOURS, (text: string) => string>>;

/**
 * Returns colours for a terminal that supports them, unless the environment turns them off (`NO_COLOR`); otherwise
 * plain text.
 */
export function paintFor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Paint {
  // an empty variable turns nothing off, but Node only asks whether it is set
  const hasColours = stream.isTTY && stream.hasColors({ ...environment, NO_COLOR: environment.NO_COLOR || undefined });
  const by = (code: string) => (text: string) => hasColours ? `\u001b[${code}m${text}\u001b[0m` : text;
  return Object.fromEntries(Object.entries(COLOURS).map(([part, code]) => [part, by(code)])) as Paint;
}

/** The number of files that a note names. */
const MOST_NAMED = 5;

/** A note on files that an earlier run wrote and this one did not: they would still be applied. */
export function leftoverNote(folder: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMED).map(name => JSON.stringify(name)).join(', ');
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return [`note: ${JSON.stringify(folder)} contains files that this run did not write: ${shown}${more}; `
    + 'delete those that you no longer need'];
}

/** A string as one word of a shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}

/** `2 added, 1 changed, 3 files without a change`. */
export function changeSummary(counts: Readonly<Record<string, number>>, rest: string): string {
  const changes = Object.entries(counts).filter(([, number]) => number > 0);
  return [...changes.map(([what, number]) => `${number} ${what}`), rest].join(', ');
}

/** The exit code of a command. */
export enum ExitCode {
  /** The command succeeded, and found no problem. */
  FINE = 0,
  /** The command completed, and the answer is no: something is not up, has errors, cannot be rendered, or differs. */
  NOT_FINE = 1,
  /** The command failed: the input cannot be read, the server does not answer, or the arguments are invalid. */
  NOT_DONE = 2,
}

/** Runs the action of a command, and records its exit code. */
export type Guarded = (flags: { readonly json?: boolean }, action: () => Promise<ExitCode>) => Promise<void>;

/**
 * Prints an error as text to standard error; with `--json`, also as JSON to standard output. If it has findings, they
 * carry the parts of the message.
 */
export function printError(
  error: ScraperError | ModelError | ManifestError, { json }: { readonly json?: boolean },
): void {
  const { message } = error;
  if (json) {
    const findings = 'findings' in error ? error.findings.map((finding: Finding & Partial<LocatedFinding>) => {
      const { file, line, column, code, path, parameters } = finding;
      return { file, line, column, code, path, parameters };
    }) : undefined;
    printJson({ error: { code: 'code' in error ? error.code : findings![0].code, message, findings } });
  }
  printToStderr(message);
}
