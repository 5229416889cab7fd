import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import { App, AppFlags, appOf, areValidations, plainManifests } from './app';
import { asked, changesOf, manifestsIn, stateOf, type FolderChanges } from './folder-state';
import { indexesIn, indexesOf, staleNotes } from './indexes';
import { failEmpty, interruptible, runReported, runAside } from './run-app';
import { Check, Finding, FINE, found, saying, printable } from '../../base/findings/finding';
import { filled } from '../../base/check';
import { refuse } from '../../base/brand';
import { ENVIRONMENT } from '../../files/writing/names';
import { makeFolders } from '../../files/writing/write-output';
import { acceptancesIn } from '../../cluster/rules/acceptances';
import type { WrittenByRun } from '../../files/writing/run-report';
import { ExitCode, Guarded, changeSummary, count, leftoverNote, note, print, tell } from '../output';

const SUBJECT = 'cdk8s-oam synth';
const validations: Check = (value, field) => areValidations(value) ? found('usage', field, saying('are configured, but not run here',
  'run `cdk8s synth`, which runs them, or give --no-validate')) : FINE;

/** Adds the command `synth`. */
export function addSynth(program: Command, guarded: Guarded): void {
  withFlags(program.command('synth'))
    .description('Run the app of cdk8s.yaml, and write its manifests to the output folder, without emptying the folder first.')
    .action((flags: SynthFlags) => guarded({}, async () => synth(flags)));
}

/** Runs the app. Prints the changes of its files or, with `--stdout`, the manifests. */
async function synth(flags: SynthFlags): Promise<ExitCode> {
  refuse(SUBJECT, checkFlags(flags));
  const app = appFor(flags);
  if (flags.stdout) await printApp(app);
  else await write(app);
  return ExitCode.FINE;
}

function appFor(flags: SynthFlags): App {
  const given = appOf(flags, SUBJECT, { synthConfig: plainManifests('synth'), ...flags.validate !== false && { validations } });
  return { ...given, isValidated: false, output: flags.output ?? given.output, environment: flags.env };
}

async function write(app: App): Promise<void> {
  const { output } = app;
  make(output);
  const before = stateOf(output);
  const indexesBefore = indexesIn(output, before.keys());
  const written = await interruptible(async interruption => runReported(app, resolve(output), interruption));
  const after = stateOf(output, before);
  const changes = changesOf(before, after);
  const indexes = indexesIn(output, after.keys());
  // a GitOpsApp does not write a file whose content is the same, and removes one that it no longer writes, or says that it keeps it
  const known = new Set([...indexes.values()].flatMap(listed => [...listed]));
  const leftovers = changes.untouched.filter(name => !known.has(name));
  print(reportOf(changes, output));
  if (leftovers.length === after.size) failEmpty(app, changes.removed);
  noteEnvironment(app, written);
  leftoverNote(output, leftovers).forEach(note);
  const isTouched = changes.untouched.length < after.size || changes.removed.length > 0;
  if (written.length === 0 && !isTouched) noteNothing(output);
  // an app without a report may be a cdk8s App, which writes all of its files and no index, or may not be able to access the report
  const isApp = changes.unchanged > changes.untouched.length || !changes.changed.some(name => known.has(name));
  const isReported = written.length > 0 || isTouched && isApp && isDeepStrictEqual(indexes, indexesBefore);
  // with one environment, the program may not create the apps of the others
  const isWhole = !(app.environment ?? process.env[ENVIRONMENT]);
  if (isReported && isWhole) staleNotes(output, indexes, indexesOf(written, output)).forEach(text => note(`note: ${text}`));
  const { size: accepted } = acceptancesIn(output);
  tell(summaryOf(changes) + (accepted > 0 ? `; ${count(accepted, 'accepted finding')}` : ''));
}

/** Notes that all manifests are those of earlier runs: in most cases, the app no longer calls `synth()`. */
function noteNothing(output: string): void {
  note(`note: no app of this run reports that it has written into ${JSON.stringify(output)}: is its synth() called? `
    + 'Where it runs in a container, give that the variable CDK8S_OAM_REPORT, and the file that it names');
}

/** Notes that `--env` has no effect on an app without environments: it has written everything. */
function noteEnvironment({ environment }: App, written: readonly WrittenByRun[]): void {
  if (environment === undefined || written.some(({ environments }) => environments)) return;
  note('note: the app reports no Environments, so that --env makes no difference, unless it reads CDK8S_OAM_ENVIRONMENT itself');
}

