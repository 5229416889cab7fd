import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FolderObject } from './objects';
import { collectManifests, describeLocated, ManifestDocument, ManifestError } from '../../manifest/reading';
import { CONSTRUCT_METADATA } from '../app/folder-state';
import { note } from '../output';

/** The name of the temporary folder of the app in messages, since the folder no longer exists when they are read. */
export const OF_APP = '<app>';

/** The manifests of a folder. */
interface ReadFolder {
  /** The documents, whose files are those of the folder by its name. */
  readonly documents: readonly ManifestDocument[];
  readonly objects: readonly FolderObject[];
  /** Whether the folder has a file that may contain manifests. */
  readonly hasFiles: boolean;
}

/** Reads a folder, if it exists. Findings call it `name`. Reports warnings, and throws errors. */
export function readFolder(folder: string, name: string): ReadFolder {
  if (!existsSync(folder)) return { documents: [], objects: [], hasFiles: false };
  const { documents, findings, sources } = collectManifests([folder], path => join(name, relative(folder, path)));
  const isRead = (file: string) => file !== join(name, CONSTRUCT_METADATA);
  const told = findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === join(name)));
  if (told.some(({ isWarning }) => !isWarning)) throw new ManifestError(told);
  told.map(describeLocated).forEach(note);
  const read = documents.filter(({ file }) => isRead(file));
  return {
    documents: read,
    objects: read.map(document => ({
      value: document.value, file: relative(name, document.file), locate: field => document.locate(field),
    })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}
