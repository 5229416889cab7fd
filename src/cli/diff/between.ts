import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { compareEnvironments, type FolderObject } from './objects';
import { OF_APP, readFolder } from './read-folder';
import { uniquePairs } from './renames';
import type { Outcome } from './report';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { isFilled, isObject, type PlainValue } from '../../private/check';
import { refuse } from '../../private/errors';
import type { WrittenByRun } from '../../writing/run-report';
import type { App } from '../app/app';
import { manifestsIn } from '../app/folder-state';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-in-temporary-folder';

/** Checks that `--between` names two different environments. */
export function checkBetween(names: readonly string[]): Finding[] {
  if (names.length !== 2) return found('usage', '--between', { reason: 'two-names', count: names.length });
  return names[0] === names[1] ? found('usage', '--between', { reason: 'one-environment', value: Shown.of(names[0]) }) : FINE;
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
    difference: compareEnvironments(inNamespaces(before.objects, namespaces), after.objects),
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
  refuse(subject, names.filter(name => !allowed.includes(name))
    .flatMap(name => found('usage', '--between', { reason: 'unknown-environment', allowed, value: Shown.of(name) })));
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
  const withStems = (names: readonly string[], environment: string) => names.map(name => ({ name, stem: stemOf(name, environment) }));
  const pairs = uniquePairs(withStems(left, before.name), withStems(leftAfter, after.name), ({ stem }) => stem);
  return new Map(pairs.map(([from, to]) => [from.name, to.name]));
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

/** The name of a namespace without the name of its environment. */
function stemOf(namespace: string, environment: string): string {
  return `-${namespace}-`.replaceAll(`-${environment}-`, '-');
}
