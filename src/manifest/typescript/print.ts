import { Call, Expression, ListLiteral, ObjectField, Statement } from './tree';
import { printable } from '../../findings/shown';

/** No line is longer, unless one text is. */
const WIDTH = 120;

/** A line that goes on: what stands in front of an expression on its line, and behind it. */
interface Line {
  readonly indent: number;
  readonly before: number;
  readonly after: number;
}

/** Statements, each on a line of its own, with space between those that do not belong together. */
export function printStatements(statements: readonly Statement[], indent: number): string {
  const space = ' '.repeat(indent);
  return statements.map(({ value, constant, comments, isNext, isReturn }, i) => {
    const start = isReturn ? 'return ' : constant === undefined ? '' : `const ${constant} = `;
    const above = comments.flatMap(comment => commentLines(comment, WIDTH - indent)).map(line => `${space}${line}\n`).join('');
    const code = `${space}${start}${print(value, { indent, before: indent + start.length, after: 1 })};\n`;
    return `${i === 0 || isNext ? '' : '\n'}${above}${code}`;
  }).join('');
}

function print(expression: Expression, line: Line): string {
  return flat(expression, WIDTH - line.before - line.after) ?? broken(expression, line);
}

/** The expression on one line, if it can stand there. */
export function oneLine(expression: Expression): string | undefined {
  return flat(expression, Infinity);
}

/** The expression on one line of that many characters, where it can stand there. */
function flat(expression: Expression, room: number): string | undefined {
  switch (expression.type) {
    case 'literal':
      return isBlock(expression.value) && linesOf(expression.value) > 2 ? undefined : fitting(literalText(expression.value), room);
    case 'name':
    case 'imported':
      return fitting(expression.name, room);
    case 'member':
      return flatAll([expression.of], ([of]) => `${of}.${expression.name}`, room);
    case 'spread':
      return flatAll([expression.of], ([of]) => `...${of}`, room);
    case 'list':
      return flatAll(expression.elements, texts => `[${texts.join(', ')}]`, room);
    case 'object':
      return flatObject(expression.fields, room);
    case 'call':
      return flatAll([expression.callee, ...expression.args], ([of, ...args]) => `${newOf(expression)}${of}(${args.join(', ')})`, room);
  }
}

function flatAll(expressions: readonly Expression[], join: (texts: string[]) => string, room: number): string | undefined {
  const texts: string[] = [];
  let left = room;
  for (const expression of expressions) {
    const text = flat(expression, left);
    if (text === undefined) return undefined;
    texts.push(text);
    left -= text.length;
  }
  return fitting(join(texts), room);
}

function flatObject(fields: readonly ObjectField[], room: number): string | undefined {
  if (fields.some(({ comment }) => comment !== undefined)) return undefined;
  if (fields.length === 0) return '{}';
  const inside = (values: string[]) => values.map((value, i) => `${propertyKey(fields[i].key)}: ${value}`).join(', ');
  return flatAll(fields.map(({ value }) => value), values => `{ ${inside(values)} }`, room);
}

function newOf({ isNew }: Pick<Call, 'isNew'>): string {
  return isNew ? 'new ' : '';
}

function fitting(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}

/** The expression on several lines, where it has parts that can stand on their own. */
function broken(expression: Expression, line: Line): string {
  switch (expression.type) {
    case 'literal':
      return isBlock(expression.value) ? template(expression.value) : literalText(expression.value);
    case 'list':
      return brokenList(expression, line);
    case 'object':
      return lines('{', expression.fields.map(field => printField(field, line.indent + 2)), '}', line);
    case 'call':
      return brokenCall(expression, line);
    default:
      return flat(expression, Infinity)!;
  }
}

function printField({ key, value, comment }: ObjectField, indent: number): string {
  const space = ' '.repeat(indent);
  const start = `${propertyKey(key)}: `;
  const above = comment === undefined ? '' : commentLines(comment, WIDTH - indent).map(line => `${line}\n${space}`).join('');
  return `${above}${start}${print(value, { indent, before: indent + start.length, after: 1 })}`;
}

function brokenList({ elements }: ListLiteral, line: Line): string {
  const [only] = elements;
  if (elements.length === 1 && isCollection(only)) return `[${broken(only, line)}]`;
  return lines('[', elements.map(element => printIndented(element, line)), ']', line);
}

/** What stands last goes on over the lines, where all before it stands on the first. */
function brokenCall({ callee, args, isNew }: Call, line: Line): string {
  const start = `${newOf({ isNew })}${flat(callee, Infinity) ?? broken(callee, line)}(`;
  if (args.length === 0) return `${start})`;
  const last = args[args.length - 1];
  const front = args.slice(0, -1).map(arg => flat(arg, WIDTH));
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

/** Whether a text has lines that are better seen one below the other. */
function isBlock(value: unknown): value is string {
  return typeof value === 'string' && /\n[^]/.test(value);
}

/** How many lines a text has. */
export function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

function literalText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return quoted(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

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
  const wrapped = commentLines(text.replaceAll('*/', '* /'), 115 - indent).map(line => line.slice('// '.length));
  if (wrapped.length === 1) return `${space}/** ${wrapped[0]} */\n`;
  return `${space}/**\n${wrapped.map(line => `${space} * ${line}\n`).join('')}${space} */\n`;
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
