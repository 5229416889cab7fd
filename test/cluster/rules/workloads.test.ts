import { ApiObject, Chart } from 'cdk8s';
import { judgedEverywhere, JudgedCase, synthesized } from './support';
import {
  ApplicationConfiguration, AutoscalerTrait, Component, CronJobWorkload, DeploymentWorkload, DeploymentWorkloadProps, DisruptionBudgetTrait,
  ManualScalerTrait,
} from '../../../src';
import { ManifestChecks } from '../../../src/cluster/checks/manifest-checks';
import { describe as said } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { messageOf } from '../../support/message';

const object = (apiVersion: string, kind: string, name: string, spec: object, more: object = {}): any => ({ apiVersion, kind, metadata: { name, namespace: 'shop', ...more }, spec });
const REQUESTS = { requests: { cpu: '100m', memory: '128Mi' } };
const pods = (spec: object = {}, containers: object[] = [{ name: 'main', image: 'example/cart:1', resources: REQUESTS }]) =>
  ({ metadata: { labels: { app: 'cart' } }, spec: { containers, ...spec } });
const MOUNTING = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
const running = (kind: string, spec: object = {}, pod: object = {}, apiVersion = 'apps/v1') =>
  object(apiVersion, kind, 'cart', { selector: { matchLabels: { app: 'cart' } }, template: pods(pod), ...spec });
const claim = (...accessModes: string[]) => object('v1', 'PersistentVolumeClaim', 'data', { accessModes, resources: { requests: { storage: '1Gi' } } });
const RWO = claim('ReadWriteOnce');
const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } };
const autoscaler = (spec: object = {}, name = 'cart', kind = 'Deployment', apiVersion = 'apps/v1') =>
  object('autoscaling/v2', 'HorizontalPodAutoscaler', name, { scaleTargetRef: { apiVersion, kind, name: 'cart' }, maxReplicas: 5, metrics: [CPU], ...spec });
const scaledObject = (spec: object = {}, more: object = {}) => object('keda.sh/v1alpha1', 'ScaledObject', 'cart', { scaleTargetRef: { name: 'cart' }, triggers: [], ...spec }, more);
const budget = (spec: object, name = 'cart') => object('policy/v1', 'PodDisruptionBudget', name, { selector: { matchLabels: { app: 'cart' } }, ...spec });
const cronJob = (spec: object) => object('batch/v1', 'CronJob', 'it', { jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] } } } }, ...spec });

const lines = (...objects: any[]) => judgeObjects(objects).map(({ verdict, object: { kind }, finding }) => `${verdict} ${kind} ${said(finding).split('; ')[0]}`);
const codes = (...objects: any[]) => judgeObjects(objects).map(({ verdict, object: { kind }, finding: { code, parameters: { reason } } }) => [verdict, kind, code, reason].join(' '));

describe('schedules', () => {
  const FORM = 'must be a schedule of five fields, such as "0 3 * * *", or a name such as "@daily", got';
  const ZONE = 'must be the exact name of a time zone, such as "Europe/Berlin", got';
  const STEPS = 'or *, also in lists, ranges and steps, got';
  const cases: JudgedCase[] = [
    ['a field out of its range', cronJob({ schedule: '0 25 * * *' }), `invalid-value: 'spec.schedule' must have hours from 0 to 23, ${STEPS} "0 25 * * *"`],
    ['a name that there is not', cronJob({ schedule: '@reboot' }), `invalid-value: 'spec.schedule' ${FORM} "@reboot"`],
    ['a time zone that there is not', cronJob({ schedule: '0 3 * * *', timeZone: 'Europe/Berlinn' }), `invalid-value: 'spec.timeZone' ${ZONE} "Europe/Berlinn"`],
    ['a schedule in a time zone', cronJob({ schedule: '@every 1h30m', timeZone: 'US/Eastern' })],
  ];
  judgedEverywhere(cases);

  test('may be filled in later', () => expect(codes(cronJob({ schedule: '${SCHEDULE}', timeZone: '${ZONE}' }))).toEqual([]));

  test.each<[string, object, string]>([
    ['no day of the week', { schedule: '0 0 * * 7' }, `'schedule' must have days of the week from 0 to 6, ${STEPS} "0 0 * * 7"`],
    ['no minute', { schedule: '61 * * * *' }, `'schedule' must have minutes from 0 to 59, ${STEPS} "61 * * * *"`],
    ['no zone', { schedule: '@daily', timeZone: 'europe/berlin' }, `'timeZone' ${ZONE} "europe/berlin"`],
    ['the zone of the controller', { schedule: '@daily', timeZone: 'Local' }, `'timeZone' ${ZONE} "Local"`],
  ])('of a CronJobWorkload: %s', (_, props, text) => {
    expect(messageOf(() => new CronJobWorkload({ image: 'example/cart:1', ...props as any }))).toBe(`[CronJobWorkload of image 'example/cart:1'] invalid-value: ${text}`);
  });
});

