import { ConstantOfFile, fileConstant, Names } from './names';
import { linesOf, oneLine } from './print';
import { Unit, withValues } from './statements';
import { Expression, ListLiteral, Statement, list, mapped, name, pieces } from './tree';

/** A string with more lines is always a constant. */
const LINES = 2;

/** A block that is shorter is as easy to read as a name. */
const SHORTEST = 30;

/** Extracts constants: long strings, and blocks that occur several times. */
export function withConstants(units: readonly Unit[], taken: readonly string[]): WithConstants {
  const repeats = new Repeats(units);
  const constants = new Map<string, Statement>();
  const names = new Names('_', taken);
  const extract = (expression: Expression, context: ConstantOfFile): Expression | undefined => {
    if (!repeats.isConstant(expression)) return undefined;
    const key = JSON.stringify(expression);
    let constant = constants.get(key);
    if (!constant) {
      const value = inside(expression, context);
      constant = { constant: fileConstant(names, context), value, comments: [] };
      constants.set(key, constant);
    }
    return name(constant.constant!);
  };
  const replace = (part: Expression, ...where: [string, string]) => extract(part, contextOf(part, ...where));
  const inside = (whole: Expression, { key, around }: ConstantOfFile): Expression =>
    mapped(whole, (part, ...where) => part === whole ? undefined : replace(part, ...where), key, around);
  const replaced = units.map(unit => withValues(unit, value => mapped(value, replace)));
  const runs = withRuns(replaced, names);
  return { units: runs.units, constants: [...constants.values(), ...runs.constants] };
}

/** Finds the blocks that occur several times, except those that occur only within such blocks. */
class Repeats {
  private chosen = new Set<string>();
  /** Elements that are repeated together with others. */
  private readonly ofRuns: ReadonlySet<string>;

  public constructor(private readonly units: readonly Unit[]) {
    this.ofRuns = elementsOfRuns(units);
    const counts = this.counts(() => false);
    this.chosen = this.worth(counts);
    // a block that occurs only in larger ones is not worth a constant
    this.chosen = this.worth(this.counts(key => this.chosen.has(key)));
  }

  public isConstant(expression: Expression): boolean {
    return isLongText(expression) || isBlock(expression) && this.chosen.has(JSON.stringify(expression));
  }

