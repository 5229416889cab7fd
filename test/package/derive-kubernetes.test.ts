import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Assembly, derivedFiles, spellingOf, typesOf } from '../../build-tools/derive-kubernetes';
import TYPES from '../../src/private/kubernetes-api/cdk8s-plus-27.json';
import swagger from '../../src/private/kubernetes-api/swagger.json';

const FOLDER = join(__dirname, '../../src/private/kubernetes-api');

const struct = (...properties: NonNullable<Assembly['types'][string]['properties']>) => ({ kind: 'interface', properties });
const fqn = (type: string) => ({ fqn: `plus.k8s.${type}` });

function property(line: number, name: string, type: object, field = name, optional = true) {
  return { name, type, optional, locationInModule: { line }, docs: { custom: { schema: `io.k8s.X#${field}` } } };
}

/** `Pod` contains all but `Other`, and hardly anything is spelled differently. */
const ASSEMBLY: Assembly = {
  name: 'plus',
  types: {
    'plus.k8s.Pod': struct(
      property(2, 'ports', { collection: { kind: 'array', elementtype: fqn('Port') } }, 'ports', false),
      property(1, 'limits', { collection: { kind: 'map', elementtype: fqn('Quantity') } }),
      property(3, 'selector', fqn('Selector')),
      property(4, 'at', { primitive: 'date' }),
      property(5, 'any', { primitive: 'json' }),
      property(6, 'name', { primitive: 'string' }),
    ),
    'plus.k8s.Port': struct(property(1, 'hostIp', { primitive: 'string' }, 'hostIP', false)),
    'plus.k8s.Selector': struct(property(1, 'key', { primitive: 'string' })),
    'plus.k8s.Quantity': { kind: 'class' },
    'plus.k8s.Other': struct(property(1, 'a', { primitive: 'string' })),
  },
};

test('types are those that the first ones contain, with their fields as they are declared', () => {
  expect(typesOf(ASSEMBLY, ['Pod'])).toEqual({
    Pod: 'limits:{Quantity} ports!:Port[] selector:Selector at:Date any:any name:string',
    Port: 'hostIp=hostIP!:string',
    Selector: 'key:string',
  });
});

test('fails when a type is missing, or does not say what its fields are in Kubernetes', () => {
  expect(() => typesOf(ASSEMBLY, ['Service'])).toThrow('plus has no type k8s.Service');
  const types = { 'plus.k8s.A': struct({ ...property(1, 'b', { primitive: 'string' }), docs: {} }) };
  expect(() => typesOf({ name: 'plus', types }, ['A'])).toThrow('the assembly does not say which field b is');
});

test('the spelling has what is spelled differently, and what contains it', () => {
  expect(spellingOf(typesOf(ASSEMBLY, ['Pod']))).toEqual({ Pod: 'ports:Port', Port: 'hostIp=hostIP' });
  expect(spellingOf({ A: 'b:B', B: 'c:string' })).toEqual({});
  expect(spellingOf({ A: 'a:A[] bId=bID:B', B: 'cId=cID!:string' })).toEqual({ A: 'a:A bId=bID:B', B: 'cId=cID' });
});

test('fails when a map has values that are spelled differently', () => {
  expect(() => spellingOf({ A: 'b:{B}', B: 'cId=cID:string' })).toThrow('b is a map of values whose fields are spelled otherwise: respell those too');
});

test.each(Object.entries(derivedFiles()))('%s is what its sources make', (name, text) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(text);
});

/** What cdk8s-plus-27 knows and Kubernetes removed since: it was alpha. */
const REMOVED = ['v1.ClaimSource#resourceClaimName', 'v1.ClaimSource#resourceClaimTemplateName', 'v1.PodResourceClaim#source'];

test('Kubernetes has the fields of cdk8s-plus-27 but for what it has removed', () => {
  const definitions: Readonly<Record<string, Readonly<Record<string, string>>>> = swagger.definitions;
  const fieldsOf = (version: string, name: string) => definitions[version]?.[name]?.split(' ').map((field) => field.replace(/!?:.*/, '')) ?? [];
  const { types }: Assembly = JSON.parse(readFileSync(resolve(require.resolve('cdk8s-plus-27/package.json'), '../.jsii'), 'utf8'));
  const used = Object.keys(TYPES).flatMap((type) => types[`cdk8s-plus-27.k8s.${type}`].properties!).map(({ docs }) => docs.custom!.schema!);
  const unknown = used.map((schema) => /(\w+\/)?(\w+)\.(\w+)\.(\w+)#(.*)$/.exec(schema)!).map(([, , group, version, name, field]) => ({
    apiVersion: group === 'core' ? version : `${group}/${version}`, name, field,
  })).filter(({ apiVersion, name, field }) => field !== 'status' && !fieldsOf(apiVersion, name).includes(field));

  expect(used.length).toBeGreaterThan(400);
  expect(unknown.map(({ apiVersion, name, field }) => `${apiVersion}.${name}#${field}`)).toEqual(REMOVED);
});
