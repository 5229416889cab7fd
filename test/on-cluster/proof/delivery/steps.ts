/** What is done with either tool: a first delivery, a second look, a release, and what leaves the program. */
import { strict as assert } from 'assert';
import { join } from 'path';
import { assertLive, changed, gone, objectKey, objectsIn, partsOf, versions } from './manifests';
import type { Repository } from './repository';
import { render, Scene, setImage, writeImages } from './scene';
import type { Tool } from './tool';
import { eventually } from '../../../e2e/support/waiting';
import type { ApiClient } from '../../bench/client';
import type { ProofBench } from '../proof';

/** Where it is done. */
export interface Stage {
  readonly client: ApiClient;
  readonly repository: Repository;
  readonly tool: Tool;
  /** The tool as its user reads it. */
  readonly name: string;
  readonly tried: ProofBench['tried'];
  readonly first: Scene;
  /** What is tried before anything leaves. @default - nothing */
  readonly more?: () => Promise<void>;
}

/** An environment of the program, as it was written. */
export function written(scene: Scene): { parts: Map<string, any[]>; objects: any[] } {
  const parts = new Map(Object.keys(scene.environments).flatMap((name) => [...partsOf(scene.outdir, name)]));
  return { parts, objects: [...parts.values()].flat() };
}

/** Writes and commits, and waits until that is delivered. */
export async function deliver({ repository, tool }: Stage, scene: Scene): Promise<void> {
  render(scene);
  const commit = repository.commit('Render');
  await tool.tell(commit);
  await tool.delivered(commit, namesOf(scene));
}

/** The parts, and what delivers those of an environment. */
function namesOf(scene: Scene): string[] {
  const roots = scene.delivery === 'application-set' ? [] : Object.keys(scene.environments);
  return [...roots, ...written(scene).parts.keys()];
}

/** Volumes for the claims, which no provisioner of a cloud makes here. */
const volume = (namespace: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: namespace },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    hostPath: { path: '/tmp/none' },
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: '',
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: 'orders' },
  },
});

/** Applies once what a person applies, and holds the order against what becomes of it. */
async function deliverFirst({ client, repository, tool, first }: Stage): Promise<string> {
  writeImages(first);
  render(first);
  const commit = repository.commit('Render');
  for (const object of rootsOf(first, tool)) await client.apply(object, { manager: 'kubectl' });
  await tool.tell(commit);
  const { parts, objects } = written(first);
  const [data, shop] = ['staging-staging-data', 'staging-staging-shop'].map((part) => parts.get(part)!);
  await eventually(async () => {
    const live = await Promise.all(data.map(async (object) => client.get(object)));
    return live.every(Boolean) || undefined;
  }, () => 'nothing is delivered', { timeout: 60_000, interval: 250 });
  const isOrdered = first.delivery !== 'application-set';
  if (isOrdered) await stillNone(client, shop);
  for (const name of Object.keys(first.environments)) await client.apply(volume(`${name}-data`));
  await tool.delivered(commit, namesOf(first));
  await bound(client, objects);
  await assertLive(client, objects);
  const managed = await tool.managed();
  for (const [part, own] of parts) assert.deepEqual([...managed.get(part) ?? []].sort(), own.map(objectKey).sort(), part);
  return [
    `${objects.length} objects in ${parts.size} parts`,
    ...tool.kindsInOrder ? [await namespaceFirst(tool, parts)] : [],
    ...isOrdered ? ['what needs the claim waited until it was bound'] : [],
  ].join('; ');
}

/** In whatever order the files are. */
async function namespaceFirst(tool: Tool, parts: ReadonlyMap<string, readonly any[]>): Promise<string> {
  const orders = new Map<string, readonly string[]>();
  for (const part of parts.keys()) orders.set(part, await tool.kindsInOrder!(part));
  const whole = [...orders].filter(([, kinds]) => kinds.length > 0);
  assert.ok(whole.length > 0, 'every part was corrected after its first sync');
  for (const [part, kinds] of whole) {
    const isOfNamespace = parts.get(part)!.some(({ kind }) => kind === 'Namespace');
    assert.equal(kinds[0], isOfNamespace ? 'Namespace' : 'CustomResourceDefinition', kinds.join());
  }
  return 'Namespaces and definitions first';
}

/** The controller of claims changes them, too. */
async function bound(client: ApiClient, objects: readonly any[]): Promise<void> {
  const claims = objects.filter(({ kind }) => kind === 'PersistentVolumeClaim');
  await eventually(async () => {
    const live = await Promise.all(claims.map(async (each) => client.get(each)));
    return live.every(({ status }) => status.phase === 'Bound') || undefined;
  }, () => 'claims are not bound', { timeout: 60_000, interval: 250 });
}

function rootsOf({ outdir }: Scene, { folder }: Tool): any[] {
  return objectsIn(join(outdir, folder), false);
}

