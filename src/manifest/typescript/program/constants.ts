import { contextOf, isBlock, SAVED, WithConstants } from './blocks';
import { elementsOfRuns, withRuns } from './runs';
import { Unit } from './units';
import { ConstantOfFile, FileConstants } from '../syntax/names';
import { linesOf, oneLine } from '../syntax/print';
import { Expression, mapped, name, Statement } from '../syntax/tree';

/** A text of more lines stands by itself. */
const LINES = 2;

/** A block that is shorter is as easy to read as a name. */
const SHORTEST = 30;

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
  const runs = withRuns(replaced, names);
  return { units: runs.units, constants: [...constants.values(), ...runs.constants] };
}

/** Counts the blocks that are there several times, but not what is only in such blocks. */
class Repeats {
  private chosen = new Set<string>();
  /** What is repeated together with others. */
  private readonly ofRuns: ReadonlySet<string>;

  public constructor(private readonly units: readonly Unit[]) {
    this.ofRuns = elementsOfRuns(units);
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
    return new Set([...counts].filter(([key, each]) => isWorth(each) && !this.ofRuns.has(key)).map(([key]) => key));
  }
}

function isLongText(expression: Expression): boolean {
  return expression.type === 'literal' && typeof expression.value === 'string' && linesOf(expression.value) > LINES;
}
