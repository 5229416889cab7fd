import { isObject, listOf, PlainFields } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { groupOf, TypedManifest } from '../private/oam-kind';

const REFERENCE_GRANT = 'gateway.networking.k8s.io/ReferenceGrant';

/** An object of the core group that a reference names, possibly in another namespace. */
export interface GrantedTarget {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * Whether an object may refer to an object of the core group: both are in one namespace, or a ReferenceGrant in that of the target allows
 * it.
 */
export function isGranted(from: TypedManifest, to: GrantedTarget, objects: readonly TypedManifest[]): boolean {
  const namespace: unknown = from.metadata?.namespace;
  if (to.namespace === namespace) return true;
  const grants = objects.filter(each => isKind(each, REFERENCE_GRANT) && each.metadata?.namespace === to.namespace);
  const [group, kind] = [groupOf(from), from.kind];
  const isFrom = (each: PlainFields) => each.group === group && each.kind === kind && each.namespace === namespace;
  const isTo = (each: PlainFields) => (each.group ?? '') === '' && each.kind === to.kind && (each.name ?? to.name) === to.name;
  return grants.some(({ spec }) => listOf(spec?.from).filter(isObject).some(isFrom) && listOf(spec?.to).filter(isObject).some(isTo));
}
