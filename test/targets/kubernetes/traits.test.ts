import { bindOn, chartWith, findingOf, findingsOf, helidonWith, judgedOf, kubernetesChart, listening, objectsOf, weblogic } from './support';
import { CONFIG_MAP, CRON_JOB, DAEMON_SET, JOB, POD, REPLICA_SET, STATEFUL_SET, ofKind, shop, storage } from './traits-support';
import { ComponentBinding, CustomTrait, CustomWorkload, IngressPathType, IngressTrait, LoggingTrait, ManualScalerTrait, MetricsTrait, Scraper, VolumeSharingPolicy, Workload } from '../../../src';

type Add = (binding: ComponentBinding, id: string, more?: any) => void;

const IMAGE = 'example/fluentd:1';

const TRAITS: [string, Add][] = [
  ['IngressTrait', (binding, id, more) => new IngressTrait(binding, id, { rules: [{}], ...more })],
  ['LoggingTrait', (binding, id, more) => new LoggingTrait(binding, id, { loggingImage: IMAGE, loggingConfig: 'a', ...more })],
  ['ManualScalerTrait', (binding, id, more) => new ManualScalerTrait(binding, id, { replicaCount: 1, ...more })],
  ['MetricsTrait', (binding, id, more) => new MetricsTrait(binding, id, more)],
];

describe.each(TRAITS)('%s', (kind, add) => {
  const withMore = (more: any) => {
    const binding = bindOn(kubernetesChart());
    add(binding, 'trait', more);
    return binding;
  };
  const AT = '[c/hello/greet/trait]';

  test('fails when it lies in another namespace', () => {
    expect(findingsOf(withMore({ metadata: { namespace: 'other' } }))).toEqual([
      `${AT} namespace-mismatch: 'metadata.namespace' is "other", its application is in namespace "ns"; leave it out`,
    ]);
  });

  test('may lie in the namespace of its application', () => {
    expect(findingsOf(withMore({ metadata: { namespace: 'ns' } }))).toEqual([]);
  });

  test('fails when it takes or gives data, which only an OAM runtime does', () => {
    const LOST = 'cannot be expressed without an OAM platform: only the OAM runtime reads it; leave them out, and give the value itself';
    const binding = withMore({
      dataInputs: [{ valueFrom: { dataOutputName: 'a' }, toFieldPaths: ['spec.a'] }],
      dataOutputs: [{ name: 'b', fieldPath: 'spec.b' }],
    });

    expect(findingsOf(binding)).toEqual(['dataInputs', 'dataOutputs'].map(field => `${AT} not-expressible: '${field}' ${LOST}`));
  });

  test('fails when it has a label of the model', () => {
    const binding = withMore({ metadata: { labels: { 'app.oam.dev/name': 'bye', 'own': 'yes' } } });
    // this one makes no object that would have it
    const isLost = kind === 'ManualScalerTrait';

    expect(findingsOf(binding)).toEqual([
      `${AT} reserved-label: 'metadata.labels['app.oam.dev/name']' must be "hello", got "bye": the label identifies the owner of the object; leave it out`,
      ...isLost ? [`${AT} not-expressible: 'metadata.labels' cannot be expressed: no object is made of the trait to which they could belong; leave them out`] : [],
    ]);
  });

  test('gives the same bytes twice', () => {
    const binding = withMore({});

    expect(objectsOf(binding)).toEqual(objectsOf(binding));
  });
});

test.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[1, 3, 0, 2]]])('the order of traits changes nothing but the order of their objects: %p', order => {
  const binding = bindOn(kubernetesChart());
  for (const index of order) {
    const [kind, add] = TRAITS[index];
    add(binding, kind);
  }
  const objects = objectsOf(binding);

  expect(objects.map(({ kind }) => kind).slice(0, 2)).toEqual(['Deployment', 'Service']);
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'ConfigMap logging-stdout-greet-deployment', 'Deployment greet', 'Ingress greet', 'PodMonitor greet', 'Service greet',
  ]);
  expect(objects[0].spec.replicas).toBe(1);
  expect(objects[0].spec.template.spec.containers).toHaveLength(2);
});

