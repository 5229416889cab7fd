import { canScale, hasPods, mountsOf, namesIn, podLabelsOf, takesContainers, withContainer, withPodAnnotations, withPodLabels, withReplicas } from '../../src/objects/pods';

const object = (apiVersion: string, kind: string, spec?: any, metadata: any = { name: 'greet' }) => ({ apiVersion, kind, metadata, spec });
const MOUNT = { name: 'data', mountPath: '/data' };
const POD = { containers: [{ name: 'main', volumeMounts: [MOUNT] }, { name: 'other' }], volumes: [{ name: 'data' }] };
const LABELS = { app: 'greet' };
const template = { metadata: { labels: LABELS }, spec: POD };

/** Where an object has what it says of its pods, and what a further container must mount to see what the others see. */
interface Ways {
  readonly labels: string[];
  readonly spec: string[];
  /** Nothing where a further container would keep the pods from ending. */
  readonly containers?: string;
  readonly mounts: any[];
  readonly scales?: true;
}

const OF_TEMPLATE: Ways = { labels: ['template', 'metadata'], spec: ['template', 'spec'], containers: 'containers', mounts: [MOUNT] };
const OF_JOB: Ways = { ...OF_TEMPLATE, containers: undefined, mounts: [] };
const JOB_TEMPLATE = ['jobTemplate', 'spec'];
const SIDE = { name: 'other' };

/** Each kind that has pods, with a spec. */
const HOLDERS: [string, string, any, Ways][] = [
  ['apps/v1', 'Deployment', { template }, { ...OF_TEMPLATE, scales: true }],
  ['apps/v1', 'StatefulSet', { template }, { ...OF_TEMPLATE, scales: true }],
  ['apps/v1', 'ReplicaSet', { template }, { ...OF_TEMPLATE, scales: true }],
  ['v1', 'ReplicationController', { template }, { ...OF_TEMPLATE, scales: true }],
  ['apps/v1', 'DaemonSet', { template }, OF_TEMPLATE],
  ['batch/v1', 'Job', { template }, OF_JOB],
  ['batch/v1', 'CronJob', { jobTemplate: { spec: { template } } }, { ...OF_JOB, labels: [...JOB_TEMPLATE, ...OF_JOB.labels], spec: [...JOB_TEMPLATE, ...OF_JOB.spec] }],
  // what the spec mounts, its operator mounts in each container
  ['coherence.oracle.com/v1', 'Coherence', { labels: LABELS, volumeMounts: [MOUNT], volumes: [{ name: 'data' }], sideCars: [SIDE] },
    { labels: [], spec: [], containers: 'sideCars', mounts: [], scales: true }],
  ['weblogic.oracle/v9', 'Domain', { serverPod: { labels: LABELS, volumeMounts: [MOUNT], volumes: [{ name: 'data' }], containers: [SIDE] } },
    { labels: ['serverPod'], spec: ['serverPod'], containers: 'containers', mounts: [MOUNT], scales: true }],
];
const at = (value: any, path: string[]) => path.reduce((inner, step) => inner[step], value);

describe.each(HOLDERS)('%s %s', (apiVersion, kind, spec, ways) => {
  const given = object(apiVersion, kind, spec);

  test('has pods', () => {
    expect(hasPods(given)).toBe(true);
    expect(podLabelsOf(given)).toEqual(LABELS);
    expect(mountsOf(given)).toEqual(ways.mounts);
    expect(namesIn(given, 'volumes')).toEqual(['data']);
  });

  test('gives them labels and annotations, and leaves what was given as it was', () => {
    const copy = structuredClone(given);
    const changed = withPodAnnotations(withPodLabels(given, { tier: 'web' }), { note: 'a' });

    expect(at(changed.spec, ways.labels)).toMatchObject({ labels: { app: 'greet', tier: 'web' }, annotations: { note: 'a' } });
    expect(changed.metadata).toEqual(given.metadata);
    expect(given).toEqual(copy);
  });

  test(`${ways.containers ? 'gives' : 'does not give'} them one container more`, () => {
    const copy = structuredClone(given);
    const changed = withContainer(given, { name: 'side' }, [{ name: 'side' }]);
    const pods = at(changed.spec, ways.spec);

    expect(takesContainers(given)).toBe(ways.containers !== undefined);
    expect(pods[ways.containers ?? 'containers'].at(-1)).toEqual({ name: ways.containers ? 'side' : 'other' });
    expect(pods.volumes).toEqual(ways.containers ? [{ name: 'data' }, { name: 'side' }] : [{ name: 'data' }]);
    expect(given).toEqual(copy);
  });

  test(`has ${ways.scales ? 'a' : 'no'} number of them`, () => {
    expect(canScale(given)).toBe(ways.scales ?? false);
    expect(withReplicas(given, 3)).toEqual(ways.scales ? { ...given, spec: { ...given.spec, replicas: 3 } } : given);
  });
});

