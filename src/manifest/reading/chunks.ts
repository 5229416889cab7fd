import type { Source } from './source';
import { found } from '../../findings/finding';

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
