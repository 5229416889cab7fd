import type { ErrorCode, YAMLError } from 'yaml';
import { Finding, found, type ParametersOf } from '../../findings/finding';

/** A mistake in the syntax of YAML, as the catalogue knows it. The parser's own words may quote the document, and with it a password. */
export type Mistake = ParametersOf<'yaml-syntax'>['reason'];

/** By the parser's codes. */
const BY_CODE: { readonly [code in ErrorCode]?: Mistake } = {
  ALIAS_PROPS: 'anchor-place',
  BAD_ALIAS: 'anchor-place',
  BAD_COLLECTION_TYPE: 'unknown-tag',
  BAD_DQ_ESCAPE: 'escape',
  BAD_PROP_ORDER: 'anchor-place',
  BAD_SCALAR_START: 'reserved-character',
  BLOCK_IN_FLOW: 'no-key',
  KEY_OVER_1024_CHARS: 'no-key',
  MULTILINE_IMPLICIT_KEY: 'no-key',
  MULTIPLE_ANCHORS: 'anchor-place',
  MULTIPLE_TAGS: 'anchor-place',
  TAB_AS_INDENT: 'tab',
  TAG_RESOLVE_FAILED: 'unknown-tag',
};

/** Codes that stand for several mistakes, which nothing but the beginning of the parser's message tells apart. */
const BY_MESSAGE: { readonly [code in ErrorCode]?: readonly (readonly [start: string, mistake: Mistake])[] } = {
  BAD_INDENT: [
    ['All mapping items', 'key-column'],
    ['All sequence items', 'entry-column'],
    ['Block scalar', 'block-indentation'],
    ['Flow ', 'open-bracket'],
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    ['Nested mappings', 'second-key'],
    ['A block sequence', 'entry-column'],
  ],
  MISSING_CHAR: [
    ['Missing closing', 'open-quote'],
    ['Missing ,', 'open-bracket'],
    ['Missing space after', 'open-bracket'],
    ['Flow ', 'open-bracket'],
    ['Implicit map keys', 'no-key'],
    ['Sequence item without', 'entry-column'],
    ['Block scalars', 'block-indentation'],
    ['Tags and anchors', 'anchor-place'],
  ],
  UNEXPECTED_TOKEN: [
    ['Unexpected block-seq-ind', 'entry-column'],
    ['Unexpected , ', 'open-bracket'],
    ['Unexpected empty', 'open-bracket'],
    ['Block scalar header', 'block-header'],
    ['Unexpected ', 'text-after-value'],
  ],
};

/** The mistake that a syntax error is. */
export function mistakeOf({ code, message }: YAMLError): Mistake {
  return BY_CODE[code] ?? BY_MESSAGE[code]?.find(([start]) => message.startsWith(start))?.[1] ?? 'not-yaml';
}

/**
 * What every reader of YAML but the parser takes: a comment right behind a closing quote, bracket or brace, or behind | or >. The code is that
 * of every missing character.
 */
export function isTaken({ message }: YAMLError): boolean {
  return message.startsWith('Comments must be separated');
}

/** What the parser could not take for a part of anything, which mostly follows from the error before. The code is that of every unexpected token. */
export function isStray({ message }: YAMLError): boolean {
  return message.startsWith('Unexpected ') && message.includes(' in YAML ');
}

/** What is no YAML and no mistake in YAML either, by the line on which the parser stumbles over it. */
const HINTS: readonly (readonly [RegExp, Mistake])[] = [
  [/^\s*(?:- )?\[?(?:\.{3,}|…)\]?\s*(?:#.*)?$/, 'dots'],
  [/^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/, 'merge-marks'],
  [/^\s*(?:`{3}|~{3})/, 'markdown'],
  [/\u00a0/, 'no-break-space'],
];

/** What a line tells better than the error of the parser on it. */
export function hintOf(line: string): Mistake | undefined {
  return HINTS.find(([pattern]) => pattern.test(line))?.[1];
}

const MARK = /\{[{%]/;

/** What is said of a template, of Helm say, in the place of all that follows from its braces. */
export function templated(mark: string): Finding[] {
  return found('templated-manifest', '', { mark });
}

/**
 * Where the template begins that is to blame for an error: on its line, on the last one above it that is not empty, or at
 * the beginning of the next one, which the parser may take for a part of the text where it says the error is.
 */
export function findTemplate(text: string, error: number): number | undefined {
  const end = text.indexOf('\n', error);
  const above = text.slice(0, end < 0 ? text.length : end).trimEnd();
  const below = /^\s*(?:- +)?\{[{%]/.exec(text.slice(end < 0 ? text.length : end));
  const own = above.lastIndexOf('\n') + 1;
  const before = above.slice(0, own).trimEnd();
  return within(text, own, above.length) ?? within(text, before.lastIndexOf('\n') + 1, before.length) ?? (below ? end + below[0].length - 2 : undefined);
}

function within(text: string, start: number, end: number): number | undefined {
  const mark = MARK.exec(text.slice(start, end));
  return mark ? start + mark.index : undefined;
}
