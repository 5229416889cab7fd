import { EVERY_HOST, commonHost, RouteCertificate, RouteEntry, MadeRoutes, Route, RouteBackend } from './route';
import { RouteImplementation, implementationOf } from './controllers';
import type { Phrase } from '../../base/findings/sentence';
import { FINE, Finding, found, Path, At } from '../../base/findings/finding';
import { ObjectIndex } from '../objects/object-index';
import { asObject, isObject, listOf, PlainFields, textOf, grouped, isFilled } from '../../base/check';
import { memo } from '../../base/memo';
import { TypedManifest, groupOf } from '../../base/oam-kind';
import { shownObject } from '../../base/shown';
import { unmet } from '../objects/selectors';

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

/** A listener of a gateway for a host. Those with the same name of the entry share it. */
interface OwnListener {
  readonly gateway: TypedManifest;
  readonly host: string;
  readonly entryName: string;
  readonly port: unknown;
  readonly isTls: boolean;
}

/**
 * Listeners with their entries.
 *
 * @param rulesOf how requests are compared at an entry, and whether its listeners keep their routes to themselves
 */
export function withEntries<L extends OwnListener>(
  listeners: readonly L[], rulesOf: (first: L) => Pick<RouteEntry, 'hosts' | 'isAssumed'> & { isolates: boolean },
): (L & { readonly entry: RouteEntry })[] {
  return [...grouped(listeners, ({ entryName }) => [entryName])].flatMap(([name, own]) => {
    const [first] = own;
    const { isolates, ...rules } = rulesOf(first);
    const entry: RouteEntry = {
      name,
      wildcard: 'some',
      ...rules,
      port: typeof first.port === 'number' ? first.port : undefined,
      isTls: first.isTls,
      listeners: isolates ? own.map(({ host }) => host) : undefined,
      gateways: [...new Set(own.map(({ gateway }) => gateway))],
    };
    return own.map(each => ({ ...each, entry }));
  });
}

/** The HTTP and HTTPS listeners of all Gateways, by the object that declares them. */
const listenersOf = memo((index: ObjectIndex): ReadonlyMap<TypedManifest | undefined, readonly Listener[]> => {
  const listeners = index.ofKind(`${GROUP}/Gateway`).flatMap(gateway => {
    const { gatewayClassName: className, allowedListeners } = asObject(gateway.spec);
    const implementation = implementationOf(className, index);
    // a Gateway accepts no ListenerSets unless its `allowedListeners` say so
    const { from, selector } = asObject(allowedListeners?.namespaces);
    const allowed = { from: from ?? 'None', selector };
    const sets = index.ofKind(`${GROUP}/ListenerSet`).filter(({ spec, metadata }) => {
      const { name, namespace = metadata?.namespace } = asObject(spec?.parentRef);
      return name === gateway.metadata?.name && namespace === gateway.metadata?.namespace
        && namespaceRefusals(allowed, gateway.metadata?.namespace, metadata?.namespace, index).length === 0;
    });
    const sharing = implementation.isMerged ? `GatewayClass ${String(className)}` : shownObject(gateway);
    return [gateway, ...sets].flatMap(owner => listOf(owner.spec?.listeners).map(asObject).flatMap((given, i) => {
      const { protocol, hostname, port, allowedRoutes, name } = given;
      if (protocol !== 'HTTP' && protocol !== 'HTTPS') return [];
      const isTls = protocol === 'HTTPS';
      const { namespaces, kinds } = asObject(allowedRoutes);
      const isForHttp = listOf(kinds).length === 0 || listOf(kinds).some(each => each?.kind === 'HTTPRoute');
      const refuses: Listener['refuses'] = asking => !isForHttp ? [{ phrase: 'other-kinds' }]
        : namespaceRefusals(asObject<AllowedFrom>(namespaces), owner.metadata?.namespace, asking, index);
      const host = textOf(hostname)?.toLowerCase() ?? EVERY_HOST;
      const entryName = `${sharing}:${String(port)} (${protocol})`;
      const tls = isTls ? listenerCertificates(owner, given, ['spec', 'listeners', i], index) : [];
      return [{ owner, gateway, implementation, name: String(name), host, port, isTls, entryName, tls, refuses }];
    }));
  });
  const entered = withEntries(listeners, ({ isTls, implementation: { hosts, isolates, isAssumed } }) =>
    ({ hosts, isAssumed, isolates: isolates === 'all' || isolates === 'tls' && isTls }));
  return grouped(entered, ({ owner }) => [owner]);
});

