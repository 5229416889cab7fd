import { Check } from '../../src/base/findings/finding';
import { describe as sentence } from '../../src/base/findings/words';
import { fieldPath, scraper } from '../../src/base/names';
import { groupOf, isClusterScoped } from '../../src/base/oam-kind';
import { cidr, exactHost, excepted, host, isHost, metricsPath, port, regexPath } from '../../src/base/addresses';

/** The kinds of Kubernetes 1.30 and 1.35, as its own discovery documents (`api/discovery`) tell them apart. */
const OF_CLUSTER: Readonly<Record<string, string>> = {
  'v1': 'ComponentStatus Namespace Node PersistentVolume',
  'admissionregistration.k8s.io/v1': 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy '
    + 'ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition',
  'apiregistration.k8s.io/v1': 'APIService',
  'authentication.k8s.io/v1': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io/v1': 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'certificates.k8s.io/v1': 'CertificateSigningRequest ClusterTrustBundle',
  'flowcontrol.apiserver.k8s.io/v1': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io/v1alpha1': 'StorageVersion',
  'networking.k8s.io/v1': 'IPAddress IngressClass ServiceCIDR',
  'node.k8s.io/v1': 'RuntimeClass',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding',
  'resource.k8s.io/v1': 'DeviceClass DeviceTaintRule ResourceClass ResourceSlice',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'storage.k8s.io/v1': 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass',
  'storagemigration.k8s.io/v1alpha1': 'StorageVersionMigration',
};

const IN_NAMESPACES: Readonly<Record<string, string>> = {
  'v1': 'Binding ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount',
  'apps/v1': 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'authorization.k8s.io/v1': 'LocalSubjectAccessReview',
  'autoscaling/v2': 'HorizontalPodAutoscaler',
  'batch/v1': 'CronJob Job',
  'certificates.k8s.io/v1alpha1': 'PodCertificateRequest',
  'coordination.k8s.io/v1': 'Lease LeaseCandidate',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event',
  'networking.k8s.io/v1': 'Ingress NetworkPolicy',
  'policy/v1': 'PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1': 'Role RoleBinding',
  'resource.k8s.io/v1': 'PodSchedulingContext ResourceClaim ResourceClaimParameters ResourceClaimTemplate ResourceClassParameters',
  'scheduling.k8s.io/v1alpha1': 'Workload',
  'storage.k8s.io/v1': 'CSIStorageCapacity',
};

/** Pairs of operators' kinds that differ in nothing but their scope, and some that only sound like the cluster's. */
const OPERATORS_OF_CLUSTER: Readonly<Record<string, string>> = {
  'argoproj.io/v1alpha1': 'ClusterAnalysisTemplate ClusterWorkflowTemplate',
  'cert-manager.io/v1': 'ClusterIssuer',
  'cilium.io/v2': 'CiliumClusterwideNetworkPolicy',
  'constraints.gatekeeper.sh/v1beta1': 'AnyConstraintOfTheUser',
  'external-secrets.io/v1': 'ClusterExternalSecret ClusterSecretStore',
  'gateway.networking.k8s.io/v1': 'GatewayClass',
  'karpenter.sh/v1': 'NodeClaim NodePool',
  'keda.sh/v1alpha1': 'ClusterTriggerAuthentication',
  'kyverno.io/v1': 'ClusterPolicy',
  'pkg.crossplane.io/v1': 'Provider',
  'snapshot.storage.k8s.io/v1': 'VolumeSnapshotClass VolumeSnapshotContent',
};

const OPERATORS_IN_NAMESPACES: Readonly<Record<string, string>> = {
  'argoproj.io/v1alpha1': 'AnalysisTemplate AppProject Application ApplicationSet Rollout Workflow WorkflowTemplate',
  'cert-manager.io/v1': 'Certificate Issuer',
  'cilium.io/v2': 'CiliumNetworkPolicy',
  'cluster.x-k8s.io/v1beta1': 'Cluster',
  'example.com/v1': 'ClusterRole Namespace Widget',
  'external-secrets.io/v1': 'ExternalSecret SecretStore',
  'gateway.networking.k8s.io/v1': 'Gateway HTTPRoute',
  'keda.sh/v1alpha1': 'ScaledObject TriggerAuthentication',
  'kyverno.io/v1': 'Policy',
  'logging.banzaicloud.io/v1beta1': 'ClusterFlow ClusterOutput',
  'monitoring.coreos.com/v1': 'PodMonitor Prometheus ServiceMonitor',
  'networking.istio.io/v1': 'Gateway VirtualService',
  'postgresql.cnpg.io/v1': 'Cluster',
  'snapshot.storage.k8s.io/v1': 'VolumeSnapshot',
};

