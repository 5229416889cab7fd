import * as cdk8s from 'cdk8s';
import { grouped } from '../../base/check';
import type { InProgram } from '../../base/definitions/type';
import { printable } from '../../base/findings/finding';
import { memo } from '../../base/memo';

// The small part of TypeScript that is generated. Each piece can be printed, and evaluated.

/** A piece of code that has a value. A name is that of a constant or a parameter, or `this`. */
export type Expression = NamedSymbol | Imported | Call
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'list'; readonly elements: readonly Expression[] }
  | { readonly type: 'object'; readonly fields: readonly ObjectField[] }
  | { readonly type: 'member'; readonly of: Expression; readonly name: string };

/** A property of an object, with a comment on lines of its own above. */
export interface ObjectField { readonly key: string; readonly value: Expression; readonly comment?: string }

export interface NamedSymbol { readonly type: 'name'; readonly name: string }

/** An export of a module. */
interface Imported { readonly type: 'imported'; readonly module: string; readonly name: string }

/** A call of a function or, with `isNew`, of a constructor. */
export interface Call {
  readonly type: 'call';
  readonly callee: Expression;
  readonly args: readonly Expression[];
  readonly isNew: boolean;
}

/** A statement of a program: an expression, or a constant with its value. */
export interface Statement {
  readonly value: Expression;
  readonly constant?: string;
  /** Comments on it, one paragraph each, on lines of their own above. */
  readonly comments: readonly string[];
  /** Whether it belongs to the line above it. */
  readonly isNext?: boolean;
}

export const literal = (value: string | number | boolean | null): Expression => ({ type: 'literal', value });
export const listLiteral = (elements: readonly Expression[]): Expression => ({ type: 'list', elements });
export const objectLiteral = (fields: readonly ObjectField[]): Expression => ({ type: 'object', fields });
export const identifier = (name: string): NamedSymbol => ({ type: 'name', name });
export const imported = (module: string, name: string): Imported => ({ type: 'imported', module, name });
export const member = (of: Expression, name: string): Expression => ({ type: 'member', of, name });
export const call = (callee: Expression, ...args: Expression[]): Call => ({ type: 'call', callee, args, isNew: false });
export const newCall = (type: Expression, ...args: Expression[]): Call => ({ ...call(type, ...args), isNew: true });

/** An export of this library. */
export const ofLibrary = (name: string): Imported => imported('cdk8s-oam', name);

/** The construct in which the code creates its own. */
export const THIS = identifier('this');

/** The props that the code of a chart receives beside its scope and its id. */
export const PROPS = identifier('props');

/** The code of plain data. */
export function data(value: any): Expression {
  if (Array.isArray(value)) return listLiteral(value.map(data));
  if (typeof value !== 'object' || value === null) return literal(value);
  return objectLiteral(Object.entries(value).map(([key, element]) => ({ key, value: data(element) })));
}

/** A value as it is, as a member of an enum, or as the call of a factory; `undefined` if none expresses it. */
export function inCode(value: unknown, inProgram: InProgram | undefined): Expression | undefined {
  if (!inProgram) return data(value);
  const { module, name, members, factory } = inProgram;
  const type = module ? imported(module, name) : ofLibrary(name);
  if (typeof factory === 'string') return call(member(type, factory), data(value));
  const given = factory?.(value);
  if (factory) return given && call(member(type, given.factory), literal(given.argument));
  const own = Object.keys(members!).find(each => members![each] === value);
  return own === undefined ? undefined : member(type, own);
}

/** The expressions of which an expression consists. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'list': return expression.elements;
    case 'object': return expression.fields.map(({ value }) => value);
    case 'member': return [expression.of];
    case 'call': return [expression.callee, ...expression.args];
    default: return [];
  }
}

/** All pieces of an expression, beginning with the expression itself. */
export function* pieces(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* pieces(part);
}

/** The exports of this library, by their names. */
export type Library = Readonly<Record<string, any>>;

/** The constants and parameters of a program, and its `this`. */
export type Constants = Map<string, unknown>;

