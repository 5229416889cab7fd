import { ApiObject, Chart } from 'cdk8s';
import { bindOn, findingsOf, kubernetesChart, LABELS, objectsOf, only, POD_LABELS, SELECTOR } from './support';
import { ApplicationConfiguration, Component, CustomWorkload, HelidonDeployment, HelidonService, HelidonWorkload, HelidonWorkloadProps, MetricsTrait, Workload } from '../../../src';

const CONTAINERS = [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }];
const helidon = (deployment: Partial<HelidonDeployment> = {}, service?: HelidonService, more: Partial<HelidonWorkloadProps> = {}) =>
  new HelidonWorkload({ deployment: { name: 'greeting', podSpec: { containers: CONTAINERS }, ...deployment }, service, ...more });
const containers = (...ports: any[]) => ({ podSpec: { containers: [{ name: 'main', image: 'i', ports }] } });

const rendered = (given: Workload) => objectsOf(bindOn(kubernetesChart(), given));
const findings = (given: Workload) => findingsOf(bindOn(kubernetesChart(), given));
const unscraped = (given: Workload) => {
  const binding = bindOn(kubernetesChart(), given);
  new MetricsTrait(binding, 'metrics', { enabled: false });
  return binding;
};

test('becomes a Deployment and a Service of its name', () => {
  const metadata = { name: 'greeting', namespace: 'ns', labels: LABELS };

  expect(rendered(helidon()).filter(({ kind }) => kind !== 'PodMonitor')).toEqual([
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { selector: { matchLabels: SELECTOR }, template: { metadata: { labels: POD_LABELS }, spec: { containers: CONTAINERS } } },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: SELECTOR, ports: [{ name: 'main-8080', port: 8080, targetPort: 8080, protocol: 'TCP' }] },
    },
  ]);
});

test('keeps the pods\' spec and the strategy as they are', () => {
  const podSpec = { containers: CONTAINERS, serviceAccountName: 'greet', securityContext: {}, volumes: [{ name: 'tmp', emptyDir: {} }] };
  const strategy = { type: 'Recreate' };

  expect(only('Deployment', rendered(helidon({ podSpec, strategy }))).spec).toMatchObject({ strategy, template: { spec: podSpec } });
});

test('puts labels where the platform puts them', () => {
  const workload = helidon({ labels: { on: 'deployment', both: 'deployment' }, annotations: { deployed: 'yes' }, selector: { matchLabels: { tier: 'web' } } },
    undefined, { labels: { version: 'v1', both: 'workload', tier: 'not-web' }, annotations: { note: 'workload' } });
  const objects = rendered(workload);
  const { metadata, spec } = only('Deployment', objects);

  expect(metadata.labels).toEqual({ ...LABELS, version: 'v1', both: 'deployment', on: 'deployment', tier: 'not-web' });
  expect(metadata.annotations).toEqual({ note: 'workload', deployed: 'yes' });
  expect(spec.selector).toEqual({ matchLabels: { tier: 'web', ...SELECTOR } });
  expect(spec.template.metadata).toEqual({ labels: { ...POD_LABELS, version: 'v1', both: 'workload', tier: 'web' } });
  expect(only('Service', objects).spec.selector).toEqual({ tier: 'web', ...SELECTOR });
});

test('takes over labels and annotations of its application', () => {
  const chart = kubernetesChart();
  const hello = new ApplicationConfiguration(chart, 'hello', { metadata: { labels: { team: 'a', version: 'app' }, annotations: { version: 'v1.0.0' } } });
  hello.addComponent(new Component(chart, 'greet', { workload: helidon({}, undefined, { labels: { version: 'own' } }) }));
  const { metadata, spec } = only('Deployment', objectsOf(chart));

  expect(metadata.labels).toEqual({ ...LABELS, team: 'a', version: 'own' });
  expect(metadata.annotations).toEqual({ version: 'v1.0.0' });
  expect(spec.template.metadata).toEqual({ labels: { ...POD_LABELS, team: 'a', version: 'own' } });
});

