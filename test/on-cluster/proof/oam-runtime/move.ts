/** An application leaves the platform, in the order that docs/leaving-the-platform.md gives. */
import { strict as assert } from 'assert';
import { randomUUID } from 'crypto';
import type { Tried } from './index';
import { isOwnedBy, Made, ownersOf, renderedOf } from './made';
import { eventually } from '../../../e2e/support/waiting';
import type { ApiClient, ObjectKey } from '../../bench/client';

/** What a user deletes by `kubectl delete --cascade=orphan`. */
async function orphan(client: ApiClient, object: ObjectKey): Promise<void> {
  await client.ask('DELETE', await client.pathOf(object), { propagationPolicy: 'Orphan' });
  await eventually(async () => await client.get(object) === undefined || undefined, () => `${object.kind} ${object.metadata.name} is still there`);
}

/** Waits until an object has these owners. */
async function ownedBy(client: ApiClient, object: any, owners: readonly string[]): Promise<any> {
  let seen: string[] = [];
  return eventually(async () => {
    const now = await client.get(object);
    assert.ok(now, `${object.kind} ${object.metadata.name} is there`);
    assert.equal(now.metadata.uid, object.metadata.uid, `${object.kind} ${object.metadata.name} is the same`);
    seen = ownersOf(now);
    return seen.join() === owners.join() ? now : undefined;
  }, () => `the owners of ${object.kind} ${object.metadata.name} are ${seen.join(', ') || 'none'} and not ${owners.join(', ') || 'none'}`);
}

/** Waits until the garbage collector knows the kinds of CRDs: it looks for new ones every half a minute, and until then it orphans nothing of them. */
export async function collected(client: ApiClient, namespace: string): Promise<void> {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: randomUUID() };
  const metadata = { name: 'probe', namespace, ownerReferences: [owner] };
  const probe = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', metadata, spec: { workloadRefs: [] } };
  await client.apply(probe);
  const isGone = async () => await client.get(probe) === undefined || undefined;
  await eventually(isGone, () => 'the garbage collector leaves an object whose owner is gone', { timeout: 90_000 });
}

/** Goes the steps 2 to 8; monitors and Ingresses touch nothing of it. */
export async function moveOff(client: ApiClient, { live, rendered }: Tried, made: Made, stopRuntime: () => Promise<void>): Promise<string> {
  const { namespace, containerized } = made;
  const [deployments, services] = [containerized.map((each) => each.deployment), containerized.map((each) => each.service)];
  await collected(client, namespace);
  const plain = made.workloads.filter(({ kind }) => kind !== 'ContainerizedWorkload');
  const sets = (await client.list('apps/v1', 'ReplicaSet', namespace)).filter((each) => deployments.some((owner) => isOwnedBy(each, owner)));
  const pods = async () => (await client.list('v1', 'Pod', namespace)).filter((pod) => sets.some((each) => isOwnedBy(pod, each)));
  const before = await pods();
  assert.equal(sets.length, deployments.length);
  assert.equal(before.length, deployments.reduce((count, { spec }) => count + spec.replicas, 0));

  await orphan(client, live.application); // 2
  for (const object of plain) await ownedBy(client, object, []);
  await stopRuntime(); // 3
  for (const { workload } of containerized) await orphan(client, workload); // 4
  const scalers = made.traits.filter(({ kind }) => kind === 'ManualScalerTrait');
  for (const scaler of scalers) await orphan(client, scaler);
  for (const object of [...deployments, ...services, ...plain]) await ownedBy(client, object, []); // 5
  const files = containerized.flatMap(({ configMaps }) => configMaps);
  // config files belong to their Deployment until that is deleted
  for (const file of files) assert.match(ownersOf(await client.get(file)).join(), /^Deployment [^,]+$/);
  for (const service of services) { // 6
    const { clusterIP } = (await client.get(service)).spec;
    await client.ask('PUT', await client.pathOf(service), renderedOf(rendered, 'Service', service.metadata.name));
    assert.equal((await client.get(service)).spec.clusterIP, clusterIP);
  }
  for (const deployment of deployments) await orphan(client, deployment); // 7
  for (const object of [...sets, ...files]) await ownedBy(client, object, []);
  assert.deepEqual(namesOf(await pods()), namesOf(before));
  const own = rendered.filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.'));
  for (const object of own) await client.apply(object, { manager: 'kubectl' }); // 8
  for (const set of sets) {
    const adopted = await ownedBy(client, set, ownersOf(set));
    const [owner] = adopted.metadata.ownerReferences;
    assert.ok(!deployments.some(({ metadata }) => metadata.uid === owner.uid), `${set.metadata.name} belongs to the new Deployment`);
  }
  assert.deepEqual(namesOf(await pods()), namesOf(before));
  const over = `${deployments.length} Deployments, ${services.length} Services and ${plain.length} others`;
  return `${own.length} objects applied over ${over}; cluster IPs stay, the ${sets.length} old ReplicaSets are adopted with their ${before.length} pods`;
}

const namesOf = (objects: readonly any[]) => objects.map(({ metadata }) => metadata.name).sort();
