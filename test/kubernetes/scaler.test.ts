import { bindOn, findingOf, findingsOf, helidonWith, kubernetesChart, listening, objectsOf, weblogic } from './support';
import { CONFIG_MAP, CRON_JOB, DAEMON_SET, JOB, ofKind, POD, REPLICA_SET, shop, STATEFUL_SET, storage } from './traits-support';
import { CustomTrait, LoggingTrait, ManualScalerTrait, VolumeSharingPolicy, Workload } from '../../src';

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

  test('fails when several pods would need it', () => {
    expect(findingOf(scaled(keeping(), 2))).toBe(
      'not-scalable: \'replicaCount\' must be 0 or 1, since its pods cannot share a volume (claim "greet.data"); share the volume with sharingPolicy Shared, or make it ephemeral');
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