test('a Pod is one', () => {
  const pod = object('v1', 'Pod', POD, { name: 'greet', labels: LABELS });

  expect([hasPods(pod), podLabelsOf(pod), canScale(pod)]).toEqual([true, LABELS, false]);
  expect(withPodLabels(pod, { tier: 'web' }).metadata).toEqual({ name: 'greet', labels: { app: 'greet', tier: 'web' } });
  expect(withContainer(pod, { name: 'side' }, []).spec).toEqual({ ...POD, containers: [...POD.containers, { name: 'side' }] });
});

test('a Cluster has a number of servers, and no pods of its own', () => {
  const cluster = object('weblogic.oracle/v1', 'Cluster', { clusterName: 'c' });

  expect([hasPods(cluster), takesContainers(cluster), canScale(cluster)]).toEqual([false, false, true]);
  expect(withReplicas(cluster, 2).spec).toEqual({ clusterName: 'c', replicas: 2 });
});

test.each([['v1', 'Service'], ['example.com/v1', 'Deployment'], ['apps.example.com/v1', 'Deployment'], ['v1', 'Deployment'], ['weblogic.oracle.com/v9', 'Domain']])('a %s %s has no pods', (apiVersion, kind) => {
  const given = object(apiVersion, kind, { template });

  expect([hasPods(given), takesContainers(given), canScale(given)]).toEqual([false, false, false]);
  expect(podLabelsOf(given)).toBeUndefined();
  expect(mountsOf(given)).toEqual([]);
  expect(withContainer(withPodAnnotations(withPodLabels(given, { a: 'b' }), { c: 'd' }), {}, [])).toBe(given);
  expect(withReplicas(given, 3)).toBe(given);
});

test('a kind that nobody knows can be scaled where it has a number already', () => {
  expect(withReplicas(object('example.com/v1', 'Rollout', { replicas: 1 }), 3).spec).toEqual({ replicas: 3 });
  expect(canScale(object('example.com/v1', 'Rollout', null))).toBe(false);
});

test('what is not there is made', () => {
  const empty = object('weblogic.oracle/v9', 'Domain', {});

  expect(withPodLabels(empty, { a: 'b' }).spec).toEqual({ serverPod: { labels: { a: 'b' } } });
  expect(withContainer(object('apps/v1', 'Deployment', { template: { spec: { containers: null } } }), { name: 'side' }, []).spec)
    .toEqual({ template: { spec: { containers: [{ name: 'side' }] } } });
});

test('names are those of what pods have, where there are any', () => {
  expect(namesIn(object('v1', 'Pod', { containers: [{ name: 'a' }, null], volumes: 'none' }), 'containers')).toEqual(['a', undefined]);
  expect(namesIn(object('v1', 'Pod', POD), 'initContainers')).toEqual([]);
  expect(namesIn(object('v1', 'Service', POD), 'containers')).toEqual([]);
});

test('what a Pod is cannot be replaced when a file changes', () => {
  const pod = object('v1', 'Pod', POD);

  expect(withPodAnnotations(pod, { 'checksum/logging': 'a' })).toBe(pod);
});

test('in a Domain of v8 the number of a cluster goes before that of the domain', () => {
  const domain = (clusters: any[]) => withReplicas(object('weblogic.oracle/v8', 'Domain', { clusters }), 3).spec;

  expect(domain([{ clusterName: 'a', replicas: 1 }, { clusterName: 'b' }])).toEqual({ replicas: 3, clusters: [{ clusterName: 'a', replicas: 3 }, { clusterName: 'b', replicas: 3 }] });
  expect(domain([{ clusterName: 'a' }])).toEqual({ replicas: 3, clusters: [{ clusterName: 'a' }] });
});
