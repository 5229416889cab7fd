import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { counterparts, EnvironmentObjects, inNamespaces } from './namespaces';
import { compareEnvironments } from './objects';
import type { Outcome } from './outcome';
import { OF_APP, readObjects } from './read-objects';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { Shown } from '../../findings/shown';
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
    objects: folders.filter(each => each.name === name).flatMap(({ folder }) => readObjects(folder, join(OF_APP, name)).objects),
  }));
}
