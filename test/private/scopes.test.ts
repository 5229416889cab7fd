import { groupOf } from '../../src/private/oam-kind';
import { isClusterScoped } from '../../src/private/scopes';

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
