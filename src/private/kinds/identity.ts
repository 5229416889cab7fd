import { isObject } from '../check';
import { groupOf, ObjectType } from '../oam-kind';
import { isClusterScoped } from '../scopes';

/** What tells an object of a cluster from all others. The parts of an object that nobody has checked may be anything. */
export interface Identity {
  /** The API group, empty for the core group. Two versions of a group have the same objects. */
  readonly group: string;
  readonly kind: unknown;
  /** `undefined` if the kind belongs to the whole cluster, or the namespace is not known. */
  readonly namespace?: unknown;
  readonly name?: unknown;
}

/** What is known beside the object itself. */
export interface IdentityContext {
  /** The namespace of objects that name none. */
  readonly defaultNamespace?: unknown;
  /** Whether a kind belongs to the whole cluster, if more is known of that than this library knows. */
  readonly isClusterScoped?: (type: ObjectType) => boolean;
}

/**
 * The identity of an object.
 *
 * An object of a namespaced kind that names no namespace gets that of whoever applies it, which no manifest says: unless the context has
 * the default namespace, two such objects are one, and neither is an object that names its namespace. The namespace of an object whose
 * kind belongs to the whole cluster does not count.
 */
export function identityOf(object: unknown, context: IdentityContext = {}): Identity {
  const { apiVersion, kind, metadata } = Object(object) as Record<string, unknown>;
  const { namespace, name } = isObject(metadata) ? metadata : {};
  const type = { apiVersion: typeof apiVersion === 'string' ? apiVersion : '', kind: String(kind) };
  const isOfCluster = (context.isClusterScoped ?? isClusterScoped)(type);
  const own = isOfCluster ? undefined : namespace || context.defaultNamespace;
  return { group: groupOf(type), kind, namespace: own || undefined, name: name ?? undefined };
}

/** A string that two identities share if they are of one object. */
export function identityKey({ group, kind, namespace, name }: Identity): string {
  return JSON.stringify([group, kind, namespace, name]);
}

/** The key of an object that is known by kind, namespace and name, whatever its group. */
export function namesKey({ kind, namespace, name }: Omit<Identity, 'group'>): string {
  return identityKey(identityOf({ kind, metadata: { namespace, name } }));
}
