import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { cli, Ended, lines, manifestFolder, project, report } from './support';
import { Upstream } from '../e2e/support/upstream';
import { FakeScraper, startScraper } from '../verify/fake-scraper';
import { deployment, endpoint, labelsOf, podLabels, podMonitor } from '../verify/kubernetes-manifests';
import { application, component, entry, metricsTrait } from '../verify/manifests';

const ROOT = resolve(__dirname, '../..');
const { folder, manifests } = manifestFolder();

let server: Upstream | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Draws objects. */
async function graph(objects: readonly object[], ...args: readonly string[]): Promise<Ended> {
  return cli(['graph', manifests(...objects), ...args]);
}

/** The lines of a flowchart without its first one. */
async function drawn(...objects: readonly object[]): Promise<string[]> {
  const { code, stdout, stderr } = await graph(objects);
  expect([code, stderr]).toEqual([0, '']);
  const [first, ...rest] = stdout.trimEnd().split('\n');
  expect(first).toBe('flowchart LR');
  return rest.map(line => line.slice(2));
}

const meta = (name: string, more: object = {}) => ({ name, namespace: 'ns', ...more });
const ofGreet = { labels: labelsOf('greet') };
const selector = podLabels('greet');
const service = { apiVersion: 'v1', kind: 'Service', metadata: meta('greet', ofGreet), spec: { selector, ports: [{ port: 80, targetPort: 'http' }] } };
const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
const path = (name: string, at = '/hi') => ({ path: at, pathType: 'Prefix', backend: backend(name) });
const ingress = (paths: readonly object[], spec: object = {}) => ({
  apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: meta('greet', ofGreet), spec: { rules: [{ host: 'a.example.com', http: { paths } }], ...spec },
});
const withEnvironment = (...env: readonly object[]) => {
  const own = deployment() as any;
  own.spec.template.spec.containers[0].env = env;
  return own;
};
const fromSecret = (name: string) => ({ name: 'X', valueFrom: { secretKeyRef: { name, key: 'key' } } });

const WORKLOAD = 'workload_ns_greet["greet<br/>Deployment"]';

describe('a route leads', () => {
  test('from the host to the pods', async () => {
    expect(await drawn(ingress([path('greet')]), service, deployment())).toEqual([
      'route_ns_greet{{"greet<br/>Ingress"}}',
      'host_ns_a_example_com(["a.example.com"])',
      'service_ns_greet("greet<br/>Service")',
      WORKLOAD,
      'host_ns_a_example_com --> route_ns_greet',
      'route_ns_greet -->|"/hi/…"| service_ns_greet',
      'service_ns_greet -->|":8081"| workload_ns_greet',
    ]);
  });

  test('to a Service that is elsewhere', async () => {
    expect(await drawn(ingress([path('other', '/a'), path('other', '/b')]))).toEqual([
      'route_ns_greet{{"greet<br/>Ingress"}}',
      'host_ns_a_example_com(["a.example.com"])',
      'missing_ns_other["other<br/>Service<br/>not among the manifests"]',
      'host_ns_a_example_com --> route_ns_greet',
      'route_ns_greet -->|"/a/…<br/>/b/…"| missing_ns_other',
      'classDef missing stroke-dasharray:4',
      'class missing_ns_other missing',
    ]);
  });

  test('nowhere, for a reason', async () => {
    const broken = { ...service, spec: { ...service.spec, ports: [{ port: 81 }] } };
    expect(await drawn(ingress([path('greet')]), broken, deployment())).toContainEqual(
      expect.stringMatching(/^missing_ns_\w+\["✗ must be a port of Service #34;greet#34;.*"\]$/));
  });

  test('with the host of each path, where there are several', async () => {
    const rules = ['a', 'b'].map(host => ({ host: `${host}.example.com`, http: { paths: [path('greet', `/${host}`)] } }));
    expect(await drawn(ingress([], { rules }), service, deployment())).toContain('route_ns_greet -->|"a.example.com/a/…<br/>b.example.com/b/…"| service_ns_greet');
  });

  test('through a Gateway', async () => {
    const gateway = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata: meta('public'), spec: { gatewayClassName: 'x', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] } };
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: meta('greet', ofGreet),
      spec: { parentRefs: [{ name: 'public' }], hostnames: ['a.example.com'], rules: [{ backendRefs: [{ name: 'greet', port: 80 }] }] },
    };
    expect(await drawn(gateway, route, service, deployment())).toEqual(expect.arrayContaining([
      'host_ns_a_example_com -->|"Gateway public"| route_ns_greet', 'route_ns_greet -->|"/…"| service_ns_greet', 'service_ns_greet -->|":8081"| workload_ns_greet',
    ]));
  });

  test('through a VirtualService', async () => {
    const route = {
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: meta('greet', ofGreet),
      spec: { hosts: ['a.example.com'], gateways: ['ns/public'], http: [{ route: [{ destination: { host: 'greet', port: { number: 80 } } }] }] },
    };
    expect(await drawn(route, service, deployment())).toEqual(expect.arrayContaining(['route_ns_greet{{"greet<br/>VirtualService"}}', 'route_ns_greet -->|"/…"| service_ns_greet']));
  });
});

const SCRAPER = 'scraper_scraper[["scraper<br/>not among the manifests"]]';

