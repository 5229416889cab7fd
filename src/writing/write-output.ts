import { checkNames } from './names';
import { Places, checkPlaces, checkWritable, folderOf, modeOf, throwSystemError } from './places';
import { Plan, makePlan } from './plan';
import { StagedFiles, removeFile, removeRemains, removeRemainsBelow, removeStale } from './staged-files';
import { OtherApps, divided, formatIndex, parseIndex, readIndex, together, without } from './written-index';
import { found } from '../findings/finding';
import { attempt } from '../private/attempt';
import { refuse } from '../private/errors';

/** The outcome for each file; paths use `/`. */
export interface OutputChanges {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** No longer rendered, and removed. */
  readonly removed: readonly string[];
  /** No longer rendered, but kept, because they are not as this app has written them. */
  readonly kept: readonly string[];
  /** No longer rendered, but kept, because another app lists them too: the name of its index, by path. */
  readonly left: ReadonlyMap<string, string>;
  /** Written, although another app has written another text to them: the name of its index, by path. */
  readonly contested: ReadonlyMap<string, string>;
  /** Whether files were removed, and nothing that earlier runs have written is rendered any more. */
  readonly replacesAll: boolean;
}

type IsTaken = (path: string) => boolean;

/** Options for writing a folder. */
interface OutputOptions {
  /** The subject of findings. */
  readonly subject: string;
  /**
   * The name of the index.
   *
   * @default - nothing is remembered, and nothing removed but the remains of killed runs
   */
  readonly index?: string;
  /** Whether another app of this program has just written a file, which must not be overwritten with another text. */
  readonly isTaken?: IsTaken;
  /** Whether a file of an earlier run stays as it is, although it is not rendered now. */
  readonly isLeft?: (path: string) => boolean;
}

/**
 * Updates a folder so that it holds these files, and none of the others that earlier runs with the same index have written.
 *
 * Findings about names and paths are thrown before anything is written. A killed run leaves each file whole, old or new, and the next run
 * does the rest. Concurrent runs do not break each other's files; of two that render different things, the one that ends last wins.
 *
 * @throws ModelError if a name is unsafe, or a file cannot be read or written
 */
export function writeOutput(folder: string, files: ReadonlyMap<string, string>, options: OutputOptions): OutputChanges {
  const { subject, index, isTaken = () => false, isLeft = () => false } = options;
  refuse(subject, checkNames(files.keys(), index));
  for (;;) {
    const run = prepare(new Places(folder, subject), files, { isTaken, isLeft, index });
    if (run.isDone || run.carryOut()) return changesOf(run, isTaken);
  }
}

function changesOf({ plan: { changes, unchanged, stale, kept, left, contested }, before }: OutputRun, isTaken: IsTaken): OutputChanges {
  const written = changes.map(({ path }) => path);
  const known = parseIndex(before).entries;
  const replacesAll = stale.length > 0 && ![...written, ...unchanged].some(path => known.has(path));
  return { written, unchanged, removed: stale, kept, left: new Map([...left].filter(([path]) => !isTaken(path))), contested, replacesAll };
}

type Chosen = Required<Pick<OutputOptions, 'isTaken' | 'isLeft'>> & Pick<OutputOptions, 'index'>;

/** Plans the changes, and checks whether they can be made. */
function prepare(places: Places, files: ReadonlyMap<string, string>, { isTaken, isLeft, index }: Chosen): OutputRun {
  try {
    // first of all, so that changes by other runs from now on are found when it is read again
    const before = readIndex(places, index);
    refuse(places.subject, checkPlaces(places, files.keys(), index));
    const known = parseIndex(before);
    const [left, own] = divided(known.entries, isLeft);
    const plan = makePlan(places, files, own, new OtherApps(places, index), left);
    refuse(places.subject, [...plan.contested.keys()].filter(isTaken).flatMap(path => found('duplicate-file', [path], { reason: 'apps' })));
    const run = new OutputRun(places, plan, before, index);
    const touched = [...plan.changes.map(({ path }) => path), ...plan.stale, ...index === undefined ? [] : [index]];
    if (!run.isDone) refuse(places.subject, checkWritable(places, touched));
    if (index === undefined) removeRemainsBelow(places);
    // a run that has begun to change the files has marked the index
    else removeRemains(places, ['', ...known.isUnfinished ? [...files.keys(), ...known.entries.keys()].map(folderOf) : []]);
    return run;
  } catch (error) {
    return throwSystemError(error, places, 'not-read');
  }
}

