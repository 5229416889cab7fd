import { Command } from 'commander';
import { checkFolder, writeProject } from './write-project';
import { collectManifests } from '../../manifest';
import { importManifests, ImportedProject } from '../../manifest/typescript';
import { printable } from '../../private/printable';
import { ExitCode } from '../exit-codes';
import { Guarded } from '../guarded';
import { note, tell } from '../output';

/** What the command `import` is told. */
export interface ImportFlags {
  readonly out: string;
}

/** Adds the command `import`. */
export function addImport(program: Command, guarded: Guarded): void {
  program.command('import')
    .description('Write a TypeScript project whose synthesis gives the objects of OAM manifests. Ends with 0 if that was done, 2 if not; then nothing is written.')
    .argument('<paths...>', 'manifests, and folders of them; - is standard input')
    .requiredOption('--out <folder>', 'the folder of the project: one that does not exist, or is empty')
    .action((paths: string[], flags: ImportFlags) => guarded({}, async () => importProject(paths, flags)));
}

/** Imports manifests into a project. */
export function importProject(paths: readonly string[], { out }: ImportFlags): ExitCode {
  checkFolder(out);
  const project = importManifests(collectManifests(paths), out);
  writeProject(out, project.files);
  for (const text of project.notes) note(`note: ${text}`);
  tell(summary(project, out));
  return ExitCode.FINE;
}

function summary({ files, workloads, traits, objects }: ImportedProject, folder: string): string {
  return [
    `${count(files.size, 'file')} written to ${folder}`,
    `${count(workloads.typed + workloads.custom, 'workload')}: ${workloads.typed} by their types, ${workloads.custom} as they are`,
    `${count(traits.typed + traits.custom, 'trait')}: ${traits.typed} by their types, ${traits.custom} as they are`,
    `${count(objects, 'other object')}, written as ${objects === 1 ? 'it is' : 'they are'}`,
    'Comments say why something is written as it is.',
    `next: cd ${shellWord(folder)} && npm install && npx cdk8s synth`,
  ].map(printable).join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** A path as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}
