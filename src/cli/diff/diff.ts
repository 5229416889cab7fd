import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, Option } from 'commander';
import { consequencesOf } from './consequences';
import { markdownReport, jsonReport, Outcome, textReport } from './report';
import { compareFolders, ComparedObject, isEqual, KINDS, FolderObject } from './objects';
import { uniquePairs } from './compared-cluster';
import { FINE, found, saying } from '../../base/findings/finding';
import { ManifestError, collectManifests, describeLocated, ManifestDocument } from '../../files/reading';
import { unreadable } from '../../files/reading/manifest-files';
import { isFilled, isObject, PlainValue } from '../../base/check';
import { refuse } from '../../base/brand';
import { acceptancesIn } from '../../cluster/rules/acceptances';
import type { WrittenByRun } from '../../files/writing/run-report';
import { App, AppFlags, appOf, CONFIG, plainManifests } from '../app/app';
import { manifestsIn, CONSTRUCT_METADATA } from '../app/folder-state';
import { environmentsIn, indexesIn, indexesOf, staleNotes } from '../app/indexes';
import { failEmpty, runAside } from '../app/run-app';
import { ExitCode, Guarded, changeSummary, count, note, print, printJson, shellWord, tell } from '../output';
import { oneOf } from '../flags';
import { paintFor, paintSigns } from '../paint';

const SUBJECT = 'cdk8s-oam diff';

/** The output formats. */
const FORMATS = ['text', 'json', 'markdown'] as const;

type DiffFormat = (typeof FORMATS)[number];

/** The flags of the command `diff`. */
interface DiffFlags extends AppFlags {
  readonly json?: boolean;
  readonly format: DiffFormat;
  readonly between?: readonly string[];
}

