import { readdirSync, realpathSync, statSync, Stats } from 'node:fs';
import { join } from 'node:path';
import { inFile, LocatedFinding } from './located-finding';
import { found } from '../../findings/finding';

/** The standard input, where a path is asked for. */
export const STANDARD_INPUT = '-';

const MANIFEST = /\.(ya?ml|json)$/i;
const IGNORED = /^(\.|node_modules$)/;
/** Files of tools that stand beside manifests, and are none. */
const OF_TOOLS = /^(cdk8s(-oam)?\.ya?ml|kustomization\.ya?ml|package(-lock)?\.json|tsconfig(\..*)?\.json)$/;

/** The files among paths and below them, each once, and what could not be found. */
export interface FoundFiles {
  readonly files: string[];
  readonly findings: LocatedFinding[];
}

/** Finds files: those that are named whatever they are called, those in folders by their extension. */
export function findFiles(paths: readonly string[]): FoundFiles {
  const search = new Search();
  for (const path of paths) search.named(path);
  if (paths.length > 0 && search.files.length === 0 && search.findings.length === 0) search.findings.push(noManifests(paths[0]));
  return search;
}

class Search implements FoundFiles {
  public readonly files: string[] = [];
  public readonly findings: LocatedFinding[] = [];
  /** Files and folders by the path that no link leads around: none is read twice, and no link leads into a loop. */
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

  /** A file of this name is `./-`. */
  private standardInput(): void {
    if (!this.files.includes(STANDARD_INPUT)) this.files.push(STANDARD_INPUT);
  }

  /** Whether there are manifests in a folder, be it that they were seen before. */
  private folder(path: string): boolean {
    const entries = this.entries(path);
    // not by the language of the machine: the order is the same on each
    const names = entries?.filter(name => !IGNORED.test(name) && !OF_TOOLS.test(name)).sort((a, b) => a < b ? -1 : 1);
    return !names || names.map(name => this.entry(join(path, name), MANIFEST.test(name))).some(isFound => isFound);
  }

  private entry(path: string, isManifest: boolean): boolean {
    // a link that leads nowhere matters only if it has the name of a manifest
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
    // what a shell makes of `<(command)` has no other name than its own
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

/** Nobody may ever write to a pipe that lies in a folder: who waited for it would wait forever. */
function oddFile(file: string): LocatedFinding {
  return inFile(file, found('manifest-not-readable', '', { reason: 'odd-file' }));
}

/** Why the system does not let a file be read. */
export function unreadable(file: string, error: unknown): LocatedFinding {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === 'ENOENT' ? { reason: 'missing' } as const : { reason: 'system-error', error: String(code) } as const;
  return inFile(file, found('manifest-not-readable', '', why));
}

function noManifests(file: string): LocatedFinding {
  return inFile(file, found('no-manifests', '', { reason: 'folder' }));
}
