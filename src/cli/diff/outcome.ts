import { FolderDifference, isEqual } from './objects';
import { Folders, jsonReport, textReport } from './report';
import { AppFlags, CONFIG, type App } from '../app/app';
import { ExitCode } from '../exit';
import { changeSummary, count, note, print, printJson, tell } from '../output';

/** The flags of the command `diff`. */
export interface DiffFlags extends AppFlags {
  readonly json?: boolean;
  readonly between?: readonly string[];
}

/** What differs, and what is to be told of it. */
export interface Outcome {
  readonly difference: FolderDifference;
  readonly folders: Folders;
  readonly notes: readonly string[];
}

/** Prints what differs; gives what the command ends with. */
export function printOutcome(outcome: Outcome, { isValidated }: App, { json, config = CONFIG }: DiffFlags): ExitCode {
  const { difference, folders, notes } = outcome;
  if (isValidated) note(`note: the validations of ${config} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notes) note(`note: ${text}`);
  if (json) printJson(jsonReport(difference, folders, notes));
  else print(textReport(difference, folders));
  tell(summaryOf(difference));
  return isEqual(difference) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

function summaryOf(difference: FolderDifference): string {
  const { added, removed, moved, changed, same } = difference;
  const objects = count(same, 'object');
  if (isEqual(difference)) return `no difference in ${objects}`;
  const counts = { added: added.length, removed: removed.length, moved: moved.length, changed: changed.length };
  return changeSummary(counts, `${objects} without a difference`);
}
