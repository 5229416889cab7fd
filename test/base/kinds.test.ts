import { describe as described } from '../../src/base/findings/words';
import { Identity, identityKey, identityOf, namesKey, fixedKind, vendorTrait, vendorWorkload, isBuiltIn } from '../../src/base/oam-kind';
import {
  isKind, kindName, kindOf, labelPlacesOf, mayHavePods, KUBERNETES_KINDS, POD, SERVICE, OPERATOR_KINDS, removedVersion,
} from '../../src/base/kind-of';
import { found, x } from '../delivery/checks/support';

describe('identity', () => {
  const object = (apiVersion: string, kind: string, metadata: object) => ({ apiVersion, kind, metadata });
  const key = (apiVersion: string, kind: string, metadata: object) => identityKey(identityOf(object(apiVersion, kind, metadata)));

  test.each<[string, object, Identity]>([
    ['of the core group', object('v1', 'Secret', { name: 'a', namespace: 'ns' }), { group: '', kind: 'Secret', namespace: 'ns', name: 'a' }],
    ['of another group', object('apps/v1', 'Deployment', { name: 'a', namespace: 'ns' }), { group: 'apps', kind: 'Deployment', namespace: 'ns', name: 'a' }],
    ['without a namespace', object('v1', 'Secret', { name: 'a' }), { group: '', kind: 'Secret', namespace: undefined, name: 'a' }],
    ['with an empty namespace', object('v1', 'Secret', { name: 'a', namespace: '' }), { group: '', kind: 'Secret', namespace: undefined, name: 'a' }],
    ['of the whole cluster', object('v1', 'Namespace', { name: 'a', namespace: 'ns' }), { group: '', kind: 'Namespace', namespace: undefined, name: 'a' }],
    ['without a name', object('v1', 'Secret', { generateName: 'a-', name: null }), { group: '', kind: 'Secret', namespace: undefined, name: undefined }],
  ])('an object %s', (_, given, identity) => {
    expect(identityOf(given)).toEqual(identity);
  });

  test.each([undefined, null, 'text', 1, [], { metadata: 'text' }, { apiVersion: 1, kind: {}, metadata: [] }])('%j has an identity without a name', given => {
    expect(identityOf(given)).toMatchObject({ group: '', name: undefined, namespace: undefined });
  });

  test('two versions of a group are one', () => {
    expect(key('apps/v1', 'Deployment', { name: 'a' })).toBe(key('apps/v1beta1', 'Deployment', { name: 'a' }));
  });

  test.each<[string, [string, string, object], [string, string, object]]>([
    ['groups', ['extensions/v1beta1', 'Ingress', { name: 'a' }], ['networking.k8s.io/v1', 'Ingress', { name: 'a' }]],
    ['kinds', ['v1', 'Secret', { name: 'a' }], ['v1', 'ConfigMap', { name: 'a' }]],
    ['names', ['v1', 'Secret', { name: 'a' }], ['v1', 'Secret', { name: 'b' }]],
    ['namespaces', ['v1', 'Secret', { name: 'a', namespace: 'b' }], ['v1', 'Secret', { name: 'a', namespace: 'c' }]],
    ['a namespace and none', ['v1', 'Secret', { name: 'a', namespace: 'default' }], ['v1', 'Secret', { name: 'a' }]],
    ['parts that are alike when they are joined', ['v1', 'Secret', { name: 'b', namespace: 'a' }], ['v1', 'Secret', { name: 'a b' }]],
  ])('two %s are two', (_, one, other) => {
    expect(key(...one)).not.toBe(key(...other));
  });

  test('the default namespace is that of objects that name none', () => {
    const inDefault = (apiVersion: string, kind: string, metadata: object) => identityOf(object(apiVersion, kind, metadata), { defaultNamespace: 'ns' }).namespace;

    expect(inDefault('v1', 'Secret', { name: 'a' })).toBe('ns');
    expect(inDefault('v1', 'Secret', { name: 'a', namespace: 'other' })).toBe('other');
    expect(inDefault('rbac.authorization.k8s.io/v1', 'ClusterRole', { name: 'a' })).toBeUndefined();
  });

  test('who knows more of the scope of kinds says so', () => {
    const widget = object('example.com/v1', 'Widget', { name: 'a', namespace: 'ns' });

    expect(identityOf(widget).namespace).toBe('ns');
    expect(identityOf(widget, { isClusterScoped: ({ kind }) => kind === 'Widget' }).namespace).toBeUndefined();
  });

  test('an object is known by its names, whatever its group', () => {
    expect(namesKey({ kind: 'Ingress', namespace: 'ns', name: 'a' })).toBe(namesKey(identityOf(object('networking.k8s.io/v1', 'Ingress', { name: 'a', namespace: 'ns' }))));
  });
});

