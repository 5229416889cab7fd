/** What kustomize builds, and what Flux puts into it. */
import { strict as assert } from 'assert';
import { execFileSync } from 'child_process';
import { existsSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { assertLive, objectKey, partsOf } from './manifests';
import type { Scene } from './scene';
import { deliver, Stage, written } from './steps';
import { programOf } from '../../bench/binaries';

/** With variables, and with a `kustomization.yaml` in each folder. */
export async function substituteAndBuild(stage: Stage): Promise<void> {
  const { tried } = stage;
  await tried('Flux puts a variable into one object, and leaves `${…}`, `$$` and `$1` of the others alone', async () => substitute(stage));
  await tried('kustomize builds the objects of the files, by the `kustomization.yaml` that the library writes', async () => build(stage.first, stage));
}

async function substitute(stage: Stage): Promise<string> {
  const scene = { ...stage.first, variables: { region: 'eu' } };
  await deliver(stage, scene);
  const { objects } = written(scene);
  const isRegion = ({ data }: any) => data?.region !== undefined;
  assert.deepEqual(objects.filter(isRegion).map(({ data }) => data.region), ['${region}']);
  await assertLive(stage.client, objects.map((each) => isRegion(each) ? { ...each, data: { ...each.data, region: 'eu' } } : each));
  return `${objects.length} objects, of which 1 is as it is with the value`;
}

async function build(first: Scene, stage: Stage): Promise<string> {
  const scene = { ...first, kustomizations: true };
  await deliver(stage, scene);
  let built = 0;
  for (const environment of Object.keys(scene.environments)) {
    for (const [part, objects] of partsOf(scene.outdir, environment)) {
      const folder = join(scene.outdir, environment, part.slice(environment.length + 1).replace(/^cluster$/, '_cluster'));
      assert.ok(existsSync(join(folder, 'kustomization.yaml')));
      const text = execFileSync(programOf('kustomize'), ['build', folder], { encoding: 'utf8', maxBuffer: Infinity });
      assert.deepEqual(byKey(parseAllDocuments(text).map((document) => document.toJS())), byKey(objects), part);
      built += objects.length;
    }
  }
  await assertLive(stage.client, written(scene).objects);
  return `${built} objects; Flux delivers them by it too`;
}

const byKey = (objects: readonly any[]) => Object.fromEntries(objects.map((each) => [objectKey(each), each]).sort(([a], [b]) => a < b ? -1 : 1));
