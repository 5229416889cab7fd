import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { setTimeout as pause } from 'timers/promises';
import { stringify } from 'yaml';
import { missing } from '../../build-tools/servers';
import { cli, Ended, lines, Project, project } from '../cli/support';
import { Cluster } from './bench/cluster';
import { prepare, VALID } from './support/compared';
import { describeCluster } from './support/describe-cluster';
import { defineGadgets, gadget } from './support/gadgets';

/** Every key of etcd with its revision, but for what the API server writes again and again for itself. */
async function written({ etcd }: Cluster): Promise<Record<string, string>> {
  const range = { key: Buffer.from('/').toString('base64'), range_end: Buffer.from('0').toString('base64'), keys_only: true };
  const { kvs } = await (await fetch(`${etcd}/v3/kv/range`, { method: 'POST', body: JSON.stringify(range) })).json() as any;
  const all: [string, string][] = kvs.map(({ key, mod_revision: revision }: any) => [Buffer.from(key, 'base64').toString(), revision]);
  return Object.fromEntries(all.filter(([key]) => !/^\/registry\/(leases|masterleases)\//.test(key)));
}

/** Once nothing is written any more. */
async function settled(cluster: Cluster): Promise<Record<string, string>> {
  for (let last = await written(cluster); ;) {
    await pause(700);
    const now = await written(cluster);
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

/** Processes of kubectl proxy that this one has started, with the folder of the socket of each, and the ports at which they listen. */
function proxies(): { readonly pid: string; readonly folder: string; readonly mode: string; readonly ports: number }[] {
  const listening = ['tcp', 'tcp6'].flatMap((name) => existsSync(`/proc/net/${name}`) ? readFileSync(`/proc/net/${name}`, 'utf8').split('\n') : [])
    .map((line) => line.trim().split(/\s+/)).filter((fields) => fields[3] === '0A').map((fields) => `socket:[${fields[9]}]`);
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const [, socket] = /--unix-socket=([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? [];
      const isOwn = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${process.pid}\n`);
      if (!isOwn || socket === undefined || !existsSync(socket)) return [];
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      const folder = dirname(socket);
      return [{ pid, folder, mode: statSync(folder).mode.toString(8).slice(-3), ports: open.filter((each) => listening.includes(each)).length }];
    } catch {
      // it has ended meanwhile
      return [];
    }
  });
}

/** Whether a process still runs kubectl: one that has ended may wait for somebody to take note of that, and has no command any more. */
function isKubectl(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--unix-socket=');
  } catch {
    return false;
  }
}

const deployment = (name: string, { replicas = 1, app = name, namespace = 'shop', image = 'a:1' } = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: { replicas, selector: { matchLabels: { app } }, template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'a', image }] } } },
});
const configMap = (name: string, data: object, namespace = 'shop') => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data });
const OWN = { 'app.kubernetes.io/managed-by': 'cdk8s-oam' };
const manifests = (...objects: object[]) => objects.map((each) => `---\n${stringify(each)}`).join('');

describeCluster({}, 'what a cluster says of what is declared', (cluster) => {
  let folder: string;
  let kubeconfig: string;
  let app: Project | undefined;

  beforeAll(async () => {
    if (missing(['kubectl']).length > 0) throw new Error('kubectl is not there: install the package kubernetes-client');
    const { client, caFile } = cluster();
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-live-'));
    kubeconfig = join(folder, 'kubeconfig');
    const { url, token } = client.access;
    const contextOf = (name: string, namespace?: string) => ({ name, context: { cluster: name === 'gone' ? 'gone' : 'test', user: name, namespace } });
    writeFileSync(kubeconfig, stringify({
      'apiVersion': 'v1',
      'kind': 'Config',
      'clusters': [
        { name: 'test', cluster: { 'server': url, 'certificate-authority': caFile } },
        { name: 'gone', cluster: { server: 'https://127.0.0.1:1' } },
      ],
      'users': [{ name: 'admin', user: { token } }, { name: 'dev', user: { token, as: 'dev' } }, { name: 'gone', user: { token } }],
      'contexts': [contextOf('admin', 'shop'), contextOf('dev'), contextOf('gone')],
      'current-context': 'admin',
    }), { mode: 0o600 });
    process.env.KUBECONFIG = kubeconfig;
    for (const name of ['shop', 'closed']) await client.namespace(name);
    const rules = [{ apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'create', 'patch'] }];
    await client.apply({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'dev', namespace: 'shop' }, rules });
    await client.apply({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'dev', namespace: 'shop' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'dev' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'dev' }],
    });
    await prepare(cluster());
  }, 60_000);

  afterEach(() => {
    app?.remove();
    app = undefined;
  });
  afterAll(() => {
    delete process.env.KUBECONFIG;
    if (folder) rmSync(folder, { recursive: true });
  });

  /** Runs a command, and fails if anything was written, left behind, or opened to others. */
  async function unchanged(run: () => Promise<Ended>): Promise<Ended> {
    const before = await settled(cluster());
    let isRunning = true;
    const seen: ReturnType<typeof proxies> = [];
    const watching = (async () => {
      while (isRunning) {
        seen.push(...proxies());
        await pause(10);
      }
    })();
    const ended = await run().finally(() => { isRunning = false; });
    await watching;
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(await written(cluster())).toEqual(before);
    expect(seen.filter(({ mode, ports }) => mode !== '700' || ports > 0)).toEqual([]);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((each) => existsSync(each.folder) || isKubectl(each.pid))).toEqual([]);
    expect(proxies()).toEqual([]);
    return ended;
  }

  const diff = async (objects: readonly object[], ...flags: string[]) => {
    app = project({ 'new/app.yaml': manifests(...objects) });
    const { code, stdout, stderr } = await unchanged(async () => app!.diff('--live', ...flags));
    return { code, stdout, notes: stderr.trim().split('\n') };
  };

  const validate = async (text: string, ...flags: string[]) => {
    const file = join(folder, 'app.yaml');
    writeFileSync(file, text);
    const { code, stdout, stderr } = await unchanged(async () => cli(['validate', file, '--server', ...flags]));
    const places = stdout.split('\n').filter((line) => line.startsWith(file)).map((line) => line.slice(folder.length + 1));
    return { code, places, notes: stderr.trim().split('\n') };
  };

  test('shows drift, what is new, and what is no longer declared, and changes nothing', async () => {
    const { client } = cluster();
    const declared = [deployment('cart'), configMap('settings', { a: '1' })];
    for (const each of declared) await client.apply(each, { manager: 'kubectl' });
    await client.merge(deployment('cart'), { spec: { replicas: 3, template: { spec: { priorityClassName: 'system-node-critical' } } } });
    await client.apply({ ...configMap('old', { password: 'hunter2' }), metadata: { name: 'old', namespace: 'shop', labels: OWN } });
    const owner = await client.get(configMap('settings', {}));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: owner.metadata.uid }];
    await client.apply({ ...configMap('owned', {}), metadata: { name: 'owned', namespace: 'shop', labels: OWN, ownerReferences } });

    const { code, stdout, notes } = await diff([...declared, configMap('new', {})]);
    expect(stdout).toBe(lines(
      '+ added    ConfigMap shop/new (v1) in dist/app.yaml',
      '- removed  ConfigMap shop/old (v1) in the cluster',
      '~ changed  Deployment shop/cart (apps/v1) in dist/app.yaml',
      '    ~ changed  spec.replicas: 3 -> 1',
    ));
    expect(code).toBe(1);
    expect(notes).toEqual([
      'note: the cluster (Kubernetes 1.34.4) has judged 3 of 3 objects',
      expect.stringMatching(/^note: looked for what is no longer declared: objects of \d\d kinds with the label .* in namespace shop; 0 objects that/),
      '1 added, 1 removed, 1 changed, 1 object without a difference',
    ]);
    await client.delete(configMap('old', {}));
    await client.delete(configMap('owned', {}));
  }, 60_000);

  test('says that nothing differs, once it is applied', async () => {
    const { client } = cluster();
    const declared = [deployment('cart', { image: 'a:2' }), configMap('settings', { b: '1' })];
    expect((await diff(declared)).stdout).toBe(lines(
      '~ changed  Deployment shop/cart (apps/v1) in dist/app.yaml',
      '    ~ changed  spec.replicas: 3 -> 1',
      '    ~ changed  spec.template.spec.containers[0].image: "a:1" -> "a:2"',
      '~ changed  ConfigMap shop/settings (v1) in dist/app.yaml',
      '    - removed  data.a: (hidden)',
      '    + added    data.b: (hidden)',
    ));
    app!.remove();
    for (const each of declared) await client.apply(each, { manager: 'kubectl' });
    expect(await diff(declared)).toMatchObject({ code: 0, stdout: '' });
  }, 60_000);

  test('says of each kind that nothing differs, once it is applied', async () => {
    const { client } = cluster();
    // the server writes into the spec of both
    const stored = VALID.filter(({ kind }) => !['Pod', 'Node'].includes(kind));
    const known = (await Promise.all(stored.map(async (each) => await client.knows(each.apiVersion, each.kind) ? [each] : []))).flat();
    for (const object of known) await client.apply(object, { manager: 'kubectl' });
    const { stdout, notes } = await diff(known);
    expect(known.length).toBeGreaterThan(50);
    expect(stdout.split('\n').filter((line) => !line.startsWith('- removed'))).toEqual(['']);
    expect(notes[0]).toBe(`note: the cluster (Kubernetes 1.34.4) has judged ${known.length} of ${known.length} objects`);
  }, 120_000);

  test('tells what is being deleted', async () => {
    const { client } = cluster();
    const ending = configMap('ending', {});
    await client.apply({ ...ending, metadata: { ...ending.metadata, finalizers: ['example.com/held'] } }, { manager: 'kubectl' });
    await client.send('DELETE', '/api/v1/namespaces/shop/configmaps/ending');
    expect(await diff([ending])).toMatchObject({
      code: 2,
      stdout: lines(
        '? unknown  ConfigMap shop/ending (v1) in dist/app.yaml',
        '    ! warning   is not judged: the object in the cluster is being deleted; wait until it is gone, and ask again',
      ),
    });
    await client.merge(ending, { metadata: { finalizers: null } });
  }, 60_000);

  test('refuses what cannot be read, and names that are none', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'shop' }, data: { password: 'hunter2!' } };
    const { stdout } = await diff([secret, configMap('..', {}), configMap('a', {}, '..'), configMap('settings', { b: '1' })]);
    expect(stdout).toContain(lines(
      '! refused  Secret shop/s (v1) in dist/app.yaml',
      '    ! error     is rejected by Kubernetes 1.34.4: a value has another type or form; see the reference of the kind (line 2)',
    ));
    expect(stdout).toContain("'metadata.name' is rejected by Kubernetes 1.34.4: Invalid value: ");
    expect(stdout).toContain("'metadata.namespace' is not judged: the cluster has no namespace \"..\"; ");
  }, 60_000);

  test('tells what is refused, at its line', async () => {
    const { client } = cluster();
    await client.apply(deployment('fixed'), { manager: 'kubectl' });
    const text = manifests(deployment('fixed', { app: 'other' })) + manifests({ ...deployment('unknown'), spec: { ...deployment('unknown').spec, paused: 'x', strategie: {} } });
    const { code, places } = await validate(text);
    expect(code).toBe(1);
    expect(places).toEqual([
      "app.yaml:9:3: error refused-by-server: 'spec.selector' is rejected by Kubernetes 1.34.4: Invalid value: …: field is immutable",
      expect.stringMatching(/^app\.yaml:\d+:3: error invalid-type: 'spec\.paused' must be a boolean/),
      expect.stringMatching(/^app\.yaml:\d+:3: error unknown-field: 'spec\.strategie' is an unknown field/),
    ]);
    const { stdout, code: other } = await diff([deployment('fixed', { app: 'other' }), { ...configMap('c', {}), dat: {} }]);
    expect([other, stdout.replace(/\(line \d+\)/g, '(line …)')]).toEqual([1, lines(
      '! refused  Deployment shop/fixed (apps/v1) in dist/app.yaml',
      "    ! error     'spec.selector' is rejected by Kubernetes 1.34.4: Invalid value: …: field is immutable; keep the field as it is, or delete the object before the change is applied (line …)",
      "    ! warning   'spec.selector' cannot change in a Deployment that exists: it must be deleted and recreated, "
        + 'and its pods stop before new ones start; keep the field as it is, or delete Deployment shop/fixed before the change is applied',
      '! refused  ConfigMap shop/c (v1) in dist/app.yaml',
      "    ! error     'dat' is rejected by Kubernetes 1.34.4: unknown field \"dat\"; see the reference of the kind (line …)",
    )]);
  }, 60_000);

  test('tells what no check of this library sees', async () => {
    const job = { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'j', namespace: 'shop' } };
    const spec = { schedule: '0 0 * * *', timeZone: 'Mars/Base', jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] } } } } };
    expect((await validate(manifests({ ...job, spec }))).places).toEqual([
      'app.yaml:9:3: error refused-by-server: \'spec.timeZone\' is rejected by Kubernetes 1.34.4: Invalid value: "Mars/Base": unknown time zone Mars/Base',
    ]);
  }, 60_000);

  test('tells what is not judged: kinds, namespaces, and what is forbidden', async () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };
    const gone = configMap('a', {}, 'nowhere');
    const { code, places, notes } = await validate(manifests(configMap('a', {}), widget, gone, configMap('a', {}, 'closed')), '--context=dev');
    expect(places.filter((line) => line.includes('not-judged')).map((line) => line.replace(/^app.yaml:\d+:\d+: /, ''))).toEqual([
      "warning not-judged: 'kind' is not judged: the cluster (Kubernetes 1.34.4) serves no Widget of example.com/v1",
      'warning not-judged: is not judged: the user of the context cannot get ConfigMap of v1 in namespace "nowhere"',
      'warning not-judged: is not judged: the user of the context cannot get ConfigMap of v1 in namespace "closed"',
    ]);
    expect([code, notes[0]]).toEqual([2, 'note: the cluster (Kubernetes 1.34.4) has judged 1 of 4 objects']);
    expect((await validate(manifests(gone))).places).toEqual([
      expect.stringMatching(/^app\.yaml:\d:\d+: warning not-judged: 'metadata.namespace' is not judged: the cluster has no namespace "nowhere"/),
    ]);
  }, 60_000);

  test('looks at what the user may read, and says what that is not', async () => {
    const { code, notes } = await diff([configMap('settings', { b: '1' })], '--context=dev');
    expect(code).toBe(0);
    expect(notes).toContainEqual(expect.stringMatching(/^note: not looked for: ConfigMap, .*Deployment.* in namespace "shop", since the user of the context cannot list them$/));
  }, 60_000);

  test('takes custom kinds whose server says that it takes dry runs', async () => {
    const { client } = cluster();
    await defineGadgets(client);
    expect(await diff([gadget({ size: 1 })])).toMatchObject({ code: 1, stdout: '+ added    Gadget shop/g (example.com/v1) in dist/app.yaml\n' });
    app!.remove();
    expect((await diff([gadget({ sise: 1 })])).stdout).toContain("    ! error     'spec.sise' is rejected by Kubernetes 1.34.4: unknown field \"spec.sise\"");
  }, 60_000);

  test.each<[string, RegExp]>([
    ['nobody', /kubectl proxy ended with exit code 1; see its output above; check that the context exists/],
    ['gone', /the cluster does not answer \(kubectl proxy reports ".*connection refused"\)/],
  ])('says why nothing is judged in context %s', async (context, problem) => {
    writeFileSync(join(folder, 'app.yaml'), manifests(configMap('a', {})));
    const { code, stderr } = await cli(['validate', join(folder, 'app.yaml'), '--server', `--context=${context}`]);
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([2, expect.stringMatching(problem)]);
    expect(proxies()).toEqual([]);
  }, 60_000);
});
