import {
  takesHost, DetachedRoute, Route, RouteCertificate, backendNamespaceOf, RouteBackend, isRegexMatch, PathMatch,
  routeClaimKey, RouteRequest, RouteTable,
} from './route';
import { Finding, FINE, found, ownWords, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { ConnectionEnd, podsEnd, refusalsOf } from '../network-policies';
import { ObjectIndex } from '../objects/object-index';
import { nearest, isObject, listOf, PlainFields } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { partMatches } from '../../base/regexes';
import { INGRESS } from './ingress';
import { isKind, SERVICE } from '../../base/kind-of';
import { portsOfPods } from '../objects/oam-workloads';
import { shownObject } from '../../base/shown';
import { ChainLink, heldLink, brokenLink, listedPort } from '../objects/links';
import { labelsOfPods, replicasOf } from '../objects/pod-templates';
import { isSelecting, unmet } from '../objects/selectors';

// Follows a request from its entry to the pods: the route that takes it, the Service and the port to which it leads,
// and the step on which the way ends.

/** A request, and how it comes in. */
export interface TracedRequest extends RouteRequest {
  readonly isTls: boolean;
  /** The port, if the request names one. Without it, an entry is met whatever its port. */
  readonly port?: number;
  /** The controller that forwards it to the pods; `undefined` stands for any peer. */
  readonly from?: ConnectionEnd;
}

/** Where a route leads: a port of a Service, and the pods behind it. */
interface RouteTarget {
  readonly service: TypedManifest;
  readonly port: number;
  /** The objects that create the pods, each with the port on which the pods listen. */
  readonly pods: readonly { readonly object: TypedManifest; readonly port: number }[];
}

/** The outcome of a request at one entry, whose route takes it. */
export interface RouteTrace {
  readonly route: Route;
  /** The steps to the pods; the last one may break. */
  readonly links: readonly ChainLink[];
  readonly target?: RouteTarget;
  readonly certificate?: RouteCertificate;
  /** Whether the request certainly reaches no pods: policies reject the connection, or something else answers. */
  readonly isRefused: boolean;
}

/**
 * Follows a request to the pods, at each entry that has a route for it: to each backend of the route, and of the routes
 * before it that have conditions beyond host and path.
 */
export function traceRequest(tables: readonly RouteTable[], index: ObjectIndex, request: TracedRequest): RouteTrace[] {
  return tablesFor(tables, request).flatMap(table => {
    const { route, rivals, conditional } = table.find(request);
    const traces = (each: Route, others: readonly Route[] = []) => [each.backend, ...each.split ?? []].map(backend =>
      traceRoute(table, { ...each, backend }, others, index, request));
    const unsure = rivals.map((each): RouteTrace => ({ route: each, links: [doubtAbout(each)], isRefused: false }));
    return [...conditional.flatMap(each => traces(each)), ...route ? traces(route, rivals) : unsure];
  });
}

/** The tables whose entries a request meets. */
export function tablesFor(tables: readonly RouteTable[], request: TracedRequest): RouteTable[] {
  return tables.filter(({ entry: { isTls = request.isTls, port } }) =>
    isTls === request.isTls && (port ?? request.port) === (request.port ?? port));
}

/** Follows a request along one route that takes it, to one backend. */
function traceRoute(
  table: RouteTable, route: Route, rivals: readonly Route[], index: ObjectIndex, request: TracedRequest,
): RouteTrace {
  const { object, path } = route.origin;
  const taking = heldLink(object, takes(route), path);
  const broken = (link: ChainLink): RouteTrace => ({ route, links: [taking, link], isRefused: false });
  const [clash] = route.doubt ? [doubtAbout(route)] : rivals.slice(0, 1).flatMap(each => ambiguous(route, each));
  if (clash) return broken(clash);

  const { host, isTls } = request;
  const served = isTls ? servedBy(table, route, host) : undefined;
  if (isTls && !served) {
    return broken(brokenLink(object, found('broken-route', 'spec.tls', { reason: 'no-certificate', host })));
  }
  const { secretName: secret, path: field = [], refused: unusable = FINE } = served?.certificate ?? {};
  if (unusable.length > 0) return broken(brokenLink(served!.object, unusable));
  const serving = served ? [heldLink(served.object, secret === undefined ? { phrase: 'has-usual-certificate', host }
    : { phrase: 'has-certificate', host, secret }, field)] : [];

  const { links, target } = followRoute(route, index);
  // the policies that keep the controller from the first pods that it cannot reach
  let refused: ReturnType<typeof refusalsOf> = [];
  for (const { object: pods, port } of target?.pods ?? []) {
    refused = refusalsOf(index, { from: request.from, to: podsEnd(pods, index), port, protocol: 'TCP' });
    if (refused.length > 0) break;
  }
  const closed = refused.map(({ policy, findings }) => brokenLink(policy, findings));
  return {
    route,
    links: [taking, ...serving, ...links, ...closed],
    target: refused.length > 0 ? undefined : target,
    certificate: served?.certificate,
    isRefused: refused.length > 0 || route.backend.answer !== undefined,
  };
}

/** The link that reports why it is not known whether a route takes a request, or what happens to it. */
function doubtAbout({ doubt, origin: { object, path } }: Route): ChainLink {
  const breaks = doubt?.findings ?? found('cannot-judge', path, { reason: 'path' });
  return brokenLink(doubt?.object ?? object, breaks);
}

/** The phrase for the requests that a route takes. */
export function takes({ host: own, path, type, isDefault, isAssumed, when }: Route): Phrase {
  if (isDefault) return { phrase: 'takes-rest' };
  const host = own === '' ? '*' : own;
  if (isAssumed && type !== 'PartRegex') {
    return { phrase: isRegexMatch(type) ? 'takes-assumed-regex' : 'takes-assumed', host, path };
  }
  return when === undefined ? { phrase: TAKES[type], host, path } : { phrase: 'takes-when', host, path, when };
}

const TAKES = {
  Exact: 'takes-path', Prefix: 'takes-below', TextPrefix: 'takes-text', Regex: 'takes-regex', PartRegex: 'takes-part',
} as const satisfies Record<PathMatch, Phrase['phrase']>;

/** The link that reports two routes between which nothing decides. */
export function ambiguous(route: Route, other: Route): ChainLink[] {
  const { path: first, object } = route.origin;
  const isSameClaim = routeClaimKey(other) === routeClaimKey(route);
  const isKnown = isRegexMatch(other.type) ? partMatches(other.path, '') !== undefined
    : !other.isAssumed || isSameClaim;
  if (other.doubt || !isKnown) return [doubtAbout(other)];
  const isUnclear = [route, other].some(({ type, isAssumed }) => isRegexMatch(type) && isAssumed);
  const reason = isUnclear ? 'regex' : isSameClaim ? 'claims' : 'order';
  const breaks = found('ambiguous-route', other.origin.path, { reason, first, object: shownObject(object) });
  return [brokenLink(other.origin.object, breaks)];
}

/** The certificate for a host, and the object that names it: that of the route, otherwise of another route for it. */
export function servedBy(table: RouteTable, route: Route, host: string) {
  const all = [route, ...table.ofHost(host)].flatMap(({ tls, origin }) =>
    tls.map(certificate => ({ certificate, object: certificate.object ?? origin.object })));
  return all.find(({ certificate: { hosts } }) => hosts.length === 0 || hosts.some(each => takesHost(each, host)));
}

/** The routes for the host of a request that are not attached, and why they are not. */
export function detachedFrom(detached: readonly DetachedRoute[], { host }: RouteRequest): ChainLink[] {
  return detached.filter(({ hosts }) => hosts.some(each => takesHost(each, host, 'some')))
    .map(({ object, findings }) => brokenLink(object, findings));
}

/** Why no entry has a route for a request, and what was near. */
export function withoutRoute(all: readonly RouteTable[], request: TracedRequest): Finding[] {
  const { host, path } = request;
  if (all.length === 0) {
    return found('no-route', '', ownWords('no Ingress, HTTPRoute or VirtualService of a gateway is rendered'));
  }
  const tables = tablesFor(all, request);
  const others = all.filter(table => !tables.includes(table) && table.find(request).route)
    .map(({ entry: { name } }) => String(name));
  if (others.length > 0 && tables.every(table => table.ofHost(host).length === 0)) {
    return found('no-route', '', { reason: 'entry', host, route: request.isTls ? 'https' : 'http', others });
  }
  const [conditional] = tables.flatMap(table => table.find(request).conditional);
  if (conditional) {
    const { origin: { object, path: first }, when } = conditional;
    const what = { object: shownObject(object), when: String(when) };
    return found('no-route', '', { reason: 'condition', host, path, first, ...what });
  }
  const paths = [...new Set(tables.flatMap(table => table.ofHost(host)).map(route => route.path))].sort();
  if (paths.length > 0) {
    return found('no-route', '', { reason: 'path', host, path, paths, meant: nearest(path, paths) });
  }
  const hosts = [...new Set(tables.flatMap(table => table.hostNames()))].sort();
  return found('no-route', '', { reason: 'host', host, hosts, meant: nearest(host, hosts) });
}

/**
 * Follows a route from its backend to the pods, through the rendered objects. At most the last step breaks; otherwise
 * there is a target.
 */
export function followRoute(route: Route, index: ObjectIndex): Pick<RouteTrace, 'links' | 'target'> {
  const { backend, origin } = route;
  const broken = (object: TypedManifest, breaks: readonly Finding[]) => ({ links: [brokenLink(object, breaks)] });
  if (backend.refused?.length) return broken(origin.object, backend.refused);
  const service = backendService(route, index);
  if (!service) return broken(origin.object, missingService(route, index));
  const { spec, metadata } = service;
  if (spec?.type === 'ExternalName') {
    const host = String(spec.externalName);
    return broken(service, found('broken-route', 'spec.externalName', { reason: 'external', host }));
  }
  if (!isSelecting(service)) {
    return broken(service, found('broken-route', 'spec.selector', ownWords('is not there: what answers is not known')));
  }

  const at = portIndex(service, backend);
  if (at < 0) return broken(origin.object, missingPort(backend, service));
  const { port, targetPort: given } = listOf(spec?.ports)[at] ?? {};
  const targetPort = given ?? port;
  const selected = index.podsOf(service);
  if (selected.length === 0) {
    const near = index.podsIn(metadata?.namespace).map(object =>
      ({ object, rule: unmet({ matchLabels: spec?.selector }, labelsOfPods(object)) }));
    const [closest] = near.sort((a, b) => a.rule.length - b.rule.length);
    return broken(service, found('broken-route', 'spec.selector', closest
      ? { reason: 'other-labels', object: shownObject(closest.object), rule: closest.rule }
      : ownWords('selects no pods')));
  }
  const running = selected.filter(object => replicasOf(object) !== 0);
  if (running.length === 0) {
    return broken(selected[0], found('broken-route', 'spec.replicas', ownWords('is 0: there are no pods')));
  }

  const declaring = running.map(object => ({ object, ports: portsOfPods(object) }));
  const pods = declaring.flatMap(({ object, ports }) => {
    // containers that are not known may listen on any port
    if (!ports) return [{ object, port: Number(typeof targetPort === 'number' ? targetPort : port) }];
    const own = ports.find(({ name, port: number, protocol }) =>
      (protocol ?? 'TCP') === 'TCP' && [name, number].includes(targetPort as number | string));
    return own ? [{ object, port: own.port }] : [];
  });
  const path = ['spec', 'ports', at];
  if (pods.length === 0) {
    const texts = declaring.flatMap(({ ports = [] }) => ports)
      .map(each => listedPort(each.port, each.name, each.protocol));
    const about = { value: Shown.of(targetPort), ports: [...new Set(texts)] };
    return broken(service, found('broken-route', path, { reason: 'target', ...about }));
  }
  return {
    links: [
      heldLink(service, { phrase: 'leads-on', port: Number(port), target: String(targetPort) }, path),
      heldLink(service, { phrase: 'selects' }, ['spec', 'selector']),
      ...pods.map(each => heldLink(each.object, { phrase: 'listens', port: each.port })),
    ],
    target: { service, port: Number(port), pods },
  };
}

/** The Service port to which a route leads: its number if the Service is rendered, otherwise as the route writes it. */
export function servicePortOf(route: Route, index: ObjectIndex): number | string | undefined {
  const service = backendService(route, index);
  const port = service && listOf(service.spec?.ports)[portIndex(service, route.backend)]?.port;
  return typeof port === 'number' ? port : route.backend.port;
}

function backendService(route: Route, index: ObjectIndex): TypedManifest | undefined {
  return index.named(SERVICE, backendNamespaceOf(route), route.backend.service);
}

/** Why a route has no Service: its backend is something else, or there is no Service with this name. */
function missingService(route: Route, index: ObjectIndex): Finding[] {
  const { backend: { service, port, resource, answer, isOnlyPort, path }, origin } = route;
  if (answer) return found('broken-route', path, { reason: 'answer', rule: answer });
  if (resource) return found('broken-route', path, { reason: 'resource', ...resource });
  if (service === undefined || port === undefined && !isOnlyPort) {
    const remedy = 'give the name and the port of a Service';
    return found('broken-route', path, ownWords('names no port of a Service', remedy));
  }
  const namespace = backendNamespaceOf(route);
  const at = [...path, origin.object.kind === 'VirtualService' ? 'host' : 'name'];
  const others = index.ofKind(SERVICE).flatMap(({ metadata }) =>
    metadata?.name === service ? String(metadata?.namespace) : []);
  if (others.length > 0 && isKind(origin.object, INGRESS)) {
    return found('broken-route', at, { reason: 'service-elsewhere', service, namespace, others });
  }
  const meant = nearest(service, index.inNamespace(SERVICE, namespace).map(({ metadata }) => String(metadata?.name)));
  return found('broken-route', at, { reason: 'service', service, namespace, meant });
}

/**
 * The index, in the ports of the Service, of the port to which a backend leads by number or name; -1 if there is none.
 * Only TCP ports count, since requests come over TCP.
 */
function portIndex({ spec }: TypedManifest, { port: wanted, isOnlyPort }: RouteBackend): number {
  const ports = listOf<PlainFields | undefined>(spec?.ports);
  if (isOnlyPort) return ports.length === 1 ? 0 : -1;
  return wanted === undefined ? -1
    : ports.findIndex(each => (each?.protocol ?? 'TCP') === 'TCP' && (each?.port === wanted || each?.name === wanted));
}

/** Reports a backend that names no port of the Service, or none at all although the Service has several. */
function missingPort({ service, port, path }: RouteBackend, { spec }: TypedManifest): Finding[] {
  const ports = listOf(spec?.ports).filter(isObject).map(each => listedPort(each.port, each.name, each.protocol));
  const common = { service: String(service), ports };
  return port === undefined ? found('broken-route', path, { reason: 'several-ports', ...common })
    : found('broken-route', [...path, 'port'], { reason: 'service-port', ...common, value: Shown.of(port) });
}
