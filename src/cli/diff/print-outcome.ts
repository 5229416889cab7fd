import { join } from 'node:path';
import { bySeverity, objectOf, type Consequence } from './consequence';
import { markdownReport } from './markdown-report';
import { FolderDifference, isEqual } from './objects';
import type { DiffFlags, FORMATS, Outcome } from './outcome';
import { jsonReport, textReport } from './report';
import { objectName } from '../../private/written';
import { CONFIG, type App } from '../app/app';
import { ExitCode } from '../exit';
import { changeSummary, count, note, print, printJson, shellWord, tell } from '../output';
import { paintFor, paintSigns } from '../paint';
import { annotations } from '../validate/annotations';
import { reported, thisTool, type Reported } from '../validate/report';
import { sarifReport } from '../validate/sarif-report';

/** Prints the difference, and returns the exit code. */
export function printOutcome(outcome: Outcome, { isValidated }: App, dir: string | undefined, flags: DiffFlags): ExitCode {
  const { format = 'text', config = CONFIG } = flags;
  const { difference, consequences, notes, gap } = outcome;
  if (isValidated) note(`note: the validations of ${config} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notes) note(`note: ${text}`);
  const exitCode = exitCodeOf(difference);
  const findings = () => bySeverity(consequences).map(each => reportedOf(each, outcome));
  const summary = [summaryOf(difference), gap ?? []].flat().join('; ');
  const formats: Readonly<Record<(typeof FORMATS)[number], () => void>> = {
    text: () => print(paintSigns(textReport(difference, outcome.folders, consequences), paintFor(process.stdout))),
    json: () => printJson(jsonReport(difference, outcome.folders, consequences, notes)),
    markdown: () => print(markdownReport({ ...outcome, summary, command: commandOf(dir, flags) })),
    sarif: () => printJson(sarifReport({ findings: findings(), exitCode }, thisTool())),
    github: () => print(annotations(findings())),
  };
  formats[format]();
  tell(summary);
  return exitCode;
}

/** The command that prints the same comparison as text. */
function commandOf(dir: string | undefined, { between = [], live = false, env }: DiffFlags): string {
  const words = [
    ...dir === undefined ? [] : [dir],
    ...between.length > 0 ? ['--between', ...between] : [],
    ...live ? ['--live'] : [],
    ...env === undefined ? [] : ['--env', env],
  ];
  return ['cdk8s-oam diff', ...words.map(shellWord)].join(' ');
}

/** A consequence with its location: the object as the app writes it, or the removed object. */
function reportedOf(consequence: Consequence, { folders, output }: Outcome): Reported {
  const { finding, after, isError } = consequence;
  const [folder, object] = after ? [output.after, after] : [folders.before, objectOf(consequence)];
  const file = object.source ?? join(folder, object.file);
  const told = reported({ ...finding, file, ...object.locate?.(finding.path), isWarning: !isError });
  return { ...told, problem: `(${objectName(objectOf(consequence).value)}) ${told.problem}` };
}

function exitCodeOf(difference: FolderDifference): ExitCode {
  if (difference.unknown?.length) return ExitCode.NOT_DONE;
  return isEqual(difference) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

function summaryOf(difference: FolderDifference): string {
  const { added, removed, moved, changed, same, refused = [], unknown = [] } = difference;
  const objects = count(same, 'object');
  if (isEqual(difference)) return `no difference in ${objects}`;
  const all = { refused, unknown, added, removed, moved, changed };
  const counts = Object.fromEntries(Object.entries(all).map(([what, { length }]) => [what, length]));
  return changeSummary(counts, `${objects} without a difference`);
}
