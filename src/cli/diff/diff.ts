import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { compareFolders, FolderDifference, FolderObject, isEqual } from './objects';
import { jsonReport, notesOf, textReport } from './report';
import { found } from '../../findings/finding';
import { collectManifests, describeLocated, ManifestError } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { refuse } from '../../private/errors';
import { App, AppFlags, appOf, CONFIG, plainManifests } from '../app/app';
import { CONSTRUCT_METADATA } from '../app/folder-state';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-in-temporary-folder';
import { ExitCode, Guarded } from '../exit';
import { changeSummary, count, note, print, printJson, tell } from '../output';

/** The flags of the command `diff`. */
export interface DiffFlags extends AppFlags {
  readonly json?: boolean;
}

/** Adds the command `diff`. */
export function addDiff(program: Command, guarded: Guarded): void {
  program.command('diff')
    .description('Run the app of cdk8s.yaml, and compare what it writes with a folder of manifests. '
      + 'Ends with 0 if nothing differs, 1 if something does, 2 if that could not be found out.')
    .argument('[dir]', 'the folder (default: the output of cdk8s.yaml, or dist)')
    .option('--app <command>', 'the command that runs the app, in place of the one in cdk8s.yaml')
    .option('--config <file>', 'cdk8s.yaml by another name, or in another folder: the app runs there')
    .option('--json', 'print the difference as JSON')
    .action((folder: string | undefined, flags: DiffFlags) => guarded(flags, async () => diff(folder, flags)));
}

/** Compares a folder with what the app writes, and prints what differs. */
export async function diff(dir: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const app = appOf(flags, 'cdk8s-oam diff', { synthConfig: plainManifests('diff') });
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
  const objects = count(same, 'object');
  if (isEqual(difference)) return `no difference in ${objects}`;
  const counts = { added: added.length, removed: removed.length, moved: moved.length, changed: changed.length };
  return changeSummary(counts, `${objects} without a difference`);
}

/** Stands for the folder of the app, which is gone when its manifests are talked of. */
const OF_APP = '<app>';

/** The objects of a folder that exists, with manifests or without. */
function readFolder(folder: string): FolderObject[] {
  let isFolder;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (error) {
    throw new ManifestError([unreadable(folder, error)]);
  }
  if (!isFolder) refuse('cdk8s-oam diff', found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
  return read(folder, folder).objects;
}

/** The objects that an app writes. Neither the folder that is compared is changed, nor the one into which the app writes otherwise. */
async function synthesize(app: App, compared: string): Promise<FolderObject[]> {
  return runAside(app, [compared, app.output], folder => {
    const { objects, hasFiles } = existsSync(folder) ? read(folder, OF_APP) : { objects: [], hasFiles: false };
    return hasFiles ? objects : failEmpty(app);
  });
}

/** Reads a folder; findings name it by another name. Reports warnings, and throws errors. Says whether a file may have manifests. */
function read(folder: string, name: string) {
  const { documents, findings, sources } = collectManifests([folder]);
  const fileOf = (path: string) => relative(folder, path);
  const isRead = (path: string) => fileOf(path) !== CONSTRUCT_METADATA;
  const told = findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === folder))
    .map(each => ({ ...each, file: join(name, fileOf(each.file)) }));
  if (told.some(({ isWarning }) => !isWarning)) throw new ManifestError(told);
  told.map(describeLocated).forEach(note);
  return {
    objects: documents.filter(({ file }) => isRead(file)).map(({ value, file }): FolderObject => ({ value, file: fileOf(file) })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}
