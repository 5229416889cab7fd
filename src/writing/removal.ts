import { lstatSync, renameSync, rmdirSync } from 'node:fs';
import { attempt, removeFile } from './file-system';
import { fold } from './names';
import { folderOf, Places } from './places';
import { Plan } from './plan';

/** Removes the files that are rendered no more, and the folders that have held nothing else. */
export function removeStale(places: Places, { stale, gone, changes, unchanged }: Plan): void {
  const twins = stale.length > 0 ? byFold([...changes.map(({ path }) => path), ...unchanged]) : new Map<string, string>();
  for (const path of stale) remove(places, path, twins.get(fold(path)));
  // those of files that are gone too: a run may have been killed between the file and its folder
  for (const folder of new Set([...stale, ...gone].map(folderOf))) removeEmpty(places, folder);
}

function byFold(paths: readonly string[]): Map<string, string> {
  return new Map(paths.map(path => [fold(path), path]));
}

/**
 * Where a file system does not tell `A.yaml` from `a.yaml`, the file with the old name is the one that has just been written under the new one: it gets
 * the new name in place of being removed.
 */
function remove(places: Places, path: string, twin: string | undefined): void {
  const file = places.fileOf(path);
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  // another run was faster
  if (!stats) return;
  const other = twin === undefined ? undefined : lstatSync(places.fileOf(twin), { throwIfNoEntry: false, bigint: true });
  if (other?.ino === stats.ino && other.dev === stats.dev) renameSync(file, places.fileOf(twin!));
  else removeFile(file);
}

/** Upwards, as far as nothing else is in them. None of them is behind a link: what is there is neither stale nor gone. */
function removeEmpty(places: Places, folder: string): void {
  for (let each = folder; each !== ''; each = folderOf(each)) attempt(() => rmdirSync(places.fileOf(each)));
}
