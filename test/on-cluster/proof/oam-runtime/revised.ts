/** A component is changed, and its application then pinned to what it was. */
import { strict as assert } from 'assert';
import { listed, renderedFor } from './cases';
import type { Tried } from './index';
import { problemOf } from '../../../../src/base/findings/words';
import { eventually } from '../../../e2e/support/waiting';
import type { ApiClient } from '../../bench/client';

const CHANGED = 'example/changed:2';

const imageOf = (workload: any) => workload.spec.template.spec.containers[0].image;

/** Waits until the runtime has made a Deployment of an image. Its label may be that of the revision before: the runtime makes both at a time. */
async function running(client: ApiClient, deployment: any, image: string): Promise<void> {
  let seen = '';
  await eventually(async () => {
    seen = imageOf(await client.get(deployment));
    return seen === image || undefined;
  }, () => `the runtime has made a Deployment of ${seen}, not of ${image}`, { timeout: 60_000, interval: 250 });
}

/** Waits until the latest revision of a component has a name. */
async function revised(client: ApiClient, component: any, revision: string): Promise<void> {
  const isLatest = async () => (await client.get(component)).status.latestRevision.name === revision || undefined;
  await eventually(isLatest, () => `the runtime has made no revision ${revision}`, { timeout: 60_000, interval: 250 });
}

/** The library renders the component as it is, and says where the application runs another revision. */
export async function revise(client: ApiClient, { each, live }: Tried): Promise<string> {
  const [component] = live.components;
  const [application] = each.objects.filter(({ kind }) => kind === 'ApplicationConfiguration');
  const declared = structuredClone(each.objects.find(({ kind }) => kind === 'Component'));
  const { workload } = declared.spec;
  const { name, namespace } = component.metadata;
  const key = { apiVersion: workload.apiVersion, kind: workload.kind, metadata: { name: workload.metadata?.name ?? name, namespace } };
  const before = imageOf(workload);
  workload.spec.template.spec.containers[0].image = CHANGED;
  const apply = (object: any) => client.apply(object, { manager: 'kubectl' });
  const fetched = async () => renderedFor(listed(await Promise.all([application, declared].map((object) => client.get(object)))));

  await apply(declared);
  await revised(client, component, `${name}-v2`);
  await running(client, key, CHANGED);
  const now = await fetched();
  assert.deepEqual(now.files[0].objects, renderedFor(listed([application, declared])).files[0].objects);
  assert.ok(now.files[0].objects.some((object: any) => object.kind === 'Deployment' && imageOf(object) === CHANGED));
  assert.deepEqual(now.warnings.filter(({ code }) => code === 'other-revision'), []);

  const { componentName: _, ...entry } = application.spec.components[0];
  await apply({ ...application, spec: { components: [{ ...entry, revisionName: `${name}-v1` }] } });
  await running(client, key, before);
  const told = (await fetched()).warnings.filter(({ code }) => code === 'other-revision');
  assert.deepEqual(told.map(problemOf), [`is "${name}-v1", but the component, which is rendered, is now "${name}-v2"`]);
  return `${name}-v2 runs and is rendered; pinned, ${name}-v1 runs again, and the library warns that the component is another`;
}
