import { differences } from './differences';
import { allowedBy } from './drift';

test.each<[string, unknown, unknown, object[]]>([
  ['nothing', { a: [{ b: 1 }], c: null }, { c: null, a: [{ b: 1 }] }, []],
  ['the topmost field that was added', { a: {} }, { a: { b: { c: 1 } } }, [{ path: 'a.b', change: 'added', live: { c: 1 } }]],
  ['a field that was removed, null too', { a: { b: null } }, { a: {} }, [{ path: 'a.b', change: 'removed', applied: null }]],
  ['a value that was changed', { a: '1000m' }, { a: '1' }, [{ path: 'a', change: 'changed', applied: '1000m', live: '1' }]],
  ['a list for null', { a: [] }, { a: null }, [{ path: 'a', change: 'changed', applied: [], live: null }]],
  ['a field in an item of a list', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, [{ path: 'a[].c', change: 'added', live: 2 }]],
  ['an item that was added', { a: [1] }, { a: [1, 2] }, [{ path: 'a[]', change: 'added', live: 2 }]],
  ['an item that was removed', { a: [1, 2] }, { a: [1] }, [{ path: 'a[]', change: 'removed', applied: 2 }]],
])('finds %s', (_, applied, live, found) => {
  expect(differences(applied, live)).toEqual(found);
});

test('a line of the table allows its kind, path and value alone, and nothing that was changed', () => {
  const added = { path: 'spec.type', change: 'added', live: 'ClusterIP' } as const;

  expect(allowedBy('v1 Service', added)).toBe('v1 Service spec.type');
  expect(allowedBy('v1 Service', { ...added, live: 'NodePort' })).toBeUndefined();
  expect(allowedBy('v1 Service', { ...added, path: 'spec.typ' })).toBeUndefined();
  expect(allowedBy('v1 Service', { ...added, change: 'changed', applied: 'NodePort' })).toBeUndefined();
  expect(allowedBy('apps/v1 Deployment', added)).toBeUndefined();
  expect(allowedBy('cert-manager.io/v1 Certificate', { path: 'metadata.uid', change: 'added', live: 'a' })).toBe('* metadata.uid');
});
