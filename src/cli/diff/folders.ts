import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FolderObject } from './object-pairs';
import { found } from '../../findings/finding';
import { collectManifests, describeLocated, LocatedFinding, ManifestError } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { refuse } from '../../private/errors';
import type { App } from '../app/app';
import { CONSTRUCT_METADATA } from '../app/output-files';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-aside';
import { note } from '../output';

/** Stands for the folder of the app, which is gone when its manifests are talked of. */
const OF_APP = '<app>';

interface FolderContent {
  readonly objects: FolderObject[];
  /** Whether there is a file that may have manifests. */
  readonly hasFiles: boolean;
}

const NOTHING: FolderContent = { objects: [], hasFiles: false };

/** The objects of a folder that is there, with manifests or without. */
export function readFolder(folder: string): FolderObject[] {
  checkFolder(folder);
  return read(folder, folder).objects;
}

/** The objects that an app writes. Neither the folder that is compared is changed, nor the one into which the app writes otherwise. */
export async function synthesize(app: App, compared: string): Promise<FolderObject[]> {
  return runAside(app, [compared, app.output], folder => {
    const { objects, hasFiles } = existsSync(folder) ? read(folder, OF_APP) : NOTHING;
    return hasFiles ? objects : failEmpty(app);
  });
}

function checkFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    throw new ManifestError([unreadable(folder, error)]);
  }
  refuse('cdk8s-oam diff', found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
}

/** Reads a folder; findings tell it by another name. */
function read(folder: string, name: string): FolderContent {
  const { documents, findings, sources } = collectManifests([folder]);
  const fileOf = (path: string) => relative(folder, path);
  const isRead = (path: string) => fileOf(path) !== CONSTRUCT_METADATA;
  report(findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === folder)).map(each => ({ ...each, file: join(name, fileOf(each.file)) })));
  return {
    objects: documents.filter(({ file }) => isRead(file)).map(({ value, file }) => ({ value, file: fileOf(file) })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}

/** Tells warnings, and throws errors. */
function report(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(findings);
  for (const warning of findings) note(describeLocated(warning));
}
