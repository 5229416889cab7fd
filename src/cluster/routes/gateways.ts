import { EVERY_HOST, commonHost, RouteCertificate, RouteEntry, MadeRoutes, Route, RouteBackend } from './route';
import { RouteImplementation, implementationOf } from './implementations';
import type { Phrase } from '../../base/findings/sentence';
import { FINE, Finding, found, Path } from '../../base/findings/finding';
import { unmet, ObjectIndex } from '../objects/object-index';
import { asObject, isObject, listOf, PlainFields, textOf, grouped, isFilled, objectName } from '../../base/check';
import { memo } from '../../base/memo';
import { TypedManifest, groupOf } from '../../base/oam-kind';

const GROUP = 'gateway.networking.k8s.io';

/** A listener of a Gateway, declared by the Gateway itself or by a ListenerSet. */
interface Listener {
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
interface ParentRef {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly section?: string;
  readonly port?: number;
}

/** The HTTP and HTTPS listeners of all Gateways, by the object that declares them. */
const listenersOf = memo((index: ObjectIndex): ReadonlyMap<TypedManifest | undefined, readonly Listener[]> => {
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
function notGranted(at: Path, kind: string, name: string, namespace: string | undefined): Finding[] {
  return found('broken-route', at, { reason: 'not-granted', kind, name, namespace });
}

/** The Gateway or ListenerSet that a reference names. */
function parentNamed({ kind, name, namespace }: ParentRef, index: ObjectIndex): TypedManifest | undefined {
  return index.named(`${GROUP}/${kind}`, namespace, name);
}

/** The listeners that a reference names, out of those of its parent. */
function listenersNamed(ref: Pick<ParentRef, 'section' | 'port'>, listeners: readonly Listener[]): Listener[] {
  return listeners.filter(({ name, entry }) => (ref.section ?? name) === name && (ref.port ?? entry.port) === entry.port);
}

/**
 * The listener of a Gateway that is not rendered, derived from the reference to it. It is assumed to serve every host of the route, and
 * each such reference to stand for a listener of its own.
 */
function unseenListener({ kind, name, namespace, section, port }: ParentRef, isPlain: boolean): Listener {
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
function isGranted(from: TypedManifest, to: GrantedTarget, index: ObjectIndex): boolean {
  const namespace: unknown = from.metadata?.namespace;
  if (to.namespace === namespace) return true;
  const grants = index.inNamespace(REFERENCE_GRANT, to.namespace);
  const [group, kind] = [groupOf(from), from.kind];
  const isFrom = (each: PlainFields) => each.group === group && each.kind === kind && each.namespace === namespace;
  const isTo = (each: PlainFields) => (each.group ?? '') === '' && each.kind === to.kind && (each.name ?? to.name) === to.name;
  return grants.some(({ spec }) => listOf(spec?.from).filter(isObject).some(isFrom) && listOf(spec?.to).filter(isObject).some(isTo));
}

const HTTP_ROUTE = 'gateway.networking.k8s.io/HTTPRoute';

/** The routes of all HTTPRoutes, at each listener to which they are attached. */
export function routesOfHttpRoutes(index: ObjectIndex): MadeRoutes {
  const attached = index.ofKind(HTTP_ROUTE).map(object => ({ object, ...attachedTo(object, index) }));
  return {
    routes: attached.flatMap(({ object, places }) => places.flatMap(place => rulesOf(object, place, index))),
    detached: attached.flatMap(({ object, findings }) => findings.length > 0 ? [{ object, hosts: hostsOf(object), findings }] : []),
  };
}

/** A listener, and the hosts that a route has there. */
interface AttachedPlace {
  readonly listener: Listener;
  readonly hosts: readonly string[];
}

/** The reasons for which a listener accepts no routes of a namespace, other than its selector. */
const OWN_REASONS: ReadonlySet<Phrase['phrase']> = new Set(['own-namespace', 'no-namespace', 'other-kinds']);

/** The listeners to which a route is attached, and why it is not attached to others. */
interface AttachedParent {
  readonly places: readonly AttachedPlace[];
  readonly findings: readonly Finding[];
}

function attachedTo(object: TypedManifest, index: ObjectIndex): AttachedParent {
  const refs = listOf(object.spec?.parentRefs).map(given => parentRefOf(object, asObject(given)));
  const each = refs.map((ref, i) => attachedBy(object, ref, ['spec', 'parentRefs', i], index));
  return { places: each.flatMap(({ places }) => places), findings: each.flatMap(({ findings }) => findings) };
}

function parentRefOf({ metadata }: TypedManifest, { kind, name, namespace, sectionName, port }: PlainFields): ParentRef {
  return {
    kind: isFilled(kind) ? kind : 'Gateway',
    name: String(name),
    namespace: textOf(namespace ?? metadata?.namespace),
    section: textOf(sectionName),
    port: typeof port === 'number' ? port : undefined,
  };
}

function attachedBy(object: TypedManifest, ref: ParentRef, path: Path, index: ObjectIndex): AttachedParent {
  const owner = parentNamed(ref, index);
  const own = listenersOf(index).get(owner) ?? [];
  if (own.length === 0) {
    return { places: [{ listener: unseenListener(ref, redirectsToTls(object)), hosts: hostsOf(object) }], findings: FINE };
  }
  const parent = objectName(owner!);
  const named = listenersNamed(ref, own);
  const refused = (findings: readonly Finding[]): AttachedParent => ({ places: [], findings });
  if (named.length === 0) {
    return refused(found('not-attached', path, { reason: 'listener', object: parent, others: own.map(({ name }) => name) }));
  }
  const namespace: unknown = object.metadata?.namespace;
  const open = named.filter(({ refuses }) => refuses(namespace).length === 0);
  if (open.length === 0) {
    const rule = named[0].refuses(namespace);
    const reason = rule.some(({ phrase }) => OWN_REASONS.has(phrase)) ? 'namespace' : 'other-labels';
    return refused(found('not-attached', path, { reason, object: parent, rule }));
  }
  const places = open.map(listener => {
    const hosts = hostsOf(object).flatMap(host => commonHost(host, listener.host) ?? []);
    return { listener, hosts: [...new Set(hosts)] };
  }).filter(({ hosts }) => hosts.length > 0);
  return { places, findings: lostHosts(object, path, parent, open) };
}

/** The finding on the hosts of a route that none of its listeners serves: they get no requests. */
function lostHosts(object: TypedManifest, path: Path, parent: string, open: readonly Listener[]): Finding[] {
  const lost = hostsOf(object).filter(host => !open.some(listener => commonHost(host, listener.host) !== undefined));
  const others = open.map(({ host }) => host || '*');
  return lost.length === 0 ? FINE : found('not-attached', path, { reason: 'hosts', object: parent, hosts: lost, others });
}

function hostsOf({ spec }: TypedManifest): string[] {
  const hosts = listOf<unknown>(spec?.hostnames).filter(isFilled).map(host => host.toLowerCase());
  return hosts.length === 0 ? [EVERY_HOST] : hosts;
}

function rulesOf(object: TypedManifest, place: AttachedPlace, index: ObjectIndex): Route[] {
  const { listener: { entry, host: listener, tls }, hosts } = place;
  const rules = listOf(object.spec?.rules);
  return rules.flatMap((given, i) => {
    const rule = asObject(given);
    const at = ['spec', 'rules', i];
    const [backend, ...split] = backendsOf(object, rule, at, index);
    const matches = listOf(rule.matches);
    return (matches.length === 0 ? [{}] : matches).flatMap((match, j) => {
      const own = matchOf(asObject(match), place, rules.length - i);
      return hosts.map((host): Route => ({
        entry,
        servedBy: place.listener,
        ...entry.listeners ? { listener } : {},
        host,
        ...own,
        place: [i, j],
        backend,
        ...split.length > 0 ? { split } : {},
        tls,
        origin: { object, path: matches.length === 0 ? at : [...at, 'matches', j] },
      }));
    });
  });
}

type MatchPart = Pick<Route, 'path' | 'type' | 'isAssumed' | 'when' | 'order'>;

function matchOf(match: PlainFields, { listener: { implementation }, hosts }: AttachedPlace, rulesBehind: number): MatchPart {
  const { path: given, method, headers, queryParams } = match;
  const isExpression = given?.type === 'RegularExpression';
  const type = given?.type === 'Exact' ? 'Exact' : isExpression ? implementation.regex ?? 'Regex' : 'Prefix';
  const path = textOf(given?.value) ?? '/';
  const [own, queries] = [listOf(headers), listOf(queryParams)];
  const when = [
    ...method == null ? [] : [`method ${String(method)}`],
    ...own.map(each => `header ${String(each?.name)}`),
    ...queries.map(each => `query parameter ${String(each?.name)}`),
  ];
  const counts = { hasMethod: method != null, headers: own.length, queries: queries.length };
  return {
    path,
    type,
    ...isExpression && implementation.regex === undefined ? { isAssumed: true } : {},
    ...when.length > 0 ? { when: when.join(', ') } : {},
    order: implementation.order({ type, path, ...counts, hosts, rulesBehind }),
  };
}

/** The backends of a rule that get requests, or the redirect that answers instead of them. */
function backendsOf(object: TypedManifest, rule: PlainFields, at: Path, index: ObjectIndex): RouteBackend[] {
  const filters = listOf(rule.filters);
  const redirect = filters.findIndex(each => each?.type === 'RequestRedirect');
  if (redirect >= 0) {
    const { scheme, hostname } = asObject(filters[redirect]?.requestRedirect);
    return [{ answer: { phrase: 'redirects', to: redirectTarget(scheme, hostname) }, path: [...at, 'filters', redirect] }];
  }
  const refs = listOf(rule.backendRefs).map((given, i) => ({ given: asObject(given), path: [...at, 'backendRefs', i] }));
  const used = refs.filter(({ given: { weight } }) => weight !== 0);
  return used.length === 0 ? [{ path: at }] : used.map(({ given, path }) => backendOf(object, given, path, index));
}

/** The target of a redirect in words: `https://shop.example.com`, a part of it, or `another path`. */
export function redirectTarget(scheme: unknown, host: unknown): string {
  const [own, name] = [isFilled(scheme) ? `${scheme}://` : '', isFilled(host) ? String(host) : ''];
  return `${own}${name}` || 'another path';
}

function backendOf(object: TypedManifest, given: PlainFields, path: Path, index: ObjectIndex): RouteBackend {
  const { group = '', kind = 'Service', name, namespace, port } = given;
  if (group !== '' && group != null || kind !== 'Service') return { resource: { kind: String(kind), name: String(name) }, path };
  const own = textOf(object.metadata?.namespace);
  const to = { kind: 'Service', name: String(name), namespace: textOf(namespace) ?? String(own) };
  return {
    service: textOf(name),
    ...isFilled(namespace) && namespace !== own ? { namespace } : {},
    port: typeof port === 'number' ? port : undefined,
    ...isGranted(object, to, index) ? {} : { refused: notGranted([...path, 'namespace'], 'Service', to.name, to.namespace) },
    path,
  };
}

/** Whether all rules of a route redirect to HTTPS: its listener is then one without TLS. */
function redirectsToTls({ spec }: TypedManifest): boolean {
  const rules = listOf(spec?.rules);
  return rules.length > 0 && rules.every(rule => listOf(rule?.filters).some(filter =>
    filter?.type === 'RequestRedirect' && filter.requestRedirect?.scheme === 'https'));
}
