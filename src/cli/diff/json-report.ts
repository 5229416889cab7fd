import { join } from 'node:path';
import { FieldChange, fieldChanges } from './field-change';
import { FolderDifference, isEqual } from './folder-difference';
import { HIDDEN } from './hidden';
import type { FolderObject, ObjectPair } from './object-pairs';
import { isOpenName } from './open-fields';
import { namesOf, notesOf } from './titles';

/** What differs, for programs; what is not shown is `null` there. */
export function jsonReport(difference: FolderDifference, folder: string): object {
  const { added, removed, changed, moved } = difference;
  return {
    equal: isEqual(difference),
    notes: notesOf(difference, folder),
    added: added.map(object => objectOf(object, folder)),
    removed: removed.map(object => objectOf(object, folder)),
    moved: moved.map(pair => pairOf(pair, folder)),
    changed: changed.map(pair => ({ ...pairOf(pair, folder), changes: fieldChanges(pair).map(changeOf) })),
  };
}

function pairOf({ before, after }: ObjectPair, folder: string): object {
  return { ...objectOf(before, folder), ...before.file === after.file ? {} : { fileAfter: join(folder, after.file) } };
}

/** An object's names, as far as they are names, and its file. */
function objectOf({ value, file }: FolderObject, folder: string): object {
  const { namespace, name, generateName } = namesOf(value.metadata);
  const names = { apiVersion: value.apiVersion, kind: value.kind, namespace, name, ...name == null ? { generateName } : {} };
  const shown = Object.entries(names).map(([key, each]) => [key, each == null || isOpenName(each) ? each : HIDDEN]);
  return { ...Object.fromEntries(shown), file: join(folder, file) };
}

function changeOf({ field, fieldAfter, whole: { kind, orderOf }, before, after, isHidden }: FieldChange): object {
  return {
    field,
    fieldAfter,
    kind,
    before,
    after,
    ...orderOf === undefined ? {} : { order: true },
    ...isHidden ? { hidden: true } : {},
  };
}
