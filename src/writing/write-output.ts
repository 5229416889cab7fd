import { Index, OtherApps, formatIndex, parseIndex, readIndex, together, without } from './index-file';
import { checkNames } from './names';
import { Places, checkPlaces, checkWritable, folderOf, modeOf, throwSystemError } from './places';
import { Plan, makePlan } from './plan';
import { StagedFiles, attempt, removeFile, removeRemains, removeRemainsBelow, removeStale } from './staged-files';
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
interface OutputOptions {
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

/** What is to be done. */
interface Task {
  readonly places: Places;
  readonly plan: Plan;
  /** The name of the index; without one, nothing is remembered. */
  readonly index?: string;
  /** The index as it was read first; one without a line is as good as none. */
  readonly before: string;
}

function isDone(task: Task): boolean {
  const { places, plan, before } = task;
  return !changesFiles(plan) && before === indexAfter(task) && places.folder('').isThere;
}

/**
 * Everything is written beside its place before the first file is replaced, so that a full disk changes nothing. From the first to the last change the
 * index lists old and new: whatever happens in between, the next run knows which files are ours.
 *
 * Nothing is done, and `false` given back, when another run has ended since the plan was made.
 */
function carryOut(task: Task): boolean {
  const { places, plan, index, before } = task;
  const staged = new StagedFiles(places);
  const during = indexMeanwhile(task);
  let isReplacing = false;
  try {
    staged.makeFolder('');
    if (during !== before) stageIndex(staged, task, during);
    if (readIndex(places, index) !== before) return isOvertaken(staged);
    if (during !== before) putIndex(staged, task, during);
    for (const change of plan.changes) staged.stage(change);
    stageIndex(staged, task, indexAfter(task));
    isReplacing = true;
    for (const { path } of plan.changes) staged.put(path);
    removeStale(places, plan);
    finish(staged, task, during);
    return true;
  } catch (error) {
    staged.removeTemporaries();
    if (!isReplacing) undo(staged, task, during);
    return throwSystemError(error, places, isReplacing ? 'not-all-written' : 'not-written');
  }
}

/** The plan is to be made anew. */
function isOvertaken(staged: StagedFiles): false {
  staged.removeTemporaries();
  return false;
}

function changesFiles({ changes, stale }: Plan): boolean {
  return changes.length + stale.length > 0;
}

function indexMeanwhile({ plan, before, index }: Task): string {
  if (index === undefined || !changesFiles(plan)) return before;
  return formatIndex({ entries: together(parseIndex(before).entries, plan.next), isUnfinished: true });
}

function indexAfter({ plan: { next }, index }: Task): string {
  return index === undefined ? '' : formatIndex({ entries: next, isUnfinished: false });
}

function stageIndex(staged: StagedFiles, { places, index }: Task, text: string): void {
  if (index !== undefined && text !== '') staged.stage({ path: index, text, mode: modeOf(places.at(index)) });
}

function putIndex(staged: StagedFiles, { places, index }: Task, text: string): void {
  if (index === undefined) return;
  if (text === '') removeFile(places.fileOf(index));
  else staged.put(index);
}

function replaceIndex(staged: StagedFiles, task: Task, text: string): void {
  stageIndex(staged, task, text);
  putIndex(staged, task, text);
}

/**
 * Where another run has changed the index meanwhile, what it says is listed too, and the next run finds out what is to stay of it. Without a lock,
 * which a run that is killed would leave behind, a moment remains between reading and replacing the index in which this is missed.
 */
function finish(staged: StagedFiles, task: Task, during: string): void {
  const { places, plan: { next }, index } = task;
  let text = indexAfter(task);
  for (let known = during, now = readIndex(places, index); now !== known; now = readIndex(places, index)) {
    known = now;
    const foreign = without(parseIndex(now).entries, next);
    text = formatIndex({ entries: together(next, foreign), isUnfinished: foreign.size > 0 });
    stageIndex(staged, task, text);
  }
  putIndex(staged, task, text);
}

/** If that fails too, the index stays as it is: it lists more than there is, which does no harm. */
function undo(staged: StagedFiles, task: Task, during: string): void {
  const { places, index, before } = task;
  // when another run has changed it meanwhile, it is no longer this one's
  attempt(() => { if (during !== before && readIndex(places, index) === during) replaceIndex(staged, task, before); });
  staged.removeTemporaries();
  staged.removeFolders();
}