/** Creates the output folder. The app would create it too, but an error should come before the app runs. */
function make(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    refuse(SUBJECT, found('output-not-writable', '', { reason: 'output-folder', folder, error: String(code) }));
  }
}

/** The flags of the command `synth`. */
interface SynthFlags extends AppFlags {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly env?: string;
  readonly validate?: boolean;
}

/** Options of `cdk8s synth` that this command does not support, and why. They are declared so that an error can give the reason. */
const OTHERS = [
  ...['--validate', '--plugins-dir <folder>', '--validation-reports-output-file <file>'].map(flags =>
    ({ option: new Option(flags), why: saying('belongs to validations, which are not run here', 'run `cdk8s synth`') })),
  ...['--format <format>', '--chart-api-version <version>', '--chart-version <version>'].map(flags =>
    ({ option: new Option(flags), why: saying('belongs to Helm charts, which are not written here', 'run `cdk8s synth`') })),
];

const OWN = [
  new Option('-a, --app <command>', 'the command that runs the app (default: app in cdk8s.yaml)'),
  new Option('-o, --output <folder>', 'the output folder (default: output in cdk8s.yaml, or dist)'),
  new Option('-p, --stdout', 'print the manifests, and do not write to the output folder'),
];

function withFlags(command: Command): Command {
  for (const { option } of OTHERS) command.addOption(option.hideHelp());
  for (const option of OWN) command.addOption(option);
  return command
    .option('--env <name>', 'write only this environment of the app (default: all)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .option('--no-validate', 'continue if cdk8s.yaml has validations, which this command does not run');
}

/** Checks the flags, and the variables that `cdk8s synth` reads in their place. */
function checkFlags(flags: SynthFlags): Finding[] {
  const valueOf = (option: Option) => (flags as Readonly<Record<string, unknown>>)[option.attributeName()];
  // an option that is turned off, such as `--no-validate`, requests nothing
  const others = OTHERS.filter(({ option }) => (valueOf(option) ?? false) !== false);
  const notGiven = [...OWN, ...OTHERS.map(({ option }) => option)].filter(option => valueOf(option) === undefined);
  return [
    ...others.flatMap(({ option, why }) => found('usage', option.long!, why)),
    ...notGiven.flatMap(({ long }) => checkVariable(long!)),
    ...flags.output === undefined ? FINE : filled(flags.output, '--output'),
    ...flags.env === undefined ? FINE : filled(flags.env, '--env'),
    ...flags.stdout && flags.output !== undefined ? found('usage', '--stdout', { reason: 'beside', other: '--output' }) : FINE,
  ];
}

/** Does not show the value of the variable. */
function checkVariable(flag: string): Finding[] {
  const name = `CDK8S_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
  return process.env[name] === undefined ? FINE : found('usage', name, { reason: 'synth-variable', flag });
}

/** Runs the app with a temporary output folder, and prints the manifests: either all of them or none. */
async function printApp(app: App): Promise<void> {
  const texts = await runAside(app, [app.output], (folder, written) => {
    noteEnvironment(app, written);
    const files = existsSync(folder) ? manifestsIn(folder) : [];
    return files.length > 0 ? files.map(name => asked(join(folder, name), file => readFileSync(file))) : failEmpty(app);
  });
  for (const text of inOneStream(texts)) print(text);
}

/** The file of a chart starts with its first object, without the `---` that has to separate it from the previous file. */
function inOneStream(texts: readonly Buffer[]): Buffer[] {
  return texts.filter(({ length }) => length > 0).flatMap((text, index) => {
    const isMarked = index === 0 || /^---(\s|$)/.test(text.toString('latin1', 0, 4));
    return [...isMarked ? [] : [Buffer.from('---\n')], text, ...text.at(-1) === 0x0a ? [] : [Buffer.from('\n')]];
  });
}

/** A line for each file that was added, removed or changed. */
function reportOf({ added, removed, changed }: FolderChanges, folder: string): string {
  const lines = (sign: string, names: readonly string[]) => names.map(name => `${sign} ${printable(join(folder, name))}\n`);
  return [...lines('+ added   ', added), ...lines('- removed ', removed), ...lines('~ changed ', changed)].join('');
}

/** Summarizes the changes in one line. */
function summaryOf({ added, removed, changed, unchanged }: FolderChanges): string {
  const files = count(unchanged, 'file');
  if ([added, removed, changed].every(({ length }) => length === 0)) return `no change in ${files}`;
  return changeSummary({ added: added.length, removed: removed.length, changed: changed.length }, `${files} without a change`);
}
