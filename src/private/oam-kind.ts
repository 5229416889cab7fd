import { isObject, PlainFields } from './check';

/** An apiVersion and a kind. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

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
export function fixedKind(apiVersion: string, kind: string): OamKind {
  return () => ({ apiVersion, kind });
}

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

/** Whether a type belongs to OAM, or to any of its platforms or runtimes: a cluster without one does not know the type. */
export function isOamType(type: ObjectType): boolean {
  return /^oam\.|(^|\.)oam\.dev$/.test(groupOf(type));
}

/** Whether an API version is that of a vendor's multi-cluster kinds. */
export function isClustersVersion(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && /^clusters\.[^/]+\.io\//.test(apiVersion);
}

/** Whether an object is a template for several clusters. */
export function isMultiCluster({ apiVersion, kind }: AnyType): boolean {
  return typeof apiVersion === 'string' && /^clusters\.[^/]+\//.test(apiVersion) && String(kind).startsWith('MultiCluster');
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
  return isVendorVersion(apiVersion) && /^[A-Za-z0-9]*$/.test(workloadPrefix) && kind({ apiVersion, workloadPrefix }).kind === own;
}

/** A vendor's trait, such as `MetricsTrait`. */
export function vendorTrait(kind: string): OamKind {
  return vendor => ({ apiVersion: vendor.apiVersion, kind });
}

/** A vendor's workload: `HelidonWorkload` is `VerrazzanoHelidonWorkload` on Verrazzano. */
export function vendorWorkload(kind: string): OamKind {
  return vendor => ({ apiVersion: vendor.apiVersion, kind: vendor.workloadPrefix + kind });
}
