import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, Option } from 'commander';
import { compareFolders, ComparedObject, FolderObject, isEqual, KINDS } from './compare';
import { uniquePairs } from './compared-cluster';
import { consequencesOf } from './consequences';
import { diffAsData, diffAsMarkdown, diffAsText, Outcome } from './report';
import { FINE, found, ownWords } from '../../base/findings/finding';
import { ManifestError, collectManifests, describeLocated } from '../../files/reading';
import { isFilled, isObject, PlainValue } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { counted } from '../../base/findings/sentence';
import { acceptancesIn } from '../../cluster/rules/acceptances';
import { INDEX } from '../../files/writing/names';
import { App, AppFlags, appOf, CONFIG } from '../app/app';
import {
  CONSTRUCT_METADATA, fileOperation, indexesIn, manifestsIn, staleNotes, writtenIndexes,
} from '../app/folder-state';
import { failEmpty, runAside } from '../app/run-app';
import { checkChoice } from '../arguments';
import {
  ExitCode, Guarded, changeSummary, note, Paint, paintFor, printToStdout, printJson, printToStderr, shellWord,
} from '../output';

const SUBJECT = 'cdk8s-oam diff';

const FORMATS = ['text', 'json', 'markdown'] as const;

/** The flags of the command `diff`. `between` has as many names as the user gives; two are required. */
interface DiffFlags extends AppFlags {
  readonly format: typeof FORMATS[number];
  readonly between?: readonly string[];
}

/** Adds the command `diff`. */
export function addDiff(program: Command, guarded: Guarded): void {
  program.command('diff')
    .description('Run the app of cdk8s.yaml, and compare its manifests with those in a folder, '
      + 'or compare two of its environments.')
    .argument('[dir]', 'the folder of manifests (default: output in cdk8s.yaml, or dist)')
    .option('--between <environments...>', 'compare two environments of the app')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .option('--format <format>', `the format of the output: ${FORMATS.join(', ')}`, 'text')
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
    .action((folder: string | undefined, flags: DiffFlags) =>
      guarded({ json: flags.format === 'json' }, async () => printDiff(folder, flags)));
}

/** Compares the manifests of an app with a folder, or two of its environments, and prints the differences. */
async function printDiff(dir: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const { between: names, format, config = CONFIG } = flags;
  const areTwo = !names || names.length === 2 && names[0] !== names[1];
  throwFindings(SUBJECT, [
    ...checkChoice('--format', format, FORMATS),
    ...areTwo ? FINE : found('usage', '--between', { reason: 'two-names', given: names }),
    ...names && dir !== undefined ? found('usage', '--between', { reason: 'beside', other: 'DIR' }) : FINE,
  ]);
  const app = appOf(flags, 'diff');
  const folder = dir ?? app.output;
  // reviewers know the files by the output folder of the app, not by the folder of a branch on some machine
  const outcome = names ? await compareEnvironments(app, names)
    : await compareWithFolder(app, folder, format === 'markdown' ? app.output : folder);

  const { objects, consequences, folders, notes } = outcome;
  if (app.isValidated) note(`note: the validations of ${config} are not run here: \`cdk8s synth\` runs them`);
  for (const text of notes) note(`note: ${text}`);
  const numberOf = (kind: ComparedObject['kind']) => objects.filter(each => each.kind === kind).length;
  const same = counted(numberOf('same'), 'object');
  const summary = isEqual(objects) ? `no difference in ${same}` : changeSummary(
    Object.fromEntries(KINDS.map(kind => [kind, numberOf(kind)])), `${same} without a difference`);
  // the command that prints the same comparison as text
  const args = [...dir === undefined ? [] : [dir], ...names ? ['--between', ...names] : []];
  const command = ['cdk8s-oam diff', ...args.map(shellWord)].join(' ');
  if (format === 'json') printJson(diffAsData(outcome));
  else if (format === 'markdown') printToStdout(diffAsMarkdown({ ...outcome, summary, command }));
  else printToStdout(paintSigns(diffAsText(objects, folders, consequences), paintFor(process.stdout)));
  printToStderr(summary);
  return isEqual(objects) ? ExitCode.FINE : ExitCode.NOT_FINE;
}

/** The meaning of the sign at the beginning of a line, from which its colour follows. */
const COLOURS: Readonly<Record<string, keyof Paint>> = { '+': 'added', '-': 'removed', '~': 'changed', '!': 'warning' };

/** Colours each line of a difference by its sign. */
export function paintSigns(text: string, paint: Paint): string {
  return text.replace(/^( *)([-+~!] .*)$/gm, (_, indent: string, line: string) =>
    indent + paint[COLOURS[line[0]]](line));
}

