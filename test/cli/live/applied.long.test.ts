import { fakeCluster, Replies, status } from './fake-cluster';
import { lines, manifest, Project, project } from '../support';

jest.setTimeout(60_000);

let app: Project | undefined;
afterEach(() => app?.remove());

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const NAMESPACED = '/api/v1/namespaces/ns';
const DEPLOYMENT = '/apis/apps/v1/namespaces/ns/deployments/a';
const CLIENT = { manager: 'kubectl-client-side-apply', operation: 'Update', time: '2026-01-02T00:00:00Z', fieldsV1: { 'f:metadata': { 'f:annotations': { [`f:${LAST_APPLIED}`]: {} } } } };
const applier = (manager: string, time: string, fields: object = { 'f:data': {} }, more: object = {}) => ({ manager, time, operation: 'Apply', fieldsV1: fields, ...more });
const ANNOTATIONS = { 'f:metadata': { 'f:annotations': { 'f:a': {} } } };

/** An object of the cluster that was applied on the client's side. */
const live = (apiVersion: string, kind: string, fields: object, applied: object, managedFields: object[] = [CLIENT]) => ({
  apiVersion, kind, metadata: { name: 'a', namespace: 'ns', uid: 'u', managedFields, annotations: { others: 'x', [LAST_APPLIED]: JSON.stringify({ apiVersion, kind, ...applied }) } }, ...fields,
});

async function sent(body: object, text: string, path: string, ...flags: string[]) {
  const cluster = fakeCluster({ [`GET ${path}`]: { body } });
  app = project({ 'new/a.yaml': text });
  await app.diff('--live', ...flags);
  return cluster.requests().find(({ method }) => method === 'PATCH')!;
}

/** The patch of the spec of a Deployment, or of a Service. */
async function patchOf(was: object, applied: object, declared: object, kind = 'Deployment') {
  const apiVersion = kind === 'Deployment' ? 'apps/v1' : 'v1';
  const path = kind === 'Deployment' ? DEPLOYMENT : `${NAMESPACED}/services/a`;
  const { type, body } = await sent(live(apiVersion, kind, { spec: was }, { spec: applied }), manifest(kind, 'a', { apiVersion, spec: declared }), path);
  expect(type).toBe('application/strategic-merge-patch+json');
  return body.spec;
}

