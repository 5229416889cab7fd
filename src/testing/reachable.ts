import { failWith, firstOnes, MOST_PLACES, ViewedCluster } from './failures';
import { ProtectionOptions, ReachedRoute } from './request-types';
import type { TrafficPeer } from './request-types';
import { connectionEnds } from './scraped';
import { throwFindings } from '../base/brand';
import { closed, grouped, oneOf } from '../base/check';
import { bad, FINE, found, ownWords } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { withoutCredentials } from '../base/masking';
import { clashingRoutes, hiddenRoutes, keyOfField, reachedFields } from '../cluster/routes/hidden-routes';
import { changedRequests } from '../cluster/routes/changed-requests';
import { findRoutes, tablesOf } from '../cluster/routes/all-routes';
import {
  ambiguous, detachedFrom, RouteTrace, takes, TracedRequest, traceRequest, withoutRoute,
} from '../cluster/routes/reach';
import { DetachedRoute, backendNamespaceOf, RouteTable, routeTables } from '../cluster/routes/route';
import { INGRESS_CONTROLLERS } from '../cluster/routes/controllers';
import { passwordGuard } from '../targets/scraper/protection';
import { definedFields } from '../base/plain';
import { shownObject } from '../base/shown';
import { ChainLink } from '../cluster/objects/links';

/** The request that a test asks about. */
interface AskedUrl extends TracedRequest {
  /** The URL as a message shows it: without user, password and query. */
  readonly url: string;
}

/** Parses a URL to ask about. Fails on other schemes than http and https, without showing a password. */
export function checkedUrl(subject: string, given: string): AskedUrl {
  if (typeof given !== 'string' || !/^https?:\/\/[^/]/i.test(given) || !URL.canParse(given)) {
    const isWithoutScheme = typeof given === 'string' && !given.includes('//');
    const shown = isWithoutScheme ? withoutCredentials(`//${given}`).slice(2) : given;
    const problem = ownWords('must be a URL that begins with https:// or http://');
    throwFindings(subject, bad('invalid-url', problem, 'url', shown));
  }
  const { protocol, host: withPort, hostname: host, port, pathname: path } = new URL(given);
  const url = `${protocol}//${withPort}${path}`;
  return { url, host, path, isTls: protocol === 'https:', ...port === '' ? {} : { port: Number(port) } };
}

/** Asserts that a URL leads to pods, at each entry that has a route for it, and to those of one Service. */
export function assertReachable(cluster: ViewedCluster, url: string, from: TrafficPeer | undefined): ReachedRoute {
  const subject = 'Manifests.isReachable()';
  const asked = checkedUrl(subject, url);
  const { routes, detached } = findRoutes(cluster.index);
  const tables = routeTables(routes);
  const ends = from == null ? [undefined] : connectionEnds(subject, cluster, from, 'from').map(({ end }) => end);
  const traced = ends.flatMap(end => traceRequest(tables, cluster.index, { ...asked, from: end }));
  const traces = traced.filter(({ route }) => route.when === undefined);
  const broken = traces.find(({ target }) => !target);
  if (traces.length === 0) return failWithoutRoute(cluster, asked, tables, detached);
  if (broken) return failUnreachable(cluster, asked, broken.links);
  const serviceOf = ({ target }: RouteTrace) => `${target!.port} ${cluster.titleOf(target!.service)}`;
  const byEntry = [...grouped(traces, ({ route }) => [route.entry.name]).values()];
  const services = new Set(byEntry.map(own => [...new Set(own.map(serviceOf))].sort().join(', ')));
  if (services.size > 1) {
    const head = found('not-reachable', '', { reason: 'differing', url: asked.url, number: services.size });
    return failWith(head, [], traces.flatMap(({ links }) => cluster.linkLines(links)));
  }
  const [first, ...further] = new Map(byEntry[0].map(each => [serviceOf(each), reachedRoute(each)])).values();
  return further.length > 0 ? { ...first, further } : first;
}

/** Where a request leads. Each query selects one object only. */
function reachedRoute({ route, target, certificate }: RouteTrace): ReachedRoute {
  const { service, port, pods } = target!;
  const namespace = backendNamespaceOf(route);
  return definedFields({
    service: String(service.metadata?.name),
    port,
    namespace,
    pods: pods.map(({ object: { apiVersion, kind, metadata } }) => {
      const own = metadata as { readonly name?: string; readonly namespace?: string };
      return definedFields({ apiVersion, kind, name: own.name, namespace: own.namespace });
    }),
    tlsSecret: certificate?.secretName,
    tlsSecretNamespace: certificate?.namespace,
  });
}

