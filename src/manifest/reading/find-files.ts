import { readdirSync, realpathSync, statSync, Stats } from 'node:fs';
import { join } from 'node:path';
import { inFile, LocatedFinding } from './located-finding';
import { found } from '../../findings/finding';

/** The path that stands for the standard input. */
export const STANDARD_INPUT = '-';

const MANIFEST = /\.(ya?ml|json)$/i;
const IGNORED = /^(\.|node_modules$)/;
/** Files of tools that are beside manifests, but are not manifests. */
const OF_TOOLS = /^(cdk8s(-oam)?\.ya?ml|kustomization\.ya?ml|package(-lock)?\.json|tsconfig(\..*)?\.json)$/;

/** The files at and below paths, each once, and findings about what could not be read. */
export interface FoundFiles {
  readonly files: string[];
  readonly findings: LocatedFinding[];
}

/** Finds files: named files whatever their name, and files in folders by their extension. */
export function findFiles(paths: readonly string[]): FoundFiles {
  const search = new Search();
  for (const path of paths) search.named(path);
  if (paths.length > 0 && search.files.length === 0 && search.findings.length === 0) search.findings.push(noManifests(paths[0]));
  return search;
}

class Search implements FoundFiles {
  public readonly files: string[] = [];
  public readonly findings: LocatedFinding[] = [];
  /** The real paths of files and folders, without links: none is read twice, and links cannot form a loop. */
  private readonly seen = new Set<string>();

  public named(path: string): void {
    if (path === STANDARD_INPUT) return this.standardInput();
    const stats = this.stats(path);
    if (!stats || !this.isNew(path)) return;
    if (!stats.isDirectory()) {
      this.files.push(path);
    } else if (!this.folder(path)) {
      this.findings.push(noManifests(path));
    }
  }

  /** A file that is called `-` can be named as `./-`. */
  private standardInput(): void {
    if (!this.files.includes(STANDARD_INPUT)) this.files.push(STANDARD_INPUT);
  }

  /** Whether a folder holds manifests, including manifests that were seen before. */
  private folder(path: string): boolean {
    const entries = this.entries(path);
    // not by locale, so that the order is the same on every machine
    const names = entries?.filter(name => !IGNORED.test(name) && !OF_TOOLS.test(name)).sort((a, b) => a < b ? -1 : 1);
    return !names || names.map(name => this.entry(join(path, name), MANIFEST.test(name))).some(isFound => isFound);
  }

  private entry(path: string, isManifest: boolean): boolean {
    // a dangling link matters only if it has the name of a manifest
    const stats = this.stats(path, isManifest ? this.findings : []);
    if (stats?.isDirectory()) return !this.isNew(path) || this.folder(path);
    if (!isManifest) return false;
    if (stats && !stats.isFile()) {
      this.findings.push(oddFile(path));
    } else if (stats && this.isNew(path)) {
      this.files.push(path);
    }
    return true;
  }

  private isNew(path: string): boolean {
    // the pipe that a shell creates for `<(command)` has no real path
    const real = tried(path, () => realpathSync.native(path), []) ?? path;
    if (this.seen.has(real)) return false;
    this.seen.add(real);
    return true;
  }

  private stats(path: string, findings = this.findings): Stats | undefined {
    return tried(path, () => statSync(path), findings);
  }

  private entries(path: string): string[] | undefined {
    return tried(path, () => readdirSync(path), this.findings);
  }
}

function tried<T>(path: string, ask: () => T, findings: LocatedFinding[]): T | undefined {
  try {
    return ask();
  } catch (error) {
    findings.push(unreadable(path, error));
    return undefined;
  }
}

/** The finding about a pipe or device in a folder. It is not read: possibly nobody ever writes to it, and reading would wait forever. */
function oddFile(file: string): LocatedFinding {
  return inFile(file, found('manifest-not-readable', '', { reason: 'odd-file' }));
}

/** The finding about a file that the system cannot read, with the reason. */
export function unreadable(file: string, error: unknown): LocatedFinding {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? { reason: 'missing' } as const : { reason: 'system-error', error: String(code) } as const;
  return inFile(file, found('manifest-not-readable', '', why));
}

function noManifests(file: string): LocatedFinding {
  return inFile(file, found('no-manifests', ''));
}
