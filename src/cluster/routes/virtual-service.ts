import {
  commonHost, EVERY_HOST, DetachedRoute, MadeRoutes, Route, RouteBackend, RouteCertificate, RouteEntry, PathMatch,
} from './route';
import { redirectTarget } from './gateways';
import { Finding, found, Path } from '../../base/findings/finding';
import { ObjectIndex, selected } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainFields, grouped, objectName } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { memo } from '../../base/memo';

/** A host of a VirtualService at one entry. */
interface ServedHost {
  readonly host: string;
  readonly entry: RouteEntry;
  readonly listener?: string;
  readonly tls: readonly RouteCertificate[];
  /** The name of the Gateway, as the VirtualService writes it. */
  readonly gateway: string;
}

/** The routes of all VirtualServices that name a Gateway. The gateway `mesh` takes no requests from outside. */
export function routesOfVirtualServices(index: ObjectIndex): MadeRoutes {
  const services = index.ofKind('networking.istio.io/VirtualService').map(object => placesOf(object, index));
  return {
    routes: [
      ...serversIn(index).filter(({ isRedirecting }) => isRedirecting).flatMap(redirectsOf),
      ...services.flatMap(({ object, places }) => places.flatMap(place => routesAt(object, place))),
    ],
    detached: services.flatMap(({ detached }) => detached),
  };
}

/** The hosts and entries where a VirtualService is served, and the hosts that are not served. */
interface ServedPlaces {
  readonly object: TypedManifest;
  readonly places: readonly ServedHost[];
  readonly detached: readonly DetachedRoute[];
}

function placesOf(object: TypedManifest, index: ObjectIndex): ServedPlaces {
  const gateways = listOf<unknown>(object.spec?.gateways).filter(isFilled);
  const each = gateways.flatMap((gateway, i) => gateway === 'mesh' ? [] : placesAt(object, gateway, ['spec', 'gateways', i], index));
  return { object, places: each.flatMap(({ places }) => places), detached: each.flatMap(({ detached }) => detached) };
}

function placesAt(object: TypedManifest, gateway: string, path: Path, index: ObjectIndex): ServedPlaces {
  const hosts = listOf<unknown>(object.spec?.hosts).filter(isFilled).map(host => host === '*' ? EVERY_HOST : host.toLowerCase());
  const namespace: unknown = object.metadata?.namespace;
  const own = serversNamed(gateway, namespace, index);
  if (own.length === 0) {
    const entry = unseenEntry(gateway, namespace);
    return { object, places: hosts.map(host => ({ host, entry, tls: [{ hosts: [], path }], gateway })), detached: [] };
  }
  const all = own.flatMap(server => server.hosts.map(each => ({ ...each, server })));
  const open = all.filter(each => (each.namespace ?? namespace) === namespace);
  const places = hosts.flatMap(asked => open.flatMap(({ host: listener, server: { entry, tls, isRedirecting } }): ServedHost[] => {
    const host = commonHost(asked, listener);
    if (host === undefined || isRedirecting) return [];
    return [{ host, entry, ...entry.listeners ? { listener } : {}, tls, gateway }];
  }));
  const lost = hosts.filter(asked => !open.some(({ host }) => commonHost(asked, host) !== undefined));
  return { object, places, detached: lost.length === 0 ? [] : [{ object, hosts: lost, findings: withoutServer(lost, own, path) }] };
}

function withoutServer(hosts: readonly string[], servers: readonly IstioServer[], path: Path): Finding[] {
  const others = servers.flatMap(server => server.hosts).map(({ host }) => host || '*');
  return found('not-attached', path, { reason: 'hosts', object: objectName(servers[0].gateway), hosts, others });
}

/** The routes of a server with `httpsRedirect`, which answers every request with a redirect. */
function redirectsOf({ gateway, hosts, entry, path }: IstioServer): Route[] {
  const at = [...path, 'tls', 'httpsRedirect'];
  return hosts.map(({ host }) => ({
    entry,
    host,
    path: '/',
    type: 'TextPrefix',
    order: [0],
    place: [0],
    tls: [],
    backend: { answer: { phrase: 'redirects', to: 'https://' }, path: at },
    origin: { object: gateway, path: at },
  }));
}

