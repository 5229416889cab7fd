import { execFileSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { setTimeout as pause } from 'timers/promises';
import { stringify } from 'yaml';
import { APPLY_CASES } from './support/apply-cases';
import { describeCluster } from './support/describe-cluster';
import { defineGadgets } from './support/gadgets';
import { missing } from '../../build-tools/servers';
import { compareValues } from '../../src/cli/diff/compare';
import { checkCluster } from '../../src/cli/doctor/cluster';
import { askCluster } from '../../src/cli/live/ask-cluster';
import { withoutServerFields } from '../../src/cli/live/server-fields';

describeCluster({}, 'of what kubectl has applied', (cluster) => {
  let folder: string;

  beforeAll(async () => {
    if (missing(['kubectl']).length > 0) throw new Error('kubectl is not there: install the package kubernetes-client');
    const { client, caFile } = cluster();
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-live-'));
    const { url, token } = client.access;
    const named = { name: 'test' };
    process.env.KUBECONFIG = join(folder, 'kubeconfig');
    writeFileSync(process.env.KUBECONFIG, stringify({
      'apiVersion': 'v1',
      'kind': 'Config',
      'clusters': [{ ...named, cluster: { 'server': url, 'certificate-authority': caFile } }],
      'users': [{ ...named, user: { token } }],
      'contexts': [{ ...named, context: { cluster: 'test', user: 'test', namespace: 'shop' } }],
      'current-context': 'test',
    }), { mode: 0o600 });
    await client.namespace('shop');
    await defineGadgets(client);
  }, 60_000);

  afterAll(() => {
    delete process.env.KUBECONFIG;
    if (folder) rmSync(folder, { recursive: true });
  });

  const kubectl = (args: readonly string[], ...items: object[]) => JSON.parse(execFileSync('kubectl', [...args, '--output=json', '--filename=-'], {
    input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), env: { ...process.env }, maxBuffer: 1e8,
  }).toString());
  const judged = async (...objects: any[]) => askCluster('test', {}, objects, async ({ verdicts }) => verdicts as any[]);

  test('what is foretold is what kubectl does', async () => {
    const { client } = cluster();
    const cases = Object.values(APPLY_CASES);
    kubectl(['apply'], ...cases.map(({ before }) => before));
    for (const { before, meanwhile } of cases) await client.merge(before as any, meanwhile);
    const { items } = kubectl(['apply', '--dry-run=server'], ...cases.map(({ after }) => after));
    const verdicts = await judged(...cases.map(({ after }) => after));
    expect(Object.keys(APPLY_CASES).map((title, i) => ({ title, ...verdicts[i], before: undefined }))).toEqual(
      Object.keys(APPLY_CASES).map((title, i) => ({ title, state: 'applied', after: withoutServerFields(items[i]), warnings: [] })));
    const unchanged = Object.keys(APPLY_CASES).filter((_, i) => compareValues(verdicts[i].before, verdicts[i].after).length === 0);
    expect(unchanged).toEqual(['nothing', 'a volume that stays', 'one number for two protocols']);
  }, 120_000);

  test('doctor reads the versions of the cluster and of its operators', async () => {
    const { client } = cluster();
    const definition = (plural: string, group: string, annotations: object, kind: string) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}`, annotations },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural, kind },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    kubectl(['create'], definition('podmonitors', 'monitoring.coreos.com', { 'operator.prometheus.io/version': '0.93.0' }, 'PodMonitor'));
    const isServed = async () => (await client.ask('GET', '/apis')).groups.some(({ name }: any) => name === 'monitoring.coreos.com');
    while (!await isServed()) await pause(100);
    const checks = await checkCluster({ timeout: 20_000 });
    expect(checks.find(({ name }) => name === 'Kubernetes')).toMatchObject({ found: expect.stringMatching(/^1\.34\.\d+$/), state: 'ok' });
    expect(checks.find(({ name }) => name === 'prometheus-operator')).toMatchObject({ found: '0.93.0', state: 'ok' });
    expect(checks.at(-1)).toMatchObject({ name: 'other APIs', remedy: expect.stringContaining('gateway-api') });
  }, 60_000);

  test('an operator that applies an annotation is not taken for who deploys', async () => {
    const { client } = cluster();
    const spec = { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } } };
    const metadata = { name: 'operated', namespace: 'shop' };
    const operated = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
    const lost = async () => {
      const [{ before, after }] = await judged(operated);
      return compareValues(before, after).map(({ kind, path }) => `${kind} ${path.join('.')}`);
    };
    kubectl(['apply'], { ...operated, spec: { ...spec, minReadySeconds: 5 } });
    await pause(1100);
    await client.apply({ ...operated, metadata: { ...metadata, annotations: { operator: 'x' } }, spec: undefined }, { manager: 'operator' });
    expect(await lost()).toEqual(['removed spec.minReadySeconds']);
    // kubectl itself, on the server's side, is who deploys from then on
    kubectl(['apply', '--server-side', '--force-conflicts'], { ...operated, spec: { ...spec, paused: true } });
    expect(await lost()).toEqual(['removed spec.paused']);
    await client.apply({ ...operated, metadata: { ...metadata, annotations: { operator: 'y' } }, spec: undefined }, { manager: 'operator' });
    expect(await lost()).toEqual(['removed spec.paused']);
  }, 60_000);
});
