import { ApiObject, App } from 'cdk8s';
import { Construct } from 'constructs';
import { found, newChart, report, Written, x } from './support';

const VALUE = 'be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters)';
const KEYS = 'be a map with keys of the form [<DNS subdomain>/]<name>';
const NAMESPACE = 'be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)';
const SET_NAMESPACE = 'set the chart\'s namespace, or \'metadata.namespace\'';

const object = (metadata: any, more: any = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...more, metadata: { name: 'a', ...metadata } });

describe('labels of an object', () => {
  test.each<[string, any]>([
    ['usual ones', { 'app': 'a', 'app.kubernetes.io/version': '1.2.3', 'A_b.c': 'D_e-f', 'empty': '', [x(63)]: x(63) }],
    ['none', {}],
    ['null', null],
    ['a key that cdk8s cannot write, where it is written', { constructor: 'a' }],
    ['variables that are filled in later', { cluster: '${CLUSTER}', both: '${A:-b}-${C}' }],
  ])('pass: %s', (_, labels) => {
    expect(found(object({ labels }))).toEqual([]);
  });

  test.each<[string, any, string[]]>([
    ['a number', { app: 1 }, [`invalid-label: 'metadata.labels.app' must ${VALUE}, got 1`]],
    ['a truth value', { a: true }, [`invalid-label: 'metadata.labels.a' must ${VALUE}, got true`]],
    ['null', { a: null }, [`invalid-label: 'metadata.labels.a' must ${VALUE}, got null`]],
    ['a space, beside others', { a: 'b', b: 'b c', c: '${C}' }, [`invalid-label: 'metadata.labels.b' must ${VALUE}, got "b c"`]],
    ['a long one', { a: x(64) }, [`invalid-label: 'metadata.labels.a' must ${VALUE}, got "${x(64)}"`]],
    ['a bad key', { '/a': 'b' }, [`invalid-label: 'metadata.labels' must ${KEYS}, got "/a"`]],
    ['a bad key, before a variable that is filled in later', { '${A}/a': '${B}' }, [`invalid-label: 'metadata.labels' must ${KEYS}, got "\${A}/a"`]],
    ['a variable with more than a name around it', { a: '${B} c' }, [`invalid-label: 'metadata.labels.a' must ${VALUE}, got "\${B} c"`]],
    ['a prefix with capital letters', { 'Example.com/a': 'b' }, [`invalid-label: 'metadata.labels' must ${KEYS}, got "Example.com/a"`]],
    ['a list', ['a'], ['invalid-type: \'metadata.labels\' must be a map, got a list of 1']],
    ['a text', 'a', ['invalid-type: \'metadata.labels\' must be a map, got a string']],
  ])('fail: %s', (_, labels, messages) => {
    expect(found(object({ labels }))).toEqual(messages);
  });
});

describe('annotations', () => {
  const MOST = 256 * 1024;

  test.each<[string, any]>([
    ['any text', { 'a': 'any text\nat all: 1', 'Example.com/a': '', 'long': x(1000) }],
    ['as many as the server takes', { key: x(MOST - 3) }],
    ['as many bytes as the server takes', { key: `${'ä'.repeat(MOST / 2 - 2)}x` }],
    ['a key that cdk8s cannot write, where it is written', { constructor: 'a' }],
    ['null', null],
  ])('pass: %s', (_, annotations) => {
    expect(found(object({ annotations }))).toEqual([]);
  });

  const TOO_MUCH = `invalid-annotation: 'metadata.annotations' must have at most ${MOST} bytes in all keys and values, got ${MOST + 1}; put large data into a ConfigMap`;

  test.each<[string, any, string[]]>([
    ['a number, which is not shown', { password: 12345 }, ['invalid-annotation: \'metadata.annotations.password\' must be a string, got a number; put it in quotes']],
    ['a bad key, beside others', { 'a': 'b', 'a b': 'c', 'constructor': 'd' }, [`invalid-annotation: 'metadata.annotations' must ${KEYS}, got "a b"`]],
    ['a list', [], ['invalid-type: \'metadata.annotations\' must be a map, got a list of 0']],
    ['one character too many', { a: x(MOST) }, [TOO_MUCH]],
    ['one byte too many', { key: 'ä'.repeat(MOST / 2 - 1) }, [TOO_MUCH]],
  ])('fail: %s', (_, annotations, messages) => {
    expect(found(object({ annotations }))).toEqual(messages);
  });
});

