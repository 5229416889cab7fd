import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Fields, OAM_FIELDS, VENDOR_FIELDS } from '../../../src/manifest/checking/oam-fields';

const CRDS = join(__dirname, '../../../crds');

/** The fields of a schema, in the form of the table; `true` where an API server takes any. */
function fieldsOf(schema: any): Fields {
  if (schema['x-kubernetes-preserve-unknown-fields'] || schema.additionalProperties) return true;
  return schema.properties ? below(schema) : schema.type === 'array' ? listOf(fieldsOf(schema.items)) : true;
}

const below = (schema: any): Fields => Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, fieldsOf(each)]));

/** A list of what has no fields is not looked into. */
const listOf = (element: Fields): Fields => element === true ? true : [element];

/** `spec` of each kind in crds/. */
const SPECS: Record<string, any> = Object.fromEntries(readdirSync(CRDS).map(file => {
  const { spec: { names: { kind }, versions } } = parse(readFileSync(join(CRDS, file), 'utf8'));
  return [kind, versions[0].schema.openAPIV3Schema.properties.spec];
}));

const TABLE: Record<string, Fields> = { ...OAM_FIELDS, ...Object.fromEntries(Object.entries(VENDOR_FIELDS).map(([kind, fields]) => [kind.replace(/^(?=.*Workload$)/, 'Verrazzano'), fields])) };

/** What Kubernetes has added to a Service since the platform's schemas. */
function withNewer(fields: any): Fields {
  const { serviceTemplate } = fields;
  if (!serviceTemplate) return fields;
  return { ...fields, serviceTemplate: { ...serviceTemplate, serviceSpec: { ...serviceTemplate.serviceSpec, trafficDistribution: true } } };
}

test('the table has the kinds of the schemas', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(SPECS).sort());
});

test.each(Object.keys(SPECS))('%s has the fields of its schema', kind => {
  expect(TABLE[kind]).toEqual(withNewer(fieldsOf(SPECS[kind])));
});
