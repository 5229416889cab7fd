import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { writeDocuments } from '../files/write-yaml';
import { FINE, found, printable } from '../base/findings/finding';
import { counted } from '../base/findings/sentence';
import { attempt } from '../base/attempt';
import { throwFindings } from '../base/brand';
import { grouped } from '../base/check';
import { reportWritten } from '../files/writing/run-report';
import { OutputChanges, writeOutput } from '../files/writing/write-output';

// Several apps may write into one folder, in one program or in several. Each has an index of its files there; within a
// program, it is also known which app has written what, so that one that would remove the files of another is an error.

/** The files and charts that an app of this process has written into a folder. */
interface WrittenByApp {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
  /** The paths of its charts. */
  readonly charts: readonly string[];
}

/** The last app that has written, by folder and index. */
const WRITTEN = new Map<string, ReadonlyMap<string, WrittenByApp>>();

/** The same for all paths that lead to the folder. */
const realFolder = (folder: string) => existsSync(folder) ? realpathSync(folder) : resolve(folder);

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
  const before = WRITTEN.get(realFolder(folder)) ?? new Map<string, WrittenByApp>();
  const last = before.get(index);
  // another app, or an earlier instance of this one: an app that is created again has some of its earlier charts
  const other = last?.app === app ? undefined : last;
  // an app that is created again may have thousands of charts
  const earlier = new Set(other?.charts);
  const isAnother = other && !charts.some(path => earlier.has(path))
    && [...other.files].some(file => existsSync(join(folder, file)));
  // Environments have no name
  const property = environments ? 'outdir' : 'name';
  throwFindings(subject, isAnother ? found('shared-output-folder', property, { reason: property, folder }) : FINE);
  // an app that is created again begins a new round of all apps: their earlier files do not belong to them permanently
  const isTaken = (path: string) =>
    !other && [...before].some(([each, { files: own }]) => each !== index && own.has(path));
  const changes = writeOutput(folder, files, { subject, index, isTaken, isLeft, isAsWritten });
  warnOfChanges(folder, changes, environments ? 'an `outdir`' : 'a `name`', last && (other?.files ?? new Set()));
  const own = { app, files: new Set(files.keys()), charts };
  WRITTEN.set(realFolder(folder), new Map([...other ? [] : before, [index, own]]));
  reportWritten({ folder, index, environments });
  return changes;
}

/** The maximum number of files that warnings name. */
const MOST_NAMED = 10;

/**
 * Warns of changes that users may not expect.
 *
 * @param oneEach what distinguishes apps
 * @param ofOther the files of another app of this program; `undefined` if no app of this program has written here
 */
function warnOfChanges(
  folder: string, { written, removed, kept, left, contested, replacesAll }: OutputChanges, oneEach: string,
  ofOther: ReadonlySet<string> | undefined,
): void {
  const warn = (text: string) => process.emitWarning(printable(text), 'GitOpsApp');
  const warnOfFiles = (files: readonly string[], what: string) => {
    for (const file of files.slice(0, MOST_NAMED)) warn(`${JSON.stringify(join(folder, file))} ${what}`);
    const more = files.length - MOST_NAMED;
    if (more > 0) warn(`${JSON.stringify(folder)}: the same holds for ${counted(more, 'more file')}`);
  };
  const byIndex = (files: ReadonlyMap<string, string>) =>
    grouped([...files.keys()], file => [JSON.stringify(files.get(file))]);
  const changed = [[written, 'overwritten with another content'], [removed, 'removed']] as const;
  for (const [files, what] of changed) {
    warnOfFiles(files.filter(file => ofOther?.has(file)), 'was written by another GitOpsApp of this program, and is '
      + `${what}; give each ${oneEach} of its own, unless they are the same app`);
  }
  if (replacesAll && !ofOther) {
    // these may have been runs of another program
    warn(`${JSON.stringify(folder)}: no file of earlier runs is still rendered, ${counted(removed.length, 'file')} `
      + `removed; if another program has written into this folder, give each app ${oneEach}`);
  }
  for (const [index, files] of byIndex(contested)) {
    warnOfFiles(files, `is overwritten: ${index} lists it, and it had another content; if its app goes on rendering `
      + 'it, give the chart or the object another id, or one of the apps another `outdir`; if no app uses that index '
      + 'any longer, delete it');
  }
  for (const [index, files] of byIndex(left)) {
    warnOfFiles(files,
      `is no longer rendered, but is kept: ${index} lists it too; if no app uses that index any longer, delete both`);
  }
  warnOfFiles(kept, 'is no longer rendered, but is kept, because it is not as this app writes files; delete it if you '
    + 'no longer need it');
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
