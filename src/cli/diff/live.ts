import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compareValues } from './compare';
import { Consequence, objectOf } from './consequence';
import { consequencesOf } from './consequences';
import type { FolderDifference, FolderObject, ObjectPair } from './objects';
import type { Outcome } from './outcome';
import { OF_APP, readObjects } from './read-objects';
import { refusedChange } from './refused-change';
import { found, framed } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { problemOf } from '../../findings/words';
import { isManifestError } from '../../manifest/reading';
import type { PlainFields, PlainValue } from '../../private/check';
import { refuse } from '../../private/errors';
import { isForCluster, isLocalConfig } from '../../private/scopes';
import { objectName } from '../../private/written';
import { ENVIRONMENT } from '../../writing/names';
import type { WrittenByRun } from '../../writing/run-report';
import { CONFIG, type App, type AppFlags } from '../app/app';
import { manifestsIn } from '../app/folder-state';
import { indexesIn } from '../app/indexes';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-in-temporary-folder';
import { askCluster, isOpen, judgedNote } from '../live/ask-cluster';
import type { ClusterFlags } from '../live/cluster-flags';
import type { LiveVerdict } from '../live/dry-run';
import { undeclared } from '../live/undeclared';
import { findingsOn } from '../live/verdict-findings';

/** The location of an object that is only in the cluster. */
const CLUSTER = 'the cluster';

/** Compares the manifests of an app with the cluster of a context. Changes neither. */
export async function live(app: App, { config = CONFIG, ...flags }: ClusterFlags & AppFlags): Promise<Outcome> {
  const { objects, environment } = await runAside(app, [app.output], (folder, written) => declaredIn(app, folder, written));
  const declared = objects.filter(({ value }) => isApplied(value));
  const before = writtenBefore(app, environment);
  const values = declared.map(({ value }) => value as PlainFields);
  return askCluster(app.subject, flags, values, async cluster => {
    const others = await undeclared(cluster, { declared: values, written: before.objects });
    const judged = declared.map((object, i) => judge(object, cluster.verdicts[i]));
    const difference = differenceOf(judged, others.objects, config);
    const own = judged.flatMap((each, i) => findingsIn(each, cluster.verdicts[i], cluster.server.version));
    // the report does not list an object without differences
    const [told, untold] = [true, false].map(isTold => own.filter(({ isSame }) => isSame !== isTold));
    return {
      difference,
      consequences: [
        ...consequencesOf(difference).map(oncePruned), ...told,
        ...judged.flatMap(({ after }, i) => refusedChange(after, cluster.verdicts[i])),
      ],
      folders: NO_FOLDER,
      output: NO_FOLDER,
      environments: [],
      gap: others.isComplete ? undefined : 'not all undeclared objects were looked for',
      notes: [
        judgedNote(cluster), ...before.notes, ...others.notes,
        ...untold.map(each => `${objectName(objectOf(each).value)} ${problemOf(each.finding)}`),
      ],
    };
  });
}

/** What the cluster alone has stays until a tool deletes it, unless the finding says that it stays or is renamed. */
function oncePruned(consequence: Consequence): Consequence {
  const { finding, after } = consequence;
  const { reason = '' }: { readonly reason?: unknown } = finding.parameters;
  const isPruned = !after && PRUNED.includes(finding.code) && !/kept|renamed/.test(String(reason));
  return isPruned ? { ...consequence, finding: framed('once-pruned', finding) } : consequence;
}

const PRUNED: readonly string[] = ['data-left-behind', 'address-changed'];

/** No folder to prepend: the paths of the files of objects already start with the output folder. */
const NO_FOLDER = { before: '', after: '' };

function isApplied(value: PlainValue): boolean {
  const object = value as PlainFields;
  return isForCluster({ apiVersion: String(object.apiVersion), kind: String(object.kind) }) && !isLocalConfig(object);
}