/** The only paths that Istio treats as a match of every path and puts last. No other regular expression counts, not even `/.*`. */
const CATCH_ALL: Readonly<Partial<Record<PathMatch, string>>> = { TextPrefix: '/', Regex: '.*' };

function routesAt(object: TypedManifest, { host, entry, listener, tls, gateway }: ServedHost): Route[] {
  const matched = matchesOf(object, gateway, entry);
  const end = matched.findIndex(({ path, type, when }) => when === undefined && CATCH_ALL[type] === path);
  return matched.map(({ rule, at, place, ...own }, i): Route => {
    const [backend, ...split] = backendsOf(rule, ['spec', 'http', place[0]]);
    return {
      entry,
      ...listener === undefined ? {} : { listener },
      host,
      ...own,
      // across objects, catch-all matches come last; Istio drops the matches after one in the same object
      order: [end < 0 || i < end ? 0 : i - end + 1],
      place,
      backend,
      ...split.length > 0 ? { split } : {},
      tls,
      origin: { object, path: at },
    };
  });
}

/** A match of a VirtualService. */
interface ServiceMatch extends Pick<Route, 'path' | 'type' | 'when'> {
  readonly rule: PlainFields;
  readonly at: Path;
  readonly place: readonly [rule: number, match: number];
}

function matchesOf({ spec, metadata }: TypedManifest, gateway: string, entry: RouteEntry): ServiceMatch[] {
  return listOf(spec?.http).flatMap((given, i) => {
    const rule = asObject(given);
    const at = ['spec', 'http', i];
    const matches = listOf(rule.match);
    if (matches.length === 0) return [{ rule, at, place: [i, 0] as const, path: '/', type: 'TextPrefix' as const }];
    return matches.flatMap((match, j): ServiceMatch[] => {
      const own = asObject(match);
      if (!isAt(own, gateway, metadata?.namespace, entry)) return [];
      return [{ rule, at: [...at, 'match', j], place: [i, j], ...pathOf(own), ...conditionOf(own, entry) }];
    });
  });
}

/** Whether a match applies to a gateway and its port. */
function isAt({ gateways, port }: PlainFields, gateway: string, namespace: unknown, entry: RouteEntry): boolean {
  const keyOf = (given: string) => JSON.stringify(gatewayNamed(given, namespace));
  const isNamed = listOf(gateways).length === 0 || listOf<unknown>(gateways).filter(isFilled).some(each => keyOf(each) === keyOf(gateway));
  return isNamed && (port == null || entry.port === undefined || port === entry.port);
}

/** The path of a match. A prefix is compared character by character; a match without `uri` takes every path. */
function pathOf({ uri, ignoreUriCase }: PlainFields): Pick<Route, 'path' | 'type'> {
  const { exact, prefix, regex } = asObject(uri);
  const [path, type]: [string, PathMatch] = isFilled(regex) ? [regex, 'Regex'] : isFilled(exact) ? [exact, 'Exact']
    : [isFilled(prefix) ? prefix : '/', 'TextPrefix'];
  if (ignoreUriCase !== true || type === 'Regex') return { path, type };
  return { path: `(?i)${path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${type === 'Exact' ? '' : '.*'}`, type: 'Regex' };
}

const OTHER_PARTS = ['scheme', 'authority', 'sourceNamespace'] as const;

function conditionOf(match: PlainFields, { port }: RouteEntry): { readonly when?: string } {
  const keysOf = (value: unknown) => Object.keys(asObject<Record<string, unknown>>(value)).map(String);
  const when = [
    // if the port of the gateway is known, a match for another port has already been skipped
    ...typeof match.port === 'number' && port === undefined ? [`port ${String(match.port)}`] : [],
    ...isObject(match.method) ? [`method ${String(match.method.exact ?? Object.values(match.method)[0])}`] : [],
    ...keysOf(match.headers).map(each => `header ${each}`),
    ...keysOf(match.withoutHeaders).map(each => `no header ${each}`),
    ...keysOf(match.queryParams).map(each => `query parameter ${each}`),
    ...keysOf(match.sourceLabels).length > 0 ? ['labels of the gateway'] : [],
    ...OTHER_PARTS.filter(part => match[part] != null).map(part => `${part} ${String(Object.values(Object(match[part]))[0])}`),
  ];
  return when.length > 0 ? { when: when.join(', ') } : {};
}

