import type { Reported } from './report';
import { provenKey } from './source-lines';
import type { SourceLines } from './source-lines';
import { knownFields } from '../../checks/store';
import type { ErrorCode } from '../../findings/catalogue/all';
import type { Parameters } from '../../findings/finding';
import { Shown, printable } from '../../findings/shown';
import { KeptFields, OAM_FIELDS } from '../../manifest/unknown-fields';

// A line of a manifest may contain a password, even in the position of a key. So an excerpt shows only what is known not to be
// one: indentation, the dashes of lists, the name of a field that is known or that the finding names, and a value that the
// finding itself shows. `HIDDEN` replaces everything else.

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

/** The excerpt of the line of a finding; `undefined` if the line may be part of a Secret or of a block of text. */
export function excerptOf(found: Reported, source: SourceLines): Excerpt | undefined {
  const { line, column } = found;
  if (line === undefined || column === undefined || source.isSecret(line)) return undefined;
  const excerpt = OF_TEXT.has(found.code) ? ofText(line, column, source) : ofPlace(source.line(line), column, found);
  // an excerpt with only signs and dashes does not help
  return excerpt && /[^ \-…]/.test(excerpt.text) ? excerpt : undefined;
}

/** In a text that cannot be parsed, shows a line up to its key, if it certainly is a key. */
function ofText(line: number, column: number, source: SourceLines): Excerpt | undefined {
  const key = provenKey(source, line);
  if (!key || !isKnownKey(key.name)) return undefined;
  const { indent, name, hasValue } = key;
  const text = `${indent}${name}:${hasValue ? ` ${HIDDEN}` : ''}`;
  if (column <= indent.length + name.length) return { text, start: indent.length, length: name.length };
  return { text, start: text.length - 1, length: 1 };
}

/** In a parsed document, a finding is at a key, or at a value without one. */
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
  return isKnownKey(name) || path.includes(name) ? printable(written) : undefined;
}

/** Replaces hidden text. */
export const HIDDEN = '…';

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

/** Names of fields of operator resources and multicluster resources, in addition to those of OAM and Kubernetes. */
const OTHERS = [
  'configuration', 'domainType', 'domainUID', 'jvm', 'monitoringExporter', 'placement', 'serverPod', 'webLogicCredentialsSecret',
];

function namesOf(fields: KeptFields): string[] {
  if (typeof fields !== 'object') return [];
  return Object.entries(fields).flatMap(([name, inner]) => [...Array.isArray(fields) ? [] : [name], ...namesOf(inner)]);
}

let known: ReadonlySet<string> | undefined;

/** Whether a key is the name of a known field, and so not a misplaced secret. */
export function isKnownKey(name: string): boolean {
  known ??= new Set([...OTHERS, ...OAM_FIELDS.flatMap(namesOf), ...knownFields()]);
  return known.has(name);
}
