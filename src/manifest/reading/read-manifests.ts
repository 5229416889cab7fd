import type { Document } from 'yaml';
import { ManifestDocument, toObjects, YamlDocument } from './documents';
import { readJson } from './json-reader';
import { LocatedFinding, inOrder, listed, omission } from './located-finding';
import { parse } from './parse';
import { LONE_SURROGATE } from './scalar';
import { Chunk, Source, Read } from './source';
import { ValueReader } from './value-reader';
import { found } from '../../findings/finding';

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
  for (const chunk of chunks) {
    for (const { value, place, isWhole } of readChunk(chunk, source, chunks)) {
      const document = new YamlDocument(source, value, place);
      const objects = toObjects(document);
      append(others, objects.findings);
      if (!isWhole) continue;
      yaml.push(document);
      append(documents, objects.documents);
    }
  }
  const notes = source.omitted ? [omission({ file, ...source.omitted }, source.reported - source.findings.length)] : [];
  const unread = [...source.findings, ...notes].sort(inOrder);
  const findings = [...unread, ...listed(others.sort(inOrder))].sort(inOrder);
  return { yaml, documents, findings, unread, sources: new Map([[file, source]]) };
}

/** A document of a text. */
interface ReadDocument extends Read {
  /** Whether all of it was read. */
  readonly isWhole: boolean;
}

function* readChunk(chunk: Chunk, source: Source, chunks: readonly Chunk[]): Generator<ReadDocument> {
  if (!checkCharacters(chunk, source)) return;
  const before = source.reported;
  // Kubernetes does not look for YAML after several JSON objects without a separator
  const json = chunk === chunks[0] ? readJson(chunk, source, chunks.length === 1) : undefined;
  for (const read of json ?? readYaml(chunk, source)) yield { ...read, isWhole: source.reported === before };
}

/** The tree of a document, in which every scalar is a string, and the part of the text that it was parsed from. */
export interface YamlTree {
  readonly document: Document.Parsed;
  readonly chunk: Chunk;
}

/** The documents of a text that is not a manifest, without empty ones. Syntax errors are reported to the source. */
export function treesOf(source: Source): YamlTree[] {
  return splitChunks(source).filter(chunk => checkCharacters(chunk, source)).flatMap(chunk => {
    const document = parse(chunk, source);
    return document?.contents ? [{ document, chunk }] : [];
  });
}

function readYaml(chunk: Chunk, source: Source): Read[] {
  const document = parse(chunk, source);
  const read = document && new ValueReader(source, chunk, document).readDocument();
  return read ? [read] : [];
}

function append<T>(all: T[], more: readonly T[]): void {
  for (const each of more) all.push(each);
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
  const add = (offset: number, end: number) => chunks.push({ text: text.slice(offset, end), offset });
  let start = 0;
  let readable = true;
  for (const { index, 0: line } of text.matchAll(/^---.*\n?/gm)) {
    if (readable) add(start, index);
    readable = /^---[ \t]*([ \t]#.*)?\n?$/.test(line);
    if (!readable) source.report(index, found('yaml-document', '', { reason: 'separator-text' }));
    start = index + line.length;
    if (chunks.length >= MAX_DOCUMENTS) return tooMany(index, source);
  }
  if (readable) add(start, text.length);
  return chunks;
}

function tooMany(offset: number, source: Source): Chunk[] {
  source.report(offset, found('manifest-too-large', '', { reason: 'documents', max: MAX_DOCUMENTS }));
  return [];
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
