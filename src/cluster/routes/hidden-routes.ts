import {
  compareOrder, hostsTaking, takesHost, Route, RouteEntry, beginningOf, comparedPath, includesPaths, isRegexMatch,
  routeClaimKey, RouteTable,
} from './route';
import { requestsFor } from './sample-requests';
import { asObject, PlainValue } from '../../base/check';

/** A route, and another one that takes requests away from it. */
export interface RoutePair {
  readonly route: Route;
  readonly other: Route;
}

/**
 * The routes of an entry that get no requests, since an earlier route takes all that they match.
 *
 * @param countsTies whether a route of an Ingress also counts as hidden by another one of the same rank: which of the
 * two answers is up to chance
 */
export function hiddenRoutes(table: RouteTable, countsTies = false): RoutePair[] {
  const { entry } = table;
  return table.groups().flatMap(routes => {
    // by host and by the beginning of their paths, so that few are compared
    const earlier = new Map<string, number[]>();
    const isTied = (route: Route, other?: Route) =>
      countsTies && route.place === undefined && other && compareOrder(other, route) === 0;
    let end = 0;
    return routes.flatMap((route, i) => {
      for (; end < i || isTied(route, routes[end]); end++) {
        const key = `${routes[end].host} ${beginningOf(routes[end])}`;
        const known = earlier.get(key);
        if (known) known.push(end); else earlier.set(key, [end]);
      }
      // only routes whose known beginning of the path is also one of this path
      const begin = beginningOf(route);
      const texts = ['/', ...Array.from({ length: begin.length + 1 }, (_, length) => begin.slice(0, length))];
      const hosts = entry.hosts === 'decides' ? [route.host] : hostsTaking(route.host);
      const near = hosts.flatMap(host => texts.flatMap(text => earlier.get(`${host} ${text}`) ?? []));
      const hiding = near.filter(at => routes[at] !== route && hides(routes[at], route, entry, countsTies));
      return hiding.length === 0 ? [] : [{ route, other: routes[hiding.reduce((a, b) => Math.min(a, b))] }];
    });
  });
}

/**
 * The keys of the fields with at least one route that is not hidden: a field declares one route for each of its hosts
 * and listeners.
 */
export function reachedFields(
  tables: readonly RouteTable[], hidden: readonly RoutePair[], fieldOf: (route: Route) => string,
): ReadonlySet<string> {
  if (hidden.length === 0) return new Set();
  const all = new Set(hidden.map(({ route }) => route));
  return new Set(tables.flatMap(({ routes }) => routes.filter(route => !all.has(route)).map(fieldOf)));
}

/** Whether a route takes all requests of a later one, without the age of their objects deciding. */
function hides(first: Route, route: Route, entry: RouteEntry, countsTies: boolean): boolean {
  const hasHost = entry.hosts === 'decides' ? first.host === route.host
    : takesHost(first.host, route.host, entry.wildcard);
  const isOfObject = first.origin.object === route.origin.object;
  if (!hasHost || !includesPaths(first, route) || isOfObject && keyOfField(first) === keyOfField(route)) return false;
  const { path, type, place, when } = first;
  // some implementations count a trailing slash
  const isSlashApart = path !== route.path && type === route.type
    && comparedPath(path, type) === comparedPath(route.path, type);
  const isUnsure = first.isDefault || entry.isAssumed && isSlashApart
    || [first, route].some(each => isRegexMatch(each.type) && each.isAssumed);
  const isForAll = when === undefined || when === route.when && conditionsKey(first) === conditionsKey(route);
  if (isUnsure || !isForAll) return false;
  // of two routes of the same rank, it is unknown which comes first
  const isOfRank = compareOrder(first, route) === 0 && (place === undefined || !isOfObject);
  return !isOfRank || countsTies && place === undefined && routeClaimKey(first) !== routeClaimKey(route);
}

/** The conditions of a match other than the path, in a comparable form. */
function conditionsKey({ origin: { object, path } }: Route): string {
  const match = path.reduce<PlainValue | undefined>((value, step) => value?.[step], object);
  const { path: _, uri: __, ignoreUriCase: ___, name: ____, ...others } = asObject(match);
  return JSON.stringify(others);
}

/** Pairs of routes of an entry that match the same request, where it is unknown which of the two takes it. */
export function clashingRoutes(table: RouteTable): RoutePair[] {
  const pairs = requestsFor(table.routes).flatMap(request => {
    const { route, rivals } = table.find(request);
    return route ? rivals.map(other => ({ route, other })) : [];
  });
  // one pair for all hosts of a rule, whichever of the two comes first
  const keyed = pairs.map(pair => [[pair.route, pair.other].map(keyOfField).sort().join(' '), pair] as const);
  return [...new Map(keyed).values()];
}

/** The key of the field that declares a route, for each of its hosts and listeners. */
export function keyOfField({ origin: { object: { kind, metadata }, path } }: Route): string {
  return JSON.stringify([kind, metadata?.namespace, metadata?.name, path]);
}