/** The namespaces from which a Gateway accepts ListenerSets, or a listener accepts routes. */
type AllowedFrom = Readonly<Partial<Record<'from' | 'selector', unknown>>>;

/**
 * Why a namespace is not accepted: it is another one than that of the owner, or does not meet the selector. Empty if it
 * is accepted.
 */
export function namespaceRefusals(
  allowed: AllowedFrom, own: unknown, namespace: unknown, index: Pick<ObjectIndex, 'labelsOfNamespace'>,
): Phrase[] {
  switch (allowed.from) {
    case 'All': return [];
    case 'Selector': return unmet(allowed.selector, index.labelsOfNamespace(textOf(namespace)));
    case 'None': return [{ phrase: 'no-namespace' }];
    default: return own === namespace ? [] : [{ phrase: 'own-namespace', namespace: String(own) }];
  }
}

/** The certificates of an HTTPS listener. */
function listenerCertificates(
  owner: TypedManifest, { tls }: PlainFields, path: Path, index: ObjectIndex,
): RouteCertificate[] {
  const refs = listOf(tls?.certificateRefs).filter(isObject);
  // the listener may name a certificate in `options` of the implementation
  if (refs.length === 0) return [{ hosts: [], object: owner, path }];
  return refs.map((ref, i): RouteCertificate => {
    const at = [...path, 'tls', 'certificateRefs', i];
    const [name, namespace] = [String(ref.name), textOf(ref.namespace ?? owner.metadata?.namespace)];
    const refused = grantRefusal(owner, { kind: 'Secret', name, namespace }, at, index);
    return { hosts: [], secretName: name, namespace, object: owner, refused, path: at };
  });
}

/**
 * Reports a reference to an object of the core group in another namespace, unless a ReferenceGrant in that namespace
 * allows it.
 */
function grantRefusal(
  from: TypedManifest, to: Readonly<Record<'kind' | 'name', string>> & { namespace: string | undefined }, at: Path,
  index: ObjectIndex,
): readonly Finding[] {
  const own: unknown = from.metadata?.namespace;
  if (to.namespace === own) return FINE;
  const isFrom = ({ group, kind, namespace }: PlainFields) =>
    group === groupOf(from) && kind === from.kind && namespace === own;
  const isTo = ({ group, kind, name }: PlainFields) =>
    (group ?? '') === '' && kind === to.kind && (name ?? to.name) === to.name;
  const isGranted = index.inNamespace(`${GROUP}/ReferenceGrant`, to.namespace).some(({ spec }) =>
    listOf(spec?.from).filter(isObject).some(isFrom) && listOf(spec?.to).filter(isObject).some(isTo));
  return isGranted ? FINE : found('broken-route', at, { reason: 'not-granted', ...to });
}

/** The routes of all HTTPRoutes, at each listener to which they are attached. */
export function routesOfHttpRoutes(index: ObjectIndex): MadeRoutes {
  const attached = index.ofKind(`${GROUP}/HTTPRoute`).map(object => {
    const named = listOf<unknown>(object.spec?.hostnames).filter(isFilled).map(host => host.toLowerCase());
    const hosts = named.length > 0 ? named : [EVERY_HOST];
    const parents = listOf(object.spec?.parentRefs).map((given, i) =>
      attachmentOf(object, hosts, asObject(given), ['spec', 'parentRefs', i], index));
    return { object, hosts, parents, findings: parents.flatMap(({ findings }) => findings) };
  });
  return {
    routes: attached.flatMap(({ object, parents }) =>
      parents.flatMap(({ places }) => places.flatMap(place => httpRoutesAt(object, place, index)))),
    detached: attached.flatMap(({ object, hosts, findings }) =>
      findings.length > 0 ? [{ object, hosts, findings }] : []),
  };
}

