import { dirname } from 'node:path';
import { isObject, grouped } from '../../base/check';
import type { Path, Step } from '../../base/findings/finding';
import { identityOf, TypedManifest } from '../../base/oam-kind';
import { ordered } from '../../base/plain';
import type { Position } from '../../files/reading';

// Pairs the objects of two folders by kind, namespace and name, and finds the fields that differ. What a difference
// means for a cluster is in consequences.ts.

/** The kinds of differences, in the order of reports. A moved object is only in another folder. */
export const KINDS = ['added', 'removed', 'moved', 'changed'] as const;

/** An object of a folder of manifests. */
export interface FolderObject {
  readonly value: TypedManifest;
  /** The path of its file, relative to the folder. */
  readonly file: string;
  readonly locate?: (field: Path) => Position;
  /** The value to compare instead of `value`. */
  readonly compared?: TypedManifest;
}

/** An object before, unless it is added, and after, unless it is removed. */
export interface ComparedObject {
  readonly kind: (typeof KINDS)[number] | 'same';
  readonly before?: FolderObject;
  readonly after?: FolderObject;
  /** The fields that differ, if it is on both sides. */
  readonly fields: readonly ValueChange[];
}

/** Compares two folders object by object. The folders of two environments have no object in common. */
export function compareFolders(
  before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = [],
): ComparedObject[] {
  return pairObjects(before, after, environments).map(([was, is]) => {
    if (!was || !is) return { kind: was ? 'removed' : 'added', before: was, after: is, fields: [] };
    const fields = compareValues(was.compared ?? was.value, is.compared ?? is.value);
    const isMoved = dirname(was.file) !== dirname(is.file);
    return { kind: fields.length > 0 ? 'changed' : isMoved ? 'moved' : 'same', before: was, after: is, fields };
  });
}

/** Whether there is no difference that matters when the manifests are applied. */
export const isEqual = (objects: readonly ComparedObject[]) => objects.every(({ kind }) => kind === 'same');

/** The object under whose name reports list a difference. */
export const listedObject = ({ before, after }: ComparedObject): FolderObject => (before ?? after)!;

/** The environment of an object, by its folder; empty if it is in none. */
export function environmentOf({ file }: FolderObject, environments: readonly string[]): string {
  const [folder] = file.split(/[\\/]/);
  return environments.includes(folder) ? folder : '';
}

// The criteria by which two objects of one identity count as the same, the most reliable first: folders may be for
// several clusters, and contain the same object with other values.
const LIKENESSES: readonly ((object: FolderObject) => string)[] = [
  ({ file, value }) => JSON.stringify([file, canonical(value)]),
  ({ file }) => file,
  ({ file, value }) => JSON.stringify([dirname(file), canonical(value)]),
  ({ file }) => dirname(file),
  ({ value }) => canonical(value),
  () => '',
];

/**
 * Pairs objects by group, kind, namespace and name, in the order in which they were read, added ones last. Objects of
 * two environments are never paired: they are in different clusters or namespaces.
 */
export function pairObjects(
  before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = [],
): (readonly [before?: FolderObject, after?: FolderObject])[] {
  const [byIdentity, byIdentityAfter] = [before, after].map(objects => grouped(objects, object => {
    const { value, compared = value } = object;
    // each part of the identity may have any value
    const identity = identityOf(compared);
    const generateName = identity.name === undefined && compared.metadata?.generateName || null;
    return [JSON.stringify([environmentOf(object, environments), canonical([identity, generateName])])];
  }));
  const paired = new Map<FolderObject, FolderObject>();
  const taken = new Set<FolderObject>();
  for (const [identity, own] of byIdentity) {
    let [left, leftAfter] = [own, byIdentityAfter.get(identity) ?? []];
    const isOnly = left.length === 1 && leftAfter.length === 1;
    for (const likeness of isOnly ? [() => ''] : LIKENESSES) {
      if (left.length === 0 || leftAfter.length === 0) break;
      for (const [i, j] of pairAlike(left.map(likeness), leftAfter.map(likeness))) {
        paired.set(left[i], leftAfter[j]);
        taken.add(leftAfter[j]);
      }
      left = left.filter(each => !paired.has(each));
      leftAfter = leftAfter.filter(each => !taken.has(each));
    }
  }
  return [
    ...before.map(object => [object, paired.get(object)] as const),
    ...after.filter(object => !taken.has(object)).map(object => [undefined, object] as const),
  ];
}

/** One difference between two values. */
export interface ValueChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** The path in the value before; for an addition, in the value after. */
  readonly path: Path;
  /** The path in the value after, if it differs. */
  readonly pathAfter?: Path;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The key of the elements in `before` and `after` if the order of a list differs; '' for their values. */
  readonly orderOf?: string;
}

