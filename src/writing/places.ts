import { lstatSync, Stats } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { statAt } from '../private/folders';

/** What there is of a folder. */
export interface FolderState {
  readonly isThere: boolean;
  /** The innermost folder that is there on the way to it, itself included; `undefined` where not even the output folder is. */
  readonly nearest?: string;
  /** What is no folder, in its place or in the place of a folder around it. */
  readonly obstacle?: Obstacle;
}

export interface Obstacle {
  readonly path: string;
  readonly isLink: boolean;
  /** Whether it is a link to nothing. */
  readonly isDangling?: true;
}

/**
 * What was in the output folder when it was first asked for. Links are not gone through: one in place of a folder leads elsewhere, where nothing may be
 * written or removed. The output folder itself may be a link, which the user has named. Paths are relative to it, and `''` is the folder itself.
 */
export class Places {
  private readonly folders = new Map<string, FolderState>();
  private readonly found = new Map<string, Stats | undefined>();

  /** @param subject whom findings are told of */
  public constructor(public readonly root: string, public readonly subject: string) {}

  /** The path for the system. */
  public fileOf(path: string): string {
    return join(this.root, path);
  }

  public folder(path: string): FolderState {
    const known = this.folders.get(path);
    if (known) return known;
    const state = path === '' ? this.lookAtRoot() : this.look(path);
    this.folders.set(path, state);
    return state;
  }

  /** What is at a path, whatever it is; nothing below what is no folder. */
  public at(path: string): Stats | undefined {
    if (this.found.has(path)) return this.found.get(path);
    const stats = this.folder(folderOf(path)).isThere ? lstatSync(this.fileOf(path), { throwIfNoEntry: false }) : undefined;
    this.found.set(path, stats);
    return stats;
  }

  private lookAtRoot(): FolderState {
    const stats = statAt(this.root);
    if (stats?.isDirectory()) return { isThere: true, nearest: '' };
    const obstacle = this.obstacleAbove();
    return obstacle ? { isThere: false, obstacle } : { isThere: false };
  }

  /** What is no folder, in the place of the output folder or of one around it; by a path that leads upwards. */
  private obstacleAbove(): Obstacle | undefined {
    const root = resolve(this.root);
    for (let each = root; ; each = dirname(each)) {
      const path = relative(root, each);
      const stats = statAt(each);
      if (stats) return stats.isDirectory() ? undefined : { path, isLink: false };
      if (isLink(each)) return { path, isLink: true, isDangling: true };
    }
  }

  private look(path: string): FolderState {
    const around = this.folder(folderOf(path));
    // nothing is asked of the disk below what is not there
    if (!around.isThere) return around;
    const stats = lstatSync(this.fileOf(path), { throwIfNoEntry: false });
    if (!stats) return { ...around, isThere: false };
    if (stats.isDirectory()) return { isThere: true, nearest: path };
    return { ...around, isThere: false, obstacle: { path, isLink: stats.isSymbolicLink() } };
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    // below a file
    return false;
  }
}

/** The folder of a file or folder; `''` is the output folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The permissions of a file, without its type and what goes before. */
export function modeOf(stats: Stats | undefined): number | undefined {
  return stats?.isFile() ? stats.mode % 0o1000 : undefined;
}
