import type { Path, Step } from '../../findings/path';
import { isObject } from '../../private/check';
import { grouped } from '../../private/grouped';
import { ordered } from '../../private/plain';

/** One difference between two values. */
export interface ValueChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The path in the value before; for an addition, in the value after. */
  readonly path: Path;
  /** The path in the value after, if it differs. */
  readonly pathAfter?: Path;
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * Set if the order of a list differs: the key that names its elements in `before` and `after`, which contain the elements that
   * both lists have. '' stands for their values.
   */
  readonly orderOf?: string;
}

/** All differences between two values of plain data. The order of keys does not matter. */
export function compareValues(before: unknown, after: unknown): ValueChange[] {
  const comparison = new Comparison();
  comparison.values(before, after);
  return comparison.changes;
}

class Comparison {
  public readonly changes: ValueChange[] = [];
  private readonly path: Step[] = [];
  private readonly pathAfter: Step[] = [];

  public values(before: unknown, after: unknown): void {
    if (before === after) return;
    if (isObject(before) && isObject(after)) return this.maps(before, after);
    if (Array.isArray(before) && Array.isArray(after)) return this.lists(before, after);
    this.changes.push({ kind: 'changed', ...this.paths(), before, after });
  }

  private maps(before: Record<string, unknown>, after: Record<string, unknown>): void {
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) this.within(key, key, before[key], after[key]);
      else this.removed(key, before[key]);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) this.added(key, after[key]);
    }
  }

  private lists(before: readonly unknown[], after: readonly unknown[]): void {
    const { pairs, reorderedBy } = pairElements(before, after);
    const [from, to] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
    if (reorderedBy !== undefined) {
      const [names, namesAfter] = [
        [...from].sort((a, b) => a - b).map(i => elementName(before[i], reorderedBy)),
        pairs.map(([, j]) => elementName(after[j], reorderedBy)),
      ];
      this.changes.push({ kind: 'changed', ...this.paths(), before: names, after: namesAfter, orderOf: reorderedBy });
    }
    before.forEach((element, i) => from.has(i) || this.removed(i, element));
    for (const [i, j] of pairs) this.within(i, j, before[i], after[j]);
    after.forEach((element, j) => to.has(j) || this.added(j, element));
  }

  private within(step: Step, stepAfter: Step, before: unknown, after: unknown): void {
    this.path.push(step);
    this.pathAfter.push(stepAfter);
    this.values(before, after);
    this.path.pop();
    this.pathAfter.pop();
  }

  private removed(step: Step, before: unknown): void {
    this.changes.push({ kind: 'removed', path: [...this.path, step], before });
  }

  private added(step: Step, after: unknown): void {
    this.changes.push({ kind: 'added', path: [...this.pathAfter, step], after });
  }

  private paths(): Pick<ValueChange, 'path' | 'pathAfter'> {
    const [path, pathAfter] = [[...this.path], [...this.pathAfter]];
    return path.every((step, i) => step === pathAfter[i]) ? { path } : { path, pathAfter };
  }
}

/** The indexes of an element before and after. */
type IndexPair = readonly [before: number, after: number];

/**
 * Keys that name the elements of lists in Kubernetes, its operators and OAM. The first with distinct values in all elements applies. A host
 * is none: the rule of an Ingress for another host is still the same rule.
 */
const KEYS = [
  'name', 'containerPort', 'port', 'mountPath', 'devicePath', 'key', 'componentName', 'trait.kind', 'metadata.name', 'path', 'topologyKey',
  'ip', 'type', 'uid', 'id',
];

/**
 * Pairs the elements of two lists by their names or, without names, by their values, in the order of the list after. If the order
 * differs, `reorderedBy` is the key of their names, or '' for their values.
 */
function pairElements(before: readonly unknown[], after: readonly unknown[]) {
  for (const key of KEYS) {
    const [from, to] = [namesIn(before, key), namesIn(after, key)];
    if (from && to) return withOrder(pairAlike(from, to), key);
  }
  const [from, to] = [before.map(canonical), after.map(canonical)];
  const alike = pairAlike(from, to);
  const isTurned = from.length === to.length && alike.length === to.length;
  return withOrder(isTurned ? alike : fillGaps(align(from, to), from.length, to.length), '');
}

function withOrder(pairs: readonly IndexPair[], key: string) {
  const isReordered = pairs.some(([i], at) => at > 0 && i < pairs[at - 1][0]);
  return { pairs, reorderedBy: isReordered ? key : undefined };
}

/** An element's value for a key such as `trait.kind`, or the element itself for ''. */
function elementName(element: unknown, key: string): unknown {
  if (key === '') return element;
  return key.split('.').reduce<unknown>((value, step) => isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined, element);
}

/** The names of all elements; `undefined` if one has no name or two have the same name. */
function namesIn(list: readonly unknown[], key: string): unknown[] | undefined {
  const names = new Set<unknown>();
  for (const element of list) {
    const name = elementName(element, key);
    if (typeof name !== 'string' && typeof name !== 'number' || names.has(name)) return undefined;
    names.add(name);
  }
  return [...names];
}

/** Pairs equal elements of two lists, each with the first one that is left, in the order of the list after. */
export function pairAlike(before: readonly unknown[], after: readonly unknown[]): IndexPair[] {
  const places = grouped([...before.keys()], i => [before[i]]);
  // reversed, so that `pop` returns the first index
  places.forEach(each => each.reverse());
  return after.flatMap((each, j): IndexPair[] => {
    const i = places.get(each)?.pop();
    return i === undefined ? [] : [[i, j]];
  });
}

/** Pairs the elements between two pairs one by one: they count as changed rather than as removed and added. */
function fillGaps(pairs: readonly IndexPair[], before: number, after: number): IndexPair[] {
  const all: IndexPair[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...pairs, [before, after] as const]) {
    while (i < nextI && j < nextJ) all.push([i++, j++]);
    if (nextI < before) all.push([nextI, nextJ]);
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return all;
}

/** The maximum number of pairs of elements to compare. With more, the differing part of the lists is not aligned. */
const MOST_PAIRS = 4_000_000;

/** The longest common subsequence of two lists. */
export function align(before: readonly string[], after: readonly string[]): IndexPair[] {
  let start = 0;
  let [end, endAfter] = [before.length, after.length];
  while (start < Math.min(end, endAfter) && before[start] === after[start]) start++;
  while (start < Math.min(end, endAfter) && before[end - 1] === after[endAfter - 1]) [end, endAfter] = [end - 1, endAfter - 1];
  return [
    ...Array.from({ length: start }, (_, i): IndexPair => [i, i]),
    ...alignMiddle(before.slice(start, end), after.slice(start, endAfter)).map(([i, j]): IndexPair => [start + i, start + j]),
    ...Array.from({ length: before.length - end }, (_, i): IndexPair => [end + i, endAfter + i]),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[]): IndexPair[] {
  if (before.length * after.length > MOST_PAIRS) return [];
  const width = after.length + 1;
  // the length of the common subsequence that starts at each pair of indexes
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      common[at] = before[i] === after[j] ? common[at + width + 1] + 1 : Math.max(common[at + width], common[at + 1]);
    }
  }
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) pairs.push([i++, j++]);
    else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) i++;
    else j++;
  }
  return pairs;
}

/** A string that is the same for equal values, regardless of the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value, true));
}
