// The little of TypeScript that is written: each piece can be printed, and run.

/** A piece of code that has a value. */
export type Expression = Literal | ListLiteral | Spread | ObjectLiteral | Name | Imported | Member | Call;

interface Literal {
  readonly type: 'literal';
  readonly value: string | number | boolean | null;
}

export interface ListLiteral {
  readonly type: 'list';
  readonly elements: readonly Expression[];
}

/** The elements of another list, in a list. */
interface Spread {
  readonly type: 'spread';
  readonly of: Expression;
}

interface ObjectLiteral {
  readonly type: 'object';
  readonly fields: readonly ObjectField[];
}

/** A property of an object. */
export interface ObjectField {
  readonly key: string;
  readonly value: Expression;
  /** What is said of it, on lines of its own above. */
  readonly comment?: string;
}

/** A constant of the program, or `this`. */
interface Name {
  readonly type: 'name';
  readonly name: string;
}

/** What a module exports. */
export interface Imported {
  readonly type: 'imported';
  readonly module: string;
  readonly name: string;
}

interface Member {
  readonly type: 'member';
  readonly of: Expression;
  readonly name: string;
}

export interface Call {
  readonly type: 'call';
  readonly callee: Expression;
  readonly args: readonly Expression[];
  readonly isNew: boolean;
}

/** A line of a program: an expression, or a constant that has its value. */
export interface Statement {
  readonly value: Expression;
  /** The constant's name. */
  readonly constant?: string;
  /** What is said of it, a paragraph each, on lines of their own above. */
  readonly comments: readonly string[];
  /** Whether it belongs to the line above it. */
  readonly isNext?: boolean;
  /** Whether a method returns its value. */
  readonly isReturn?: boolean;
}

export const literal = (value: Literal['value']): Literal => ({ type: 'literal', value });
export const list = (elements: readonly Expression[]): ListLiteral => ({ type: 'list', elements });
export const objectLiteral = (fields: readonly ObjectField[]): ObjectLiteral => ({ type: 'object', fields });
export const name = (text: string): Name => ({ type: 'name', name: text });
export const imported = (module: string, exported: string): Imported => ({ type: 'imported', module, name: exported });
export const member = (of: Expression, text: string): Member => ({ type: 'member', of, name: text });
export const call = (callee: Expression, ...args: Expression[]): Call => ({ type: 'call', callee, args, isNew: false });
export const create = (type: Expression, ...args: Expression[]): Call => ({ type: 'call', callee: type, args, isNew: true });

/** What this library exports. */
export const oam = (exported: string): Imported => imported('cdk8s-oam', exported);

/** The construct that the code makes its own in. */
export const THIS = name('this');

/** What the code of a chart is given beside its scope and its id. */
export const PROPS = name('props');

/** Plain data as it is. */
export function data(value: any): Expression {
  if (Array.isArray(value)) return list(value.map(data));
  if (typeof value !== 'object' || value === null) return literal(value);
  return objectLiteral(Object.entries(value).map(([key, element]) => ({ key, value: data(element) })));
}

/**
 * An expression in which pieces are replaced by others. `replace` is asked for each piece, itself first, with the field that holds it and
 * the one around that; what is replaced is not looked into. An element of a list is in the singular of its field, an argument in its
 * function.
 */
export function mapped(
  expression: Expression, replace: (piece: Expression, key: string, around: string) => Expression | undefined, key = '', around = '',
): Expression {
  const replaced = replace(expression, key, around);
  if (replaced) return replaced;
  switch (expression.type) {
    case 'list':
      return list(expression.elements.map(element => mapped(element, replace, singular(key), around)));
    case 'object':
      return objectLiteral(expression.fields.map(field => ({ ...field, value: mapped(field.value, replace, field.key, key) })));
    case 'member':
    case 'spread':
      return { ...expression, of: mapped(expression.of, replace) };
    case 'call': {
      const { callee, args } = expression;
      const called = callee.type === 'imported' || callee.type === 'member' ? callee.name : '';
      return { ...expression, callee: mapped(callee, replace), args: args.map(arg => mapped(arg, replace, called)) };
    }
    default:
      return expression;
  }
}

function singular(text: string): string {
  return text.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

/** Every piece of an expression, itself first. */
export function* pieces(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* pieces(part);
}

/** The constants of the program that an expression uses, and `this`. */
export function namesIn(expression: Expression): string[] {
  return [...pieces(expression)].flatMap(piece => piece.type === 'name' ? piece.name : []);
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'list':
      return expression.elements;
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'member':
    case 'spread':
      return [expression.of];
    case 'call':
      return [expression.callee, ...expression.args];
    default:
      return [];
  }
}
