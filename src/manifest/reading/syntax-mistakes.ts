import type { YAMLError } from 'yaml';
import { Finding, found, type ParametersOf } from '../../findings/finding';

/** A mistake in the syntax of YAML, as the catalogue names it. The parser's own message may quote the document, and a password with it. */
export type Mistake = ParametersOf<'yaml-syntax'>['reason'];

/** Mistakes by the code and the beginning of the parser's message: some codes stand for several mistakes. */
const MISTAKES: readonly (readonly [Mistake, RegExp])[] = [
  ['anchor-place', /^(ALIAS_PROPS|BAD_ALIAS|BAD_PROP_ORDER|MULTIPLE_ANCHORS|MULTIPLE_TAGS|MISSING_CHAR Tags and anchors)/],
  ['unknown-tag', /^(BAD_COLLECTION_TYPE|TAG_RESOLVE_FAILED)/],
  ['escape', /^BAD_DQ_ESCAPE/],
  ['reserved-character', /^BAD_SCALAR_START/],
  ['no-key', /^(BLOCK_IN_FLOW|KEY_OVER_1024_CHARS|MULTILINE_IMPLICIT_KEY|MISSING_CHAR Implicit map keys)/],
  ['tab', /^TAB_AS_INDENT/],
  ['key-column', /^BAD_INDENT All mapping items/],
  ['second-key', /^BLOCK_AS_IMPLICIT_KEY Nested mappings/],
  ['entry-column', /^(BAD_INDENT All sequence|BLOCK_AS_IMPLICIT_KEY A block|MISSING_CHAR Sequence|UNEXPECTED_TOKEN Unexpected block-seq)/],
  ['block-indentation', /^(BAD_INDENT|MISSING_CHAR) Block scalar/],
  ['block-header', /^UNEXPECTED_TOKEN Block scalar header/],
  ['open-quote', /^MISSING_CHAR Missing closing/],
  ['open-bracket', /^(BAD_INDENT Flow |MISSING_CHAR (Missing ,|Missing space after|Flow )|UNEXPECTED_TOKEN Unexpected (, |empty))/],
  ['text-after-value', /^UNEXPECTED_TOKEN Unexpected /],
];

/** The mistake that a syntax error stands for. */
export function mistakeOf({ code, message }: YAMLError): Mistake {
  return MISTAKES.find(([, pattern]) => pattern.test(`${code} ${message}`))?.[0] ?? 'not-yaml';
}

/**
 * Whether every reader of YAML but the parser accepts it: a comment directly after a closing quote, bracket or brace, or after | or >. The
 * message decides, because the code is that of every missing character.
 */
export function isTaken({ message }: YAMLError): boolean {
  return message.startsWith('Comments must be separated');
}

/**
 * Whether the error is about a stray token, which mostly follows from the error before. The message decides, because the code is that of
 * every unexpected token.
 */
export function isStray({ message }: YAMLError): boolean {
  return message.startsWith('Unexpected ') && message.includes(' in YAML ');
}

/** Content that is neither YAML nor a mistake in YAML, by the line on which the parser fails. */
const HINTS: readonly (readonly [RegExp, Mistake])[] = [
  [/^\s*(?:- )?\[?(?:\.{3,}|…)\]?\s*(?:#.*)?$/, 'dots'],
  [/^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/, 'merge-marks'],
  [/^\s*(?:`{3}|~{3})/, 'markdown'],
  [/\u00a0/, 'no-break-space'],
];

/** The mistake that a line shows better than the error of the parser on it. */
export function hintOf(line: string): Mistake | undefined {
  return HINTS.find(([pattern]) => pattern.test(line))?.[1];
}

const MARK = /\{[{%]/;

/** The finding about a template, such as one of Helm, which replaces all errors that follow from its braces. */
export function templated(mark: string): Finding[] {
  return found('templated-manifest', '', { mark });
}

/**
 * The offset of the template that causes an error: on its line, on the last non-empty line above it, or at the beginning of the next one,
 * which the parser may read as part of the text at the position of the error.
 */
export function findTemplate(text: string, error: number): number | undefined {
  const end = text.indexOf('\n', error);
  const above = text.slice(0, end < 0 ? text.length : end).trimEnd();
  const below = /^\s*(?:- +)?\{[{%]/.exec(text.slice(end < 0 ? text.length : end));
  const own = above.lastIndexOf('\n') + 1;
  const before = above.slice(0, own).trimEnd();
  return within(text, own, above.length)
    ?? within(text, before.lastIndexOf('\n') + 1, before.length)
    ?? (below ? end + below[0].length - 2 : undefined);
}

function within(text: string, start: number, end: number): number | undefined {
  const mark = MARK.exec(text.slice(start, end));
  return mark ? start + mark.index : undefined;
}
