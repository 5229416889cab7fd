import { dirname } from 'node:path';
import { canonical, compareValues, pairAlike, ValueChange } from './compare';
import type { Path } from '../../base/findings/finding';
import type { Position } from '../../files/reading';
import { grouped } from '../../base/check';
import { identityOf, TypedManifest } from '../../base/oam-kind';

/** The kinds of differences, in the order of reports. A moved object is only in another folder, which another tool may apply. */
export const KINDS = ['added', 'removed', 'moved', 'changed'] as const;

/** An object before, unless it is added, and after, unless it is removed. */
export interface ComparedObject {
  readonly kind: (typeof KINDS)[number] | 'same';
  readonly before?: FolderObject;
  readonly after?: FolderObject;
  /** The fields that differ, if it is on both sides. */
  readonly fields: readonly ValueChange[];
}

/** The object under whose name reports list a difference. */
export function objectOf({ before, after }: ComparedObject): FolderObject {
  return (before ?? after)!;
}

/** Compares two folders object by object. The folders of two environments have no object in common. */
export function compareFolders(
  before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = [],
): ComparedObject[] {
  return pairObjects(before, after, environments).map(([was, is]): ComparedObject => {
    if (!was || !is) return { kind: was ? 'removed' : 'added', before: was, after: is, fields: [] };
    const fields = compareValues(comparedOf(was), comparedOf(is));
    const isMoved = dirname(was.file) !== dirname(is.file);
    return { kind: fields.length > 0 ? 'changed' : isMoved ? 'moved' : 'same', before: was, after: is, fields };
  });
}

/** Whether there is no difference that matters when the manifests are applied. */
export function isEqual(objects: readonly ComparedObject[]): boolean {
  return objects.every(({ kind }) => kind === 'same');
}

/** An object of a folder of manifests. */
export interface FolderObject {
  /** The plain data of an API object. The contents of its fields are unchecked. */
  readonly value: TypedManifest;
  /** The path of its file, relative to the folder. */
  readonly file: string;
  /** Returns the position of a field in the file. */
  readonly locate?: (field: Path) => Position;
  /** The value to compare instead of `value`. */
  readonly compared?: TypedManifest;
}

function comparedOf({ value, compared = value }: FolderObject): TypedManifest {
  return compared;
}

/** The environment of an object, by its folder; empty if it is in none. */
export function environmentOf({ file }: FolderObject, environments: readonly string[]): string {
  const [folder] = file.split(/[\\/]/);
  return environments.includes(folder) ? folder : '';
}

/**
 * Pairs objects by group, kind, namespace and name, in the order in which they were read, added ones last. Objects of two environments are
 * never paired: they are in different clusters or namespaces.
 */
export function pairObjects(
  before: readonly FolderObject[], after: readonly FolderObject[], environments: readonly string[] = [],
): (readonly [before?: FolderObject, after?: FolderObject])[] {
  const keyOfObject = (object: FolderObject) => JSON.stringify([environmentOf(object, environments), keyOf(comparedOf(object))]);
  const [named, namedAfter] = [before, after].map(objects => grouped(objects, object => [keyOfObject(object)]));
  const paired = new Map([...named].flatMap(([key, own]) => pairNamesakes(own, namedAfter.get(key) ?? [])));
  const taken = new Set(paired.values());
  return [
    ...before.map(object => [object, paired.get(object)] as const),
    ...after.filter(object => !taken.has(object)).map(object => [undefined, object] as const),
  ];
}

/** The identity of an object. Each part may have any value. */
function keyOf(value: TypedManifest): string {
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

function pairNamesakes(before: readonly FolderObject[], after: readonly FolderObject[]): [FolderObject, FolderObject][] {
  if (before.length === 1 && after.length === 1) return [[before[0], after[0]]];
  const pairs: [FolderObject, FolderObject][] = [];
  let [left, leftAfter] = [before, after];
  for (const likeness of LIKENESSES) {
    if (left.length === 0 || leftAfter.length === 0) break;
    const found = pairAlike(left.map(likeness), leftAfter.map(likeness));
    for (const [i, j] of found) pairs.push([left[i], leftAfter[j]]);
    const [taken, takenAfter] = [new Set(found.map(([i]) => i)), new Set(found.map(([, j]) => j))];
    left = left.filter((_, i) => !taken.has(i));
    leftAfter = leftAfter.filter((_, j) => !takenAfter.has(j));
  }
  return pairs;
}
