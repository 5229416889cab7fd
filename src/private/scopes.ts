import type { ObjectType } from './oam-kind';

/** The group of an apiVersion; empty for the core group. */
export function groupOf({ apiVersion }: Pick<ObjectType, 'apiVersion'>): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Whether `apiVersion.kind` of an object is like this. */
export function isType({ apiVersion, kind }: ObjectType, type: RegExp): boolean {
  return type.test(`${apiVersion}.${kind}`);
}

/** The groups of Kubernetes without a dot; those of custom kinds have one. */
export const WITHOUT_DOT: readonly string[] = ['apps', 'autoscaling', 'batch', 'extensions', 'policy'];

/** Files of kustomize, kubelet, kubeadm, kind and their like: written as YAML of the same form, and never applied. */
const OF_TOOLS = new RegExp([
  '(^|\\.)config\\.k8s\\.io$', '^(audit|kubeadm)\\.k8s\\.io$', '^kind\\.x-k8s\\.io$', '^config\\.kubernetes\\.io$', '^cli\\.kyverno\\.io$',
  '^meta\\.pkg\\.crossplane\\.io$', '^(backstage|eksctl)\\.io$',
].join('|'));

/** Whether a type is one of objects in a cluster. */
export function isForCluster({ apiVersion, kind }: ObjectType): boolean {
  if (!apiVersion.includes('/')) return apiVersion === 'v1' && kind !== 'Config';
  const group = groupOf({ apiVersion });
  return group.includes('.') ? !OF_TOOLS.test(group) : WITHOUT_DOT.includes(group);
}

/** The other groups that every API server has. */
const WITH_DOT = 'admissionregistration apiextensions apiregistration authentication authorization certificates coordination discovery events '
  + 'flowcontrol.apiserver internal.apiserver networking node rbac.authorization resource scheduling storage storagemigration';

const BUILT_IN = new Set(['', ...WITHOUT_DOT, ...WITH_DOT.split(' ').map(name => `${name}.k8s.io`)]);

/** Whether a type belongs to Kubernetes itself. */
export function isBuiltIn(type: Pick<ObjectType, 'apiVersion'>): boolean {
  return BUILT_IN.has(groupOf(type));
}

/** All kinds of a group. */
const ALL = '*';

/**
 * The kinds that belong to the whole cluster, by group. Those of Kubernetes are complete for 1.30 to 1.35. Of operators, only those
 * are here that were so in all their versions: one too many would take the namespace from an object that needs it.
 */
const CLUSTER_SCOPED: Readonly<Record<string, string>> = {
  // Kubernetes
  '': 'ComponentStatus Namespace Node PersistentVolume',
  'admissionregistration.k8s.io': 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration '
    + 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
  'apiextensions.k8s.io': 'CustomResourceDefinition',
  'apiregistration.k8s.io': 'APIService',
  'authentication.k8s.io': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io': 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'IPAddress IngressClass ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding',
  'resource.k8s.io': 'DeviceClass DeviceTaintRule ResourceClass ResourceSlice',
  'scheduling.k8s.io': 'PriorityClass',
  'storage.k8s.io': 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass',
  'storagemigration.k8s.io': 'StorageVersionMigration',
  // projects of Kubernetes beside it
  'gateway.networking.k8s.io': 'GatewayClass',
  'groupsnapshot.storage.k8s.io': 'VolumeGroupSnapshotClass VolumeGroupSnapshotContent',
  'karpenter.k8s.aws': 'EC2NodeClass',
  'karpenter.sh': 'NodeClaim NodeOverlay NodePool',
  'kueue.x-k8s.io': 'AdmissionCheck ClusterQueue ResourceFlavor WorkloadPriorityClass',
  'populator.storage.k8s.io': 'VolumePopulator',
  'policy.networking.k8s.io': 'AdminNetworkPolicy BaselineAdminNetworkPolicy',
  'snapshot.storage.k8s.io': 'VolumeSnapshotClass VolumeSnapshotContent',
  // operators
  'apiextensions.crossplane.io': 'CompositeResourceDefinition Composition CompositionRevision EnvironmentConfig',
  'argoproj.io': 'ClusterAnalysisTemplate ClusterWorkflowTemplate',
  'cert-manager.io': 'ClusterIssuer',
  'cilium.io': 'CiliumBGPAdvertisement CiliumBGPClusterConfig CiliumBGPPeerConfig CiliumBGPPeeringPolicy CiliumCIDRGroup CiliumClusterwideEnvoyConfig '
    + 'CiliumClusterwideNetworkPolicy CiliumEgressGatewayPolicy CiliumL2AnnouncementPolicy CiliumLoadBalancerIPPool CiliumPodIPPool TracingPolicy',
  'configuration.konghq.com': 'KongClusterPlugin',
  'constraints.gatekeeper.sh': ALL,
  'crd.projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy GlobalNetworkSet HostEndpoint IPAMConfig IPPool KubeControllersConfiguration',
  'elbv2.k8s.aws': 'IngressClassParams',
  'eventing.keda.sh': 'ClusterCloudEventSource',
  'expansion.gatekeeper.sh': 'ExpansionTemplate',
  'external-secrets.io': 'ClusterExternalSecret ClusterPushSecret ClusterSecretStore',
  'externaldata.gatekeeper.sh': 'Provider',
  'generators.external-secrets.io': 'ClusterGenerator',
  'keda.sh': 'ClusterTriggerAuthentication',
  'kyverno.io': 'ClusterCleanupPolicy ClusterPolicy GlobalContextEntry',
  'mutations.gatekeeper.sh': 'Assign AssignImage AssignMetadata ModifySet',
  'pkg.crossplane.io': 'Configuration DeploymentRuntimeConfig Function Provider',
  'policies.kyverno.io': 'DeletingPolicy GeneratingPolicy ImageValidatingPolicy MutatingPolicy ValidatingPolicy',
  'postgresql.cnpg.io': 'ClusterImageCatalog',
  'projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy GlobalNetworkSet HostEndpoint IPPool KubeControllersConfiguration',
  'security.openshift.io': 'SecurityContextConstraints',
  'syncset.gatekeeper.sh': 'SyncSet',
  'templates.gatekeeper.sh': 'ConstraintTemplate',
};

const BY_GROUP = new Map(Object.entries(CLUSTER_SCOPED).map(([group, kinds]) => [group, new Set(kinds.split(' '))]));

/** Whether objects of a type are known to belong to the whole cluster, and have no namespace. */
export function isClusterScoped(type: ObjectType): boolean {
  const kinds = BY_GROUP.get(groupOf(type));
  return kinds !== undefined && (kinds.has(type.kind) || kinds.has(ALL));
}
