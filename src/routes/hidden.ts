import { takesHost } from './hosts';
import { includesPaths, isRegex } from './paths';
import { requestsFor } from './requests';
import type { Route } from './route';
import { RouteTable } from './table';

/** A route, and another one that keeps requests from it. */
export interface RoutePair {
  readonly route: Route;
  readonly other: Route;
}

/** The routes of an entry that get no request, since one before them takes every one that they take. */
export function hiddenRoutes(table: RouteTable): RoutePair[] {
  return table.groups().flatMap(routes => routes.flatMap((route, i) => {
    const other = routes.slice(0, i).find(each => hides(each, route, table));
    return other ? [{ route, other }] : [];
  }));
}

/** Whether a route takes all requests that another one behind it takes, and does not leave it to the age of objects. */
function hides(first: Route, route: Route, { entry: { hosts, wildcard } }: RouteTable): boolean {
  const isUnsure = [first, route].some(({ type, isAssumed }) => isRegex(type) && isAssumed);
  const isForAll = first.when === undefined || first.when === route.when;
  const hasHost = hosts === 'decides' ? first.host === route.host : takesHost(first.host, route.host, wildcard);
  const isOther = !first.isDefault && !isSameField(first, route) && !isOfRank(first, route);
  return isForAll && hasHost && !isUnsure && isOther && includesPaths(first, route);
}

/** Whether one field makes two routes, for several hosts or listeners. */
function isSameField({ origin }: Route, { origin: other }: Route): boolean {
  return origin.object === other.object && JSON.stringify(origin.path) === JSON.stringify(other.path);
}

/** Whether it is not known which one of two routes comes first. */
function isOfRank(first: Route, route: Route): boolean {
  const isSame = first.order.every((each, i) => each === route.order[i]);
  return isSame && (first.place === undefined || first.origin.object !== route.origin.object);
}

/** The routes of an entry that take some request of which it is not known which one gets it. */
export function clashingRoutes(table: RouteTable): RoutePair[] {
  const pairs = requestsFor(table.routes).flatMap(request => {
    const { route, rivals } = table.find(request);
    return route ? rivals.map(other => ({ route, other })) : [];
  });
  return [...new Map(pairs.map(pair => [keyOf(pair), pair])).values()];
}

/** Of a pair, whichever comes first; a rule with several hosts is named once. */
function keyOf({ route, other }: RoutePair): string {
  return [route, other].map(({ origin: { object, path } }) => JSON.stringify([object.kind, object.metadata, path])).sort().join(' ');
}
