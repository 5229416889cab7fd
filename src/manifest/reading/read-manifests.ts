import { Aliases } from './aliases';
import { checkCharacters } from './characters';
import { Chunk, splitChunks } from './chunks';
import { readJson } from './json-reader';
import { listed, omission, stopped } from './limit';
import { inOrder, LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { toObjects } from './objects';
import { parse } from './parse';
import { offsetOf } from './place';
import type { Read } from './read';
import { MOST_FINDINGS, Source } from './source';
import { ValueReader } from './value-reader';
import { YamlDocument } from './yaml-document';
import type { ParametersOf } from '../../findings/finding';

/** What texts hold. */
export interface Manifests {
  /** The documents without errors, in order, whatever they hold. */
  readonly yaml: YamlDocument[];
  /** The objects in them, in order; those in a `List` one by one. */
  readonly documents: ManifestDocument[];
  /** All that is wrong: what could not be read, and what is no object; in the order of the text. Of very much the first part. */
  readonly findings: LocatedFinding[];
  /** Those among the findings because of which something could not be read. */
  readonly unread: LocatedFinding[];
  /** The texts, by file. */
  readonly sources: ReadonlyMap<string, Source>;
}

/**
 * Reads the Kubernetes objects of a text of YAML or JSON, with the values that Kubernetes' own reader gives. What it would
 * refuse, drop, or what other readers take for something else, is a finding. Never throws.
 */
export function readManifests(text: string, file: string): Manifests {
  const source = new Source(file, text);
  const yaml: YamlDocument[] = [];
  const documents: ManifestDocument[] = [];
  const others: LocatedFinding[] = [];
  const skipped: number[] = [];
  const found = () => source.reported + others.length;
  const chunks = splitChunks(source);
  for (const chunk of chunks) {
    if (found() >= MOST_FINDINGS) {
      if (chunk.text.trim() !== '') skipped.push(chunk.offset);
      continue;
    }
    for (const { value, place, isWhole } of readChunk(chunk, source, chunks)) {
      if (others.length >= MOST_FINDINGS) {
        skipped.push(offsetOf(place));
        continue;
      }
      const document = new YamlDocument(source, value, place);
      const objects = toObjects(document);
      append(others, objects.findings);
      if (!isWhole) continue;
      yaml.push(document);
      append(documents, objects.documents);
    }
  }
  const notes: LocatedFinding[] = [];
  if (source.omitted) notes.push(omission({ file, ...source.omitted }, source.reported - source.findings.length));
  if (skipped.length > 0) notes.push(stopped({ file, ...source.position(skipped[0]) }, unreadDocuments(skipped.length, found())));
  const unread = [...source.findings, ...notes].sort(inOrder);
  const findings = [...unread, ...listed(others.sort(inOrder))].sort(inOrder);
  return { yaml, documents, findings, unread, sources: new Map([[file, source]]) };
}

function unreadDocuments(count: number, found: number): ParametersOf<'reading-stopped'> {
  return count === 1 ? { reason: 'document', found } : { reason: 'documents', count, found };
}

/** The documents of a text. */
interface ReadDocument extends Read {
  /** Whether nothing of it was left out. */
  readonly isWhole: boolean;
}

function* readChunk(chunk: Chunk, source: Source, chunks: readonly Chunk[]): Generator<ReadDocument> {
  if (!checkCharacters(chunk, source)) return;
  const before = source.reported;
  // after several objects without a separator Kubernetes looks for no YAML
  const json = chunk === chunks[0] ? readJson(chunk, source, chunks.length === 1) : undefined;
  for (const read of json ?? readYaml(chunk, source)) yield { ...read, isWhole: source.reported === before };
}

function readYaml(chunk: Chunk, source: Source): Read[] {
  const tree = parse(chunk, source);
  if (!tree) return [];
  const reader = new ValueReader(source, chunk, new Aliases(tree, chunk.text));
  const read = reader.read(tree.contents);
  // an empty document, of comments say, or one of which nothing is left
  return read.value === null || reader.isTemplate ? [] : [read];
}

function append<T>(all: T[], more: readonly T[]): void {
  for (const each of more) all.push(each);
}