const typed = (apiVersion: string, kind: string) => ({ apiVersion, kind });

test('a kind is the same in all versions of its group', () => {
  expect(kindOf(typed('apps/v1', 'Deployment'))).toBe(KUBERNETES_KINDS['apps/Deployment']);
  expect(kindOf(typed('apps/v1beta2', 'Deployment'))).toBe(KUBERNETES_KINDS['apps/Deployment']);
  expect(kindOf(typed('weblogic.oracle/v9', 'Domain'))).toBe(OPERATOR_KINDS['weblogic.oracle/Domain']);
});

test.each([
  typed('example.com/v1', 'Deployment'), typed('apps/v1', 'deployment'), typed('v2', 'Pod'), typed('', 'Pod'), typed('v1', 'constructor'),
  undefined, null, 'Pod', { kind: 'Pod' }, { apiVersion: 1, kind: 'Pod' },
])('nothing is known of %j', given => {
  expect(kindOf(given)).toEqual({});
  expect(isKind(given, POD)).toBe(false);
});

test('a kind is named by group and kind', () => {
  expect(kindName(typed('v1', 'Service'))).toBe(SERVICE);
  expect(kindName(typed('apps/v1', 'Deployment'))).toBe('apps/Deployment');
});

test("the tables are of Kubernetes' own kinds and of others", () => {
  const ofGroup = (name: string) => ({ apiVersion: name.startsWith('/') ? 'v1' : `${name.slice(0, name.indexOf('/'))}/v1` });

  expect(Object.keys(KUBERNETES_KINDS).filter(name => !isBuiltIn(ofGroup(name)))).toEqual([]);
  expect(Object.keys(OPERATOR_KINDS).filter(name => isBuiltIn(ofGroup(name)))).toEqual([]);
  expect(Object.keys(KUBERNETES_KINDS)).toEqual([...Object.keys(KUBERNETES_KINDS)].sort());
});

test('labels of pods, their selectors and their nodes are in places of Kubernetes', () => {
  const paths = (apiVersion: string, kind: string) => {
    const { metadata, selectors } = labelPlacesOf(typed(apiVersion, kind));
    return [metadata, selectors].map(each => each.map(path => path.join('.')));
  };

  expect(paths('apps/v1', 'Deployment')).toEqual([['spec.template.metadata'], ['spec.selector.matchLabels', 'spec.template.spec.nodeSelector']]);
  expect(paths('batch/v1', 'CronJob')).toEqual([
    ['spec.jobTemplate.metadata', 'spec.jobTemplate.spec.template.metadata'], ['spec.jobTemplate.spec.template.spec.nodeSelector'],
  ]);
  expect(paths('v1', 'Pod')).toEqual([[], ['spec.nodeSelector']]);
  expect(paths('v1', 'PodTemplate')).toEqual([['template.metadata'], ['template.spec.nodeSelector']]);
  expect(paths('policy/v1', 'PodDisruptionBudget')).toEqual([[], ['spec.selector.matchLabels']]);
  expect(paths('coherence.oracle.com/v1', 'Coherence')).toEqual([[], []]);
});