/**
 * Carries out a plan. Everything is written as temporary files before the first file is replaced, so that a full disk changes nothing. From
 * the first change to the last, the index lists old and new texts: whatever happens in between, the next run knows which files are ours.
 */
class OutputRun {
  private readonly staged: StagedFiles;
  private readonly changesFiles: boolean;
  /** The index while files change, and at the end. */
  private readonly during: string;
  private readonly after: string;

  /**
   * @param before the index as it was read first; an empty one is equivalent to none
   * @param index its name; without one, nothing is remembered
   */
  public constructor(
    private readonly places: Places, public readonly plan: Plan, public readonly before: string, private readonly index?: string,
  ) {
    const { changes, stale, next } = plan;
    this.staged = new StagedFiles(places);
    this.changesFiles = changes.length + stale.length > 0;
    this.after = index === undefined ? '' : formatIndex({ entries: next, isUnfinished: false });
    this.during = index === undefined || !this.changesFiles ? before
      : formatIndex({ entries: together(parseIndex(before).entries, next), isUnfinished: true });
  }

  public get isDone(): boolean {
    return !this.changesFiles && this.before === this.after && this.places.folder('').isThere;
  }

  /** Changes no file, and returns `false`, if another run has ended since the plan was made: then a new plan is needed. */
  public carryOut(): boolean {
    const { staged, places, plan, before, during } = this;
    let isReplacing = false;
    try {
      staged.makeFolder('');
      if (during !== before) this.stageIndex(during);
      if (this.readIndex() !== before) {
        staged.removeTemporaries();
        return false;
      }
      if (during !== before) this.putIndex(during);
      for (const change of plan.changes) staged.stage(change);
      this.stageIndex(this.after);
      isReplacing = true;
      for (const { path } of plan.changes) staged.put(path);
      removeStale(places, plan);
      this.finish();
      return true;
    } catch (error) {
      staged.removeTemporaries();
      if (!isReplacing) this.undo();
      return throwSystemError(error, places, isReplacing ? 'not-all-written' : 'not-written');
    }
  }

  private readIndex(): string {
    return readIndex(this.places, this.index);
  }

  private stageIndex(text: string): void {
    const { index, places } = this;
    if (index !== undefined && text !== '') this.staged.stage({ path: index, text, mode: modeOf(places.at(index)) });
  }

  private putIndex(text: string): void {
    if (this.index === undefined) return;
    if (text === '') removeFile(this.places.fileOf(this.index));
    else this.staged.put(this.index);
  }

  /**
   * Writes the final index. If another run has changed the index meanwhile, its entries are listed too, and the next run decides which of
   * them stay. There is no lock, because a killed run would leave it behind; so a moment remains between reading and replacing the index in
   * which such a change is missed.
   */
  private finish(): void {
    const { next } = this.plan;
    let text = this.after;
    for (let known = this.during, now = this.readIndex(); now !== known; now = this.readIndex()) {
      known = now;
      const foreign = without(parseIndex(now).entries, next);
      text = formatIndex({ entries: together(next, foreign), isUnfinished: foreign.size > 0 });
      this.stageIndex(text);
    }
    this.putIndex(text);
  }

  /**
   * Restores the index, and removes what was written. If the former fails too, the index stays as it is: it lists more files than there
   * are, which does no harm.
   */
  private undo(): void {
    const { staged, before, during } = this;
    attempt(() => {
      // if another run has changed the index meanwhile, it is no longer ours
      if (during === before || this.readIndex() !== during) return;
      this.stageIndex(before);
      this.putIndex(before);
    });
    staged.removeTemporaries();
    staged.removeFolders();
  }
}
