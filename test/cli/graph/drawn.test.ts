import { drawn, fromSecret, GATEWAY, ingress, meta, ofGreet, path, SCRAPER, service, withEnvironment, WORKLOAD } from './support';
import { deployment, endpoint, podMonitor } from '../../verify/kubernetes-manifests';
import { application, component, entry, metricsTrait } from '../../verify/manifests';

describe('a route leads', () => {
  const HOST = 'host_ns_a_example_com(["a.example.com"])';

  test('from the host to the pods', async () => {
    expect(await drawn(ingress([path('greet')]), service, deployment())).toEqual([WORKLOAD, HOST, 'host_ns_a_example_com -->|"/hi/…"| component_ns_greet']);
  });

  test('to a Service that is elsewhere', async () => {
    expect(await drawn(ingress([path('other', '/a'), path('other', '/b')]))).toEqual([
      HOST,
      'missing_ns_other["other<br/>Service<br/>not in the manifests"]',
      'host_ns_a_example_com -->|"/a/…<br/>/b/…"| missing_ns_other',
      'classDef missing stroke-dasharray:4',
      'class missing_ns_other missing',
    ]);
  });

  test('to where it breaks, with the reason', async () => {
    const without = await drawn(ingress([path('greet')]), service, deployment([], 'other', { labels: {} }));
    expect(without).toContainEqual(expect.stringMatching(/^missing_ns_\w+\["Ingress greet<br\/>✗ selects no pods#59; .*"\]$/));
    const broken = { ...service, spec: { ...service.spec, ports: [{ port: 81 }] } };
    expect(await drawn(ingress([path('greet')]), broken, deployment())).toContainEqual(
      expect.stringMatching(/^missing_ns_\w+\["Ingress greet<br\/>✗ must be a port of Service #34;greet#34;.*"\]$/));
  });

  test('nowhere, if it is answered', async () => {
    const redirect = { type: 'RequestRedirect', requestRedirect: { scheme: 'https' } };
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: meta('closed'),
      spec: { parentRefs: [{ name: 'public' }], hostnames: ['a.example.com'], rules: [{ filters: [redirect] }] },
    };
    expect(await drawn(GATEWAY, route, deployment())).toEqual([WORKLOAD]);
  });

  test('from each host by itself, and from any', async () => {
    const rules = ['a.example.com', undefined].map((host, i) => ({ host, http: { paths: [path('greet', `/${i}`)] } }));
    expect(await drawn(ingress([], { rules }), service, deployment())).toEqual([
      WORKLOAD, HOST, 'host_ns_any_host(["any host"])', 'host_ns_a_example_com -->|"/0/…"| component_ns_greet', 'host_ns_any_host -->|"/1/…"| component_ns_greet',
    ]);
  });

  test.each<[string, object[]]>([
    ['a Gateway', [GATEWAY, {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: meta('greet', ofGreet),
      spec: { parentRefs: [{ name: 'public' }], hostnames: ['a.example.com'], rules: [{ backendRefs: [{ name: 'greet', port: 80 }] }] },
    }]],
    ['a VirtualService', [{
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: meta('greet', ofGreet),
      spec: { hosts: ['a.example.com'], gateways: ['ns/public'], http: [{ route: [{ destination: { host: 'greet', port: { number: 80 } } }] }] },
    }]],
  ])('through %s', async (_, objects) => {
    expect(await drawn(...objects, service, deployment())).toEqual([WORKLOAD, HOST, 'host_ns_a_example_com -->|"/…"| component_ns_greet']);
  });
});

describe('a call leads to the pods of the Service', () => {
  const CALL = 'component_ns_greet ==> component_ns_db';
  const calls = async (container: object, ...more: readonly object[]) => {
    const own = deployment() as any;
    Object.assign(own.spec.template.spec.containers[0], container);
    const db = deployment([], 'db', { namespace: 'ns', labels: {} }) as any;
    db.spec.template.metadata = { labels: { app: 'db' } };
    const named = { apiVersion: 'v1', kind: 'Service', metadata: meta('db'), spec: { selector: { app: 'db' }, ports: [{ port: 5432 }] } };
    return (await drawn(own, db, named, ...more)).filter(line => line.includes('==>'));
  };
  const variable = (value: string, name = 'X') => ({ env: [{ name, value }] });
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('settings'), data: { 'DB_HOST': 'db', 'db.url': 'http://db/' } };

  test.each<[string, object]>([
    ['a URL', variable('postgres://user:word@db/shop')], ['a port', variable('db:5432')], ['its namespace', variable('db.ns')],
    ['all of its name', variable('tcp/db.ns.svc.cluster.local')], ['an address', variable('db', 'DB_HOST')],
    ['an argument', { args: ['--db-url=db', 'serve'] }], ['a command', { command: ['sh', '-c', 'psql -h db.ns'] }],
    ['a list', variable('a:1,db:5432,c:2')], ['a ConfigMap', { envFrom: [{ configMapRef: { name: 'settings' } }] }],
    ['a pod of a headless Service', variable('db-0.db:5432,db-1.db.ns.svc')], ['a key of a ConfigMap', { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'settings', key: 'db.url' } } }] }],
  ])('that %s names', async (_, container) => {
    expect(await calls(container, settings)).toEqual([CALL]);
  });

  test.each<[string, object]>([
    ['a word', variable('db')], ['a tag of an image', variable('db:5.2')], ['a Service of another namespace', variable('db.other:80')], ['an argument that is a command', { args: ['db', 'migrate'] }],
    ['another domain', variable('http://db.ns.example.com')], ['a longer name', variable('http://mydb/')], ['values of other types', { env: [{ name: 'HOST', value: 1 }, null], args: [1] }],
  ])('not for %s', async (_, container) => {
    expect(await calls(container, settings)).toEqual([]);
  });
});

