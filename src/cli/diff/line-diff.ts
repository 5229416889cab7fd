import { align } from './alignment';
import { cut, visible } from './shown';

/** How many lines are shown that are the same, around those that differ. */
const CONTEXT = 2;
/** How many lines are shown of one text. */
const MOST_LINES = 60;

/** A text, and the same as it may be shown, with as many lines. */
export interface ShownText {
  readonly text: string;
  readonly shown: string;
}

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly shown: string;
}

/** The lines in which two texts differ, with those around them. */
export function diffLines(before: ShownText, after: ShownText): string[] {
  const lines = merge(before, after);
  const isNear = near(lines);
  const result: string[] = [];
  for (const [i, { sign, shown }] of lines.entries()) {
    if (isNear[i]) result.push(...`${sign} ${lineOf(shown)}`.split('\n'));
    else if (i === 0 || isNear[i - 1]) result.push('…');
  }
  return result.length <= MOST_LINES ? result : [...result.slice(0, MOST_LINES), `… and ${result.length - MOST_LINES} lines more`];
}

/** The lines of both texts in one order. */
function merge(before: ShownText, after: ShownText): Line[] {
  const [from, to] = [linesOf(before.text), linesOf(after.text)];
  const [shownFrom, shownTo] = [linesOf(before.shown), linesOf(after.shown)];
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...align(from, to), [from.length, to.length] as const]) {
    while (i < nextI) lines.push({ sign: '-', shown: shownFrom[i++] });
    while (j < nextJ) lines.push({ sign: '+', shown: shownTo[j++] });
    if (i < from.length) lines.push({ sign: ' ', shown: shownFrom[i] });
    i++;
    j++;
  }
  return lines;
}

/** Lines with their line breaks: the last one may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lineOf(line: string): string {
  return line.endsWith('\n') ? cut(visible(line.slice(0, -1))) : `${cut(visible(line))}\n\\ no line break at the end`;
}

/** Which lines are no further than the context from one that differs. */
function near(lines: readonly Line[]): boolean[] {
  const result = lines.map(() => false);
  for (const [i, { sign }] of lines.entries()) {
    if (sign !== ' ') result.fill(true, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  }
  return result;
}
