import { CST, Composer, Document, Lexer, Parser, Scalar, visit } from 'yaml';
import type { Chunk, Source } from './source';
import { MAX_DEPTH } from './source';
import { MOST_MISTAKES, SyntaxProblem, mistakesIn, syntax } from './syntax-mistakes';
import { found } from '../../findings/finding';

/**
 * The most parts that the text of one document may have: its words, marks and the space between them. The parser takes up to 600 bytes of
 * memory for each. In manifests, one part stands for five characters or more.
 */
export const MAX_PARTS = 1_500_000;

/**
 * Parses a document into a tree in which every scalar is a string. Returns `undefined` if there is no document, or if it is not YAML, which
 * is reported.
 */
export function parse(chunk: Chunk, source: Source): Document.Parsed | undefined {
  const tree = tryToParse(chunk, new Lexer().lex(chunk.text));
  if (!Array.isArray(tree)) return tree;
  // only a second attempt, because with it mistakes would be reported at unhelpful positions
  const again = /["'[{]/.test(chunk.text) ? tryToParse(chunk, lexLeniently(chunk.text)) : tree;
  if (!Array.isArray(again)) return again;
  for (const { offset, findings } of tree) source.report(chunk.offset + offset, findings);
  return undefined;
}

/** Returns the tree, or the reasons why there is none. Numbers, tags and duplicate keys are examined afterwards, as Kubernetes does. */
function tryToParse({ text, isJson }: Chunk, parts: Iterable<string>): Document.Parsed | SyntaxProblem[] {
  const tokens = tokenize(parts);
  if (!Array.isArray(tokens)) return [tokens];
  const mark = oddMark(tokens);
  if (mark) return [mark];
  const { stackTraceLimit } = Error;
  // there may be an error for each part of the text, and its stack trace takes more memory than all else
  Error.stackTraceLimit = 0;
  try {
    const [document] = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' }).compose(tokens, true, text.length);
    const mistakes = mistakesIn(document, text);
    if (mistakes.length === 0 && !isJson) mistakes.push(...tabs(document, text));
    return mistakes.length > 0 ? mistakes : document;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The tokens of a text, or the reason why it is too deep or too large: going on would take ever more memory. */
export function tokenize(parts: Iterable<string>, maxParts = MAX_PARTS): CST.Token[] | SyntaxProblem {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [count, errors] = [0, 0];
  for (const part of parts) {
    for (const token of parser.next(part)) {
      tokens.push(token);
      if (token.type === 'error') errors++;
    }
    // further errors add no information, and take much memory
    if (errors > MOST_MISTAKES) break;
    // the document itself is the outermost open token
    const deep = parser.stack[MAX_DEPTH + 1];
    if (deep && 'items' in deep) return { offset: deep.offset, findings: found('yaml-too-deep', '', { reason: 'text', max: MAX_DEPTH }) };
    if (++count > maxParts) return { offset: parser.offset, findings: found('manifest-too-large', '', { reason: 'parts', max: maxParts }) };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/**
 * Lexes lines in brackets and in quotes whatever their indentation, as Kubernetes and most readers of YAML do. The lexer ends a bracket or
 * quote at a line that is not deeper than its key. There, another lexer goes on, as if the open brackets or the quote began the text.
 */
export function* lexLeniently(text: string): Generator<string, undefined> {
  let [start, offset, depth] = [-1, 0, 0];
  while (start < offset) {
    start = offset;
    const lexer = new Lexer();
    // its parts are known
    Array.from(lexer.lex(`${'['.repeat(depth)}\n`, true));
    let isScalar = false;
    for (const part of lexer.lex(text.slice(start))) {
      const isOpen = !isScalar && /^["']/.test(part) && (part.length === 1 || !part.endsWith(part[0]));
      if ((isOpen || part === CST.FLOW_END && !text.startsWith('...', offset)) && offset > start) break;
      if (part !== CST.DOCUMENT || start === 0) yield part;
      if (!isScalar && (part === '[' || part === '{')) depth++;
      if (!isScalar && (part === ']' || part === '}')) depth = Math.max(0, depth - 1);
      isScalar = part === CST.SCALAR;
      if (![CST.DOCUMENT, CST.FLOW_END, CST.SCALAR].includes(part)) offset += part.length;
    }
  }
}

/** Finds a mark at which Kubernetes splits documents differently from the parser. */
function oddMark(tokens: readonly CST.Token[]): SyntaxProblem | undefined {
  const refuse = (token: CST.Token | undefined, reason: 'directive' | 'after-end' | 'end-alone') =>
    token && { offset: token.offset, findings: found('yaml-document', '', { reason }) };
  const [first, second] = tokens.filter(token => token.type === 'document');
  const end = first?.value ? undefined : tokens.find(token => token.type === 'doc-end');
  return refuse(tokens.find(token => token.type === 'directive'), 'directive') ?? refuse(second, 'after-end') ?? refuse(end, 'end-alone');
}

/** Finds tabs as indentation, also behind the mark of an entry. Kubernetes takes all of them in quotes and blocks of text only. */
function tabs(document: Document.Parsed, text: string): SyntaxProblem[] {
  const lines = [...text.matchAll(/^ *(?:[-?:] +)*[-?:]?\t/gm)];
  const allowed: Scalar[] = [];
  if (lines.length > 0) visit(document, { Scalar: (_, node) => void (node.type === 'PLAIN' || allowed.push(node)) });
  let next = 0;
  const odd = lines.map(({ index, 0: { length } }) => index + length - 1).filter(offset => {
    while (next < allowed.length && allowed[next].range![1] <= offset) next++;
    return next === allowed.length || offset < allowed[next].range![0];
  });
  return odd.slice(0, MOST_MISTAKES).map(offset => ({ offset, findings: syntax('tab') }));
}
