import type { Chunk } from './chunks';
import type { Source } from './source';
import { unsaid } from '../../findings/unsaid';

/** Control characters, halves of surrogate pairs, and line breaks that only some readers of YAML take for such. */
const REFUSED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether a part of a text has only characters that all readers of YAML take alike; the first other one is reported. */
export function checkCharacters(chunk: Chunk, source: Source): boolean {
  const found = REFUSED.exec(chunk.text);
  if (!found) return true;
  const name = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  source.report(chunk.offset + found.index, unsaid('invalid-character',
    `has the character ${name}, which not every reader of YAML takes`, 'leave it out, or write it as an escape in double quotes'));
  return false;
}
