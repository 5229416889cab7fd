import { EVERY_HOST } from './hosts';
import { RouteImplementation, implementationOf } from './implementations';
import { RouteCertificate, RouteEntry } from './route';
import type { Phrase } from '../findings/catalogue/phrases';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import { unmet } from '../objects/labels';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isObject, listOf, PlainFields, textOf } from '../private/check';
import { grouped } from '../private/grouped';
import { memo } from '../private/memo';
import { TypedManifest, groupOf } from '../private/oam-kind';
import { objectName } from '../private/written';

const GROUP = 'gateway.networking.k8s.io';

/** A listener of a Gateway, declared by the Gateway itself or by a ListenerSet. */
export interface Listener {
  /** The Gateway or ListenerSet that declares it; `undefined` if the Gateway is not rendered. */
  readonly owner?: TypedManifest;
  readonly name: string;
  readonly host: string;
  readonly entry: RouteEntry;
  readonly implementation: RouteImplementation;
  readonly tls: readonly RouteCertificate[];
  /** Why routes of a namespace are not attached; empty if they are. */
  readonly refuses: (namespace: unknown) => readonly Phrase[];
}

/** A listener whose neighbors on the same port are not known yet. */
interface OwnedListener {
  readonly owner: TypedManifest;
  readonly gateway: TypedManifest;
  readonly given: PlainFields;
  readonly path: Path;
  readonly implementation: RouteImplementation;
}

/** A reference of a route to its parent: a Gateway or a ListenerSet. */
export interface ParentRef {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly section?: string;
  readonly port?: number;
}

/** The HTTP and HTTPS listeners of all Gateways, by the object that declares them. */
export const listenersOf = memo((index: ObjectIndex): ReadonlyMap<TypedManifest | undefined, readonly Listener[]> => {
  const gateways = index.ofKind(`${GROUP}/Gateway`);
  const sets = index.ofKind(`${GROUP}/ListenerSet`);
  const owned = gateways.flatMap(gateway => {
    const implementation = implementationOf(gateway.spec?.gatewayClassName, index);
    const owners = [gateway, ...sets.filter(set => isSetOf(set, gateway, index))];
    return owners.flatMap(owner => ownListeners(owner).map((each): OwnedListener => ({ ...each, owner, gateway, implementation })));
  });
  const listeners = [...grouped(owned, each => [entryName(each)]).values()].flatMap(own => {
    const entry = entryOf(own);
    return own.map(each => listenerOf(each, entry, index));
  });
  return grouped(listeners, ({ owner }) => [owner]);
});

function ownListeners({ spec }: TypedManifest): { readonly given: PlainFields; readonly path: Path }[] {
  const all = listOf(spec?.listeners).map((given, i) => ({ given: asObject(given), path: ['spec', 'listeners', i] }));
  return all.filter(({ given: { protocol } }) => protocol === 'HTTP' || protocol === 'HTTPS');
}

/** Whether a ListenerSet refers to a Gateway and the Gateway accepts it. A Gateway accepts none unless its `allowedListeners` say so. */
function isSetOf({ spec, metadata }: TypedManifest, gateway: TypedManifest, index: ObjectIndex): boolean {
  const { name, namespace = metadata?.namespace } = asObject(spec?.parentRef);
  const isOwn = name === gateway.metadata?.name && namespace === gateway.metadata?.namespace;
  const allowed = asObject<AllowedFrom>(gateway.spec?.allowedListeners?.namespaces);
  return isOwn && refusals({ ...allowed, from: allowed.from ?? 'None' }, gateway, metadata?.namespace, index).length === 0;
}

/** The namespaces from which a Gateway accepts ListenerSets, or a listener accepts routes. */
interface AllowedFrom {
  readonly from?: unknown;
  readonly selector?: unknown;
}

/** Why a namespace is not accepted: it is another one than that of the owner, or does not meet the selector. Empty if it is accepted. */
function refusals(
  allowed: AllowedFrom, { metadata }: TypedManifest, namespace: unknown, index: ObjectIndex,
): Phrase[] {
  switch (allowed.from) {
    case 'All': return [];
    case 'Selector': return unmet(allowed.selector, index.labelsOfNamespace(textOf(namespace)));
    case 'None': return [{ phrase: 'no-namespace' }];
    default: return metadata?.namespace === namespace ? [] : [{ phrase: 'own-namespace', namespace: String(metadata?.namespace) }];
  }
}

function entryName({ gateway, given: { port, protocol }, implementation }: OwnedListener): string {
  const of = implementation.isMerged ? `GatewayClass ${String(gateway.spec?.gatewayClassName)}` : objectName(gateway);
  return `${of}:${String(port)} (${protocol})`;
}