test.each([
  ['v1', 'Pod', true], ['v1', 'ReplicationController', true], ['v1', 'Service', false], ['apps/v1', 'StatefulSet', true], ['apps/v1', 'ControllerRevision', false],
  ['networking.k8s.io/v1', 'Ingress', false], ['gateway.networking.k8s.io/v1', 'HTTPRoute', false], ['monitoring.coreos.com/v1', 'PodMonitor', false], ['example.com/v1', 'Widget', true], ['jobset.x-k8s.io/v1', 'JobSet', true],
])('whether a %s %s may have pods: %s', (apiVersion, kind, isTrue) => {
  expect(mayHavePods(typed(apiVersion, kind))).toBe(isTrue);
});

describe('name rules', () => {
  const SUBDOMAIN = 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters)';
  const LABEL = 'a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)';
  const SERVICE_NAME = 'a DNS-1035 label (lower-case letters, digits and \'-\', beginning with a letter, at most 63 characters)';
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
    [['v1 Service'], SERVICE_NAME, ['a', 'a1', 'a-b', x(63)], [x(64), '1a', 'a.b', 'A', '-a', 'a-']],
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

  test('two names are one too many, whatever the server would make of generateName', () => {
    const problem = "must not be set beside 'metadata.name', which the server takes instead; leave one of them out; cdk8s names each ApiObject unless its metadata has `name: undefined`";
    expect(found(object('v1 ConfigMap', { name: 'a', generateName: 'A-' }))).toEqual([`invalid-value: 'metadata.generateName' ${problem}`]);
    expect(found(object('batch/v1 Job', { name: 'a', generateName: '' }))).toEqual([]);
    expect(found(object('argoproj.io/v1alpha1 Workflow', { name: '', generateName: 'a-' }))).toEqual([]);
  });

  test.each([1, true, ['a'], {}])('fails when a name is %p', name => {
    const got = Array.isArray(name) ? 'a list of 1' : typeof name === 'object' ? 'an object' : name;
    expect(found(object('v1 ConfigMap', { name }))).toEqual([`invalid-name: 'metadata.name' must be ${SUBDOMAIN}, got ${got}; ${REMEDY}`]);
    expect(found(object('rbac.authorization.k8s.io/v1 Role', { name }))).toEqual([`invalid-name: 'metadata.name' must be ${PATH}, got ${got}; ${REMEDY}`]);
  });

  test('variables that are filled in later may stand in a name; what is around them is looked at', () => {
    const later = ['web-$(CLUSTER)', '{{ .Release.Name }}-web', '<path:secret/data/web#name>'];
    expect(['${CLUSTER}', '${CLUSTER}-web', 'web-${CLUSTER:=west}', ...later].flatMap(name => found(object('v1 Service', { name })))).toEqual([]);
    expect(found(object('v1 Service', { name: 'Web-${CLUSTER}' }))).toEqual([`invalid-name: 'metadata.name' must be ${SERVICE_NAME}, got "Web-\${CLUSTER}"; ${REMEDY}`]);
    expect(found(object('v1 Service', { name: '$CLUSTER' }))).toEqual([`invalid-name: 'metadata.name' must be ${SERVICE_NAME}, got "$CLUSTER"; ${REMEDY}`]);
  });
});

const acme = { apiVersion: 'oam.acme.io/v1alpha1', workloadPrefix: 'Acme' };

test('the vendor is in the group of a trait, and in the group and kind of a workload', () => {
  expect(vendorTrait('MetricsTrait')(acme)).toEqual({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'MetricsTrait' });
  expect(vendorWorkload('HelidonWorkload')(acme)).toEqual({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'AcmeHelidonWorkload' });
});

test('other kinds have one name everywhere', () => {
  expect(fixedKind('apps/v1', 'Deployment')(acme)).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment' });
});

const messages = (apiVersion: string, kind: string) => removedVersion({ apiVersion, kind }).map(described);

