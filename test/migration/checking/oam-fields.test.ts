import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { RecordType, Type, specOf } from '../../../src/base/definitions/type';
import { KeptFields, specFields } from '../../../src/migration/validate';
import { OamPlatform } from '../../../src/targets/oam/oam-platform';
import { isSameType } from '../../../src/base/oam-kind';
import { OAM_KINDS } from '../../../src/model/traits/all';

const CRDS = join(__dirname, '../../../crds');

/** The fields of a schema, in the form of the table; `true` where an API server takes any. */
function fieldsOf(schema: any): KeptFields {
  if (schema['x-kubernetes-preserve-unknown-fields'] || schema.additionalProperties) return true;
  return schema.properties ? below(schema) : schema.type === 'array' ? listOf(fieldsOf(schema.items)) : true;
}

const below = (schema: any): KeptFields => Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, fieldsOf(each)]));

/** A list of what has no fields is not looked into. */
const listOf = (element: KeptFields): KeptFields => element === true ? true : [element];

/** `spec` of each kind in crds/, by its API version and kind. */
const SPECS = readdirSync(CRDS).map(file => {
  const { spec: { group, names: { kind }, versions: [{ name, schema }] } } = parse(readFileSync(join(CRDS, file), 'utf8'));
  return { apiVersion: `${group}/${name}`, kind, spec: schema.openAPIV3Schema.properties.spec };
});

test('there is a schema for each kind', () => {
  expect(SPECS).toHaveLength(OAM_KINDS.length);
});

/** The fields of a type without those that OAM does not have. */
function onOam(kept: KeptFields, type: Type): KeptFields {
  if (kept === true) return true;
  if (type.is === 'list') return [onOam((kept as readonly [KeptFields])[0], type.of)];
  const fields = (type.is === 'kubernetes' ? type.stored : type as RecordType<unknown>)!.fields;
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !fields[name].on).map(([name, each]) => [name, onOam(each, fields[name].type)]));
}

test.each(SPECS)('$kind has the fields of its schema, and those that only a KubernetesPlatform reads', ({ apiVersion, kind, spec }) => {
  const platform = OamPlatform.verrazzano();
  const definition = OAM_KINDS.find(each => isSameType(platform._typeOf(each.kind), { apiVersion, kind }))!;
  expect(onOam(specFields(apiVersion, kind)!, specOf(definition))).toEqual(fieldsOf(spec));
});