/** The destinations of a rule that get requests, or the answer given instead of them. */
function backendsOf(rule: PlainFields, at: Path): RouteBackend[] {
  const { redirect, directResponse, delegate } = rule;
  if (isObject(redirect)) {
    return [{ answer: { phrase: 'redirects', to: redirectTarget(redirect.scheme, redirect.authority) }, path: [...at, 'redirect'] }];
  }
  if (isObject(directResponse)) {
    return [{ answer: { phrase: 'answers', status: Number(directResponse.status) }, path: [...at, 'directResponse'] }];
  }
  if (isObject(delegate)) return [{ resource: { kind: 'VirtualService', name: String(delegate.name) }, path: [...at, 'delegate'] }];
  const routes = listOf(rule.route).map((given, i) => ({ given: asObject(given), path: [...at, 'route', i, 'destination'] }));
  // a single destination needs no weight
  const used = routes.length === 1 ? routes : routes.filter(({ given: { weight } }) => weight != null && weight !== 0);
  return used.length === 0 ? [{ path: at }] : used.map(({ given, path }) => destinationOf(asObject(given.destination), path));
}

/** The backend of a destination: a Service by its name in the namespace of the VirtualService, or by its qualified name. */
function destinationOf({ host, port }: PlainFields, path: Path): RouteBackend {
  const number: unknown = port?.number;
  const at = typeof number === 'number' ? { port: number } : { isOnlyPort: true as const };
  const given = isFilled(host) ? host : '';
  const [service, namespace, kind] = given.split('.');
  if (!given.includes('.')) return given === '' ? { path } : { service, ...at, path };
  return kind === 'svc' ? { service, namespace, ...at, path } : { resource: { kind: 'host', name: String(given) }, path };
}

/** A host of a server, and the namespace whose VirtualServices may use it; `undefined` if those of every namespace may. */
interface ServerHost {
  readonly host: string;
  readonly namespace?: string;
}

/** A server of an Istio Gateway that speaks HTTP, plain or over TLS. */
interface IstioServer {
  readonly gateway: TypedManifest;
  readonly hosts: readonly ServerHost[];
  readonly entry: RouteEntry;
  /** Whether it redirects all requests to HTTPS. */
  readonly isRedirecting: boolean;
  readonly tls: readonly RouteCertificate[];
  readonly path: Path;
}

const GATEWAY = 'networking.istio.io/Gateway';

const PLAIN = new Set(['HTTP', 'HTTP2', 'GRPC', 'GRPC-WEB']);

/** The servers of all Istio Gateways. Gateways that select the same pods act as one: their servers of a port compete. */
const serversIn = memo((index: ObjectIndex): readonly IstioServer[] => {
  const gateways = index.ofKind(GATEWAY);
  const owned = gateways.flatMap(gateway =>
    listOf(gateway.spec?.servers).map((given, i) => ({ gateway, given: asObject(given), path: ['spec', 'servers', i] })));
  const speaking = owned.filter(({ given }) => protocolOf(given) !== undefined);
  return [...grouped(speaking, ({ gateway, given }) => [entryName(gateway, given)]).values()].flatMap(own => {
    const entry = entryOf(own);
    // all Gateways of one entry select the same pods
    const namespace = gatewayPods(own[0].gateway, index)?.namespace;
    return own.map(({ gateway, given, path }): IstioServer => ({
      gateway,
      hosts: hostsOf(gateway, given),
      entry,
      isRedirecting: given.tls?.httpsRedirect === true,
      tls: certificatesOf(gateway, given, path, namespace),
      path,
    }));
  });
});

const byGateway = memo((servers: readonly IstioServer[]) => grouped(servers, ({ gateway }) => [gateway]));

/** The servers of the Gateway with a name, as VirtualServices of a namespace write it. */
function serversNamed(given: string, namespace: unknown, index: ObjectIndex): readonly IstioServer[] {
  const named = gatewayNamed(given, namespace);
  const gateway = index.named(GATEWAY, named.namespace, named.name);
  return gateway && byGateway(serversIn(index)).get(gateway) || [];
}

