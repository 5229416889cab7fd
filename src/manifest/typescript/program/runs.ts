import { contextOf, isBlock, SAVED, WithConstants } from './blocks';
import { Unit } from './units';
import { FileConstants } from '../syntax/names';
import { oneLine } from '../syntax/print';
import { Expression, list, ListLiteral, mapped, name, Statement } from '../syntax/tree';

/** How many elements a run has at least: two are as easy to read as a name. */
const FEWEST = 3;

/** Makes constants of elements that several lists have in common, one after the other: `env: [{ … }, ...ENV]`. */
export function withRuns(units: readonly Unit[], names: FileConstants): WithConstants {
  const runs = chosenRuns(units);
  if (runs.size === 0) return { units, constants: [] };
  const constants = new Map<string, Statement>();
  const replace = (expression: Expression, key: string, around: string): Expression | undefined => {
    const parts = expression.type === 'list' ? partsOf(expression, runs) : [];
    if (!parts.some(isRun)) return undefined;
    const elements = parts.map((part): Expression => {
      if (!isRun(part)) return mapped(part, replace, key, around);
      const run = keyOf(part);
      const constant = constants.get(run) ?? { constant: names.take(contextOf(list(part), key, around)), value: list(part), comments: [] };
      constants.set(run, constant);
      return { type: 'spread', of: name(constant.constant!) };
    });
    const [only] = elements;
    return elements.length === 1 && only.type === 'spread' ? only.of : list(elements);
  };
  const statementsOf = ({ statements }: Unit) => statements.map(each => ({ ...each, value: mapped(each.value, replace) }));
  return { units: units.map(unit => ({ ...unit, statements: statementsOf(unit) })), constants: [...constants.values()] };
}

/** The elements of runs, by their keys. */
export function elementsOfRuns(units: readonly Unit[]): Set<string> {
  return new Set([...chosenRuns(units).values()].flatMap(run => run.map(element => JSON.stringify(element))));
}

type Run = readonly Expression[];

function isRun(part: Expression | Run): part is Run {
  return Array.isArray(part);
}

/** The runs of several lists by their keys, but for those that are in longer ones alone. */
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

/** What each list has in common with the first that has the same elements somewhere. */
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

/** The elements of a list, with its runs in their place: the longest that begins with an element. */
function partsOf({ elements }: ListLiteral, runs: ReadonlyMap<string, Run>): (Expression | Run)[] {
  const lengths = [...new Set([...runs.values()].map(({ length }) => length))].sort((a, b) => b - a);
  const parts: (Expression | Run)[] = [];
  for (let index = 0; index < elements.length;) {
    const run = lengths.map(length => elements.slice(index, index + length)).find(each => each.every(isRepeatable) && runs.has(keyOf(each)));
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
