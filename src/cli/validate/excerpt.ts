import { isKnownKey } from './known-keys';
import { provenKey } from './proven-key';
import type { Reported } from './report';
import { HIDDEN, shownValue } from './shown-value';
import type { SourceLines } from './source-lines';
import type { ErrorCode } from '../../findings/catalogue/all';
import { printable } from '../../findings/shown';

// A line of a manifest may hold a password, also where it should hold a key, so that nothing of it is shown but what is
// known to be none: indentation, the dashes of lists, the name of a field that is known or that the finding names, and a
// value that the finding itself shows. For all else there is a sign.

/** What is shown of a line, and which part of it is marked. */
export interface Excerpt {
  readonly text: string;
  readonly start: number;
  readonly length: number;
}

/** What is told of a text before it is known what is a key in it, and what a value. */
const OF_TEXT: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
]);

const INDENT = /^ *(?:- +)*$/;

/** A key and its colon, and what is in front of it on its line. */
const BEHIND_KEY = /^( *(?:- +)*)([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*|"[^"\\]*"|'[^']*') *: +$/u;

const KEY = /^(?:([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*) *:(?=\s|$)|("[^"\\]*"|'[^']*') *:)/u;

/** What is shown of the line of a finding; nothing where it may be part of a secret, or of a text. */
export function excerptOf(found: Reported, source: SourceLines): Excerpt | undefined {
  const { line, column } = found;
  if (line === undefined || column === undefined || source.isSecret(line)) return undefined;
  const excerpt = OF_TEXT.has(found.code) ? ofText(line, column, source) : ofPlace(source.line(line), column, found);
  // signs and dashes alone help nobody
  return excerpt && /[^ \-…]/.test(excerpt.text) ? excerpt : undefined;
}

/** Of a text that is not understood, a line is shown up to its key, if it is sure to be one. */
function ofText(line: number, column: number, source: SourceLines): Excerpt | undefined {
  const key = provenKey(source, line);
  if (!key || !isKnownKey(key.name)) return undefined;
  const { indent, name, hasValue } = key;
  const text = `${indent}${name}:${hasValue ? ` ${HIDDEN}` : ''}`;
  if (column <= indent.length + name.length) return { text, start: indent.length, length: name.length };
  return { text, start: text.length - 1, length: 1 };
}

/** Of a document that was read, a finding stands at a key, or at a value without one. */
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

/** What stands in front of a place on its line: of a value its key, of what stands within brackets a sign. */
function beforePlace(text: string, found: Reported): string {
  if (INDENT.test(text)) return text;
  const key = BEHIND_KEY.exec(text);
  const name = key && keyOf(key[2], found);
  return name ? `${key[1]}${name}: ` : `${/^ */.exec(text)![0]}${HIDDEN} `;
}

/** A key as it is shown; nothing if it may be anything. */
function keyOf(written: string, { path }: Reported): string | undefined {
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return isKnownKey(name) || path.includes(name) ? printable(written) : undefined;
}