/** The listeners of a parent to which a route is attached with some hosts, and why it is not attached to others. */
interface RouteAttachment {
  readonly places: readonly { readonly listener: Listener; readonly hosts: readonly string[] }[];
  readonly findings: readonly Finding[];
}

/** The reasons for which a listener accepts no routes of a namespace, other than its selector. */
const OWN_REASONS: ReadonlySet<Phrase['phrase']> = new Set(['own-namespace', 'no-namespace', 'other-kinds']);

/** Reports a route that an object does not accept; `rule` is what the object requires. */
export function routeRefused(at: At, object: string, rule: readonly Phrase[]): Finding[] {
  const reason = rule.some(({ phrase }) => OWN_REASONS.has(phrase)) ? 'namespace' : 'other-labels';
  return rule.length === 0 ? FINE : found('not-attached', at, { reason, object, rule });
}

/** Attaches a route with some hosts to the listeners of a Gateway or a ListenerSet to which it refers. */
function attachmentOf(
  object: TypedManifest, hosts: readonly string[], ref: PlainFields, path: Path, index: ObjectIndex,
): RouteAttachment {
  const routeNamespace: unknown = object.metadata?.namespace;
  const kind = isFilled(ref.kind) ? ref.kind : 'Gateway';
  const namespace = textOf(ref.namespace ?? routeNamespace);
  const section = textOf(ref.sectionName);
  const port = typeof ref.port === 'number' ? ref.port : undefined;
  const owner = index.named(`${GROUP}/${kind}`, namespace, String(ref.name));
  const listeners = listenersOf(index).get(owner) ?? [];
  if (listeners.length === 0) {
    const part = section ?? port;
    const name = `${kind} ${namespace}/${String(ref.name)}${part === undefined ? '' : `/${part}`}`;
    return { places: [{ listener: unseenListener(object, name, section, port), hosts }], findings: FINE };
  }
  const parent = shownObject(owner!);
  const named = listeners.filter(({ name, entry }) =>
    (section ?? name) === name && (port ?? entry.port) === entry.port);
  if (named.length === 0) {
    const others = listeners.map(({ name }) => name);
    return { places: [], findings: found('not-attached', path, { reason: 'listener', object: parent, others }) };
  }
  const open = named.filter(({ refuses }) => refuses(routeNamespace).length === 0);
  if (open.length === 0) {
    return { places: [], findings: routeRefused(path, parent, named[0].refuses(routeNamespace)) };
  }
  const places = open.map(listener =>
    ({ listener, hosts: [...new Set(hosts.flatMap(host => commonHost(host, listener.host) ?? []))] }));
  return { places: places.filter(place => place.hosts.length > 0), ...unservedHosts(hosts, open, open, path, parent) };
}

/** Reports the hosts of a route that no listener that is open to it serves: they get no requests. */
export function unservedHosts(
  hosts: readonly string[], open: readonly { readonly host: string }[], all: typeof open, path: Path, object: string,
): { readonly lost: readonly string[]; readonly findings: readonly Finding[] } {
  const lost = hosts.filter(host => !open.some(listener => commonHost(host, listener.host) !== undefined));
  const others = all.map(({ host }) => host || '*');
  const findings = lost.length === 0 ? FINE
    : found('not-attached', path, { reason: 'hosts', object, hosts: lost, others });
  return { lost, findings };
}

/**
 * The listener of a Gateway that is not rendered, derived from the reference to it. It is assumed to serve every host
 * of the route, and each such reference to stand for a listener of its own.
 */
