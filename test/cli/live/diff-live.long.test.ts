import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FakeCluster, fakeCluster, Replies, status } from './fake-cluster';
import { lines, manifest, Project, project, report } from '../support';

jest.setTimeout(120_000);

let app: Project | undefined;
afterEach(() => app?.remove());

const NAMESPACED = '/api/v1/namespaces/ns';
const live = (kind: string, name: string, fields: object = {}, metadata: object = {}) =>
  ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ns', uid: 'u', resourceVersion: '7', creationTimestamp: 't', generation: 2, ...metadata }, ...fields });
const judged = (all: string) => `note: the cluster (Kubernetes 1.34.4) has judged ${all}`;
const looked = (rest = '0 objects', kinds = 4) => `note: looked for what is no longer declared: objects of ${kinds} kinds with the label `
  + `app.kubernetes.io/managed-by=cdk8s-oam in namespace ns; ${rest} that the output folder has and the app no longer writes; nothing else`;

/** What is said of an app that writes these files, in a cluster with these objects. */
async function told(files: Readonly<Record<string, string>>, replies: Replies, ...flags: string[]) {
  const cluster = fakeCluster(replies);
  app = project(Object.fromEntries(Object.entries(files).map(([name, text]) => [name.includes('/') ? name : `new/${name}`, text])));
  const ended = await app.diff('--live', ...flags);
  for (const { folder } of cluster.sockets()) expect(existsSync(folder)).toBe(false);
  onlyDryRuns(cluster);
  return ended;
}

function onlyDryRuns(cluster: FakeCluster): void {
  expect(cluster.requests().filter(({ method, query }) => method !== 'GET' && query.dryRun !== 'All')).toEqual([]);
}

test('says that nothing differs', async () => {
  const object = { data: { a: 'b' } };
  const replies = { [`GET ${NAMESPACED}/configmaps/a`]: { body: live('ConfigMap', 'a', { ...object, status: {} }) } };
  expect(await told({ 'a.yaml': manifest('ConfigMap', 'a', object) }, replies)).toEqual({
    code: 0, stdout: '', stderr: lines(judged('1 of 1 object'), looked(), 'no difference in 1 object'),
  });
});

test('says what would be added, changed and removed, and where', async () => {
  const labelled = { labels: { 'app.kubernetes.io/managed-by': 'cdk8s-oam' } };
  const owned = { ...labelled, ownerReferences: [{ kind: 'Deployment' }] };
  const replies = {
    [`GET ${NAMESPACED}/services/s`]: { body: live('Service', 's', { spec: { type: 'NodePort' } }) },
    [`GET ${NAMESPACED}/secrets`]: { body: { items: [live('Secret', 'old', { data: { a: 'aHVudGVyMg==' } }, labelled), live('Secret', 'owned', {}, owned)] } },
    [`GET ${NAMESPACED}/services`]: { body: { items: [live('Service', 's', {}, labelled), live('Service', 'gone', {}, labelled), live('Service', 'ending', {}, { ...labelled, deletionTimestamp: 't' })] } },
  };
  const files = { 'a.yaml': manifest('ConfigMap', 'new') + manifest('Service', 's', { spec: { type: 'ClusterIP' } }) };
  expect(await told(files, replies)).toEqual({
    code: 1,
    stdout: lines(
      '+ added    ConfigMap ns/new (v1) in dist/a.yaml',
      '- removed  Secret ns/old (v1) in the cluster',
      '- removed  Service ns/gone (v1) in the cluster',
      '    ! warning   is no longer declared; once a tool prunes it, it is removed, so clients can no longer reach its name and address; keep it until no client uses it',
      '~ changed  Service ns/s (v1) in dist/a.yaml',
      '    ~ changed  spec.type: "NodePort" -> "ClusterIP"',
      '    ! warning   \'spec.type\' is ClusterIP and was NodePort: the port of the nodes is released; keep the type until no client uses the port',
    ),
    stderr: lines(judged('2 of 2 objects'), looked(), '1 added, 2 removed, 1 changed, 0 objects without a difference'),
  });
});

