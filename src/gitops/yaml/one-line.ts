import { OTHER_TYPE } from './other-types';
import { isSurelyPlain } from './plain-text';
import { doubleQuoted } from './quoted-text';
import { Remembered } from './remembered';

/** Control characters but tab and newline, those of C1, and halves of surrogate pairs: cdk8s always writes them in double quotes. */
export const UNPRINTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/u;

/**
 * What YAML takes for more than a text: by its beginning, by a dash or question mark of its own, as a key, with a comment, by its end. YAML 1.1's key
 * for merging, `<<`, is not among it: cdk8s writes it bare wherever it stands, though it means something.
 */
const STRUCTURE = /^[\t ,[\]{}#&*!|>'"%@`]|^[-?](?:[\t ]|$)|:[\t ]|[\t ]#|[\t :]$/;

// Texts that are looked at closely are few, and each comes many times: ports, versions, quantities, dates.
const written = new Remembered<string>(10_000);

/** How a key, or a value without line breaks, is written; nothing for a text of several lines. */
export function oneLine(text: string): string | undefined {
  if (isSurelyPlain(text)) return text;
  return written.get(text) ?? (text.includes('\n') ? undefined : written.keep(text, write(text)));
}

function write(text: string): string {
  if (UNPRINTED.test(text)) return doubleQuoted(text);
  if (!STRUCTURE.test(text) && !OTHER_TYPE.test(text)) return text;
  return text.includes('"') && !text.includes('\'') ? `'${text}'` : doubleQuoted(text);
}
