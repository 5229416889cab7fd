import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import { App, AppFlags, appOf } from './app';
import {
  compareSnapshots, fileOperation, FolderChanges, folderSnapshot, indexesIn, manifestsIn, staleNotes, writtenIndexes,
} from './folder-state';
import { failEmpty, runAside, runInPlace } from './run-app';
import { throwFindings } from '../../base/brand';
import { filled } from '../../base/check';
import { Finding, FINE, found, printable } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { acceptancesIn } from '../../cluster/rules/acceptances';
import { ENVIRONMENT } from '../../files/writing/names';
import type { WrittenByRun } from '../../files/writing/run-report';
import { makeFolders } from '../../files/writing/write-output';
import { ExitCode, Guarded, changeSummary, leftoverNote, note, printToStdout, printToStderr } from '../output';

const SUBJECT = 'cdk8s-oam synth';

/** The flags of the command `synth`. */
interface SynthFlags extends AppFlags {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly env?: string;
  readonly validate?: boolean;
}

/** Adds the command `synth`: it prints the changes of the app's files or, with `--stdout`, the manifests. */
export function addSynth(program: Command, guarded: Guarded): void {
  program.command('synth')
    .description('Run the app of cdk8s.yaml, and write its manifests to the output folder, '
      + 'without emptying the folder first.')
    .option('-a, --app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('-o, --output <folder>', 'the output folder (default: output in cdk8s.yaml, or dist)')
    .addOption(new Option('-p, --stdout', 'print the manifests, and do not write to the output folder')
      .conflicts('output'))
    .option('--env <name>', 'write only this environment of the app (default: all)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .option('--no-validate', 'continue if cdk8s.yaml has validations, which this command does not run')
    .action((flags: SynthFlags) => guarded({}, async () => {
      throwFindings(SUBJECT, [
        ...flags.output === undefined ? FINE : filled(flags.output, '--output'),
        ...flags.env === undefined ? FINE : filled(flags.env, '--env'),
        ...ignoredVariables(flags),
      ]);
      const { output, ...app } = appOf(flags, 'synth', flags.validate === false);
      const synthesized = { ...app, isValidated: false, output: flags.output ?? output, environment: flags.env };
      await (flags.stdout ? printManifests(synthesized) : writeManifests(synthesized));
      return ExitCode.FINE;
    }));
}

/** Options that `cdk8s synth` also reads from variables. The command here has the first four of them. */
const OPTIONS_IN_VARIABLES = [
  'app', 'output', 'stdout', 'validate', 'plugins-dir', 'validation-reports-output-file', 'format',
  'chart-api-version', 'chart-version',
];

/** Reports variables that would be ignored silently, without their values: a variable may hold a password. */
function ignoredVariables(flags: SynthFlags): Finding[] {
  return OPTIONS_IN_VARIABLES.flatMap(option => {
    const variable = `CDK8S_${option.toUpperCase().replaceAll('-', '_')}`;
    const given: unknown = flags[option as keyof SynthFlags];
    // without `--no-validate`, commander sets `validate` to true
    const isGiven = option === 'validate' ? given === false : given !== undefined;
    return isGiven || process.env[variable] === undefined ? FINE
      : found('usage', variable, { reason: 'synth-variable', flag: `--${option}` });
  });
}

/** Runs the app with its output folder, and prints what has changed. */
async function writeManifests(app: App): Promise<void> {
  const { output } = app;
  try {
    // the app would create the folder too, but an error should come before the app runs
    makeFolders(output);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throwFindings(SUBJECT, found('output-not-writable', '', { reason: 'output-folder', folder: output, error: code }));
  }
  const before = folderSnapshot(output);
  const indexesBefore = indexesIn(output, before.keys());
  const written = await runInPlace(app, resolve(output));
  const after = folderSnapshot(output, before);
  const changes = compareSnapshots(before, after);
  const { added, removed, changed, untouched, unchanged } = changes;
  const indexes = indexesIn(output, after.keys());
  // a GitOpsApp does not write a file whose content is the same, and removes one that it no longer writes, or says that
  // it keeps it
  const known = new Set([...indexes.values()].flatMap(listed => [...listed]));
  const leftovers = untouched.filter(name => !known.has(name));
  const linesOf = (sign: string, names: readonly string[]) =>
    names.map(name => `${sign} ${printable(join(output, name))}\n`);
  printToStdout([
    ...linesOf('+ added   ', added), ...linesOf('- removed ', removed), ...linesOf('~ changed ', changed),
  ].join(''));
  if (leftovers.length === after.size) failEmpty(app, removed);
  noteEnvironment(app, written);
  leftoverNote(output, leftovers).forEach(note);
  const isTouched = untouched.length < after.size || removed.length > 0;
  if (written.length === 0 && !isTouched) {
    // all manifests are those of earlier runs: in most cases, the app no longer calls `synth()`
    note(`note: no app of this run reports that it has written into ${JSON.stringify(output)}: is its synth() called? `
      + 'Where it runs in a container, give that the variable CDK8S_OAM_REPORT, and the file that it names');
  }
  // an app without a report may be a cdk8s App, which writes all of its files and no index, or may not be able to
  // access the report
  const isApp = unchanged > untouched.length || !changed.some(name => known.has(name));
  const isReported = written.length > 0 || isTouched && isApp && isDeepStrictEqual(indexes, indexesBefore);
  // with one environment, the program may not create the apps of the others
  const isWhole = !(app.environment ?? process.env[ENVIRONMENT]);
  if (isReported && isWhole) {
    staleNotes(output, indexes, writtenIndexes(written, output)).forEach(text => note(`note: ${text}`));
  }
  const { size: accepted } = acceptancesIn(output);
  printToStderr(synthSummary(changes) + (accepted > 0 ? `; ${counted(accepted, 'accepted finding')}` : ''));
}

/** Summarizes the changes in one line. */
function synthSummary({ added, removed, changed, unchanged }: FolderChanges): string {
  const files = counted(unchanged, 'file');
  if ([added, removed, changed].every(({ length }) => length === 0)) return `no change in ${files}`;
  const counts = { added: added.length, removed: removed.length, changed: changed.length };
  return changeSummary(counts, `${files} without a change`);
}

/** Notes that `--env` has no effect on an app without environments: it has written everything. */
function noteEnvironment({ environment }: App, written: readonly WrittenByRun[]): void {
  if (environment === undefined || written.some(({ environments }) => environments)) return;
  note('note: the app reports no Environments, so that --env makes no difference, '
    + 'unless it reads CDK8S_OAM_ENVIRONMENT itself');
}

/** Runs the app with a temporary output folder, and prints the manifests: either all of them or none. */
async function printManifests(app: App): Promise<void> {
  const texts = await runAside(app, [app.output], (folder, written) => {
    noteEnvironment(app, written);
    const names = existsSync(folder) ? manifestsIn(folder) : [];
    if (names.length === 0) failEmpty(app);
    return names.map(name => fileOperation(join(folder, name), file => readFileSync(file)));
  });
  texts.filter(({ length }) => length > 0).forEach((text, index) => {
    // the file of a chart starts with its first object, without the `---` that has to separate it from the previous
    // file
    if (index > 0 && !/^---(\s|$)/.test(text.toString('latin1', 0, 4))) printToStdout('---\n');
    printToStdout(text);
    if (text.at(-1) !== 0x0a) printToStdout('\n');
  });
}
