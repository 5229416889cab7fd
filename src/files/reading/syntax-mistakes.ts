import { Document, visit } from 'yaml';
import { Finding, found, type ParametersOf } from '../../base/findings/finding';

/** A mistake in the syntax of YAML, by its name in the catalogue: the parser's message may quote a password. */
export type Mistake = ParametersOf<'yaml-syntax'>['reason'];

/** What is wrong with a text, and the offset. */
export interface SyntaxProblem { readonly offset: number; readonly findings: readonly Finding[] }

/** The most mistakes that are reported for one document: further ones mostly follow from these. */
export const MOST_MISTAKES = 5;

/** Mistakes by the code and the beginning of the parser's message: some codes stand for several mistakes. */
const MISTAKES: readonly (readonly [Mistake, RegExp])[] = [
  ['anchor', /^(ALIAS_PROPS|BAD_ALIAS|BAD_PROP_ORDER|MULTIPLE_ANCHORS|MULTIPLE_TAGS|MISSING_CHAR Tags and anchors)/],
  ['unknown-tag', /^(BAD_COLLECTION_TYPE|TAG_RESOLVE_FAILED)/],
  ['escape', /^BAD_DQ_ESCAPE/],
  ['reserved-character', /^BAD_SCALAR_START/],
  ['no-key', /^(BLOCK_IN_FLOW|KEY_OVER_1024_CHARS|MULTILINE_IMPLICIT_KEY|MISSING_CHAR Implicit map keys)/],
  ['tab', /^TAB_AS_INDENT/],
  ['column', /^BAD_INDENT All mapping items/],
  ['second-key', /^BLOCK_AS_IMPLICIT_KEY Nested mappings/],
  ['column', /^(BAD_INDENT All seq|BLOCK_AS_IMPLICIT_KEY A block|MISSING_CHAR Seq|\w+ Unexpected block-seq)/],
  ['block-indentation', /^(BAD_INDENT|MISSING_CHAR) Block scalar/],
  ['block-header', /^UNEXPECTED_TOKEN Block scalar header/],
  ['open-quote', /^MISSING_CHAR Missing closing/],
  ['open-bracket', /^(BAD_INDENT Flow |MISSING_CHAR (Missing ,|Missing space after|Flow ))/],
  ['open-bracket', /^UNEXPECTED_TOKEN Unexpected (, |empty)/],
  ['text-after-value', /^UNEXPECTED_TOKEN Unexpected /],
];

/** Content that is neither YAML nor a mistake in YAML, by the line on which the parser fails. */
const HINTS: readonly (readonly [Mistake, RegExp])[] = [
  ['dots', /^\s*(?:- )?\[?(?:\.{3,}|…)\]?\s*(?:#.*)?$/],
  ['merge-marks', /^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/],
  ['markdown', /^\s*(?:`{3}|~{3})/],
  ['no-break-space', /\u00a0/],
];

/** The finding about a mistake. */
export function syntax(mistake: Mistake): Finding[] {
  // a cast, because the compiler compares no more than 25 reasons
  return found('yaml-syntax', '', { reason: mistake } as ParametersOf<'yaml-syntax'>);
}

/**
 * The mistakes that errors of the parser stand for, at most one per line, without those that follow from others. The
 * messages decide, because some codes stand for any missing character and any unexpected token.
 */
export function mistakesIn(document: Document.Parsed, text: string): SyntaxProblem[] {
  // every reader of YAML but the parser accepts a comment directly after a closing quote, bracket or brace, or after |
  // or >
  const errors = document.errors.filter(({ message }) => !message.startsWith('Comments must be separated'));
  const mistakes: SyntaxProblem[] = [];
  let end = -1;
  for (const { code, message, pos: [start] } of errors.sort((a, b) => a.pos[0] - b.pos[0])) {
    if (start <= end || mistakes.length > 0 && /^Unexpected .* in YAML /.test(message)) continue;
    const own = MISTAKES.find(([, pattern]) => pattern.test(`${code} ${message}`))?.[0] ?? 'not-yaml';
    let offset = start + /^ */.exec(text.slice(start))![0].length;
    if (own === 'open-quote') {
      // the offset of the quote, rather than that of the end of what it opens
      offset = start;
      visit(document, {
        Scalar: (_, { type, range }) => {
          if (type?.startsWith('QUOTE') && range![0] < start && start <= range![1]) [offset] = range!;
        },
      });
    }
    const template = mistakes.length === 0 ? findTemplate(text, offset) : undefined;
    if (template !== undefined) {
      // such as one of Helm: all errors follow from its braces
      const mark = text.slice(template, template + 2);
      return [{ offset: template, findings: found('templated-manifest', '', { mark }) }];
    }
    end = lineEnd(text, offset);
    const line = text.slice(lineStart(text, offset), end);
    mistakes.push({ offset, findings: syntax(HINTS.find(([, pattern]) => pattern.test(line))?.[0] ?? own) });
    // what follows an open quote is read as its text
    if (own === 'open-quote' || mistakes.length === MOST_MISTAKES) break;
  }
  return mistakes;
}

/** The offset of the template that causes an error: on its line, the last non-empty one above, or the next one. */
function findTemplate(text: string, error: number): number | undefined {
  const [start, end] = [lineStart(text, error), lineEnd(text, error)];
  const above = lineStart(text, text.slice(0, start).trimEnd().length);
  const below = /^\s*(?:- +)?(?=\{[{%])/.exec(text.slice(end));
  const within = (from: number, to: number) => {
    const at = text.slice(from, to).search(/\{[{%]/);
    return at < 0 ? undefined : from + at;
  };
  return within(start, end) ?? within(above, start) ?? (below ? end + below[0].length : undefined);
}

/** The offset of the first character of a line, from any offset in it. */
function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of the line break that ends a line, or the length of the text for the last line. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
