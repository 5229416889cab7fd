import { Command } from 'commander';
import * as library from '../..';
import { printable } from '../../base/findings/finding';
import { collectManifests, describeLocated } from '../../migration';
import { ImportedProject, importManifests, OAM_CODE } from '../../migration/typescript/import-manifests';
import { fitValue } from '../../migration/typescript/fit';
import {
  call, data, Expression, listLiteral, member, newCall, objectLiteral, ofLibrary,
} from '../../migration/typescript/tree';
import { refuse } from '../../base/brand';
import { SCRAPE_SETTINGS } from '../../model/traits/scrape-settings';
import { writeOutput } from '../../files/writing/write-output';
import { ExitCode, Guarded, count, note, shellWord, tell } from '../output';
import { checkNewFolder } from '../new-folder';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';
import { PartMaker, platformBy, VENDOR } from '../settings/platform-of';

const SUBJECT = 'cdk8s-oam import';

/** The flags of the command `import`. */
interface ImportFlags {
  readonly out: string;
}

/** Adds the command `import`. */
export function addImport(program: Command, guarded: Guarded): void {
  withSettings(program.command('import'))
    .description('Write a TypeScript project that renders the objects of existing OAM manifests, '
      + 'or, with --platform kubernetes, the Kubernetes objects that `render` makes of them.')
    .argument('<paths...>', 'files and folders of manifests; - reads standard input')
    .requiredOption('--out <folder>', 'the folder of the project, which must not exist or must be empty')
    .action((paths: string[], flags: SettingsFlags & ImportFlags) =>
      guarded({}, async () => importProject(paths, settingsOf(flags, 'oam'), flags)));
}

/** Imports manifests into a new project, and reports warnings and errors. */
export function importProject(paths: readonly string[], settings: Settings, { out }: ImportFlags): ExitCode {
  const project = importManifests(collectManifests(paths), out, library, { ...settings, code: platformCode(settings) });
  refuse(SUBJECT, checkNewFolder(out, '--out'));
  writeOutput(out, project.files, { subject: SUBJECT });
  [...project.warnings, ...project.errors].map(describeLocated).forEach(note);
  tell(summary(project, out));
  return project.errors.length > 0 ? ExitCode.NOT_FINE : ExitCode.FINE;
}

function summary({ files, parts: { typed, asTheyAre }, errors }: ImportedProject, folder: string): string {
  const are = errors.length === 1 ? 'is' : 'are';
  return [
    `${count(files.size, 'file')} written to ${folder}`,
    `workloads, traits and other objects: ${typed} by their types, ${asTheyAre} as they are`,
    'Comments explain unusual code.',
    ...errors.length > 0 ? [`The synthesis will fail until ${count(errors.length, 'error')} above ${are} fixed in the program.`] : [],
    `next: cd ${shellWord(folder)} && npm install && npx cdk8s synth`,
  ].map(printable).join('\n');
}

const CODE: PartMaker<Expression> = {
  make: (type, factory, ...args) =>
    factory === undefined ? newCall(ofLibrary(type), ...args) : call(member(ofLibrary(type), factory), ...args),
  object: props => objectLiteral(Object.entries(props).flatMap(([key, value]) => value === undefined ? [] : { key, value })),
  list: listLiteral,
  data,
  member: (enumeration, members, value) =>
    member(ofLibrary(enumeration), Object.keys(members).find(each => members[each] === value)!),
  scrape: settings => fitValue(SCRAPE_SETTINGS, settings, []).expression!,
};

/** The expression that creates the platform of the settings. */
export function platformCode({ target, written, vendor }: Settings): Expression {
  const { workloadKindPrefix, oam: own = {} } = written;
  const isReference = target === 'oam' && vendor === VENDOR && workloadKindPrefix === undefined && Object.keys(own).length === 0;
  return isReference ? OAM_CODE : platformBy(CODE, target, written);
}
