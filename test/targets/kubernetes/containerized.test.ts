import { bindOn, findingsOf, kubernetesChart, LABELS, listening, objectsOf, only, POD_LABELS, SELECTOR } from './support';
import {
  ContainerizedContainer, ContainerizedWorkload, ContainerizedWorkloadProps, ContainerProtocol, CpuArchitecture, CustomWorkload, MetricsTrait,
  OperatingSystem, Workload,
} from '../../../src';

const workload = (props: Partial<ContainerizedWorkloadProps>, ...more: Partial<ContainerizedContainer>[]) => new ContainerizedWorkload({
  containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }, ...more.map((each, i) => ({ name: `c${i}`, image: 'i', ...each }))],
  ...props,
});
const rendered = (given: Workload) => objectsOf(bindOn(kubernetesChart(), given));
const deployment = (given: Workload) => only('Deployment', rendered(given));
const podSpec = (given: Workload) => deployment(given).spec.template.spec;
const findings = (given: Workload) => findingsOf(bindOn(kubernetesChart(), given));
/** Without metrics, of which ports are asked for. */
const unscraped = (given: Workload) => {
  const binding = bindOn(kubernetesChart(), given);
  new MetricsTrait(binding, 'metrics', { enabled: false });
  return binding;
};

test('becomes a Deployment and a Service', () => {
  const metadata = { name: 'greet', namespace: 'ns', labels: LABELS };
  expect(rendered(listening()).filter(({ kind }) => kind !== 'PodMonitor')).toEqual([
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: SELECTOR },
        template: {
          metadata: { labels: POD_LABELS },
          spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: SELECTOR, ports: [{ name: 'http', port: 8080, targetPort: 8080, protocol: 'TCP' }] },
    },
  ]);
});

test('leaves replicas to a ManualScalerTrait', () => {
  expect(deployment(listening()).spec).not.toHaveProperty('replicas');
});

test('has the name of the workload, and goes on being selected by the component\'s', () => {
  const objects = rendered(workload({ name: 'other' }));

  expect(objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual(['Deployment other', 'Service other', 'PodMonitor greet']);
  expect(only('Deployment', objects).spec.selector.matchLabels).toEqual(SELECTOR);
  expect(only('Service', objects).spec.selector).toEqual(SELECTOR);
});

test('says on which nodes it runs', () => {
  expect(podSpec(workload({ osType: OperatingSystem.LINUX, arch: CpuArchitecture.ARM64 })).nodeSelector).toEqual({ 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'arm64' });
  expect(podSpec(workload({ arch: CpuArchitecture.I386 })).nodeSelector).toEqual({ 'kubernetes.io/arch': '386' });
  expect(podSpec(workload({}))).not.toHaveProperty('nodeSelector');
});

test('names each pull secret once', () => {
  const secret = (imagePullSecret: string) => ({ imagePullSecret });

  expect(podSpec(workload({}, secret('a'), {}, secret('b'), secret('a'))).imagePullSecrets).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('takes over command, arguments, variables and probes', () => {
  const given = {
    command: ['run'],
    args: ['--all'],
    livenessProbe: { httpGet: { path: '/health', port: 8080 }, periodSeconds: 10 },
    readinessProbe: { exec: { command: ['true'] }, initialDelaySeconds: 0 },
  };
  const env = [
    { name: 'A', value: '' },
    { name: 'B', fromSecret: { name: 'secret', key: 'b' } },
    { name: 'C', value: 'first' },
  ];

  expect(podSpec(listening({ ...given, env })).containers).toEqual([{
    name: 'main',
    image: 'example/main:1',
    ports: [{ name: 'http', containerPort: 8080 }],
    ...given,
    env: [{ name: 'A', value: '' }, { name: 'B', valueFrom: { secretKeyRef: { name: 'secret', key: 'b' } } }, { name: 'C', value: 'first' }],
  }]);
});

test('asks for cpu, memory and extended resources', () => {
  const amounts = { cpu: { required: '500m' }, memory: { required: '256Mi' } };
  const resources = (more = {}) => podSpec(listening({ resources: { ...amounts, ...more } })).containers[0].resources;

  expect(resources()).toEqual({ requests: { cpu: '500m', memory: '256Mi' } });
  expect(resources({ extended: [{ name: 'nvidia.com/gpu', required: 2 }, { name: 'example.com/fpga', required: '1' }] })).toEqual({
    requests: { 'cpu': '500m', 'memory': '256Mi', 'nvidia.com/gpu': '2', 'example.com/fpga': '1' },
    limits: { 'nvidia.com/gpu': '2', 'example.com/fpga': '1' },
  });
});

describe('the Service', () => {
  const ports = (given: Workload) => only('Service', rendered(given)).spec.ports.map(({ name, port, targetPort, protocol }: any) => `${name} ${port}:${targetPort}/${protocol}`);

  test('has all ports of all containers, each with its protocol', () => {
    const dns = [{ name: 'dns', containerPort: 53 }, { name: 'dnsudp', containerPort: 53, protocol: ContainerProtocol.UDP }];

    expect(ports(workload({}, { ports: dns }))).toEqual(['http 8080:8080/TCP', 'dns 53:53/TCP', 'dnsudp 53:53/UDP']);
  });

  test('tells ports of one name apart by their containers', () => {
    const http = (containerPort: number) => ({ ports: [{ name: 'http', containerPort }] });
    const long = { name: 'c'.repeat(63), ...http(8083) };

    expect(ports(workload({}, http(8081), { ports: [{ name: 'admin', containerPort: 8082 }] }, long))).toEqual([
      'main-http 8080:8080/TCP', 'c0-http 8081:8081/TCP', 'admin 8082:8082/TCP', expect.stringMatching(/^c{54}-[0-9a-f]{8} 8083:8083\/TCP$/),
    ]);
  });

  test('is not there without ports', () => {
    const silent = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'i' }] });

    expect(objectsOf(unscraped(silent)).map(({ kind }) => kind)).toEqual(['Deployment']);
  });
});