describe('changed later', () => {
  test('what is rendered first is changed by what is added afterwards', () => {
    const binding = bindOn(kubernetesChart());
    const before = objectsOf(binding);
    new ManualScalerTrait(binding, 'scale', { replicaCount: 3 });
    new LoggingTrait(binding, 'logging', { loggingImage: IMAGE });
    const after = objectsOf(binding);

    expect(before[0].spec.replicas).toBeUndefined();
    expect(after[0].spec.replicas).toBe(3);
    expect(after[0].spec.template.spec.containers).toHaveLength(2);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test('traits that are taken away leave nothing behind', () => {
    const binding = bindOn(kubernetesChart());
    const before = objectsOf(binding);
    new IngressTrait(binding, 'ingress', { rules: [{}] });
    new LoggingTrait(binding, 'logging', { loggingImage: IMAGE, loggingConfig: 'a' });
    new ManualScalerTrait(binding, 'scale', { replicaCount: 3 });
    expect(objectsOf(binding)).toHaveLength(before.length + 2);
    for (const id of ['ingress', 'logging', 'scale']) binding.node.tryRemoveChild(id);

    expect(objectsOf(binding)).toEqual(before);
  });

  test('what was wrong is forgotten with the trait', () => {
    const binding = bindOn(kubernetesChart());
    new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/.*', pathType: IngressPathType.REGEX }] }] });
    expect(findingsOf(binding)).toHaveLength(1);
    binding.node.tryRemoveChild('ingress');

    expect(findingsOf(binding)).toEqual([]);
  });
});

test('everything that is wrong is told together, each at its construct', () => {
  const binding = bindOn(chartWith({ monitorNamespaceSelector: undefined }), listening({ ports: [{ name: 'http', containerPort: 80 }] }));
  new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/.*', pathType: IngressPathType.REGEX }], destination: { port: 81 } }] });
  new LoggingTrait(binding, 'logging', { loggingImage: IMAGE, metadata: { namespace: 'other' } });
  new ManualScalerTrait(binding, 'scale', { replicaCount: 1, overrides: { spec: { max: 2 } } });
  new MetricsTrait(binding, 'metrics', { scraper: Scraper.parse('old/prometheus') });
  new CustomTrait(binding, 'health', { manifest: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope' } });

  expect(findingsOf(binding).map(line => line.replace(/^\[c\/hello\/greet\/(\w+)\] ([a-z-]+): .*$/, '$1: $2'))).toEqual([
    'ingress: not-expressible', 'ingress: service-not-found',
    'logging: namespace-mismatch',
    'scale: unknown-field',
    'metrics: invalid-value', 'metrics: metrics-port-not-declared', 'metrics: not-selected',
    'health: unknown-oam-kind',
  ]);
});

test('what is wrong with a workload is told beside what is wrong with its traits', () => {
  const workload = new CustomWorkload({
    manifest: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'greet', namespace: 'other' },
      spec: { serviceName: 'greet', selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'a' }] } } },
    },
  });
  const binding = bindOn(kubernetesChart(), workload);
  new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/.*', pathType: IngressPathType.REGEX }], destination: { host: 'front', port: 80 } }] });

  expect(findingsOf(binding)).toEqual([
    '[c/hello/greet] namespace-mismatch: \'workload.metadata.namespace\' is "other", its application is in namespace "ns"; leave it out',
    '[c/hello/greet/ingress] not-expressible: \'rules[0].paths[0].pathType\' cannot be Regex: an Ingress knows exact paths and prefixes, and leaves others to its controller; '
      + 'use Prefix, or ImplementationSpecific with the annotation by which the controller reads an expression',
  ]);
});

