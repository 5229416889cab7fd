/** What is in the files of an output folder, and what of it is in the cluster. */
import { strict as assert } from 'assert';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { eventually } from '../../../e2e/support/waiting';
import type { ApiClient } from '../../bench/client';
import { differences } from '../../support/differences';

/** As `apps/Deployment shop/cart`; what tools report has no version. */
export const keyOf = (group: string, kind: string, namespace: string | undefined, name: string) =>
  `${group ? `${group}/` : ''}${kind} ${namespace ? `${namespace}/` : ''}${name}`;

export function objectKey({ apiVersion, kind, metadata: { name, namespace } }: any): string {
  return keyOf(apiVersion.includes('/') ? apiVersion.split('/')[0] : '', kind, namespace, name);
}

/** The objects in the files of a folder and, unless not wanted, of those below it. */
export function objectsIn(folder: string, recursive = true): any[] {
  const entries = readdirSync(folder, { recursive, withFileTypes: true }).filter((each) => each.isFile());
  const files = entries.filter(({ name }) => name.endsWith('.yaml') && name !== 'kustomization.yaml').map(({ parentPath, name }) => join(parentPath, name));
  return files.sort().flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()));
}

/** The objects of each part of an environment, by its name: its folders. */
export function partsOf(outdir: string, environment: string): Map<string, any[]> {
  const folders = readdirSync(join(outdir, environment));
  return new Map(folders.map((folder) => [`${environment}-${folder.replace(/^_/, '')}`, objectsIn(join(outdir, environment, folder))]));
}

/** Fails unless each object is in the cluster, and no field of it is missing or another. */
export async function assertLive(client: ApiClient, objects: readonly any[]): Promise<void> {
  for (const object of objects) {
    const live = await client.get(object);
    assert.ok(live, `${objectKey(object)} is in the cluster`);
    assert.deepEqual(differences(object, live).filter(({ change }) => change !== 'added'), [], objectKey(object));
  }
}

/** How often each object was changed by what delivers it: status does not count where the server can tell it apart. */
export async function versions(client: ApiClient, objects: readonly any[]): Promise<Map<string, number>> {
  return new Map(await Promise.all(objects.map(async (object): Promise<[string, number]> => {
    const { generation, resourceVersion } = (await client.get(object))?.metadata ?? {};
    return [objectKey(object), Number(generation ?? resourceVersion)];
  })));
}

/** Those of which another version is in the cluster by now. */
export function changed(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...after].filter(([key, version]) => before.get(key) !== version).map(([key]) => key);
}

/** Waits until objects are gone. */
export async function gone(client: ApiClient, objects: readonly any[]): Promise<void> {
  let left: string[] = [];
  await eventually(async () => {
    // the kind may be gone with its definition
    const find = async (object: any) => await client.knows(object.apiVersion, object.kind) ? client.get(object) : undefined;
    const live = await Promise.all(objects.map(find));
    left = objects.filter((_, i) => live[i] && !live[i].metadata.deletionTimestamp).map(objectKey);
    return left.length === 0 || undefined;
  }, () => `still there: ${left.join(', ')}`, { timeout: 60_000, interval: 250 });
}