test('fails when two containers listen on one port', () => {
  const http = { ports: [{ name: 'other', containerPort: 8080 }] };

  expect(findings(workload({}, http))).toEqual([
    "[c/hello/greet] duplicate-port: 'workload.spec.containers[1].ports[0]' is port 8080 (TCP), which 'spec.containers[0].ports[0]' of the workload has already: the "
      + 'containers of a pod share its network; give each container its own port',
  ]);
});

test('fails when the name is none for a Service', () => {
  expect(findings(workload({ name: '1st' }))).toEqual([
    "[c/hello/greet] invalid-name: 'workload.metadata.name' must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters), got \"1st\"",
  ]);
});

test('a name that is none for a Service passes without ports', () => {
  const silent = new ContainerizedWorkload({ name: '1st.deployment', containers: [{ name: 'main', image: 'i' }] });

  expect(only('Deployment', objectsOf(unscraped(silent))).metadata.name).toBe('1st.deployment');
});

const amounts = { cpu: { required: '1' }, memory: { required: '1Gi' } };

test.each<[string, Partial<ContainerizedContainer>, string]>([
  ['the name of a port is too long', { ports: [{ name: 'a'.repeat(16), containerPort: 8080 }] },
    `invalid-value: '*.ports[0].name' must be lower-case letters only, at most 15, as Kubernetes requires, got "${'a'.repeat(16)}"`],
  ['a variable has no value', { env: [{ name: 'A' }] },
    "invalid-value: '*.env[0]' must have exactly one of value, fromSecret, and has none"],
  ['a file has no content', { config: [{ path: '/a' }] },
    "invalid-value: '*.config[0]' must have exactly one of value, fromSecret, and has none"],
  ['it wants a graphics processor', { resources: { ...amounts, gpu: { required: '1' } } },
    "not-expressible: '*.resources.gpu' cannot be expressed: Kubernetes knows GPUs only as the resources of device plugins; "
      + 'request the resource of its device plugin in \'extended\', such as "nvidia.com/gpu"'],
])('fails when %s', (_, container, finding) => {
  const ports = [{ name: 'http', containerPort: 8080 }];

  // the port is there all the same: no monitor is asked for where nothing can be rendered
  expect(findings(listening({ ports, ...container }))).toEqual([`[c/hello/greet] ${finding.replace('*', 'workload.spec.containers[0]')}`]);
});

test('fails when a field would be lost', () => {
  const container = {
    name: 'main',
    image: 'i',
    imagePullPolicy: 'Always',
    ports: [{ name: 'http', containerPort: 8080, hostPort: 80 }],
    env: [{ name: 'A', fromSecret: { name: 's', key: 'k', optional: true } }],
    config: [{ path: '/a', value: 'b', mode: 420 }],
    resources: { cpu: { required: '1', limit: '2' }, memory: { required: '1Gi' }, storage: '1Gi', volumes: [{ name: 'v', mountPath: '/v', disk: { required: '1Gi', size: 1 } }] },
    livenessProbe: { httpGet: { path: '/', port: 8080, scheme: 'HTTPS' }, grpc: { port: 1 } },
  };
  const manifest = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [container], affinity: {} } };
  const unknown = (field: string, known: string) =>
    `[c/hello/greet] unknown-field: 'workload.spec.${field}' is an unknown field; expected one of ${known}; leave it out, or check its spelling`;
  const KNOWN = 'name, image, resources, command, args, env, config, ports, livenessProbe, readinessProbe, imagePullSecret';
  const PROBE = 'exec, httpGet, tcpSocket, initialDelaySeconds, periodSeconds, timeoutSeconds, successThreshold, failureThreshold';

  expect([...findings(new CustomWorkload({ manifest }))].sort()).toEqual([
    unknown('affinity', 'osType, arch, containers'),
    unknown('containers[0].config[0].mode', 'path, value, fromSecret'),
    unknown('containers[0].env[0].fromSecret.optional', 'name, key'),
    unknown('containers[0].imagePullPolicy', KNOWN),
    unknown('containers[0].livenessProbe.grpc', PROBE),
    unknown('containers[0].livenessProbe.httpGet.scheme', 'path, port, httpHeaders'),
    unknown('containers[0].ports[0].hostPort', 'name, containerPort, protocol'),
    unknown('containers[0].resources.cpu.limit', 'required'),
    unknown('containers[0].resources.storage', 'cpu, memory, gpu, volumes, extended'),
    unknown('containers[0].resources.volumes[0].disk.size', 'required, ephemeral'),
  ]);
});

test('explicit nulls are as good as absent', () => {
  const nothing = { command: null, args: null, env: null, config: null, resources: null, livenessProbe: null, imagePullSecret: null };
  const container = { name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080, protocol: null }], ...nothing };
  const manifest = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', metadata: null, spec: { osType: null, arch: null, containers: [container] } };

  expect(rendered(new CustomWorkload({ manifest }))).toEqual(rendered(listening()));
});
