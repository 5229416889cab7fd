import { printable } from '../../../findings/printable';

/** What a text is not written with: it cannot be seen, it moves what stands beside it, or it ends a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as TypeScript writes it: nothing in it ends the text, or is anything but text. */
export function quoted(text: string): string {
  const quote = text.includes('\'') && !text.includes('"') ? '"' : '\'';
  const inside = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + inside.replace(UNSEEN, character => SHORT[character] ?? escaped(character)) + quote;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** The key of a property. */
export function propertyKey(key: string): string {
  // without brackets it would be the prototype
  if (key === '__proto__') return '[\'__proto__\']';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A comment on lines of its own, none longer than `width` unless a word is. */
export function commentLines(comment: string, width: number): string[] {
  const lines = [''];
  for (const word of printable(comment).split(' ').filter(each => each !== '')) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + 1 + word.length > width - 3) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map(line => `// ${line}`);
}
