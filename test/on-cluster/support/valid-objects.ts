/** Objects of all kinds that a server stores, rich in fields: `valid/`. */
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';

const FOLDER = join(__dirname, '../valid');

/** They are in this namespace, which has no quotas. */
export const NAMESPACE = 'offline';

/** All of them. A server accepts each, on a cluster with that namespace and its service account. */
export const VALID_OBJECTS: readonly any[] = readdirSync(FOLDER).sort().flatMap((file) => parse(readFileSync(join(FOLDER, file), 'utf8')));

/** A copy of the object that is called `Service shop`, with a change: at a path, as `spec.ports.0.nodePort`. */
export function validObject(name: string, changes: Readonly<Record<string, unknown>> = {}): any {
  const found = VALID_OBJECTS.find(({ kind, metadata }) => `${kind} ${metadata.name}` === name);
  if (!found) throw new Error(`test/on-cluster/valid has no ${name}`);
  const object = structuredClone(found);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const holder = keys.slice(0, -1).reduce((each, key) => each[key], object);
    holder[keys[keys.length - 1]] = value;
  }
  return object;
}
