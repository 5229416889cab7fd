import type { Reported } from './report';
import type { ErrorCode } from '../../findings/catalogue/all';
import type { Parameters } from '../../findings/finding';
import { Shown, printable } from '../../findings/shown';
import type { ReadManifests } from '../../manifest/reading';

// A line of a manifest may contain a password. So an excerpt shows of a line only its indentation, the dashes of lists, a key that
// looks like a field or that the finding names, and a value that the finding itself shows. `HIDDEN` replaces everything else.

/** The text of a file. */
type ReadSource = ReadManifests['sources'] extends ReadonlyMap<string, infer S> ? S : never;

/** The visible part of a line, with the range to mark. */
export interface Excerpt {
  readonly text: string;
  readonly start: number;
  readonly length: number;
}

/** The codes of findings on a text in which keys and values are not known yet. */
const OF_TEXT: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
]);

const INDENT = /^ *(?:- +)*$/;

/** A key with its colon, and the text before it on its line. */
const BEHIND_KEY = /^( *(?:- +)*)([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*|"[^"\\]*"|'[^']*') *: +$/u;

const KEY = /^(?:([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*) *:(?=\s|$)|("[^"\\]*"|'[^']*') *:)/u;

/** The excerpt of the line of a finding; `undefined` if it would show nothing, or if the text cannot be parsed. */
export function excerptOf(found: Reported, source: ReadSource): Excerpt | undefined {
  const { line, column } = found;
  if (line === undefined || column === undefined || OF_TEXT.has(found.code)) return undefined;
  const excerpt = ofPlace(source.line(line), column, found);
  // an excerpt with only signs and dashes does not help
  return /[^ \-…]/.test(excerpt.text) ? excerpt : undefined;
}

/** A finding is at a key, or at a value without one. */
function ofPlace(line: string, column: number, found: Reported): Excerpt {
  const before = beforePlace(line.slice(0, column - 1), found);
  const rest = line.slice(column - 1);
  const key = KEY.exec(rest);
  const name = key && keyOf(key[1] ?? key[2], found);
  if (!name) {
    const value = key ? HIDDEN : shownValue(rest, found.parameters) || HIDDEN;
    return { text: before + value, start: before.length, length: value.length };
  }
  const value = shownValue(rest.slice(key[0].length), found.parameters);
  return { text: `${before}${name}:${value && ` ${value}`}`, start: before.length, length: name.length };
}

/** The text before a position on its line: the key of a value, or `HIDDEN` within brackets. */
function beforePlace(text: string, found: Reported): string {
  if (INDENT.test(text)) return text;
  const key = BEHIND_KEY.exec(text);
  const name = key && keyOf(key[2], found);
  return name ? `${key[1]}${name}: ` : `${/^ */.exec(text)![0]}${HIDDEN} `;
}

/** A key as it is shown; `undefined` if it may be anything. */
function keyOf(written: string, { path }: Reported): string | undefined {
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return /^[A-Za-z]+$/.test(name) || path.includes(name) ? printable(written) : undefined;
}

/** Replaces hidden text. */
const HIDDEN = '…';

/** The text that can follow a value. */
const END = /^(?:$|[\s,}\]])/;

/**
 * The visible part of the text after a key: the value if the finding shows exactly this value, `HIDDEN` for another
 * value, and an empty string if there is none or only a comment.
 */
function shownValue(rest: string, parameters: Parameters): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  const value = spellingsIn(parameters).find(each => text.startsWith(each) && END.test(text.slice(each.length, each.length + 1)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** The spellings of the values that a finding shows. Other numbers and booleans in its parameters describe what is allowed. */
function spellingsIn({ reason: _, ...parameters }: Parameters): string[] {
  return Object.values(parameters).flatMap(parameter => {
    const { exact } = typeof parameter === 'string' ? Shown.of(parameter) : Shown.is(parameter) ? parameter : { exact: undefined };
    if (exact === undefined) return [];
    return typeof exact === 'string' ? spellingsOf(exact) : [String(exact)];
  });
}

function spellingsOf(text: string): string[] {
  // a value with line breaks or control characters is not written like this
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return [];
  return [JSON.stringify(text), `'${text.replaceAll('\'', '\'\'')}'`, ...text === '' ? [] : [text]];
}
