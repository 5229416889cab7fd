import { join } from 'node:path';
import type { FolderDifference } from './folder-difference';
import type { FolderObject, ObjectPair } from './object-pairs';
import { isOpenName } from './open-fields';
import { visible } from './shown';
import { isObject } from '../../private/check';

/** What names an object, as far as it has that: `Deployment hello/greet (apps/v1) in dist/hello.k8s.yaml`. */
export function titleOf(object: FolderObject, folder: string): string {
  const { value: { apiVersion, kind, metadata } } = object;
  const { namespace, name, generateName } = namesOf(metadata);
  const called = name == null ? generateName ? `${shownName(generateName)}…` : 'without a name' : shownName(name);
  const full = namespace ? `${shownName(namespace)}/${called}` : called;
  return `${shownName(kind)} ${full} (${shownName(apiVersion)}) in ${placeOf(object, folder)}`;
}

/** The same, and where it is now if that is another file. */
export function titleOfBoth({ before, after }: ObjectPair, folder: string): string {
  const title = titleOf(before, folder);
  return before.file === after.file ? title : `${title}, now in ${placeOf(after, folder)}`;
}

/** The names that an object has; each may be anything. */
export function namesOf(metadata: unknown): { readonly namespace?: unknown; readonly name?: unknown; readonly generateName?: unknown } {
  return isObject(metadata) ? metadata : {};
}

/** What there is to know of objects in other files of the same folders: a note for each two files. */
export function notesOf({ elsewhere }: FolderDifference, folder: string): string[] {
  const counts = new Map<string, number>();
  for (const { before, after } of elsewhere) {
    const files = JSON.stringify([placeOf(before, folder), placeOf(after, folder)]);
    counts.set(files, (counts.get(files) ?? 0) + 1);
  }
  return [...counts].map(([files, count]) => {
    const [before, after]: string[] = JSON.parse(files);
    return `${count} ${count === 1 ? 'object' : 'objects'} of ${before} ${count === 1 ? 'is' : 'are'} in ${after} now, which makes no difference`;
  });
}

/** The file of an object in the folder: where it is, or would be. */
function placeOf({ file }: FolderObject, folder: string): string {
  return visible(join(folder, file));
}

/** What an object or its type is called; what is no name may be anything, and is not shown. */
function shownName(name: unknown): string {
  return isOpenName(name) ? String(name) : '(hidden)';
}
