// The small part of TypeScript that is generated. Each piece can be printed, and run.

/** A piece of code that has a value. A name is that of a constant or a parameter, or `this`. */
export type Expression = NamedSymbol | Imported | Call
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'list'; readonly elements: readonly Expression[] }
  | { readonly type: 'object'; readonly fields: readonly ObjectField[] }
  | { readonly type: 'member'; readonly of: Expression; readonly name: string };

/** A property of an object. */
export interface ObjectField {
  readonly key: string;
  readonly value: Expression;
  /** A comment on it, on lines of its own above. */
  readonly comment?: string;
}

export interface NamedSymbol {
  readonly type: 'name';
  readonly name: string;
}

/** An export of a module. */
export interface Imported {
  readonly type: 'imported';
  readonly module: string;
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
}

export const literal = (value: string | number | boolean | null): Expression => ({ type: 'literal', value });
export const list = (elements: readonly Expression[]): Expression => ({ type: 'list', elements });
export const objectLiteral = (fields: readonly ObjectField[]): Expression => ({ type: 'object', fields });
export const name = (text: string): NamedSymbol => ({ type: 'name', name: text });
export const imported = (module: string, exported: string): Imported => ({ type: 'imported', module, name: exported });
export const member = (of: Expression, text: string): Expression => ({ type: 'member', of, name: text });
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

/** All pieces of an expression, beginning with the expression itself. */
export function* pieces(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* pieces(part);
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'list':
      return expression.elements;
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'member':
      return [expression.of];
    case 'call':
      return [expression.callee, ...expression.args];
    default:
      return [];
  }
}
