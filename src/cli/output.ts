import { printable, printableLine } from '../findings/shown';
import { escaped } from '../private/written';

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

export { counted as count } from '../findings/sentence';

/** `2 added, 1 changed, 3 files without a change`. */
export function changeSummary(counts: Readonly<Record<string, number>>, rest: string): string {
  return [...Object.entries(counts).filter(([, number]) => number > 0).map(([what, number]) => `${number} ${what}`), rest].join(', ');
}
