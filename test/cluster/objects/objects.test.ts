import fc from 'fast-check';
import { showPhrase } from '../../../src/base/findings/sentence';
import { describe as text } from '../../../src/base/findings/words';
import { MAX_LABEL, MAX_NAME, shortenedName, shortHash } from '../../../src/cluster/objects/names';
import { isDnsLabel } from '../../../src/base/names';
import { canScale, hasPods, mountsOf, podSpecNames, podLabelsOf, podOf, takesContainers, withContainer, withPodAnnotations, withPodLabels, withReplicas } from '../../../src/cluster/objects/pod-templates';
import { labelSelector, unmet } from '../../../src/cluster/objects/selectors';

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,148}[a-z0-9])?$/);

test('a hash is the same on every machine', () => {
  expect(shortHash('greet')).toBe('231bf89d');
  expect(shortHash('')).toBe('e3b0c442');
});

test('a name that is short enough stays', () => {
  expect(shortenedName('a'.repeat(63), MAX_LABEL)).toBe('a'.repeat(63));
  expect(shortenedName('a'.repeat(253), MAX_NAME)).toBe('a'.repeat(253));
});

test('a longer one is cut, with a hash of the whole', () => {
  const name = `${'a'.repeat(60)}-bcd`;

  expect(shortenedName(name, MAX_LABEL)).toBe(`${'a'.repeat(54)}-${shortHash(name)}`);
  expect(shortenedName(`${'a'.repeat(52)}-.${'b'.repeat(20)}`, MAX_LABEL)).toMatch(/^a{52}-[0-9a-f]{8}$/);
});

test('a label stays a label, and two stay two', () => {
  fc.assert(fc.property(label, label, (one, two) => {
    const [a, b] = [one, two].map(each => shortenedName(each, MAX_LABEL));
    expect(isDnsLabel(a)).toBe(true);
    expect(a === b).toBe(one === two);
  }));
});

describe('pod holders', () => {
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
      expect(podSpecNames(given, 'volumes')).toEqual(['data']);
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
    expect(podSpecNames(object('v1', 'Pod', { containers: [{ name: 'a' }, null], volumes: 'none' }), 'containers')).toEqual(['a', undefined]);
    expect(podSpecNames(object('v1', 'Pod', POD), 'initContainers')).toEqual([]);
    expect(podSpecNames(object('v1', 'Service', POD), 'containers')).toEqual([]);
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
});

describe('pod template', () => {
  const metadata = { labels: { app: 'web' }, annotations: { a: 'b' } };
  const spec = { containers: [{ name: 'main' }] };
  const POD = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
  const custom = (own: unknown) => ({ apiVersion: 'example.com/v1', kind: 'Worker', metadata: {}, spec: own });

  test.each([
    ['of a Pod itself', { ...POD, status: {} }],
    ['of a kind of Kubernetes', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec: { template: { metadata, spec } } }],
    ['of a CronJob', { apiVersion: 'batch/v1', kind: 'CronJob', metadata: {}, spec: { jobTemplate: { spec: { template: { metadata, spec } } } } }],
    ['of a custom kind, in spec.template', custom({ template: { metadata, spec } })],
    ['of a custom kind, in spec.jobTemplate', custom({ jobTemplate: { spec: { template: { metadata, spec } } } })],
    ['of a custom kind, in spec.podTemplate', custom({ podTemplate: { metadata, spec } })],
  ])('a pod %s', (_, object) => {
    expect(podOf(object)).toEqual(POD);
  });

  test('of the resources of operators what they say of the metadata', () => {
    const domain = { apiVersion: 'weblogic.oracle/v9', kind: 'Domain', metadata: {}, spec: { serverPod: { labels: { a: 'b' }, env: [] } } };

    expect(podOf(domain)).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' }, env: [] }, spec: {} });
  });

  test.each([
    ['a kind without pods', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, spec: { template: { metadata, spec } } }],
    ['a Deployment without a template', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec: {} }],
    ['a Deployment without a spec', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {} }],
    ['a custom kind whose template is none of pods', custom({ template: { metadata, spec: {} } })],
    ['a custom kind without a template', custom({ podTemplate: 'x' })],
    ['a custom kind without a spec', custom(undefined)],
  ])('%s has none', (_, object) => {
    expect(podOf(object)).toBeUndefined();
  });
});

