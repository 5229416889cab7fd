import { isGranted, Listener, listenersNamed, listenersOf, notGranted, parentNamed, ParentRef, unseenListener } from './gateways';
import { commonHost, EVERY_HOST } from './hosts';
import { MadeRoutes, Route, RouteBackend } from './route';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import type { Phrase } from '../findings/catalogue/phrases';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, listOf, PlainFields, textOf } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';
import { objectName } from '../private/written';

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
