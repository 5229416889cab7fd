import { dirname } from 'node:path';
import { canonical, compareValues, pairAlike, ValueChange } from './compare';
import type { Path } from '../../findings/path';
import type { Position } from '../../manifest/reading';
import { ObjectIndex } from '../../objects/object-index';
import { makesPods } from '../../objects/pod-holders';
import { PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityOf } from '../../private/kinds/identity';
import type { TypedManifest } from '../../private/oam-kind';

/** An object that differs. */
export interface ChangedObject extends ObjectPair {
  readonly changes: readonly ValueChange[];
}

/** The difference between two folders of manifests. */
export interface FolderDifference {
  readonly added: readonly FolderObject[];
  readonly removed: readonly FolderObject[];
  readonly changed: readonly ChangedObject[];
  /** Objects that only moved to another folder: a tool that applies their old folder no longer applies them. */
  readonly moved: readonly ObjectPair[];
  /** The number of identical objects. */
  readonly same: number;
  /** Objects that differ at most in their location, as they are now. */
  readonly kept: readonly FolderObject[];
}

/** Compares two folders object by object. The folders of two environments have no object in common. */
export function compareFolders(
  before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = [],
): FolderDifference {
  const { pairs, removed, added } = pairObjects(before, after, environments);
  const compared = pairs.map(pair => ({ ...pair, changes: compareValues(comparedOf(pair.before), comparedOf(pair.after)) }));
  const [equal, changed] = [true, false].map(isSame => compared.filter(({ changes }) => (changes.length === 0) === isSame));
  const moved = equal.filter(pair => dirname(pair.before.file) !== dirname(pair.after.file));
  return { added, removed, changed, moved, same: equal.length - moved.length, kept: equal.map(pair => pair.after) };
}

/** Compares the folders of two environments, whose files need not have the same names. */
export function compareEnvironments(before: readonly FolderObject[], after: readonly FolderObject[]): FolderDifference {
  const { moved, same, ...others } = compareFolders(before, after);
  return { ...others, moved: [], same: same + moved.length };
}

/** Whether there is no difference that matters when the manifests are applied. */
export function isEqual({ added, removed, changed, moved }: FolderDifference): boolean {
  return [added, removed, changed, moved].every(({ length }) => length === 0);
}

/** An object of a folder of manifests. */
export interface FolderObject {
  /** The plain data of an API object. The contents of its fields are unchecked. */
  readonly value: PlainValue;
  /** The path of its file, relative to the folder. */
  readonly file: string;
  /** Returns the position of a field in the file. */
  readonly locate?: (field: Path) => Position;
  /** The value to compare instead of `value`. */
  readonly compared?: PlainValue;
}

function comparedOf({ value, compared = value }: FolderObject): PlainValue {
  return compared;
}

/** One object, before and after. */
export interface ObjectPair {
  readonly before: FolderObject;
  readonly after: FolderObject;
}

/** The environment of an object, by its folder; empty if it is in none. */
export function environmentOf({ file }: FolderObject, environments: readonly string[]): string {
  const [folder] = file.split(/[\\/]/);
  return environments.includes(folder) ? folder : '';
}

/**
 * Pairs objects by group, kind, namespace and name, in the order in which they were read. Objects of two environments are never paired:
 * they are in different clusters or namespaces.
 */
export function pairObjects(before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = []) {
  const keyOfObject = (object: FolderObject) => JSON.stringify([environmentOf(object, environments), keyOf(comparedOf(object))]);
  const [named, namedAfter] = [before, after].map(objects => grouped(objects, object => [keyOfObject(object)]));
  const paired = [...named].flatMap(([key, own]) => pairNamesakes(own, namedAfter.get(key) ?? []));
  const [from, to] = [new Map(paired.map(pair => [pair.before, pair])), new Set(paired.map(pair => pair.after))];
  return {
    pairs: before.flatMap(object => from.get(object) ?? []),
    removed: before.filter(object => !from.has(object)),
    added: after.filter(object => !to.has(object)),
  };
}

/** The identity of an object. Each part may have any value. */
function keyOf(value: PlainValue): string {
  const identity = identityOf(value);
  const generateName = value.metadata?.generateName;
  return canonical([identity, identity.name === undefined && generateName || null]);
}

/**
 * The criteria by which two objects of one identity count as the same, the most reliable first. Folders may be for several
 * clusters, and contain the same object with other values.
 */
const LIKENESSES: readonly ((object: FolderObject) => string)[] = [
  ({ file, value }) => JSON.stringify([file, canonical(value)]),
  ({ file }) => file,
  ({ file, value }) => JSON.stringify([dirname(file), canonical(value)]),
  ({ file }) => dirname(file),
  ({ value }) => canonical(value),
  () => '',
];

function pairNamesakes(before: readonly FolderObject[], after: readonly FolderObject[]): ObjectPair[] {
  if (before.length === 1 && after.length === 1) return [{ before: before[0], after: after[0] }];
  const pairs: ObjectPair[] = [];
  let [left, leftAfter] = [before, after];
  for (const likeness of LIKENESSES) {
    if (left.length === 0 || leftAfter.length === 0) break;
    const found = pairAlike(left.map(likeness), leftAfter.map(likeness));
    for (const [i, j] of found) pairs.push({ before: left[i], after: leftAfter[j] });
    const [taken, takenAfter] = [new Set(found.map(([i]) => i)), new Set(found.map(([, j]) => j))];
    left = left.filter((_, i) => !taken.has(i));
    leftAfter = leftAfter.filter((_, j) => !takenAfter.has(j));
  }
  return pairs;
}

/** The index of objects. */
export function indexOf(objects: readonly FolderObject[]): ObjectIndex {
  return new ObjectIndex(objects.map(({ value }) => value as object as TypedManifest));
}

/** Whether an object runs pods. The type of an object in a file may be any value. */
export function runsPods({ value }: FolderObject): boolean {
  return makesPods(value as object as TypedManifest);
}
