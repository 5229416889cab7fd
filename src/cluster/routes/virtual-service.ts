import {
  commonHost, EVERY_HOST, DetachedRoute, MadeRoutes, Route, RouteBackend, RouteCertificate, RouteEntry, PathMatch,
} from './route';
import { redirectTarget, unservedHosts, withEntries } from './gateways';
import { Path } from '../../base/findings/finding';
import { ObjectIndex, selected } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainFields, grouped } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { memo } from '../../base/memo';
import { regexEscaped } from '../../base/regexes';
import { shownObject } from '../../base/shown';

const GATEWAY = 'networking.istio.io/Gateway';

const PLAIN = new Set(['HTTP', 'HTTP2', 'GRPC', 'GRPC-WEB']);

/**
 * The hosts of the servers of all Istio Gateways, by Gateway. Gateways that select the same pods act as one: their
 * servers of a port compete. Left out is what does not read requests, for example because it passes TLS through.
 */
const listenersByGateway = memo((index: ObjectIndex) => {
  const listeners = index.ofKind(GATEWAY).flatMap(gateway => {
    const { spec, metadata } = gateway;
    const labels = Object.entries(asObject<Record<string, unknown>>(spec?.selector))
      .sort(([a], [b]) => a < b ? -1 : 1).map(([key, value]) => `${key}=${String(value)}`);
    // the Secrets are in the namespace of the pods, whatever that of the Gateway
    const namespace = gatewayPods(gateway, index)?.namespace;
    return listOf(spec?.servers).map(asObject).flatMap((given, i) => {
      const isTls = readsTls(given);
      if (isTls === undefined) return [];
      const port: unknown = given.port?.number;
      const path = ['spec', 'servers', i];
      const { httpsRedirect, credentialName, credentialNames } = asObject(given.tls);
      const names = [credentialName, ...listOf<unknown>(credentialNames)].filter(isFilled);
      const tls: RouteCertificate[] = names.length === 0 ? [{ hosts: [], object: gateway, path: [...path, 'tls'] }]
        : names.map(secretName =>
          ({ hosts: [], object: gateway, secretName, namespace, path: [...path, 'tls', 'credentialName'] }));
      const entryName = `Istio gateway ${labels.join(',') || '*'}:${String(port)} (${isTls ? 'HTTPS' : 'HTTP'})`;
      const isRedirecting = httpsRedirect === true;
      const server = { gateway, port, isTls, isRedirecting, tls: isTls ? tls : [], entryName, path };
      return listOf<unknown>(given.hosts).filter(isFilled).map(name => {
        const [host, from = '*'] = name.toLowerCase().split('/').reverse();
        // the namespace whose VirtualServices may use it; `*` if those of every namespace may
        return { ...server, host: host === '*' ? EVERY_HOST : host, from: from === '.' ? metadata?.namespace : from };
      });
    });
  });
  // the handshake names the host, by which servers are told apart
  const entered = withEntries(listeners, ({ isTls }) => ({ hosts: 'decides', isolates: isTls }));
  return grouped(entered, ({ gateway }) => [gateway]);
});

/** Whether a server of a Gateway reads requests over TLS; `undefined` if it reads none, as if it passes TLS through. */
function readsTls({ port, tls }: PlainFields): boolean | undefined {
  const protocol = String(port?.protocol).toUpperCase();
  const isTls = protocol === 'HTTPS' && !String(tls?.mode).endsWith('PASSTHROUGH');
  return isTls || PLAIN.has(protocol) ? isTls : undefined;
}

/** The pods that a Gateway selects, if they are rendered and in one namespace. */
export function gatewayPods({ spec }: TypedManifest, index: ObjectIndex) {
  const pods = selected({ matchLabels: spec?.selector }, index.pods);
  const namespaces = new Set(pods.map(({ metadata }): unknown => metadata?.namespace));
  const [namespace] = namespaces;
  return namespaces.size === 1 && isFilled(namespace) ? { namespace, pods } : undefined;
}

/**
 * Resolves a Gateway name as VirtualServices of a namespace write it: `name`, `namespace/name`,
 * `name.namespace.svc.cluster.local`.
 */
export function gatewayNamed(given: string, from: unknown): { readonly name: string; readonly namespace: unknown } {
  const parts = given.split('/');
  if (parts.length > 1) return { name: parts[1], namespace: parts[0] === '.' ? from : parts[0] };
  const [name, own] = given.split('.');
  return { name, namespace: own ?? from };
}

