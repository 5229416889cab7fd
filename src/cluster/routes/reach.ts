import {
  takesHost, DetachedRoute, Route, RouteCertificate, RouteEntry, namespaceOf, RouteBackend, isRegex, PathMatch, claimOf,
  RouteRequest, RouteTable,
} from './route';
import { Finding, FINE, found, saying, Path, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { ConnectionEnd, podsEnd, portsOfPods, refusalsOf } from '../network/policies';
import { ObjectIndex, isSelecting, unmet, labelsOfPods, replicasOf } from '../objects/object-index';
import { nearest, objectName, isObject, listOf, PlainFields } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { partMatches } from '../../base/regexes';
import { INGRESS } from './ingress';
import { isKind, SERVICE } from '../../base/kinds/kind-of';

/** A request, and how it comes in. */
export interface TracedRequest extends RouteRequest {
  readonly isTls: boolean;
  /** The port, if the request names one. Without it, an entry is met whatever its port. */
  readonly port?: number;
  /** The controller that forwards it to the pods; `undefined` stands for any peer. */
  readonly from?: ConnectionEnd;
}

/** The outcome of a request at one entry. */
export interface RouteTrace {
  /** The route that takes it. */
  readonly route: Route;
  /** The steps to the pods; the last one may break. */
  readonly links: readonly ChainLink[];
  readonly target?: RouteTarget;
  readonly certificate?: RouteCertificate;
  /** Whether the request certainly reaches no pods: policies reject the connection, or something other than pods answers. */
  readonly isRefused: boolean;
}

/** A certificate for a host, and the object that names it. */
interface Served {
  readonly certificate: RouteCertificate;
  readonly object: TypedManifest;
}

/**
 * Follows a request to the pods, at each entry that has a route for it: to each backend of the route, and of the routes before it that have
 * conditions beyond host and path.
 */
export function traceRequest(tables: readonly RouteTable[], index: ObjectIndex, request: TracedRequest): RouteTrace[] {
  return tablesFor(tables, request).flatMap(table => {
    const { route, rivals, conditional } = table.find(request);
    const taking = [...conditional.map(each => ({ route: each, rivals: [] })), ...route ? [{ route, rivals }] : []];
    return [
      ...taking.flatMap(each => [each.route.backend, ...each.route.split ?? []].map(backend =>
        traceRoute(table, { ...each.route, backend }, each.rivals, index, request))),
      ...route ? [] : rivals.map((each): RouteTrace => ({ route: each, links: [doubtAbout(each)], isRefused: false })),
    ];
  });
}

/** The tables whose entries a request meets. */
export function tablesFor(tables: readonly RouteTable[], request: TracedRequest): RouteTable[] {
  return tables.filter(({ entry }) => isAt(entry, request));
}

function isAt({ isTls, port }: RouteEntry, request: TracedRequest): boolean {
  const [own, asked] = [isTls ?? request.isTls, request.port ?? port];
  return own === request.isTls && (port ?? asked) === asked;
}

function traceRoute(
  table: RouteTable, route: Route, rivals: readonly Route[], index: ObjectIndex, request: TracedRequest,
): RouteTrace {
  const { object, path } = route.origin;
  const taking: ChainLink = { object, path, holds: takes(route), breaks: FINE };
  const served = request.isTls ? servedBy(table, route, request.host) : undefined;
  const refusedCertificate = served?.certificate.refused ?? FINE;
  const clash = route.doubt ? [doubtAbout(route)] : rivals.slice(0, 1).flatMap(each => ambiguous(route, each));
  const unserved = refusedCertificate.length > 0 ? [{ object: served!.object, path: [], breaks: refusedCertificate }]
    : request.isTls && !served
      ? [{ object, path: [], breaks: found('broken-route', 'spec.tls', { reason: 'no-certificate', host: request.host }) }] : [];
  if (clash.length + unserved.length > 0) return { route, links: [taking, ...clash, ...unserved].slice(0, 2), isRefused: false };
  const { links, target } = followRoute(route, index);
  const refused = target ? refusing(target, index, request.from) : [];
  return {
    route,
    links: [taking, ...served ? [serving(served, request)] : [], ...links, ...refused],
    target: refused.length > 0 ? undefined : target,
    certificate: served?.certificate,
    isRefused: refused.length > 0 || route.backend.answer !== undefined,
  };
}

/** The link that reports why it is not known whether a route takes a request, or what happens to it. */
function doubtAbout({ doubt, origin: { object, path } }: Route): ChainLink {
  return { object: doubt?.object ?? object, path: [], breaks: doubt?.findings ?? found('cannot-judge', path, { reason: 'path' }) };
}

/** The phrase for the requests that a route takes. */
export function takes({ host, path: own, type, isDefault, isAssumed, when }: Route): Phrase {
  if (isDefault) return { phrase: 'takes-rest' };
  const [where, path] = [host === '' ? '*' : host, own];
  if (isAssumed && type !== 'PartRegex') return { phrase: isRegex(type) ? 'takes-assumed-regex' : 'takes-assumed', host: where, path };
  return when === undefined ? { phrase: TAKES[type], host: where, path } : { phrase: 'takes-when', host: where, path, when };
}

const TAKES = {
  Exact: 'takes-path', Prefix: 'takes-below', TextPrefix: 'takes-text', Regex: 'takes-regex', PartRegex: 'takes-part',
} as const satisfies Record<PathMatch, Phrase['phrase']>;

/** The link that reports two routes between which nothing decides. */
export function ambiguous(route: Route, other: Route): ChainLink[] {
  const { origin } = route;
  const [first, object] = [origin.path, objectName(origin.object)];
  const isKnown = isRegex(other.type) ? partMatches(other.path, '') !== undefined : !other.isAssumed || claimOf(other) === claimOf(route);
  if (other.doubt || !isKnown) return [doubtAbout(other)];
  const isUnclear = [route, other].some(({ type, isAssumed }) => isRegex(type) && isAssumed);
  const reason = isUnclear ? 'regex' : claimOf(other) === claimOf(route) ? 'claims' : 'order';
  const breaks = found('ambiguous-route', other.origin.path, { reason, first, object });
  return [{ object: other.origin.object, path: [], breaks }];
}

/** The certificate for a host: that of the route, otherwise that of another route for the host. */
export function servedBy(table: RouteTable, route: Route, host: string): Served | undefined {
  const owners = [route, ...table.ofHost(host)];
  const all = owners.flatMap(({ tls, origin }) => tls.map(certificate => ({ certificate, object: certificate.object ?? origin.object })));
  return all.find(({ certificate: { hosts } }) => hosts.length === 0 || hosts.some(each => takesHost(each, host)));
}

function serving({ certificate: { secretName, path }, object }: Served, { host }: RouteRequest): ChainLink {
  const holds: Phrase = secretName === undefined ? { phrase: 'has-usual-certificate', host }
    : { phrase: 'has-certificate', host, secret: String(secretName) };
  return { object, path, holds, breaks: FINE };
}

/** The policies that keep a controller from the pods of a target, for the first pods that it cannot reach; empty if it reaches all. */
function refusing({ pods }: RouteTarget, index: ObjectIndex, from: ConnectionEnd | undefined): ChainLink[] {
  for (const { object, port } of pods) {
    const refusals = refusalsOf(index, { from, to: podsEnd(object, index), port, protocol: 'TCP' });
    if (refusals.length > 0) return refusals.map(({ policy, findings }) => ({ object: policy, path: [], breaks: findings }));
  }
  return [];
}

/** The routes for the host of a request that are not attached, and why they are not. */
export function detachedFrom(detached: readonly DetachedRoute[], { host }: RouteRequest): ChainLink[] {
  return detached.filter(({ hosts }) => hosts.some(each => takesHost(each, host, 'some')))
    .map(({ object, findings }) => ({ object, path: [], breaks: findings }));
}

/** Why no entry has a route for a request, and what was near. */
export function withoutRoute(all: readonly RouteTable[], request: TracedRequest): Finding[] {
  const { host, path } = request;
  if (all.length === 0) return found('no-route', '', saying('no Ingress, HTTPRoute or VirtualService of a gateway is rendered'));
  const tables = tablesFor(all, request);
  const others = all.filter(table => !tables.includes(table) && table.find(request).route).map(({ entry: { name } }) => String(name));
  if (others.length > 0 && tables.every(table => table.ofHost(host).length === 0)) {
    return found('no-route', '', { reason: 'entry', host, route: request.isTls ? 'https' : 'http', others });
  }
  const [conditional] = tables.flatMap(table => table.find(request).conditional);
  if (conditional) {
    const { origin: { object, path: first }, when } = conditional;
    return found('no-route', '', { reason: 'condition', host, path, first, object: objectName(object), when: String(when) });
  }
  const paths = [...new Set(tables.flatMap(table => table.ofHost(host)).map(route => route.path))].sort();
  if (paths.length > 0) return found('no-route', '', { reason: 'path', host, path, paths, meant: nearest(path, paths) });
  const hosts = [...new Set(tables.flatMap(table => table.hostNames()))].sort();
  return found('no-route', '', { reason: 'host', host, hosts, meant: nearest(host, hosts) });
}

/** A step on the way from a request to the pods. */
export interface ChainLink {
  readonly object: TypedManifest;
  readonly path: Path;
  /** The phrase for the step, if it holds. */
  readonly holds?: Phrase;
  /** Why the way ends here. */
  readonly breaks: readonly Finding[];
}

/** Where a route leads: a port of a Service, and the pods behind it. */
interface RouteTarget {
  readonly service: TypedManifest;
  readonly port: number;
  /** The objects that create the pods, each with the port on which the pods listen. */
  readonly pods: readonly TargetPods[];
}

/** An object that creates pods, and the port on which the pods listen. */
interface TargetPods {
  readonly object: TypedManifest;
  readonly port: number;
}

/** The way from a route to the pods. */
interface RouteChain {
  /** The steps; at most the last one breaks. */
  readonly links: readonly ChainLink[];
  /** Where it leads, if no step breaks. */
  readonly target?: RouteTarget;
}

/** Follows a route from its backend to the pods, through the rendered objects. */
export function followRoute(route: Route, index: ObjectIndex): RouteChain {
  const { backend, origin } = route;
  if (backend.refused?.length) return endingAt(origin.object, backend.refused);
  const service = serviceOf(route, index);
  if (!service) return endingAt(origin.object, withoutService(route, index));
  const away = leadingAway(service);
  if (away.length > 0) return endingAt(service, away);
  const at = indexOfPort(service, backend);
  if (at < 0) return endingAt(origin.object, notAPort(backend, service));
  const selected = index.podsOf(service);
  if (selected.length === 0) return endingAt(service, withoutPods(service, index));
  const running = selected.filter(object => replicasOf(object) !== 0);
  if (running.length === 0) return endingAt(selected[0], found('broken-route', 'spec.replicas', saying('is 0: there are no pods')));
  const pods = running.flatMap(object => listening(object, portsOf(service)[at]!));
  if (pods.length === 0) return endingAt(service, notListening(service, at, running));
  return leadingTo(service, at, pods);
}

function leadingTo(service: TypedManifest, index: number, pods: readonly TargetPods[]): RouteChain {
  const { port, targetPort } = portsOf(service)[index]!;
  const target = String(targetPort ?? port);
  return {
    links: [
      holding(service, ['spec', 'ports', index], { phrase: 'leads-on', port: Number(port), target }),
      holding(service, ['spec', 'selector'], { phrase: 'selects' }),
      ...pods.map(each => holding(each.object, [], { phrase: 'listens', port: each.port })),
    ],
    target: { service, port: Number(port), pods },
  };
}

function endingAt(object: TypedManifest, breaks: readonly Finding[]): RouteChain {
  return { links: [{ object, path: [], breaks }] };
}

function holding(object: TypedManifest, path: Path, holds: Phrase): ChainLink {
  return { object, path, holds, breaks: FINE };
}

/** The Service port to which a route leads: its number if the Service is rendered, otherwise the port as the route writes it. */
export function servicePortOf(route: Route, index: ObjectIndex): number | string | undefined {
  const service = serviceOf(route, index);
  const port = service && portsOf(service)[indexOfPort(service, route.backend)]?.port;
  return typeof port === 'number' ? port : route.backend.port;
}

function serviceOf(route: Route, index: ObjectIndex): TypedManifest | undefined {
  return index.named(SERVICE, namespaceOf(route), route.backend.service);
}

function withoutService(route: Route, index: ObjectIndex): Finding[] {
  const { backend: { service, port, resource, answer, isOnlyPort, path }, origin } = route;
  if (answer) return found('broken-route', path, { reason: 'answer', rule: answer });
  if (resource) {
    return found('broken-route', path, { reason: 'resource', kind: String(resource.kind), name: String(resource.name) });
  }
  if (service === undefined || port === undefined && !isOnlyPort) {
    return found('broken-route', path, saying('names no port of a Service', 'give the name and the port of a Service'));
  }
  const namespace = namespaceOf(route);
  const [at, name] = [[...path, origin.object.kind === 'VirtualService' ? 'host' : 'name'], String(service)];
  const others = index.ofKind(SERVICE).flatMap(({ metadata }) => metadata?.name === service ? String(metadata?.namespace) : []);
  if (others.length > 0 && isKind(origin.object, INGRESS)) {
    return found('broken-route', at, { reason: 'service-elsewhere', service: name, namespace, others });
  }
  const meant = nearest(name, index.inNamespace(SERVICE, namespace).map(({ metadata }) => String(metadata?.name)));
  return found('broken-route', at, { reason: 'service', service: name, namespace, meant });
}

/** The finding on a Service that leads to no known pods: it is of the type `ExternalName` or has no selector. */
function leadingAway(service: TypedManifest): Finding[] {
  const { spec } = service;
  if (spec?.type === 'ExternalName') {
    return found('broken-route', 'spec.externalName', { reason: 'external', host: String(spec.externalName) });
  }
  return isSelecting(service) ? FINE : found('broken-route', 'spec.selector', saying('is not there: what answers is not known'));
}

function portsOf({ spec }: TypedManifest): readonly (PlainFields | undefined)[] {
  return listOf<PlainFields | undefined>(spec?.ports);
}

/** Whether a port of a Service is the wanted one, by number or name. Only TCP ports count, since requests come over TCP. */
function isPort(given: PlainFields | undefined, wanted: number | string | undefined): boolean {
  return (given?.protocol ?? 'TCP') === 'TCP' && wanted !== undefined && (given?.port === wanted || given?.name === wanted);
}

/** The index, in the ports of the Service, of the port to which a backend leads; -1 if there is none. */
function indexOfPort(service: TypedManifest, { port, isOnlyPort }: RouteBackend): number {
  const ports = portsOf(service);
  return isOnlyPort ? ports.length === 1 ? 0 : -1 : ports.findIndex(each => isPort(each, port));
}

function notAPort({ service, port, path }: RouteBackend, { spec }: TypedManifest): Finding[] {
  const ports = listOf(spec?.ports).filter(isObject).map(each => portText(each.port, each.name, each.protocol));
  if (port === undefined) return found('broken-route', path, { reason: 'several-ports', service: String(service), ports });
  return found('broken-route', [...path, 'port'], { reason: 'service-port', service: String(service), ports, value: Shown.of(port) });
}

function withoutPods({ metadata, spec }: TypedManifest, index: ObjectIndex): Finding[] {
  const matchLabels = spec?.selector;
  const near = index.podsIn(metadata?.namespace).map(object => ({ object, rule: unmet({ matchLabels }, labelsOfPods(object)) }));
  const [closest] = near.sort((a, b) => a.rule.length - b.rule.length);
  return found('broken-route', 'spec.selector', closest
    ? { reason: 'other-labels', object: objectName(closest.object), rule: closest.rule }
    : saying('selects no pods'));
}

/** The port on which pods listen for a port of their Service; empty if none of their containers declares it. */
function listening(object: TypedManifest, { port, targetPort: given }: PlainFields): TargetPods[] {
  const [declared, targetPort] = [portsOfPods(object), given ?? port];
  if (!declared) return [{ object, port: Number(typeof targetPort === 'number' ? targetPort : port) }];
  const overTcp = declared.filter(({ protocol }) => (protocol ?? 'TCP') === 'TCP');
  const own = overTcp.find(({ name, containerPort }) => [name, containerPort].includes(targetPort as number | string));
  return own ? [{ object, port: own.containerPort }] : [];
}

function notListening(service: TypedManifest, index: number, running: readonly TypedManifest[]): Finding[] {
  const { port, targetPort } = portsOf(service)[index]!;
  const declared = running.flatMap(object => portsOfPods(object) ?? []);
  const ports = [...new Set(declared.map(({ name, containerPort, protocol }) => portText(containerPort, name, protocol)))];
  return found('broken-route', ['spec', 'ports', index], { reason: 'target', value: Shown.of(targetPort ?? port), ports });
}

/** A port as messages list it, for example `8080 (http)` or `53/UDP`. */
function portText(port: unknown, name: unknown, protocol: unknown): string {
  const number = (protocol ?? 'TCP') === 'TCP' ? String(port) : `${String(port)}/${String(protocol)}`;
  return name == null ? number : `${number} (${String(name)})`;
}
