import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { FolderDifference, compareFolders, isEqual } from './objects';
import { jsonReport, notesOf, textReport } from './report';
import { AppFlags, CONFIG, Runner, appOf, plainManifests, type App } from '../app/app';
import { ExitCode, Guarded } from '../exit';
import { note, print, printJson, tell } from '../output';
import type { FolderObject } from './objects';
import { found } from '../../findings/finding';
import { LocatedFinding, ManifestError, collectManifests, describeLocated } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { refuse } from '../../private/errors';
import { CONSTRUCT_METADATA } from '../app/folder-state';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-aside';

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

/** Stands for the folder of the app, which is gone when its manifests are talked of. */
const OF_APP = '<app>';

interface FolderContent {
  readonly objects: FolderObject[];
  /** Whether there is a file that may have manifests. */
  readonly hasFiles: boolean;
}

const NOTHING: FolderContent = { objects: [], hasFiles: false };

/** The objects of a folder that is there, with manifests or without. */
export function readFolder(folder: string): FolderObject[] {
  checkFolder(folder);
  return read(folder, folder).objects;
}

/** The objects that an app writes. Neither the folder that is compared is changed, nor the one into which the app writes otherwise. */
export async function synthesize(app: App, compared: string): Promise<FolderObject[]> {
  return runAside(app, [compared, app.output], folder => {
    const { objects, hasFiles } = existsSync(folder) ? read(folder, OF_APP) : NOTHING;
    return hasFiles ? objects : failEmpty(app);
  });
}

function checkFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    throw new ManifestError([unreadable(folder, error)]);
  }
  refuse('cdk8s-oam diff', found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
}

/** Reads a folder; findings tell it by another name. */
function read(folder: string, name: string): FolderContent {
  const { documents, findings, sources } = collectManifests([folder]);
  const fileOf = (path: string) => relative(folder, path);
  const isRead = (path: string) => fileOf(path) !== CONSTRUCT_METADATA;
  report(findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === folder)).map(each => ({ ...each, file: join(name, fileOf(each.file)) })));
  return {
    objects: documents.filter(({ file }) => isRead(file)).map(({ value, file }) => ({ value, file: fileOf(file) })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}

/** Tells warnings, and throws errors. */
function report(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(findings);
  for (const warning of findings) note(describeLocated(warning));
}
