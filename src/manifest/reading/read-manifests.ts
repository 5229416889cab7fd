import { Aliases } from './aliases';
import { checkCharacters } from './characters';
import { Chunk, splitChunks } from './chunks';
import { inOrder, LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { Objects, toObjects } from './objects';
import { parse } from './parse';
import { Source } from './source';
import { ValueReader } from './value-reader';
import { YamlDocument } from './yaml-document';

/** What texts hold. */
export interface Manifests {
  /** The documents without errors, in order, whatever they hold. */
  readonly yaml: YamlDocument[];
  /** The objects in them, in order; those in a `List` one by one. */
  readonly documents: ManifestDocument[];
  /** All that is wrong: what could not be read, and what is no object; in the order of the text. */
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
  const budget = { repeated: 0 };
  const read = splitChunks(source).flatMap((chunk, i) => readChunk(chunk, source, budget, i === 0 && isJson(chunk.text)));
  const whole = read.filter(({ isWhole }) => isWhole);
  return {
    yaml: whole.map(({ document }) => document),
    documents: whole.flatMap(({ objects }) => objects.documents),
    findings: [...source.findings, ...read.flatMap(({ objects }) => objects.findings)].sort(inOrder),
    unread: [...source.findings].sort(inOrder),
    sources: new Map([[file, source]]),
  };
}

interface ReadChunk {
  readonly document: YamlDocument;
  readonly objects: Objects;
  /** Whether nothing of it was left out. */
  readonly isWhole: boolean;
}

function readChunk(chunk: Chunk, source: Source, budget: { repeated: number }, json: boolean): ReadChunk[] {
  if (!checkCharacters(chunk, source)) return [];
  const before = source.findings.length;
  const tree = parse(chunk, source, json);
  if (!tree) return [];
  const { value, place } = new ValueReader(source, chunk, new Aliases(tree), budget, json).read(tree.contents, '');
  const wrong = source.findings.slice(before);
  // an empty document, of comments say, or one of which nothing is left
  if (value === null || wrong.some(({ code }) => code === 'templated-manifest')) return [];
  const document = new YamlDocument(source, value, place);
  return [{ document, objects: toObjects(document), isWhole: wrong.length === 0 }];
}

/** Kubernetes tries a text that begins with a brace as JSON first. */
function isJson(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