/** All differences between two values of plain data, which are at these paths. The order of keys does not matter. */
export function compareValues(
  before: unknown, after: unknown, path: Path = [], pathAfter: Path = path,
): ValueChange[] {
  if (before === after) return [];
  const isMoved = path.some((step, i) => step !== pathAfter[i]);
  const place = { kind: 'changed', path, ...isMoved && { pathAfter } } as const;
  const removed = (step: Step, element: unknown): ValueChange =>
    ({ kind: 'removed', path: [...path, step], before: element });
  const added = (step: Step, element: unknown): ValueChange =>
    ({ kind: 'added', path: [...pathAfter, step], after: element });
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
 * Keys that name the elements of lists in Kubernetes, its operators and OAM. The first with distinct values in all
 * elements applies. A host is none: the rule of an Ingress for another host is still the same rule.
 */
const KEYS = [
  'name', 'containerPort', 'port', 'mountPath', 'devicePath', 'key', 'componentName', 'trait.kind', 'metadata.name',
  'path', 'topologyKey', 'ip', 'type', 'uid', 'id',
];

/** An element's value for a key such as `trait.kind`, or the element itself for ''. */
function elementName(element: unknown, key: string): unknown {
  return key === '' ? element : key.split('.').reduce<unknown>(
    (value, step) => isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined, element);
}

/**
 * Pairs the elements of two lists by their names or, without names, by their values, in the order of the list after.
 * Returns the key of the names, or '' for values.
 */
function pairElements(before: readonly unknown[], after: readonly unknown[]): readonly [IndexPair[], key: string] {
  for (const key of KEYS) {
    const lists = [before, after].map(list => list.map(element => elementName(element, key)));
    const areNames = lists.every(names => new Set(names).size === names.length
      && names.every(name => typeof name === 'string' || typeof name === 'number'));
    if (areNames) return [pairAlike(lists[0], lists[1]), key];
  }
  const [from, to] = [before.map(canonical), after.map(canonical)];
  const alike = pairAlike(from, to);
  if (from.length === to.length && alike.length === to.length) return [alike, ''];
  // the elements between two equal ones are paired one by one: they count as changed rather than as removed and added
  const pairs: IndexPair[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...alignLists(from, to), [from.length, to.length] as const]) {
    while (i < nextI && j < nextJ) pairs.push([i++, j++]);
    if (nextI < from.length) pairs.push([nextI, nextJ]);
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return [pairs, ''];
}

/** Pairs equal elements of two lists, each with the first one that is left, in the order of the list after. */
function pairAlike(before: readonly unknown[], after: readonly unknown[]): IndexPair[] {
  const places = grouped([...before.keys()], i => [before[i]]);
  // reversed, so that `pop` returns the first index
  places.forEach(each => each.reverse());
  return after.flatMap((each, j): IndexPair[] => {
    const i = places.get(each)?.pop();
    return i === undefined ? [] : [[i, j]];
  });
}

/** The maximum number of pairs of elements to compare. With more, the differing part of the lists is not aligned. */
const MOST_PAIRS = 4_000_000;

/** The longest common subsequence of two lists. */
export function alignLists(before: readonly string[], after: readonly string[]): IndexPair[] {
  let start = 0;
  let [end, endAfter] = [before.length, after.length];
  while (start < Math.min(end, endAfter) && before[start] === after[start]) start++;
  while (start < Math.min(end, endAfter) && before[end - 1] === after[endAfter - 1]) {
    [end, endAfter] = [end - 1, endAfter - 1];
  }
  const pairs = before.slice(0, start).map((_, i): IndexPair => [i, i]);
  const [rows, columns] = [end - start, endAfter - start];
  if (rows * columns <= MOST_PAIRS) {
    const width = columns + 1;
    const isCommon = (i: number, j: number) => before[start + i] === after[start + j];
    // the length of the common subsequence that starts at each pair of indexes
    const common = new Uint32Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) {
        const at = i * width + j;
        common[at] = isCommon(i, j) ? common[at + width + 1] + 1 : Math.max(common[at + width], common[at + 1]);
      }
    }
    for (let i = 0, j = 0; i < rows && j < columns;) {
      if (isCommon(i, j)) pairs.push([start + i++, start + j++]);
      else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) i++;
      else j++;
    }
  }
  return [...pairs, ...before.slice(end).map((_, i): IndexPair => [end + i, endAfter + i])];
}

/** A string that is the same for equal values, regardless of the order of their keys. */
export const canonical = (value: unknown) => JSON.stringify(ordered(value, true));