test('what follows from a workload that is not rendered is not told of its traits', () => {
  const binding = bindOn(kubernetesChart(), new CustomWorkload({ manifest: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Task', spec: {} } }));
  for (const [kind, add] of TRAITS.filter(([name]) => name !== 'MetricsTrait')) add(binding, kind);
  new CustomTrait(binding, 'metrics', { manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 1 } } });

  expect(findingsOf(binding)).toEqual([
    '[c/hello/greet] unknown-oam-kind: \'workload\' is a Task of core.oam.dev/v1alpha2, which a cluster without an OAM platform does not know; '
      + 'give the KubernetesPlatform a renderer for it: \'renderers: [{ apiVersion, kind, render }]\'',
  ]);
});

function scaled(workload?: Workload, replicaCount = 3) {
  const binding = bindOn(kubernetesChart(), workload);
  new ManualScalerTrait(binding, 'scale', { replicaCount });
  return binding;
}

const replicas = (binding: ReturnType<typeof scaled>) =>
  objectsOf(binding).filter(({ spec }) => spec?.replicas !== undefined).map(({ kind, spec }) => [kind, spec.replicas]);

test.each<[string, Workload, string[]]>([
  ['ContainerizedWorkload', listening(), ['Deployment']],
  ['HelidonWorkload', helidonWith(undefined), ['Deployment']],
  ['CoherenceWorkload', storage({ replicas: 1 }), ['Coherence']],
  ['WebLogicWorkload with clusters of its own', shop(), ['Domain', 'Cluster']],
  ['WebLogicWorkload without clusters', weblogic({ replicas: 1 }), ['Domain']],
  ['StatefulSet', STATEFUL_SET, ['StatefulSet']],
  ['ReplicaSet', REPLICA_SET, ['ReplicaSet']],
  ['another kind with a number', ofKind('example.com/v1', 'Foo', { replicas: 1 }), ['Foo']],
])('%s', (_, workload, kinds) => {
  expect(replicas(scaled(workload))).toEqual(kinds.map(kind => [kind, 3]));
});

test('there may be none', () => {
  expect(replicas(scaled(listening(), 0))).toEqual([['Deployment', 0]]);
});

test('taken out of the tree, it leaves the number to Kubernetes', () => {
  const binding = scaled();
  binding.node.tryRemoveChild('scale');

  expect(replicas(binding)).toEqual([]);
});

test('one that is written by CustomTrait, with the workload to which an OAM runtime would bind it', () => {
  const binding = bindOn(kubernetesChart());
  const spec = { replicaCount: 2, workloadRef: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', name: 'greet' } };
  new CustomTrait(binding, 'scale', { manifest: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ManualScalerTrait', metadata: { name: 'two' }, spec } });

  expect(replicas(binding)).toEqual([['Deployment', 2]]);
});

test.each(['scaler', 'logging'])('the order of traits does not matter: %s first', first => {
  const binding = bindOn(kubernetesChart());
  const scale = () => new ManualScalerTrait(binding, 'scale', { replicaCount: 2 });
  const log = () => new LoggingTrait(binding, 'logging', { loggingImage: 'example/fluentd:1' });
  for (const add of first === 'scaler' ? [scale, log] : [log, scale]) add();
  const { spec } = objectsOf(binding).find(({ kind }) => kind === 'Deployment');

  expect([spec.replicas, spec.template.spec.containers.length]).toEqual([2, 2]);
});

test.each<[string, Workload]>([
  ['DaemonSet', DAEMON_SET],
  ['Job', JOB],
  ['CronJob', CRON_JOB],
  ['Pod', POD],
  ['ConfigMap', CONFIG_MAP],
  ['Foo', ofKind('example.com/v1', 'Foo', {})],
])('fails when there is no number of pods: %s', (kind, workload) => {
  expect(findingOf(scaled(workload))).toBe(
    `not-scalable: is on a ${kind}, which has no number of replicas to set; put the trait on the component whose workload runs the pods, or leave it out`);
});

describe('a volume for the workload alone', () => {
  const keeping = (sharingPolicy?: VolumeSharingPolicy, ephemeral?: boolean) => listening({
    resources: {
      cpu: { required: '1' },
      memory: { required: '1Gi' },
      volumes: [{ name: 'data', mountPath: '/data', sharingPolicy, disk: { required: '1Gi', ephemeral } }],
    },
  });

  test('is a warning when several pods would need it', () => {
    expect(judgedOf(scaled(keeping(), 2))).toEqual([
      'warning Deployment shared-volume: \'spec.replicas\' lets several pods mount claim "greet.data", whose access mode ReadWriteOnce is for the pods of one node; '
      + 'run one, use ReadWriteMany, or let a StatefulSet claim a volume for each pod',
    ]);
  });

  test.each<[string, Workload, number]>([
    ['one pod has it', keeping(), 1],
    ['no pod has it', keeping(), 0],
    ['pods share it', keeping(VolumeSharingPolicy.SHARED), 2],
    ['each pod has one of its own', keeping(undefined, true), 2],
  ])('%s', (_, workload, count) => {
    expect(replicas(scaled(workload, count))).toEqual([['Deployment', count]]);
  });
});

test('the clusters of a domain have their own numbers, which would go before: they are set too', () => {
  const objects = objectsOf(scaled(weblogic({ clusters: [{ clusterName: 'front', replicas: 2 }, { clusterName: 'back' }] })));
  const { spec } = objects.find(({ kind }) => kind === 'Domain');

  expect([spec.replicas, spec.clusters]).toEqual([3, [{ clusterName: 'front', replicas: 3 }, { clusterName: 'back', replicas: 3 }]]);
});

test('fails when there is a second one, whatever its name', () => {
  const binding = scaled();
  new ManualScalerTrait(binding, 'second', { replicaCount: 5, metadata: { name: 'other' } });

  expect(findingsOf(binding)).toEqual([
    '[c/hello/greet/second] duplicate-trait: is a second ManualScalerTrait beside \'c/hello/greet/scale\', and both would change the one workload; leave one of them out',
  ]);
});

test('a second one is the first when that is taken out', () => {
  const binding = scaled();
  new ManualScalerTrait(binding, 'second', { replicaCount: 5, metadata: { name: 'other' } });
  binding.node.tryRemoveChild('scale');

  expect(replicas(binding)).toEqual([['Deployment', 5]]);
});

test('fails when it has a field that is not known', () => {
  const binding = bindOn(kubernetesChart());
  new ManualScalerTrait(binding, 'scale', { replicaCount: 2, overrides: { spec: { maxReplicas: 4 } } });

  expect(findingOf(binding)).toBe('unknown-field: \'maxReplicas\' is an unknown field; expected one of replicaCount, workloadRef; leave it out, or check its spelling');
});
