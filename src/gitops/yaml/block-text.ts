import { UNPRINTED } from './one-line';
import { doubleQuoted } from './quoted-text';

/** The last newline of each run of them that a line with something follows: empty lines are not indented, and the text's end is not. */
const LINE_ENDS = /\n(?!\n|$)/g;

/** A reader takes the indentation of the first line with something in it for that of the block. */
const BEGINS_WITH_SPACE = /^\n* /;

/** A value with line breaks: a block, which begins behind its key. `margin` is a line break and the indentation of the block's lines. */
export function blockText(text: string, margin: string): string {
  const end = endOf(text);
  const space = text.slice(end);
  // a block cannot end in a line of nothing but space
  if (UNPRINTED.test(text) || space.includes('\n') && !space.endsWith('\n')) return doubleQuoted(text, margin);
  const indentation = end > 0 && BEGINS_WITH_SPACE.test(text) ? '2' : '';
  const lines = space.endsWith('\n') ? text.slice(0, -1) : text;
  return `|${indentation}${chomping(end, space)}${margin}${lines.replace(LINE_ENDS, margin)}`;
}

/** Where the space at a text's end begins: a loop, as a regular expression would try each space of the text. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && '\n\t '.includes(text[end - 1])) end--;
  return end;
}

/** Whether a reader drops all line breaks at the end, keeps one, or keeps all. */
function chomping(end: number, space: string): string {
  const first = space.indexOf('\n');
  if (first < 0) return '-';
  return end > 0 && first === space.length - 1 ? '' : '+';
}
