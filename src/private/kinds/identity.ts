import { isFilled, isObject } from '../check';
import { Firsts } from '../grouped';
import { groupOf, ObjectType } from '../oam-kind';
import { isClusterScoped } from '../scopes';

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
 * An object of a namespaced kind that names no namespace gets the namespace of whoever applies it, which no manifest states. Unless the
 * context has the default namespace, two such objects are the same, and neither is the same as an object that names its namespace. The
 * namespace of a cluster-scoped object is ignored.
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

/** Finds the objects that a cluster stores as the same object as an earlier one. Objects without a name are not compared. */
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
