/** An apiVersion and a kind. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The API group of OAM itself. */
export const OAM_API_VERSION = 'core.oam.dev/v1alpha2';

/** How the vendor of a platform names its kinds. */
export interface Vendor {
  /** `oam.<vendor>.io/v1alpha1`. */
  readonly apiVersion: string;
  /** In front of the vendor's workload kinds: `Verrazzano` makes `VerrazzanoHelidonWorkload`. */
  readonly workloadPrefix: string;
}

/** What stands in front of the vendor's workload kinds, unless it says otherwise: `my-vendor` gives `MyVendor`. */
export function vendorPrefix(vendor: string): string {
  return vendor.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The type of a workload or a trait, before it is known for which vendor it is rendered. */
export type OamKind = (vendor: Vendor) => ObjectType;

/** A kind with one name everywhere. */
export function fixedKind(apiVersion: string, kind: string): OamKind {
  return () => ({ apiVersion, kind });
}

/** A vendor's trait, such as `MetricsTrait`. */
export function vendorTrait(kind: string): OamKind {
  return vendor => ({ apiVersion: vendor.apiVersion, kind });
}

/** A vendor's workload: `HelidonWorkload` is `VerrazzanoHelidonWorkload` on Verrazzano. */
export function vendorWorkload(kind: string): OamKind {
  return vendor => ({ apiVersion: vendor.apiVersion, kind: vendor.workloadPrefix + kind });
}
