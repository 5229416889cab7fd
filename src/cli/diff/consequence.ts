import type { FolderDifference, FolderObject } from './objects';
import type { Finding } from '../../findings/finding';
import type { Position } from '../../manifest/reading';
import { grouped } from '../../private/grouped';

/** What a change does to what runs. At least one of the objects is there. */
export interface Consequence {
  readonly finding: Finding;
  /** The object as it was; none if it is added. */
  readonly before?: FolderObject;
  /** As it is now; none if it is removed. */
  readonly after?: FolderObject;
  /** Whether the cluster refuses the object for it. */
  readonly isError?: boolean;
}

/** The object under which a report has a consequence. */
export function objectOf({ before, after }: Consequence): FolderObject {
  return (before ?? after)!;
}

/** The cluster for which an object is, by its environment. */
export type ClusterOf = (object: FolderObject) => string;

/** Objects of two environments are for two clusters, or for two namespaces; without environments, all are for one. */
export function clustersBy(environments: readonly string[]): ClusterOf {
  return ({ file }) => {
    const [folder] = file.split(/[\\/]/);
    return environments.includes(folder) ? folder : '';
  };
}

/** All objects for a cluster, as they were and as they are. */
export interface BothSides {
  readonly before: readonly FolderObject[];
  readonly after: readonly FolderObject[];
}

/** The objects of each cluster. What is the same on both sides is on both. */
export function bothSides({ added, removed, changed, kept }: FolderDifference, clusterOf: ClusterOf): BothSides[] {
  const [before, after] = [
    [...removed, ...changed.map(pair => pair.before), ...kept], [...added, ...changed.map(pair => pair.after), ...kept],
  ].map(objects => grouped(objects, object => [clusterOf(object)]));
  return [...before].map(([cluster, own]) => ({ before: own, after: after.get(cluster) ?? [] }));
}

/** Where the field is in the file that the app writes; nothing of an object that it does not write. */
export function placeIn({ after, finding }: Consequence): Partial<Position> {
  return after?.locate?.(finding.path) ?? {};
}
