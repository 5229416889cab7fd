import type { Source } from './source';
import { unsaid } from '../../findings/unsaid';

/** A part of a text between two lines `---`. */
export interface Chunk {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly offset: number;
}

/** How many documents a file may have; each takes some memory, however small it is. */
export const MAX_DOCUMENTS = 200_000;

/**
 * The documents of a text, cut as Kubernetes cuts them before it reads them: at every line that begins with `---`, whatever
 * is around it. Text on such a line would be dropped, or taken for a part of the document.
 */
export function splitChunks(source: Source): Chunk[] {
  const { text } = source;
  const chunks: Chunk[] = [];
  const add = (offset: number, end: number) => chunks.push({ text: text.slice(offset, end), offset });
  let start = 0;
  let readable = true;
  for (const { index, 0: line } of text.matchAll(/^---.*\n?/gm)) {
    if (readable) add(start, index);
    readable = /^---[ \t]*([ \t]#.*)?\n?$/.test(line);
    if (!readable) {
      const problem = 'has text on the line of a separator, which kubectl does not read as a part of the document';
      source.report(index, unsaid('yaml-document', problem, 'put \'---\' on a line of its own, or indent the line if it is no separator'));
    }
    start = index + line.length;
    if (chunks.length >= MAX_DOCUMENTS) return tooMany(index, source);
  }
  if (readable) add(start, text.length);
  return chunks;
}

function tooMany(offset: number, source: Source): Chunk[] {
  source.report(offset, unsaid('manifest-too-large', `has more than ${MAX_DOCUMENTS} documents`, 'divide it into several files'));
  return [];
}
