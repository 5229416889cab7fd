import type { Reported } from './report';
import { provenKey } from './source-lines';
import type { SourceLines } from './source-lines';
import { knownFields } from '../../checks/store';
import type { ErrorCode } from '../../findings/catalogue/all';
import type { Parameters } from '../../findings/sentence';
import { Shown, printable } from '../../findings/shown';
import { KeptFields, OAM_FIELDS } from '../../manifest/unknown-fields';

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

/** In the place of what is not shown. */
export const HIDDEN = '…';

/** What stands behind a value. */
const END = /^(?:$|[\s,}\]])/;

/**
 * What is shown of the text behind a key: its value, if the finding shows the very same; a sign where there is another
 * one; and nothing where there is none, or a comment.
 */
function shownValue(rest: string, parameters: Parameters): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  const value = spellingsIn(parameters).find(each => text.startsWith(each) && END.test(text.slice(each.length, each.length + 1)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** How the values that a finding shows may be written; other numbers and truth values say what is allowed. */
function spellingsIn({ reason: _, ...parameters }: Parameters): string[] {
  return Object.values(parameters).flatMap(parameter => {
    const { exact } = typeof parameter === 'string' ? Shown.of(parameter) : Shown.is(parameter) ? parameter : { exact: undefined };
    if (exact === undefined) return [];
    return typeof exact === 'string' ? spellingsOf(exact) : [String(exact)];
  });
}

function spellingsOf(text: string): string[] {
  // what is not on one line, or steers a terminal, is not written like this
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return [];
  return [JSON.stringify(text), `'${text.replaceAll('\'', '\'\'')}'`, ...text === '' ? [] : [text]];
}

/** Names of fields that the resources of operators and for several clusters have beside those of OAM and Kubernetes. */
const OTHERS = [
  'configuration', 'domainType', 'domainUID', 'jvm', 'monitoringExporter', 'placement', 'serverPod', 'webLogicCredentialsSecret',
];

function namesOf(fields: KeptFields): string[] {
  if (typeof fields !== 'object') return [];
  return Object.entries(fields).flatMap(([name, inner]) => [...Array.isArray(fields) ? [] : [name], ...namesOf(inner)]);
}

let known: ReadonlySet<string> | undefined;

/** Whether a key is the name of a field that is known to be such, and no secret in a wrong place. */
export function isKnownKey(name: string): boolean {
  known ??= new Set([...OTHERS, ...OAM_FIELDS.flatMap(namesOf), ...knownFields()]);
  return known.has(name);
}
