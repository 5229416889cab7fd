import { Command } from 'commander';
import * as library from '..';
import { throwFindings } from '../base/brand';
import { printable } from '../base/findings/finding';
import { counted } from '../base/findings/sentence';
import { writeOutput } from '../files/writing/write-output';
import { collectManifests, describeLocated } from '../migration';
import { importManifests, OAM_CODE } from '../migration/typescript/import-manifests';
import type { Expression } from '../migration/typescript/tree';
import { checkNewFolder } from './arguments';
import { ExitCode, Guarded, note, printToStderr, shellWord } from './output';
import { Settings, SettingsFlags, settingsOfFlags, withSettings } from './settings';
import { codeOfPlatform, VENDOR } from './settings/platform-of';

const SUBJECT = 'cdk8s-oam import';

/** Adds the command `import`. */
export function addImport(program: Command, guarded: Guarded): void {
  withSettings(program.command('import'))
    .description('Write a TypeScript project that renders the objects of existing OAM manifests, '
      + 'or, with --platform kubernetes, the Kubernetes objects that `render` makes of them.')
    .argument('<paths...>', 'files and folders of manifests; - reads standard input')
    .requiredOption('--out <folder>', 'the folder of the project, which must not exist or must be empty')
    .action((paths: string[], flags: SettingsFlags & { readonly out: string }) =>
      guarded({}, async () => importProject(paths, settingsOfFlags(flags, 'oam'), flags.out)));
}

/** Imports manifests into a new project, and reports warnings and errors. */
export function importProject(paths: readonly string[], settings: Settings, out: string): ExitCode {
  const { files, parts: { typed, asTheyAre }, notes, warnings, errors } =
    importManifests(collectManifests(paths), out, library, { ...settings, code: platformCode(settings) });
  throwFindings(SUBJECT, checkNewFolder(out, '--out'));
  writeOutput(out, files, { subject: SUBJECT });
  [...warnings, ...errors].map(describeLocated).forEach(note);
  const are = errors.length === 1 ? 'is' : 'are';
  printToStderr([
    `${counted(files.size, 'file')} written to ${out}`,
    `workloads, traits and other objects: ${typed} by their types, ${asTheyAre} as they are`,
    'Comments explain unusual code.',
    ...notes,
    ...errors.length > 0
      ? [`The synthesis will fail until ${counted(errors.length, 'error')} above ${are} fixed in the program.`] : [],
    `next: cd ${shellWord(out)} && npm install && npx cdk8s synth`,
  ].map(printable).join('\n'));
  return errors.length > 0 ? ExitCode.NOT_FINE : ExitCode.FINE;
}

/** The expression that creates the platform of the settings. */
export function platformCode({ target, written, vendor }: Settings): Expression {
  const { workloadKindPrefix, oam: own = {} } = written;
  const isReference = target === 'oam' && vendor === VENDOR && workloadKindPrefix === undefined
    && Object.keys(own).length === 0;
  return isReference ? OAM_CODE : codeOfPlatform(target, written);
}
