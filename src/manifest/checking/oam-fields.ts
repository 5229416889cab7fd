import { Field, Type, specOf } from '../../definitions/type';
import { METADATA_FIELDS } from '../../private/names';
import { isOfAnyVendor, isVendorVersion, OAM_API_VERSION } from '../../private/oam-kind';
import { OAM_KINDS } from '../../traits/all';

/**
 * The fields of an object and what is below them; a list has one element here; what is not looked into is `true`, or names the only platform
 * that reads it.
 */
export type KeptFields = true | NonNullable<Field['on']> | readonly [KeptFields] | { readonly [field: string]: KeptFields };

/** The fields of a value that API servers keep. */
export function keptFields(type: Type): KeptFields {
  switch (type.is) {
    case 'list': {
      const element = keptFields(type.of);
      return element === true ? true : [element];
    }
    case 'record':
      return type.kept ? true : Object.fromEntries(
        Object.entries(type.fields).filter(([, each]) => !each.isDropped).map(([name, each]) => [name, each.on ?? keptFields(each.type)]));
    case 'kubernetes':
      return type.stored ? keptFields(type.stored) : true;
    default:
      return true;
  }
}

/** Every object of Kubernetes has these. */
export const OBJECT_METADATA: KeptFields = Object.fromEntries(METADATA_FIELDS.map(name => [name, true]));

/** An object as a whole, with what its `spec` has. */
export function objectFields(spec: KeptFields): KeptFields {
  return { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec, status: true };
}

/** One for several clusters. */
export const MULTI_CLUSTER_FIELDS: KeptFields = {
  apiVersion: true,
  kind: true,
  metadata: OBJECT_METADATA,
  spec: {
    placement: { clusters: [{ name: true }] },
    secrets: true,
    template: { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec: true },
  },
  status: true,
};

const KEPT = OAM_KINDS.map(each => ({ ...each, fields: keptFields(specOf(each)) }));

/** `spec` of a kind of OAM, of whatever vendor. */
export function specFields(apiVersion: unknown, kind: unknown): KeptFields | undefined {
  if (apiVersion !== OAM_API_VERSION && !isVendorVersion(apiVersion)) return undefined;
  return KEPT.find(each => isOfAnyVendor(each.kind, { apiVersion, kind }))?.fields;
}

/** `spec` of all kinds of OAM. */
export const OAM_FIELDS: readonly KeptFields[] = KEPT.map(({ fields }) => fields);