/** What waits for something else is not applied before. */
async function stillNone(client: ApiClient, objects: readonly any[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 8000));
  const live = await Promise.all(objects.filter(({ kind }) => kind !== 'Namespace').map(async (object) => client.get(object)));
  assert.deepEqual(live.filter(Boolean).map(objectKey), []);
}

/** Nothing changes by another look. */
async function lookAgain({ client, tool, first }: Stage): Promise<string> {
  const { objects } = written(first);
  const before = await versions(client, objects);
  await tool.lookAgain();
  assert.deepEqual(changed(before, await versions(client, objects)), []);
  return `none of ${objects.length} objects changes`;
}

/** One image of one environment is another. */
async function release(stage: Stage): Promise<string> {
  const { client, first } = stage;
  const { objects } = written(first);
  const before = await versions(client, objects);
  setImage(first, 'staging', 'ghcr.io/acme/cart=2');
  await deliver(stage, first);
  assert.deepEqual(changed(before, await versions(client, objects)), ['apps/Deployment staging-shop/cart']);
  const [cart] = objects.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.namespace === 'staging-shop' && metadata.name === 'cart');
  const { spec } = await client.get(cart);
  assert.equal(spec.template.spec.containers[0].image, 'ghcr.io/acme/cart:2');
  return 'its Deployment changes, and nothing else';
}

/** What is left of the program when some of it has left, and then one of its environments. */
const LATER = { hasPool: false, environments: { staging: ['data', 'shop'], test: ['shop'] } } as const;
const LAST = { hasPool: false, environments: { staging: ['data', 'shop'] } } as const;

/** An object leaves, a namespace with a custom object, and one with a claim. */
async function leave(stage: Stage): Promise<string> {
  const { client, first, tool } = stage;
  const { parts } = written(first);
  const later = { ...first, ...LATER };
  await deliver(stage, later);
  const left = [...parts.get('staging-staging-tools')!, ...parts.get('test-test-data')!];
  const [kept, removed] = divided(left, tool);
  const settings = parts.get('staging-staging-data')!.filter(({ kind }) => kind === 'ConfigMap');
  await gone(client, [...removed, ...settings]);
  await assertLive(client, [...kept, ...written(later).objects]);
  return `${removed.length + settings.length} objects are deleted; ${listed(kept)} stay`;
}

const divided = (objects: readonly any[], tool: Tool) => [true, false].map((is) => objects.filter((each) => tool.stays(each) === is));

const listed = (objects: readonly any[]) => objects.map(objectKey).sort().join(', ');

/** An environment leaves; what a person has applied for it is still there. */
async function leaveWhole({ client, repository, tool, first }: Stage): Promise<string> {
  const { objects } = written({ ...first, ...LATER, environments: { test: LATER.environments.test } });
  const last = { ...first, ...LAST };
  writeImages(last);
  render(last);
  await tool.tell(repository.commit('Render'));
  const complaint = first.delivery === 'application-set' ? undefined : await tool.complaint('test');
  if (complaint !== undefined) {
    await assertLive(client, objects);
    await tool.remove('test');
  }
  const [kept, removed] = divided(objects, tool);
  await gone(client, removed);
  await assertLive(client, kept);
  const told = complaint?.replace(/\S*\/tmp\/\S+/g, '…').replace(/^.* desc = /, '');
  const byHand = told === undefined ? '' : `its objects stay, and it says "${told}"; removed by hand, `;
  return `${byHand}${removed.length} objects are deleted; ${listed(kept)} stay`;
}

/** Takes all away, so that another tool can begin. */
async function clear({ client, tool, first }: Stage): Promise<void> {
  const { objects } = written({ ...first, ...LAST });
  await tool.remove('staging');
  await gone(client, divided(objects, tool)[1]);
  const names = Object.entries(first.environments).flatMap(([name, all]) => all.map((each) => `${name}-${each}`));
  const namespaces = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const definitions = Object.keys(first.environments).map((name) =>
    ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `widgets.${name}.example.com` } }));
  const volumes = Object.keys(first.environments).map((name) => volume(`${name}-data`));
  const all = [...namespaces, ...volumes, ...definitions];
  for (const each of all) await client.delete(each);
  await eventually(async () => {
    const live = await Promise.all(all.map(async (each) => client.get(each)));
    return live.every((each) => !each) || undefined;
  }, () => 'namespaces are left', { timeout: 60_000, interval: 250 });
}

/** All of it, one after the other. */
export async function deliverAll(stage: Stage): Promise<void> {
  const { name, tried } = stage;
  await tried(`${name} delivers the objects of the files, and reports them by the same names`, async () => deliverFirst(stage));
  await tried(`${name} looks again`, async () => lookAgain(stage));
  await tried(`${name}: \`cdk8s-oam set-image\` changes one line of images.yaml`, async () => release(stage));
  await stage.more?.();
  await tried(`${name}: an object and two namespaces leave the program`, async () => leave(stage));
  await tried(`${name}: an environment leaves the program`, async () => leaveWhole(stage));
  await clear(stage);
}
