import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { drawn, folder, graph, ingress, meta, path, SCRAPER, service, WORKLOAD } from './support';
import { Upstream } from '../../e2e/support/upstream';
import { FakeScraper, startScraper } from '../../verify/fake-scraper';
import { deployment, endpoint, labelsOf, podMonitor } from '../../verify/kubernetes-manifests';
import { application, component, entry, metricsTrait } from '../../verify/manifests';
import { cli, lines, project, report } from '../support';

const ROOT = resolve(__dirname, '../../..');

let server: Upstream | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('what is drawn', () => {
  const two = [deployment(), deployment([], 'other', { labels: labelsOf('other', 'WORKLOAD', 'second') })];

  test('is in frames, where there are several applications', async () => {
    expect(await drawn(...two)).toEqual([
      'subgraph in_hello_ns["application hello, namespace ns"]', '  direction LR', `  ${WORKLOAD}`, 'end',
      'subgraph in_second_ns["application second, namespace ns"]', '  direction LR', '  workload_ns_other["other<br/>Deployment"]', 'end',
    ]);
  });

  test.each<[string, string[]]>([
    ['--application=hello', [WORKLOAD]], ['--in-namespace=ns', []], ['--component=other', ['workload_ns_other["other<br/>Deployment"]']],
  ])('is selected by %s', async (flag, expected) => {
    const { code, stdout } = await graph(two, flag);
    expect(code).toBe(0);
    if (expected.length > 0) expect(stdout).toBe(lines('flowchart LR', ...expected.map(line => `  ${line}`)));
    else expect(stdout).toBe((await graph(two)).stdout);
  });

  test('fails when several flags together select nothing', async () => {
    expect(await graph(two, '--application=hello', '--component=other')).toEqual({
      code: 2, stdout: '', stderr: "[cdk8s-oam graph] usage: '--application' selects nothing together with --component; leave one of them out\n",
    });
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

  test('is an overview by application, where there are too many components', async () => {
    const many = Array.from({ length: 90 }, (_, i) => deployment([], `c${i}`, { namespace: 'ns', labels: labelsOf(`c${i}`) }));
    const { stdout, stderr } = await graph(many);
    expect(stdout).toBe(lines('flowchart LR', '  component_hello["hello<br/>90 components"]'));
    expect(stderr).toContain('note: 90 objects do not fit into one picture, so this is an overview by application; ');
  });

  test('is an overview of a selected part that Mermaid would not render', async () => {
    const hosts = Array.from({ length: 510 }, (_, i) => ({ host: `h${i}.example.com`, http: { paths: [path('greet')] } }));
    const routed = [ingress([], { rules: hosts }), service, deployment()];
    const { stdout, stderr } = await graph(routed, '--component=greet');
    expect(stdout.split('\n')).toEqual(['flowchart LR', expect.stringContaining('510 hosts'), '']);
    expect(stderr).toContain('note: 513 objects do not fit into one picture');
    expect((await graph([ingress([], { rules: hosts.slice(0, 100) }), service, deployment()], '--component=greet')).stdout.split('\n').length).toBeGreaterThan(200);
  });

  test('has pods without labels by the name of their object', async () => {
    const plain = (name: string) => deployment([], name, { namespace: 'ns', labels: {} });
    const { stdout } = await graph([plain('one'), plain('two')], '--component=two');
    expect(stdout).toBe('flowchart LR\n  workload_ns_two["two<br/>Deployment"]\n');
  });

  test('is an overview where it is too much', async () => {
    const applications = Array.from({ length: 100 }, (_, i) => ['a', 'b', 'c'].map(name =>
      deployment([], `${name}${i}`, { namespace: `ns-${i % 20}`, labels: labelsOf(`${name}${i}`, 'WORKLOAD', `app-${i}`) }))).flat();
    const { stdout, stderr } = await graph(applications);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['flowchart LR', '  component_ns_0["ns-0<br/>15 components"]']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(21);
    expect(stderr).toBe('note: 300 objects do not fit into one picture, so this is an overview by namespace; '
      + 'to look closer, give --application, --in-namespace or --component\n');
  });
});

describe('environments', () => {
  const files = Object.fromEntries(['dev', 'prod'].map(name => [`new/${name}/a.yaml`, stringify(deployment())]));
  const frame = (name: string) => [
    `  subgraph environment_${name}["${name}"]`, '    direction LR', `    workload_${name}_ns_greet["greet<br/>Deployment"]`, '  end',
  ];

  test('of the app stand side by side', async () => {
    const own = project(files, `cp -R new/. "$CDK8S_OUTDIR"; ${report('dev', 'prod')}`);
    expect(await own.run('graph')).toEqual({ code: 0, stdout: lines('flowchart LR', ...frame('dev'), ...frame('prod')), stderr: '' });
    expect(await own.run('graph', '--verify', '--url=http://localhost:1')).toEqual({
      code: 2, stdout: '', stderr: "[cdk8s-oam graph] usage: '--env' is required, since the app has the environments dev, prod; name the one of the cluster\n",
    });
    own.remove();
  });

  test('of folders, too, if that is asked for; otherwise each object is drawn once', async () => {
    const own = project(files);
    const drawnOf = async (...flags: readonly string[]) => cli(['graph', join(own.folder, 'new'), ...flags]);
    expect(await drawnOf('--environments')).toEqual({ code: 0, stdout: lines('flowchart LR', ...frame('dev'), ...frame('prod')), stderr: '' });
    expect(await drawnOf()).toEqual({ code: 0, stdout: `flowchart LR\n  ${WORKLOAD}\n`, stderr: '' });
    own.remove();
  });

  test('are in folders', async () => {
    const own = project(files);
    const fails = async (...args: readonly string[]) => (await cli(['graph', ...args])).stderr;
    expect(await fails(join(own.folder, 'new/dev/a.yaml'), '--environments')).toBe("[cdk8s-oam graph] usage: '--environments' is for the folder into which "
      + 'Environments writes; name that folder, or leave it out\n');
    own.remove();
  });
});

describe('--verify', () => {
  const labels = { app_oam_dev_name: 'hello', app_oam_dev_component: 'greet', namespace: 'ns', job: 'hello_ns_greet' };
  const verify = async (scraper: FakeScraper, ...objects: readonly object[]) => {
    server = await startScraper(scraper);
    const { code, stdout } = await graph(objects, '--verify', `--url=${server.url}`);
    return { code, lines: stdout.trimEnd().split('\n').map(line => line.slice(2)) };
  };
  const scrapeUrl = 'http://10.0.0.1:8081/metrics';

  test('shows what is up', async () => {
    expect(await verify({ targets: [{ labels, isUp: true, scrapeUrl }] }, deployment(), podMonitor([endpoint()]))).toEqual({
      code: 0,
      lines: [
        'owchart LR', WORKLOAD, SCRAPER, 'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics ✓"| workload_ns_greet',
        'classDef up fill:#dafbe1,stroke:#1a7f37,color:#1f2328', 'class workload_ns_greet up', 'linkStyle 0 stroke:#1a7f37',
      ],
    });
  });

  test('shows what is not, and why; and what is not known', async () => {
    const other = deployment([], 'other', { labels: {} });
    const { code, lines: all } = await verify({ targets: [{ labels, isUp: false, scrapeUrl, lastError: 'refused "x"' }] }, deployment(), podMonitor([endpoint()]), other);
    expect(code).toBe(1);
    expect(all).toEqual(expect.arrayContaining([
      'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics ✗<br/>the target is down: refused #34;x#34;"| workload_ns_greet',
      'class workload_ns_greet wrong', 'linkStyle 0 stroke:#cf222e', 'class workload_ns_other unknown',
    ]));
  });

  test('judges what is selected', async () => {
    const other = deployment([], 'other', { namespace: 'ns', labels: labelsOf('other') });
    const objects = [deployment(), podMonitor([endpoint()]), other];
    server = await startScraper({ targets: [{ labels, isUp: false, scrapeUrl, lastError: 'refused' }] });
    const ended = async (name: string) => (await graph(objects, '--verify', `--url=${server!.url}`, `--component=${name}`)).code;
    expect([await ended('other'), await ended('greet')]).toEqual([0, 1]);
  });

  test('of an application of OAM', async () => {
    const { lines: all } = await verify({}, application([entry('greet', metricsTrait())]), component('greet'));
    expect(all).toContain('scraper_scraper -.->|":8080/metrics ✗<br/>no such target"| component_ns_greet');
  });
});

describe('fails', () => {
  test.each<[string[], string]>([
    [['--application=helo'], "'--application' names \"helo\", which is not in the picture; did you mean \"hello\"?"],
    [['--component=x'], "'--component' names \"x\", which is not in the picture; leave it out to see all"],
    [['--namespace=ns'], "'--namespace' leads to the scraper of --verify; to draw a namespace, give --in-namespace"],
    [['--url=https://x'], "'--url' is for --verify; give --verify, or leave it out"],
    [['--format=svg'], "'--format' must be one of mermaid, markdown, got \"svg\"; choose one"],
    [['--app=x'], "'--app' cannot be used with PATHS; leave one of them out"],
    [['--environments', '--verify', '--url=https://x'], "'--environments' cannot be used with --verify; leave one of them out"],
    [['--default-namespace=x'], "'--default-namespace' is for --verify; give --verify, or leave it out"],
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