/** Compares a folder, which reports call `name`, with the manifests of an app. Changes no folder. */
async function compareWithFolder(app: App, folder: string, name: string): Promise<Outcome> {
  // it may have no manifests, but has to exist
  const isFolder = fileOperation(folder, path => statSync(path).isDirectory());
  throwFindings(SUBJECT, isFolder ? FINE : found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
  const before = readFolder(folder, folder).objects;
  const { after, accepted, own, written } = await runAside(app, [folder, app.output], (temporary, reports) => {
    const { objects, hasFiles } = readFolder(temporary, OF_APP);
    if (!hasFiles) failEmpty(app);
    return {
      after: objects,
      accepted: acceptancesIn(temporary),
      // an app without objects writes no index into an empty folder, and one with an older version of the library
      // reports nothing
      own: [...indexesIn(temporary, manifestsIn(temporary)).keys(), ...writtenIndexes(reports, temporary)],
      written: reports.flatMap(each => each.environments ?? []),
    };
  });
  const indexes = indexesIn(folder, manifestsIn(folder));
  // Environments writes `<environment>/<namespace>/<Kind>.<name>.yaml` or `<environment>/<chart>.k8s.yaml`; a GitOpsApp
  // at most `<chart>/<Kind>.<name>.yaml`
  const inIndex = [...indexes.get(INDEX) ?? []].flatMap(path =>
    /^([a-z\d][-a-z\d]*)[\\/]([^\\/]+[\\/]|[a-z\d])/.exec(path)?.[1] ?? []);
  const environments = [...new Set([...written, ...inIndex])];
  const objects = compareFolders(before, after, environments);
  const acceptedBefore = acceptancesIn(folder);
  return {
    objects,
    consequences: consequencesOf(objects, environments),
    folders: { before: name, after: app.output },
    environments,
    notes: [
      ...[...accepted].filter(line => !acceptedBefore.has(line)).map(line => `newly accepted in ${line}`),
      ...staleNotes(name, indexes, own),
    ],
  };
}

/** An environment with its objects. */
interface EnvironmentObjects { readonly name: string; readonly objects: readonly FolderObject[] }

/** Compares two environments of an app. */
async function compareEnvironments(app: App, names: readonly string[]): Promise<Outcome> {
  // writes all environments, regardless of the variable that selects one
  const [before, after] = await runAside({ ...app, environment: '' }, [app.output], (output, written) => {
    if (!existsSync(output) || manifestsIn(output).length === 0) failEmpty(app);
    const folders = written.filter(each => each.folder.startsWith(realpathSync(output)))
      .flatMap(({ folder, environments = [] }) => environments.map(name => ({ name, folder: join(folder, name) })));
    const allowed = folders.map(({ name }) => name);
    if (allowed.length === 0) {
      throwFindings(SUBJECT, found('usage', '--between', ownWords('compares environments, and the app has none',
        'declare them with Environments, or compare with a folder: cdk8s-oam diff DIR')));
    }
    throwFindings(SUBJECT, names.flatMap(name => checkChoice('--between', name, allowed)));
    return names.map((name): EnvironmentObjects => ({
      name,
      objects: folders.filter(each => each.name === name)
        .flatMap(({ folder }) => readFolder(folder, join(OF_APP, name)).objects),
    }));
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

/** The metadata field with the namespace of an object, or with the name if the object is a Namespace; and its value. */
function namespaceField({ apiVersion, kind, metadata }: PlainValue): readonly [field: string, name: unknown] {
  const field = apiVersion === 'v1' && kind === 'Namespace' ? 'name' : 'namespace';
  return [field, isObject(metadata) ? metadata[field] : undefined];
}

/** By namespace of one environment, its counterpart of another name in the other environment. */
export function counterparts(before: EnvironmentObjects, after: EnvironmentObjects): ReadonlyMap<string, string> {
  const [all, allAfter] = [before, after].map(({ objects }) =>
    new Set(objects.map(({ value }) => namespaceField(value)[1]).filter(isFilled)));
  const left = [...all].filter(name => !allAfter.has(name));
  const leftAfter = [...allAfter].filter(name => !all.has(name));
  if (all.size === 1 && left.length === 1 && allAfter.size === 1) return new Map([[left[0], leftAfter[0]]]);
  // the names without those of their environments
  const withStems = (names: readonly string[], { name: environment }: EnvironmentObjects) =>
    names.map(name => [name, `-${name}-`.replaceAll(`-${environment}-`, '-')]);
  return new Map(uniquePairs(withStems(left, before), withStems(leftAfter, after), ([, stem]) => stem)
    .map(([[from], [to]]) => [from, to]));
}

/** Sets the values to compare, in which the namespaces of the objects are replaced by their counterparts. */
export function inNamespaces(objects: readonly FolderObject[], others: ReadonlyMap<string, string>): FolderObject[] {
  return objects.map(object => {
    const [field, namespace] = namespaceField(object.value);
    const other = others.get(namespace as string);
    if (other === undefined) return object;
    const { metadata, ...rest } = Object(object.value);
    return { ...object, compared: { ...rest, metadata: { ...metadata, [field]: other } } };
  });
}

/** The name of the temporary folder of the app in messages, since the folder no longer exists when they are read. */
export const OF_APP = '<app>';

/** Reads the manifests of a folder, which findings and documents call `name`, if it exists. Reports warnings. */
export function readFolder(folder: string, name: string) {
  if (!existsSync(folder)) return { documents: [], objects: [], hasFiles: false };
  const { documents, findings, sources } = collectManifests([folder], path => join(name, relative(folder, path)));
  const isRead = (file: string) => file !== join(name, CONSTRUCT_METADATA);
  const own = findings.filter(({ file, code }) => isRead(file) && !(code === 'no-manifests' && file === join(name)));
  if (own.some(({ isWarning }) => !isWarning)) throw new ManifestError(own);
  own.map(describeLocated).forEach(note);
  const read = documents.filter(({ file }) => isRead(file));
  return {
    documents: read,
    objects: read.map((document): FolderObject => ({
      value: document.value, file: relative(name, document.file), locate: field => document.locate(field),
    })),
    hasFiles: [...sources.keys()].some(isRead),
  };
}
