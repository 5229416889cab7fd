import { Command } from 'commander';
import { compareFolders, FolderDifference, isEqual } from './folder-difference';
import { readFolder, synthesize } from './folders';
import { jsonReport } from './json-report';
import { textReport } from './text-report';
import { notesOf } from './titles';
import { AppFlags, appOf, Runner } from '../app/app';
import { CONFIG, plainManifests } from '../app/config';
import { ExitCode } from '../exit-codes';
import { Guarded } from '../guarded';
import { note, print, printJson, tell } from '../output';

/** What the command `diff` is told. */
export interface DiffFlags extends AppFlags {
  readonly json?: boolean;
}

const DIFF: Runner = {
  subject: 'cdk8s-oam diff',
  checks: { synthConfig: plainManifests('diff') },
};

/** Adds the command `diff`. */
export function addDiff(program: Command, guarded: Guarded): void {
  program.command('diff')
    .description('Run the app of cdk8s.yaml, and compare what it writes with a folder of manifests. Ends with 0 if nothing differs, 1 if something does, 2 if that could not be found out.')
    .argument('[dir]', 'the folder (default: the output of cdk8s.yaml, or dist)')
    .option('--app <command>', 'the command that runs the app, in place of the one in cdk8s.yaml')
    .option('--config <file>', 'cdk8s.yaml by another name, or in another folder: the app runs there')
    .option('--json', 'print the difference as JSON')
    .action((folder: string | undefined, flags: DiffFlags) => guarded(flags, async () => diff(folder, flags)));
}

/** Compares a folder with what the app writes, and prints what differs. */
export async function diff(dir: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const app = appOf(flags, DIFF);
  const folder = dir ?? app.output;
  const before = readFolder(folder);
  const difference = compareFolders(before, await synthesize(app, folder));
  if (app.isValidated) note(`note: the validations of ${flags.config ?? CONFIG} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notesOf(difference, folder)) note(`note: ${text}`);
  if (flags.json) printJson(jsonReport(difference, folder));
  else print(textReport(difference, folder));
  tell(summaryOf(difference));
  return isEqual(difference) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

function summaryOf(difference: FolderDifference): string {
  const { added, removed, moved, changed, same } = difference;
  const objects = `${same} ${same === 1 ? 'object' : 'objects'}`;
  if (isEqual(difference)) return `no difference in ${objects}`;
  const counts = [[added.length, 'added'], [removed.length, 'removed'], [moved.length, 'moved'], [changed.length, 'changed']] as const;
  return [...counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`), `${objects} without a difference`].join(', ');
}