test('what the page shows is what the command prints', async () => {
  const labels = { 'app.kubernetes.io/managed-by': 'cdk8s-oam' };
  const object = (kind: string, name: string, fields: object = {}) =>
    ({ apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, metadata: { name, namespace: 'shop' }, ...fields });
  const causes = [{ field: 'spec.selector', message: 'Invalid value: {"matchLabels":{"app":"b"}}: field is immutable' }];
  const SHOP = '/apis/apps/v1/namespaces/shop';
  const replies = {
    [`GET ${SHOP}/deployments/cart`]: { body: object('Deployment', 'cart', { spec: { replicas: 3 } }) },
    [`GET ${SHOP}/deployments/stock`]: { body: object('Deployment', 'stock') },
    [`PATCH ${SHOP}/deployments/stock`]: status(422, 'is invalid', { reason: 'Invalid', details: { causes } }),
    'GET /api/v1/namespaces/shop/configmaps': { body: { items: [{ ...object('ConfigMap', 'old'), metadata: { name: 'old', namespace: 'shop', labels } }] } },
  };
  const declared = [object('Deployment', 'cart', { spec: { replicas: 2 } }), object('Deployment', 'stock', { spec: {} })];
  const { stdout, stderr } = await told({ 'shop.k8s.yaml': declared.map(each => `---\n${JSON.stringify(each)}\n`).join('') }, replies);
  const [, shown] = /--live {3}# prints\n([^]*?)```\n/.exec(readFileSync(resolve(__dirname, '../../../docs/live.md'), 'utf8'))!;
  expect(stdout).toBe(shown);
  expect(stderr).toBe(lines(judged('2 of 2 objects'), looked().replace(' in namespace ns;', ' in namespace shop;'), '1 refused, 1 removed, 1 changed, 0 objects without a difference'));
});

test('hides what may be a password', async () => {
  const replies = { [`GET ${NAMESPACED}/secrets/s`]: { body: live('Secret', 's', { data: { a: 'aHVudGVyMg==' } }) } };
  for (const format of ['text', 'json', 'markdown', 'sarif', 'github']) {
    const { stdout, stderr } = await told({ 'a.yaml': manifest('Secret', 's', { data: { a: 'b3RoZXI=' } }) }, replies, '--format', format);
    expect(stdout + stderr).not.toMatch(/aHVudGVyMg|b3RoZXI/);
    app!.remove();
  }
});

describe('what the cluster refuses', () => {
  const causes = [{ field: 'spec.selector', message: 'Invalid value: {"matchLabels":{"app":"b"}}: field is immutable' }];
  const replies = {
    [`GET ${NAMESPACED}/services/s`]: { body: live('Service', 's') },
    [`PATCH ${NAMESPACED}/services/s`]: status(422, 'is invalid', { reason: 'Invalid', details: { causes } }),
  };
  const files = { 'a.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: s, namespace: ns }\nspec:\n  selector: {}\n' };

  test('is told with its field', async () => {
    expect(await told(files, replies)).toEqual({
      code: 1,
      stdout: lines(
        '! refused  Service ns/s (v1) in dist/a.yaml',
        "    ! error     'spec.selector' is rejected by Kubernetes 1.34.4: Invalid value: …: field is immutable; keep the field as it is, or delete the object before the change is applied (line 5)",
      ),
      stderr: lines(judged('1 of 1 object'), looked(), '1 refused, 0 objects without a difference'),
    });
  });

  test('is told with its line', async () => {
    const { code, stdout } = await told(files, replies, '--format=github');
    expect([code, stdout]).toEqual([1, "::error file=dist/a.yaml,line=5,col=3,title=refused-by-server::'spec.selector' (Service ns/s) is rejected by Kubernetes 1.34.4: "
      + 'Invalid value: …: field is immutable. Fix: keep the field as it is, or delete the object before the change is applied\n']);
  });

  test('is told in Markdown and JSON', async () => {
    const two = { ...files, 'b.yaml': manifest('ConfigMap', 'a') + manifest('ConfigMap', 'b', { metadata: { name: 'b', namespace: 'other' } }) };
    const { stdout } = await told(two, replies, '--format=markdown');
    expect(stdout).toMatch(/^- `Service ns\/s`: `spec\.selector is rejected by Kubernetes 1\.34\.4.*` \(`dist\/a\.yaml:5`\)\. Fix: `keep the field as it is, or delete the object before the change is applied`$/m);
    expect(stdout.split('Service ns/s')).toHaveLength(2);
    app!.remove();
    expect(JSON.parse((await told(files, replies, '--json')).stdout)).toMatchObject({
      equal: false, added: [], unknown: [], refused: [{ kind: 'Service', file: 'dist/a.yaml', warnings: [{ code: 'refused-by-server', field: 'spec.selector', line: 5, column: 3 }] }],
    });
  });
});

