import { relative } from 'node:path';
import { findFiles, unreadable } from '../../manifest/reading/find-files';
import { ManifestError } from '../../manifest/reading/manifest-error';

/** What cdk8s writes beside the manifests where it is asked to. */
export const CONSTRUCT_METADATA = 'construct-metadata.json';

/** The files with manifests in a folder that is there, by their paths in it: folder by folder, by name. */
export function manifestsIn(folder: string): string[] {
  const { files, findings } = findFiles([folder]);
  const errors = findings.filter(({ code }) => code !== 'no-manifests');
  if (errors.length > 0) throw new ManifestError(errors);
  return files.map(file => relative(folder, file)).filter(name => name !== CONSTRUCT_METADATA);
}

/** What the system says of a file in such a folder, where it says anything. */
export function asked<T>(file: string, ask: (file: string) => T): T {
  try {
    return ask(file);
  } catch (error) {
    throw new ManifestError([unreadable(file, error)]);
  }
}
