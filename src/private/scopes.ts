import type { PlainFields } from './check';
import { CLUSTER_KINDS } from './kubernetes-api/facts';
import { groupOf, ObjectType } from './oam-kind';

/** The groups of Kubernetes without a dot, including that of its early versions. The groups of custom kinds always have one. */
export const WITHOUT_DOT: readonly string[] =
  [...Object.keys(CLUSTER_KINDS).filter(group => group !== '' && !group.includes('.')), 'extensions'];

/** Groups of configuration files for kustomize, kubelet, kubeadm, kind and similar tools: YAML of the same form that is never applied. */
const OF_TOOLS = new RegExp([
  '(^|\\.)config\\.k8s\\.io$', '^(audit|kubeadm)\\.k8s\\.io$', '^kind\\.x-k8s\\.io$', '^config\\.kubernetes\\.io$', '^cli\\.kyverno\\.io$',
  '^meta\\.pkg\\.crossplane\\.io$', '^(backstage|eksctl)\\.io$',
].join('|'));

/** Whether objects of a type are for a cluster. */
export function isForCluster({ apiVersion, kind }: ObjectType): boolean {
  if (!apiVersion.includes('/')) return apiVersion === 'v1' && kind !== 'Config';
  const group = groupOf({ apiVersion });
  return group.includes('.') ? !OF_TOOLS.test(group) : WITHOUT_DOT.includes(group);
}

/** Whether an object declares that it is only for kustomize and similar tools. */
export function isLocalConfig({ metadata }: PlainFields): boolean {
  return metadata?.annotations?.['config.kubernetes.io/local-config'] === 'true';
}

const BUILT_IN = new Set([...Object.keys(CLUSTER_KINDS), ...WITHOUT_DOT]);

/** Whether a type belongs to Kubernetes itself. */
export function isBuiltIn(type: Pick<ObjectType, 'apiVersion'>): boolean {
  return BUILT_IN.has(groupOf(type));
}

/** All kinds of a group. */
const ALL = '*';

/**
 * Cluster-scoped kinds other than those of Kubernetes, by group. Only kinds that are cluster-scoped in all their versions are listed: one
 * too many would take the namespace from an object that needs it.
 */
const OTHER_CLUSTER_KINDS: Readonly<Record<string, string>> = {
  // Kubernetes 1.26 to 1.30
  'resource.k8s.io': 'ResourceClass',
  // other projects of Kubernetes
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
  'cilium.io': 'CiliumBGPAdvertisement CiliumBGPClusterConfig CiliumBGPPeerConfig CiliumBGPPeeringPolicy CiliumCIDRGroup '
    + 'CiliumClusterwideEnvoyConfig CiliumClusterwideNetworkPolicy CiliumEgressGatewayPolicy CiliumL2AnnouncementPolicy '
    + 'CiliumLoadBalancerIPPool CiliumPodIPPool TracingPolicy',
  'configuration.konghq.com': 'KongClusterPlugin',
  'constraints.gatekeeper.sh': ALL,
  'crd.projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy '
    + 'GlobalNetworkSet HostEndpoint IPAMConfig IPPool KubeControllersConfiguration',
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
  'projectcalico.org': 'BGPConfiguration BGPPeer FelixConfiguration GlobalNetworkPolicy '
    + 'GlobalNetworkSet HostEndpoint IPPool KubeControllersConfiguration',
  'security.openshift.io': 'SecurityContextConstraints',
  'syncset.gatekeeper.sh': 'SyncSet',
  'templates.gatekeeper.sh': 'ConstraintTemplate',
};

const byGroup = (kinds: Readonly<Record<string, string>>) =>
  new Map(Object.entries(kinds).map(([group, names]) => [group, new Set(names.split(' '))]));

const CLUSTER_SCOPED = [CLUSTER_KINDS, OTHER_CLUSTER_KINDS].map(byGroup);

/** Whether a type is known to be cluster-scoped: its objects have no namespace. */
export function isClusterScoped(type: ObjectType): boolean {
  const group = groupOf(type);
  return CLUSTER_SCOPED.some(groups => groups.get(group)?.has(type.kind) || groups.get(group)?.has(ALL));
}