describe('claims', () => {
  const several = (kind: string, field: string, mode = 'ReadWriteOnce') => `${mode === 'ReadWriteOnce' ? 'warning' : 'error'} ${kind} shared-volume: ${field}lets several pods mount claim "data", whose `
    + `access mode ${mode} is for ${mode === 'ReadWriteOnce' ? 'the pods of one node' : 'one pod'}`;
  const update = (kind: string) => `warning ${kind} shared-volume: 'spec.strategy' starts a new pod while the old one has claim "data", whose access mode ReadWriteOnce is for the pods of one node`;
  const rollout = (spec: object = {}) => running('Rollout', spec, MOUNTING, 'argoproj.io/v1alpha1');
  test.each<[string, object[], string[]]>([
    ['replicas', [RWO, running('Deployment', { replicas: 3 }, MOUNTING)], [several('Deployment', "'spec.replicas' ")]],
    ['replicas of a StatefulSet', [RWO, running('StatefulSet', { replicas: 2 }, MOUNTING)], [several('StatefulSet', "'spec.replicas' ")]],
    ['replicas of a Rollout', [RWO, rollout({ replicas: 2 })], [several('Rollout', "'spec.replicas' ")]],
    ['replicas with a claim for one pod', [claim('ReadWriteOncePod'), running('Deployment', { replicas: 2 }, MOUNTING)], [several('Deployment', "'spec.replicas' ", 'ReadWriteOncePod')]],
    ['an autoscaler', [RWO, running('Deployment', {}, MOUNTING), autoscaler()], [several('HorizontalPodAutoscaler', "'spec.maxReplicas' ")]],
    ['a ScaledObject', [RWO, running('Deployment', {}, MOUNTING), scaledObject({ maxReplicaCount: 3 })], [several('ScaledObject', "'spec.maxReplicaCount' ")]],
    ['a DaemonSet', [RWO, running('DaemonSet', {}, MOUNTING)], [several('DaemonSet', '')]],
    ['a rolling update', [RWO, running('Deployment', {}, MOUNTING)], [update('Deployment')]],
    ['a rolling update by name', [RWO, running('Deployment', { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } } }, MOUNTING)], [update('Deployment')]],
    ['a canary', [RWO, rollout({ strategy: { canary: {} } })], [update('Rollout')]],
    ['an update that stops first', [RWO, running('Deployment', { strategy: { type: 'Recreate' } }, MOUNTING)], []],
    ['an update without a surge', [RWO, running('Deployment', { strategy: { rollingUpdate: { maxSurge: 0 } } }, MOUNTING)], []],
    ['a StatefulSet', [RWO, running('StatefulSet', {}, MOUNTING)], []],
    ['claims of its own', [RWO, running('StatefulSet', { replicas: 3, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: RWO.spec }] })], []],
    ['no pod', [RWO, running('Deployment', { replicas: 0 }, MOUNTING)], []],
    ['a claim that is shared', [claim('ReadWriteOnce', 'ReadWriteMany'), running('Deployment', { replicas: 3 }, MOUNTING)], []],
    ['a claim that is elsewhere', [running('Deployment', { replicas: 3 }, MOUNTING)], []],
    ['another namespace', [{ ...RWO, metadata: { name: 'data', namespace: 'other' } }, running('Deployment', { replicas: 3 }, MOUNTING)], [
      "warning Deployment unresolved-reference: 'spec.template.spec.volumes[0].persistentVolumeClaim.claimName' names PersistentVolumeClaim \"data\", which is not rendered in namespace \"shop\", but in \"other\"",
    ]],
    ['one node', [RWO, running('Deployment', { replicas: 3 }, { ...MOUNTING, nodeSelector: { 'kubernetes.io/hostname': 'a' } })], []],
  ])('%s', (_, objects, expected) => expect(lines(...objects)).toEqual(expected));
});

