import { createHash } from 'node:crypto';
import { Dirent, FSWatcher, fstatSync, readFileSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { found } from '../../findings/finding';
import { attempt } from '../../private/attempt';
import { refuse } from '../../private/errors';
import { note } from '../output';

/** For how long nothing must happen before changes count, in milliseconds, and how often that is waited for. */
const [CALM, MOST_CALMS] = [100, 20];

/** What is hidden, what npm has installed, and what an editor keeps for itself. */
const LEFT_OUT = /^\.|^node_modules$|^#.*#$|~$/;

/** Where the output of this process goes: what is told of a change would be one. */
const LOGS = [process.stdout, process.stderr].flatMap(({ fd }) => attempt(() => fstatSync(fd)) ?? []);

/** A file as it was when it was looked at. */
interface SourceState {
  /** Another one whenever somebody has written the file. */
  readonly stamp: string;
  /** Of the content; it is asked for when somebody has written the file. */
  readonly hash?: string;
}

/**
 * The source files of an app: those below its folder. One watcher for each folder says that something has happened, and the files say
 * what: so that no change is missed, whichever events the system has left out, and a file that is written as it was has none. The
 * recursive watchers of Node would watch each single file on Linux, those of node_modules too.
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
   * @param subject how errors begin
   * @param folder the folder with the sources
   * @param config the name of a file in it that counts whatever it is called
   */
  constructor(private readonly subject: string, private readonly folder: string, private readonly config: string) {
    this.root = realpathSync(folder);
  }

  /** The files that differ from what they were at the last call, by their paths in the folder; without those in `leftOut`. */
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

  /** Waits until files differ, and nothing has happened for a moment; gives none on interruption. */
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

  /** The files that differ as soon as nothing has happened for a moment; none on interruption. */
  public async settled(leftOut: string, interruption: AbortSignal): Promise<string[]> {
    for (let waited = 0; waited < MOST_CALMS && !interruption.aborted; waited++) {
      this.isTouched = false;
      await pause(CALM);
      if (!this.isTouched) break;
    }
    return interruption.aborted ? [] : this.changes(leftOut);
  }

  /** Takes a file for none of the sources. */
  public ignore(name: string): void {
    this.ignored.add(name);
  }

  public close(): void {
    this.drop(this.root);
  }

  /** The names and paths of the files in a folder, which is watched from then on. */
  private filesIn(folder: string, leftOut?: string): [name: string, path: string][] {
    if (folder === leftOut) return [];
    // what comes after that is an event
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
        // a folder of that name may be another one now, with others in it
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

  /** What is gone needs no watcher; what nobody may read is no source. All else would leave changes unseen. */
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

  /** Ends the watchers of a folder and of those in it. */
  private drop(folder: string): void {
    for (const [path, watcher] of this.watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
  }
}

/** The system has so many watchers for a user, or so many open files for a process. */
function reasonOf(code = ''): 'too-many' | 'not-watched' {
  return ['ENOSPC', 'EMFILE', 'ENFILE'].includes(code) ? 'too-many' : 'not-watched';
}

/**
 * The state of a file; `undefined` for what is none, such as a link to a folder, and for the log of this process. At first, the content is
 * not asked for: to read all files would take long.
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