describe('a scrape leads to the pods', () => {
  test('from a scraper that is elsewhere', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint()]))).toEqual([
      WORKLOAD, SCRAPER, 'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics"| component_ns_greet',
    ]);
  });

  test('from the Prometheus that selects the monitor', async () => {
    const prometheus = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: meta('k8s'), spec: { podMonitorSelector: {} } };
    const all = await drawn(prometheus, deployment(), podMonitor([endpoint()]));
    expect(all.filter(line => line.includes('scraper_'))).toEqual([
      'scraper_ns_k8s[["k8s<br/>Prometheus"]]', 'scraper_ns_k8s -.->|"PodMonitor greet<br/>:8081/metrics"| component_ns_greet',
    ]);
  });

  test('without the query of its path, which may hold a token', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint('job', { port: 'http', path: '/metrics?token=hunter2' })]))).toContain(
      'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics?…"| component_ns_greet');
  });

  test('with the reason why it does not', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint('job', { port: 'other' })]))).toContainEqual(
      expect.stringMatching(/^scraper_scraper -\.->\|"PodMonitor greet<br\/>✗ .*"\| component_ns_greet$/));
  });

  test('of no monitor that selects none', async () => {
    expect(await drawn(podMonitor([endpoint()]))).toEqual([
      'missing_ns_greet["greet<br/>PodMonitor<br/>selects no pods here"]', 'classDef missing stroke-dasharray:4', 'class missing_ns_greet missing',
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
    'secret_ns_made[("made<br/>Secret<br/>from ExternalSecret db")]',
    'secret_ns_generated[("generated<br/>Secret<br/>from ExternalSecret generated")]',
    'secret_ns_sealed[("sealed<br/>Secret<br/>from SealedSecret sealed")]',
    'secret_ns_plain[("plain<br/>Secret<br/>in the manifests")]',
    'secret_ns_other[("other<br/>Secret<br/>created elsewhere")]',
    ...['made', 'generated', 'sealed', 'plain', 'other'].map(name => `secret_ns_${name} --o component_ns_greet`),
  ]));
});

test('an application of OAM binds components', async () => {
  const trait = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait', spec: { rules: [{ hosts: ['a.example.com'], paths: [{ path: '/hi' }] }] } };
  const scaler = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ManualScalerTrait', spec: { replicaCount: 2 } };
  const configuration = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: meta('settings'), spec: { workload: { apiVersion: 'v1', kind: 'ConfigMap' } } };
  expect(await drawn(application([entry('greet', trait, scaler, metricsTrait()), entry('settings', trait), entry('gone', trait)]), component('greet'), configuration)).toEqual([
    'component_ns_greet["greet<br/>ContainerizedWorkload"]',
    'component_ns_gone["gone<br/>Component, not in the manifests"]',
    'host_ns_a_example_com(["a.example.com"])',
    'scraper_scraper[["scraper<br/>of the OAM platform"]]',
    'host_ns_a_example_com -->|"/hi"| component_ns_greet',
    'host_ns_a_example_com -->|"/hi"| component_ns_gone',
    'scraper_scraper -.->|":8080/metrics"| component_ns_greet',
    'scraper_scraper -.->|":?"| component_ns_gone',
  ]);
});

test('objects whose names are generated are several', async () => {
  const job = (generateName: string) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { generateName, namespace: 'ns' }, spec: { template: { spec: { containers: [{ name: 'a', image: 'a', env: [fromSecret('word')] }] } } } });
  expect(await drawn(job('seed-'), job('migrate-'))).toEqual([
    'component_ns_seed_["seed-…<br/>Job"]', 'component_ns_migrate_["migrate-…<br/>Job"]', 'secret_ns_word[("word<br/>Secret<br/>created elsewhere")]',
    'secret_ns_word --o component_ns_seed_', 'secret_ns_word --o component_ns_migrate_',
  ]);
});

test('names and paths stay text, whatever they hold', async () => {
  const hostile = '/"]; click x href "javascript:alert(1)" <b>`**a**` #end; %%{init}%% | end\u202e\u0000\n';
  const [line] = (await drawn(ingress([path('greet', hostile)]), service, deployment())).filter(each => each.startsWith('host_ns_a_example_com --'));
  expect(line).toMatch(/^host_ns_a_example_com -->\|"[\p{L}\p{N} .:,/()=…'#;-]*"\| component_ns_greet$/u);
  expect(line).toContain('#34;#93;#59; click x href #34;javascript:alert(1)#34; #60;b#62;#96;#42;#42;a');
});