/** The value of an expression. */
export function evaluate(expression: Expression, library: Library, constants: Constants = new Map()): any {
  const valueOf = (each: Expression) => evaluate(each, library, constants);
  switch (expression.type) {
    case 'literal': return expression.value;
    case 'name': return constants.get(expression.name);
    case 'imported': {
      if (expression.module === 'cdk8s-oam') return library[expression.name];
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const module = expression.module === 'cdk8s' ? cdk8s : require('cdk8s-plus-27');
      return module[expression.name];
    }
    case 'member': return valueOf(expression.of)[expression.name];
    case 'list': return expression.elements.map(valueOf);
    // here a key such as `__proto__` is an ordinary one
    case 'object': return Object.fromEntries(expression.fields.map(({ key, value }) => [key, valueOf(value)]));
    case 'call': {
      const { callee, isNew } = expression;
      const args = expression.args.map(valueOf);
      if (isNew) return Reflect.construct(valueOf(callee), args);
      const target = callee.type === 'member' ? valueOf(callee.of) : undefined;
      return Reflect.apply(callee.type === 'member' ? target[callee.name] : valueOf(callee), target, args);
    }
  }
}

/** The maximum length of a line; only a single string may exceed it. */
const WIDTH = 120;

/** Prints the imports of statements, and of other names in a file: packages before files. */
export function printImports(statements: readonly Statement[], others: readonly Imported[]): string {
  const used = statements.flatMap(({ value }) => [...pieces(value)].filter(piece => piece.type === 'imported'));
  const modules = grouped([...others, ...used], ({ module }) => [module]);
  const isFile = (module: string) => module.startsWith('.') ? 1 : 0;
  const sorted = [...modules].sort(([a], [b]) => isFile(a) - isFile(b) || (a < b ? -1 : 1));
  return sorted.map(([module, imports]) => {
    const names = [...new Set(imports.map(({ name }) => name))].sort();
    const line = `import { ${names.join(', ')} } from ${stringLiteral(module)};\n`;
    if (line.length <= WIDTH + 1) return line;
    return `import {\n${names.map(each => `  ${each},\n`).join('')}} from ${stringLiteral(module)};\n`;
  }).join('');
}

