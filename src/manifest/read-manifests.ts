import { Aliases } from './aliases';
import { checkCharacters } from './characters';
import { Chunk, splitChunks } from './chunks';
import type { LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { toDocuments } from './objects';
import { parse } from './parse';
import { Source } from './source';
import { ValueReader } from './value-reader';

/** What a text holds. */
export interface Manifests {
  /** The objects without errors, in order; those in a `List` one by one. */
  readonly documents: ManifestDocument[];
  /** All that is wrong, in the order of the text. */
  readonly findings: LocatedFinding[];
}

/**
 * Reads the Kubernetes objects of a text of YAML or JSON, with the values that Kubernetes' own reader gives. What it would
 * refuse, drop, or what other readers take for something else, is a finding. Never throws.
 */
export function readManifests(text: string, file: string): Manifests {
  const source = new Source(file, text);
  const budget = { repeated: 0 };
  const documents = splitChunks(source).flatMap((chunk, i) => readChunk(chunk, source, budget, i === 0 && isJson(chunk.text)));
  return { documents, findings: source.sorted() };
}

function readChunk(chunk: Chunk, source: Source, budget: { repeated: number }, json: boolean): ManifestDocument[] {
  if (!checkCharacters(chunk, source)) return [];
  const before = source.findings.length;
  const document = parse(chunk, source, json);
  if (!document) return [];
  const read = new ValueReader(source, chunk, new Aliases(document), budget, json).read(document.contents, '');
  const wrong = source.findings.slice(before);
  // an empty document, of comments say, or one of which nothing is left
  if (read.value === null) return [];
  if (wrong.some(({ code }) => code === 'templated-manifest')) return [];
  const documents = toDocuments(source, read);
  return wrong.length === 0 ? documents : [];
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
