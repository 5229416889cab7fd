import { carryOut, isDone, Task } from './carry-out';
import { Index, parseIndex, readIndex } from './index-file';
import { checkNames } from './names';
import { OtherApps } from './other-apps';
import { checkPlaces, checkWritable, throwSystemError } from './output-checks';
import { folderOf, Places } from './places';
import { makePlan } from './plan';
import { removeRemains, removeRemainsBelow } from './staged-files';
import { Finding, found } from '../findings/finding';
import { refuse } from '../private/errors';

/** What has become of the files; paths with `/`. */
export interface OutputChanges {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Rendered no more, and removed. */
  readonly removed: readonly string[];
  /** Rendered no more, and left where they are, since they are not as this app has written them. */
  readonly kept: readonly string[];
  /** Rendered no more, and left where they are, since another app lists them too: the name of its index, by path. */
  readonly left: ReadonlyMap<string, string>;
  /** Written, although another app has written them too, with another text: the name of its index, by path. */
  readonly contested: ReadonlyMap<string, string>;
  /** Whether files were removed, and nothing is rendered any more of what earlier runs have written. */
  readonly replacesAll: boolean;
}

type IsTaken = (path: string) => boolean;

/** How a folder is written. */
export interface OutputOptions {
  /** Whom findings are told of. */
  readonly subject: string;
  /**
   * The name of the index.
   *
   * @default - nothing is remembered, and nothing removed but what runs have left that were killed
   */
  readonly index?: string;
  /** Whether another app of this program has just written a file: it is its own, and not to be overwritten with another text. */
  readonly isTaken?: IsTaken;
}

/**
 * Brings a folder to where it holds these files, and none more of those that earlier runs with the same index have written.
 *
 * What is wrong with names and places is told before anything is written. A run that is killed leaves each file whole, old or new, and the next run does
 * the rest. Runs at the same time do not break each other's files; of two that render different things, the one that ends last wins.
 */
export function writeOutput(folder: string, files: ReadonlyMap<string, string>, options: OutputOptions): OutputChanges {
  const { subject, index, isTaken = () => false } = options;
  refuse(subject, checkNames(files.keys(), index));
  for (;;) {
    const task = prepare(new Places(folder, subject), files, isTaken, index);
    if (isDone(task) || carryOut(task)) return changesOf(task, isTaken);
  }
}

function changesOf({ plan: { changes, unchanged, stale, kept, left, contested }, before }: Task, isTaken: IsTaken): OutputChanges {
  const written = changes.map(({ path }) => path);
  const known = parseIndex(before).entries;
  const replacesAll = stale.length > 0 && ![...written, ...unchanged].some(path => known.has(path));
  return { written, unchanged, removed: stale, kept, left: new Map([...left].filter(([path]) => !isTaken(path))), contested, replacesAll };
}

/** Finds out what is to be done, and whether it can be. */
function prepare(places: Places, files: ReadonlyMap<string, string>, isTaken: IsTaken, index?: string): Task {
  try {
    // before all else, so that what other runs change from now on is found when it is read again
    const before = readIndex(places, index);
    refuse(places.subject, checkPlaces(places, files.keys(), index));
    const known = parseIndex(before);
    const plan = makePlan(places, files, known.entries, new OtherApps(places, index));
    refuse(places.subject, [...plan.contested.keys()].filter(isTaken).flatMap(lost));
    const task = { places, plan, index, before };
    const touched = [...plan.changes.map(({ path }) => path), ...plan.stale, ...index === undefined ? [] : [index]];
    if (!isDone(task)) refuse(places.subject, checkWritable(places, touched));
    if (index === undefined) removeRemainsBelow(places);
    else clean(places, known, files.keys());
    return task;
  } catch (error) {
    return throwSystemError(error, places, 'not-read');
  }
}

function lost(path: string): Finding[] {
  return found('duplicate-file', [path], { reason: 'apps' });
}

/** Removes what runs have left that were killed. One that has begun with the files has left a word in the index. */
function clean(places: Places, { entries, isUnfinished }: Index, files: Iterable<string>): void {
  const others = isUnfinished ? [...files, ...entries.keys()].map(folderOf) : [];
  removeRemains(places, ['', ...others]);
}