/** Asserts that no route takes a URL, or that policies close all pods to the sender of its requests. */
export function assertUnreachable(cluster: ViewedCluster, url: string): void {
  const asked = checkedUrl('Manifests.isNotReachable()', url);
  const open = traceRequest(tablesOf(cluster.index), cluster.index, asked).find(({ isRefused }) => !isRefused);
  if (!open) return;
  const reason = open.links.at(-1)!.breaks[0]?.code === 'cannot-judge' ? 'unclear' : 'taken';
  failWith(found('reachable', '', { reason, url: asked.url }), [], cluster.linkLines(open.links));
}

/** Asserts that all routes that may take requests for a URL, or for a path below it, require a password. */
export function assertProtected(cluster: ViewedCluster, url: string, options: ProtectionOptions): void {
  const subject = 'Manifests.isProtected()';
  throwFindings(subject, closed({ controller: oneOf(...INGRESS_CONTROLLERS) })(options, 'options'));
  const asked = checkedUrl(subject, url);
  const name = INGRESS_CONTROLLERS.find(each => each === options.controller);
  const tables = tablesOf(cluster.index);
  const guard = passwordGuard(cluster.index, name);
  if (tables.every(table => !table.find(asked).route)) failWithoutRoute(cluster, asked, tables, []);
  const routes = tables.flatMap(table => table.below(asked));
  const judged = routes.map(route =>
    ({ route, findings: [...route.doubt?.findings ?? FINE, ...guard(route).findings] }));
  const open = judged.filter(({ findings }) => findings.length > 0);
  if (open.length === 0) return;
  const head = found('not-protected', '', { url: asked.url, number: open.length, all: routes.length });
  const lines = open.flatMap(({ route, route: { origin }, findings }) => [
    cluster.lineOf(origin.object, origin.path, takes(route)),
    ...findings.map(each => `  ${describeBare(each)}`),
  ]);
  failWith(head, open.flatMap(({ findings }) => findings), lines);
}

/** Fails with the routes that are not attached, if they are for the host. */
export function failWithoutRoute(
  cluster: ViewedCluster, asked: AskedUrl, tables: readonly RouteTable[], detached: readonly DetachedRoute[],
): never {
  const links = detachedFrom(detached, asked);
  if (links.length > 0) failUnreachable(cluster, asked, links);
  return failWith(found('not-reachable', '', { reason: 'broken', url: asked.url }), withoutRoute(tables, asked));
}

/** Fails with the steps that hold, and the one that breaks. */
function failUnreachable(cluster: ViewedCluster, { url }: AskedUrl, links: readonly ChainLink[]): never {
  const findings = links.flatMap(({ breaks }) => breaks);
  return failWith(found('not-reachable', '', { reason: 'broken', url }), findings, cluster.linkLines(links));
}

/** Asserts that every route gets requests, and that it is known which ones. */
export function assertDistinctRoutes(cluster: ViewedCluster): void {
  const tables = tablesOf(cluster.index);
  const pairs = tables.flatMap(table => hiddenRoutes(table));
  const reached = reachedFields(tables, pairs, keyOfField);
  const hidden = pairs.map(({ route, route: { origin, host, entry }, other }): ChainLink => {
    const given = { first: other.origin.path, object: shownObject(other.origin.object) };
    // a field that gets requests for other hosts or by another listener: the finding names host and gateway
    const elsewhere = { host: host || '*', gateway: String(entry.name), ...given };
    const breaks = reached.has(keyOfField(route))
      ? found('shadowed-route', origin.path, { reason: 'host', ...elsewhere })
      : found('shadowed-route', origin.path, { reason: 'object', ...given });
    return { object: origin.object, path: [], breaks };
  });
  const clashing = tables.flatMap(clashingRoutes).flatMap(({ route, other }) => ambiguous(route, other));
  // a rule of several hosts is found once for each of them
  const links = new Map([...hidden, ...clashing].map(link => [cluster.linkLines([link]).join('\n'), link]));
  if (links.size === 0) return;
  const findings = [...links.values()].flatMap(({ breaks }) => breaks);
  failWith(found('indistinct-routes', '', { number: links.size }), findings, firstOnes([...links.keys()], MOST_PLACES));
}

/** Asserts that all requests that routes took before still lead to the same Services. */
export function compareRoutes(before: ViewedCluster, after: ViewedCluster): void {
  if (tablesOf(before.index).length === 0) {
    failWith(found('routes-changed', '', ownWords('there are no routes before: nothing is compared')));
  }
  const led = changedRequests(before.index, after.index);
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const alike = grouped(changed, ({ host, source, target }) => [JSON.stringify([host, source, target])]);
  const findings = [...alike.values()].flatMap(requests => {
    const [{ host, source, target }] = requests;
    const paths = requests.map(({ path }) => path);
    return found('routes-changed', '', { reason: 'requests', host, paths, source, target });
  });
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, findings);
}
