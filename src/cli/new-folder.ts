import { Dirent, existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, Finding, FINE, found, saying } from '../findings/finding';
import { attempt } from '../private/attempt';
import { refuse } from '../private/errors';
import { OWN_PREFIX } from '../writing/names';
import { writeOutput } from '../writing/write-output';

/** The number of entries of a folder that an error names. */
const MOST_NAMED = 3;

/** Options of a `NewFolder`. */
interface NewFolderOptions {
  /** The command that writes the folder. It starts the error messages. */
  readonly subject: string;
  /** The option or argument that names the folder. */
  readonly at: string;
  /** Whether the folder may contain a Git repository without files. */
  readonly isRepository?: boolean;
}

/** A folder into which a command writes something new: one that does not exist, or is empty. */
export class NewFolder {
  public constructor(private readonly folder: string, private readonly options: NewFolderOptions) {}

  /**
   * Checks that the files can be written: the folder may contain nothing else. An earlier run that was killed may have left some of the
   * same files; this run completes them.
   */
  public findings(files: ReadonlyMap<string, string>): Finding[] {
    const { folder, options: { at, isRepository } } = this;
    if (folder === '') return bad('usage', saying('must be the path of a folder', 'name the folder of the new project'), at, folder);
    // `lstatSync` throws if nothing exists at the path
    const isLink = attempt(() => lstatSync(folder).isSymbolicLink()) && !existsSync(folder);
    if (isLink) return found('output-not-empty', at, { reason: 'link', folder });
    try {
      const entries = this.entries().filter(({ name }) => !(isRepository && name === '.git'));
      const others = entries.filter(entry => this.holdsOthers(entry, '', files)).map(({ name }) => name).sort().slice(0, MOST_NAMED);
      const reason = isRepository ? 'repository' : 'content';
      return others.length > 0 ? found('output-not-empty', at, { reason, folder, others }) : FINE;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOTDIR' ? found('output-not-empty', at, { reason: 'file', folder })
        : found('output-not-writable', at, { reason: 'not-readable', error: String(code), folder });
    }
  }

  /** Checks the folder, and writes the files. */
  public write(files: ReadonlyMap<string, string>): void {
    const { subject } = this.options;
    refuse(subject, this.findings(files));
    writeOutput(this.folder, files, { subject });
  }

  /** Whether an entry is or contains anything other than the given files. */
  private holdsOthers(entry: Dirent, parent: string, files: ReadonlyMap<string, string>): boolean {
    const path = parent + entry.name;
    if (entry.name.startsWith(OWN_PREFIX)) return false;
    if (files.has(path)) return attempt(() => readFileSync(join(this.folder, path), 'utf8')) !== files.get(path);
    if (!entry.isDirectory() || ![...files.keys()].some(file => file.startsWith(`${path}/`))) return true;
    return this.entries(path).some(each => this.holdsOthers(each, `${path}/`, files));
  }

  /** The entries of the folder or of a subfolder; empty if it does not exist. */
  private entries(path = ''): Dirent[] {
    try {
      return readdirSync(join(this.folder, path), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
