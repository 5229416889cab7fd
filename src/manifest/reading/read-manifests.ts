import { Aliases } from './aliases';
import { checkCharacters } from './characters';
import { Chunk, splitChunks } from './chunks';
import { readJson } from './json-reader';
import { inOrder, LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { toObjects } from './objects';
import { parse } from './parse';
import type { Read } from './read';
import { MOST_FINDINGS, Source } from './source';
import { ValueReader } from './value-reader';
import { YamlDocument } from './yaml-document';

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
  for (const { value, place, isWhole } of readSource(source)) {
    const document = new YamlDocument(source, value, place);
    const objects = toObjects(document);
    append(others, objects.findings.slice(0, MOST_FINDINGS - others.length));
    if (!isWhole) continue;
    yaml.push(document);
    append(documents, objects.documents);
  }
  const unread = [...source.findings].sort(inOrder);
  return { yaml, documents, findings: [...unread, ...others].sort(inOrder), unread, sources: new Map([[file, source]]) };
}

/** The documents of a text. */
interface ReadDocument extends Read {
  /** Whether nothing of it was left out. */
  readonly isWhole: boolean;
}

function* readSource(source: Source): Generator<ReadDocument> {
  const chunks = splitChunks(source);
  const budget = { repeated: 0 };
  for (const chunk of chunks) {
    if (!checkCharacters(chunk, source)) continue;
    const before = source.reported;
    // after several objects without a separator Kubernetes looks for no YAML
    const json = chunk === chunks[0] ? readJson(chunk, source, chunks.length === 1) : undefined;
    for (const read of json ?? readYaml(chunk, source, budget)) yield { ...read, isWhole: source.reported === before };
  }
}

function readYaml(chunk: Chunk, source: Source, budget: { repeated: number }): Read[] {
  const tree = parse(chunk, source);
  if (!tree) return [];
  const reader = new ValueReader(source, chunk, new Aliases(tree, chunk.text), budget);
  const read = reader.read(tree.contents, '');
  // an empty document, of comments say, or one of which nothing is left
  return read.value === null || reader.isTemplate ? [] : [read];
}

function append<T>(all: T[], more: readonly T[]): void {
  for (const each of more) all.push(each);
}
