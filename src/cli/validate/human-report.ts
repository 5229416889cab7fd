import { Excerpt, HIDDEN, excerptOf } from './excerpt';
import type { Report, Reported } from './report';
import { printable } from '../../findings/shown';
import type { ReadManifests } from '../../manifest/reading';
import { describePlace } from '../../manifest/reading/located-finding';
import type { Paint } from '../paint';

/** The maximum width of an excerpt, in characters. */
const WIDTH = 100;

/** The maximum number of characters before the marked part. */
const BEFORE = 40;

/** Characters with a width of two columns, or of none, in the fonts of terminals. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;
const NARROW = /\p{M}/u;

/** The report as text: for each finding, a line that starts with a position that editors recognize, its source line, and the remedy. */
export function humanReport({ findings }: Report, sources: ReadManifests['sources'], paint: Paint): string {
  return findings.map(found => {
    const source = sources.get(found.file);
    const excerpt = source && excerptOf(found, source);
    const lines = [headOf(found, paint), ...excerpt ? linesOf(excerpt, found.line!, paint) : []];
    return [...lines, `      ${paint.faint('fix:')} ${printable(found.remedy)}`].map(line => `${line}\n`).join('');
  }).join('');
}

function headOf({ file, line, column, level, code, field, problem }: Reported, paint: Paint): string {
  const place = paint.strong(describePlace({ file, line, column }));
  return `${place}: ${paint[level](level)} ${code}: ${field && `'${printable(field)}' `}${printable(problem)}`;
}

/** The source line, and a second line that marks a part of it. */
function linesOf(excerpt: Excerpt, line: number, paint: Paint): string[] {
  const { text, start, length } = cut(excerpt);
  const number = String(line).padStart(5);
  const marks = `${' '.repeat(widthOf(text.slice(0, start)))}${'^'.repeat(Math.max(1, widthOf(text.slice(start, start + length))))}`;
  return [`${paint.faint(`${number} |`)} ${text}`, `${paint.faint(`${' '.repeat(number.length)} |`)} ${paint.strong(marks)}`];
}

/** Shortens a long line around the marked part. */
function cut({ text, start, length }: Excerpt): Excerpt {
  if (text.length <= WIDTH) return { text, start, length };
  const from = Math.max(0, Math.min(start - BEFORE, text.length - WIDTH));
  const to = from + WIDTH;
  const [left, right] = [from > 0 ? HIDDEN : '', to < text.length ? HIDDEN : ''];
  const shown = `${left}${text.slice(from, to)}${right}`;
  const at = start - from + left.length;
  return { text: shown, start: at, length: Math.min(length, from + WIDTH - start) };
}

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (NARROW.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1), 0);
}