/** The routes of all VirtualServices that name a Gateway. The gateway `mesh` takes no requests from outside. */
export function routesOfVirtualServices(index: ObjectIndex): MadeRoutes {
  const services = index.ofKind('networking.istio.io/VirtualService').flatMap(object => {
    const gateways = listOf<unknown>(object.spec?.gateways);
    return gateways.filter(isFilled).flatMap((gateway, i) =>
      gateway === 'mesh' ? [] : { object, ...servedAt(object, gateway, ['spec', 'gateways', i], index) });
  });
  // a server with `httpsRedirect` answers every request with a redirect
  const redirecting = [...listenersByGateway(index).values()].flat().filter(({ isRedirecting }) => isRedirecting);
  return {
    routes: [
      ...redirecting.map(({ gateway, host, entry, path }): Route => {
        const at = [...path, 'tls', 'httpsRedirect'];
        const backend: RouteBackend = { answer: { phrase: 'redirects', to: 'https://' }, path: at };
        const taken = { host, path: '/', type: 'TextPrefix', order: [0], place: [0] } as const;
        return { entry, ...taken, tls: [], backend, origin: { object: gateway, path: at } };
      }),
      ...services.flatMap(({ object, places }) => places.flatMap(place => virtualRoutesAt(object, place))),
    ],
    detached: services.flatMap(({ detached }) => detached),
  };
}

/** A host of a VirtualService at one entry. */
interface ServedHost extends Pick<Route, 'host' | 'entry' | 'listener' | 'tls'> {
  /** The name of the Gateway, as the VirtualService writes it. */
  readonly gateway: string;
}

/** The hosts and entries where a Gateway serves a VirtualService, and the hosts that it does not serve. */
function servedAt(
  object: TypedManifest, gateway: string, path: Path, index: ObjectIndex,
): { readonly places: ServedHost[]; readonly detached: readonly DetachedRoute[] } {
  const hosts = listOf<unknown>(object.spec?.hosts).filter(isFilled)
    .map(host => host === '*' ? EVERY_HOST : host.toLowerCase());
  const own: unknown = object.metadata?.namespace;
  const metadata = gatewayNamed(gateway, own);
  const rendered = index.named(GATEWAY, metadata.namespace, metadata.name);
  // a Gateway with servers that have no hosts serves nothing; of one that is not rendered, or whose servers read no
  // requests, nothing is known
  const isServing = listOf(rendered?.spec?.servers).some(server => readsTls(asObject(server)) !== undefined);
  const all = rendered && (listenersByGateway(index).get(rendered) ?? (isServing ? [] : undefined));
  if (!all) {
    const name = `Istio ${shownObject({ kind: 'Gateway', metadata } as object as PlainFields)}`;
    const entry: RouteEntry = { name, wildcard: 'some', hosts: 'decides', gateways: [] };
    return { places: hosts.map(host => ({ host, entry, tls: [{ hosts: [], path }], gateway })), detached: [] };
  }
  const open = all.filter(({ from }) => from === '*' || from === own);
  const places = hosts.flatMap(asked => open.flatMap(({ host: listener, entry, tls, isRedirecting }): ServedHost[] => {
    const host = commonHost(asked, listener);
    if (host === undefined || isRedirecting) return [];
    return [{ host, entry, listener: entry.listeners && listener, tls, gateway }];
  }));
  const { lost, findings } = unservedHosts(hosts, open, all, path, shownObject(rendered));
  return { places, detached: lost.length === 0 ? [] : [{ object, hosts: lost, findings }] };
}

/** The only paths that Istio treats as a match of every path and puts last. Not even the expression `/.*` counts. */
const CATCH_ALL: Readonly<Partial<Record<PathMatch, string>>> = { TextPrefix: '/', Regex: '.*' };