describe('finalizers', () => {
  test('pass', () => {
    expect(found(object({ finalizers: ['foregroundDeletion', 'resources-finalizer.argocd.argoproj.io', 'example.com/a'] }))).toEqual([]);
  });

  test('fail', () => {
    expect(found(object({ finalizers: ['a', 'a/b/c', 1] }))).toEqual([
      'invalid-value: \'metadata.finalizers[1]\' must be of the form [<DNS subdomain>/]<name>, got "a/b/c"',
      'invalid-type: \'metadata.finalizers[2]\' must be a string, got a number; put it in quotes',
    ]);
    expect(found(object({ finalizers: 'a' }))).toEqual(['invalid-type: \'metadata.finalizers\' must be a list, got a string']);
  });
});

describe('a namespace', () => {
  test.each(['a', '1a', x(63), '', null, '${NAMESPACE}'])('passes: %p', namespace => {
    expect(found(object({ namespace }))).toEqual([]);
  });

  test.each(['a.b', 'A', x(64), 'a-'])('fails: %p', namespace => {
    expect(found(object({ namespace }))).toEqual([`invalid-name: 'metadata.namespace' must ${NAMESPACE}, got "${namespace}"; ${SET_NAMESPACE}`]);
  });

  test('fails when it is a number', () => {
    expect(found(object({ namespace: 1 }))).toEqual([`invalid-name: 'metadata.namespace' must ${NAMESPACE}, got 1; ${SET_NAMESPACE}`]);
  });

  test('fails when it was written for a cluster-scoped kind', () => {
    expect(found(object({ namespace: 'b' }, { kind: 'Namespace' }))).toEqual([
      'namespace-on-cluster-scoped: \'metadata.namespace\' must be left out, since Namespace is cluster-scoped, got "b"; '
      + 'leave it out; JsonPatch.remove(\'/metadata/namespace\') removes it from an object of a file or a Helm chart',
    ]);
  });
});

test('fails when metadata is none', () => {
  expect(found({ apiVersion: 'v1', kind: 'ConfigMap', metadata: ['a'] })).toEqual(['invalid-type: \'metadata\' must be an object, got a list of 1']);
});

test('all that is wrong with an object is told', () => {
  expect(found(object({ name: 'A', namespace: 'B', labels: { a: 1 }, annotations: { a: 1 } }))).toHaveLength(4);
});

