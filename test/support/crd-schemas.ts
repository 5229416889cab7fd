import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { metadataFindings } from './kubernetes-schemas';
import { Finding, schemaFindings } from './schema-findings';

/** Checks a whole object. */
export type CrdValidator = (object: any) => Finding[];

interface Crd {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: any;
}

const CRDS = join(__dirname, '../../crds');

/** The group of a platform's own kinds; platforms differ in the middle segment only. */
const VENDOR_GROUP = /^oam\.[a-z0-9-]+\.io$/;

/** Kinds that begin with a prefix of the vendor's. */
const VENDOR_KIND = /(Helidon|Coherence|WebLogic)Workload$/;

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    'int32': { type: 'number', validate: (value: number) => value >= INT32.min && value <= INT32.max },
    'int64': { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
    'float': { type: 'number', validate: () => true },
    'double': { type: 'number', validate: () => true },
    'byte': /^[A-Za-z0-9+/]*={0,2}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  },
});

const compiled = new Map<string, CrdValidator | undefined>();
let crds: Crd[] | undefined;

/** The validator of a kind that crds/ defines, for whichever vendor; undefined where it defines none. */
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

function crdOf(apiVersion: string, kind: string): Crd | undefined {
  const [group, version] = apiVersion.split('/');
  crds ??= loadCrds();
  const exact = crds.find((crd) => crd.group === group && crd.version === version && crd.kind === kind);
  if (exact || !VENDOR_GROUP.test(group) || crds.some((crd) => crd.group === group)) return exact;
  const generic = VENDOR_KIND.exec(kind)?.[0] ?? kind;
  return crds.find((crd) => VENDOR_GROUP.test(crd.group) && crd.version === version && (VENDOR_KIND.exec(crd.kind)?.[0] ?? crd.kind) === generic);
}

function loadCrds(): Crd[] {
  if (!existsSync(CRDS)) return [];
  return readdirSync(CRDS).filter((file) => file.endsWith('.yaml')).flatMap((file) => {
    const { spec } = parse(readFileSync(join(CRDS, file), 'utf8'));
    return spec.versions.map((version: any): Crd => (
      { group: spec.group, kind: spec.names.kind, version: version.name, schema: version.schema.openAPIV3Schema }
    ));
  });
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
