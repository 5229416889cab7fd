import { MESH, bindOn, byService, chartWith, deployment, endpointsOf, findingOf, findingsOf, helidonWith, jobsOf, kubernetesChart, monitorOf, objectsOf, prometheus, serviceBeside, twoContainers, withPorts } from './support';
import { ApplicationConfiguration, Component, ContainerProtocol, ContainerizedWorkload, MetricsTrait, MonitorKind, Workload } from '../../../src';
import { expectGolden } from '../../support/golden';

const { POD_MONITOR, SERVICE_MONITOR } = MonitorKind;
const { UDP } = ContainerProtocol;

const AT = { path: '/metrics', scheme: 'http' };
const two = () => withPorts(['http', 8080], ['admin', 9090]);

describe('goldens', () => {
  const RELEASE = { monitorSelector: { matchLabels: { release: 'prometheus' } } };
  const scraped = (monitorKind: MonitorKind) => {
    const binding = bindOn(kubernetesChart({ ...prometheus({ ...RELEASE, ...MESH, monitorKind }), clusterName: 'berlin' }), two(), { revisionName: 'greet-v2' });
    new MetricsTrait(binding, 'metrics', {
      metadata: { name: 'greet-metrics', annotations: { owner: 'shop' } },
      ports: [{ port: 9090, path: '/admin/metrics' }, {}],
      port: 8080,
      path: '/more',
      secret: 'greet-credentials',
    });
    return binding;
  };

  test.each([[POD_MONITOR, 'kubernetes-pod-monitor'], [SERVICE_MONITOR, 'kubernetes-service-monitor']])('%s', (monitorKind, golden) => {
    const objects = objectsOf(scraped(monitorKind));

    expectGolden(golden, objects.filter(({ kind }) => kind === monitorKind));
  });

  test('each endpoint has its own job', () => {
    const binding = scraped(POD_MONITOR);

    expect(jobsOf(binding)).toEqual(['hello_ns_greet', 'hello_ns_greet_1', 'hello_ns_greet_2']);
    expect(binding.metrics.endpoints.map(({ jobName }) => jobName)).toEqual(jobsOf(binding));
  });
});

test('the name of a job is written in full', () => {
  const [name, namespace, component] = ['a', 'n', 'c'].map(letter => letter.repeat(63));
  const chart = kubernetesChart();
  const application = new ApplicationConfiguration(chart, 'hello', { metadata: { name, namespace } });
  const binding = application.addComponent(new Component(chart, 'greet', { workload: two(), metadata: { name: component, namespace } }));
  new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9090 }] });

  expect(jobsOf(binding)).toEqual([`${name}_${namespace}_${component}`, `${name}_${namespace}_${component}_1`]);
});

test.each([['hello', 'greet', []], ['hello', 'a.b', ['component a\\.b']], ['x.y', 'a.b.c', ['name x\\.y', 'component a\\.b\\.c']]])(
  'a dot stands for itself, which the operator reads as any character: %s, %s', (name, component, kept) => {
    const chart = kubernetesChart();
    const application = new ApplicationConfiguration(chart, 'hello', { metadata: { name } });
    application.addComponent(new Component(chart, 'greet', { workload: deployment([{ containerPort: 8080 }]), metadata: { name: component } }));
    const { relabelings } = monitorOf(chart).spec.podMetricsEndpoints[0];
    const keeps = relabelings.filter(({ action }: any) => action === 'keep');

    expect(keeps.map(({ sourceLabels, regex }: any) => `${sourceLabels[0].replace('__meta_kubernetes_pod_label_app_oam_dev_', '')} ${regex}`)).toEqual(kept);
  });