describe('selector', () => {
  const LABELS = { app: 'greet', tier: 'web', empty: '' };
  const findings = (selector: any) => labelSelector(selector, 'selector').map(text);
  const expression = (key: string, operator: string, values?: string[]) => ({ matchExpressions: [{ key, operator, ...values ? { values } : {} }] });

  test.each<[string, any]>([
    ['nothing', undefined],
    ['an empty selector', {}],
    ['empty labels', { matchLabels: {}, matchExpressions: [] }],
    ['its labels', { matchLabels: { app: 'greet', empty: '' } }],
    ['a value among others', expression('tier', 'In', ['api', 'web'])],
    ['another value', expression('tier', 'NotIn', ['api'])],
    ['no value at all', expression('other', 'NotIn', ['api'])],
    ['a key', expression('empty', 'Exists')],
    ['no key', expression('other', 'DoesNotExist')],
  ])('%s selects', (_, selector) => {
    expect(unmet(selector, LABELS)).toEqual([]);
  });

  test.each<[any, string]>([
    [{ matchLabels: { app: 'other', team: 'a' } }, 'app=other, team=a'],
    [expression('tier', 'In', ['api', 'db']), 'tier in (api, db)'],
    [expression('other', 'In', ['api', 'web']), 'other in (api, web)'],
    [expression('tier', 'NotIn', ['web', 'api']), 'tier not in (web, api)'],
    [expression('other', 'Exists'), 'a label other'],
    [expression('app', 'DoesNotExist'), 'no label app'],
    [{ matchLabels: { a: 'b' }, ...expression('app', 'DoesNotExist') }, 'a=b, no label app'],
  ])('%j does not select', (selector, missing) => {
    expect(showPhrase(unmet(selector, LABELS))).toBe(missing);
  });

  test('labels that every object inherits are none', () => {
    expect(unmet(expression('toString', 'DoesNotExist'), {})).toEqual([]);
    expect(unmet(expression('constructor', 'Exists'), {})).toEqual([{ phrase: 'label-exists', key: 'constructor' }]);
  });

  test.each<[string, any, string]>([
    ['it is none', 3, "invalid-type: 'selector' must be an object, got a number"],
    ['labels are no map', { matchLabels: [] }, "invalid-type: 'selector.matchLabels' must be a map, got a list of 0"],
    ['a label is no text', { matchLabels: { a: 1 } }, "invalid-label: 'selector.matchLabels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got 1"],
    ['requirements are no list', { matchExpressions: {} }, "invalid-type: 'selector.matchExpressions' must be a list, got an object"],
    ['a requirement is none', { matchExpressions: ['a'] }, "invalid-type: 'selector.matchExpressions[0]' must be an object, got a string"],
    ['an operator is none', expression('a', 'Equals', ['b']), "invalid-value: 'selector.matchExpressions[0].operator' must be one of In, NotIn, Exists, DoesNotExist, got \"Equals\""],
    ['values are missing', expression('a', 'NotIn'), "invalid-value: 'selector.matchExpressions[0].values' must have at least one value; give it values, or use Exists or DoesNotExist"],
    ['values are too many', expression('a', 'DoesNotExist', ['b']), "invalid-value: 'selector.matchExpressions[0].values' must not be set with operator DoesNotExist; leave it out"],
    ['the key is empty', expression('', 'Exists'), "invalid-value: 'selector.matchExpressions[0].key' must be a non-empty string, got \"\""],
    ['a value is no text', expression('a', 'In', [1 as any]), "invalid-type: 'selector.matchExpressions[0].values[0]' must be a string, got a number; put it in quotes"],
  ])('fails when %s', (_, selector, message) => {
    expect(findings(selector)).toEqual([message]);
  });
});
