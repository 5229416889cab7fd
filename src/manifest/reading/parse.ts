import { CST, Composer, Document, Lexer, Parser, YAMLError, visit } from 'yaml';
import { SyntaxError, dialectErrors } from './dialect';
import type { Chunk } from './source';
import { MAX_DEPTH, Source } from './source';
import { findTemplate, hintOf, isStray, isTaken, mistakeOf, templated } from './syntax-mistakes';
import { Finding, MOST_FINDINGS, ParametersOf, found } from '../../findings/finding';

/** More of them in one document follow from one another. */
const MOST_ERRORS = 5;

/** The tree of a document, in which every scalar is a text; nothing where there is none, or where it is not YAML. */
export function parse(chunk: Chunk, source: Source): Document.Parsed | undefined {
  const { text } = chunk;
  const tried = tryToParse(text, new Lexer());
  if ('document' in tried) return tried.document;
  if ('errors' in tried) {
    // a mistake would be told at places that are of no help, so that this is only a second try
    const again = /["'[{]/.test(text) ? tryToParse(text, new LenientLexer()) : tried;
    if ('document' in again) return again.document;
    reportErrors(tried.errors, chunk, source);
  } else {
    source.report(chunk.offset + tried.offset, tried.findings);
  }
  return undefined;
}

/** Why a text is not parsed. */
interface Refusal {
  readonly offset: number;
  readonly findings: readonly Finding[];
}

/** The tree, why there is none, or what is wrong in it, in order. */
function tryToParse(text: string, lexer: Pick<Lexer, 'lex'>): { document: Document.Parsed } | Refusal | { errors: readonly SyntaxError[] } {
  const tokens = tokenize(text, lexer);
  if (!isTokens(tokens)) return tooMuch(tokens);
  const odd = oddity(tokens);
  if (odd) return odd;
  const document = compose(tokens, text);
  const syntax = syntaxErrors(document, text);
  const errors = syntax.length > 0 ? syntax : dialectErrors(tokens, text);
  return errors.length > 0 ? { errors } : { document };
}

function reportErrors(errors: readonly SyntaxError[], chunk: Chunk, source: Source): void {
  const template = findTemplate(chunk.text, errors[0].offset);
  if (template === undefined) return reportSome(errors, chunk, source);
  source.report(chunk.offset + template, templated(chunk.text.slice(template, template + 2)));
}

function tooMuch({ offset, what }: Excess): Refusal {
  const findings = what === 'depth'
    ? found('yaml-too-deep', '', { reason: 'text', max: MAX_DEPTH })
    : found('manifest-too-large', '', { reason: 'parts', max: MAX_PARTS });
  return { offset, findings };
}

function isTokens(tokens: readonly CST.Token[] | Excess): tokens is readonly CST.Token[] {
  return Array.isArray(tokens);
}

/** What Kubernetes cuts into documents in another way than the parser. */
function oddity(tokens: readonly CST.Token[]): Refusal | undefined {
  const refuse = (token: CST.Token | undefined, reason: 'directive' | 'after-end' | 'end-alone') =>
    token && { offset: token.offset, findings: found('yaml-document', '', { reason }) };
  const [first, second] = tokens.filter(token => token.type === 'document');
  const end = first?.value ? undefined : tokens.find(token => token.type === 'doc-end');
  return refuse(tokens.find(token => token.type === 'directive'), 'directive') ?? refuse(second, 'after-end') ?? refuse(end, 'end-alone');
}

/** What is a number, which tags there are and whether a key is given twice is looked at afterwards, as Kubernetes does. */
function compose(tokens: readonly CST.Token[], text: string): Document.Parsed {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  forgetful(composer as unknown as { onError: ComposeErrorHandler });
  return [...composer.compose(tokens, true, text.length)][0];
}

/** Lets it keep the first errors only: there may be one for each part of the text, and each takes more memory than the part. */
function forgetful(composer: { onError: ComposeErrorHandler }): void {
  const keep = composer.onError;
  let count = 0;
  composer.onError = (...error) => {
    if (count++ < MOST_FINDINGS) keep(...error);
  };
}

type ComposeErrorHandler = (...error: unknown[]) => void;

/** Reports the first errors, of a line one. */
function reportSome(errors: readonly SyntaxError[], chunk: Chunk, source: Source): void {
  const lines = new Set<number>();
  for (const { offset, mistake } of errors) {
    const { line } = source.position(chunk.offset + offset);
    // the compiler itself compares no more than 25 reasons
    const told = { reason: hintOf(source.line(line)) ?? mistake } as ParametersOf<'yaml-syntax'>;
    if (!lines.has(line)) source.report(chunk.offset + offset, found('yaml-syntax', '', told));
    if (lines.add(line).size === MOST_ERRORS) return;
  }
}

/** The errors that do not follow from others. */
function syntaxErrors(document: Document.Parsed, text: string): SyntaxError[] {
  const sorted = document.errors.filter(error => !isTaken(error)).sort((a, b) => a.pos[0] - b.pos[0]);
  const quote = sorted.findIndex(isOpenQuote);
  const first = sorted.slice(0, quote < 0 ? sorted.length : quote + 1).filter((error, i) => i === 0 || !isStray(error));
  return first.map(error => ({ offset: offsetOf(error, document, text), mistake: mistakeOf(error) }));
}

function isOpenQuote(error: YAMLError): boolean {
  return mistakeOf(error) === 'open-quote';
}

/** Where an error is told: a wrong indentation where it ends, a quote that is never closed where it opens. */
function offsetOf(error: YAMLError, document: Document.Parsed, text: string): number {
  let offset = error.pos[0];
  if (!isOpenQuote(error)) return offset + /^ */.exec(text.slice(offset))![0].length;
  visit(document, {
    Scalar: (_, node) => {
      if (node.type?.startsWith('QUOTE') && node.range && node.range[0] < offset && offset <= node.range[1]) offset = node.range[0];
    },
  });
  return offset;
}

/**
 * How many parts the text of one document may have: its words, marks and the space between them. The parser takes up to
 * 600 bytes of memory for each. In manifests one part stands for five characters or more.
 */
export const MAX_PARTS = 1_500_000;

/** Why a text was not parsed to its end, and where. */
interface Excess {
  readonly offset: number;
  readonly what: 'depth' | 'size';
}

/** The tokens of a text; or where it is too deep or too large: what comes afterwards would take ever more memory. */
export function tokenize(text: string, lexer: Pick<Lexer, 'lex'>, maxParts = MAX_PARTS): CST.Token[] | Excess {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  let errors = 0;
  for (const part of lexer.lex(text)) {
    for (const token of parser.next(part)) {
      // more of them would tell nothing, and take much memory
      if (token.type !== 'error' || errors++ < MOST_FINDINGS) tokens.push(token);
    }
    // the document itself is the first that is open
    const deep = parser.stack[MAX_DEPTH + 1];
    if (deep && 'items' in deep) return { offset: deep.offset, what: 'depth' };
    if (++parts > maxParts) return { offset: parser.offset, what: 'size' };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** What the lexer of the package `yaml` does not show. */
interface LexerState {
  /** How deep a line must be indented at least to belong to the value before it. */
  indentNext: number;
  lex: Lexer['lex'];
  parseNext(state: string): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

const Base = Lexer as unknown as new () => LexerState;

/**
 * Takes lines in brackets and in quotes however they are indented, as Kubernetes and most readers of YAML do; the package
 * `yaml` alone wants them to be deeper than the key they belong to.
 */
export class LenientLexer extends Base {
  public* parseNext(state: string): Generator<string, unknown> {
    return yield* state === 'flow' ? this.leniently(super.parseNext(state)) : super.parseNext(state);
  }

  public* parseQuotedScalar(): Generator<string, unknown> {
    return yield* this.leniently(super.parseQuotedScalar());
  }

  private* leniently(parsed: Generator<string, unknown>): Generator<string, unknown> {
    const { indentNext } = this;
    this.indentNext = 0;
    const next = yield* parsed;
    this.indentNext = indentNext;
    return next;
  }
}