// the deprecated API migration guide of Kubernetes, as a list
test.each<[string, string, string, string]>([
  ['extensions/v1beta1', 'DaemonSet', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'Deployment', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'ReplicaSet', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'NetworkPolicy', '1.16', 'networking.k8s.io/v1'],
  ['apps/v1beta1', 'Deployment', '1.16', 'apps/v1'],
  ['apps/v1beta1', 'StatefulSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'DaemonSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'Deployment', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'ReplicaSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'StatefulSet', '1.16', 'apps/v1'],
  ['batch/v2alpha1', 'CronJob', '1.21', 'batch/v1'],
  ['admissionregistration.k8s.io/v1beta1', 'MutatingWebhookConfiguration', '1.22', 'admissionregistration.k8s.io/v1'],
  ['admissionregistration.k8s.io/v1beta1', 'ValidatingWebhookConfiguration', '1.22', 'admissionregistration.k8s.io/v1'],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', '1.22', 'apiextensions.k8s.io/v1'],
  ['apiregistration.k8s.io/v1beta1', 'APIService', '1.22', 'apiregistration.k8s.io/v1'],
  ['certificates.k8s.io/v1beta1', 'CertificateSigningRequest', '1.22', 'certificates.k8s.io/v1'],
  ['coordination.k8s.io/v1beta1', 'Lease', '1.22', 'coordination.k8s.io/v1'],
  ['extensions/v1beta1', 'Ingress', '1.22', 'networking.k8s.io/v1'],
  ['networking.k8s.io/v1beta1', 'Ingress', '1.22', 'networking.k8s.io/v1'],
  ['networking.k8s.io/v1beta1', 'IngressClass', '1.22', 'networking.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRole', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRoleBinding', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'Role', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'RoleBinding', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['scheduling.k8s.io/v1beta1', 'PriorityClass', '1.22', 'scheduling.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSIDriver', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSINode', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'StorageClass', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'VolumeAttachment', '1.22', 'storage.k8s.io/v1'],
  ['autoscaling/v2beta1', 'HorizontalPodAutoscaler', '1.25', 'autoscaling/v2'],
  ['batch/v1beta1', 'CronJob', '1.25', 'batch/v1'],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice', '1.25', 'discovery.k8s.io/v1'],
  ['events.k8s.io/v1beta1', 'Event', '1.25', 'events.k8s.io/v1'],
  ['node.k8s.io/v1beta1', 'RuntimeClass', '1.25', 'node.k8s.io/v1'],
  ['policy/v1beta1', 'PodDisruptionBudget', '1.25', 'policy/v1'],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', '1.26', 'autoscaling/v2'],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema', '1.26', 'flowcontrol.apiserver.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'PriorityLevelConfiguration', '1.26', 'flowcontrol.apiserver.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSIStorageCapacity', '1.27', 'storage.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema', '1.29', 'flowcontrol.apiserver.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'PriorityLevelConfiguration', '1.29', 'flowcontrol.apiserver.k8s.io/v1'],
])('fails for %s %s', (apiVersion, kind, since, now) => {
  expect(messages(apiVersion, kind)).toEqual([
    `unserved-version: 'apiVersion' must be "${now}", got "${apiVersion}", from which Kubernetes ${since} removed ${kind}; write the object in that version; some of its fields may differ`,
  ]);
});

test.each(['extensions/v1beta1', 'policy/v1beta1'])('fails for a kind that no version has any more: PodSecurityPolicy of %s', version => {
  expect(messages(version, 'PodSecurityPolicy')).toEqual([
    `unserved-version: 'apiVersion' is "${version}", and Kubernetes 1.25 removed PodSecurityPolicy; leave it out; Pod Security Admission replaces it`,
  ]);
});

test.each([
  ['apps/v1', 'Deployment'],
  ['v1', 'Service'],
  // gone with 1.32, and served by 1.31
  ['flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema'],
  // a younger kind of the same version
  ['admissionregistration.k8s.io/v1beta1', 'ValidatingAdmissionPolicy'],
  ['networking.k8s.io/v1beta1', 'IPAddress'],
  ['storage.k8s.io/v1beta1', 'VolumeAttributesClass'],
  ['networking.istio.io/v1beta1', 'VirtualService'],
  ['constructor', 'Ingress'],
])('%s %s is served', (apiVersion, kind) => {
  expect(messages(apiVersion, kind)).toEqual([]);
});