describe('places of a PodMonitor', () => {
  test.each<[string, Workload, any]>([
    ['a port by its name', withPorts(['web', 8080]), { port: 'web' }],
    ['a port without a name by its number', deployment([{ containerPort: 8080 }]), { portNumber: 8080 }],
    ['TCP beside UDP of one number', withPorts(['gossip', 8080, UDP], ['web', 8080]), { port: 'web' }],
    ['what annotations of a Deployment say', deployment([{ containerPort: 1 }, { containerPort: 9, name: 'nine' }], { 'prometheus.io/port': '9', 'prometheus.io/path': '/nine' }), { port: 'nine', path: '/nine' }],
  ])('%s', (_, workload, place) => {
    expect(endpointsOf(bindOn(chartWith(), workload))).toEqual([{ ...AT, ...place }]);
  });

  test('a name that two containers have stands for both: their ports go by number', () => {
    const binding = bindOn(chartWith(), twoContainers());
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9090 }] });

    expect(endpointsOf(binding)).toEqual([{ ...AT, portNumber: 8080 }, { ...AT, portNumber: 9090 }]);
  });

  test('two paths of one port', () => {
    const binding = bindOn(chartWith());
    new MetricsTrait(binding, 'metrics', { ports: [{ path: '/a' }, { path: '/b' }] });

    expect(endpointsOf(binding)).toEqual([{ scheme: 'http', port: 'http', path: '/a' }, { scheme: 'http', port: 'http', path: '/b' }]);
  });

  test('credentials by reference', () => {
    const binding = bindOn(chartWith());
    new MetricsTrait(binding, 'metrics', { secret: 'credentials' });
    const key = (name: string) => ({ name: 'credentials', key: name });

    expect(endpointsOf(binding)).toEqual([{ ...AT, port: 'http', basicAuth: { username: key('username'), password: key('password') } }]);
  });
});

