import { failWith, ViewedCluster, firstOnes, MOST_PLACES } from './failures';
import { ProtectionOptions, ReachedRoute } from './requests';
import { endsOf } from './scraped';
import type { TrafficPeer } from './traffic-peer';
import { Finding, FINE, found, saying, bad, Check } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { closed, oneOf, grouped, objectName } from '../base/check';
import { refuse } from '../base/brand';
import { findRoutes, tablesOf } from '../cluster/routes/makers';
import {
  takes, ChainLink, ambiguous, detachedFrom, RouteTrace, TracedRequest, traceRequest, withoutRoute,
} from '../cluster/routes/reach';
import { Route, DetachedRoute, namespaceOf, routeTables, RouteTable } from '../cluster/routes/route';
import { INGRESS_CONTROLLERS } from '../targets/ingress/ingress-controller';
import { withoutCredentials } from '../base/hidden';
import type { TypedManifest } from '../base/oam-kind';
import { clashingRoutes, hiddenRoutes, keyOfField, reachedFields, RoutePair } from '../cluster/routes/hidden';
import { ledRequests } from '../cluster/routes/led-requests';
import { passwordGuard } from '../targets/scraper/protection';

/** The request that a test asks about. */
export interface AskedUrl extends TracedRequest {
  /** The URL as a message shows it: without user, password and query. */
  readonly url: string;
}

/** Asserts that a URL leads to pods, at each entry that has a route for it, and to those of one Service. */
export function reachRoute(cluster: ViewedCluster, url: string, from: TrafficPeer | undefined): ReachedRoute {
  const asked = urlOf('Manifests.isReachable()', url);
  const { routes, detached } = findRoutes(cluster.index);
  const tables = routeTables(routes);
  const ends = from == null ? [undefined] : endsOf('Manifests.isReachable()', cluster, from, 'from').map(({ end }) => end);
  const traced = ends.flatMap(end => traceRequest(tables, cluster.index, { ...asked, from: end }));
  const traces = traced.filter(({ route }) => route.when === undefined);
  const broken = traces.find(({ target }) => !target);
  if (traces.length === 0) return failWithoutRoute(cluster, asked, tables, detached);
  if (broken) return failUnreachable(asked, broken.links.flatMap(({ breaks }) => breaks), cluster.linkLines(broken.links));
  const serviceOf = ({ target }: RouteTrace) => `${target!.port} ${cluster.titleOf(target!.service)}`;
  const byEntry = [...grouped(traces, ({ route }) => [route.entry.name]).values()];
  const services = new Set(byEntry.map(own => [...new Set(own.map(serviceOf))].sort().join(', ')));
  if (services.size > 1) return failDiffering(cluster, asked, services.size, traces);
  const [first, ...further] = new Map(byEntry[0].map(each => [serviceOf(each), reachedRoute(each)])).values();
  return further.length > 0 ? { ...first, further } : first;
}

/** Asserts that no route takes a URL, or that policies close all pods to the sender of its requests. */
export function refuseRoute(cluster: ViewedCluster, url: string): void {
  const asked = urlOf('Manifests.isNotReachable()', url);
  const traces = traceRequest(tablesOf(cluster.index), cluster.index, asked);
  const [open] = traces.filter(({ isRefused }) => !isRefused);
  if (!open) return;
  const reason = open.links.at(-1)!.breaks[0]?.code === 'cannot-judge' ? 'unclear' : 'taken';
  failWith(found('reachable', '', { reason, url: asked.url }), cluster.linkLines(open.links));
}

/** Asserts that all routes that may take a request for a URL, or for a path below it, require a password. */
export function guardRoute(cluster: ViewedCluster, url: string, options: ProtectionOptions): void {
  refuse('Manifests.isProtected()', closed({ controller: oneOf(...INGRESS_CONTROLLERS) })(options, 'options'));
  const asked = urlOf('Manifests.isProtected()', url);
  const name = INGRESS_CONTROLLERS.find(each => each === options.controller);
  const tables = tablesOf(cluster.index);
  const guard = passwordGuard(cluster.index, name);
  if (tables.every(table => !table.find(asked).route)) failUnreachable(asked, withoutRoute(tables, asked), []);
  const routes = tables.flatMap(table => table.below(asked));
  const open = routes.map(route => ({ route, findings: [...route.doubt?.findings ?? FINE, ...guard(route).findings] }))
    .filter(({ findings }) => findings.length > 0);
  if (open.length === 0) return;
  const head = found('not-protected', '', { url: asked.url, number: open.length, all: routes.length });
  failWith(head, open.flatMap(each => openLines(cluster, each.route, each.findings)), open.flatMap(({ findings }) => findings));
}

function openLines(cluster: ViewedCluster, route: Route, findings: readonly Finding[]): string[] {
  const { object, path } = route.origin;
  return [cluster.lineOf(object, path, takes(route)), ...findings.map(each => `  ${describeBare(each)}`)];
}

