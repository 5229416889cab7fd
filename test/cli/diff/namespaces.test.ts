import { counterparts, inNamespaces } from '../../../src/cli/diff/diff';

const objectsOf = (namespaces: readonly unknown[]) => namespaces.map(namespace => ({ value: { kind: 'A', metadata: { namespace } } as any, file: 'a.yaml' }));
const between = (staging: readonly unknown[], prod: readonly unknown[], name = 'staging', other = 'prod') =>
  Object.fromEntries(counterparts({ name, objects: objectsOf(staging) }, { name: other, objects: objectsOf(prod) }));

test.each<[string, unknown[], unknown[], object, ...string[]]>([
  ['the names of the environments', ['shop-staging', 'staging-books', 'a-staging-b'], ['shop-prod', 'prod-books', 'a-prod-b'],
    { 'shop-staging': 'shop-prod', 'staging-books': 'prod-books', 'a-staging-b': 'a-prod-b' }],
  ['one that is the name itself', ['staging', 'shop'], ['prod', 'shop'], { staging: 'prod' }],
  ['one that is in one of them alone', ['shop-staging', 'x'], ['shop', 'x'], { 'shop-staging': 'shop' }],
  ['names of environments with a hyphen', ['shop-eu-prod', 'x'], ['shop-us-prod', 'y'], { 'shop-eu-prod': 'shop-us-prod' }, 'eu-prod', 'us-prod'],
  ['nothing, where each has no other namespace', ['shop', 'shop'], ['market'], { shop: 'market' }],
  ['nothing else', ['shop', 'debug'], ['shop', 'audit'], {}],
  ['nothing else, be it one namespace in one of them', ['shop'], ['market', 'books'], {}],
  ['a part of a word', ['shopstaging', 'x'], ['shopprod', 'y'], {}],
  ['what two namespaces have in common', ['shop-staging', 'staging-shop'], ['shop-prod'], {}],
  ['the names of the environments, beside one that is in both', ['shop-staging', 'shop'], ['shop-prod', 'shop'], { 'shop-staging': 'shop-prod' }],
  ['no name', [['shop-staging'], undefined, 1, ''], [['shop-prod'], undefined, 2, ''], {}],
])('namespaces stand for each other that differ in %s', (_, staging, prod, expected, ...names) => {
  expect(between(staging, prod, ...names)).toEqual(expected);
});

test('objects are compared as if they were in the other namespace, and so is the Namespace itself', () => {
  const metadata = { name: 'shop-staging', namespace: 'shop-staging', labels: { a: 'b' } };
  const values: any[] = [
    { apiVersion: 'v1', kind: 'Namespace', metadata }, { apiVersion: 'v1', kind: 'Service', metadata, spec: {} },
    { apiVersion: 'x/v1', kind: 'Namespace', metadata: { name: 'shop-staging' } }, { metadata: 'a' },
  ];
  const objects = values.map(value => ({ value, file: 'a.yaml' }));
  expect(inNamespaces(objects, new Map([['shop-staging', 'shop-prod']])).map(({ compared }) => compared)).toEqual([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { ...metadata, name: 'shop-prod' } },
    { apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, namespace: 'shop-prod' }, spec: {} },
    undefined, undefined,
  ]);
  expect(inNamespaces(objects, new Map())).toEqual(objects);
});
