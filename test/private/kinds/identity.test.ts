import { Identity, identityKey, identityOf, namesKey } from '../../../src/private/kinds/identity';

const object = (apiVersion: string, kind: string, metadata: object) => ({ apiVersion, kind, metadata });
const key = (apiVersion: string, kind: string, metadata: object) => identityKey(identityOf(object(apiVersion, kind, metadata)));

test.each<[string, object, Identity]>([
  ['of the core group', object('v1', 'Secret', { name: 'a', namespace: 'ns' }), { group: '', kind: 'Secret', namespace: 'ns', name: 'a' }],
  ['of another group', object('apps/v1', 'Deployment', { name: 'a', namespace: 'ns' }), { group: 'apps', kind: 'Deployment', namespace: 'ns', name: 'a' }],
  ['without a namespace', object('v1', 'Secret', { name: 'a' }), { group: '', kind: 'Secret', namespace: undefined, name: 'a' }],
  ['with an empty namespace', object('v1', 'Secret', { name: 'a', namespace: '' }), { group: '', kind: 'Secret', namespace: undefined, name: 'a' }],
  ['of the whole cluster', object('v1', 'Namespace', { name: 'a', namespace: 'ns' }), { group: '', kind: 'Namespace', namespace: undefined, name: 'a' }],
  ['without a name', object('v1', 'Secret', { generateName: 'a-', name: null }), { group: '', kind: 'Secret', namespace: undefined, name: undefined }],
])('an object %s', (_, given, identity) => {
  expect(identityOf(given)).toEqual(identity);
});

test.each([undefined, null, 'text', 1, [], { metadata: 'text' }, { apiVersion: 1, kind: {}, metadata: [] }])('%j has an identity without a name', given => {
  expect(identityOf(given)).toMatchObject({ group: '', name: undefined, namespace: undefined });
});

test('two versions of a group are one', () => {
  expect(key('apps/v1', 'Deployment', { name: 'a' })).toBe(key('apps/v1beta1', 'Deployment', { name: 'a' }));
});

test.each<[string, [string, string, object], [string, string, object]]>([
  ['groups', ['extensions/v1beta1', 'Ingress', { name: 'a' }], ['networking.k8s.io/v1', 'Ingress', { name: 'a' }]],
  ['kinds', ['v1', 'Secret', { name: 'a' }], ['v1', 'ConfigMap', { name: 'a' }]],
  ['names', ['v1', 'Secret', { name: 'a' }], ['v1', 'Secret', { name: 'b' }]],
  ['namespaces', ['v1', 'Secret', { name: 'a', namespace: 'b' }], ['v1', 'Secret', { name: 'a', namespace: 'c' }]],
  ['a namespace and none', ['v1', 'Secret', { name: 'a', namespace: 'default' }], ['v1', 'Secret', { name: 'a' }]],
  ['parts that are alike when they are joined', ['v1', 'Secret', { name: 'b', namespace: 'a' }], ['v1', 'Secret', { name: 'a b' }]],
])('two %s are two', (_, one, other) => {
  expect(key(...one)).not.toBe(key(...other));
});

test('the default namespace is that of objects that name none', () => {
  const inDefault = (apiVersion: string, kind: string, metadata: object) => identityOf(object(apiVersion, kind, metadata), { defaultNamespace: 'ns' }).namespace;

  expect(inDefault('v1', 'Secret', { name: 'a' })).toBe('ns');
  expect(inDefault('v1', 'Secret', { name: 'a', namespace: 'other' })).toBe('other');
  expect(inDefault('rbac.authorization.k8s.io/v1', 'ClusterRole', { name: 'a' })).toBeUndefined();
});

test('who knows more of the scope of kinds says so', () => {
  const widget = object('example.com/v1', 'Widget', { name: 'a', namespace: 'ns' });

  expect(identityOf(widget).namespace).toBe('ns');
  expect(identityOf(widget, { isClusterScoped: ({ kind }) => kind === 'Widget' }).namespace).toBeUndefined();
});

test('an object is known by its names, whatever its group', () => {
  expect(namesKey({ kind: 'Ingress', namespace: 'ns', name: 'a' })).toBe(namesKey(identityOf(object('networking.k8s.io/v1', 'Ingress', { name: 'a', namespace: 'ns' }))));
});