function reachedRoute({ route, target, certificate }: RouteTrace): ReachedRoute {
  const { service, port, pods } = target!;
  const [tlsSecret, tlsSecretNamespace] = [certificate?.secretName, certificate?.namespace];
  const namespace = namespaceOf(route);
  return {
    service: String(service.metadata?.name),
    port,
    ...namespace === undefined ? {} : { namespace },
    pods: pods.map(({ object }) => queryFor(object)),
    ...tlsSecret === undefined ? {} : { tlsSecret },
    ...tlsSecretNamespace === undefined ? {} : { tlsSecretNamespace },
  };
}

/** The query that selects only this object. */
function queryFor({ apiVersion, kind, metadata }: TypedManifest): ReachedRoute['pods'][number] {
  const { name, namespace } = metadata as { readonly name?: string; readonly namespace?: string };
  return { apiVersion, kind, name, ...namespace === undefined ? {} : { namespace } };
}

function failUnreachable({ url }: AskedUrl, findings: readonly Finding[], lines: readonly string[]): never {
  return failWith(found('not-reachable', '', { reason: 'broken', url }), lines.length > 0 ? lines : findings.map(describeBare), findings);
}

/** Fails with the routes that are not attached, if they are for the host. */
export function failWithoutRoute(
  cluster: ViewedCluster, asked: AskedUrl, tables: readonly RouteTable[], detached: readonly DetachedRoute[],
): never {
  const links = detachedFrom(detached, asked);
  return links.length > 0 ? failUnreachable(asked, links.flatMap(({ breaks }) => breaks), cluster.linkLines(links))
    : failUnreachable(asked, withoutRoute(tables, asked), []);
}

function failDiffering(cluster: ViewedCluster, { url }: AskedUrl, number: number, traces: readonly RouteTrace[]): never {
  const lines = traces.flatMap(({ links }) => cluster.linkLines(links));
  return failWith(found('not-reachable', '', { reason: 'differing', url, number }), lines);
}

const isUrl: Check = (value, field) => {
  if (typeof value === 'string' && /^https?:\/\/[^/]/i.test(value) && URL.canParse(value)) return FINE;
  const isWithoutScheme = typeof value === 'string' && !value.includes('//');
  const shown = isWithoutScheme ? withoutCredentials(`//${value}`).slice(2) : value;
  return bad('invalid-url', saying('must be a URL that begins with https:// or http://'), field, shown);
};

export function urlOf(subject: string, given: string): AskedUrl {
  refuse(subject, isUrl(given, 'url'));
  const { protocol, host: withPort, hostname: host, port, pathname: path } = new URL(given);
  return { url: `${protocol}//${withPort}${path}`, host, path, isTls: protocol === 'https:', ...port === '' ? {} : { port: Number(port) } };
}

/** Asserts that every route gets requests, and that it is known which ones. */
export function distinguishRoutes(cluster: ViewedCluster): void {
  const tables = tablesOf(cluster.index);
  const pairs = tables.flatMap(table => hiddenRoutes(table));
  const reached = reachedFields(tables, pairs, keyOfField);
  const hidden = pairs.map(pair => hiddenBy(pair, reached.has(keyOfField(pair.route))));
  const clashing = tables.flatMap(clashingRoutes).flatMap(({ route, other }) => ambiguous(route, other));
  // a rule of several hosts is found once for each of them
  const links = new Map([...hidden, ...clashing].map(link => [cluster.linkLines([link]).join('\n'), link]));
  if (links.size === 0) return;
  const findings = [...links.values()].flatMap(({ breaks }) => breaks);
  failWith(found('indistinct-routes', '', { number: links.size }), firstOnes([...links.keys()], MOST_PLACES), findings);
}

/**
 * The link to a hidden route. If its field gets requests for other hosts or by another listener, the finding names host
 * and gateway.
 */
function hiddenBy({ route: { origin, host, entry }, other }: RoutePair, isReached: boolean): ChainLink {
  const given = { first: other.origin.path, object: objectName(other.origin.object) };
  const breaks = isReached
    ? found('shadowed-route', origin.path, { reason: 'host', host: host || '*', gateway: String(entry.name), ...given })
    : found('shadowed-route', origin.path, { reason: 'object', ...given });
  return { object: origin.object, path: [], breaks };
}

/** Asserts that all requests that routes took before still lead to the same Services. */
export function compareRoutes(before: ViewedCluster, after: ViewedCluster): void {
  if (tablesOf(before.index).length === 0) {
    failWith(found('routes-changed', '', saying('there are no routes before: nothing is compared')), []);
  }
  const led = ledRequests(before.index, after.index);
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const alike = grouped(changed, ({ host, source, target }) => [JSON.stringify([host, source, target])]);
  const findings = [...alike.values()].flatMap(requests => {
    const [{ host, source, target }] = requests;
    return found('routes-changed', '', { reason: 'requests', host, paths: requests.map(({ path }) => path), source, target });
  });
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, firstOnes(findings.map(describeBare), MOST_PLACES), findings);
}
