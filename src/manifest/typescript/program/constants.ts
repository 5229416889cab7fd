import { Unit } from './units';
import { ConstantOfFile, FileConstants } from '../syntax/names';
import { linesOf, oneLine } from '../syntax/print';
import { Expression, mapped, name, pieces, Statement } from '../syntax/tree';

/** Statements, and the constants of the file that they use. */
export interface WithConstants {
  readonly units: readonly Unit[];
  readonly constants: readonly Statement[];
}

/** A text of more lines stands by itself. */
const LINES = 2;

/** A block that is shorter is as easy to read as a name. */
const SHORTEST = 30;

/** How many characters are saved at least. */
const SAVED = 80;

/** Makes constants of long texts, and of blocks that are there several times. */
export function withConstants(units: readonly Unit[], taken: readonly string[]): WithConstants {
  const repeats = new Repeats(units);
  const constants = new Map<string, Statement>();
  const names = new FileConstants(taken);
  const extract = (expression: Expression, context: ConstantOfFile): Expression | undefined => {
    if (!repeats.isConstant(expression)) return undefined;
    const key = JSON.stringify(expression);
    let constant = constants.get(key);
    if (!constant) {
      const value = inside(expression, context);
      constant = { constant: names.take(context), value, comments: [] };
      constants.set(key, constant);
    }
    return name(constant.constant!);
  };
  const inside = (expression: Expression, context: ConstantOfFile): Expression =>
    mapped(expression, (part, ...where) => part === expression ? undefined : extract(part, contextOf(part, ...where)), context.key, context.around);
  const replaced = units.map(unit => ({
    ...unit,
    statements: unit.statements.map(each => ({ ...each, value: mapped(each.value, (part, ...where) => extract(part, contextOf(part, ...where))) })),
  }));
  return { units: replaced, constants: [...constants.values()] };
}

function contextOf(expression: Expression, key: string, around: string): ConstantOfFile {
  const own = expression.type === 'object' ? expression.fields.find(field => field.key === 'name')?.value : undefined;
  return { key, around, own: own?.type === 'literal' && typeof own.value === 'string' ? own.value : undefined };
}

/** Counts the blocks that are there several times, but not what is only in such blocks. */
class Repeats {
  private chosen = new Set<string>();

  public constructor(private readonly units: readonly Unit[]) {
    const counts = this.counts(() => false);
    this.chosen = this.worth(counts);
    // a block that is in larger ones alone is not worth a constant
    this.chosen = this.worth(this.counts(key => this.chosen.has(key)));
  }

  public isConstant(expression: Expression): boolean {
    return isLongText(expression) || isBlock(expression) && this.chosen.has(JSON.stringify(expression));
  }

  /** How often each block is there; of blocks that are closed, only the first is looked into. */
  private counts(isClosed: (key: string) => boolean): Map<string, { count: number; length: number }> {
    const counts = new Map<string, { count: number; length: number }>();
    const visit = (expression: Expression): Expression | undefined => {
      if (!isBlock(expression)) return undefined;
      const key = JSON.stringify(expression);
      const known = counts.get(key);
      counts.set(key, { count: (known?.count ?? 0) + 1, length: known?.length ?? oneLine(expression)?.length ?? 0 });
      return known && isClosed(key) ? expression : undefined;
    };
    for (const { statements } of this.units) for (const { value } of statements) mapped(value, visit);
    return counts;
  }

  private worth(counts: ReadonlyMap<string, { count: number; length: number }>): Set<string> {
    const isWorth = ({ count, length }: { count: number; length: number }) => length >= SHORTEST && length * (count - 1) >= SAVED;
    return new Set([...counts].filter(([, each]) => isWorth(each)).map(([key]) => key));
  }
}

function isLongText(expression: Expression): boolean {
  return expression.type === 'literal' && typeof expression.value === 'string' && linesOf(expression.value) > LINES;
}

/** Data that is the same wherever it stands. */
function isBlock(expression: Expression): boolean {
  if (expression.type !== 'object' && expression.type !== 'list') return false;
  for (const piece of pieces(expression)) {
    if (piece.type === 'name' || piece.type === 'object' && piece.fields.some(({ comment }) => comment !== undefined)) return false;
  }
  return true;
}
