import { dirname } from 'node:path';
import { ValueChange, compareValues } from './compare';
import { FolderObject, ObjectPair, pairObjects } from './object-pairs';

/** An object of which something differs. */
export interface ChangedObject extends ObjectPair {
  readonly changes: readonly ValueChange[];
}

/** In what two folders of manifests differ. */
export interface FolderDifference {
  readonly added: readonly FolderObject[];
  readonly removed: readonly FolderObject[];
  readonly changed: readonly ChangedObject[];
  /** Objects in another folder, of which nothing else differs: what applies a folder no longer applies them. */
  readonly moved: readonly ObjectPair[];
  /** Objects in another file of the same folder, which makes no difference. */
  readonly elsewhere: readonly ObjectPair[];
  /** How many objects are the same. */
  readonly same: number;
}

/** Compares two folders object by object. */
export function compareFolders(before: readonly FolderObject[], after: readonly FolderObject[]): FolderDifference {
  const { pairs, removed, added } = pairObjects(before, after);
  const compared = pairs.map(pair => ({ ...pair, changes: compareValues(pair.before.value, pair.after.value) }));
  const equal = compared.filter(({ changes }) => changes.length === 0);
  return {
    added,
    removed,
    changed: compared.filter(({ changes }) => changes.length > 0),
    moved: equal.filter(isInOtherFolder),
    elsewhere: compared.filter(pair => pair.before.file !== pair.after.file && !isInOtherFolder(pair)),
    same: equal.filter(pair => !isInOtherFolder(pair)).length,
  };
}

/** Whether nothing differs that matters to who applies the manifests. */
export function isEqual({ added, removed, changed, moved }: FolderDifference): boolean {
  return [added, removed, changed, moved].every(({ length }) => length === 0);
}

function isInOtherFolder({ before, after }: ObjectPair): boolean {
  return dirname(before.file) !== dirname(after.file);
}
