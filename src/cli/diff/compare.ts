import { canonical } from './canonical';
import type { Path, Step } from '../../findings/path';
import { isObject } from '../../private/check';

/** One thing that differs between two values. */
export interface ValueChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Where it is in the value before, and for what was added, in the value after. */
  readonly path: Path;
  /** Where it is in the value after, if that is another place. */
  readonly pathAfter?: Path;
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * Given where the order of a list differs: by what its elements are told in `before` and `after`, which hold those that
   * are in both. '' stands for their values.
   */
  readonly orderOf?: string;
}

/** All that differs between two values of plain data, in whichever order their keys stand. */
export function compareValues(before: unknown, after: unknown): ValueChange[] {
  const comparison = new Comparison();
  comparison.values(before, after);
  return comparison.changes;
}

class Comparison {
  public readonly changes: ValueChange[] = [];
  private readonly path: Step[] = [];
  private readonly pathAfter: Step[] = [];
  /** How many of the elements around have another index after. */
  private shifted = 0;

  public values(before: unknown, after: unknown): void {
    if (before === after) return;
    if (isObject(before) && isObject(after)) return this.maps(before, after);
    if (Array.isArray(before) && Array.isArray(after)) return this.lists(before, after);
    this.changes.push({ kind: 'changed', ...this.paths(), before, after });
  }

  private maps(before: Record<string, unknown>, after: Record<string, unknown>): void {
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) this.within(key, key, () => this.values(before[key], after[key]));
      else this.removed(key, before[key]);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) this.added(key, after[key]);
    }
  }

  private lists(before: readonly unknown[], after: readonly unknown[]): void {
    const { pairs, removed, added, reorderedBy } = pairElements(before, after);
    if (reorderedBy !== undefined) {
      const told = [...pairs].sort(([a], [b]) => a - b).map(([i]) => keyOf(before[i], reorderedBy));
      this.changes.push({ kind: 'changed', ...this.paths(), before: told, after: pairs.map(([, j]) => keyOf(after[j], reorderedBy)), orderOf: reorderedBy });
    }
    for (const i of removed) this.removed(i, before[i]);
    for (const [i, j] of pairs) this.within(i, j, () => this.values(before[i], after[j]));
    for (const j of added) this.added(j, after[j]);
  }

  private within(step: Step, stepAfter: Step, compare: () => void): void {
    const shift = step === stepAfter ? 0 : 1;
    this.path.push(step);
    this.pathAfter.push(stepAfter);
    this.shifted += shift;
    compare();
    this.path.pop();
    this.pathAfter.pop();
    this.shifted -= shift;
  }

  private removed(step: Step, before: unknown): void {
    this.changes.push({ kind: 'removed', path: [...this.path, step], before });
  }

  private added(step: Step, after: unknown): void {
    this.changes.push({ kind: 'added', path: [...this.pathAfter, step], after });
  }

  private paths(): Pick<ValueChange, 'path' | 'pathAfter'> {
    return { path: [...this.path], ...this.shifted > 0 ? { pathAfter: [...this.pathAfter] } : {} };
  }
}

/** Which elements of two lists belong together. */
interface ElementPairs {
  /** In the order of the list after. */
  readonly pairs: readonly IndexPair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** By what elements are told whose order differs; '' for their values. Nothing if the order is the same. */
  readonly reorderedBy?: string;
}

/** By what Kubernetes, its operators and OAM tell the elements of a list; the first one that all of them have, each its own. */
const KEYS = [
  'name', 'containerPort', 'port', 'mountPath', 'devicePath', 'key', 'componentName', 'trait.kind', 'metadata.name', 'path', 'host', 'topologyKey', 'ip', 'type', 'uid', 'id',
];

/** Pairs the elements of two lists: by what they are called if they are called something, by their values otherwise. */
function pairElements(before: readonly unknown[], after: readonly unknown[]): ElementPairs {
  for (const key of KEYS) {
    const pairs = pairByKey(before, after, key);
    if (pairs) return pairs;
  }
  return pairByValue(before, after);
}

/** What an element is called by a key such as `trait.kind`. */
function keyOf(element: unknown, key: string): unknown {
  return key === '' ? element : key.split('.').reduce<unknown>((value, step) => isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined, element);
}

function pairByKey(before: readonly unknown[], after: readonly unknown[], key: string): ElementPairs | undefined {
  const [from, to] = [indexes(before, key), indexes(after, key)];
  if (!from || !to) return undefined;
  const pairs = [...to].filter(([name]) => from.has(name)).map(([name, j]): IndexPair => [from.get(name)!, j]);
  return withOthers(before, after, pairs, key);
}

/** The places of elements by what they are called; nothing if one of them is not called anything, or two of them the same. */
function indexes(list: readonly unknown[], key: string): Map<unknown, number> | undefined {
  const found = new Map<unknown, number>();
  for (const element of list) {
    const name = keyOf(element, key);
    if (typeof name !== 'string' && typeof name !== 'number' || found.has(name)) return undefined;
    found.set(name, found.size);
  }
  return found;
}

function pairByValue(before: readonly unknown[], after: readonly unknown[]): ElementPairs {
  const [from, to] = [before.map(canonical), after.map(canonical)];
  const turned = pairTurned(from, to);
  if (turned) return withOthers(before, after, turned, '');
  return withOthers(before, after, fillGaps(align(from, to), before.length, after.length), '');
}

/** The pairs of two lists with the same elements in whichever order. */
function pairTurned(from: readonly string[], to: readonly string[]): IndexPair[] | undefined {
  if (from.length !== to.length) return undefined;
  const places = new Map<string, number[]>();
  // from the last to the first: the first is taken first
  for (let i = from.length - 1; i >= 0; i--) {
    const others = places.get(from[i]);
    if (others) others.push(i);
    else places.set(from[i], [i]);
  }
  const pairs: IndexPair[] = [];
  for (const [j, element] of to.entries()) {
    const i = places.get(element)?.pop();
    if (i === undefined) return undefined;
    pairs.push([i, j]);
  }
  return pairs;
}

/** Pairs what stands between the same two elements one by one: it was changed, rather than removed and added. */
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

function withOthers(before: readonly unknown[], after: readonly unknown[], pairs: readonly IndexPair[], key: string): ElementPairs {
  const [from, to] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  const isReordered = pairs.some(([i], at) => at > 0 && i < pairs[at - 1][0]);
  return {
    pairs,
    removed: [...before.keys()].filter(i => !from.has(i)),
    added: [...after.keys()].filter(j => !to.has(j)),
    reorderedBy: isReordered ? key : undefined,
  };
}

/** More pairs of elements are not looked at: what differs is then taken as a whole. */
const MOST_PAIRS = 4_000_000;

/** The index of an element before, and of the same one after. */
type IndexPair = readonly [before: number, after: number];

/** What two lists have in common in one order, as much of it as there is: the longest common subsequence. */
export function align(before: readonly string[], after: readonly string[]): IndexPair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const middle = alignMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...Array.from({ length: start }, (_, i): IndexPair => [i, i]),
    ...middle.map(([i, j]): IndexPair => [start + i, start + j]),
    ...Array.from({ length: end }, (_, i): IndexPair => [before.length - end + i, after.length - end + i]),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[]): IndexPair[] {
  if (before.length * after.length > MOST_PAIRS) return [];
  const width = after.length + 1;
  const lengths = commonLengths(before, after);
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) {
      pairs.push([i++, j++]);
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  return pairs;
}

/** How much there is in common behind each pair of indexes. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = before[i] === after[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  return lengths;
}
