import { createHash } from 'node:crypto';
import { Dirent, FSWatcher, fstatSync, readFileSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { found } from '../../findings/finding';
import { attempt } from '../../private/attempt';
import { refuse } from '../../private/errors';
import { note } from '../output';

/** The quiet period before changes count, in milliseconds, and the maximum number of periods to wait for one without events. */
const [CALM, MOST_CALMS] = [100, 20];

/** Hidden files, packages that npm has installed, and temporary files of editors. */
const LEFT_OUT = /^\.|^node_modules$|^#.*#$|~$/;

/** The files that receive the output of this process: reporting a change would otherwise cause another one. */
const LOGS = [process.stdout, process.stderr].flatMap(({ fd }) => attempt(() => fstatSync(fd)) ?? []);

/** The state of a file at one moment. */
interface SourceState {
  /** Changes whenever the file is written. */
  readonly stamp: string;
  /** The hash of the content; only computed after the file has been written. */
  readonly hash?: string;
}

/**
 * The source files of an app: those below its folder. One watcher for each folder reports that something has happened, and the states
 * of the files show what. This misses no change, whichever events the system drops, and ignores a file that is written with the same
 * content. The recursive watchers of Node would watch every single file on Linux, including those in node_modules.
 */
export class Sources {
  private readonly root: string;
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly unread = new Set<string>();
  private readonly ignored = new Set<string>();
  private states?: ReadonlyMap<string, SourceState>;
  private isTouched = false;
  private wake?: () => void;

  /**
   * @param subject the prefix of error messages
   * @param folder the folder with the sources
   * @param config the name of a file in it that is a source even if `LEFT_OUT` matches its name
   */
  constructor(private readonly subject: string, private readonly folder: string, private readonly config: string) {
    this.root = realpathSync(folder);
  }

  /** The files that have changed since the last call, by their paths in the folder, without those in `leftOut`. */
  public changes(leftOut: string): string[] {
    this.isTouched = false;
    const { states: before } = this;
    const files = this.filesIn(this.root, attempt(() => realpathSync(leftOut)));
    const after = new Map(files.flatMap(([name, path]) => {
      const state = attempt(() => stateOf(path, before?.get(name), before !== undefined));
      return state ? [[name, state]] : [];
    }));
    this.states = after;
    const isSame = (name: string) => this.ignored.has(name) || isEqual(before?.get(name), after.get(name));
    return [...new Set([...before?.keys() ?? [], ...after.keys()])].filter(name => !isSame(name)).sort();
  }

  /** Waits until files have changed and a quiet period has passed. Returns no files on interruption. */
  public async next(leftOut: string, interruption: AbortSignal): Promise<string[]> {
    const wake = () => this.wake?.();
    interruption.addEventListener('abort', wake);
    let names: string[] = [];
    while (names.length === 0 && !interruption.aborted) {
      if (!this.isTouched) await new Promise<void>(resolve => this.wake = resolve);
      names = await this.settled(leftOut, interruption);
    }
    interruption.removeEventListener('abort', wake);
    return names;
  }

  /** Waits for a quiet period, and returns the files that have changed; none on interruption. */
  public async settled(leftOut: string, interruption: AbortSignal): Promise<string[]> {
    for (let waited = 0; waited < MOST_CALMS && !interruption.aborted; waited++) {
      this.isTouched = false;
      await pause(CALM);
      if (!this.isTouched) break;
    }
    return interruption.aborted ? [] : this.changes(leftOut);
  }

  /** Excludes a file from the sources. */
  public ignore(name: string): void {
    this.ignored.add(name);
  }

  public close(): void {
    this.drop(this.root);
  }

  /** The names and paths of the files in a folder. Watches the folder from then on. */
  private filesIn(folder: string, leftOut?: string): [name: string, path: string][] {
    if (folder === leftOut) return [];
    // watched before it is read, so that a later change is an event
    this.watch(folder);
    return this.entriesOf(folder).flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      const name = path.slice(this.root.length).replace(/^[/\\]/, '');
      if (LEFT_OUT.test(entry.name) && name !== this.config) return [];
      return entry.isDirectory() ? this.filesIn(path, leftOut) : [[name, path]];
    });
  }

  private entriesOf(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.cannotRead(folder, error);
      return [];
    }
  }

  private watch(folder: string): void {
    if (this.watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => {
        // a different folder may have this name now, with other subfolders
        if (event === 'rename' && name) this.drop(name === basename(folder) ? folder : join(folder, name));
        this.touch();
      });
      watcher.on('error', () => {
        this.drop(folder);
        this.touch();
      });
      this.watchers.set(folder, watcher);
    } catch (error) {
      this.cannotRead(folder, error);
    }
  }

  private touch(): void {
    this.isTouched = true;
    this.wake?.();
  }

  /** A removed folder needs no watcher, and an unreadable one has no sources. Any other error would hide changes, and is thrown. */
  private cannotRead(folder: string, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    const name = this.shown(folder);
    if (code === 'ENOENT' && folder !== this.root) return this.drop(folder);
    if (code === 'ENOENT') refuse(this.subject, found('watch-failed', '', { reason: 'gone', folder: name }));
    if (code !== 'EACCES' && code !== 'EPERM') {
      refuse(this.subject, found('watch-failed', '', { reason: reasonOf(code), folder: name, error: String(code) }));
    }
    if (!this.unread.has(folder)) note(`note: ${JSON.stringify(name)} cannot be read, and is not watched`);
    this.unread.add(folder);
  }

  private shown(path: string): string {
    return join(this.folder, path.slice(this.root.length));
  }

  /** Closes the watchers of a folder and of its subfolders. */
  private drop(folder: string): void {
    for (const [path, watcher] of this.watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
  }
}

/** The system limits the number of watchers of a user and of open files of a process. */
function reasonOf(code = ''): 'too-many' | 'not-watched' {
  return ['ENOSPC', 'EMFILE', 'ENFILE'].includes(code) ? 'too-many' : 'not-watched';
}

/**
 * The state of a file; `undefined` for anything else, such as a link to a folder, and for the log of this process. The first call for the
 * folder does not read the content, because reading all files would take long.
 */
function stateOf(path: string, before: SourceState | undefined, isRead: boolean): SourceState | undefined {
  const stats = statSync(path);
  if (!stats.isFile() || LOGS.some(({ dev, ino }) => dev === stats.dev && ino === stats.ino)) return undefined;
  const stamp = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
  if (stamp === before?.stamp) return before;
  return { stamp, hash: isRead ? attempt(() => createHash('sha256').update(readFileSync(path)).digest('hex')) : undefined };
}

function isEqual(before?: SourceState, after?: SourceState): boolean {
  if (!before || !after) return before === after;
  return before.stamp === after.stamp || before.hash !== undefined && before.hash === after.hash;
}
