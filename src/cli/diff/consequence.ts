import { indexOf, type FolderDifference, type FolderObject } from './objects';
import type { Finding } from '../../findings/finding';
import { grouped } from '../../private/grouped';

/** The effect of a change on what runs. At least one of `before` and `after` is set. */
export interface Consequence {
  readonly finding: Finding;
  /** The object before; `undefined` if it is added. */
  readonly before?: FolderObject;
  /** The object after; `undefined` if it is removed. */
  readonly after?: FolderObject;
}

/** The object under which reports list a consequence. */
export function objectOf({ before, after }: Consequence): FolderObject {
  return (before ?? after)!;
}

/** Returns the cluster of an object, by its environment. */
export type ClusterOf = (object: FolderObject) => string;

/** All objects of a cluster, before and after. */
export interface BothSides {
  readonly before: readonly FolderObject[];
  readonly after: readonly FolderObject[];
}

/** The objects of each cluster. Unchanged objects are on both sides. */
export function bothSides({ added, removed, changed, kept }: FolderDifference, clusterOf: ClusterOf): BothSides[] {
  const [before, after] = [
    [...removed, ...changed.map(pair => pair.before), ...kept], [...added, ...changed.map(pair => pair.after), ...kept],
  ].map(objects => grouped(objects, object => [clusterOf(object)]));
  return [...before].map(([cluster, own]) => ({ before: own, after: after.get(cluster) ?? [] }));
}

interface ObjectNames {
  readonly name: unknown;
  readonly namespace: unknown;
}

/** Whether an object of a kind is removed from the cluster of another object. */
export type IsRemoved = (of: FolderObject, kind: string, names: ObjectNames) => boolean;

/** Looks up the removed objects. */
export function removedIn({ removed }: FolderDifference, clusterOf: ClusterOf): IsRemoved {
  const indexes = new Map([...grouped(removed, each => [clusterOf(each)])].map(([cluster, own]) => [cluster, indexOf(own)]));
  return (of, kind, { name, namespace }) => indexes.get(clusterOf(of))?.named(kind, namespace, name) !== undefined;
}

/** Sorts consequences, the loss of data first. */
export function bySeverity(consequences: readonly Consequence[]): Consequence[] {
  return [...consequences].sort((a, b) => rankOf(a) - rankOf(b));
}

const [LOSES_DATA, OTHER] = [0, 1];

function rankOf({ finding: { code } }: Consequence): number {
  return code === 'data-left-behind' ? LOSES_DATA : OTHER;
}

/** Returns the consequences of an object, the most severe first, and a function that sorts objects by them. */
export function byObject(consequences: readonly Consequence[]) {
  const all = grouped(bySeverity(consequences), each => [objectOf(each)]);
  const of = (object: FolderObject): readonly Consequence[] => all.get(object) ?? [];
  const rank = (object: FolderObject) => of(object).length > 0 ? rankOf(of(object)[0]) : OTHER;
  const sorted = <T>(elements: readonly T[], objectIn: (element: T) => FolderObject): T[] =>
    [...elements].sort((a, b) => rank(objectIn(a)) - rank(objectIn(b)));
  return { of, sorted };
}