describe('a scrape leads to the pods', () => {
  test('from a scraper that is elsewhere', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint()]))).toEqual([
      WORKLOAD, SCRAPER, 'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics"| workload_ns_greet',
    ]);
  });

  test('from the Prometheus that selects the monitor', async () => {
    const prometheus = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: meta('k8s'), spec: { podMonitorSelector: {} } };
    const all = await drawn(prometheus, deployment(), podMonitor([endpoint()]));
    expect(all.filter(line => line.includes('scraper_'))).toEqual([
      '  scraper_ns_k8s[["k8s<br/>Prometheus"]]', 'scraper_ns_k8s -.->|"PodMonitor greet<br/>:8081/metrics"| workload_ns_greet',
    ]);
  });

  test('with the reason why it does not', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint('job', { port: 'other' })]))).toContainEqual(
      expect.stringMatching(/^scraper_scraper -\.->\|"PodMonitor greet<br\/>✗ .*"\| workload_ns_greet$/));
  });

  test('of no monitor that selects none', async () => {
    expect(await drawn(podMonitor([endpoint()]))).toEqual([
      'monitor_ns_greet["greet<br/>PodMonitor<br/>selects no pods here"]', 'classDef missing stroke-dasharray:4', 'class monitor_ns_greet missing',
    ]);
  });
});

test('a Secret comes from what makes it, and goes to who uses it', async () => {
  const external = {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: meta('db'),
    spec: { secretStoreRef: { name: 'vault', kind: 'ClusterSecretStore' }, target: { name: 'made' } },
  };
  const generated = {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: meta('generated'),
    spec: { dataFrom: [{ sourceRef: { generatorRef: { apiVersion: 'generators.external-secrets.io/v1alpha1', kind: 'Password', name: 'random' } } }] },
  };
  const sealed = { apiVersion: 'bitnami.com/v1alpha1', kind: 'SealedSecret', metadata: meta('sealed'), spec: {} };
  const plain = { apiVersion: 'v1', kind: 'Secret', metadata: meta('plain'), stringData: { key: 'hunter2-hunter2' } };
  const all = await drawn(external, generated, sealed, plain, withEnvironment(...['made', 'generated', 'sealed', 'plain', 'other'].map(fromSecret)));
  expect(all.join('\n')).not.toContain('hunter2');
  expect(all).toEqual(expect.arrayContaining([
    'origin_vault[/"vault<br/>ClusterSecretStore"\\]',
    'origin_vault ==>|"ExternalSecret db"| secret_ns_made',
    'origin_ns_random ==>|"ExternalSecret generated"| secret_ns_generated',
    'origin_ns_sealed ==> secret_ns_sealed',
    'secret_ns_plain[("plain<br/>Secret<br/>in the manifests")]',
    'secret_ns_other[("other<br/>Secret<br/>made elsewhere")]',
    ...['made', 'generated', 'sealed', 'plain', 'other'].map(name => `secret_ns_${name} --o workload_ns_greet`),
  ]));
});

test('an application of OAM binds components', async () => {
  const trait = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait', spec: { rules: [{ hosts: ['a.example.com'], paths: [{ path: '/hi' }] }] } };
  const scaler = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ManualScalerTrait', spec: { replicaCount: 2 } };
  expect(await drawn(application([entry('greet', trait, scaler, metricsTrait())]), component('greet'))).toEqual([
    'application_ns_hello[/"hello<br/>ApplicationConfiguration"/]',
    'component_ns_greet["greet<br/>ContainerizedWorkload<br/>with ManualScalerTrait"]',
    'route_ns_IngressTrait{{"IngressTrait"}}',
    'host_ns_a_example_com(["a.example.com"])',
    'scraper_scraper[["scraper<br/>of the OAM platform"]]',
    'application_ns_hello --- component_ns_greet',
    'host_ns_a_example_com --> route_ns_IngressTrait',
    'route_ns_IngressTrait -->|"/hi"| component_ns_greet',
    'scraper_scraper -.->|":8080/metrics"| component_ns_greet',
  ]);
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

test('names and paths stay text, whatever they hold', async () => {
  const hostile = '/"]; click x href "javascript:alert(1)" <b>`**a**` #end; %%{init}%% | end\u202e\u0000\n';
  const [line] = (await drawn(ingress([path('greet', hostile)]), service, deployment())).filter(each => each.startsWith('route_ns_greet --'));
  expect(line).toMatch(/^route_ns_greet -->\|"[\p{L}\p{N} .:,/()=…'#;-]*"\| service_ns_greet$/u);
  expect(line).toContain('#34;#93;#59; click x href #34;javascript:alert(1)#34; #60;b#62;#96;#42;#42;a');
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

  test('of folders, too', async () => {
    const own = project(files);
    const { stdout } = await cli(['graph', join(own.folder, 'new'), '--environments']);
    expect(stdout).toBe(lines('flowchart LR', ...frame('dev'), ...frame('prod')));
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

  test('of an application of OAM', async () => {
    const { lines: all } = await verify({}, application([entry('greet', metricsTrait())]), component('greet'));
    expect(all).toContain('scraper_scraper -.->|":8080/metrics ✗<br/>no such target"| component_ns_greet');
  });
});

describe('fails', () => {
  test.each<[string[], string]>([
    [['--application=helo'], "'--application' names \"helo\", which is not among the drawn objects; did you mean \"hello\"?"],
    [['--component=x'], "'--component' names \"x\", which is not among the drawn objects; leave it out to see all"],
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
