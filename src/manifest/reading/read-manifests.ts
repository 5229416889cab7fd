import type { Document } from 'yaml';
import { ManifestDocument, toObjects, YamlDocument } from './documents';
import { LocatedFinding, inOrder, listed, omission } from './located-finding';
import { parse } from './parse';
import { LONE_SURROGATE } from './scalar';
import { Chunk, Source } from './source';
import { ValueReader } from './value-reader';
import { found } from '../../findings/finding';
import { attempt } from '../../private/attempt';

/** The content of texts. */
export interface ReadManifests {
  /** The documents without errors, in order, whatever they hold. */
  readonly yaml: YamlDocument[];
  /** The objects in them, in order; those in a `List` one by one. */
  readonly documents: ManifestDocument[];
  /**
   * All findings, in the order of the text: about content that could not be read, and about values that are not objects. Of very many, the
   * first ones.
   */
  readonly findings: LocatedFinding[];
  /** The findings about content that could not be read. */
  readonly unread: LocatedFinding[];
  /** The texts, by file. */
  readonly sources: ReadonlyMap<string, Source>;
}

/**
 * Reads the Kubernetes objects of a YAML or JSON text, with the values that Kubernetes' own reader returns. Content that it would reject or
 * drop, or that other readers read differently, is a finding. Never throws.
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
    const tree = checkCharacters(chunk, source) ? parse(chunk, source) : undefined;
    const read = tree && new ValueReader(source, chunk, tree).readDocument();
    if (!read) continue;
    const document = new YamlDocument(source, read.value, read.place);
    const objects = toObjects(document);
    others.push(...objects.findings);
    if (source.reported > before) continue;
    yaml.push(document);
    for (const each of objects.documents) documents.push(each);
  }
  const { findings, reported, omitted } = source;
  const notes = omitted ? [omission({ file, ...omitted }, reported - findings.length)] : [];
  const unread = [...findings, ...notes].sort(inOrder);
  return {
    yaml, documents, findings: [...unread, ...listed(others.sort(inOrder))].sort(inOrder), unread, sources: new Map([[file, source]]),
  };
}

/** Marks the first document as JSON if it is, or divides it if it is several objects, each of which begins a line. */
function withJson([first, ...rest]: readonly Chunk[]): Chunk[] {
  const isJson = (text: string) => attempt(() => JSON.parse(text)) !== undefined;
  let { offset } = first;
  const texts = isJson(first.text) || rest.length > 0 ? [first.text] : first.text.split(/^(?=\{)/m);
  const chunks = texts.map(text => ({ text, offset: (offset += text.length) - text.length, isJson: true }));
  const objects = chunks.filter(({ text }) => text.trim() !== '');
  return [...objects.length <= MAX_DOCUMENTS && objects.every(({ text }) => isJson(text)) ? objects : [first], ...rest];
}

/** The trees of the documents of a text that is not a manifest, without empty ones. Syntax errors are reported to the source. */
export function treesOf(source: Source): { readonly document: Document.Parsed; readonly chunk: Chunk }[] {
  return splitChunks(source).filter(chunk => checkCharacters(chunk, source)).flatMap(chunk => {
    const document = parse(chunk, source);
    return document?.contents ? [{ document, chunk }] : [];
  });
}

/** The most documents that a file may have; each takes some memory, however small it is. */
export const MAX_DOCUMENTS = 200_000;

/**
 * Splits a text into documents as Kubernetes does before it reads them: at every line that begins with `---`, whatever is around it.
 * Reports text on such a line, which would be dropped, or read as part of the document.
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
const REFUSED = new RegExp(`[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]|${LONE_SURROGATE.source}`);

/** Whether a part of a text has only characters that all readers of YAML read alike. Reports the first other one. */
function checkCharacters(chunk: Chunk, source: Source): boolean {
  const refused = REFUSED.exec(chunk.text);
  if (!refused) return true;
  const character = `U+${refused[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  source.report(chunk.offset + refused.index, found('invalid-character', '', { reason: 'character', character }));
  return false;
}
