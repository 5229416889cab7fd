import { Dirent, existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, FINE, Finding, found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { refuse } from '../private/errors';
import { isTemporary } from '../writing/staged-files';
import { writeOutput } from '../writing/write-output';

/** More of what a folder holds is not named. */
const MOST_NAMED = 3;

/** How a folder is named, and by what. */
interface NewFolderOptions {
  /** The command. */
  readonly subject: string;
  /** The option or the argument that names the folder. */
  readonly at: string;
  /** Whether the folder may be that of a Git repository without a file. */
  readonly isRepository?: boolean;
}

/** A folder into which a command writes something new: one that does not exist, or is empty. */
export class NewFolder {
  public constructor(private readonly folder: string, private readonly options: NewFolderOptions) {}

  /**
   * Whether the files can be written: nothing else may be there. A run that was killed may have left a part of the same ones, which is
   * completed.
   */
  public findings(files: ReadonlyMap<string, string>): Finding[] {
    const { folder, options: { at, isRepository } } = this;
    if (folder === '') return bad('usage', 'empty-path', at, folder);
    // what does not exist is no link either
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

  /** Writes the files. */
  public write(files: ReadonlyMap<string, string>): void {
    const { subject } = this.options;
    refuse(subject, this.findings(files));
    writeOutput(this.folder, files, { subject });
  }

  /** Whether an entry is, or holds, what is none of the files. */
  private holdsOthers(entry: Dirent, parent: string, files: ReadonlyMap<string, string>): boolean {
    const path = parent + entry.name;
    if (isTemporary(entry.name)) return false;
    if (files.has(path)) return attempt(() => readFileSync(join(this.folder, path), 'utf8')) !== files.get(path);
    if (!entry.isDirectory() || ![...files.keys()].some(file => file.startsWith(`${path}/`))) return true;
    return this.entries(path).some(each => this.holdsOthers(each, `${path}/`, files));
  }

  /** What is in the folder, or in one in it; nothing if it does not exist. */
  private entries(path = ''): Dirent[] {
    try {
      return readdirSync(join(this.folder, path), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
