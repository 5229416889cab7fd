import { printable } from '../../../findings/shown';

/** What a text is not written with: it cannot be seen, it moves what stands beside it, or it ends a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as TypeScript writes it: nothing in it ends the text, or is anything but text. */
export function quoted(text: string): string {
  const quote = text.includes('\'') && !text.includes('"') ? '"' : '\'';
  const inside = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + inside.replace(UNSEEN, character => SHORT[character] ?? escaped(character)) + quote;
}

/** A text with several lines, as it is read. */
export function template(text: string): string {
  const inside = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `\`${inside.replace(UNSEEN, character => character === '\n' ? character : SHORT[character] ?? escaped(character))}\``;
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

/** The documentation of a member, in one paragraph that nothing in it ends. */
export function documentation(text: string, indent: number): string {
  const space = ' '.repeat(indent);
  const lines = commentLines(text.replaceAll('*/', '* /'), 115 - indent).map(line => line.slice('// '.length));
  if (lines.length === 1) return `${space}/** ${lines[0]} */\n`;
  return `${space}/**\n${lines.map(line => `${space} * ${line}\n`).join('')}${space} */\n`;
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