function unseenListener({ spec }: TypedManifest, entryName: string, section?: string, port?: number): Listener {
  const rules = listOf(spec?.rules);
  const isRedirect = rules.length > 0 && rules.every(rule => listOf(rule?.filters).some(filter =>
    filter?.type === 'RequestRedirect' && filter.requestRedirect?.scheme === 'https'));
  return {
    name: section ?? '',
    host: EVERY_HOST,
    entry: {
      name: entryName,
      wildcard: 'some',
      hosts: 'decides',
      port,
      // what redirects everything to HTTPS is attached to a listener without TLS
      isTls: isRedirect ? false : undefined,
      isAssumed: true,
      gateways: [],
    },
    implementation: implementationOf(),
    tls: [{ hosts: [], path: ['spec', 'parentRefs'] }],
    refuses: () => [],
  };
}

/** The routes of an HTTPRoute at one listener: one for each match and host. */
function httpRoutesAt(
  object: TypedManifest, { listener, hosts }: RouteAttachment['places'][number], index: ObjectIndex,
): Route[] {
  const { entry, tls, implementation } = listener;
  const rules = listOf(object.spec?.rules);
  return rules.flatMap((rule, i) => {
    const at = ['spec', 'rules', i];
    const [backend, ...split] = httpBackends(object, asObject(rule), at, index);
    const matches = listOf(rule?.matches);
    return (matches.length === 0 ? [{}] : matches).flatMap((match, j) => {
      const { path: given, method, headers, queryParams } = asObject(match);
      const isExpression = given?.type === 'RegularExpression';
      const type = given?.type === 'Exact' ? 'Exact' : isExpression ? implementation.regex ?? 'Regex' : 'Prefix';
      const path = textOf(given?.value) ?? '/';
      const [named, queries] = [listOf(headers), listOf(queryParams)];
      const when = [
        ...method == null ? [] : [`method ${String(method)}`],
        ...named.map(each => `header ${String(each?.name)}`),
        ...queries.map(each => `query parameter ${String(each?.name)}`),
      ];
      const counts = { headers: named.length, queries: queries.length, rulesBehind: rules.length - i };
      const order = implementation.order({ type, path, hasMethod: method != null, ...counts, hosts });
      const own = { entry, servedBy: listener, listener: entry.listeners && listener.host, tls };
      const taken = { path, type, isAssumed: isExpression && !implementation.regex || undefined, order, place: [i, j] };
      const origin = { object, path: matches.length === 0 ? at : [...at, 'matches', j] };
      return hosts.map((host): Route =>
        ({ ...own, host, ...taken, when: when.join(', ') || undefined, backend, split, origin }));
    });
  });
}

/** The backends of a rule that get requests, or the redirect that answers instead of them. */
function httpBackends(object: TypedManifest, rule: PlainFields, at: Path, index: ObjectIndex): RouteBackend[] {
  const filters = listOf(rule.filters);
  const redirect = filters.findIndex(each => each?.type === 'RequestRedirect');
  if (redirect >= 0) {
    const { scheme, hostname } = asObject(filters[redirect]?.requestRedirect);
    const path = [...at, 'filters', redirect];
    return [{ answer: { phrase: 'redirects', to: redirectTarget(scheme, hostname) }, path }];
  }
  const backends = listOf(rule.backendRefs).flatMap((ref, i): RouteBackend[] => {
    const path = [...at, 'backendRefs', i];
    const { group = '', kind = 'Service', name, namespace, port, weight } = asObject(ref);
    if (weight === 0) return [];
    if (group !== '' && group != null || kind !== 'Service') {
      return [{ resource: { kind: String(kind), name: String(name) }, path }];
    }
    const own = textOf(object.metadata?.namespace);
    const to = { kind: 'Service', name: String(name), namespace: textOf(namespace) ?? own };
    const refused = grantRefusal(object, to, [...path, 'namespace'], index);
    const number = typeof port === 'number' ? port : undefined;
    return [{ service: textOf(name), namespace: to.namespace, port: number, refused, path }];
  });
  return backends.length === 0 ? [{ path: at }] : backends;
}

/** The target of a redirect in words: `https://shop.example.com`, a part of it, or `another path`. */
export function redirectTarget(scheme: unknown, host: unknown): string {
  return `${isFilled(scheme) ? `${scheme}://` : ''}${isFilled(host) ? host : ''}` || 'another path';
}
