import { markdownReport } from './markdown-report';
import { FolderDifference, isEqual } from './objects';
import type { DiffFlags, FORMATS, Outcome } from './outcome';
import { jsonReport, textReport } from './report';
import { CONFIG, type App } from '../app/app';
import { ExitCode } from '../exit';
import { changeSummary, count, note, print, printJson, shellWord, tell } from '../output';
import { paintFor, paintSigns } from '../paint';

/** Prints the difference, and returns the exit code. */
export function printOutcome(outcome: Outcome, { isValidated }: App, dir: string | undefined, flags: DiffFlags): ExitCode {
  const { format = 'text', config = CONFIG } = flags;
  const { difference, consequences, notes } = outcome;
  if (isValidated) note(`note: the validations of ${config} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notes) note(`note: ${text}`);
  const summary = summaryOf(difference);
  const formats: Readonly<Record<(typeof FORMATS)[number], () => void>> = {
    text: () => print(paintSigns(textReport(difference, outcome.folders, consequences), paintFor(process.stdout))),
    json: () => printJson(jsonReport(difference, outcome.folders, consequences, notes)),
    markdown: () => print(markdownReport({ ...outcome, summary, command: commandOf(dir, flags) })),
  };
  formats[format]();
  tell(summary);
  return isEqual(difference) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

/** The command that prints the same comparison as text. */
function commandOf(dir: string | undefined, { between = [] }: DiffFlags): string {
  const words = [
    ...dir === undefined ? [] : [dir],
    ...between.length > 0 ? ['--between', ...between] : [],
  ];
  return ['cdk8s-oam diff', ...words.map(shellWord)].join(' ');
}

function summaryOf(difference: FolderDifference): string {
  const { added, removed, moved, changed, same } = difference;
  const objects = count(same, 'object');
  if (isEqual(difference)) return `no difference in ${objects}`;
  const all = { added, removed, moved, changed };
  const counts = Object.fromEntries(Object.entries(all).map(([what, { length }]) => [what, length]));
  return changeSummary(counts, `${objects} without a difference`);
}