describe('what a chart gives to all its objects', () => {
  test('is told once, of the chart', () => {
    const app = new App();
    for (const id of ['a', 'b']) {
      const chart = newChart({ namespace: 'Bad', labels: { team: 'a b', fine: 'yes' } }, app, id);
      for (const name of ['x', 'y']) new ApiObject(chart, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${id}-${name}` } });
    }
    expect(report(app)).toEqual(['a', 'b'].flatMap(id => [
      `[${id}] invalid-name: 'namespace' must ${NAMESPACE}, got "Bad"`,
      `[${id}] invalid-label: 'labels.team' must ${VALUE}, got "a b"`,
    ]));
  });

  test('is not told where an object has its own', () => {
    const chart = newChart({ namespace: 'Bad', labels: { team: 'a b' } });
    new ApiObject(chart, 'x', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'Worse', labels: { team: 'c d' } } });
    expect(report(chart)).toEqual([
      `[c/x] invalid-name: 'metadata.namespace' must ${NAMESPACE}, got "Worse"; ${SET_NAMESPACE}`,
      `[c/x] invalid-label: 'metadata.labels.team' must ${VALUE}, got "c d"`,
    ]);
  });
});

test('an item of a list has nothing of its chart', () => {
  const chart = newChart({ namespace: 'Bad', labels: { team: 'a b' } });
  new Written(chart, 'x', { apiVersion: 'v1', kind: 'List', items: [object({ namespace: 'Bad', labels: { team: 'a b' } })] });
  expect(report(chart)).toEqual([
    `[c/x] invalid-name: 'items[0].metadata.namespace' must ${NAMESPACE}, got "Bad"; ${SET_NAMESPACE}`,
    `[c/x] invalid-label: 'items[0].metadata.labels.team' must ${VALUE}, got "a b"`,
  ]);
});

test.each(['Resource', 'Default'])('the main child %s of a construct speaks by it', id => {
  const parent = new Construct(newChart(), 'web');
  new ApiObject(parent, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A' } });
  expect(report(parent)[0]).toMatch(/^\[c\/web\] invalid-name: /);
});

test('fails when a name is made of a path that is no name', () => {
  const chart = newChart({}, undefined, '2048-game');
  new ApiObject(chart, 'web', { apiVersion: 'v1', kind: 'Service' });
  expect(report(chart)).toEqual([expect.stringMatching(/^\[2048-game\/web\] invalid-name: .* got "2048-game-web-\w+"; set 'metadata\.name', or a construct id that is a valid name$/)]);
});

describe('what an object makes or selects', () => {
  const labels = { app: 'a b' };
  const annotations = { a: 1 };
  const template = { metadata: { labels, annotations }, spec: { nodeSelector: labels } };
  const invalid = (field: string) => `invalid-label: '${field}.app' must ${VALUE}, got "a b"`;
  const made = (field: string) => [invalid(`${field}.labels`), `invalid-annotation: '${field}.annotations.a' must be a string, got a number; put it in quotes`];
  const bad = { template, selector: { matchLabels: labels } };

  test.each<[string, any, string[]]>([
    ...['apps/v1 DaemonSet', 'apps/v1 Deployment', 'apps/v1 ReplicaSet', 'apps/v1beta1 StatefulSet', 'batch/v1 Job']
      .map((type): [string, any, string[]] => [type, { spec: bad }, [...made('spec.template.metadata'), invalid('spec.selector.matchLabels'), invalid('spec.template.spec.nodeSelector')]]),
    [
      'batch/v1 CronJob', { spec: { jobTemplate: { ...template, spec: { template } } } },
      [...made('spec.jobTemplate.metadata'), ...made('spec.jobTemplate.spec.template.metadata'), invalid('spec.jobTemplate.spec.template.spec.nodeSelector')],
    ],
    ['v1 ReplicationController', { spec: { template, selector: labels } }, [...made('spec.template.metadata'), invalid('spec.selector'), invalid('spec.template.spec.nodeSelector')]],
    ['v1 Pod', { spec: template.spec }, [invalid('spec.nodeSelector')]],
    ['v1 PodTemplate', { template }, [...made('template.metadata'), invalid('template.spec.nodeSelector')]],
    ['v1 Service', { spec: { selector: labels } }, [invalid('spec.selector')]],
    ['v1 PersistentVolumeClaim', { spec: bad }, [invalid('spec.selector.matchLabels')]],
    ['policy/v1 PodDisruptionBudget', { spec: bad }, [invalid('spec.selector.matchLabels')]],
    ['networking.k8s.io/v1 NetworkPolicy', { spec: { podSelector: { matchLabels: labels } } }, [invalid('spec.podSelector.matchLabels')]],
  ])('fails: %s', (type, more, messages) => {
    const [apiVersion, kind] = type.split(' ');
    expect(found(object({}, { apiVersion, kind, ...more }))).toEqual(messages);
  });

  test.each<[string, any]>([
    ['no spec', undefined],
    ['nothing in it', { template: {}, selector: {} }],
    ['null', { template: { metadata: null }, selector: null }],
    ['another type, which is not looked at here', { template: { metadata: 'a' } }],
    ['what is right', { template: { metadata: { labels: { app: 'a', constructor: 'b' } } }, selector: { matchLabels: { app: 'a' } } }],
  ])('passes: %s', (_, spec) => {
    expect(found(object({}, { apiVersion: 'apps/v1', kind: 'Deployment', spec }))).toEqual([]);
  });

  test('passes: templates of custom kinds, which fill them in later', () => {
    const spec = { template: { metadata: { name: '{{name}}', labels: { app: '{{name}}' } } } };
    expect(found(object({}, { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', spec }))).toEqual([]);
  });

  test('fails in an item of a list, with its place', () => {
    const chart = newChart();
    new Written(chart, 'x', { apiVersion: 'v1', kind: 'List', items: [object({}), object({ name: 'b' }, { kind: 'Service', spec: { selector: labels } })] });
    expect(report(chart)).toEqual([`[c/x] ${invalid('items[1].spec.selector')}`]);
  });
});
