import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { metadataFindings } from './kubernetes-schemas';
import { Finding, schemaFindings } from './schema-findings';

/** Checks a whole object. */
export type CrdValidator = (object: any) => Finding[];

interface Crd {
  readonly version: string;
  readonly kind: string;
  readonly schema: any;
}

/**
 * The OAM kinds, and kinds of others that no package has: of these, the CRDs of test/crds name what tests may use and refuse
 * the rest, so that they pass nothing that the real ones do not. A file is called `<group>_<plural>.yaml`.
 */
export const CRD_FOLDERS: readonly string[] = [join(__dirname, '../../crds'), join(__dirname, '../crds')];

/** The group of a platform's own kinds; platforms differ in the middle segment only. */
const VENDOR_GROUP = /^oam\.[a-z0-9-]+\.io$/;

/** Kinds that begin with a prefix of the vendor's. */
const VENDOR_KIND = /(Helidon|Coherence|WebLogic)Workload$/;

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  // every suite compiles what it needs: without a look at the schemas themselves, and without optimizing, in half of the time
  validateSchema: false,
  meta: false,
  code: { optimize: false },
  formats: {
    'int32': { type: 'number', validate: (value: number) => value >= INT32.min && value <= INT32.max },
    'int64': { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
    'float': { type: 'number', validate: () => true },
    'double': { type: 'number', validate: () => true },
    'byte': /^[A-Za-z0-9+/]*={0,2}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  },
});

const files = CRD_FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => ({ group: file.split('_')[0], path: join(folder, file) })));
const crds = new Map<string, Crd | undefined>();
const compiled = new Map<string, CrdValidator | undefined>();

/** The validator of a kind that a CRD defines, for whichever vendor; undefined where none does. */
export function crdValidator(apiVersion: string, kind: string): CrdValidator | undefined {
  const key = `${apiVersion} ${kind}`;
  if (!compiled.has(key)) {
    const crd = crdOf(apiVersion, kind);
    compiled.set(key, crd && compileCrdSchema(crd.schema));
  }
  return compiled.get(key);
}

/** The validator of an `openAPIV3Schema`: as a cluster checks it, and without its leave for fields that it would prune. */
export function compileCrdSchema(openAPIV3Schema: any): CrdValidator {
  const root = closed(openAPIV3Schema);
  const schema = withTypeMeta({ ...root, properties: { ...root.properties, metadata: { type: 'object' } } });
  let check: ValidateFunction | undefined;
  return (object) => {
    check ??= ajv.compile(schema);
    const errors = check(object) ? [] : check.errors!;
    return [...schemaFindings(errors, object), ...(isPlain(object?.metadata) ? metadataFindings(object.metadata) : [])];
  };
}

/** The fields that an object leaves out and a cluster would add, since its CRD has a default for them; undefined where no CRD is known. */
export function missingDefaults(object: any): string[] | undefined {
  const crd = crdOf(object.apiVersion, object.kind);
  return crd && missingIn(crd.schema, object, '');
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

function crdOf(apiVersion: string, kind: string): Crd | undefined {
  const key = `${apiVersion} ${kind}`;
  if (!crds.has(key)) crds.set(key, findCrd(apiVersion, kind));
  return crds.get(key);
}

function findCrd(apiVersion: string, kind: string): Crd | undefined {
  const [group, version] = apiVersion.split('/');
  const own = files.filter((file) => file.group === group);
  const isVendors = own.length === 0 && VENDOR_GROUP.test(group);
  const places = isVendors ? files.filter((file) => VENDOR_GROUP.test(file.group)) : own;
  const name = isVendors ? withoutPrefix(kind) : kind;
  const named = places.flatMap(({ path }) => loadCrd(path, name));
  return named.find((crd) => crd.version === version && (isVendors ? withoutPrefix(crd.kind) : crd.kind) === name);
}

function withoutPrefix(kind: string): string {
  return VENDOR_KIND.exec(kind)?.[0] ?? kind;
}

/** The versions of a CRD, which is parsed only if the end of its kind is this name. */
function loadCrd(path: string, name: string): Crd[] {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(`${name}\n`)) return [];
  const { spec } = parse(text);
  return spec.versions.map((version: any): Crd => ({ kind: spec.names.kind, version: version.name, schema: version.schema.openAPIV3Schema }));
}

/** The schema in plain JSON Schema, refusing what it does not name. `oneOf` and its like are left alone: they only narrow. */
function closed(schema: any): any {
  const result = { ...schema };
  if (schema['x-kubernetes-int-or-string']) {
    delete result.anyOf;
    result.type = ['integer', 'string'];
  }
  if (result.type === undefined) delete result.nullable;
  if (schema.nullable && schema.enum) result.enum = [...schema.enum, null];
  // the server refuses `uniqueItems` in a CRD, and means this by it
  if (schema['x-kubernetes-list-type'] === 'set') result.uniqueItems = true;
  if (isPlain(schema.items)) result.items = closed(schema.items);
  if (isPlain(schema.additionalProperties)) result.additionalProperties = closed(schema.additionalProperties);
  if (schema.properties) {
    result.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]));
    if (!schema['x-kubernetes-preserve-unknown-fields']) result.additionalProperties ??= false;
  }
  return schema['x-kubernetes-embedded-resource'] ? withTypeMeta(result) : result;
}

/** What every resource has, at the root and embedded, whether its schema names it or not. */
function withTypeMeta(schema: any): any {
  return {
    ...schema,
    type: 'object',
    required: [...new Set(['apiVersion', 'kind', ...schema.required ?? []])],
    properties: { metadata: { type: 'object' }, ...schema.properties, apiVersion: { type: 'string' }, kind: { type: 'string' } },
  };
}

function isPlain(value: any): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
