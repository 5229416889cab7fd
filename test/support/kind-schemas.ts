import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Ajv, { ErrorObject, ValidateFunction } from 'ajv';
import { DataValidateFunction } from 'ajv/dist/types';
import { crdSchema } from './crd-schemas';
import { Finding, merged, schemaFindings } from './schema-findings';
import { Schema, SchemaSet, schemaSources } from '../../src/cluster/checks/schema-store';

/** Where a schema is from: its definitions, and whether they are Kubernetes' own, which take null for no value. */
interface Origin {
  readonly definitions: SchemaSet['definitions'];
  readonly isBuiltIn: boolean;
}

type Validator = (object: any) => Finding[];

/** The validator of a field with this value; undefined where the schema does not name it. */
type FieldValidators = (name: string, value: unknown) => ValidateFunction | undefined;

const FOLDER = join(__dirname, '../../schemas');
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Not the library's own interpreter of these schemas: two that agree prove more than one. */
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateSchema: false,
  meta: false,
  code: { optimize: false, regExp: Object.assign(re2, { code: '' }) },
  formats: {
    'int32': { type: 'number', validate: (value: number) => value >= INT32.min && value <= INT32.max },
    'int64': { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
    'double': { type: 'number', validate: () => true },
    'byte': /^[A-Za-z0-9+/]*={0,2}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    'micro-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/,
    'quantity': /^[-+]?(\d+\.?\d*|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][-+]?\d+)?$/,
    'duration': /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/,
    'ipv4': /^\d+(\.\d+){3}$/,
    'ipv6': /^[\da-fA-F:.]*:[\da-fA-F:.]*$/,
  },
});

