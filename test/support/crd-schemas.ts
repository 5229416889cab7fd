import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Schema } from '../../src/cluster/checks/schema-store';

/**
 * The OAM kinds, and kinds of operators: of these, the CRDs of test/crds name what tests may use and refuse the rest, so that
 * they pass nothing that the real ones refuse beyond their schemas. A file is called `<group>_<plural>.yaml`.
 */
export const CRD_FOLDERS: readonly string[] = [join(__dirname, '../../crds'), join(__dirname, '../crds')];

const files = CRD_FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => ({ group: file.split('_')[0], path: join(folder, file) })));
const schemas = new Map<string, Schema | undefined>();

/** The schema of a kind in a CRD of these folders. */
export function crdSchema(apiVersion: string, kind: string): Schema | undefined {
  const key = `${apiVersion} ${kind}`;
  if (!schemas.has(key)) schemas.set(key, findSchema(apiVersion, kind));
  return schemas.get(key);
}

/** The fields that an object leaves out and a cluster would add, since its CRD has a default for them; undefined where no CRD is known. */
export function missingDefaults(object: any): string[] | undefined {
  const schema = crdSchema(object.apiVersion, object.kind);
  return schema && missingIn(schema, object, '');
}

function missingIn(schema: any, value: any, path: string): string[] {
  if (Array.isArray(value)) return isPlain(schema?.items) ? value.flatMap((element, i) => missingIn(schema.items, element, `${path}[${i}]`)) : [];
  if (!isPlain(value) || !isPlain(schema)) return [];
  const known = Object.entries<any>(schema.properties ?? {}).flatMap(([name, property]) => {
    if (value[name] === undefined) return property.default === undefined ? [] : [`${path}.${name}`];
    return missingIn(property, value[name], `${path}.${name}`);
  });
  const others = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return [...known, ...others.flatMap((name) => missingIn(schema.additionalProperties, value[name], `${path}.${name}`))];
}

function findSchema(apiVersion: string, kind: string): Schema | undefined {
  const [group, version] = apiVersion.split('/');
  const texts = files.filter((file) => file.group === group).map(({ path }) => readFileSync(path, 'utf8'));
  // parsed only if the end of its kind is this name
  const crds = texts.filter((text) => text.includes(`${kind}\n`)).map((text) => parse(text).spec).filter(({ names }) => names.kind === kind);
  return crds.flatMap(({ versions }) => versions).find(({ name }) => name === version)?.schema.openAPIV3Schema;
}

function isPlain(value: any): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
