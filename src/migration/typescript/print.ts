import { Call, Expression, ObjectField, Statement } from './tree';
import { printable } from '../../base/findings/finding';
import { memo } from '../../base/memo';

/** The maximum length of a line; only a single string may exceed it. */
const WIDTH = 120;

/** The line of an expression: its indentation, and the number of characters before and after the expression. */
interface Line {
  readonly indent: number;
  readonly before: number;
  readonly after: number;
}

/** Prints statements, each on a line of its own, with blank lines between those that do not belong together. */
export function printStatements(statements: readonly Statement[], indent: number): string {
  const space = ' '.repeat(indent);
  return statements.map(({ value, constant, comments, isNext }, i) => {
    const start = constant === undefined ? '' : `const ${constant} = `;
    const above = comments.flatMap(comment => commentLines(comment, WIDTH - indent)).map(line => `${space}${line}\n`).join('');
    const code = `${space}${start}${print(value, { indent, before: indent + start.length, after: 1 })};\n`;
    return `${i === 0 || isNext ? '' : '\n'}${above}${code}`;
  }).join('');
}

function print(expression: Expression, line: Line): string {
  const text = flat(expression);
  return text !== undefined && text.length <= WIDTH - line.before - line.after ? text : broken(expression, line);
}

/** The expression on one line; `undefined` if it needs several, or has more characters than a line. */
const flat = memo((expression: Expression): string | undefined => {
  switch (expression.type) {
    case 'literal':
      return isBlock(expression.value) ? undefined : inLine(literalText(expression.value));
    case 'name':
    case 'imported':
      return expression.name;
    case 'member':
      return flatAll([expression.of], ([of]) => `${of}.${expression.name}`);
    case 'list':
      return flatAll(expression.elements, texts => `[${texts.join(', ')}]`);
    case 'object': {
      const { fields } = expression;
      if (fields.length === 0) return '{}';
      if (fields.some(({ comment }) => comment !== undefined)) return undefined;
      const inside = (texts: readonly string[]) => texts.map((text, i) => `${propertyKey(fields[i].key)}: ${text}`).join(', ');
      return flatAll(fields.map(({ value }) => value), texts => `{ ${inside(texts)} }`);
    }
    case 'call':
      return flatAll([expression.callee, ...expression.args], ([of, ...args]) => `${newOf(expression)}${of}(${args.join(', ')})`);
  }
});

function flatAll(expressions: readonly Expression[], join: (texts: readonly string[]) => string): string | undefined {
  const texts = expressions.map(flat);
  return texts.every(text => text !== undefined) ? inLine(join(texts)) : undefined;
}

function inLine(text: string): string | undefined {
  return text.length <= WIDTH ? text : undefined;
}

function newOf({ isNew }: Pick<Call, 'isNew'>): string {
  return isNew ? 'new ' : '';
}

/** The expression on several lines, if it has parts that can be on lines of their own. */
function broken(expression: Expression, line: Line): string {
  switch (expression.type) {
    case 'literal':
      return isBlock(expression.value) ? template(expression.value) : literalText(expression.value);
    case 'list': {
      const [only, ...others] = expression.elements;
      if (others.length === 0 && isCollection(only)) return `[${broken(only, line)}]`;
      return lines('[', expression.elements.map(element => printIndented(element, line)), ']', line);
    }
    case 'object':
      return lines('{', expression.fields.map(field => printField(field, line.indent + 2)), '}', line);
    case 'call':
      return brokenCall(expression, line);
    case 'member':
      return `${broken(expression.of, line)}.${expression.name}`;
    default:
      return expression.name;
  }
}

function printField({ key, value, comment }: ObjectField, indent: number): string {
  const space = ' '.repeat(indent);
  const start = `${propertyKey(key)}: `;
  const above = comment === undefined ? '' : commentLines(comment, WIDTH - indent).map(line => `${line}\n${space}`).join('');
  return `${above}${start}${print(value, { indent, before: indent + start.length, after: 1 })}`;
}

/**
 * Breaks the last argument over several lines if all before it fit on the first; otherwise puts each argument on a line
 * of its own.
 */
function brokenCall({ callee, args, isNew }: Call, line: Line): string {
  const start = `${newOf({ isNew })}${flat(callee) ?? broken(callee, line)}(`;
  if (args.length === 0) return `${start})`;
  const last = args[args.length - 1];
  const front = args.slice(0, -1).map(arg => flat(arg));
  const text = front.map(arg => `${arg}, `).join('');
  const fits = front.every(arg => arg !== undefined) && line.before + start.length + text.length < WIDTH;
  const goesOn = isCollection(last) || args.length === 1 && last.type === 'call';
  if (fits && goesOn) return `${start}${text}${broken(last, { ...line, before: line.before + start.length + text.length })})`;
  return lines(start, args.map(arg => printIndented(arg, line)), ')', line);
}

function printIndented(expression: Expression, { indent }: Line): string {
  return print(expression, { indent: indent + 2, before: indent + 2, after: 1 });
}

function lines(start: string, parts: readonly string[], end: string, { indent }: Line): string {
  if (parts.length === 0) return `${start}${end}`;
  const space = ' '.repeat(indent);
  return `${start}\n${parts.map(part => `${space}  ${part},\n`).join('')}${space}${end}`;
}

function isCollection(expression: Expression): boolean {
  return (expression.type === 'object' && expression.fields.length > 0) || (expression.type === 'list' && expression.elements.length > 0);
}

/** Whether a value is a string with more than two lines, which are easier to read one below the other. */
function isBlock(value: unknown): value is string {
  return typeof value === 'string' && /\n[^]*\n[^]/.test(value);
}

function literalText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return quoted(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Characters that are always escaped: they are invisible, move the text beside them, or end a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A string literal of TypeScript: nothing in the text ends the literal, or is interpreted as anything but text. */
export function quoted(text: string): string {
  const quote = text.includes('\'') && !text.includes('"') ? '"' : '\'';
  const inside = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + inside.replace(UNSEEN, character => SHORT[character] ?? escaped(character)) + quote;
}

/** A template literal for a text with several lines. */
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
  // without brackets it would set the prototype
  if (key === '__proto__') return '[\'__proto__\']';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A comment on lines of its own, none longer than `width` unless a word is. */
export function commentLines(comment: string, width: number): string[] {
  const wrapped = [''];
  for (const word of printable(comment).split(' ').filter(each => each !== '')) {
    const line = wrapped[wrapped.length - 1];
    if (line !== '' && line.length + 1 + word.length > width - 3) wrapped.push(word);
    else wrapped[wrapped.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return wrapped.map(line => `// ${line}`);
}