  /** How often each block occurs. Of a closed block, only the first occurrence is searched for others. */
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

/** The minimum number of elements in a run: two are as easy to read as a name. */
const FEWEST = 3;

/** Extracts constants from runs, which are consecutive elements that several lists share: `env: [{ … }, ...ENV]`. */
function withRuns(units: readonly Unit[], names: Names): WithConstants {
  const runs = chosenRuns(units);
  if (runs.size === 0) return { units, constants: [] };
  const constants = new Map<string, Statement>();
  const replace = (expression: Expression, key: string, around: string): Expression | undefined => {
    const parts = expression.type === 'list' ? partsOf(expression, runs) : [];
    if (!parts.some(isRun)) return undefined;
    const elements = parts.map((part): Expression => {
      if (!isRun(part)) return mapped(part, replace, key, around);
      const run = keyOf(part);
      const value = list(part);
      const constant = constants.get(run) ?? { constant: fileConstant(names, contextOf(value, key, around)), value, comments: [] };
      constants.set(run, constant);
      return { type: 'spread', of: name(constant.constant!) };
    });
    const [only] = elements;
    return elements.length === 1 && only.type === 'spread' ? only.of : list(elements);
  };
  return { units: units.map(unit => withValues(unit, value => mapped(value, replace))), constants: [...constants.values()] };
}

/** The keys of the elements of runs. */
function elementsOfRuns(units: readonly Unit[]): Set<string> {
  return new Set([...chosenRuns(units).values()].flatMap(run => run.map(element => JSON.stringify(element))));
}

type Run = readonly Expression[];

function isRun(part: Expression | Run): part is Run {
  return Array.isArray(part);
}

/** The runs of several lists, by their keys, except those that occur only in longer ones. */
function chosenRuns(units: readonly Unit[]): Map<string, Run> {
  const lists = listsIn(units);
  const found = commonRuns(lists);
  const uses = new Map<string, number>();
  for (const run of lists.flatMap(each => partsOf(each, found)).filter(isRun)) uses.set(keyOf(run), (uses.get(keyOf(run)) ?? 0) + 1);
  const isWorth = (key: string, run: Run) => (oneLine(list(run))?.length ?? 0) * ((uses.get(key) ?? 0) - 1) >= SAVED;
  return new Map([...found].filter(([key, run]) => isWorth(key, run)));
}

function listsIn(units: readonly Unit[]): ListLiteral[] {
  const lists: ListLiteral[] = [];
  const visit = (expression: Expression): undefined => {
    if (expression.type === 'list' && expression.elements.length >= FEWEST) lists.push(expression);
  };
  for (const { statements } of units) for (const { value } of statements) mapped(value, visit);
  return lists;
}

/** The runs that each list shares with the first list that has the same elements anywhere. */
function commonRuns(lists: readonly ListLiteral[]): Map<string, Run> {
  const runs = new Map<string, Run>();
  const firsts = new Map<string, { readonly elements: Run; readonly index: number }>();
  for (const { elements } of lists) {
    for (let index = 0; index + FEWEST <= elements.length; index++) {
      const start = elements.slice(index, index + FEWEST);
      if (!start.every(isRepeatable)) continue;
      const first = firsts.get(keyOf(start));
      if (!first) {
        firsts.set(keyOf(start), { elements, index });
      } else if (first.elements !== elements) {
        const run = common(first, { elements, index });
        runs.set(keyOf(run), run);
        index += run.length - 1;
      }
    }
  }
  return runs;
}

function common(a: { readonly elements: Run; readonly index: number }, b: typeof a): Run {
  let length = FEWEST;
  while (a.index + length < a.elements.length && b.index + length < b.elements.length
    && isRepeatable(b.elements[b.index + length])
    && keyOf([a.elements[a.index + length]]) === keyOf([b.elements[b.index + length]])) length++;
  return b.elements.slice(b.index, b.index + length);
}

/** The elements of a list, in which runs replace theirs: the longest run that begins with an element. */
function partsOf({ elements }: ListLiteral, runs: ReadonlyMap<string, Run>): (Expression | Run)[] {
  const lengths = [...new Set([...runs.values()].map(({ length }) => length))].sort((a, b) => b - a);
  const parts: (Expression | Run)[] = [];
  for (let index = 0; index < elements.length;) {
    const longest = lengths.map(length => elements.slice(index, index + length));
    const run = longest.find(each => each.every(isRepeatable) && runs.has(keyOf(each)));
    parts.push(run ?? elements[index]);
    index += run?.length ?? 1;
  }
  return parts;
}

function isRepeatable(expression: Expression): boolean {
  return expression.type === 'object' && isBlock(expression);
}

function keyOf(run: Run): string {
  return JSON.stringify(run);
}

/** Statements, and the constants of the file that they use. */
interface WithConstants {
  readonly units: readonly Unit[];
  readonly constants: readonly Statement[];
}

/** The minimum number of characters that a constant saves. */
const SAVED = 90;

/** The context after which a constant is named. */
function contextOf(expression: Expression, key: string, around: string): ConstantOfFile {
  const own = expression.type === 'object' ? expression.fields.find(field => field.key === 'name')?.value : undefined;
  return { key, around, own: own?.type === 'literal' && typeof own.value === 'string' ? own.value : undefined };
}

/** Whether an expression is data that is the same everywhere: without names and comments. */
function isBlock(expression: Expression): boolean {
  if (expression.type !== 'object' && expression.type !== 'list') return false;
  for (const piece of pieces(expression)) {
    if (piece.type === 'name' || piece.type === 'object' && piece.fields.some(({ comment }) => comment !== undefined)) return false;
  }
  return true;
}
