import type { Path, Step } from '../../base/findings/finding';
import { isObject, grouped } from '../../base/check';
import { ordered } from '../../base/plain';

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

/** All differences between two values of plain data, which are at these paths. The order of keys does not matter. */
export function compareValues(before: unknown, after: unknown, path: Path = [], pathAfter: Path = path): ValueChange[] {
  if (before === after) return [];
  const isMoved = path.some((step, i) => step !== pathAfter[i]);
  const place = { kind: 'changed', path, ...isMoved && { pathAfter } } as const;
  const removed = (step: Step, element: unknown): ValueChange => ({ kind: 'removed', path: [...path, step], before: element });
  const added = (step: Step, element: unknown): ValueChange => ({ kind: 'added', path: [...pathAfter, step], after: element });
  if (isObject(before) && isObject(after)) {
    return [
      ...Object.entries(before).flatMap(([key, element]) => Object.hasOwn(after, key)
        ? compareValues(element, after[key], [...path, key], [...pathAfter, key]) : removed(key, element)),
      ...Object.entries(after).flatMap(([key, element]) => Object.hasOwn(before, key) ? [] : added(key, element)),
    ];
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return [{ ...place, before, after }];
  const [pairs, key] = pairElements(before, after);
  const isReordered = pairs.some(([i], at) => at > 0 && i < pairs[at - 1][0]);
  const [from, to] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  return [
    ...isReordered ? [{
      ...place,
      before: before.filter((_, i) => from.has(i)).map(each => elementName(each, key)),
      after: pairs.map(([, j]) => elementName(after[j], key)),
      orderOf: key,
    }] : [],
    ...before.flatMap((element, i) => from.has(i) ? [] : removed(i, element)),
    ...pairs.flatMap(([i, j]) => compareValues(before[i], after[j], [...path, i], [...pathAfter, j])),
    ...after.flatMap((element, j) => to.has(j) ? [] : added(j, element)),
  ];
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
 * Pairs the elements of two lists by their names or, without names, by their values, in the order of the list after. Returns the key of
 * the names, or '' for values.
 */
function pairElements(before: readonly unknown[], after: readonly unknown[]): readonly [pairs: readonly IndexPair[], key: string] {
  for (const key of KEYS) {
    const [names, namesAfter] = [namesIn(before, key), namesIn(after, key)];
    if (names && namesAfter) return [pairAlike(names, namesAfter), key];
  }
  const [from, to] = [before.map(canonical), after.map(canonical)];
  const alike = pairAlike(from, to);
  const isTurned = from.length === to.length && alike.length === to.length;
  return [isTurned ? alike : fillGaps(align(from, to), from.length, to.length), ''];
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
    ...before.slice(0, start).map((_, i): IndexPair => [i, i]),
    ...alignMiddle(before.slice(start, end), after.slice(start, endAfter)).map(([i, j]): IndexPair => [start + i, start + j]),
    ...before.slice(end).map((_, i): IndexPair => [end + i, endAfter + i]),
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