test('what is not judged keeps the answer from being known', async () => {
  const widget = manifest('ConfigMap', 'a') + '---\n{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "ns"}}\n';
  expect(await told({ 'a.yaml': widget }, {})).toMatchObject({
    code: 2,
    stdout: lines(
      '? unknown  Widget ns/w (example.com/v1) in dist/a.yaml',
      "    ! warning   'kind' is not judged: the cluster (Kubernetes 1.34.4) serves no Widget of example.com/v1; install its CustomResourceDefinition, or ask another cluster",
      '+ added    ConfigMap ns/a (v1) in dist/a.yaml',
    ),
    stderr: lines(judged('1 of 2 objects'), looked(), '1 unknown, 1 added, 0 objects without a difference'),
  });
});

test('an object of a new namespace is added', async () => {
  const replies = { [`PATCH ${NAMESPACED}/configmaps/a`]: status(404, 'namespaces "ns" not found', { details: { kind: 'namespaces', name: 'ns' } }) };
  const { code, stdout } = await told({ 'a.yaml': manifest('ConfigMap', 'a') + manifest('Namespace', 'ns', { metadata: { name: 'ns' } }) }, replies);
  expect([code, stdout]).toEqual([1, lines(
    '+ added    ConfigMap ns/a (v1) in dist/a.yaml',
    "    ! warning   'metadata.namespace' is not judged: the cluster has no namespace \"ns\" yet; it is declared, too; apply the Namespace first, and ask again",
    '+ added    Namespace ns (v1) in dist/a.yaml',
  )]);
});

test('a warning of the cluster is told of an object that stays the same, too', async () => {
  const body = live('ConfigMap', 'a');
  const replies = {
    [`GET ${NAMESPACED}/configmaps/a`]: { body },
    [`PATCH ${NAMESPACED}/configmaps/a`]: { body, headers: { Warning: '299 - "ConfigMap v1 is deprecated"' } },
  };
  expect((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies)).stderr)
    .toContain('note: ConfigMap ns/a is accepted with a warning: ConfigMap v1 is deprecated\n');
});

test('what must not be listed is told', async () => {
  const replies = { [`GET ${NAMESPACED}/secrets`]: status(403, 'no'), [`GET ${NAMESPACED}/services`]: status(500, 'no') };
  const { code, stderr } = await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies);
  expect([code, stderr]).toEqual([1, lines(
    judged('1 of 1 object'), looked('0 objects', 2),
    'note: not looked for: Secret in namespace "ns", since the user of the context cannot list them',
    'note: not looked for: Service in namespace "ns", since the cluster answers 500',
    '1 added, 0 objects without a difference; not all undeclared objects were looked for',
  )]);
});

test('that nothing differs is not said without what was not looked for', async () => {
  const replies = { [`GET ${NAMESPACED}/configmaps/a`]: { body: live('ConfigMap', 'a') }, [`GET ${NAMESPACED}/secrets`]: status(403, 'no') };
  const files = { 'a.yaml': manifest('ConfigMap', 'a') };
  const summary = 'no difference in 1 object; not all undeclared objects were looked for';
  const { code, stderr } = await told(files, replies);
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([0, summary]);
  app!.remove();
  expect((await told(files, replies, '--format=markdown')).stdout).toContain(`### N${summary.slice(1)}\n`);
});

