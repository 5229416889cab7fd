import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder in which the command was run, which readers of SARIF take for the root of the repository. */
export const ROOT = 'SRCROOT';

/** Where a file is, in SARIF: below the root without the machine's own path, elsewhere by its address. */
export interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: typeof ROOT;
}

/** The location of a file, of standard input too, whose name looks like one. */
export function artifactLocation(file: string): ArtifactLocation {
  const path = relative(process.cwd(), resolve(file));
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/') || '.', uriBaseId: ROOT };
}
