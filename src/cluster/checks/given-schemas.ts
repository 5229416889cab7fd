import { basename, dirname, isAbsolute, join } from 'node:path';
import { SHAPE_OF } from './check-schema';
import { KindSchema, kubernetesVersions, Schema, SchemaSet } from './schema-store';
import { asObject, closed, filled, flag, isObject, list, listOf, oneOf, PlainValue } from '../../base/check';
import { Check, Finding, FINE, found, joinPath } from '../../base/findings/finding';
import { CUSTOM_RESOURCE_DEFINITION, isKind } from '../../base/kind-of';
import { collectManifests, describeLocated } from '../../files/reading';

/** A minor version of Kubernetes whose schemas are in this package. */
export const kubernetesVersion: Check = (value, field) => oneOf(...kubernetesVersions())(value, field);
const paths = list(filled);

/** The check of options that select schemas; `readSchemas()` reports problems of the files. */
export const schemaOptions: Check = closed({
  kubernetesVersion, schemas: () => FINE, requireSchemas: flag, asServer: flag,
});

/**
 * The schemas of the CustomResourceDefinitions in files, in folders and below them, and in the files that a cdk8s.yaml
 * imports, and findings about them.
 */
export function readSchemas(given: readonly string[], field: string): { sets: SchemaSet[]; findings: Finding[] } {
  const wrong = paths(given, field);
  if (wrong.length > 0) return { sets: [], findings: wrong };
  const read = given.map((path, i): SchemaSet | Finding[] => {
    const at = joinPath(field, [i]);
    const { documents, findings: [unread] } = collectManifests(definitionFiles(path));
    if (unread) return found('unusable-schemas', at, { reason: 'unreadable', message: describeLocated(unread) });
    const values: PlainValue[] = documents.map(({ value }) => value);
    const definitions = values.filter(value => isKind(value, CUSTOM_RESOURCE_DEFINITION));
    if (definitions.length === 0) return found('unusable-schemas', at, { reason: 'none', file: path });
    return definitions.every(isReadable) ? crdSchemas(definitions)
      : found('unusable-schemas', at, { reason: 'invalid', file: path });
  });
  const sets = read.flatMap(each => 'kinds' in each ? each : []);
  return { sets, findings: read.flatMap(each => 'kinds' in each ? [] : each) };
}

/** The schemas of the definitions among objects, as far as they can be read. */
export function definedIn(objects: readonly (PlainValue | undefined)[]): SchemaSet {
  return crdSchemas(objects.filter(isReadable));
}

/** Whether a value is a CustomResourceDefinition of `apiextensions.k8s.io/v1`, and its schemas can be read. */
function isReadable(value: PlainValue | undefined): value is PlainValue & ResourceDefinition {
  const { group, names, versions } = asObject(value?.spec);
  const isNamed = typeof group === 'string' && typeof names?.kind === 'string';
  return isNamed && isKind(value, CUSTOM_RESOURCE_DEFINITION) && Array.isArray(versions) && versions.every(each =>
    isObject(each) && (each.schema?.openAPIV3Schema == null || isSchema(each.schema.openAPIV3Schema)));
}

/** Sources of `cdk8s import` that are no files: Kubernetes itself, whose schemas are in this package, and downloads. */
const NO_FILE = /^(k8s(@|$)|helm:|github:|https?:)/;

/** The files that a cdk8s.yaml imports, as `crd.yaml` or `name:=crd.yaml`; for any other path, the path itself. */
export function definitionFiles(path: string): string[] {
  const [config] = basename(path) === 'cdk8s.yaml' ? collectManifests([path]).yaml : [];
  if (!config) return [path];
  const sources = listOf(asObject(config.value).imports).map(each => String(each).replace(/^.*:=/, ''));
  return sources.filter(each => !NO_FILE.test(each)).map(each => isAbsolute(each) ? each : join(dirname(path), each));
}

/** The parts of a CustomResourceDefinition that are read here. */
export interface ResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema?: { readonly openAPIV3Schema?: Schema };
    }[];
  };
}

const LISTS = ['allOf', 'anyOf', 'oneOf'];

/** Whether a value is a schema, as far as this library relies on it. */
function isSchema(value: unknown): value is Schema {
  if (!isObject(value) || value.$ref !== undefined) return false;
  const { properties = {}, type } = value;
  if (!isObject(properties) || type !== undefined && !Object.hasOwn(SHAPE_OF, type as PropertyKey)) return false;
  const lists = [...LISTS, 'required', 'enum', 'x-kubernetes-list-map-keys'].map(key => value[key]);
  const single = ['items', 'additionalProperties', 'not'].map(key => value[key]);
  const inner = [...Object.values(properties), ...single, ...LISTS.flatMap(key => value[key] ?? [])];
  return lists.every(each => each === undefined || Array.isArray(each))
    && inner.every(each => each === undefined || typeof each === 'boolean' || isSchema(each));
}

const OF_SERVER = ['apiVersion', 'kind', 'metadata', 'status'];

/**
 * The kinds that definitions serve, in order, without status, which clients do not write, and without metadata, which
 * is that of every kind.
 */
export function crdSchemas(crds: readonly ResourceDefinition[]): SchemaSet {
  const kinds: Record<string, Record<string, KindSchema>> = {};
  const definitions: Record<string, Schema> = {};
  const served = crds.flatMap(({ spec }) => spec.versions.filter(each => each.served).map(version =>
    ({ ...spec, version, apiVersion: `${spec.group}/${version.name}` })));
  served.sort((a, b) => `${a.apiVersion}.${a.names.kind}` < `${b.apiVersion}.${b.names.kind}` ? -1 : 1);
  for (const { apiVersion, scope, names: { kind, plural }, version: { schema } } of served) {
    const name = `${apiVersion}.${kind}`;
    (kinds[apiVersion] ??= {})[kind] = { plural, namespaced: scope === 'Namespaced', schema: name };
    const { properties = {}, required = [], ...others }: Schema = schema?.openAPIV3Schema
      ?? { 'x-kubernetes-preserve-unknown-fields': true };
    const own = Object.entries(properties).filter(([field]) => !OF_SERVER.includes(field));
    definitions[name] = {
      ...others, properties: Object.fromEntries(own), required: required.filter(field => !OF_SERVER.includes(field)),
    };
  }
  return { kinds, definitions };
}