function entryOf(own: readonly OwnedListener[]): RouteEntry {
  const [{ given: { port, protocol }, implementation: { hosts, isolates, isAssumed } }] = own;
  const isTls = protocol === 'HTTPS';
  return {
    name: entryName(own[0]),
    wildcard: 'some',
    hosts,
    port: typeof port === 'number' ? port : undefined,
    isTls,
    ...isolates === 'all' || isolates === 'tls' && isTls ? { listeners: own.map(({ given }) => hostOf(given)) } : {},
    ...isAssumed ? { isAssumed } : {},
    gateways: [...new Set(own.map(({ gateway }) => gateway))],
  };
}

function listenerOf({ owner, given, path, implementation }: OwnedListener, entry: RouteEntry, index: ObjectIndex): Listener {
  const { namespaces, kinds } = asObject(given.allowedRoutes);
  const isForHttp = listOf(kinds).length === 0 || listOf(kinds).some(each => each?.kind === 'HTTPRoute');
  return {
    owner,
    name: String(given.name),
    host: hostOf(given),
    entry,
    implementation,
    tls: certificatesOf(owner, given, path, index),
    refuses: asking => isForHttp ? refusals(asObject<AllowedFrom>(namespaces), owner, asking, index) : [{ phrase: 'other-kinds' }],
  };
}

function certificatesOf(
  owner: TypedManifest, given: PlainFields, path: Path, index: ObjectIndex,
): RouteCertificate[] {
  if (given.protocol !== 'HTTPS') return [];
  const refs = listOf(given.tls?.certificateRefs).filter(isObject);
  // the listener may name a certificate in `options` of the implementation
  if (refs.length === 0) return [{ hosts: [], object: owner, path }];
  return refs.map((ref, i): RouteCertificate => {
    const at = [...path, 'tls', 'certificateRefs', i];
    const [name, namespace] = [String(ref.name), textOf(ref.namespace ?? owner.metadata?.namespace)];
    const isOpen = isGranted(owner, { kind: 'Secret', name, namespace: String(namespace) }, index);
    const refused = isOpen ? FINE : notGranted(at, 'Secret', name, namespace);
    return { hosts: [], secretName: name, namespace, object: owner, refused, path: at };
  });
}

/** The finding on a reference to another namespace that no ReferenceGrant allows. */
export function notGranted(at: Path, kind: string, name: string, namespace: string | undefined): Finding[] {
  return found('broken-route', at, { reason: 'not-granted', kind, name, namespace });
}

/** The Gateway or ListenerSet that a reference names. */
export function parentNamed({ kind, name, namespace }: ParentRef, index: ObjectIndex): TypedManifest | undefined {
  return index.named(`${GROUP}/${kind}`, namespace, name);
}

/** The listeners that a reference names, out of those of its parent. */
export function listenersNamed(ref: Pick<ParentRef, 'section' | 'port'>, listeners: readonly Listener[]): Listener[] {
  return listeners.filter(({ name, entry }) => (ref.section ?? name) === name && (ref.port ?? entry.port) === entry.port);
}

/**
 * The listener of a Gateway that is not rendered, derived from the reference to it. It is assumed to serve every host of the route, and
 * each such reference to stand for a listener of its own.
 */
export function unseenListener({ kind, name, namespace, section, port }: ParentRef, isPlain: boolean): Listener {
  const part = section ?? port;
  const entry: RouteEntry = {
    name: `${kind} ${namespace}/${name}${part === undefined ? '' : `/${part}`}`,
    wildcard: 'some',
    hosts: 'decides',
    port,
    ...isPlain ? { isTls: false } : {},
    isAssumed: true,
    gateways: [],
  };
  return {
    name: section ?? '',
    host: EVERY_HOST,
    entry,
    implementation: implementationOf(),
    tls: [{ hosts: [], path: ['spec', 'parentRefs'] }],
    refuses: () => [],
  };
}

function hostOf({ hostname }: PlainFields): string {
  return textOf(hostname)?.toLowerCase() ?? EVERY_HOST;
}

const REFERENCE_GRANT = 'gateway.networking.k8s.io/ReferenceGrant';

/** An object of the core group that a reference names, possibly in another namespace. */
interface GrantedTarget {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * Whether an object may refer to an object of the core group: both are in one namespace, or a ReferenceGrant in that of the target allows
 * it.
 */
export function isGranted(from: TypedManifest, to: GrantedTarget, index: ObjectIndex): boolean {
  const namespace: unknown = from.metadata?.namespace;
  if (to.namespace === namespace) return true;
  const grants = index.inNamespace(REFERENCE_GRANT, to.namespace);
  const [group, kind] = [groupOf(from), from.kind];
  const isFrom = (each: PlainFields) => each.group === group && each.kind === kind && each.namespace === namespace;
  const isTo = (each: PlainFields) => (each.group ?? '') === '' && each.kind === to.kind && (each.name ?? to.name) === to.name;
  return grants.some(({ spec }) => listOf(spec?.from).filter(isObject).some(isFrom) && listOf(spec?.to).filter(isObject).some(isTo));
}
