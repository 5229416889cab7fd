import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Chart } from 'cdk8s';
import { FINE, Finding, found } from '../findings/finding';

/** What an app of this process has written into a folder. */
interface WrittenByApp {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
  /** The paths of its charts. */
  readonly charts: ReadonlySet<string>;
}

/** By folder and index: the last app that has written. */
const WRITTEN = new Map<string, Map<string, WrittenByApp>>();

/** A folder into which an app is about to write, and what apps of this process have written there before. */
export class OutputFolder {
  /** By whatever name the folder is called. */
  private readonly key: string;

  /** @param app tells the app from others that remember in the same index what they have written */
  public constructor(private readonly folder: string, private readonly index: string, private readonly app: symbol) {
    this.key = keyOf(folder);
  }

  /** Whether the app has written here before. */
  public get isKnown(): boolean {
    return this.last?.app === this.app;
  }

  /** The files of the last other app with the same index: perhaps this one, before it was made anew. */
  public get filesOfOther(): ReadonlySet<string> {
    return this.other?.files ?? new Set();
  }

  /**
   * Whether an app with another index has written a file. Where this one was made anew, a round of the program has begun that makes all its apps again:
   * what they have written before is not theirs for good.
   */
  public isTaken(path: string): boolean {
    if (this.other) return false;
    return [...this.written].some(([index, { files }]) => index !== this.index && files.has(path));
  }

  /**
   * Whether the folder belongs to another app with the same index, whose files this one would remove as its own old ones, or overwrite: one of other
   * charts, with files that are still there. An app that is made anew has some of its charts again.
   */
  public clash(charts: readonly Chart[]): Finding[] {
    const { folder, other } = this;
    if (!other) return FINE;
    const isAnother = !charts.some(({ node }) => other.charts.has(node.path));
    return isAnother && [...other.files].some(file => existsSync(join(folder, file)))
      ? found('shared-output-folder', 'name', { folder })
      : FINE;
  }

  public remember(files: Iterable<string>, charts: readonly Chart[]): void {
    const before = this.other ? new Map<string, WrittenByApp>() : this.written;
    const own = { app: this.app, files: new Set(files), charts: new Set(charts.map(({ node }) => node.path)) };
    WRITTEN.set(keyOf(this.folder), new Map([...before, [this.index, own]]));
  }

  private get written(): ReadonlyMap<string, WrittenByApp> {
    return WRITTEN.get(this.key) ?? new Map();
  }

  private get last(): WrittenByApp | undefined {
    return this.written.get(this.index);
  }

  private get other(): WrittenByApp | undefined {
    return this.isKnown ? undefined : this.last;
  }
}

const keyOf = (folder: string) => existsSync(folder) ? realpathSync(folder) : resolve(folder);
