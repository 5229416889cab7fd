import { Stats, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Finding, ParametersOf, found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { ModelError } from '../private/brand';
import { raise } from '../private/user-stack';

type Unwritable = ParametersOf<'output-not-writable'>;

/**
 * The files in the output folder. Links are not followed: a link in place of a folder leads elsewhere, where nothing may be written or
 * removed. The output folder itself may be a link, because the user has named it. Paths are relative to it; `''` is the folder itself.
 */
export class Places {
  private readonly known = new Map<string, string | undefined>();

  public constructor(private readonly root: string) {}

  /** The path in the file system. */
  public fileOf(path: string): string {
    return join(this.root, path);
  }

  /** What is at a path; `undefined` also if a folder on the way to it is none. */
  public at(path: string): Stats | undefined {
    return this.obstacle(folderOf(path)) === undefined ? lstatSync(this.fileOf(path), { throwIfNoEntry: false }) : undefined;
  }

  /** Whether a file has this text. A link, a pipe or a device is not read; a file that cannot be read may still be replaced. */
  public holds(path: string, text: string): boolean {
    const stats = this.at(path);
    if (!stats?.isFile() || stats.size !== Buffer.byteLength(text)) return false;
    return attempt(() => readFileSync(this.fileOf(path), 'utf8')) === text;
  }

  public isBehindLink(path: string): boolean {
    const obstacle = this.obstacle(folderOf(path));
    return obstacle !== undefined && lstatSync(this.fileOf(obstacle)).isSymbolicLink();
  }

  /** Reports folders in place of files, and files and links in place of folders: one finding for each, however many files it affects. */
  public obstacles(paths: Iterable<string>): Finding[] {
    const all = new Map<string, Unwritable>();
    for (const path of paths) {
      const obstacle = this.obstacle(folderOf(path));
      if (obstacle !== undefined) all.set(obstacle, { reason: this.isBehindLink(path) ? 'link-for-folder' : 'file-for-folder' });
      else if (this.at(path)?.isDirectory()) all.set(path, { reason: 'folder-for-file' });
    }
    return [...all].flatMap(([path, problem]) => found('output-not-writable', [this.fileOf(path)], problem));
  }

  /** The file or link in place of a folder, or of one around it. */
  private obstacle(folder: string): string | undefined {
    if (this.known.has(folder)) return this.known.get(folder);
    let obstacle = folder === '' ? undefined : this.obstacle(folderOf(folder));
    if (obstacle === undefined) {
      const stats = (folder === '' ? statSync : lstatSync)(this.fileOf(folder), { throwIfNoEntry: false });
      obstacle = stats && !stats.isDirectory() ? folder : undefined;
    }
    this.known.set(folder, obstacle);
    return obstacle;
  }
}

/** The folder of a file or folder; `''` is the output folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/**
 * Creates a folder, and the missing ones around it.
 *
 * Node's `mkdirSync` has an option for this, which is not used: it throws ENOENT if a disk is read-only, and does not terminate in `/proc`.
 */
export function makeFolders(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have created it
    if (!isThere()) throw error;
  }
}

/** Throws a system error as a finding, which says what has changed on the disk, and any other error as it is. */
export function throwSystemError(
  error: unknown, folder: string, subject: string, reason: 'not-read' | 'not-written' | 'not-all-written',
): never {
  const { syscall, path = folder, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  // `ENOSPC: no space left on device, write`
  raise(new ModelError(subject, found('output-not-writable', [path], { reason, error: message.split(',')[0] })));
}
