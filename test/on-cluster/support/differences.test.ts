import { differences } from './differences';
import { allowedBy, allowedLines, TOKEN } from './drift';

test.each<[string, unknown, unknown, object[]]>([
  ['nothing', { a: [{ b: 1 }], c: null }, { c: null, a: [{ b: 1 }] }, []],
  ['the topmost field that was added', { a: {} }, { a: { b: { c: 1 } } }, [{ path: 'a.b', change: 'added', live: { c: 1 }, beside: {} }]],
  ['a field that was removed, null too', { a: { b: null } }, { a: {} }, [{ path: 'a.b', change: 'removed', applied: null }]],
  ['a value that was changed', { a: '1000m' }, { a: '1' }, [{ path: 'a', change: 'changed', applied: '1000m', live: '1' }]],
  ['a list for null', { a: [] }, { a: null }, [{ path: 'a', change: 'changed', applied: [], live: null }]],
  ['a field in an item of a list', { a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }, [{ path: 'a[].c', change: 'added', live: 2, beside: { b: 1 } }]],
  ['an item that was added', { a: [1] }, { a: [1, 2] }, [{ path: 'a[]', change: 'added', live: 2, beside: [1] }]],
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

test.each<[string, string, unknown, unknown, unknown]>([
  ['the target port is the port', 'v1 Service spec.ports[].targetPort', { port: 80 }, 80, 81],
  ['a Service without an address has none', 'v1 Service spec.clusterIPs', { clusterIP: 'None' }, ['None'], ['10.0.0.1']],
  ['a Service has one address', 'v1 Service spec.clusterIPs', {}, ['10.0.0.1'], ['10.0.0.1', '10.0.0.2']],
  ['the token is mounted', 'v1 Pod spec.containers[].volumeMounts', {}, [{ name: 'kube-api-access-x7k2p', readOnly: true, mountPath: TOKEN }], [
    { name: 'kube-api-access-x7k2p', mountPath: '/etc' },
  ]],
])('%s', (_, line, beside, live, other) => {
  const [, kind, path] = line.match(/^(\S+ \S+) (.*)$/)!;

  expect(allowedBy(kind, { path, change: 'added', beside, live })).toBe(line);
  expect(allowedBy(kind, { path, change: 'added', beside, live: other })).toBeUndefined();
});

test('nothing is added to the spec of a custom resource', () => {
  const own = /^(\*|v1 \w+|(apps|autoscaling|batch|networking\.k8s\.io|policy)\/v[12] \w+) /;

  expect(allowedLines().filter((line) => !own.test(line))).toEqual([
    'gateway.networking.k8s.io/v1 Gateway status', 'gateway.networking.k8s.io/v1 ListenerSet status',
  ]);
  expect(allowedLines().filter((line) => line.startsWith('* spec'))).toEqual([]);
});
