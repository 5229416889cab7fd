/** What the runtime makes, held against docs/leaving-the-platform.md and against what the library renders. */
import { strict as assert } from 'assert';
import { entriesOf, Live } from './live';
import { eventually } from '../../../e2e/support/waiting';
import type { ApiClient, ObjectKey } from '../../bench/client';

/** What is made of one application. */
export interface Made {
  readonly namespace: string;
  readonly workloads: readonly any[];
  readonly traits: readonly any[];
  readonly revisions: readonly any[];
  /** The Deployment, Service and ConfigMaps of each ContainerizedWorkload, as far as there are. */
  readonly containerized: readonly { workload: any; deployment?: any; service?: any; configMaps: any[] }[];
}

/** The label by which the platform's selectors find what is made of a ContainerizedWorkload. */
export const UID_LABEL = 'containerizedworkload.oam.crossplane.io';

/** Fetches what the runtime says that it has made of an application. */
export async function fetchMade(client: ApiClient, live: Live): Promise<Made> {
  const { metadata: { namespace }, status: { workloads: told } } = live.application;
  const fetch = async ({ apiVersion, kind, name }: any) => {
    const key: ObjectKey = { apiVersion, kind, metadata: { name, namespace } };
    return assertThere(await client.get(key), key);
  };
  const workloads = await Promise.all(told.map(({ workloadRef }: any) => fetch(workloadRef)));
  const traits = await Promise.all(told.flatMap((each: any) => each.traits ?? []).map(({ traitRef }: any) => fetch(traitRef)));
  for (const each of [...workloads, ...traits].filter(isControlled)) await reconciled(client, each);
  const revisions = (await client.list('apps/v1', 'ControllerRevision', namespace)).filter(({ metadata }) => metadata.labels?.['controller.oam.dev/component']);
  const configMaps = await client.list('v1', 'ConfigMap', namespace);
  const containerized = await Promise.all(workloads.filter(({ kind }) => kind === 'ContainerizedWorkload').map(async (workload) => {
    const { name } = workload.metadata;
    const [deployment, service] = await Promise.all([['apps/v1', 'Deployment'], ['v1', 'Service']]
      .map(([apiVersion, kind]) => client.get({ apiVersion, kind, metadata: { name, namespace } })));
    return { workload, deployment, service, configMaps: deployment ? configMaps.filter((each) => isOwnedBy(each, deployment)) : [] };
  }));
  return { namespace, workloads, traits, revisions, containerized };
}

/** Those that a controller of the runtime makes something of; nobody is here for the workloads of other vendors, so that they cannot be scaled. */
function isControlled({ kind, spec }: any): boolean {
  return kind === 'ContainerizedWorkload' || kind === 'ManualScalerTrait' && spec.workloadRef.kind === 'ContainerizedWorkload';
}

/** Waits until a controller is done: a workload may be refused, a scaler looks again after half a minute where it is faster than the Deployment. */
async function reconciled(client: ApiClient, object: any): Promise<void> {
  let seen = 'no condition';
  await eventually(async () => {
    const [condition] = (await client.get(object))?.status?.conditions ?? [];
    seen = condition?.message ?? condition?.reason ?? seen;
    return condition && (condition.status === 'True' || object.kind === 'ContainerizedWorkload') || undefined;
  }, () => `${object.kind} ${object.metadata.namespace}/${object.metadata.name} is not reconciled (${seen})`, { timeout: 60_000, interval: 250 });
}

function assertThere(object: any, { kind, metadata }: ObjectKey): any {
  assert.ok(object, `${kind} ${metadata.namespace}/${metadata.name} is there`);
  return object;
}

export const isOwnedBy = (object: any, owner: any) => (object.metadata.ownerReferences ?? []).some(({ uid }: any) => uid === owner.metadata.uid);

/** Names, labels, owners and references of workloads and traits are those of docs/component.md and of the table of leaving-the-platform.md. */
export function checkParts(live: Live, { namespace, workloads, traits, revisions }: Made): void {
  const entries = entriesOf(live);
  assert.equal(workloads.length, entries.length);
  assert.equal(traits.length, entries.flatMap(({ entry }) => entry.traits ?? []).length);
  assert.equal(revisions.length, live.components.length);
  const isOf = (name: string) => (part: any) => part.metadata.labels[COMPONENT] === name;
  for (const { name, entry, component } of entries) {
    const declared = component.spec.workload;
    const [workload] = workloads.filter(isOf(name));
    assert.equal(`${workload.apiVersion} ${workload.kind}`, `${declared.apiVersion} ${declared.kind}`);
    assert.equal(workload.metadata.name, declared.metadata?.name ?? name);
    checkTraits(name, entry.traits ?? [], traits.filter(isOf(name)), workload);
    for (const part of [workload, ...traits.filter(isOf(name))]) {
      checkLabels(part, live.application, name, part === workload ? 'WORKLOAD' : 'TRAIT');
      assert.equal(part.metadata.namespace, namespace);
      assert.deepEqual(ownersOf(part), [`ApplicationConfiguration ${live.application.metadata.name}`]);
    }
    const [revision] = revisions.filter(({ metadata }) => metadata.name === component.status.latestRevision.name);
    assert.equal(revision.metadata.name, `${name}-v1`);
    assert.deepEqual(ownersOf(revision), [`Component ${name}`]);
  }
}

const COMPONENT = 'app.oam.dev/component';

function checkTraits(component: string, declared: readonly any[], traits: readonly any[], workload: any): void {
  assert.deepEqual(traits.map(({ kind }) => kind), declared.map(({ trait }) => trait.kind));
  traits.forEach(({ metadata, spec }, i) => {
    const given = declared[i].trait.metadata?.name;
    assert.ok(given ? metadata.name === given : new RegExp(`^${component}-[a-z]+-[a-z0-9]+$`).test(metadata.name), metadata.name);
    assert.deepEqual(spec.workloadRef, { apiVersion: workload.apiVersion, kind: workload.kind, name: workload.metadata.name });
  });
}

function checkLabels({ kind, metadata }: any, application: any, component: string, type: string): void {
  const labels = {
    ...application.metadata.labels,
    'app.oam.dev/name': application.metadata.name,
    [COMPONENT]: component,
    'app.oam.dev/resourceType': type,
    'app.oam.dev/revision': `${component}-v1`,
  };
  assert.ok(selects(labels, metadata.labels), `labels of ${kind} ${metadata.name}: ${JSON.stringify(metadata.labels)}`);
}

/** As `Deployment shop`; the owner that controls comes first. */
export function ownersOf({ metadata }: any): string[] {
  return (metadata.ownerReferences ?? []).map(({ kind, name }: any) => `${kind} ${name}`);
}

/** An object among those that the library renders. */
export function renderedOf(rendered: readonly any[], kind: string, name: string): any {
  const [object, ...more] = rendered.filter((each) => each.kind === kind && each.metadata.name === name);
  assert.ok(object && more.length === 0, `the library renders ${kind} ${name} once`);
  return object;
}

/** Whether a selector takes an object with these labels. */
export function selects(selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