/** The routes of a VirtualService at one entry: one for each match there. */
function virtualRoutesAt(object: TypedManifest, { host, entry, listener, tls, gateway }: ServedHost): Route[] {
  const { spec, metadata } = object;
  const gatewayKey = (name: string) => JSON.stringify(gatewayNamed(name, metadata?.namespace));
  const matched = listOf(spec?.http).flatMap((rule, i) => {
    const at = ['spec', 'http', i];
    const matches = listOf(rule?.match);
    if (matches.length === 0) {
      return [{ rule, at, place: [i, 0], when: undefined, path: '/', type: 'TextPrefix' as PathMatch }];
    }
    return matches.flatMap((given, j) => {
      const match = asObject(given);
      const gateways = listOf<unknown>(match.gateways);
      const isNamed = gateways.length === 0
        || gateways.filter(isFilled).some(each => gatewayKey(each) === gatewayKey(gateway));
      const isOfPort = match.port == null || entry.port === undefined || match.port === entry.port;
      if (!isNamed || !isOfPort) return [];
      return [{
        rule, at: [...at, 'match', j], place: [i, j], when: matchConditions(match, entry), ...matchedPath(match),
      }];
    });
  });
  const end = matched.findIndex(({ path, type, when }) => when === undefined && CATCH_ALL[type] === path);
  return matched.map(({ rule, at, place, when, path, type }, i): Route => {
    const [backend, ...split] = virtualBackends(asObject(rule), ['spec', 'http', place[0]]);
    // across objects, catch-all matches come last; Istio drops the matches after one in the same object
    const order = [end < 0 || i < end ? 0 : i - end + 1];
    return { entry, listener, host, path, type, when, order, place, backend, split, tls, origin: { object, path: at } };
  });
}

/** The path of a match. A prefix is compared character by character; a match without `uri` takes every path. */
function matchedPath({ uri, ignoreUriCase }: PlainFields): Pick<Route, 'path' | 'type'> {
  const { exact, prefix, regex } = asObject(uri);
  if (isFilled(regex)) return { path: regex, type: 'Regex' };
  const path = isFilled(exact) ? exact : isFilled(prefix) ? prefix : '/';
  if (ignoreUriCase !== true) return { path, type: isFilled(exact) ? 'Exact' : 'TextPrefix' };
  return { path: `(?i)${regexEscaped(path)}${isFilled(exact) ? '' : '.*'}`, type: 'Regex' };
}

/** The conditions of a match other than the path, in words; `undefined` if there are none. */
function matchConditions(match: PlainFields, { port }: RouteEntry): string | undefined {
  const keysOf = (value: unknown) => Object.keys(asObject<Record<string, unknown>>(value));
  const when = [
    // if the port of the gateway is known, a match for another port has already been skipped
    ...typeof match.port === 'number' && port === undefined ? [`port ${String(match.port)}`] : [],
    ...isObject(match.method) ? [`method ${String(match.method.exact ?? Object.values(match.method)[0])}`] : [],
    ...keysOf(match.headers).map(each => `header ${each}`),
    ...keysOf(match.withoutHeaders).map(each => `no header ${each}`),
    ...keysOf(match.queryParams).map(each => `query parameter ${each}`),
    ...keysOf(match.sourceLabels).length > 0 ? ['labels of the gateway'] : [],
    ...['scheme', 'authority', 'sourceNamespace'].flatMap(part =>
      match[part] == null ? [] : [`${part} ${String(Object.values(Object(match[part]))[0])}`]),
  ];
  return when.length > 0 ? when.join(', ') : undefined;
}

/** The destinations of a rule that get requests, or the answer given instead of them. */
function virtualBackends({ redirect, directResponse, delegate, route }: PlainFields, at: Path): RouteBackend[] {
  if (isObject(redirect)) {
    const to = redirectTarget(redirect.scheme, redirect.authority);
    return [{ answer: { phrase: 'redirects', to }, path: [...at, 'redirect'] }];
  }
  if (isObject(directResponse)) {
    const status = Number(directResponse.status);
    return [{ answer: { phrase: 'answers', status }, path: [...at, 'directResponse'] }];
  }
  if (isObject(delegate)) {
    return [{ resource: { kind: 'VirtualService', name: String(delegate.name) }, path: [...at, 'delegate'] }];
  }
  const routes = listOf(route);
  const backends = routes.flatMap((each, i): RouteBackend[] => {
    const weight: unknown = each?.weight;
    // a single destination needs no weight
    if (routes.length > 1 && (weight == null || weight === 0)) return [];
    const path = [...at, 'route', i, 'destination'];
    const { host, port } = asObject(each?.destination);
    const number: unknown = port?.number;
    const own = typeof number === 'number' ? { port: number } : { isOnlyPort: true as const };
    // a Service by its name in the namespace of the VirtualService, or by its qualified name
    const name = isFilled(host) ? host : '';
    const [service, namespace, kind] = name.split('.');
    if (!name.includes('.')) return [name === '' ? { path } : { service, ...own, path }];
    return [kind === 'svc' ? { service, namespace, ...own, path } : { resource: { kind: 'host', name }, path }];
  });
  return backends.length === 0 ? [{ path: at }] : backends;
}
