// The small part of TypeScript that is generated. Each piece can be printed, and run.

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
  /** A comment on it, on lines of its own above. */
  readonly comment?: string;
}

/** A constant of the program, or `this`. */
interface Name {
  readonly type: 'name';
  readonly name: string;
}

/** An export of a module. */
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

/** A statement of a program: an expression, or a constant with its value. */
export interface Statement {
  readonly value: Expression;
  /** The constant's name. */
  readonly constant?: string;
  /** Comments on it, one paragraph each, on lines of their own above. */
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

/** An export of this library. */
export const oam = (exported: string): Imported => imported('cdk8s-oam', exported);

/** The construct in which the code creates its own. */
export const THIS = name('this');

/** The props that the code of a chart receives beside its scope and its id. */
export const PROPS = name('props');

/** The code of plain data. */
export function data(value: any): Expression {
  if (Array.isArray(value)) return list(value.map(data));
  if (typeof value !== 'object' || value === null) return literal(value);
  return objectLiteral(Object.entries(value).map(([key, element]) => ({ key, value: data(element) })));
}

/**
 * Replaces pieces of an expression. `replace` is called for each piece, beginning with the expression itself, with the field that holds it
 * and the field around that. A replaced piece is not searched. The field of a list's element is the singular of the list's field, that of
 * an argument its function.
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

/** All pieces of an expression, beginning with the expression itself. */
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