test('what the cluster itself refuses is not said to be in the reference of the kind', async () => {
  const replies = { [`PATCH ${NAMESPACED}/configmaps/a`]: status(403, 'admission webhook "w" denied the request: no owner') };
  expect((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies)).stdout).toBe(lines(
    '! refused  ConfigMap ns/a (v1) in dist/a.yaml',
    '    ! error     is rejected by Kubernetes 1.34.4: admission webhook "…" denied the request: no owner; '
      + 'change what the message names, or ask the administrator of the cluster (line 2)',
  ));
});

test('what the cluster does not tell of is not looked for, and that is told', async () => {
  const replies = {
    'GET /apis': status(503, 'no'),
    ...Object.fromEntries(['secrets', 'services', 'configmaps', 'services/old'].map(path => [`GET ${NAMESPACED}/${path}`, status(403, 'no')])),
  };
  const files = { 'a.yaml': manifest('ConfigMap', 'a'), 'dist/old.yaml': manifest('Service', 'old'), 'dist/.cdk8s-oam-index': `${'a'.repeat(64)}  old.yaml\n` };
  const { stderr } = await told(files, replies);
  const notes = stderr.split('\n').filter(line => /^note: .*looked for/.test(line));
  expect(notes[0]).toBe('note: looked for what is no longer declared: 0 objects that the output folder has and the app no longer writes; nothing else');
  expect(notes.find(line => line.includes('/apis'))).toMatch(/^note: not looked for: .*Deployment.*, since the cluster does not say which kinds it serves: it answers 503 at \/apis$/);
  expect(notes.filter(line => !line.includes('/apis')).slice(1)).toEqual([
    'note: not looked for: ConfigMap, Secret, Service in namespace "ns", since the user of the context cannot list them',
    'note: not looked for: Service ns/old, since the user of the context cannot get them',
  ]);
});

test('claims that the controller of a declared StatefulSet creates are no difference', async () => {
  const resource = (name: string, kind: string) => ({ name, kind, namespaced: true, verbs: ['get', 'list', 'patch'] });
  const claims = ['data-db-0', 'data-db-12', 'data-db-x', 'data-db-01', 'data-db', 'logs-db-0', 'data-old-0'].map(name => live('PersistentVolumeClaim', name));
  const replies = {
    'GET /api/v1': { body: { resources: [resource('persistentvolumeclaims', 'PersistentVolumeClaim'), resource('configmaps', 'ConfigMap')] } },
    'GET /apis/apps/v1': { body: { resources: [resource('statefulsets', 'StatefulSet')] } },
    [`GET ${NAMESPACED}/persistentvolumeclaims`]: { body: { items: claims } },
    [`GET ${NAMESPACED}/configmaps`]: { body: { items: [live('ConfigMap', 'data-db-0')] } },
  };
  const set = JSON.stringify({
    apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
  });
  const { stdout } = await told({ 'a.yaml': set }, replies, '--default-namespace=ns');
  const LOST = '    ! warning   is no longer declared; once a tool prunes it, it is removed, and what is on its volume is lost, unless the reclaim policy of the volume is Retain; keep it, or copy the data before';
  expect(stdout).toBe(lines(
    '+ added    StatefulSet db (apps/v1) in dist/a.yaml',
    ...['data-db', 'data-db-01', 'data-db-x', 'data-old-0', 'logs-db-0'].flatMap(name => [`- removed  PersistentVolumeClaim ns/${name} (v1) in the cluster`, LOST]),
    '- removed  ConfigMap ns/data-db-0 (v1) in the cluster',
  ));
});

test('what is in the cluster alone is reported at the file with the app', async () => {
  const replies = { [`GET ${NAMESPACED}/services`]: { body: { items: [live('Service', 'gone')] } } };
  expect((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies, '--format=github')).stdout).toMatch(/^::warning file=cdk8s.yaml,title=address-changed::/);
  app!.remove();
  expect(JSON.stringify(JSON.parse((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies, '--format=sarif')).stdout))).not.toMatch(/the%20cluster/);
});

