import { found, x } from '../../gitops/checks/support';

const SUBDOMAIN = 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters)';
const LABEL = 'a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)';
const SERVICE = 'a DNS-1035 label (lower-case letters, digits and \'-\', beginning with a letter, at most 63 characters)';
const PATH = 'a string without \'/\' and \'%\', and neither \'.\' nor \'..\'';
const STATEFUL_SET = 'a DNS-1123 label (lower-case letters, digits and \'-\', at most 52 characters, since its pods have it and a hash as a label)';
const CRON_JOB = 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 52 characters, since its jobs have it and the time)';
const JOB = 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 63 characters, since its pods have it as a label)';
const INDEXED = 'a DNS-1123 label (lower-case letters, digits and \'-\', at most 60 characters, since its pods have it and their index for a host name)';
const REMEDY = 'set \'metadata.name\', or a construct id that is a valid name';

const RBAC = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'].map(kind => `rbac.authorization.k8s.io/v1 ${kind}`);

const object = (type: string, metadata: any, spec?: any) => {
  const [apiVersion, kind] = type.split(' ');
  return { apiVersion, kind, metadata, ...spec && { spec } };
};

const shown = (name: string) => name.length > 118 ? `${JSON.stringify(name).slice(0, 120)}… (${name.length} characters)` : JSON.stringify(name);

/** Types, what their names must be, names that pass, and names that do not. */
const RULES: [types: string[], must: string, good: string[], bad: string[]][] = [
  [
    [
      'v1 ConfigMap', 'v1 Pod', 'v1 Secret', 'v1 ServiceAccount', 'v1 PersistentVolumeClaim', 'apps/v1 Deployment', 'apps/v1 DaemonSet', 'networking.k8s.io/v1 Ingress',
      'storage.k8s.io/v1 StorageClass', 'autoscaling/v2 HorizontalPodAutoscaler', 'example.com/v1 Widget', 'example.com/v1 Namespace', 'cert-manager.io/v1 ClusterIssuer',
    ],
    SUBDOMAIN, ['a', '1a', 'a.b-c', x(253), 'system-a'], [x(254), 'A', 'a_b', 'a:b', 'a/b', '-a', 'a-', 'a..b', '.', 'ä', 'a\n', ' a'],
  ],
  [['v1 Namespace'], LABEL, ['a', '1a', 'a-b', x(63)], [x(64), 'a.b', 'A', 'a-']],
  [['v1 Service'], SERVICE, ['a', 'a1', 'a-b', x(63)], [x(64), '1a', 'a.b', 'A', '-a', 'a-']],
  [['apps/v1 StatefulSet'], STATEFUL_SET, ['a', '1a', x(52)], [x(53), 'a.b', 'A']],
  [['batch/v1 CronJob'], CRON_JOB, ['a.b', x(52)], [x(53), 'A']],
  [['batch/v1 Job'], JOB, ['a.b', x(63)], [x(64), 'A']],
  [
    [...RBAC, 'policy/v1 PodDisruptionBudget', 'certificates.k8s.io/v1 CertificateSigningRequest', 'v1 Event', 'image.openshift.io/v1 ImageStreamTag'],
    PATH, ['system:node', 'release:role', 'Admin', 'a b', 'a_b', '...', x(300)], ['a/b', 'a%2fb', '.', '..'],
  ],
  [['certificates.k8s.io/v1beta1 ClusterTrustBundle'], PATH, ['example.com:signer:bundle', 'bundle'], ['example.com/signer:bundle']],
  [['networking.k8s.io/v1 IPAddress'], 'an IP address', ['10.0.0.1', '2001:db8::1'], ['a', '10.0.0', '10.0.0.1/8']],
  [
    ['scheduling.k8s.io/v1 PriorityClass'], `${SUBDOMAIN} that does not begin with "system-"`,
    ['high', 'system', 'system-node-critical', 'system-cluster-critical'], ['system-high', 'High'],
  ],
];

describe.each(RULES)('%p', (types, must, good, bad) => {
  test.each(types)('%s passes', type => {
    expect(good.flatMap(name => found(object(type, { name })))).toEqual([]);
  });

  test.each(types)('%s fails', type => {
    expect(bad.flatMap(name => found(object(type, { name })))).toEqual(bad.map(name => `invalid-name: 'metadata.name' must be ${must}, got ${shown(name)}; ${REMEDY}`));
  });
});

describe('names that are made of fields', () => {
  const definition = (name: string, spec: any = { group: 'example.com', names: { plural: 'widgets' } }) => object('apiextensions.k8s.io/v1 CustomResourceDefinition', { name }, spec);
  const service = (name: string, spec: any) => object('apiregistration.k8s.io/v1 APIService', { name }, spec);

  test('pass as they are made, and where the fields are missing', () => {
    expect(found(definition('widgets.example.com'))).toEqual([]);
    expect(found(definition('widgets.example.com', {}))).toEqual([]);
    expect(found(definition('widgets.example.com', null))).toEqual([]);
    expect(found(definition('widgets.example.com', { group: 'example.com' }))).toEqual([]);
    expect(found(service('v1.example.com', { group: 'example.com' }))).toEqual([]);
    expect(found(service('v1.example.com', { version: 'v1' }))).toEqual([]);
    expect(found(service('v1.example.com', { group: 'example.com', version: 'v1' }))).toEqual([]);
  });

  test('fail otherwise', () => {
    expect(found(definition('gadgets.example.com'))).toEqual([
      `invalid-name: 'metadata.name' must be "widgets.example.com", as spec.names.plural and spec.group say, got "gadgets.example.com"; ${REMEDY}`,
    ]);
    expect(found(definition('Widgets.example.com', { group: 'example.com', names: { plural: 'Widgets' } }))).toEqual([
      `invalid-name: 'metadata.name' must be ${SUBDOMAIN}, got "Widgets.example.com"; ${REMEDY}`,
    ]);
    expect(found(definition('Widgets', null))).toEqual([`invalid-name: 'metadata.name' must be ${SUBDOMAIN}, got "Widgets"; ${REMEDY}`]);
    expect(found(service('example.com', { group: 'example.com', version: 'v1' }))).toEqual([
      `invalid-name: 'metadata.name' must be "v1.example.com", as spec.version and spec.group say, got "example.com"; ${REMEDY}`,
    ]);
  });
});