describe('the Service', () => {
  const ports = (...given: any[]) => only('Service', rendered(helidon(containers(...given)))).spec.ports.map((port: any) => `${port.name} ${port.port}/${port.protocol}`);

  test('has every port of every container, each with its protocol', () => {
    const podSpec = { containers: [...CONTAINERS, { name: 'side', image: 'i', ports: [{ containerPort: 9090 }, { containerPort: 53, protocol: 'UDP' }] }] };

    expect(only('Service', rendered(helidon({ podSpec }))).spec.ports).toEqual([
      { name: 'main-8080', port: 8080, targetPort: 8080, protocol: 'TCP' },
      { name: 'side-9090', port: 9090, targetPort: 9090, protocol: 'TCP' },
      { name: 'side-53', port: 53, targetPort: 53, protocol: 'UDP' },
    ]);
  });

  test('tells two protocols of one port apart', () => {
    expect(ports({ containerPort: 8080 }, { containerPort: 53, protocol: 'UDP' }, { containerPort: 53 })).toEqual(['main-8080 8080/TCP', 'main-53 53/UDP', 'main-53-tcp 53/TCP']);
  });

  test('has names of ports that are not too long', () => {
    const podSpec = { containers: [{ ...CONTAINERS[0], name: 'c'.repeat(63) }] };
    const [{ name }] = only('Service', rendered(helidon({ podSpec }))).spec.ports;

    expect(name).toMatch(/^c{54}-[0-9a-f]{8}$/);
  });

  test('is as the program declares it', () => {
    const service = { labels: { a: 'b' }, annotations: { c: 'd' }, spec: { type: 'NodePort', ports: [{ name: 'http-web', port: 80, targetPort: 'http' }], selector: { own: 'pods' } } };
    const { metadata, spec } = only('Service', rendered(helidon({}, service as any)));

    expect(metadata).toEqual({ name: 'greeting', namespace: 'ns', labels: { ...LABELS, a: 'b' }, annotations: { c: 'd' } });
    expect(spec).toEqual(service.spec);
  });

  test('has what the program leaves out as the platform has it', () => {
    const { metadata, spec } = only('Service', rendered(helidon({}, { name: 'greeting', spec: { type: 'LoadBalancer' } })));

    expect(metadata.name).toBe('greeting');
    expect(spec).toEqual({ type: 'LoadBalancer', selector: SELECTOR, ports: [{ name: 'main-8080', port: 8080, targetPort: 8080, protocol: 'TCP' }] });
  });

  test('fails when it has another name than on the platform, and has the one of the Deployment all the same', () => {
    const binding = bindOn(kubernetesChart(), helidon({}, { name: 'front' }));

    expect(findingsOf(binding)).toEqual([
      "[c/hello/greet] pruned-field: 'workload.spec.serviceTemplate.metadata.name' is dropped by the API server of Verrazzano 1.4 to 1.7: the Service is called \"greeting\", as its Deployment; "
        + 'leave it out, and use that name',
    ]);
    expect(Chart.of(binding).node.findAll().filter(ApiObject.isApiObject).find(({ kind }) => kind === 'Service')!.metadata.name).toBe('greeting');
  });

  test('is not there without ports', () => {
    expect(objectsOf(unscraped(helidon(containers()))).map(({ kind }) => kind)).toEqual(['Deployment']);
  });

  test.each<[string, HelidonService]>([['its spec', { spec: {} }], ['its name', { name: 'greeting' }], ['its labels', { labels: { a: 'b' } }]])('fails when there is %s, and no port', (_, service) => {
    expect(findingsOf(unscraped(helidon(containers(), service)))).toEqual([
      "[c/hello/greet] missing-field: 'workload.spec.serviceTemplate.serviceSpec.ports' must have at least one port; "
        + 'declare the ports of the containers, or give those of the Service',
    ]);
  });

  test('without ports passes where it has no address', () => {
    expect(only('Service', objectsOf(unscraped(helidon(containers(), { spec: { clusterIp: 'None' } })))).spec.clusterIP).toBe('None');
  });
});