test('a long list is read to its end', async () => {
  const page = (name: string, rest?: string) => ({ body: { metadata: { continue: rest }, items: [live('Secret', name)] } });
  const replies = { [`GET ${NAMESPACED}/secrets`]: page('old', 'next'), [`GET ${NAMESPACED}/secrets?continue=next`]: page('older') };
  expect((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies)).stdout).toBe(lines(
    '+ added    ConfigMap ns/a (v1) in dist/a.yaml', '- removed  Secret ns/old (v1) in the cluster', '- removed  Secret ns/older (v1) in the cluster',
  ));
});

test('a list that does not end is read no further', async () => {
  const page = { body: { metadata: { continue: 'next' }, items: [live('Secret', 'old')] } };
  const replies = { [`GET ${NAMESPACED}/secrets`]: page, [`GET ${NAMESPACED}/secrets?continue=next`]: page };
  expect((await told({ 'a.yaml': manifest('ConfigMap', 'a') }, replies)).stderr)
    .toContain('note: not looked for: Secret in namespace "ns", since the list goes on after 50000 objects\n');
});

test('what the output folder has and the app does not write any more is looked for', async () => {
  const hash = 'a'.repeat(64);
  const files = {
    'a.yaml': manifest('ConfigMap', 'a'),
    'dist/old.yaml': manifest('Service', 'old') + manifest('Service', 'never'),
    'dist/by-hand.yaml': manifest('Service', 'by-hand'),
    'dist/.cdk8s-oam-index': `${hash}  old.yaml\n`,
  };
  const replies = { [`GET ${NAMESPACED}/services/old`]: { body: live('Service', 'old') }, [`GET ${NAMESPACED}/services/by-hand`]: { body: live('Service', 'by-hand') } };
  const { stdout, stderr } = await told(files, replies);
  expect(stdout).toContain('- removed  Service ns/old (v1) in the cluster\n');
  expect(stdout).not.toMatch(/by-hand|never/);
  expect(stderr).toContain(looked('2 objects'));
});

describe('of several environments', () => {
  const APP = `cp -R new/. "$CDK8S_OUTDIR"; ${report('dev', 'prod')}`;
  const files = { 'new/dev/a.yaml': manifest('ConfigMap', 'dev'), 'new/prod/a.yaml': manifest('ConfigMap', 'prod') };

  test('one is chosen', async () => {
    fakeCluster();
    app = project(files, APP);
    expect(await app.diff('--live', '--env=prod')).toMatchObject({ code: 1, stdout: '+ added    ConfigMap ns/prod (v1) in dist/prod/a.yaml\n' });
  });

  test.each<[string[], string]>([
    [[], 'is required, since the app has the environments dev, prod; name the one of the cluster'],
    [['--env=stage'], 'must be one of dev, prod, got "stage"; name an environment of the program'],
  ])('none is guessed: %j', async (flags, problem) => {
    const cluster = fakeCluster();
    app = project(files, APP);
    expect(await app.diff('--live', ...flags)).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] usage: '--env' ${problem}\n` });
    expect(cluster.calls()).toEqual([]);
  });
});

test.each<[string[], string]>([
  [['dist', '--live'], "'--live' cannot be used with DIR; leave one of them out"],
  [['--live', '--between', 'a', 'b'], "'--live' cannot be used with --between; leave one of them out"],
  [['--env=x'], "'--env' is for --live; give --live, or leave it out"],
  [['--default-namespace=x'], "'--default-namespace' is for --live; give --live, or leave it out"],
  [['--context=x'], "'--context' is for --live; give --live, or leave it out"],
  [['--live', '--env=x'], "'--env' names an environment, and the app has none; leave it out"],
])('flags that make no sense are refused: %j', async (flags, problem) => {
  app = project({ 'new/a.yaml': manifest('ConfigMap', 'a') });
  expect(await app.diff(...flags)).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam diff] usage: ${problem}\n` });
});