const types = (byVersion: Readonly<Record<string, string>>) =>
  Object.entries(byVersion).flatMap(([apiVersion, kinds]) => kinds.split(' ').map(kind => ({ apiVersion, kind })));

test('all kinds of Kubernetes are known', () => {
  expect(types(OF_CLUSTER).filter(type => !isClusterScoped(type))).toEqual([]);
  expect(types(IN_NAMESPACES).filter(isClusterScoped)).toEqual([]);
});

test('kinds of operators are known', () => {
  expect(types(OPERATORS_OF_CLUSTER).filter(type => !isClusterScoped(type))).toEqual([]);
  expect(types(OPERATORS_IN_NAMESPACES).filter(isClusterScoped)).toEqual([]);
});

test('a kind has its scope in every version', () => {
  expect(isClusterScoped({ apiVersion: 'storage.k8s.io/v1beta1', kind: 'StorageClass' })).toBe(true);
});

test.each([['v1', ''], ['apps/v1', 'apps'], ['a.b.c/v1', 'a.b.c'], ['', '']])('the group of %p is %p', (apiVersion, group) => {
  expect(groupOf({ apiVersion })).toBe(group);
});

const said = (check: Check, value: unknown) => check(value, 'f').map(sentence);

/** Values that a check passes, and those that it refuses with one text. */
function suite(name: string, check: Check, good: unknown[], bad: [unknown, string][], text: (shown: string) => string) {
  describe(name, () => {
    test.each(good.map(value => [value]))('passes %p', value => {
      expect(said(check, value)).toEqual([]);
    });

    test.each(bad)('fails when it is %p', (value, shown) => {
      expect(said(check, value)).toEqual([text(shown)]);
    });
  });
}

suite('port', port, [1, 80, 65535],
  [[0, '0'], [65536, '65536'], [-1, '-1'], [1.5, '1.5'], [NaN, 'NaN'], ['80', '"80"'], [true, 'true'], [null, 'null']],
  shown => `invalid-port: 'f' must be an integer from 1 to 65535, got ${shown}`);

suite('path of metrics, exact or prefix path', metricsPath, ['/', '/metrics', '/a/b%20c', '/{x}'],
  [[null, 'null'], ['/a?b', '"/a?b"'], ['', '""'], ['metrics', '"metrics"'], ['/a b', '"/a b"'], ['/a\t', '"/a\\t"'], ['/a?b=c', '"/a?…"'], ['/a#b', '"/a#b"'], [1, '1']],
  shown => `invalid-path: 'f' must be a path that starts with '/' and has no space, query or fragment, got ${shown}; give the path alone, such as "/metrics"`);

suite('regular expression', regexPath, ['/', '/.*\\.png', '/a?b', '/(?!x)'],
  [['.*', '".*"'], ['^/a', '"^/a"'], ['/a b', '"/a b"'], [/a/, 'an instance of RegExp']],
  shown => `invalid-path: 'f' must be a path that starts with '/' and has no space, got ${shown}; the expression is matched against the whole path: write "/.*\\.png" for all images`);

suite('host', host, ['example.com', 'a', '1.a-b.c', '*.example.com', '*', ''],
  [
    ['Example.com', '"Example.com"'], ['a_b', '"a_b"'], ['https://a.b', '"https://a.b"'], ['a.b:80', '"a.b:80"'], ['a.b/c', '"a.b/c"'],
    [' a.b', '" a.b"'], ['a.*.b', '"a.*.b"'], ['*a.b', '"*a.b"'], ['*.', '"*."'], ['*.*.a', '"*.*.a"'], ['.a', '".a"'],
    [`${'x'.repeat(64)}.a`, `"${'x'.repeat(64)}.a"`], [1, '1'], [null, 'null'],
  ],
  shown => `invalid-host: 'f' must be a lower-case DNS name, with '*.' in front at most, got ${shown}; give the host alone, without scheme, port or path`);