test('fails when two containers listen on one port', () => {
  const podSpec = { containers: [...CONTAINERS, { name: 'side', image: 'i', ports: [{ containerPort: 8080 }] }] };
  const finding = "[c/hello/greet] duplicate-port: 'workload.spec.deploymentTemplate.podSpec.containers[1].ports[0]' is port 8080 (TCP), which "
    + "'spec.deploymentTemplate.podSpec.containers[0].ports[0]' of the workload has already: the containers of a pod share its network; give each container its own port";

  expect(findings(helidon({ podSpec }))).toEqual([finding]);
});

test('fails when a variable has no name for Kubernetes', () => {
  const podSpec = { containers: [{ ...CONTAINERS[0], env: [{ name: 'a=b', value: 'c' }] }], initContainers: [{ name: 'init', image: 'i', env: [{ name: 'é', value: 'c' }] }] };
  const text = "must be the name of a variable (printable ASCII characters without '='), got";

  expect(findings(helidon({ podSpec }))).toEqual([
    `[c/hello/greet] invalid-value: 'workload.spec.deploymentTemplate.podSpec.containers[0].env[0].name' ${text} "a=…"`,
    `[c/hello/greet] invalid-value: 'workload.spec.deploymentTemplate.podSpec.initContainers[0].env[0].name' ${text} "é"`,
  ]);
});

test('fails when the selector does not select the pods', () => {
  const matchExpressions = [
    { key: 'version', operator: 'Exists' },
    { key: 'tier', operator: 'In', values: ['web', 'api'] },
    { key: 'app.oam.dev/name', operator: 'DoesNotExist' },
    { key: 'app.oam.dev/component', operator: 'NotIn', values: ['greet'] },
  ];

  expect(findings(helidon({ selector: { matchExpressions } }))).toEqual([
    "[c/hello/greet] selector-mismatch: 'workload.spec.deploymentTemplate.selector.matchExpressions' does not select the pods of the Deployment, which would have to have "
      + 'a label version, tier in (web, api), no label app.oam.dev/name, app.oam.dev/component not in (greet); give the workload labels that it selects',
  ]);
  expect(rendered(helidon({ selector: { matchExpressions: matchExpressions.slice(0, 2) } }, undefined, { labels: { version: '1', tier: 'api' } }))).toHaveLength(3);
});

test.each<[string, any, string]>([
  ['the selector has an operator without values', { matchExpressions: [{ key: 'a', operator: 'In' }] },
    "invalid-value: 'workload.spec.deploymentTemplate.selector.matchExpressions[0].values' must have at least one value; give it values, or use Exists or DoesNotExist"],
  ['the selector has values without need', { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
    "invalid-value: 'workload.spec.deploymentTemplate.selector.matchExpressions[0].values' must not be set with operator Exists; leave it out"],
  ['the selector has no key', { matchExpressions: [{ operator: 'Exists' }] },
    "missing-field: 'workload.spec.deploymentTemplate.selector.matchExpressions[0].key' is required"],
])('fails when %s', (_, selector, finding) => {
  expect(findings(helidon({ selector }))).toEqual([`[c/hello/greet] ${finding}`]);
});

test('fails when a field would be lost', () => {
  const manifest = {
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoHelidonWorkload',
    spec: {
      replicas: 2,
      deploymentTemplate: { metadata: { name: 'a' }, podSpec: { containers: CONTAINERS }, replicas: 2 },
      serviceTemplate: { spec: { type: 'NodePort' } },
    },
  };
  const finding = (field: string, known: string) => `[c/hello/greet] unknown-field: 'workload.spec.${field}' is an unknown field; expected one of ${known}; leave it out, or check its spelling`;

  expect(findings(new CustomWorkload({ manifest }))).toEqual([
    finding('replicas', 'deploymentTemplate, serviceTemplate'),
    finding('deploymentTemplate.replicas', 'metadata, podSpec, selector, strategy'),
    finding('serviceTemplate.spec', 'metadata, serviceSpec'),
  ]);
});

test('a CustomWorkload of its kind is rendered as one', () => {
  const manifest = {
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoHelidonWorkload',
    metadata: null,
    spec: { deploymentTemplate: { metadata: { name: 'greeting' }, podSpec: { containers: CONTAINERS }, selector: null, strategy: null }, serviceTemplate: null },
  };

  expect(rendered(new CustomWorkload({ manifest }))).toEqual(rendered(helidon()));
});
