import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { CRD_FOLDERS, missingDefaults } from './crd-schemas';
import { customValidator } from './kind-schemas';
import { changed } from './message';

test('every CRD is sound, and in the file where it is looked for', () => {
  for (const folder of CRD_FOLDERS) {
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    const crds = files.map((file) => parse(readFileSync(join(folder, file), 'utf8')));
    expect(files).toEqual(crds.map(({ spec }) => `${spec.group}_${spec.names.plural}.yaml`));
    const schemas = crds.flatMap(({ spec }) => spec.versions).map(({ schema }) => schema.openAPIV3Schema);
    for (const schema of schemas) expect(new Ajv({ strict: false }).validateSchema(schema)).toBe(true);
    expect(crds.map(({ metadata }) => metadata.name)).toEqual(crds.map(({ spec }) => `${spec.names.plural}.${spec.group}`));
  }
});

test('a default that an object leaves out is found, at any depth, and nothing else', () => {
  const spec = { length: 24, noUpper: false, allowRepeat: true };
  const password = { apiVersion: 'generators.external-secrets.io/v1alpha1', kind: 'Password', spec };
  const external = { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', spec: { refreshInterval: '0s', data: [{ remoteRef: { key: 'a' } }] } };

  expect(missingDefaults(password)).toEqual(['.spec.encoding']);
  expect(missingDefaults({ ...password, spec: { ...spec, encoding: 'raw' } })).toEqual([]);
  expect(missingDefaults(external)).toEqual(expect.arrayContaining(['.spec.data[0].remoteRef.conversionStrategy']));
  expect(missingDefaults({ apiVersion: 'v1', kind: 'Secret' })).toBeUndefined();
});

describe('the schema of a CRD', () => {
  const number = { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 } as const;
  const validate = customValidator({
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        required: ['ports'],
        properties: {
          ports: { type: 'array', items: { type: 'object', required: ['port'], properties: { port: number, path: { type: 'string' } } } },
          protocol: { type: 'string', enum: ['TCP', 'UDP'], nullable: true },
          replicas: { type: 'integer', format: 'int32' },
          ttl: { type: 'integer', format: 'int64' },
          target: { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          open: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true, 'properties': { known: { type: 'string' } } },
          closed: {
            type: 'object',
            properties: { name: { type: 'string' }, ref: { type: 'string' } },
            oneOf: [{ required: ['name'] }, { required: ['ref'] }],
          },
          embedded: { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'properties': { data: { type: 'string' } } },
        },
      },
    },
  });
  const good = {
    apiVersion: 'example.com/v1',
    kind: 'Port',
    metadata: { name: 'p', labels: { 'a/b': 'c' }, creationTimestamp: null },
    spec: {
      ports: [{ port: 8080, path: '/metrics' }],
      protocol: null,
      replicas: -1,
      ttl: 2 ** 40,
      target: 'http',
      labels: { any: 'value' },
      open: { known: 'a', unknown: { deep: 1 } },
      closed: { name: 'a' },
      embedded: { apiVersion: 'v1', kind: 'Data', metadata: { name: 'a' }, data: 'b' },
    },
  };
  const errorsWith = (path: readonly (string | number)[], value: any): string[] =>
    validate(changed(good, path, value)).map((finding) => `${finding.path} ${finding.message}`);

  test('passes what it names', () => {
    expect(validate(good)).toEqual([]);
    expect(errorsWith(['spec', 'target'], 80)).toEqual([]);
  });

  test.each<[string, (string | number)[], any, string]>([
    ['an unknown field is at depth', ['spec', 'ports', 0, 'prot'], 1, 'spec.ports[0].prot is not a known field'],
    ['an unknown field is at the root', ['sepc'], {}, 'sepc is not a known field'],
    ['an unknown field is beside an alternative', ['spec', 'closed', 'x'], 1, 'spec.closed.x is not a known field'],
    ['an unknown field is in an embedded resource', ['spec', 'embedded', 'dta'], 1, 'spec.embedded.dta is not a known field'],
    ['both alternatives hold', ['spec', 'closed', 'ref'], 'a', 'spec.closed must match exactly one schema in oneOf'],
    ['no alternative holds', ['spec', 'closed'], {}, "spec.closed must have required property 'name' or must have required property 'ref'"],
    ['metadata has an unknown field', ['metadata', 'lables'], {}, 'metadata.lables is not a known field'],
    ['a label is not a string', ['metadata', 'labels', 'a/b'], 1, 'metadata.labels["a/b"] must be string'],
    ['a type is wrong', ['spec', 'ports', 0, 'path'], 1, 'spec.ports[0].path must be string'],
    ['a type is wrong in an open object', ['spec', 'open', 'known'], 1, 'spec.open.known must be string'],
    ['a value of a map is wrong', ['spec', 'labels', 'any'], 1, 'spec.labels.any must be string'],
    ['a value is null', ['spec', 'ports', 0, 'path'], null, 'spec.ports[0].path must be string'],
    ['a value is neither integer nor string', ['spec', 'target'], 1.5, 'spec.target must be integer or string'],
    ['a value is not in the enumeration', ['spec', 'protocol'], 'tcp', 'spec.protocol must be equal to one of the allowed values'],
    ['a port is out of range', ['spec', 'ports', 0, 'port'], 65536, 'spec.ports[0].port must be <= 65535'],
    ['a number is no int32', ['spec', 'replicas'], 2 ** 31, 'spec.replicas must match format "int32"'],
    ['a number is no int64', ['spec', 'ttl'], 2 ** 63, 'spec.ttl must match format "int64"'],
    ['a required field is missing', ['spec', 'ports', 0], {}, "spec.ports[0] must have required property 'port'"],
    ['an embedded resource has no kind', ['spec', 'embedded'], { apiVersion: 'v1' }, "spec.embedded must have required property 'kind'"],
  ])('fails when %s', (_, path, value, message) => {
    expect(errorsWith(path, value)).toEqual([message]);
  });

  test('reports all errors of an object', () => {
    expect(errorsWith(['spec', 'closed'], { x: 1 }).sort()).toEqual([
      "spec.closed must have required property 'name' or must have required property 'ref'",
      'spec.closed.x is not a known field',
    ]);
    expect(errorsWith(['spec'], { ports: [{ port: 0 }, { port: 1, x: 1 }] }).sort()).toEqual([
      'spec.ports[0].port must be >= 1',
      'spec.ports[1].x is not a known field',
    ]);
  });
});
