import { withoutMisplacedNamespace } from '../../../src/gitops/checks/object-checks';
import { isClusterScoped } from '../../../src/private/scopes';

const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
const stripped = (json: any, chartNamespace?: string) => withoutMisplacedNamespace(json, chartNamespace, isClusterScoped);

test('an object of a cluster-scoped kind loses the namespace of its chart, and nothing else', () => {
  const json = { ...ROLE, metadata: { labels: { a: 'b' }, name: 'reader', namespace: 'ns', uid: 'u' }, rules: [{}] };
  expect(JSON.stringify(stripped(json, 'ns'))).toBe(JSON.stringify({ ...ROLE, metadata: { labels: { a: 'b' }, name: 'reader', uid: 'u' }, rules: [{}] }));
});

test('what is handed in is not changed: it may be shared, or frozen', () => {
  const json = Object.freeze({ ...ROLE, metadata: Object.freeze({ name: 'reader', namespace: 'ns' }) });
  expect(stripped(json, 'ns').metadata).toEqual({ name: 'reader' });
  expect(json.metadata.namespace).toBe('ns');
});

test.each<[string, any, string | undefined]>([
  ['is in namespaces', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'ns' } }, 'ns'],
  ['has another namespace than its chart', { ...ROLE, metadata: { name: 'a', namespace: 'other' } }, 'ns'],
  ['has a namespace, and its chart none', { ...ROLE, metadata: { name: 'a', namespace: 'other' } }, undefined],
  ['has none', { ...ROLE, metadata: { name: 'a' } }, 'ns'],
  ['and whose chart have none', { ...ROLE, metadata: { name: 'a' } }, undefined],
  ['has no metadata', ROLE, 'ns'],
  ['has no kind', { apiVersion: 'v1', metadata: { namespace: 'ns' } }, 'ns'],
  ['has no apiVersion', { kind: 'Namespace', metadata: { namespace: 'ns' } }, 'ns'],
  ['is a list', [], 'ns'],
  ['is nothing', undefined, 'ns'],
  ['is null', null, 'ns'],
])('an object that %s is given back itself', (_, json, namespace) => {
  expect(stripped(json, namespace)).toBe(json);
});
