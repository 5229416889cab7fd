import * as cdk8s from 'cdk8s';
import { Expression, Statement } from './tree';
import * as library from '../..';

/** The modules that the code may name. */
const MODULES: Readonly<Record<string, () => any>> = { 'cdk8s': () => cdk8s, 'cdk8s-plus-27': plus, 'cdk8s-oam': () => library };

/** Loaded only when it is named, because it is large. */
function plus(): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('cdk8s-plus-27');
}

/** The names that files of a project may import: no class of theirs has one of them. */
export const IMPORTED: ReadonlySet<string> = new Set([...Object.keys(cdk8s), ...Object.keys(library), 'Construct']);

/** The constants of a program, and its `this`. */
export type Constants = Map<string, unknown>;

/** Runs a statement as TypeScript would: returns its value, and stores its constant. */
export function runStatement({ value, constant }: Statement, constants: Constants): unknown {
  const result = run(value, constants);
  if (constant !== undefined) constants.set(constant, result);
  return result;
}

/** The value of an expression. */
export function run(expression: Expression, constants: Constants = new Map()): any {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      return constants.get(expression.name);
    case 'imported':
      return MODULES[expression.module]()[expression.name];
    case 'member':
      return run(expression.of, constants)[expression.name];
    case 'list':
      return expression.elements.flatMap(element => element.type === 'spread' ? run(element, constants) : [run(element, constants)]);
    case 'spread':
      return run(expression.of, constants);
    case 'object':
      // here a key such as `__proto__` is an ordinary one
      return Object.fromEntries(expression.fields.map(({ key, value }) => [key, run(value, constants)]));
    case 'call': {
      const { callee, isNew } = expression;
      const args = expression.args.map(arg => run(arg, constants));
      if (isNew) return Reflect.construct(run(callee, constants), args);
      const target = callee.type === 'member' ? run(callee.of, constants) : undefined;
      return Reflect.apply(target === undefined ? run(callee, constants) : target[(callee as { name: string }).name], target, args);
    }
  }
}