describe('of what was applied on the client\'s side the patch of kubectl is tried', () => {
  test('as kubectl: in the namespace, with the annotation', async () => {
    const declared = { data: { kept: '1', changed: '2' } };
    const body = live('v1', 'ConfigMap', { data: { kept: '1', changed: '1', lost: '1', others: '1' } }, { data: { kept: '1', changed: '1', lost: '1' }, metadata: { annotations: { gone: '1' } } });
    const { type, query, body: patch } = await sent(body, manifest('ConfigMap', 'a', declared), `${NAMESPACED}/configmaps/a`);
    expect([type, query]).toEqual(['application/strategic-merge-patch+json', { fieldManager: 'kubectl-client-side-apply', fieldValidation: 'Strict', dryRun: 'All' }]);
    const written = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns', annotations: {} }, ...declared };
    const annotation = JSON.parse(patch.metadata.annotations[LAST_APPLIED]);
    expect([patch.data, annotation, patch.metadata.annotations.gone]).toEqual([{ changed: '2', lost: null }, written, null]);
  });

  test.each<[string, object, object, object, object | undefined]>([
    ['nothing of what others have set', { replicas: 3 }, {}, {}, undefined],
    ['a list that is replaced', { template: { tolerations: [{ key: 'a' }, { key: 'mallory' }] } }, { template: { tolerations: [{ key: 'a' }] } },
      { template: { tolerations: [{ key: 'a' }] } }, { template: { tolerations: [{ key: 'a' }] } }],
    ['elements by their key', { template: { containers: [{ name: 'x' }, { name: 'a', image: '1' }, { name: 'b' }] } }, { template: { containers: [{ name: 'a', args: ['1'] }, { name: 'b' }] } },
      { template: { containers: [{ name: 'c' }, { name: 'a', image: '2' }] } },
      { template: { '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }], 'containers': [{ name: 'c' }, { name: 'a', image: '2', args: null }, { $patch: 'delete', name: 'b' }] } }],
    ['elements that stay, of which somebody has added others', { template: { containers: [{ name: 'x' }, { name: 'a' }] } }, {}, { template: { containers: [{ name: 'a' }] } },
      { template: { '$setElementOrder/containers': [{ name: 'a' }] } }],
    ['the other type of a volume', { template: { volumes: [{ name: 'v', emptyDir: {} }] } }, {}, { template: { volumes: [{ name: 'v', configMap: {} }] } },
      { template: { '$setElementOrder/volumes': [{ name: 'v' }], 'volumes': [{ name: 'v', configMap: {}, $retainKeys: ['configMap', 'name'] }] } }],
    ['the other strategy', { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } }, {}, { strategy: { type: 'Recreate' } },
      { strategy: { type: 'Recreate', $retainKeys: ['type'] } }],
    ['the same strategy', { strategy: { type: 'Recreate' } }, { strategy: { type: 'Recreate' } }, { strategy: { type: 'Recreate' } }, undefined],
    ['a field of another type', { template: { containers: {} } }, {}, { template: { containers: [{ name: 'a' }] } }, { template: { containers: [{ name: 'a' }] } }],
    ['a field that is emptied', { replicas: 3 }, { replicas: 3 }, { replicas: null }, { replicas: null }],
  ])('%s', async (_, was, applied, declared, patch) => {
    expect(await patchOf(was, applied, declared)).toEqual(patch);
  });

  const PORTS = [{ port: 53, name: 'dns', protocol: 'UDP' }, { port: 53, name: 'tcp', protocol: 'TCP' }];

  test('of two ports with one number each for itself', async () => {
    expect(await patchOf({ ports: PORTS }, { ports: PORTS }, { ports: PORTS }, 'Service')).toBeUndefined();
  });

  test('ports by their number', async () => {
    const ports = [PORTS[0], { ...PORTS[1], name: 't' }];
    expect(await patchOf({ ports: PORTS }, { ports: PORTS }, { ports }, 'Service')).toEqual({
      '$setElementOrder/ports': [{ port: 53 }, { port: 53 }], 'ports': [{ port: 53, name: 't' }],
    });
  });

  test('plain values that are merged', async () => {
    const withFinalizers = (...finalizers: string[]) => ({ metadata: { name: 'a', namespace: 'ns', finalizers } });
    const body = live('v1', 'ConfigMap', {}, withFinalizers('x/a', 'x/b'));
    (body.metadata as any).finalizers = ['x/other', 'x/a', 'x/b'];
    const { body: patch } = await sent(body, manifest('ConfigMap', 'a', withFinalizers('x/c', 'x/b')), `${NAMESPACED}/configmaps/a`);
    expect(patch.metadata).toMatchObject({ 'finalizers': ['x/c'], '$deleteFromPrimitiveList/finalizers': ['x/a'], '$setElementOrder/finalizers': ['x/c', 'x/b'] });
  });

  test('of a custom kind with its lists as they are', async () => {
    const kind = { group: 'example.com', kind: 'Widget', version: 'v1' };
    const dryRun = { patch: { 'x-kubernetes-group-version-kind': kind, 'parameters': [{ name: 'dryRun' }] } };
    const path = '/apis/example.com/v1/namespaces/ns/widgets/a';
    const spec = (...names: string[]) => ({ spec: { list: names.map((name) => ({ name })) } });
    const cluster = fakeCluster({
      'GET /apis/example.com/v1': { body: { resources: [{ name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['patch'] }] } },
      'GET /openapi/v3/apis/example.com/v1': { body: { paths: { '/x': dryRun } } },
      [`GET ${path}`]: { body: live('example.com/v1', 'Widget', spec('a', 'mallory'), spec('a')) },
    });
    app = project({ 'new/a.yaml': manifest('Widget', 'a', { apiVersion: 'example.com/v1', ...spec('a') }) });
    await app.diff('--live');
    const { type, body } = cluster.requests().find(({ method }) => method === 'PATCH')!;
    expect([type, body.spec]).toEqual(['application/merge-patch+json', spec('a').spec]);
  });
});

test.each<[string, object[], string[], string]>([
  ['the field manager that is named', [CLIENT], ['--field-manager=mine'], 'mine'],
  ['the client, whatever an operator applies later', [CLIENT, applier('operator', '2026-02-01T00:00:00Z')], [], 'kubectl-client-side-apply'],
  ['the client, if it is later than the server', [CLIENT, applier('kubectl', '2026-01-01T00:00:00Z')], [], 'kubectl-client-side-apply'],
  ['the server, if it is later than the client', [CLIENT, applier('argocd-controller', '2026-02-01T00:00:00Z')], [], 'argocd-controller'],
  ['the later of two that deploy', [applier('helm', '2026-02-01T00:00:00Z'), applier('kubectl', '2026-01-01T00:00:00Z'), applier('operator', '2026-03-01T00:00:00Z')], [], 'helm'],
  ['not who applies the scale', [CLIENT, applier('kubectl', '2026-02-01T00:00:00Z', {}, { subresource: 'scale' })], [], 'kubectl-client-side-apply'],
])('an object is asked about in the name of %s', async (_, managers, flags, expected) => {
  const { query } = await sent(live('v1', 'ConfigMap', {}, {}, managers), manifest('ConfigMap', 'a'), `${NAMESPACED}/configmaps/a`, ...flags);
  expect(query.fieldManager).toBe(expected);
});

test.each<[string, object[], string]>([
  ['the only one that applies', [applier('mine', 't')], 'mine'],
  ['kubectl, if the only one applies annotations alone', [applier('operator', 't', ANNOTATIONS)], 'kubectl'],
  ['kubectl, if there are several', [applier('a', 't'), applier('b', 't')], 'kubectl'],
])('an object without an annotation of kubectl is asked about in the name of %s', async (_, managedFields, expected) => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns', managedFields } };
  expect((await sent(body, manifest('ConfigMap', 'a'), `${NAMESPACED}/configmaps/a`)).query.fieldManager).toBe(expected);
});

/** What is printed of a ConfigMap, or of another manifest. */
async function told(replies: Replies, text = manifest('ConfigMap', 'a')) {
  const cluster = fakeCluster(replies);
  app = project({ 'new/a.yaml': text });
  const { code, stdout, stderr } = await app.diff('--live');
  return { code, stdout, stderr, requests: cluster.requests() };
}

const MAP = `${NAMESPACED}/configmaps/a`;
const UNKNOWN = '? unknown  ConfigMap ns/a (v1) in dist/a.yaml';
const found = (name = 'a', kind = 'ConfigMap', metadata: object = {}) => ({ body: { apiVersion: 'v1', kind, metadata: { name, namespace: 'ns', ...metadata } } });
const OTHER = 'without the object that was asked for; ask again';

test.each<[string, Replies, string]>([
  ['an object that is being deleted', { [`GET ${MAP}`]: found('a', 'ConfigMap', { deletionTimestamp: 't' }) },
    'is not judged: the object in the cluster is being deleted; wait until it is gone, and ask again'],
  ['what is another object', { [`GET ${MAP}`]: found('b') }, `is not judged: what answers is no API server of Kubernetes: 200, ${OTHER}`],
  ['what is no object', { [`GET ${MAP}`]: found(), [`PATCH ${MAP}`]: { body: { ok: true } } }, `is not judged: what answers is no API server of Kubernetes: 200, ${OTHER}`],
  ['what is no list of kinds', { 'GET /api/v1': { body: { ok: true } } }, 'is not judged: the cluster does not say which kinds it serves: it answers 200 at /api/v1; ask again'],
  ['no document', { [`GET ${MAP}`]: { body: live('v1', 'ConfigMap', {}, {}) }, 'GET /openapi/v3/api/v1': status(404, 'no') },
    'is not judged: the cluster does not say which kinds it serves: it answers 404 at /openapi/v3/api/v1; ask again'],
])('is not taken for an answer: %s', async (_, replies, problem) => {
  const { code, stdout } = await told(replies);
  expect([code, stdout]).toEqual([2, lines(UNKNOWN, `    ! warning   ${problem}`)]);
});

test('what cannot be read is refused, whatever server-side apply answers', async () => {
  const { code, stdout } = await told({
    [`PATCH ${NAMESPACED}/secrets/a`]: status(500, 'illegal base64 data at input byte 6'),
    [`POST ${NAMESPACED}/secrets`]: status(400, 'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 6'),
  }, manifest('Secret', 'a', { data: { a: 'hunter2!' } }));
  expect([code, stdout]).toEqual([1, lines(
    '! refused  Secret ns/a (v1) in dist/a.yaml',
    '    ! error     is rejected by Kubernetes 1.34.4: a value has another type or form; see the reference of the kind (line 2)',
  )]);
});

test('names that leave their path are sent in no path', async () => {
  const causes = [{ field: 'metadata.name', message: 'Invalid value: "..": may not be \'..\'' }];
  const { stdout, requests } = await told({ [`POST ${NAMESPACED}/configmaps`]: status(422, 'no', { details: { causes } }) },
    manifest('ConfigMap', '..') + manifest('ConfigMap', 'b', { metadata: { name: 'b', namespace: '..' } }) + manifest('ConfigMap', 'c'));
  expect(stdout).toContain("    ! error     'metadata.name' is rejected by Kubernetes 1.34.4: Invalid value: \"..\": may not be '..'; ");
  expect(stdout).toContain('    ! warning   \'metadata.namespace\' is not judged: the cluster has no namespace ".."; create the namespace, or correct its name');
  expect(stdout).toContain('+ added    ConfigMap ns/c (v1)');
  expect(requests.filter(({ path }) => !/^\/(version|apis?|openapi)\b/.test(path) || path.includes('..'))).toEqual([]);
});

test('pages of a proxy are no silence', async () => {
  const names = [...'abcdefghijklmnopq'].filter((name) => name !== 'a');
  const page = { text: '<title>no</title>', headers: { 'Content-Type': 'text/html' } };
  const replies = Object.fromEntries(names.map((name) => [`GET ${NAMESPACED}/configmaps/${name}`, page]));
  const { stdout } = await told(replies, [...names, 'a'].map((name) => manifest('ConfigMap', name)).join(''));
  expect(stdout).toContain('+ added    ConfigMap ns/a (v1)');
  expect(stdout).not.toContain('in a row');
});

test('of a refused object it is said what to do about a field that cannot change', async () => {
  const spec = { replicas: 1, selector: { matchLabels: { app: 'a' } } };
  const causes = [{ field: 'spec.selector', message: 'Invalid value: {"matchLabels":{"app":"b"}}: field is immutable' }];
  const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'ns' }, spec: { ...spec, progressDeadlineSeconds: 600 } };
  const { stdout } = await told({ [`GET ${DEPLOYMENT}`]: { body }, [`PATCH ${DEPLOYMENT}`]: status(422, 'no', { details: { causes } }) },
    manifest('Deployment', 'a', { apiVersion: 'apps/v1', spec: { ...spec, selector: { matchLabels: { app: 'b' } } } }));
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '! refused  Deployment ns/a (apps/v1) in dist/a.yaml',
    "    ! error     'spec.selector' is rejected by Kubernetes 1.34.4: Invalid value: …: field is immutable; keep the field as it is, or delete the object before the change is applied (line 2)",
    expect.stringMatching(/^ {4}! warning {3}'spec\.selector' cannot change in a Deployment that exists: it must be deleted and recreated, /),
  ]);
});