/** Adds the command `diff`. */
export function addDiff(program: Command, guarded: Guarded): void {
  program.command('diff')
    .description('Run the app of cdk8s.yaml, and compare its manifests with those in a folder, or compare two of its environments.')
    .argument('[dir]', 'the folder of manifests (default: output in cdk8s.yaml, or dist)')
    .option('--between <environments...>', 'compare two environments of the app')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .addOption(new Option('--format <format>', `the format of the output: ${FORMATS.join(', ')}`).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .action((folder: string | undefined, flags: DiffFlags) =>
      guarded({ json: flags.format === 'json' }, async () => diff(folder, flags)));
}

/** Compares the manifests of an app with a folder, or two of its environments, and prints the differences. */
export async function diff(dir: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const { between: names, format } = flags;
  refuse(SUBJECT, [
    ...oneOf('--format', format, FORMATS),
    ...names && (names.length !== 2 || names[0] === names[1]) ? found('usage', '--between', { reason: 'two-names', given: names }) : FINE,
    ...names && dir !== undefined ? found('usage', '--between', { reason: 'beside', other: 'DIR' }) : FINE,
  ]);
  const app = appOf(flags, SUBJECT, { synthConfig: plainManifests('diff') });
  const folder = dir ?? app.output;
  // reviewers know the files by the output folder of the app, not by the folder of a branch on some machine
  const outcome = names ? await between(app, names) : await withFolder(app, folder, format === 'markdown' ? app.output : folder);
  return printOutcome(outcome, app, dir, flags);
}

/**
 * Compares a folder with the manifests of an app. Reports call the folder `name`. Changes neither the folder nor the output folder of
 * the app.
 */
async function withFolder(app: App, folder: string, name: string): Promise<Outcome> {
  checkFolder(folder);
  const before = readFolder(folder, folder).objects;
  const { after, accepted, indexes, reported, written } = await runAside(app, [folder, app.output], (temporary, reports) => {
    const { objects, hasFiles } = readFolder(temporary, OF_APP);
    if (!hasFiles) failEmpty(app);
    // an app without objects writes no index into an empty folder, and one with an older version of the library reports nothing
    return {
      after: objects,
      accepted: acceptancesIn(temporary),
      indexes: indexesIn(temporary, manifestsIn(temporary)),
      reported: indexesOf(reports, temporary),
      written: reports.flatMap(each => each.environments ?? []),
    };
  });
  const indexesBefore = indexesIn(folder, manifestsIn(folder));
  const environments = [...new Set([...written, ...environmentsIn(indexesBefore)])];
  const objects = compareFolders(before, after, environments);
  const acceptedBefore = acceptancesIn(folder);
  const notes = [
    ...[...accepted].filter(line => !acceptedBefore.has(line)).map(line => `newly accepted in ${line}`),
    ...staleNotes(name, indexesBefore, [...indexes.keys(), ...reported]),
  ];
  const folders = { before: name, after: app.output };
  return { objects, consequences: consequencesOf(objects, environments), folders, environments, notes };
}

/** Checks that a folder exists. It may have no manifests. */
function checkFolder(folder: string): void {
  let isFolder;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (error) {
    throw new ManifestError([unreadable(folder, error)]);
  }
  if (!isFolder) refuse(SUBJECT, found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
}

/** Prints the difference, and returns the exit code. */
function printOutcome(outcome: Outcome, { isValidated }: App, dir: string | undefined, flags: DiffFlags): ExitCode {
  const { format, config = CONFIG } = flags;
  const { objects, consequences, folders, notes } = outcome;
  if (isValidated) note(`note: the validations of ${config} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notes) note(`note: ${text}`);
  const summary = summaryOf(objects);
  const formats: Readonly<Record<DiffFormat, () => void>> = {
    text: () => print(paintSigns(textReport(objects, folders, consequences), paintFor(process.stdout))),
    json: () => printJson(jsonReport(outcome)),
    markdown: () => print(markdownReport({ ...outcome, summary, command: commandOf(dir, flags) })),
  };
  formats[format]();
  tell(summary);
  return isEqual(objects) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

/** The command that prints the same comparison as text. */
function commandOf(dir: string | undefined, { between: names }: DiffFlags): string {
  return ['cdk8s-oam diff', ...[dir ?? [], names ? ['--between', ...names] : []].flat().map(shellWord)].join(' ');
}

function summaryOf(objects: readonly ComparedObject[]): string {
  const numberOf = (kind: ComparedObject['kind']) => objects.filter(each => each.kind === kind).length;
  const same = count(numberOf('same'), 'object');
  if (isEqual(objects)) return `no difference in ${same}`;
  return changeSummary(Object.fromEntries(KINDS.map(kind => [kind, numberOf(kind)])), `${same} without a difference`);
}

/** Compares two environments of an app. */
export async function between(app: App, names: readonly string[]): Promise<Outcome> {
  // writes all environments, regardless of the variable that selects one
  const [before, after] = await runAside({ ...app, environment: '' }, [app.output], (folder, written) => {
    if (!existsSync(folder) || manifestsIn(folder).length === 0) failEmpty(app);
    return readEnvironments(app, names, written.filter(each => each.folder.startsWith(realpathSync(folder))));
  });
  const namespaces = counterparts(before, after);
  return {
    // the files of two environments need not have the same names
    objects: compareFolders(inNamespaces(before.objects, namespaces), after.objects)
      .map(each => each.kind === 'moved' ? { ...each, kind: 'same' } : each),
    folders: { before: before.name, after: after.name },
    environments: [],
    consequences: [],
    notes: [...namespaces].map(([from, to]) =>
      `namespace ${JSON.stringify(from)} of ${before.name} is compared with ${JSON.stringify(to)} of ${after.name}`),
  };
}

function readEnvironments({ subject }: App, names: readonly string[], written: readonly WrittenByRun[]): EnvironmentObjects[] {
  const folders = written.flatMap(({ folder, environments = [] }) => environments.map(name => ({ name, folder: join(folder, name) })));
  const allowed = folders.map(({ name }) => name);
  if (allowed.length === 0) {
    refuse(subject, found('usage', '--between', saying('compares environments, and the app has none',
      'declare them with Environments, or compare with a folder: cdk8s-oam diff DIR')));
  }
  refuse(subject, names.flatMap(name => oneOf('--between', name, allowed)));
  return names.map(name => ({
    name,
    objects: folders.filter(each => each.name === name).flatMap(({ folder }) => readFolder(folder, join(OF_APP, name)).objects),
  }));
}

/** An environment with its objects. */
interface EnvironmentObjects {
  readonly name: string;
  readonly objects: readonly FolderObject[];
}

/**
 * By namespace of one environment, its counterpart of another name in the other environment: their names differ only in the names of the
 * environments, or each environment has only this namespace.
 */
export function counterparts(before: EnvironmentObjects, after: EnvironmentObjects): ReadonlyMap<string, string> {
  const [all, allAfter] = [before, after].map(namespacesOf);
  const [left, leftAfter] = [[...all].filter(name => !allAfter.has(name)), [...allAfter].filter(name => !all.has(name))];
  if (all.size === 1 && left.length === 1 && allAfter.size === 1) return new Map([[left[0], leftAfter[0]]]);
  // the names without those of their environments
  const withStems = (names: readonly string[], { name: environment }: EnvironmentObjects) =>
    names.map(name => [name, `-${name}-`.replaceAll(`-${environment}-`, '-')]);
  return new Map(uniquePairs(withStems(left, before), withStems(leftAfter, after), ([, stem]) => stem).map(([[from], [to]]) => [from, to]));
}

/** Sets the values to compare (`compared`), in which the namespaces of the objects are replaced by their counterparts. */
export function inNamespaces(objects: readonly FolderObject[], others: ReadonlyMap<string, string>): FolderObject[] {
  return objects.map(object => {
    const [field, namespace] = namespaceOf(object.value);
    const other = others.get(namespace as string);
    const { metadata, ...rest } = Object(object.value);
    return other === undefined ? object : { ...object, compared: { ...rest, metadata: { ...metadata, [field]: other } } };
  });
}

function namespacesOf({ objects }: EnvironmentObjects): ReadonlySet<string> {
  return new Set(objects.map(({ value }) => namespaceOf(value)[1]).filter(isFilled));
}

/** The metadata field with the namespace of an object, or with the name if the object is a Namespace; and its value. */
function namespaceOf({ apiVersion, kind, metadata }: PlainValue): readonly [field: string, name: unknown] {
  const field = apiVersion === 'v1' && kind === 'Namespace' ? 'name' : 'namespace';
  return [field, isObject(metadata) ? metadata[field] : undefined];
}

/** The name of the temporary folder of the app in messages, since the folder no longer exists when they are read. */
export const OF_APP = '<app>';

/** The manifests of a folder. */
interface ReadFolder {
  /** The documents, whose files are those of the folder by its name. */
  readonly documents: readonly ManifestDocument[];
  readonly objects: readonly FolderObject[];
  /** Whether the folder has a file that may contain manifests. */
  readonly hasFiles: boolean;
}

/** Reads a folder, if it exists. Findings call it `name`. Reports warnings, and throws errors. */
export function readFolder(folder: string, name: string): ReadFolder {
  if (!existsSync(folder)) return { documents: [], objects: [], hasFiles: false };
  const { documents, findings, sources } = collectManifests([folder], path => join(name, relative(folder, path)));
  const isRead = (file: string) => file !== join(name, CONSTRUCT_METADATA);
  const told = findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === join(name)));
  if (told.some(({ isWarning }) => !isWarning)) throw new ManifestError(told);
  told.map(describeLocated).forEach(note);
  const read = documents.filter(({ file }) => isRead(file));
  return {
    documents: read,
    objects: read.map(document => ({
      value: document.value, file: relative(name, document.file), locate: field => document.locate(field),
    })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}
