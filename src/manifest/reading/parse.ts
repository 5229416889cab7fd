import { CST, Composer, Document, Lexer, Parser, YAMLError, visit } from 'yaml';
import { SyntaxError, dialectErrors } from './dialect';
import type { Chunk } from './source';
import { MAX_DEPTH, Source } from './source';
import { findTemplate, hintOf, isStray, isTaken, mistakeOf, templated } from './syntax-mistakes';
import { Finding, MOST_FINDINGS, ParametersOf, found } from '../../findings/finding';

/** The most errors reported for one document: further ones mostly follow from these. */
const MOST_ERRORS = 5;

/**
 * Parses a document into a tree in which every scalar is a string. Returns `undefined` if there is no document, or if it is not YAML, which
 * is reported.
 */
export function parse(chunk: Chunk, source: Source): Document.Parsed | undefined {
  const { text } = chunk;
  const tried = tryToParse(text, new Lexer());
  if ('document' in tried) return tried.document;
  if ('errors' in tried) {
    // only a second attempt, because with it mistakes would be reported at unhelpful positions
    const again = /["'[{]/.test(text) ? tryToParse(text, new LenientLexer()) : tried;
    if ('document' in again) return again.document;
    reportErrors(tried.errors, chunk, source);
  } else {
    source.report(chunk.offset + tried.offset, tried.findings);
  }
  return undefined;
}

/** The reason why a text is not parsed, and its offset. */
interface Refusal {
  readonly offset: number;
  readonly findings: readonly Finding[];
}

/** Returns the tree, the reason why there is none, or the syntax errors in it, in order. */
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

/** Finds marks at which Kubernetes splits documents differently from the parser. */
function oddity(tokens: readonly CST.Token[]): Refusal | undefined {
  const refuse = (token: CST.Token | undefined, reason: 'directive' | 'after-end' | 'end-alone') =>
    token && { offset: token.offset, findings: found('yaml-document', '', { reason }) };
  const [first, second] = tokens.filter(token => token.type === 'document');
  const end = first?.value ? undefined : tokens.find(token => token.type === 'doc-end');
  return refuse(tokens.find(token => token.type === 'directive'), 'directive') ?? refuse(second, 'after-end') ?? refuse(end, 'end-alone');
}

/** Composes the tree. Numbers, tags and duplicate keys are examined afterwards, as Kubernetes does. */
function compose(tokens: readonly CST.Token[], text: string): Document.Parsed {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  forgetful(composer as unknown as { onError: ComposeErrorHandler });
  return [...composer.compose(tokens, true, text.length)][0];
}

/** Makes the composer keep only the first errors. There may be one for each part of the text, and each takes more memory than the part. */
function forgetful(composer: { onError: ComposeErrorHandler }): void {
  const keep = composer.onError;
  let count = 0;
  composer.onError = (...error) => {
    if (count++ < MOST_FINDINGS) keep(...error);
  };
}

type ComposeErrorHandler = (...error: unknown[]) => void;

/** Reports the first errors, at most one per line. */
function reportSome(errors: readonly SyntaxError[], chunk: Chunk, source: Source): void {
  const lines = new Set<number>();
  for (const { offset, mistake } of errors) {
    const { line } = source.position(chunk.offset + offset);
    // a cast, because the compiler compares no more than 25 reasons
    const told = { reason: hintOf(source.line(line)) ?? mistake } as ParametersOf<'yaml-syntax'>;
    if (!lines.has(line)) source.report(chunk.offset + offset, found('yaml-syntax', '', told));
    if (lines.add(line).size === MOST_ERRORS) return;
  }
}

/** The syntax errors that do not follow from others. */
function syntaxErrors(document: Document.Parsed, text: string): SyntaxError[] {
  const sorted = document.errors.filter(error => !isTaken(error)).sort((a, b) => a.pos[0] - b.pos[0]);
  const quote = sorted.findIndex(isOpenQuote);
  const first = sorted.slice(0, quote < 0 ? sorted.length : quote + 1).filter((error, i) => i === 0 || !isStray(error));
  return first.map(error => ({ offset: offsetOf(error, document, text), mistake: mistakeOf(error) }));
}

function isOpenQuote(error: YAMLError): boolean {
  return mistakeOf(error) === 'open-quote';
}

/** The offset at which to report an error: the end of a wrong indentation, or the opening quote if it is never closed. */
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
 * The most parts that the text of one document may have: its words, marks and the space between them. The parser takes up to 600 bytes of
 * memory for each. In manifests, one part stands for five characters or more.
 */
export const MAX_PARTS = 1_500_000;

/** The reason why a text was not parsed to its end, and the offset. */
interface Excess {
  readonly offset: number;
  readonly what: 'depth' | 'size';
}

/** The tokens of a text, or the offset at which it is too deep or too large: going on would take ever more memory. */
export function tokenize(text: string, lexer: Pick<Lexer, 'lex'>, maxParts = MAX_PARTS): CST.Token[] | Excess {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  let errors = 0;
  for (const part of lexer.lex(text)) {
    for (const token of parser.next(part)) {
      // further errors add no information, and take much memory
      if (token.type !== 'error' || errors++ < MOST_FINDINGS) tokens.push(token);
    }
    // the document itself is the outermost open token
    const deep = parser.stack[MAX_DEPTH + 1];
    if (deep && 'items' in deep) return { offset: deep.offset, what: 'depth' };
    if (++parts > maxParts) return { offset: parser.offset, what: 'size' };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** Members of the lexer of the package `yaml` that its types hide. */
interface LexerState {
  /** The minimum indentation at which a line belongs to the value before it. */
  indentNext: number;
  lex: Lexer['lex'];
  parseNext(state: string): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

const Base = Lexer as unknown as new () => LexerState;

/**
 * Accepts lines in brackets and in quotes with any indentation, as Kubernetes and most readers of YAML do. Only the package `yaml` requires
 * them to be deeper than their key.
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

