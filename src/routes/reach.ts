import { ChainLink, followRoute, RouteTarget } from './chain';
import { takesHost } from './hosts';
import type { Route, RouteCertificate } from './route';
import { RouteRequest, RouteTable } from './table';
import { FINE, Finding, found } from '../findings/finding';
import type { Phrase } from '../findings/sentence';
import { ConnectionEnd, podsEnd } from '../network/ends';
import { refusalsOf } from '../network/policies';
import { nearest } from '../private/nearest';
import type { TypedManifest } from '../private/oam-kind';
import { objectName, shownName } from '../private/written';

/** A request, and how it comes. */
export interface TracedRequest extends RouteRequest {
  readonly isTls: boolean;
  /** Who sends it on to the pods: the controller. Without it, anyone may be. */
  readonly from?: ConnectionEnd;
}

/** What becomes of a request at one entry. */
export interface RouteTrace {
  /** The route that takes it. */
  readonly route: Route;
  /** The steps to the pods; the last one may break. */
  readonly links: readonly ChainLink[];
  readonly target?: RouteTarget;
  readonly certificate?: RouteCertificate;
  /** Whether policies refuse the connection to the pods: it is certain then that nobody answers. */
  readonly isRefused: boolean;
}

/** A certificate for a host, and the object that has it. */
interface Served {
  readonly certificate: RouteCertificate;
  readonly object: TypedManifest;
}

/** Follows a request to the pods, at each entry that has a route for it. */
export function traceRequest(tables: readonly RouteTable[], objects: readonly TypedManifest[], request: TracedRequest): RouteTrace[] {
  return tables.flatMap(table => {
    const { route, rivals } = table.find(request);
    return route ? [traceRoute(table, route, rivals, objects, request)] : [];
  });
}

function traceRoute(
  table: RouteTable, route: Route, rivals: readonly Route[], objects: readonly TypedManifest[], request: TracedRequest,
): RouteTrace {
  const { object, path } = route.origin;
  const taking: ChainLink = { object, path, holds: takes(route), breaks: FINE };
  const served = request.isTls ? servedBy(table, route, request.host) : undefined;
  const clash = rivals.slice(0, 1).flatMap(each => ambiguous(route, each));
  const unserved = request.isTls && !served ? withoutCertificate(route, request) : [];
  if (clash.length + unserved.length > 0) return { route, links: [taking, ...clash, ...unserved].slice(0, 2), isRefused: false };
  const { links, target } = followRoute(route, objects);
  const refused = target ? refusing(target, objects, request.from) : [];
  return {
    route,
    links: [taking, ...served ? [serving(served, request)] : [], ...links, ...refused],
    target: refused.length > 0 ? undefined : target,
    certificate: served?.certificate,
    isRefused: refused.length > 0,
  };
}

/** Which requests a route takes, in words. */
export function takes({ host, path: own, type, isDefault, isAssumed }: Route): Phrase {
  if (isDefault) return { phrase: 'takes-rest' };
  const [where, path] = [host === '' ? '*' : host, own];
  if (isAssumed) return { phrase: 'takes-assumed', host: where, path };
  return { phrase: type === 'Exact' ? 'takes-path' : 'takes-below', host: where, path };
}

function ambiguous({ origin }: Route, other: Route): ChainLink[] {
  const [first, object] = [origin.path, objectName(origin.object)];
  const breaks = found('ambiguous-route', other.origin.path, { reason: 'claims', first, object });
  return [{ object: other.origin.object, path: [], breaks }];
}

/** The certificate for a host: that of the object of the route, or else of another one with routes of the host. */
function servedBy(table: RouteTable, route: Route, host: string): Served | undefined {
  const all = [route, ...table.ofHost(host)].flatMap(({ tls, origin: { object } }) => tls.map(certificate => ({ certificate, object })));
  return all.find(({ certificate: { hosts } }) => hosts.length === 0 || hosts.some(each => takesHost(each, host)));
}

function serving({ certificate: { secretName, path }, object }: Served, { host }: RouteRequest): ChainLink {
  const holds: Phrase = secretName === undefined ? { phrase: 'has-usual-certificate', host }
    : { phrase: 'has-certificate', host, secret: shownName(secretName) };
  return { object, path, holds, breaks: FINE };
}

function withoutCertificate({ origin: { object } }: Route, { host }: RouteRequest): ChainLink[] {
  return [{ object, path: [], breaks: found('broken-route', 'spec.tls', { reason: 'no-certificate', host }) }];
}

/** The policies that keep a controller from the pods of a target, where there are some: from the first ones that it cannot reach. */
function refusing({ pods }: RouteTarget, objects: readonly TypedManifest[], from: ConnectionEnd | undefined): ChainLink[] {
  for (const { object, port } of pods) {
    const refusals = refusalsOf(objects, { from, to: podsEnd(object, objects), port, protocol: 'TCP' });
    if (refusals.length > 0) return refusals.map(({ policy, findings }) => ({ object: policy, path: [], breaks: findings }));
  }
  return [];
}

/** Why no entry has a route for a request, and what was near. */
export function withoutRoute(tables: readonly RouteTable[], { host, path }: RouteRequest): Finding[] {
  if (tables.length === 0) return found('no-route', '', { reason: 'none' });
  const paths = [...new Set(tables.flatMap(table => table.ofHost(host)).map(route => route.path))].sort();
  if (paths.length > 0) return found('no-route', '', { reason: 'path', host, path, paths, meant: nearest(path, paths) });
  const hosts = [...new Set(tables.flatMap(table => table.hostNames()))].sort();
  return found('no-route', '', { reason: 'host', host, hosts, meant: nearest(host, hosts) });
}
