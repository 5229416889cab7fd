import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FolderObject } from './objects';
import { collectManifests, describeLocated, ManifestError } from '../../manifest/reading';
import { CONSTRUCT_METADATA } from '../app/folder-state';
import { note } from '../output';

/** The name of the temporary folder of the app in messages, since the folder no longer exists when they are read. */
export const OF_APP = '<app>';

/**
 * Reads a folder, if it exists. Findings call it `name`. Reports warnings, and throws errors. `hasFiles` is whether it has a file that
 * may contain manifests.
 */
export function readObjects(folder: string, name: string) {
  if (!existsSync(folder)) return { objects: [], hasFiles: false };
  const { documents, findings, sources } = collectManifests([folder]);
  const fileOf = (path: string) => relative(folder, path);
  const isRead = (path: string) => fileOf(path) !== CONSTRUCT_METADATA;
  const told = findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === folder))
    .map(each => ({ ...each, file: join(name, fileOf(each.file)) }));
  if (told.some(({ isWarning }) => !isWarning)) throw new ManifestError(told);
  told.map(describeLocated).forEach(note);
  return {
    objects: documents.filter(({ file }) => isRead(file)).map((document): FolderObject =>
      ({ value: document.value, file: fileOf(document.file), locate: field => document.locate(field) })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}
