import { printable, printableLine } from '../findings/shown';
import { escaped } from '../private/written';

/** How many characters of a cell are shown. */
const LONGEST_CELL = 1000;

/** How wide a column is at most: it is the padding of every row. A longer cell moves those behind it. */
const WIDEST_COLUMN = 200;

/** Columns as wide as what is in them, within bounds. The rows are asked for one by one, and what is not shown of them is not kept. */
export function table(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [[...header]];
  for (const row of rows) lines.push(row.map(cellOf));
  const widths = header.map((_, column) => lines.reduce((width, line) => Math.max(width, Math.min(line[column].length, WIDEST_COLUMN)), 0));
  return lines.map(line => `${printableLine(line.map((text, column) => text.padEnd(widths[column])).join('  ').trimEnd())}\n`).join('');
}

/** A text as a cell; of a long one its beginning, and a mark. */
function cellOf(text: string): string {
  if (text.length <= LONGEST_CELL) return printable(text);
  // a copy: a slice of a text keeps all of it in memory. It may end in the middle of a character
  const start = Buffer.from(text.slice(0, LONGEST_CELL - 1)).toString().replace(/\ufffd$/, '');
  return `${printable(start)}…`;
}

/** Tells what was not asked for: what goes on, what went wrong. Each line of the text is known to be one. */
export function tell(text: string): void {
  process.stderr.write(`${text.split('\n').map(printableLine).join('\n')}\n`);
}

/** The same in one line, whatever somebody else has written in it. */
export function note(text: string): void {
  tell(printable(text));
}

export function print(text: string | Uint8Array): void {
  process.stdout.write(text);
}

/** Prints JSON. What steers a terminal is escaped, which JSON itself asks for in part of the cases only. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, undefined, 2).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped);
  print(`${text}\n`);
}

/** More of them are not named. */
const MOST_NAMED = 5;

/** A note on files of an earlier run whose source is gone: they would go on being applied. */
export function leftoverNote(folder: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const named = names.slice(0, MOST_NAMED).map(name => JSON.stringify(name)).join(', ');
  return [`note: ${JSON.stringify(folder)} contains files that this run did not write: ${named}${more}; `
    + 'delete those that you no longer need'];
}

/** A path as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}

/** `1 file`, `2 files`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** `2 added, 1 changed, 3 files without a change`. */
export function changeSummary(counts: Readonly<Record<string, number>>, rest: string): string {
  return [...Object.entries(counts).filter(([, number]) => number > 0).map(([what, number]) => `${number} ${what}`), rest].join(', ');
}