describe('autoscalers', () => {
  const number = (kind: string, replicas: number, scaler: string) => `warning ${kind} scaled-twice: 'spec.replicas' is set to ${replicas} whenever the manifests are applied, and ${scaler} sets it too`;
  const without = (at: string, ...names: string[]) => `warning HorizontalPodAutoscaler missing-request: '${at}' compares with the cpu that each container requests, which is missing on `
    + `${names.map(name => `"${name}"`).join(', ')}, so that nothing is scaled`;
  const bare = (spec: object = {}) => running('Deployment', { template: pods({}, [{ name: 'main', image: 'a:1' }, { name: 'side', image: 'b:1', resources: { limits: { cpu: 1 } } }]), ...spec });
  test.each<[string, object[], string[]]>([
    ['replicas', [running('Deployment', { replicas: 3 }), autoscaler()], [number('Deployment', 3, 'HorizontalPodAutoscaler shop/cart')]],
    ['replicas beside a ScaledObject', [running('Deployment', { replicas: 3 }), scaledObject()], [number('Deployment', 3, 'ScaledObject shop/cart')]],
    ['replicas of a Rollout', [running('Rollout', { replicas: 3 }, {}, 'argoproj.io/v1alpha1'), autoscaler({}, 'cart', 'Rollout', 'argoproj.io/v1alpha1')],
      [number('Rollout', 3, 'HorizontalPodAutoscaler shop/cart')]],
    ['two', [running('Deployment'), autoscaler(), autoscaler({}, 'again')],
      ["error HorizontalPodAutoscaler scaled-twice: 'spec.scaleTargetRef' is what HorizontalPodAutoscaler shop/cart scales too, and neither then works"]],
    ['two of what is elsewhere', [autoscaler(), scaledObject()],
      ["error ScaledObject scaled-twice: 'spec.scaleTargetRef' is what HorizontalPodAutoscaler shop/cart scales too, and neither then works"]],
    ['one that takes over the other', [running('Deployment'), autoscaler(), scaledObject({}, { annotations: { 'scaledobject.keda.sh/transfer-hpa-ownership': 'true' } })], []],
    ['the same one twice', [running('Deployment'), autoscaler(), autoscaler()], []],
    ['two of different namespaces', [autoscaler(), { ...autoscaler(), metadata: { name: 'cart', namespace: 'other' } }], []],
    ['no requests', [bare(), autoscaler()], [without('spec.metrics[0].resource', 'main')]],
    ['no requests by default', [bare(), autoscaler({ metrics: undefined })], [without('spec', 'main')]],
    ['no requests of a Deployment by a Rollout', [
      bare({ replicas: 0 }), object('argoproj.io/v1alpha1', 'Rollout', 'roll', { workloadRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' } }),
      autoscaler({ scaleTargetRef: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'roll' } }),
    ], [without('spec.metrics[0].resource', 'main')]],
    ['requests of another container', [bare(), autoscaler({ metrics: [{ type: 'ContainerResource', containerResource: { ...CPU.resource, container: 'side' } }] })], []],
    ['an average value', [bare(), autoscaler({ metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: 1 } } }] })], []],
    ['requests by a LimitRange', [bare(), autoscaler(), object('v1', 'LimitRange', 'all', { limits: [] })], []],
    ['nothing wrong', [running('Deployment'), autoscaler()], []],
  ])('%s', (_, objects, expected) => expect(lines(...objects)).toEqual(expected));
});

describe('budgets', () => {
  const rollout = running('Rollout', { replicas: 2 }, {}, 'argoproj.io/v1alpha1');
  test.each<[string, object[], string[]]>([
    ['none may be missing', [budget({ maxUnavailable: 0 })], ['never']],
    ['all must stay', [budget({ minAvailable: '100%' })], ['never']],
    ['as many as there are', [running('Deployment', { replicas: 2 }), budget({ minAvailable: 2 })], ['replicas']],
    ['as many as there are of a Rollout', [rollout, budget({ minAvailable: 2 })], ['replicas']],
    ['as many as an autoscaler runs', [running('Deployment'), autoscaler(), budget({ minAvailable: 5 })], ['replicas']],
    ['fewer than an autoscaler runs', [running('Deployment'), autoscaler(), budget({ minAvailable: 2 })], []],
    ['pods of a DaemonSet', [running('DaemonSet'), budget({ maxUnavailable: 1 })], ['unscaled']],
    ['pods of two budgets', [running('Deployment', { replicas: 2 }), budget({ maxUnavailable: 1 }), budget({ minAvailable: 1 }, 'again')], ['twice']],
    ['pods of an operator', [running('Worker', {}, {}, 'example.com/v1'), budget({ minAvailable: 1 })], []],
    ['pods that are elsewhere', [budget({ minAvailable: 1 })], []],
    ['no pods', [running('Deployment'), budget({ minAvailable: 1, selector: null })], []],
    ['what is filled in later', [running('Deployment'), budget({ minAvailable: '${KEPT}' })], []],
    ['one of two', [running('Deployment', { replicas: 2 }), budget({ minAvailable: '50%' })], []],
  ])('%s', (_, objects, expected) => expect(codes(...objects)).toEqual(expected.map(reason => `warning PodDisruptionBudget no-eviction ${reason}`)));
});