suite('exact host', exactHost, ['example.com', 'a', '1.a-b.c', '1.2.3', 'x'.repeat(63)],
  [
    ['', '""'], ['*', '"*"'], ['*.example.com', '"*.example.com"'], ['Example.com', '"Example.com"'], ['a_b', '"a_b"'],
    ['https://a.b', '"https://a.b"'], ['a.b:80', '"a.b:80"'], ['a.b/c', '"a.b/c"'], [' a.b', '" a.b"'], ['a.b\n', '"a.b\\n"'], ['a..b', '"a..b"'], ['a.b.', '"a.b."'], ['-a', '"-a"'],
    [`${'x'.repeat(64)}.a`, `"${'x'.repeat(64)}.a"`], ['10.0.0.1', '"10.0.0.1"'], ['::1', '"::1"'], [1, '1'], [null, 'null'], [undefined, 'nothing'],
  ],
  shown => "invalid-host: 'f' must be a lower-case DNS name, neither with a wildcard nor an address, "
    + `got ${shown}; give the host alone, without scheme, port or path`);

suite('scraper', scraper, ['a/b', 'monitoring/prometheus-0', 'a/b.c'],
  [['a', '"a"'], ['/b', '"/b"'], ['a/', '"a/"'], ['a/b/c', '"a/b/c"'], ['A/b', '"A/b"'], ['a.b/c', '"a.b/c"'], ['', '""'], [undefined, 'nothing']],
  shown => `invalid-value: 'f' must be of the form <namespace>/<deployment-name>, got ${shown}; name the deployment of the scraper, such as "monitoring/prometheus"`);

suite('field path', fieldPath, ['a', 'spec.replicas', 'spec.containers[0].env[1].value', 'a[0][1]', 'metadata.annotations[example.com/a]'],
  [
    ['', '""'], ['.a', '".a"'], ['a.', '"a."'], ['a..b', '"a..b"'], ['[0]', '"[0]"'], ['a[0', '"a[0"'], ['a[]', '"a[]"'], ['a b', '"a b"'],
    [1, '1'], [undefined, 'nothing'], [['a'], 'a list of 1'],
  ],
  shown => `invalid-value: 'f' must be a field path, got ${shown}; write it as "spec.containers[0].env[1].value"`);

suite('block of addresses', cidr, ['10.0.0.0/16', '10.0.0.7/32', '0.0.0.0/0', '2001:db8::/32', '::/0', '::1/128'],
  [
    ['10.0.0.7', '"10.0.0.7"'], ['10.0.0.0/33', '"10.0.0.0/33"'], ['10.0.0/8', '"10.0.0/8"'], ['10.0.0.0/8/8', '"10.0.0.0/8/8"'],
    ['::/129', '"::/129"'], ['fe80::1%eth0/64', '"fe80::1%eth0/64"'], ['10.0.0.0/', '"10.0.0.0/"'], ['', '""'], [10, '10'], [null, 'null'],
  ],
  shown => `invalid-value: 'f' must be a block of addresses, got ${shown}; write it as "10.0.0.0/16"; one address is "10.0.0.7/32"`);

describe('exceptions of a block of addresses', () => {
  test.each<[unknown, unknown]>([
    ['10.0.7.9/16', ['10.0.0.0/24']], ['0.0.0.0/0', ['169.254.169.254/32']], ['::/0', ['fe80::/10', '::1/128']], ['10.0.0.0/8', []],
    // what is none is left for its own check to refuse
    ['10.0.0.0', ['10.0.0.0/24']], ['10.0.0.0/8', ['10.0.0.7']], ['10.0.0.0/8', '10.0.0.0/24'], [undefined, undefined],
  ])('passes %p without %p', (block, exceptCidrs) => {
    expect(said(excepted, { cidr: block, exceptCidrs })).toEqual([]);
  });

  test.each(['10.0.0.0/16', '10.0.0.0/8', '192.168.0.0/24', '::/1'])('fails when 10.0.0.0/16 goes without %s', except => {
    expect(said(excepted, { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.1.0/24', except] }))
      .toEqual([`invalid-value: 'f.exceptCidrs[1]' must be a part of 10.0.0.0/16, got "${except}"; leave it out`]);
  });

  test('passes what is no block at all', () => {
    expect(said(excepted, null)).toEqual([]);
  });
});

test.each<[unknown, boolean]>([['a.b', true], ['*.a.b', true], ['*', false], [' * ', false], ['', false], [' ', false], [undefined, false], [1, false]])(
  'isHost(%p) is %p', (value, expected) => {
    expect(isHost(value)).toBe(expected);
  });
