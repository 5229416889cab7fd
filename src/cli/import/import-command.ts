import { Command } from 'commander';
import { platformCode } from './platform-code';
import { checkFolder, writeProject } from './write-project';
import { printable } from '../../findings/shown';
import { collectManifests, describeLocated } from '../../manifest';
import { importManifests, ImportedProject } from '../../manifest/typescript';
import { ExitCode } from '../exit-codes';
import { Guarded } from '../guarded';
import { note, tell } from '../output';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';

/** What the command `import` is told. */
export interface ImportFlags {
  readonly out: string;
}

/** Adds the command `import`. */
export function addImport(program: Command, guarded: Guarded): void {
  withSettings(program.command('import'))
    .description('Write a TypeScript project whose synthesis gives the objects of OAM manifests, '
      + 'or with --platform kubernetes what `render` makes of them. '
      + 'Ends with 0 if that was done, 1 if the project was written and its synthesis will fail, 2 if nothing is written.')
    .argument('<paths...>', 'manifests, and folders of them; - is standard input')
    .requiredOption('--out <folder>', 'the folder of the project: one that does not exist, or is empty')
    .action((paths: string[], flags: SettingsFlags & ImportFlags) =>
      guarded({}, async () => importProject(paths, settingsOf(flags, { defaultTarget: 'oam' }), flags)));
}

/** Imports manifests into a project. */
export function importProject(paths: readonly string[], settings: Settings, { out }: ImportFlags): ExitCode {
  checkFolder(out);
  const project = importManifests(collectManifests(paths), out, { ...settings, code: platformCode(settings) });
  writeProject(out, project.files);
  for (const found of [...project.warnings, ...project.errors]) note(describeLocated(found));
  tell(summary(project, out));
  return project.errors.length > 0 ? ExitCode.NOT_FINE : ExitCode.FINE;
}

function summary({ files, workloads, traits, objects, errors }: ImportedProject, folder: string): string {
  return [
    `${count(files.size, 'file')} written to ${folder}`,
    `${count(workloads.typed + workloads.custom, 'workload')}: ${workloads.typed} by their types, ${workloads.custom} as they are`,
    `${count(traits.typed + traits.custom, 'trait')}: ${traits.typed} by their types, ${traits.custom} as they are`,
    `${count(objects, 'other object')}, written as ${objects === 1 ? 'it is' : 'they are'}`,
    'Comments say why something is written as it is.',
    ...errors.length > 0 ? [failure(errors.length)] : [],
    `next: cd ${shellWord(folder)} && npm install && npx cdk8s synth`,
  ].map(printable).join('\n');
}

function failure(errors: number): string {
  return `The synthesis will fail until ${count(errors, 'error')} above ${errors === 1 ? 'is' : 'are'} fixed in the program.`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** A path as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}
