import type { Chunk } from './chunks';
import type { Source } from './source';
import { found } from '../../findings/finding';

/** Control characters, halves of surrogate pairs, and line breaks that only some readers of YAML take for such. */
const REFUSED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether a part of a text has only characters that all readers of YAML take alike; the first other one is reported. */
export function checkCharacters(chunk: Chunk, source: Source): boolean {
  const refused = REFUSED.exec(chunk.text);
  if (!refused) return true;
  const character = `U+${refused[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  source.report(chunk.offset + refused.index, found('invalid-character', '', { reason: 'character', character }));
  return false;
}
