import { drawn, fromSecret, GATEWAY, ingress, meta, ofGreet, path, SCRAPER, service, withEnvironment, WORKLOAD } from './support';
import { deployment, endpoint, podMonitor } from '../../verify/kubernetes-manifests';
import { application, component, entry, metricsTrait } from '../../verify/manifests';

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
      'missing_ns_other["other<br/>Service<br/>not in the manifests"]',
      'host_ns_a_example_com --> route_ns_greet',
      'route_ns_greet -->|"/a/…<br/>/b/…"| missing_ns_other',
      'classDef missing stroke-dasharray:4',
      'class missing_ns_other missing',
    ]);
  });

  test('to a Service without pods, with the reason', async () => {
    expect((await drawn(ingress([path('greet')]), service, deployment([], 'other', { labels: {} }))).map(line => line.trim())).toEqual(expect.arrayContaining([
      'route_ns_greet -->|"/hi/…"| service_ns_greet', expect.stringMatching(/^service_ns_greet --> missing_ns_\w+$/), expect.stringContaining('"✗ selects no pods#59; '),
    ]));
  });

  test('to nothing but an answer', async () => {
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: meta('closed'), spec: { parentRefs: [{ name: 'public' }], hostnames: ['a.example.com'], rules: [{}] },
    };
    expect(await drawn(GATEWAY, route)).toEqual([
      'route_ns_closed{{"closed<br/>HTTPRoute<br/>answers with status 500"}}', 'host_ns_a_example_com(["a.example.com"])', 'host_ns_a_example_com -->|"Gateway public"| route_ns_closed',
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
    const route = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: meta('greet', ofGreet),
      spec: { parentRefs: [{ name: 'public' }], hostnames: ['a.example.com'], rules: [{ backendRefs: [{ name: 'greet', port: 80 }] }] },
    };
    expect(await drawn(GATEWAY, route, service, deployment())).toEqual(expect.arrayContaining([
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

  test('without the query of its path, which may hold a token', async () => {
    expect(await drawn(deployment(), podMonitor([endpoint('job', { port: 'http', path: '/metrics?token=hunter2' })]))).toContain(
      'scraper_scraper -.->|"PodMonitor greet<br/>:8081/metrics?…"| workload_ns_greet');
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
    'secret_ns_other[("other<br/>Secret<br/>created elsewhere")]',
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

test('names and paths stay text, whatever they hold', async () => {
  const hostile = '/"]; click x href "javascript:alert(1)" <b>`**a**` #end; %%{init}%% | end\u202e\u0000\n';
  const [line] = (await drawn(ingress([path('greet', hostile)]), service, deployment())).filter(each => each.startsWith('route_ns_greet --'));
  expect(line).toMatch(/^route_ns_greet -->\|"[\p{L}\p{N} .:,/()=…'#;-]*"\| service_ns_greet$/u);
  expect(line).toContain('#34;#93;#59; click x href #34;javascript:alert(1)#34; #60;b#62;#96;#42;#42;a');
});
