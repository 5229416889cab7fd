import { Composer, CST, Document, Lexer, Parser, Scalar, visit } from 'yaml';
import { Chunk, ManifestDocument, MAX_DEPTH, Source, toObjects, YamlDocument } from './documents';
import { byPosition, listedFindings, LocatedFinding, omission } from './located-finding';
import { LONE_SURROGATE, ValueReader } from './value-reader';
import { found } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { mistakesIn, MOST_MISTAKES, syntax, SyntaxProblem } from './syntax-mistakes';

/** The content of texts. */
export interface ReadManifests {
  /** The documents without errors, in order, whatever they hold. */
  readonly yaml: YamlDocument[];
  /** The objects in them, in order; those in a `List` one by one. */
  readonly documents: ManifestDocument[];
  /** All findings, in the order of the text: also about values that are not objects. Of very many, the first ones. */
  readonly findings: LocatedFinding[];
  /** The findings about content that could not be read. */
  readonly unread: LocatedFinding[];
  /** The texts, by file. */
  readonly sources: ReadonlyMap<string, Source>;
}

/**
 * Reads the Kubernetes objects of a YAML or JSON text, with the values that Kubernetes' own reader returns. Content
 * that it would reject or drop, or that other readers read differently, is a finding. Never throws.
 */
export function readManifests(text: string, file: string): ReadManifests {
  const source = new Source(file, text);
  const yaml: YamlDocument[] = [];
  const documents: ManifestDocument[] = [];
  const others: LocatedFinding[] = [];
  const chunks = splitChunks(source);
  // kubectl looks for JSON first, but not behind a byte order mark
  for (const chunk of chunks.length > 0 && /^[ \t\r\n]*\{/.test(text) ? withJson(chunks) : chunks) {
    const before = source.reported;
    const tree = checkCharacters(chunk, source) ? parseDocument(chunk, source) : undefined;
    const read = tree && new ValueReader(source, chunk, tree).readDocument();
    if (!read) continue;
    const document = new YamlDocument(source, read.value, read.place);
    const objects = toObjects(document);
    others.push(...objects.findings);
    if (source.reported > before) continue;
    yaml.push(document);
    for (const object of objects.documents) documents.push(object);
  }
  const { findings, reported, omitted } = source;
  const notes = omitted ? [omission({ file, ...omitted }, reported - findings.length)] : [];
  const unread = [...findings, ...notes].sort(byPosition);
  const all = [...unread, ...listedFindings(others.sort(byPosition))].sort(byPosition);
  return { yaml, documents, findings: all, unread, sources: new Map([[file, source]]) };
}

/** Marks the first document as JSON if it is, or divides it if it is several objects, each of which begins a line. */
function withJson([first, ...rest]: readonly Chunk[]): Chunk[] {
  const isJson = (text: string) => attempt(() => JSON.parse(text)) !== undefined;
  let { offset } = first;
  const texts = isJson(first.text) || rest.length > 0 ? [first.text] : first.text.split(/^(?=\{)/m);
  const chunks = texts.map(text => ({ text, offset: (offset += text.length) - text.length, isJson: true }));
  const objects = chunks.filter(({ text }) => text.trim() !== '');
  const areJson = objects.length <= MAX_DOCUMENTS && objects.every(({ text }) => isJson(text));
  return [...areJson ? objects : [first], ...rest];
}

/** The trees of the documents of a text that is not a manifest, without empty ones. Reports errors to the source. */
export function treesOf(source: Source): { readonly document: Document.Parsed; readonly chunk: Chunk }[] {
  return splitChunks(source).filter(chunk => checkCharacters(chunk, source)).flatMap(chunk => {
    const document = parseDocument(chunk, source);
    return document?.contents ? [{ document, chunk }] : [];
  });
}

/** The most documents that a file may have; each takes some memory, however small it is. */
export const MAX_DOCUMENTS = 200_000;

/**
 * Splits a text into documents as Kubernetes does: at every line that begins with `---`, whatever is around it. Reports
 * text on such a line, which would be dropped, or read as part of the document.
 */
function splitChunks(source: Source): Chunk[] {
  const { text } = source;
  const chunks: Chunk[] = [];
  let start = 0;
  let isReadable = true;
  for (const { index, 0: line } of text.matchAll(/^---.*\n?|(?![^])/gm)) {
    if (chunks.length >= MAX_DOCUMENTS) {
      source.report(index, found('manifest-too-large', '', { reason: 'documents', max: MAX_DOCUMENTS }));
      return [];
    }
    if (isReadable) chunks.push({ text: text.slice(start, index), offset: start });
    isReadable = /^(---[ \t]*([ \t]#.*)?\n?)?$/.test(line);
    if (!isReadable) source.report(index, found('yaml-document', '', { reason: 'separator-text' }));
    start = index + line.length;
  }
  return chunks;
}

/** Control characters, halves of surrogate pairs, and line breaks that only some readers of YAML recognize as such. */
const UNREADABLE = new RegExp(
  `[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]|${LONE_SURROGATE.source}`,
);

/** Whether a part of a text has only characters that all readers of YAML read alike. Reports the first other one. */
function checkCharacters(chunk: Chunk, source: Source): boolean {
  const odd = UNREADABLE.exec(chunk.text);
  if (!odd) return true;
  const character = `U+${odd[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  source.report(chunk.offset + odd.index, found('invalid-character', '', { reason: 'character', character }));
  return false;
}

/**
 * The most parts that one document may have: its words, marks and the space between them. The parser takes up to 600
 * bytes of memory for each. In manifests, one part stands for five characters or more.
 */
export const MAX_PARTS = 1_500_000;

/** Parses a document into a tree in which every scalar is a string; `undefined` if it is not YAML, which it reports. */
function parseDocument(chunk: Chunk, source: Source): Document.Parsed | undefined {
  const tree = tryToParse(chunk, new Lexer().lex(chunk.text));
  if (!Array.isArray(tree)) return tree;
  // only a second attempt, because with it mistakes would be reported at unhelpful positions
  const again = /["'[{]/.test(chunk.text) ? tryToParse(chunk, lexLeniently(chunk.text)) : tree;
  if (!Array.isArray(again)) return again;
  for (const { offset, findings } of tree) source.report(chunk.offset + offset, findings);
  return undefined;
}

/** Returns the tree, or the reasons why there is none. Numbers, tags and duplicate keys are examined afterwards. */
function tryToParse({ text, isJson }: Chunk, parts: Iterable<string>): Document.Parsed | SyntaxProblem[] {
  const tokens = tokenize(parts);
  if (!Array.isArray(tokens)) return [tokens];
  // a mark at which Kubernetes splits documents differently from the parser
  const [first, second] = tokens.filter(token => token.type === 'document');
  const end = first?.value ? undefined : tokens.find(token => token.type === 'doc-end');
  const directive = tokens.find(token => token.type === 'directive');
  const mark = directive ?? second ?? end;
  if (mark) {
    const reason = mark === directive ? 'directive' : mark === second ? 'after-end' : 'end-alone';
    return [{ offset: mark.offset, findings: found('yaml-document', '', { reason }) }];
  }
  const { stackTraceLimit } = Error;
  // there may be an error for each part of the text, and its stack trace takes more memory than all else
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
    const [document] = composer.compose(tokens, true, text.length);
    const mistakes = mistakesIn(document, text);
    if (mistakes.length === 0 && !isJson) mistakes.push(...tabsAsIndentation(document, text));
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
    if (deep && 'items' in deep) {
      return { offset: deep.offset, findings: found('yaml-too-deep', '', { reason: 'text', max: MAX_DEPTH }) };
    }
    if (++count > maxParts) {
      return { offset: parser.offset, findings: found('manifest-too-large', '', { reason: 'parts', max: maxParts }) };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/**
 * Lexes lines in brackets and in quotes whatever their indentation, as Kubernetes and most readers of YAML do. The
 * lexer ends a bracket or quote at a line that is not deeper than its key. There, another lexer goes on, as if the open
 * brackets or the quote began the text.
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

/** Finds tabs as indentation, also behind the mark of an entry, outside quotes and blocks of text. */
function tabsAsIndentation(document: Document.Parsed, text: string): SyntaxProblem[] {
  const lines = [...text.matchAll(/^ *(?:[-?:] +)*[-?:]?\t/gm)];
  const allowed: Scalar[] = [];
  if (lines.length === 0) return [];
  visit(document, { Scalar: (_, node) => void (node.type === 'PLAIN' || allowed.push(node)) });
  let next = 0;
  const odd = lines.map(({ index, 0: { length } }) => index + length - 1).filter(offset => {
    while (next < allowed.length && allowed[next].range![1] <= offset) next++;
    return next === allowed.length || offset < allowed[next].range![0];
  });
  return odd.slice(0, MOST_MISTAKES).map(offset => ({ offset, findings: syntax('tab') }));
}
