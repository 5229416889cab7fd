import { isObject, PlainFields, isFilled, Firsts } from './check';
import { CLUSTER_KINDS } from './kubernetes-api/facts';

/** An apiVersion and a kind. */
export interface ObjectType { readonly apiVersion: string; readonly kind: string }

/** A manifest of which only the type is known. */
export type TypedManifest = PlainFields & ObjectType;

export function isTyped(value: unknown): value is TypedManifest {
  return isObject(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string';
}

/** The type of an unchecked object. */
export type AnyType = { readonly [part in keyof ObjectType]?: unknown };

/** The group of an apiVersion; empty for the core group. */
export function groupOf({ apiVersion }: Pick<ObjectType, 'apiVersion'>): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** The API version of OAM itself. */
export const OAM_API_VERSION = 'core.oam.dev/v1alpha2';

/** The kinds of OAM itself that are neither workloads nor traits. */
export const OTHER_OAM_KINDS: readonly string[] = [
  'ApplicationConfiguration', 'Component', 'HealthScope', 'ScopeDefinition', 'TraitDefinition', 'WorkloadDefinition',
];

/** How the vendor of a platform names its kinds. */
export interface Vendor {
  /** `oam.<vendor>.io/v1alpha1`. */
  readonly apiVersion: string;
  /** The prefix of the vendor's workload kinds: `Verrazzano` in `VerrazzanoHelidonWorkload`. */
  readonly workloadPrefix: string;
}

/** The default prefix of the vendor's workload kinds: `MyVendor` for `my-vendor`. */
export function vendorPrefix(vendor: string): string {
  return vendor.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The type of a workload or a trait, which depends on the vendor for which it is rendered. */
export type OamKind = (vendor: Vendor) => ObjectType;

/** A kind with the same name everywhere. */
export function fixedKind(apiVersion: string, kind: string): OamKind { return () => ({ apiVersion, kind }); }

/** Whether a kind belongs to OAM itself, and to no vendor. */
export function isOfOam(kind: OamKind): boolean {
  return kind({ apiVersion: '', workloadPrefix: '' }).apiVersion === OAM_API_VERSION;
}

/** Whether two types are the same. */
export function isSameType(one: AnyType, other: AnyType): boolean {
  return one.apiVersion === other.apiVersion && one.kind === other.kind;
}

/** Whether an API version is that of a vendor's workloads and traits. */
export function isVendorVersion(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && /^oam\.[^/]+\//.test(apiVersion);
}

/** Whether an API version is one of OAM itself or of a vendor's workloads and traits. */
export function isOamVersion(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && (isVendorVersion(apiVersion) || apiVersion.startsWith('core.oam.dev/'));
}

/** Whether a type belongs to OAM, or to one of its platforms or runtimes, without which a cluster does not know it. */
export function isOamType(type: ObjectType): boolean { return /^oam\.|(^|\.)oam\.dev$/.test(groupOf(type)); }

/** Whether an API version is that of a vendor's multi-cluster kinds. */
export function isClustersVersion(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && /^clusters\.[^/]+\.io\//.test(apiVersion);
}

/** Whether an object is a template for several clusters. */
export function isMultiCluster({ apiVersion, kind }: AnyType): boolean {
  return isClustersVersion(apiVersion) && String(kind).startsWith('MultiCluster');
}

/** Whether a type is one of a vendor's own types outside OAM, such as those of `clusters.verrazzano.io`. */
export function isVendorType(type: ObjectType, vendor: string): boolean {
  return [`clusters.${vendor}.io`, `install.${vendor}.io`].includes(groupOf(type));
}

/** Whether a type is this kind of some vendor, in any version. The parts of the type may be any values. */
export function isOfAnyVendor(kind: OamKind, { apiVersion, kind: own }: AnyType): boolean {
  if (typeof apiVersion !== 'string' || typeof own !== 'string') return false;
  const known = kind({ apiVersion: '', workloadPrefix: '' });
  if (known.apiVersion !== '') return known.kind === own && groupOf(known) === groupOf({ apiVersion });
  const workloadPrefix = own.slice(0, own.length - known.kind.length);
  return isVendorVersion(apiVersion) && /^[A-Za-z0-9]*$/.test(workloadPrefix)
    && kind({ apiVersion, workloadPrefix }).kind === own;
}

/** A vendor's trait, such as `MetricsTrait`. */
export function vendorTrait(kind: string): OamKind { return vendor => ({ apiVersion: vendor.apiVersion, kind }); }

/** A vendor's workload: `HelidonWorkload` is `VerrazzanoHelidonWorkload` on Verrazzano. */
export function vendorWorkload(kind: string): OamKind {
  return vendor => ({ apiVersion: vendor.apiVersion, kind: vendor.workloadPrefix + kind });
}

/** The groups of Kubernetes without a dot, which those of custom kinds have, including that of its early versions. */
export const WITHOUT_DOT: readonly string[] =
  [...Object.keys(CLUSTER_KINDS).filter(group => group !== '' && !group.includes('.')), 'extensions'];

/** Groups of configuration files of kustomize, kubelet, kubeadm, kind and the like, which are never applied. */
const OF_TOOLS = new RegExp([
  '(^|\\.)config\\.k8s\\.io$', '^(audit|kubeadm)\\.k8s\\.io$', '^kind\\.x-k8s\\.io$', '^config\\.kubernetes\\.io$',
  '^cli\\.kyverno\\.io$', '^meta\\.pkg\\.crossplane\\.io$', '^(backstage|eksctl)\\.io$',
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
export function isBuiltIn(type: Pick<ObjectType, 'apiVersion'>): boolean { return BUILT_IN.has(groupOf(type)); }

/** All kinds of a group. */
const ALL = '*';

/**
 * Cluster-scoped kinds other than those of Kubernetes, by group. Only kinds that are cluster-scoped in all their
 * versions are listed: one too many would take the namespace from an object that needs it.
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
  'cilium.io': 'CiliumBGPAdvertisement CiliumBGPClusterConfig CiliumBGPPeerConfig CiliumBGPPeeringPolicy '
    + 'CiliumCIDRGroup CiliumClusterwideEnvoyConfig CiliumClusterwideNetworkPolicy CiliumEgressGatewayPolicy '
    + 'CiliumL2AnnouncementPolicy CiliumLoadBalancerIPPool CiliumPodIPPool TracingPolicy',
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

const CLUSTER_SCOPED = [CLUSTER_KINDS, OTHER_CLUSTER_KINDS].map(kinds =>
  new Map(Object.entries(kinds).map(([group, names]) => [group, new Set(names.split(' '))])));

/** Whether a type is known to be cluster-scoped: its objects have no namespace. */
export function isClusterScoped(type: ObjectType): boolean {
  const group = groupOf(type);
  return CLUSTER_SCOPED.some(groups => groups.get(group)?.has(type.kind) || groups.get(group)?.has(ALL));
}

/** Distinguishes an object of a cluster from all others. The parts of an unchecked object may be any values. */
export interface Identity {
  /** The API group, empty for the core group. Two versions of a group have the same objects. */
  readonly group: string;
  readonly kind: unknown;
  /** `undefined` if the kind is cluster-scoped, or the namespace is not known. */
  readonly namespace?: unknown;
  readonly name?: unknown;
}

/** Knowledge beyond the object itself. */
interface IdentityContext {
  /** The namespace of objects that name none. */
  readonly defaultNamespace?: unknown;
  /** Whether a kind is cluster-scoped, if more is known than what this library knows. */
  readonly isClusterScoped?: (type: ObjectType) => boolean;
}

/**
 * The identity of an object.
 *
 * An object of a namespaced kind that names no namespace gets the namespace of whoever applies it, which no manifest
 * states. Unless the context has the default namespace, two such objects are the same, and neither is the same as an
 * object that names its namespace. The namespace of a cluster-scoped object is ignored.
 */
export function identityOf(object: unknown, context: IdentityContext = {}): Identity {
  const { apiVersion, kind, metadata } = Object(object) as Record<string, unknown>;
  const { namespace, name } = isObject(metadata) ? metadata : {};
  const type = { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: String(kind) };
  const isOfCluster = (context.isClusterScoped ?? isClusterScoped)(type);
  const own = isOfCluster ? undefined : namespace || context.defaultNamespace;
  return { group: groupOf(type), kind, namespace: own || undefined, name: name ?? undefined };
}

/** A string that is the same for two identities of the same object. */
export function identityKey({ group, kind, namespace, name }: Identity): string {
  return JSON.stringify([group, kind, namespace, name]);
}

/** Finds the objects that a cluster stores as the same object as an earlier one; those without a name are none. */
export class FirstObjects<T> {
  private readonly firsts = new Firsts<T>();

  /** The holder of the first object with this identity; `undefined` if this is the first. */
  public earlier(identity: Identity, holder: T): T | undefined {
    return this.firsts.earlier(isFilled(identity.name) ? identityKey(identity) : undefined, holder);
  }
}

/** The key of an object that is known by kind, namespace and name, whatever its group. */
export function namesKey({ kind, namespace, name }: Omit<Identity, 'group'>): string {
  return identityKey(identityOf({ kind, metadata: { namespace, name } }));
}
