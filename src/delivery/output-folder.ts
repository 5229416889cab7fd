import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { writeDocuments } from '../files/write-yaml';
import { FINE, Finding, found, printable } from '../base/findings/finding';
import { attempt } from '../base/attempt';
import { throwFindings } from '../base/brand';
import { grouped } from '../base/check';
import { reportWritten } from '../files/writing/run-report';
import { OutputChanges, writeOutput } from '../files/writing/write-output';

/** The files and charts that an app of this process has written into a folder. */
interface WrittenByApp {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
  /** The paths of its charts. */
  readonly charts: ReadonlySet<string>;
}

/** The last app that has written, by folder and index. */
const WRITTEN = new Map<string, Map<string, WrittenByApp>>();

/** The property that distinguishes apps of one program: Environments have no name. */
type KeptApartBy = 'name' | 'outdir';

/** The writer of an output folder. */
interface OutputOwner {
  readonly folder: string;
  readonly index: string;
  /** Distinguishes the app from others that use the same index. */
  readonly app: symbol;
  /** The subject of findings. */
  readonly subject: string;
  /** Whether a file of an earlier run is kept although it is not rendered now. */
  readonly isLeft?: (path: string) => boolean;
  /** The names of all environments, if Environments are the writer. */
  readonly environments?: readonly string[];
}

/** Makes a folder hold the files of an app, and warns of unexpected changes. */
export function writeFiles(
  { folder, index, app, subject, isLeft, environments }: OutputOwner, files: ReadonlyMap<string, string>,
  charts: readonly string[],
): OutputChanges {
  const output = new OutputFolder(folder, index, app);
  const key = environments ? 'outdir' : 'name';
  throwFindings(subject, output.clash(charts, key));
  const changes =
    writeOutput(folder, files, { subject, index, isTaken: path => output.isTaken(path), isLeft, isAsWritten });
  warnOfChanges(folder, changes, output, key);
  output.remember(files.keys(), charts);
  reportWritten({ folder, index, environments });
  return changes;
}

/** A folder into which an app is about to write, and what apps of this process have written there before. */
class OutputFolder {
  /** The same for all paths that lead to the folder. */
  private readonly key: string;

  /** @param app distinguishes the app from others that use the same index */
  public constructor(private readonly folder: string, private readonly index: string, private readonly app: symbol) {
    this.key = realFolder(folder);
  }

  /** Whether the app has written here before. */
  public get isKnown(): boolean {
    return this.last?.app === this.app;
  }

  /** The files of the last other app with the same index, which may be an earlier instance of this app. */
  public get filesOfOther(): ReadonlySet<string> {
    return this.other?.files ?? new Set();
  }

  /**
   * Whether an app with another index has written a file. If this app has been created again, the program has begun a
   * new round that creates all its apps again: their earlier files do not belong to them permanently.
   */
  public isTaken(path: string): boolean {
    if (this.other) return false;
    return [...this.written].some(([index, { files }]) => index !== this.index && files.has(path));
  }

  /**
   * Reports a folder that belongs to another app with the same index, whose files this one would overwrite, or remove
   * as its own old ones. Another app is one with entirely different charts, and with files that still exist: an app
   * that is created again has some of its earlier charts.
   */
  public clash(charts: readonly string[], key: KeptApartBy): Finding[] {
    const { folder, other } = this;
    if (!other) return FINE;
    const isAnother = !charts.some(path => other.charts.has(path));
    return isAnother && [...other.files].some(file => existsSync(join(folder, file)))
      ? found('shared-output-folder', key, { reason: key, folder })
      : FINE;
  }

  public remember(files: Iterable<string>, charts: readonly string[]): void {
    const before = this.other ? new Map<string, WrittenByApp>() : this.written;
    const own = { app: this.app, files: new Set(files), charts: new Set(charts) };
    WRITTEN.set(realFolder(this.folder), new Map([...before, [this.index, own]]));
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

const realFolder = (folder: string) => existsSync(folder) ? realpathSync(folder) : resolve(folder);

/** The type of the warnings, which Node prints before their text. */
const WARNING = 'GitOpsApp';

function emitWarning(text: string): void {
  process.emitWarning(printable(text), WARNING);
}

/** The maximum number of files that warnings name. */
const MOST_NAMED = 10;

const OTHER = 'another GitOpsApp of this program';
const ONE_EACH = { name: 'a `name`', outdir: 'an `outdir`' } as const;

/** Warns of changes that users may not expect, before the folder remembers this run. */
function warnOfChanges(
  folder: string, changes: OutputChanges, { filesOfOther, isKnown }: OutputFolder, key: KeptApartBy,
): void {
  const { written, removed, kept, left, contested, replacesAll } = changes;
  const oneEach = `give each ${ONE_EACH[key]} of its own, unless they are the same app`;
  const ofOther = (files: readonly string[]) => files.filter(file => filesOfOther.has(file));
  warnOfFiles(folder, ofOther(written), `was written by ${OTHER}, and is overwritten with another content; ${oneEach}`);
  warnOfFiles(folder, ofOther(removed),
    `was written by ${OTHER}, and is removed: this one does not render it; ${oneEach}`);
  if (replacesAll && !isKnown && ofOther(removed).length === 0) {
    // no file of earlier runs is left: these may have been runs of another program
    const what = removed.length === 1 ? 'the only file of earlier runs is no longer rendered, and is removed'
      : `none of the ${removed.length} files of earlier runs is still rendered, and they are removed`;
    emitWarning(`${JSON.stringify(folder)}: ${what}; if another program has written into this folder, give each app `
      + ONE_EACH[key]);
  }
  for (const [index, files] of byIndex(contested)) {
    warnOfFiles(folder, files,
      `is overwritten: ${index} lists it, and it had another content; if its app goes on rendering it, give `
      + 'the chart or the object another id, or one of the apps another `outdir`; if no app uses that index any '
      + 'longer, delete it');
  }
  for (const [index, files] of byIndex(left)) {
    warnOfFiles(folder, files,
      `is no longer rendered, but is kept: ${index} lists it too; if no app uses that index any longer, delete both`);
  }
  warnOfFiles(folder, kept, 'is no longer rendered, but is kept, because it is not as this app writes files; '
    + 'delete it if you no longer need it');
}

/**
 * Whether a text is as an app writes it: what is read from it, written again, is the same text. A comment, other white
 * space or other quotes are an edit by hand. A value that was changed in the written form is not noticed.
 */
function isAsWritten(text: string): boolean {
  const isMetadata = attempt(() => JSON.stringify(JSON.parse(text))) === text;
  const documents = parseAllDocuments(text, { version: '1.1' });
  return isMetadata
    || Array.isArray(documents) && attempt(() => writeDocuments(documents.map(document => document.toJS()))) === text;
}

/** Files by the index that lists them, in quotes. */
function byIndex(files: ReadonlyMap<string, string>): Map<string, string[]> {
  return grouped([...files.keys()], file => [JSON.stringify(files.get(file))]);
}

/** One warning for each file, and one for all files beyond the maximum. */
function warnOfFiles(folder: string, files: readonly string[], what: string): void {
  for (const file of files.slice(0, MOST_NAMED)) emitWarning(`${JSON.stringify(join(folder, file))} ${what}`);
  const more = files.length - MOST_NAMED;
  if (more > 0) {
    emitWarning(`${JSON.stringify(folder)}: the same holds for ${more} more ${more === 1 ? 'file' : 'files'}`);
  }
}