describe('an indexed Job', () => {
  const indexed = (name: string, completions?: number) => found(object('batch/v1 Job', { name }, { completionMode: 'Indexed', completions }));

  test('has room for the index of its pods', () => {
    expect(indexed(x(60), 100)).toEqual([]);
    expect(indexed(x(61), 10)).toEqual([]);
    expect(indexed(x(63))).toEqual([]);
    expect(indexed(x(61), 100)).toEqual([`invalid-name: 'metadata.name' must be ${INDEXED}, got "${x(61)}"; ${REMEDY}`]);
    expect(indexed('a.b', 100)).toEqual([`invalid-name: 'metadata.name' must be ${INDEXED}, got "a.b"; ${REMEDY}`]);
  });

  test('a Job whose labels are the user\'s own may have a longer name', () => {
    expect(found(object('batch/v1 Job', { name: x(253) }, { manualSelector: true }))).toEqual([]);
    expect(found(object('batch/v1 Job', { name: x(64) }, { manualSelector: false }))).toEqual([`invalid-name: 'metadata.name' must be ${JOB}, got "${x(64)}"; ${REMEDY}`]);
  });
});

describe('an object without a name', () => {
  test.each([{}, { name: null }, { name: '' }, { name: '', generateName: '' }, undefined, null])('fails when its metadata is %p', metadata => {
    expect(found(object('v1 ConfigMap', metadata))).toEqual(['missing-field: \'metadata.name\' is required; set it, or \'metadata.generateName\'']);
  });

  test('passes if the server is to make one', () => {
    expect(['a', 'a-', 'a.b-', x(300)].flatMap(generateName => found(object('v1 ConfigMap', { generateName })))).toEqual([]);
    expect(['a-', x(47)].flatMap(generateName => found(object('batch/v1 CronJob', { generateName })))).toEqual([]);
  });

  test('fails when the server could make none', () => {
    expect(found(object('v1 ConfigMap', { generateName: 'A-' }))).toEqual([`invalid-name: 'metadata.generateName' must be ${SUBDOMAIN} after five more characters are added, got "A-"`]);
    expect(found(object('batch/v1 CronJob', { generateName: x(48) }))).toEqual([
      `invalid-name: 'metadata.generateName' must be ${CRON_JOB} after five more characters are added, got "${x(48)}"`,
    ]);
    expect(found(object('v1 ConfigMap', { generateName: 1 }))).toEqual([`invalid-name: 'metadata.generateName' must be ${SUBDOMAIN} after five more characters are added, got 1`]);
  });

  test('passes if it is a question that is not kept', () => {
    expect(found(object('authorization.k8s.io/v1 SubjectAccessReview', {}))).toEqual([]);
    expect(found(object('authentication.k8s.io/v1 TokenReview', undefined))).toEqual([]);
  });
});

test('a name is looked at before what the server would make of generateName', () => {
  expect(found(object('v1 ConfigMap', { name: 'a', generateName: 'A-' }))).toEqual([]);
});

test.each([1, true, ['a'], {}])('fails when a name is %p', name => {
  const got = Array.isArray(name) ? 'a list of 1' : typeof name === 'object' ? 'an object' : name;
  expect(found(object('v1 ConfigMap', { name }))).toEqual([`invalid-name: 'metadata.name' must be ${SUBDOMAIN}, got ${got}; ${REMEDY}`]);
  expect(found(object('rbac.authorization.k8s.io/v1 Role', { name }))).toEqual([`invalid-name: 'metadata.name' must be ${PATH}, got ${got}; ${REMEDY}`]);
});

test('variables that are filled in later may stand in a name; what is around them is looked at', () => {
  const later = ['web-$(CLUSTER)', '{{ .Release.Name }}-web', '<path:secret/data/web#name>'];
  expect(['${CLUSTER}', '${CLUSTER}-web', 'web-${CLUSTER:=west}', ...later].flatMap(name => found(object('v1 Service', { name })))).toEqual([]);
  expect(found(object('v1 Service', { name: 'Web-${CLUSTER}' }))).toEqual([`invalid-name: 'metadata.name' must be ${SERVICE}, got "Web-\${CLUSTER}"; ${REMEDY}`]);
  expect(found(object('v1 Service', { name: '$CLUSTER' }))).toEqual([`invalid-name: 'metadata.name' must be ${SERVICE}, got "$CLUSTER"; ${REMEDY}`]);
});