/** How a server receives HTTP requests; `undefined` if it does not read them, for example because it passes TLS through. */
function protocolOf({ port, tls }: PlainFields): 'plain' | 'tls' | undefined {
  const protocol = String(port?.protocol).toUpperCase();
  if (PLAIN.has(protocol)) return 'plain';
  return protocol === 'HTTPS' && !String(tls?.mode).endsWith('PASSTHROUGH') ? 'tls' : undefined;
}

function selectorOf({ spec }: TypedManifest): [string, unknown][] {
  return Object.entries(asObject<Record<string, unknown>>(spec?.selector)).sort(([a], [b]) => a < b ? -1 : 1);
}

function entryName(gateway: TypedManifest, given: PlainFields): string {
  const labels = selectorOf(gateway).map(([key, value]) => `${key}=${String(value)}`);
  return `Istio gateway ${labels.join(',') || '*'}:${String(given.port?.number)} (${protocolOf(given) === 'tls' ? 'HTTPS' : 'HTTP'})`;
}

function entryOf(own: readonly { readonly gateway: TypedManifest; readonly given: PlainFields }[]): RouteEntry {
  const [{ gateway, given }] = own;
  const number: unknown = given.port?.number;
  const isTls = protocolOf(given) === 'tls';
  return {
    name: entryName(gateway, given),
    wildcard: 'some',
    hosts: 'decides',
    port: typeof number === 'number' ? number : undefined,
    isTls,
    // the handshake names the host, by which servers are told apart
    ...isTls ? { listeners: own.flatMap(each => hostsOf(each.gateway, each.given)).map(({ host }) => host) } : {},
    gateways: [...new Set(own.map(each => each.gateway))],
  };
}

function hostsOf({ metadata }: TypedManifest, { hosts }: PlainFields): ServerHost[] {
  return listOf<unknown>(hosts).filter(isFilled).map(given => {
    const [host, namespace] = given.toLowerCase().split('/').reverse();
    const own = host === '*' ? EVERY_HOST : host;
    if (namespace === undefined || namespace === '*') return { host: own };
    return { host: own, namespace: namespace === '.' ? String(metadata?.namespace) : namespace };
  });
}

/** The certificates of a server. Their Secrets are in the namespace of the gateway pods, whatever that of the Gateway. */
function certificatesOf(gateway: TypedManifest, given: PlainFields, path: Path, namespace: string | undefined): RouteCertificate[] {
  if (protocolOf(given) !== 'tls') return [];
  const { credentialName, credentialNames } = asObject(given.tls);
  const names = [credentialName, ...listOf<unknown>(credentialNames)].filter(isFilled);
  const common = { hosts: [], object: gateway };
  if (names.length === 0) return [{ ...common, path: [...path, 'tls'] }];
  const at = [...path, 'tls', 'credentialName'];
  return names.map(name => ({ ...common, secretName: String(name), ...namespace === undefined ? {} : { namespace }, path: at }));
}

/** The pods that a Gateway selects, if they are rendered and in one namespace. */
export function gatewayPods({ spec }: TypedManifest, index: ObjectIndex) {
  const pods = selected({ matchLabels: spec?.selector }, index.pods);
  const namespaces = new Set(pods.map(({ metadata }): unknown => metadata?.namespace));
  const [namespace] = namespaces;
  return namespaces.size === 1 && isFilled(namespace) ? { namespace, pods } : undefined;
}

/** Resolves a Gateway name as VirtualServices of a namespace write it: `name`, `namespace/name`, `name.namespace.svc.cluster.local`. */
export function gatewayNamed(given: string, namespace: unknown): { readonly name: string; readonly namespace: unknown } {
  const parts = given.split('/');
  if (parts.length > 1) return { name: parts[1], namespace: parts[0] === '.' ? namespace : parts[0] };
  const [name, own] = given.split('.');
  return { name, namespace: own ?? namespace };
}

/** The entry of a Gateway that is not rendered. */
function unseenEntry(given: string, namespace: unknown): RouteEntry {
  const named = gatewayNamed(given, namespace);
  const name = objectName({ kind: 'Gateway', metadata: { name: named.name, namespace: named.namespace } } as unknown as TypedManifest);
  return { name: `Istio ${name}`, wildcard: 'some', hosts: 'decides', gateways: [] };
}