/** Prints statements, each on a line of its own, with blank lines between those that do not belong together. */
export function printStatements(statements: readonly Statement[], indent: number): string {
  const space = ' '.repeat(indent);
  return statements.map(({ value, constant, comments, isNext }, i) => {
    const start = constant === undefined ? '' : `const ${constant} = `;
    const lines = comments.flatMap(comment => commentLines(comment, WIDTH - indent));
    const above = lines.map(line => `${space}${line}\n`).join('');
    const code = printExpression(value, indent, indent + start.length);
    return `${i === 0 || isNext ? '' : '\n'}${above}${space}${start}${code};\n`;
  }).join('');
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

/** An expression after `before` characters of a line whose indentation is `indent`. A comma or a semicolon follows. */
function printExpression(expression: Expression, indent: number, before: number): string {
  const text = onOneLine(expression);
  return text !== undefined && before + text.length < WIDTH ? text : onSeveralLines(expression, indent, before);
}

/** The expression on one line; `undefined` if it needs several, or has more characters than a line. */
const onOneLine = memo((expression: Expression): string | undefined => {
  const parts = partsOf(expression).map(onOneLine);
  const text = parts.includes(undefined) ? undefined : flatText(expression, parts as readonly string[]);
  return text !== undefined && text.length <= WIDTH ? text : undefined;
});

/** An expression on one line, from its parts; `undefined` if it contains a comment or a text of several lines. */
function flatText(expression: Expression, parts: readonly string[]): string | undefined {
  switch (expression.type) {
    case 'literal': return isBlock(expression.value) ? undefined : literalText(expression.value);
    case 'member': return `${parts[0]}.${expression.name}`;
    case 'list': return `[${parts.join(', ')}]`;
    case 'object': {
      const { fields } = expression;
      if (fields.some(({ comment }) => comment !== undefined)) return undefined;
      const texts = fields.map(({ key }, i) => `${propertyName(key)}: ${parts[i]}`);
      return fields.length === 0 ? '{}' : `{ ${texts.join(', ')} }`;
    }
    case 'call': return `${expression.isNew ? 'new ' : ''}${parts[0]}(${parts.slice(1).join(', ')})`;
    default: return expression.name;
  }
}

/** The expression on several lines, if it has parts that can be on lines of their own. */
function onSeveralLines(expression: Expression, indent: number, before: number): string {
  const space = ' '.repeat(indent);
  const block = (start: string, parts: readonly Partial<ObjectField>[], end: string) => {
    const lines = parts.map(({ key, value, comment }) => {
      const name = key === undefined ? '' : `${propertyName(key)}: `;
      const comments = comment === undefined ? [] : commentLines(comment, WIDTH - indent - 2);
      const above = comments.map(each => `${space}  ${each}\n`).join('');
      return `${above}${space}  ${name}${printExpression(value!, indent + 2, indent + 2 + name.length)},\n`;
    });
    return parts.length === 0 ? `${start}${end}` : `${start}\n${lines.join('')}${space}${end}`;
  };
  const inLines = (values: readonly Expression[]) => values.map(value => ({ value }));
  switch (expression.type) {
    case 'literal': return literalText(expression.value);
    case 'member': return `${onSeveralLines(expression.of, indent, before)}.${expression.name}`;
    case 'list': {
      const { elements } = expression;
      const isAlone = elements.length === 1 && isCollection(elements[0]);
      return isAlone ? `[${onSeveralLines(elements[0], indent, before)}]` : block('[', inLines(elements), ']');
    }
    case 'object': return block('{', expression.fields, '}');
    case 'call': {
      // the last argument goes on below if all before it fit on the first line; or else each is on a line of its own
      const { callee, args, isNew } = expression;
      const start = `${isNew ? 'new ' : ''}${onOneLine(callee) ?? onSeveralLines(callee, indent, before)}(`;
      const [last] = args.slice(-1);
      const front = args.slice(0, -1).map(onOneLine);
      const text = start + front.map(arg => `${arg}, `).join('');
      const fits = !front.includes(undefined) && before + text.length < WIDTH;
      const goesOn = last && (isCollection(last) || args.length === 1 && last.type === 'call');
      if (fits && goesOn) return `${text}${onSeveralLines(last, indent, before + text.length)})`;
      return block(start, inLines(args), ')');
    }
    default: return expression.name;
  }
}

const isCollection = (expression: Expression) =>
  ['object', 'list'].includes(expression.type) && partsOf(expression).length > 0;

/** Whether a value is a string with more than two lines, which are easier to read one below the other. */
const isBlock = (value: unknown) => typeof value === 'string' && /\n[^]*\n[^]/.test(value);

/** A scalar as TypeScript writes it: long texts as template literals, and negative zero with its sign. */
function literalText(value: string | number | boolean | null): string {
  if (typeof value === 'string') return isBlock(value) ? templateLiteral(value) : stringLiteral(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The name of a property. */
function propertyName(key: string): string {
  // without brackets it would set the prototype
  if (key === '__proto__') return '[\'__proto__\']';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key);
}

/** Characters that are always escaped: they are invisible, move the text beside them, or end a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A string literal of TypeScript: nothing in the text ends the literal, or is interpreted as anything but text. */
export function stringLiteral(text: string): string {
  const quote = text.includes('\'') && !text.includes('"') ? '"' : '\'';
  const inside = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + inside.replace(UNSEEN, unicodeEscape) + quote;
}

/** A template literal for a text with several lines. */
function templateLiteral(text: string): string {
  const inside = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `\`${inside.replace(UNSEEN, character => character === '\n' ? character : unicodeEscape(character))}\``;
}

/** The escape sequence of a character: a short one such as `\n`, or else its code point in hexadecimal. */
function unicodeEscape(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return SHORT[character] ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`);
}