/** The objects that an app has written for one environment, or all without environments. Their files are in its output folder. */
function declaredIn(app: App, folder: string, written: readonly WrittenByRun[]) {
  const names = [...new Set(written.flatMap(each => each.environments ?? []))];
  const environment = environmentOf(app, names);
  const folders = environment === undefined ? [folder]
    : written.filter(each => each.environments && each.folder.startsWith(realpathSync(folder))).map(each => join(each.folder, environment));
  const read = folders.map(each => readObjects(each, join(OF_APP, environment ?? '')));
  if (!read.some(({ hasFiles }) => hasFiles)) failEmpty(app);
  return { environment, objects: read.flatMap(({ objects }) => inFolder(objects, join(app.output, environment ?? ''))) };
}

const inFolder = (objects: readonly FolderObject[], folder: string) => objects.map(each => ({ ...each, file: join(folder, each.file) }));

/** The environment to compare with the cluster. */
function environmentOf({ subject, environment }: App, allowed: readonly string[]): string | undefined {
  const chosen = environment ?? (process.env[ENVIRONMENT] || undefined);
  if (allowed.length === 0) {
    if (environment !== undefined) refuse(subject, found('usage', '--env', { reason: 'no-environment' }));
    return undefined;
  }
  if (chosen === undefined && allowed.length > 1) refuse(subject, found('usage', '--env', { reason: 'several-environments', allowed }));
  if (chosen !== undefined && !allowed.includes(chosen)) {
    refuse(subject, found('usage', '--env', { reason: 'unknown-environment', allowed, value: Shown.of(chosen) }));
  }
  return chosen ?? allowed[0];
}

/** The objects that an app has written before, according to the indexes of the output folder. */
function writtenBefore({ output }: App, environment = ''): { readonly objects: readonly PlainFields[]; readonly notes: readonly string[] } {
  if (!existsSync(output)) return { objects: [], notes: [] };
  try {
    const listed = new Set([...indexesIn(output, manifestsIn(output)).values()].flatMap(entries => [...entries.keys()]));
    const { objects } = readObjects(output, output);
    const folder = environment === '' ? '' : `${environment}${sep}`;
    const own = objects.filter(({ file, value }) => listed.has(file) && file.startsWith(folder) && isApplied(value));
    return { objects: own.map(({ value }) => value as PlainFields), notes: [] };
  } catch (error) {
    if (!isManifestError(error)) throw error;
    return { objects: [], notes: [`${JSON.stringify(output)} cannot be read: what it alone has is not looked for`] };
  }
}

/** An object with the list of the report to which it belongs, and its changes. */
interface JudgedObject extends ObjectPair {
  readonly list: 'added' | 'changed' | 'same' | 'refused' | 'unknown';
  readonly changes: ReturnType<typeof compareValues>;
}

function judge(object: FolderObject, verdict: LiveVerdict): JudgedObject {
  const alone = { before: object, after: object, changes: [] };
  if (verdict.state === 'unknown') return { ...alone, list: isOpen(verdict) ? 'unknown' : 'added' };
  if (verdict.state !== 'applied') return { ...alone, list: verdict.state === 'created' ? 'added' : 'refused' };
  const [before, after] = [{ ...object, value: verdict.before as PlainValue }, { ...object, value: verdict.after as PlainValue }];
  const changes = compareValues(before.value, after.value);
  return { before, after, changes, list: changes.length > 0 ? 'changed' : 'same' };
}

function differenceOf(judged: readonly JudgedObject[], others: readonly PlainFields[], source: string): FolderDifference {
  const of = (list: JudgedObject['list']) => judged.filter(each => each.list === list);
  const objectsOf = (list: JudgedObject['list']) => of(list).map(({ after }) => after);
  return {
    added: objectsOf('added'),
    removed: others.map((value): FolderObject => ({ value: value as PlainValue, file: CLUSTER, source })),
    changed: of('changed'),
    moved: [],
    elsewhere: [],
    same: of('same').length,
    kept: objectsOf('same'),
    refused: objectsOf('refused'),
    unknown: objectsOf('unknown'),
  };
}

interface OwnFinding extends Consequence {
  readonly isSame: boolean;
}

function findingsIn({ before, after, list }: JudgedObject, verdict: LiveVerdict, version: string): OwnFinding[] {
  const { errors, warnings } = findingsOn(after.value as PlainFields, verdict, version);
  const all = [...errors.map(finding => ({ finding, isError: true })), ...warnings.map(finding => ({ finding }))];
  return all.map(each => ({ ...each, before, after, isSame: list === 'same' }));
}
