import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inFile, LocatedFinding } from './located-finding';
import { found } from '../../base/findings/finding';

/** The path that stands for the standard input. */
export const STANDARD_INPUT = '-';

const MANIFEST = /\.(ya?ml|json)$/i;
const IGNORED = /^(\.|node_modules$)/;
/** Files of tools that are beside manifests, but are not manifests. */
const OF_TOOLS = /^(cdk8s(-oam)?\.ya?ml|kustomization\.ya?ml|package(-lock)?\.json|tsconfig(\..*)?\.json)$/;

/**
 * Finds files: named files whatever their name, and files in folders by their extension; each once, with findings about
 * what could not be read.
 */
export function findFiles(paths: readonly string[]): { readonly files: string[]; readonly findings: LocatedFinding[] } {
  const files: string[] = [];
  const findings: LocatedFinding[] = [];
  const tried = <T>(path: string, ask: () => T, isTold = true): T | undefined => {
    try {
      return ask();
    } catch (error) {
      if (isTold) findings.push(unreadable(path, error));
      return undefined;
    }
  };
  /** The real paths of files and folders, without links: none is read twice, and links cannot form a loop. */
  const seen = new Set<string>();
  const isNew = (path: string) => {
    // the pipe that a shell creates for `<(command)` has no real path
    const real = tried(path, () => realpathSync.native(path), false) ?? path;
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  };
  /** Whether a path is a manifest, or a folder that holds some, including manifests that were seen before. */
  const search = (path: string, isNamed: boolean): boolean => {
    const isManifest = isNamed || MANIFEST.test(path);
    // a dangling link matters only if it has the name of a manifest
    const stats = tried(path, () => statSync(path), isManifest);
    if (!stats?.isDirectory()) {
      // a pipe or device is read only if it is named: possibly nobody ever writes to it, and reading would wait forever
      if (!stats || !isManifest) return isManifest;
      const isOdd = !isNamed && !stats.isFile();
      if (isOdd) findings.push(inFile(path, found('manifest-not-readable', '', { reason: 'odd-file' })));
      else if (isNew(path)) files.push(path);
      return true;
    }
    if (!isNew(path)) return true;
    // not by locale, so that the order is the same on every machine
    const names = tried(path, () => readdirSync(path))?.sort((a, b) => a < b ? -1 : 1);
    const others = names?.filter(name => !IGNORED.test(name) && !OF_TOOLS.test(name));
    const holdsSome = !others || others.map(name => search(join(path, name), false)).includes(true);
    if (!holdsSome && isNamed) findings.push(noManifests(path));
    return holdsSome;
  };
  for (const path of paths) {
    if (path !== STANDARD_INPUT) search(path, true);
    // a file that is called `-` can be named as `./-`
    else if (!files.includes(path)) files.push(path);
  }
  // links may lead from one folder to the other only
  if (paths.length > 0 && files.length === 0 && findings.length === 0) findings.push(noManifests(paths[0]));
  return { files, findings };
}

function noManifests(file: string): LocatedFinding {
  return inFile(file, found('no-manifests', ''));
}

/** The finding about a file that the system cannot read, with the reason. */
export function unreadable(file: string, error: unknown): LocatedFinding {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? { reason: 'missing' } as const : { reason: 'system-error', error: String(code) } as const;
  return inFile(file, found('manifest-not-readable', '', why));
}
