import { attempt, removeFile } from './file-system';
import { formatIndex, parseIndex, readIndex, together, without } from './index-file';
import { throwSystemError } from './output-checks';
import { modeOf, Places } from './places';
import { Plan } from './plan';
import { removeStale } from './removal';
import { StagedFiles } from './staged-files';

/** What is to be done. */
export interface Task {
  readonly places: Places;
  readonly plan: Plan;
  /** The name of the index; without one, nothing is remembered. */
  readonly index?: string;
  /** The index as it was read first; one without a line is as good as none. */
  readonly before: string;
}

export function isDone(task: Task): boolean {
  const { places, plan, before } = task;
  return !changesFiles(plan) && before === indexAfter(task) && places.folder('').isThere;
}

/**
 * Everything is written beside its place before the first file is replaced, so that a full disk changes nothing. From the first to the last change the
 * index lists old and new: whatever happens in between, the next run knows which files are ours.
 *
 * Nothing is done, and `false` given back, when another run has ended since the plan was made.
 */
export function carryOut(task: Task): boolean {
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
