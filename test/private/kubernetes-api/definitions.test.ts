import { definedFields, definedNames, isDefined } from '../../../src/private/kubernetes-api/definitions';
import swagger from '../../../src/private/kubernetes-api/swagger.json';

const VALUES = ['IntOrString', 'MicroTime', 'Quantity', 'Time', 'any', 'boolean', 'byte', 'int32', 'int64', 'number', 'object', 'string'];

test('a definition has its fields, whether they are required or not', () => {
  expect([...definedFields('v1', 'HTTPGetAction')]).toEqual([
    ['host', 'string'], ['httpHeaders', 'HTTPHeader[]'], ['path', 'string'], ['port', 'IntOrString'], ['scheme', 'string'],
  ]);
  expect(definedFields('v1', 'Pod').get('metadata')).toBe('meta/v1.ObjectMeta');
});

test('what is no value has a definition', () => {
  const references = Object.entries(swagger.definitions).flatMap(([version, all]) => Object.keys(all).flatMap(name =>
    [...definedFields(version, name).values()].map(type => ({ version, type: type.replace(/[[\]{}]/g, '') }))));
  const missing = references.filter(({ version, type }) => {
    const dot = type.lastIndexOf('.');
    return !VALUES.includes(type) && !isDefined(dot < 0 ? version : type.slice(0, dot), type.slice(dot + 1));
  });

  expect(references.length).toBeGreaterThan(1500);
  expect(missing).toEqual([]);
});

test.each([['v1', 'string'], ['v2', 'Pod']])('there is no definition %s %s', (version, name) => {
  expect(isDefined(version, name)).toBe(false);
});

test('the names of all fields are known', () => {
  expect(definedNames()).toEqual(expect.arrayContaining(['hostIPC', 'trafficDistribution', 'parameters', 'x-kubernetes-validations']));
});
