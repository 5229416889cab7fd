import { ChainLink, followRoute, RouteTarget } from './chain';
import { takesHost } from './hosts';
import { isRegex, PathMatch } from './paths';
import type { DetachedRoute, Route, RouteCertificate, RouteEntry } from './route';
import { claimOf, RouteRequest, RouteTable } from './table';
import { Finding, FINE, found, saying } from '../findings/finding';
import type { Phrase } from '../findings/catalogue/phrases';
import { ConnectionEnd, podsEnd } from '../network/ends';
import { refusalsOf } from '../network/policies';
import type { ObjectIndex } from '../objects/object-index';
import { nearest } from '../private/nearest';
import type { TypedManifest } from '../private/oam-kind';
import { partMatches } from '../private/regexes';
import { objectName } from '../private/written';

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
