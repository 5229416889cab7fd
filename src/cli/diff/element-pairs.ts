import { align, IndexPair } from './alignment';
import { canonical } from './canonical';
import { isObject } from '../../private/check';

/** Which elements of two lists belong together. */
export interface ElementPairs {
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
export function pairElements(before: readonly unknown[], after: readonly unknown[]): ElementPairs {
  for (const key of KEYS) {
    const pairs = pairByKey(before, after, key);
    if (pairs) return pairs;
  }
  return pairByValue(before, after);
}

/** What an element is called by a key such as `trait.kind`. */
export function keyOf(element: unknown, key: string): unknown {
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