const SHARED = 'lets several pods mount claim "data", whose access mode ReadWriteOnce is for the pods of one node; run one, use ReadWriteMany, or let a StatefulSet claim a volume for each pod';
judgedEverywhere([
  ['a budget that blocks all', { ...budget({ maxUnavailable: 0 }), metadata: { name: 'it' } },
    "no-eviction: 'spec.maxUnavailable' allows no pod to be evicted, so that no node with such a pod can be drained; let at least one be evicted, such as by maxUnavailable: 1"],
  ['a Deployment that shares a volume', { ...running('Deployment', { replicas: 2 }, MOUNTING), metadata: { name: 'it' } }, `shared-volume: 'spec.replicas' ${SHARED}`],
], chart => { new ApiObject(chart, 'data', { ...RWO, metadata: { name: 'data' } }); });

describe('typed classes', () => {
  const made = (more: (chart: Chart, binding: ReturnType<ApplicationConfiguration['addComponent']>) => void, props: Partial<DeploymentWorkloadProps> = {}) => synthesized(chart => {
    const workload = new DeploymentWorkload({ image: 'example/cart:1', resources: REQUESTS as any, ...props });
    more(chart, new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'cart', { workload })));
  });
  const mounting = { volumes: MOUNTING.volumes as any, volumeMounts: [{ name: 'data', mountPath: '/data' }] };

  test('are named by what they render', () => {
    const data = (chart: Chart) => new ApiObject(chart, 'data', { ...RWO, metadata: { name: 'data' } });
    expect([
      ...made(data, mounting),
      ...made((chart, binding) => { data(chart); new ManualScalerTrait(binding, 'scaler', { replicaCount: 3 }); }, mounting),
      ...made((chart, binding) => { data(chart); new AutoscalerTrait(binding, 'scaler', { maxReplicas: 3, cpuUtilization: 70 }); }, mounting),
      ...made((_, binding) => { new DisruptionBudgetTrait(binding, 'budget', { minAvailable: 1 as any }); }),
    ]).toEqual([
      expect.stringMatching(/^\[shop\/app\/cart\] shared-volume: 'spec\.strategy' starts a new pod while the old one has claim "data", .* set its type to Recreate$/),
      `[shop/app/cart] shared-volume: 'spec.replicas' ${SHARED}`,
      `[shop/app/cart/scaler] shared-volume: 'spec.maxReplicas' ${SHARED}`,
      "[shop/app/cart/budget] no-eviction: 'spec.minAvailable' keeps 1 of 1 pods, so that none can be evicted, and no node with such a pod can be drained; run more pods, or use maxUnavailable: 1",
    ]);
  });
});

describe('names of variables', () => {
  const named = (name: string) => object('v1', 'Pod', 'a', { containers: [{ name: 'a', image: 'a:1', env: [{ name, value: 'x' }] }] });
  const found = (name: string, kubernetesVersion?: string) =>
    new ManifestChecks({ kubernetesVersion }).checkWhole(named(name)).map(each => said(each));
  const at = "invalid-value: 'spec.containers[0].env[0].name' must be the name of a variable";
  test.each([[undefined], ['1.32'], ['1.34']])('may be any printable characters in Kubernetes %s', version => {
    expect([...found('1 a.b/C', version), ...found('a=b', version)]).toEqual([`${at} (printable ASCII characters without '='), got "a=…"`]);
  });

  test('were letters, digits and few more before Kubernetes 1.32', () => {
    expect([...found('a.b-C_1', '1.31'), ...found('1A', '1.31')]).toEqual([`${at} (letters, digits, '-', '_' and '.', not a digit first; others need Kubernetes 1.32), got "1A"`]);
  });

  test('are the same for a DeploymentWorkload, whose version is not known', () => {
    expect(() => new DeploymentWorkload({ image: 'a:1', env: { '1 a/b': 'x' } })).not.toThrow();
  });
});
