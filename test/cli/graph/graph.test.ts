import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { drawn, folder, fromSecret, graph, ingress, meta, path, SCRAPER, service, withEnvironment, WORKLOAD } from './support';
import { deployment, endpoint, labelsOf, podMonitor } from '../../verify/kubernetes-manifests';
import { application } from '../../verify/manifests';
import { cli, lines, project, report } from '../support';

const ROOT = resolve(__dirname, '../../..');

describe('what is drawn', () => {
  const two = [deployment(), deployment([], 'other', { namespace: 'second', labels: labelsOf('other') })];
  const OTHER = 'component_second_other["other<br/>Deployment"]';

  test('is in frames, where there are several namespaces', async () => {
    expect(await drawn(...two)).toEqual([
      'subgraph in_ns["ns"]', '  direction LR', `  ${WORKLOAD}`, 'end',
      'subgraph in_second["second"]', '  direction LR', `  ${OTHER}`, 'end',
    ]);
  });

  test('is a namespace, and what it is connected with', async () => {
    const prometheus = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name: 'k8s', namespace: 'monitoring' }, spec: { podMonitorSelector: {}, podMonitorNamespaceSelector: {} } };
    const { stdout } = await graph([...two, podMonitor([endpoint()]), prometheus, { ...prometheus, metadata: { ...prometheus.metadata, name: 'other' }, spec: {} }], '--in-namespace=ns');
    expect(stdout).toContain('scraper_monitoring_k8s -.->|"PodMonitor greet<br/>:8081/metrics"| component_ns_greet');
    expect(stdout).not.toContain('other');
    expect((await graph(two, '--in-namespace=second')).stdout).toBe(lines('flowchart LR', `  ${OTHER}`));
  });

  test('is each namespace, if asked for', async () => {
    const routed = [ingress([path('greet')]), service, ...two, podMonitor([endpoint()]), withEnvironment(fromSecret('password'))];
    expect(await graph(routed, '--by=namespace')).toEqual({
      code: 0,
      stdout: lines('flowchart LR', '  namespace_ns["ns<br/>1 host<br/>1 component<br/>1 Secret"]', '  namespace_second["second<br/>1 component"]', `  ${SCRAPER}`, '  scraper_scraper -.-> namespace_ns'),
      stderr: '',
    });
  });

  test('is a namespace that is called as what is outside of all', async () => {
    const { stdout } = await graph([deployment([], 'greet', { namespace: 'scraper', labels: labelsOf('greet') }), deployment(), podMonitor([endpoint()])], '--by=namespace');
    expect(stdout).toBe(lines('flowchart LR', '  namespace_scraper["scraper<br/>1 component"]', '  namespace_ns["ns<br/>1 component"]', `  ${SCRAPER}`, '  scraper_scraper -.-> namespace_ns'));
  });

  test('is the same, twice', async () => {
    const paths = ['dist/kubernetes', 'dist/oam'].map(each => join(ROOT, each));
    const [first, second] = [await cli(['graph', ...paths]), await cli(['graph', ...paths])];
    expect(first.stdout).toBe(second.stdout);
  });

  test('may be in a fence', async () => {
    expect((await graph([deployment()], '--format=markdown')).stdout).toBe(lines('```mermaid', 'flowchart LR', `  ${WORKLOAD}`, '```'));
  });

  test('may be nothing', async () => {
    expect(await graph([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('a') }])).toEqual({
      code: 0, stdout: 'flowchart LR\n', stderr: 'note: the flowchart is empty: no object runs pods, routes requests, scrapes, or uses a Secret\n',
    });
  });

  test('is by namespace, where there are too many components', async () => {
    const many = Array.from({ length: 300 }, (_, i) => deployment([], `c${i}`, { namespace: `ns-${i % 20}`, labels: labelsOf(`c${i}`) }));
    const { stdout, stderr } = await graph(many);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['flowchart LR', '  namespace_ns_0["ns-0<br/>15 components"]']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(21);
    expect(stderr).toBe('note: 300 boxes are too many for one picture, so each stands for a namespace; to look closer, give --in-namespace or --by component\n');
    const all = await graph(many, '--by=component');
    expect([all.stdout.match(/\["c/g)?.length, all.stderr]).toEqual([300, '']);
  });

  test('is by namespace, where Mermaid would not render it', async () => {
    const paths = Array.from({ length: 50 }, (_, i) => path(`missing-${i}`, `/${'long'.repeat(30)}${i}`));
    const rules = Array.from({ length: 8 }, (_, i) => ({ host: `h${i}.example.com`, http: { paths } }));
    const { stdout } = await graph([ingress([], { rules }), service, deployment()]);
    expect(stdout).toBe(lines('flowchart LR', '  namespace_ns["ns<br/>8 hosts<br/>1 component"]'));
  });
});

describe('an app with environments', () => {
  const files = Object.fromEntries(['dev', 'prod'].map(name => [`new/${name}/a.yaml`, stringify(deployment())]));

  test('draws one of them', async () => {
    const own = project(files, `cp -R new/. "$CDK8S_OUTDIR"; ${report('dev', 'prod')}`);
    expect(await own.run('graph')).toEqual({
      code: 2, stdout: '', stderr: "[cdk8s-oam graph] usage: '--env' is required, since the app has the environments dev, prod; name the one to draw\n",
    });
    own.remove();
    const one = project(files, `cp -R new/dev "$CDK8S_OUTDIR/dev"; ${report('dev')}`);
    expect(await one.run('graph', '--env=dev')).toEqual({ code: 0, stdout: `flowchart LR\n  ${WORKLOAD}\n`, stderr: '' });
    one.remove();
  });

  test('is drawn of its folder, each object once', async () => {
    const own = project(files);
    expect(await cli(['graph', join(own.folder, 'new')])).toEqual({ code: 0, stdout: `flowchart LR\n  ${WORKLOAD}\n`, stderr: '' });
    own.remove();
  });

  test('may not be one', async () => {
    const own = project(files, 'cp -R new/dev "$CDK8S_OUTDIR"');
    expect(await own.run('graph', '--env=dev')).toMatchObject({ code: 2, stderr: "[cdk8s-oam graph] usage: '--env' names an environment, and the app has none; leave it out\n" });
    own.remove();
  });
});

describe('fails', () => {
  test.each<[string[], string]>([
    [['--in-namespace=nt'], "'--in-namespace' names \"nt\", which is not in the picture; did you mean \"ns\"?"],
    [['--in-namespace=elsewhere'], "'--in-namespace' names \"elsewhere\", which is not in the picture; leave it out to see all"],
    [['--by=host'], "'--by' must be one of component, namespace, got \"host\"; choose one"],
    [['--format=svg'], "'--format' must be one of mermaid, markdown, got \"svg\"; choose one"],
    [['--app=x'], "'--app' cannot be used with PATHS; leave one of them out"],
  ])('for %j', async (args, message) => {
    expect(await graph([deployment()], ...args)).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam graph] usage: ${message}\n` });
  });

  test('for manifests that cannot be read, and for what declares nothing that is known', async () => {
    expect(await cli(['graph', join(folder, 'nowhere')])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('manifest-not-readable') });
    expect(await graph([application([{}])])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'spec.components[0]'") });
  });

  test('for an app that writes a Helm chart', async () => {
    const own = project({ 'cdk8s.yaml': 'app: "true"\nsynthConfig:\n  format: helm\n' });
    expect((await own.run('graph')).stderr).toBe('cdk8s.yaml:2:1: helm-chart: \'synthConfig\' asks for more than plain '
      + 'manifests (such as a Helm chart), which is not drawn; name a configuration without it by --config\n');
    own.remove();
  });
});