// instead of `properties`: to compile whole kinds takes seconds, and a suite has but a few of their fields
ajv.addKeyword({
  keyword: 'fields',
  type: 'object',
  errors: 'full',
  compile: (validatorOfField: FieldValidators): DataValidateFunction => {
    const check: DataValidateFunction = (object, context) => {
      const { instancePath } = context!;
      const errors = Object.keys(object).filter((name) => object[name] !== undefined).flatMap((name): Partial<ErrorObject>[] => {
        const validate = validatorOfField(name, object[name]);
        if (!validate) return [{ keyword: 'additionalProperties', instancePath, params: { additionalProperty: name } }];
        const at = `${instancePath}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
        return validate(object[name]) ? [] : merged(validate.errors!).map((error) => ({ ...error, instancePath: at + error.instancePath }));
      });
      check.errors = errors;
      return errors.length === 0;
    };
    return check;
  },
});

/** A pattern of RE2, which may have a flag within. */
function re2(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('(?i)', ''), pattern.includes('(?i)') ? 'iu' : 'u');
}

const compiled = new Map<Schema | string, ValidateFunction>();
const passes = ajv.compile({});
const sets = new Map<string, SchemaSet>();
const validators = new Map<string, readonly Validator[]>();

/** What is wrong with an object by the schemas of its kind; undefined if there is none. */
export function kindFindings(apiVersion: string, kind: string, object: any): Finding[] | undefined {
  const key = `${apiVersion} ${kind}`;
  if (!validators.has(key)) validators.set(key, validatorsOf(apiVersion, kind));
  const known = validators.get(key)!;
  return known.length === 0 ? undefined : known.flatMap((validate) => validate(object));
}

/** What is wrong with a part of Kubernetes' own kinds, such as `v1.PodSpec`. */
export function partFindings(definition: string, value: any): Finding[] {
  return validatorOf(kubernetes().definitions[definition], kubernetes())(value);
}

/** The validator of a custom kind: as a cluster checks it, and without its leave for fields that it would prune. */
export function customValidator(schema: Schema, definitions: SchemaSet['definitions'] = {}): Validator {
  return validatorOf({ ...schema, 'x-kubernetes-embedded-resource': true }, { definitions, isBuiltIn: false });
}

function validatorsOf(given: string, ofVendor: string): readonly Validator[] {
  const [apiVersion, kind] = ofShippedVendor(given, ofVendor);
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  // of Kubernetes, the newest that has the kind
  for (const { file, kubernetes: isBuiltIn, module } of schemaSources().filter(({ groups }) => groups.includes(group)).reverse()) {
    const { kinds, definitions } = setOf(file);
    const schema = definitions[kinds[apiVersion]?.[kind]?.schema];
    if (!schema) continue;
    if (isBuiltIn) return [validatorOf(schema, { definitions, isBuiltIn: true })];
    // those that have no module were made of the CRDs here
    const narrower = module === undefined ? undefined : crdSchema(apiVersion, kind);
    return [customValidator(schema, definitions), ...narrower ? [customValidator(narrower)] : []];
  }
  return [];
}

/** The kinds of platforms differ in the vendor's name; the schemas of one vendor are shipped. */
function ofShippedVendor(apiVersion: string, kind: string): [apiVersion: string, kind: string] {
  if (apiVersion.startsWith('oam.verrazzano.io/') || !/^oam\.[a-z0-9-]+\.io\//.test(apiVersion)) return [apiVersion, kind];
  return [apiVersion.replace(/^[^/]*/, 'oam.verrazzano.io'), kind.replace(/^.*(?=(Helidon|Coherence|WebLogic)Workload$)/, 'Verrazzano')];
}

function setOf(file: string): SchemaSet {
  if (!sets.has(file)) sets.set(file, JSON.parse(gunzipSync(readFileSync(join(FOLDER, `${file}.json.gz`))).toString()));
  return sets.get(file)!;
}

function kubernetes(): Origin {
  const { file } = schemaSources().filter((source) => source.kubernetes).at(-1)!;
  return { definitions: setOf(file).definitions, isBuiltIn: true };
}

function validatorOf(schema: Schema, origin: Origin): Validator {
  return (value) => {
    const validate = compile(schema, origin);
    return validate(value) ? [] : schemaFindings(merged(validate.errors!), value);
  };
}

function compile(given: Schema, origin: Origin): ValidateFunction {
  const schema = given.$ref === undefined ? given : origin.definitions[given.$ref];
  const isSimple = schema.type !== 'object' && schema.type !== 'array';
  const key = isSimple ? JSON.stringify(schema) : schema;
  if (!compiled.has(key)) compiled.set(key, ajv.compile(closed(schema, origin)));
  return compiled.get(key)!;
}

/** The schema in plain JSON Schema, refusing what it does not name. `oneOf` and its like are left alone: they only narrow. */
function closed({ $ref, ...own }: Schema, origin: Origin): any {
  const { properties, ...schema } = $ref === undefined ? own : origin.definitions[$ref];
  const { items, additionalProperties, required } = schema;
  const result: any = { ...schema };
  if (schema['x-kubernetes-int-or-string']) {
    delete result.anyOf;
    result.type = ['integer', 'string'];
  }
  if (schema.format === 'quantity') result.type = ['number', 'string'];
  if (result.type === undefined) delete result.nullable;
  if (schema.nullable && schema.enum) result.enum = [...schema.enum, null];
  // the server refuses `uniqueItems` in a CRD, and means this by it
  if (schema['x-kubernetes-list-type'] === 'set') result.uniqueItems = true;
  if (items) result.items = closed(items, origin);
  if (typeof additionalProperties === 'object') result.additionalProperties = closed(additionalProperties, origin);
  const isEmbedded = schema['x-kubernetes-embedded-resource'];
  if (isEmbedded) result.required = [...new Set(['apiVersion', 'kind', ...required ?? []])];
  const isClosed = additionalProperties === undefined && (properties || origin.isBuiltIn && schema.type === 'object');
  if (isClosed || isEmbedded) result.fields = fieldsOf({ ...schema, properties: isEmbedded ? { ...properties, ...TYPE } : properties }, origin);
  return result;
}

/** What every resource has, at the root and embedded, whether its schema names it or not. */
const TYPE: Schema['properties'] = { apiVersion: { type: 'string' }, kind: { type: 'string' } };

function fieldsOf({ properties = {}, required = [], ...schema }: Schema, origin: Origin): FieldValidators {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'];
  return (name, value) => {
    if (name === 'metadata' && schema['x-kubernetes-embedded-resource']) return compile({ $ref: 'meta/v1.ObjectMeta' }, kubernetes());
    if (!Object.hasOwn(properties, name)) return isOpen ? passes : undefined;
    return value === null && origin.isBuiltIn && !required.includes(name) ? passes : compile(properties[name], origin);
  };
}