describe('places of a ServiceMonitor', () => {
  const OWN = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };
  const scraped = (workload: Workload, spec?: any) => {
    const binding = bindOn(byService(), workload);
    if (spec) serviceBeside(binding, 'front', spec);
    return binding;
  };
  const SELECTS = { selector: { app: 'greet' } };

  test.each<[string, any, any, any, string]>([
    ['a port by its name in the Service', two(), undefined, { port: 'http' }, 'greet'],
    ['names that two containers share have the container in front', twoContainers(), undefined, { port: 'one-http' }, 'greet'],
    ['TCP beside UDP of one number', withPorts(['gossip', 8080, UDP], ['web', 8080]), undefined, { port: 'web' }, 'greet'],
    ['the generated name of a HelidonWorkload', helidonWith(undefined), undefined, { port: 'main-8080' }, 'greet'],
    ['a port without a name by its target', helidonWith({ ports: [{ port: 80, targetPort: 'web' }] }), undefined, { targetPort: 8080 }, 'greet'],
    ['a Service of another component', deployment([{ containerPort: 8080 }]), { ...SELECTS, ports: [{ port: 80, targetPort: 8080 }] }, { targetPort: 8080 }, 'front'],
    ['its target by name', deployment([{ containerPort: 8080, name: 'web' }]), { ...SELECTS, ports: [{ port: 80, name: 'first', targetPort: 'web' }, { port: 81, name: 'x', targetPort: 'none' }] }, { port: 'first' }, 'front'],
    ['no target is the port itself', deployment([{ containerPort: 8080 }]), { ...SELECTS, ports: [{ port: 8080, name: 'first' }] }, { port: 'first' }, 'front'],
    ['a Service that selects by labels of the model', deployment([{ containerPort: 8080 }]), { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 8080, name: 'first' }] }, { port: 'first' }, 'front'],
  ])('%s', (_, workload, service, place, component) => {
    const binding = scraped(workload, service);

    expect(endpointsOf(binding)).toEqual([{ ...AT, ...place }]);
    expect(monitorOf(binding).spec.selector).toEqual({ matchLabels: { ...OWN, 'app.oam.dev/component': component } });
  });

  test('a Service of another component, where its own leads elsewhere', () => {
    const binding = scraped(helidonWith({ ports: [{ port: 80, targetPort: 'web' }] }), { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 9090 }] });
    new MetricsTrait(binding, 'metrics', { port: 9090 });

    expect(endpointsOf(binding)).toEqual([{ ...AT, targetPort: 9090 }]);
    expect(monitorOf(binding).spec.selector.matchLabels['app.oam.dev/component']).toBe('front');
  });

  test('a Service that is bound after the trait', () => {
    const binding = bindOn(byService(), deployment([{ containerPort: 8080 }]));
    new MetricsTrait(binding, 'metrics');
    serviceBeside(binding, 'front', { ...SELECTS, ports: [{ port: 80, name: 'late', targetPort: 8080 }] });

    expect(endpointsOf(binding)).toEqual([{ ...AT, port: 'late' }]);
  });

  const NONE = 'service-not-found: a ServiceMonitor needs a Service with labels that leads to port 8080 of component "greet", and none is rendered; '
    + 'declare the port, bind a component with such a Service, or use MonitorKind.POD_MONITOR';

  test.each<[string, any, any]>([
    ['there is none', deployment([{ containerPort: 8080 }]), undefined],
    ['it has another port', deployment([{ containerPort: 8080 }]), { ...SELECTS, ports: [{ port: 8080, targetPort: 8081 }] }],
    ['it has the port for UDP', deployment([{ containerPort: 8080 }]), { ...SELECTS, ports: [{ port: 8080, protocol: 'UDP' }] }],
    ['it selects other pods', deployment([{ containerPort: 8080 }]), { selector: { app: 'other' }, ports: [{ port: 8080 }] }],
    ['it selects nothing', deployment([{ containerPort: 8080 }]), { ports: [{ port: 8080 }] }],
    ['its own selects other pods', helidonWith({ selector: { app: 'other' }, ports: [{ port: 80, targetPort: 'web' }] }), undefined],
    ['its own stands for a name outside', helidonWith({ type: 'ExternalName', externalName: 'example.com', ports: [{ port: 80, targetPort: 'web' }] }), undefined],
  ])('fails when %s', (_, workload, service) => {
    expect(findingOf(scraped(workload, service))).toBe(NONE);
  });

  test('fails when two components have a Service for one endpoint each', () => {
    const binding = bindOn(byService(), deployment([{ containerPort: 8080 }, { containerPort: 9090 }]));
    serviceBeside(binding, 'one', { ...SELECTS, ports: [{ port: 8080, name: 'a' }] });
    serviceBeside(binding, 'two', { ...SELECTS, ports: [{ port: 9090, name: 'a' }] });
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9090 }] });

    expect(findingOf(binding)).toBe(NONE.replace('port 8080', 'port 8080 and 9090'));
  });
});

describe('a port that no container declares', () => {
  const REMEDY = 'declare it in a container, name the right one in a MetricsTrait, or set \'enabled: false\'';
  const undeclared = (port: number, declared: string) => `metrics-port-not-declared: port ${port} of component "greet" is declared by none of its containers${declared}; ${REMEDY}`;

  test.each<[string, Workload, string]>([
    ['there are others', deployment([{ containerPort: 80 }, { containerPort: 81, name: 'web' }]), undeclared(8080, ' (80, 81 (web))')],
    ['there are none', new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] }), undeclared(8080, ', which declare no TCP ports')],
    ['it is of UDP', withPorts(['web', 8080, UDP]), undeclared(8080, ', which declare no TCP ports')],
  ])('fails when %s', (_, workload, message) => {
    expect(findingOf(bindOn(chartWith(), workload))).toBe(message);
  });

  test('fails once for each endpoint', () => {
    const binding = bindOn(chartWith());
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 8080 }, { port: 2 }] });

    expect(findingsOf(binding)).toEqual([1, 2].map(port => `[c/hello/greet/metrics] ${undeclared(port, ' (8080 (http))')}`));
  });

  test('fails for ServiceMonitors, once', () => {
    const binding = bindOn(byService(), withPorts(['web', 80]));

    expect(findingsOf(binding)).toEqual([
      `[c/hello/greet] ${undeclared(8080, ' (80 (web))')}`,
    ]);
  });
});
