/** The schemas of custom kinds, from their CustomResourceDefinitions. */
import type { KindSchema, Schema, SchemaSet } from './schema';
import { isObject } from '../private/check';

/** The parts of a CustomResourceDefinition that are read here. */
export interface ResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly DefinedVersion[];
  };
}

interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
}

/** Whether a value is a schema, as far as this library relies on it. */
export function isSchema(value: unknown): value is Schema {
  if (!isObject(value) || value.$ref !== undefined) return false;
  const { properties = {} } = value;
  if (!isObject(properties)) return false;
  const parts = [...LISTS, 'required', 'enum', 'x-kubernetes-list-map-keys'].map(key => value[key]).filter(each => each !== undefined);
  const inner = [...Object.values(properties), ...SCHEMAS.map(key => value[key]), ...LISTS.flatMap(key => value[key] ?? [])];
  return parts.every(each => Array.isArray(each)) && inner.every(each => each === undefined || typeof each === 'boolean' || isSchema(each));
}

/** The kinds that definitions serve, without descriptions and status. */
export function crdSchemas(crds: readonly ResourceDefinition[]): SchemaSet {
  const kinds: Record<string, Record<string, KindSchema>> = {};
  const definitions: Record<string, Schema> = {};
  const served = crds.flatMap(({ spec }) => spec.versions.filter(each => each.served).map(version => ({
    ...spec, version, apiVersion: `${spec.group}/${version.name}`,
  })));
  const inOrder = served.sort((a, b) => `${a.apiVersion}.${a.names.kind}` < `${b.apiVersion}.${b.names.kind}` ? -1 : 1);
  for (const { apiVersion, scope, names: { kind, plural }, version: { schema } } of inOrder) {
    (kinds[apiVersion] ??= {})[kind] = { plural, namespaced: scope === 'Namespaced', schema: `${apiVersion}.${kind}` };
    definitions[`${apiVersion}.${kind}`] = ofObject(schema?.openAPIV3Schema ?? { 'x-kubernetes-preserve-unknown-fields': true });
  }
  return { kinds, definitions };
}

/** A schema without status, which clients do not write, and without metadata, which is that of every kind. */
function ofObject(schema: Schema): Schema {
  const { properties = {}, required = [], ...others } = schema;
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !OF_SERVER.includes(name)));
  return stripped({ ...others, properties: own, required: required.filter(name => !OF_SERVER.includes(name)) });
}

const OF_SERVER = ['apiVersion', 'kind', 'metadata', 'status'];

/** The keywords that are only for readers of the schema. */
const UNREAD = ['description', 'example', 'externalDocs', 'title'];

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const SCHEMAS = ['items', 'additionalProperties', 'not'];

function stripped(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !UNREAD.includes(key)).map(([key, value]) => {
    if (key === 'properties') return [key, ofProperties(value)];
    if (LISTS.includes(key)) return [key, (value as readonly Schema[]).map(stripped)];
    return [key, SCHEMAS.includes(key) && typeof value === 'object' ? stripped(value as Schema) : value];
  }));
}

function ofProperties(properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(properties).sort(byKey).map(([name, of]) => [name, stripped(of)]));
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => a < b ? -1 : 1;
