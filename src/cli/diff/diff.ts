import { statSync } from 'node:fs';
import { Command, Option } from 'commander';
import { between, checkBetween } from './between';
import { consequencesOf } from './consequences';
import { compareFolders, FolderObject } from './objects';
import { DiffFlags, FORMATS, Outcome } from './outcome';
import { printOutcome } from './print-outcome';
import { OF_APP, readObjects } from './read-objects';
import { notesOf } from './report';
import { Check, FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { isManifestError, ManifestError } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { filled } from '../../private/check';
import { isModelError, refuse } from '../../private/errors';
import { namespaceName } from '../../private/names';
import { App, appOf, plainManifests } from '../app/app';
import { manifestsIn } from '../app/folder-state';
import { environmentsIn, indexesIn, indexesOf, staleNotes } from '../app/indexes';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-in-temporary-folder';
import { ExitCode, Guarded } from '../exit';
import { checkCluster, withCluster } from '../live/cluster-flags';
import { printJson } from '../output';
import { READING, withProgress } from '../progress';
import { thisTool } from '../validate/report';
import { sarifRefusal } from '../validate/sarif-report';

const SUBJECT = 'cdk8s-oam diff';

/** The formats for reviewers of a change. */
const FOR_REVIEW: readonly DiffFlags['format'][] = ['markdown', 'github', 'sarif'];

/** Adds the command `diff`. */
export function addDiff(program: Command, guarded: Guarded): void {
  withCluster(program.command('diff')
    .description('Run the app of cdk8s.yaml, and compare its manifests with those in a folder or with the objects in a cluster, '
      + 'or compare two of its environments.')
    .argument('[dir]', 'the folder of manifests (default: output in cdk8s.yaml, or dist)')
    .option('--between <environments...>', 'compare two environments of the app')
    .option('--live', 'compare with the cluster of a kubectl context, by a server-side dry run; changes nothing')
    .option('--env <name>', 'with --live: the environment of the app that the cluster runs')
    .option('--default-namespace <name>', 'with --live: the namespace of objects without one (default: that of the context)')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .addOption(new Option('--format <format>', `the format of the output: ${FORMATS.join(', ')}`).default('text'))
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' })), '--live')
    .action((folder: string | undefined, flags: DiffFlags) =>
      guarded({ json: flags.format === 'json' }, async () => sarifAtLeast(flags, async () => diff(folder, flags))));
}

/** Compares the manifests of an app with a folder or a cluster, or two of its environments, and prints the differences. */
export async function diff(dir: string | undefined, flags: DiffFlags): Promise<ExitCode> {
  const { between: names, format } = flags;
  refuse(SUBJECT, checkFormat(format));
  if (names) refuse(SUBJECT, checkBetween(names));
  if (names && dir !== undefined) refuse(SUBJECT, found('usage', '--between', { reason: 'beside', other: 'DIR' }));
  refuse(SUBJECT, checkLive(dir, flags));
  const app = { ...appOf(flags, SUBJECT, { synthConfig: plainManifests('diff') }), environment: flags.env };
  return printOutcome(await outcomeOf(app, dir, flags), app, dir, flags);
}

async function outcomeOf(app: App, dir: string | undefined, flags: DiffFlags): Promise<Outcome> {
  if (flags.live) return liveOutcome()(app, flags);
  if (flags.between) return between(app, flags.between);
  const folder = dir ?? app.output;
  // reviewers know the files by the output folder of the app, not by the folder of a branch on some machine
  return withFolder(app, folder, FOR_REVIEW.includes(flags.format) ? app.output : folder);
}

/** Loads the comparison with a cluster on demand. */
function liveOutcome() {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./live') as typeof import('./live')).live;
}

/** Checks the flags that require --live, and those that exclude it. */
function checkLive(dir: string | undefined, flags: DiffFlags): Finding[] {
  const { live = false, env, defaultNamespace, between: names } = flags;
  const own = (option: string, value: string | undefined, check: Check) =>
    value === undefined ? FINE : live ? check(value, option) : found('usage', option, { reason: 'without', other: '--live' });
  const others = [...dir === undefined ? [] : ['DIR'], ...names ? ['--between'] : []];
  return [
    ...checkCluster(flags, '--live', live),
    ...live ? others.flatMap(other => found('usage', '--live', { reason: 'beside', other })) : FINE,
    ...own('--env', env, filled),
    ...own('--default-namespace', defaultNamespace, namespaceName),
  ];
}

function checkFormat(format: unknown): Finding[] {
  if (FORMATS.some(each => each === format)) return FINE;
  return found('usage', '--format', { reason: 'unknown-format', allowed: FORMATS, value: Shown.of(format) });
}

/**
 * Compares a folder with the manifests of an app. Reports call the folder `name`. Changes neither the folder nor the output folder of
 * the app.
 */
async function withFolder(app: App, folder: string, name: string): Promise<Outcome> {
  const before = await withProgress(READING, () => readFolder(folder));
  const { after, indexes, written } = await runAside(app, [folder, app.output], (temporary, reports) => {
    const { objects, hasFiles } = readObjects(temporary, OF_APP);
    if (!hasFiles) failEmpty(app);
    // an app without objects writes no index into an empty folder, and one with an older version of the library reports nothing
    return {
      after: objects,
      indexes: [...indexesIn(temporary, manifestsIn(temporary)).keys(), ...indexesOf(reports, temporary)],
      written: reports.flatMap(each => each.environments ?? []),
    };
  });
  const indexesBefore = indexesIn(folder, manifestsIn(folder));
  const environments = [...new Set([...written, ...environmentsIn(indexesBefore)])];
  const { difference, consequences } = await withProgress('comparing', () => {
    const changes = compareFolders(before, after, environments);
    return { difference: changes, consequences: consequencesOf(changes, environments) };
  });
  const stale = staleNotes(name, indexesBefore, indexes);
  const [folders, output] = [name, app.output].map(each => ({ before: each, after: app.output }));
  return { difference, consequences, folders, output, environments, notes: [...notesOf(difference, folders), ...stale] };
}

/** With the format `sarif`, also prints an error as SARIF. */
async function sarifAtLeast({ format }: DiffFlags, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await action();
  } catch (error) {
    if (format === 'sarif' && (isModelError(error) || isManifestError(error))) printJson(sarifRefusal(error.message, thisTool()));
    throw error;
  }
}

/** The objects of a folder, which must exist but may have no manifests. */
function readFolder(folder: string): FolderObject[] {
  let isFolder;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch (error) {
    throw new ManifestError([unreadable(folder, error)]);
  }
  if (!isFolder) refuse(SUBJECT, found('usage', 'DIR', { reason: 'file-for-folder', path: folder }));
  return readObjects(folder, folder).objects;
}
