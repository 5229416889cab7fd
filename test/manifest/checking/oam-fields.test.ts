import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { KeptFields, specFields } from '../../../src/manifest/checking/oam-fields';
import { OAM_KINDS } from '../../../src/traits/all';

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

test.each(SPECS)('$kind has the fields of its schema', ({ apiVersion, kind, spec }) => {
  expect(specFields(apiVersion, kind)).toEqual(fieldsOf(spec));
});
