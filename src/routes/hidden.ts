import { hostsTaking, takesHost } from './hosts';
import { beginningOf, comparedPath, includesPaths, isRegex, reachOfRegex, RegexReach } from './paths';
import { requestsFor } from './requests';
import type { Route, RouteEntry } from './route';
import { claimOf, RouteTable } from './table';
import { asObject, PlainValue } from '../private/check';

/** A route, and another one that keeps requests from it. */
export interface RoutePair {
  readonly route: Route;
  readonly other: Route;
}

/** What counts as hidden. */
export interface HidingRules {
  /** Whether a route of an Ingress is hidden, too, that has the rank of another one: which one is asked is up to chance. */
  readonly countsTies?: true;
}

/** The routes of an entry that get no request, since one before them takes every one that they take. */
export function hiddenRoutes(table: RouteTable, rules: HidingRules = {}): RoutePair[] {
  return table.groups().flatMap(routes => {
    const earlier = new EarlierRoutes(table.entry);
    const isTied = (route: Route, other?: Route) => rules.countsTies && route.place === undefined && other && isOfOrder(other, route);
    let end = 0;
    return routes.flatMap((route, i) => {
      while (end < i || isTied(route, routes[end])) earlier.add(routes[end], end++);
      const other = earlier.takingAllOf(route, each => hides(each, route, table, rules));
      return other ? [{ route, other }] : [];
    });
  });
}

/** The fields with a route that is not hidden, by their keys: a field makes one for each of its hosts and listeners. */
export function reachedFields(
  tables: readonly RouteTable[], hidden: readonly RoutePair[], keyOfField: (route: Route) => string,
): ReadonlySet<string> {
  if (hidden.length === 0) return new Set();
  const all = new Set(hidden.map(({ route }) => route));
  return new Set(tables.flatMap(({ routes }) => routes.filter(route => !all.has(route)).map(keyOfField)));
}

/** A route, and its place among all. */
interface PlacedRoute {
  readonly route: Route;
  readonly place: number;
  /** What is known of its expression, if it is one. */
  readonly reach?: RegexReach;
}

/** Routes by their hosts and the beginnings of their paths, so that few are compared. */
class EarlierRoutes {
  private readonly byKey = new Map<string, PlacedRoute[]>();

  public constructor(private readonly entry: RouteEntry) {}

  public add(route: Route, place: number): void {
    const key = `${route.host} ${beginningOf(route)}`;
    const placed = { route, place, reach: isRegex(route.type) ? reachOfRegex(route) : undefined };
    const own = this.byKey.get(key);
    if (own) own.push(placed);
    else this.byKey.set(key, [placed]);
  }

  /** The first one that hides another: the path of that begins with what its own does. */
  public takingAllOf(route: Route, isHiding: (first: Route) => boolean): Route | undefined {
    const begin = beginningOf(route);
    const texts = ['/', ...Array.from({ length: begin.length + 1 }, (_, length) => begin.slice(0, length))];
    const near = this.hostsOf(route.host).flatMap(host => texts.flatMap(text => this.byKey.get(`${host} ${text}`) ?? []));
    const hiding = near.filter(each => each.route !== route && mayTake(each, route, begin) && isHiding(each.route));
    return hiding.length === 0 ? undefined : hiding.reduce((a, b) => a.place <= b.place ? a : b).route;
  }

  /** The hosts whose routes take requests of a host. */
  private hostsOf(host: string): string[] {
    return this.entry.hosts === 'decides' ? [host] : hostsTaking(host);
  }
}

/** Whether it is worth to run an expression: on few of the paths that begin alike. */
function mayTake({ route: { path: own }, reach }: PlacedRoute, { path, type }: Route, begin: string): boolean {
  return reach === undefined || own === path || (type === 'Exact' || reach.isOpen) && begin.includes(reach.text);
}

/** Whether a route takes all requests that another one behind it takes, and does not leave it to the age of objects. */
function hides(first: Route, route: Route, { entry }: RouteTable, { countsTies }: HidingRules): boolean {
  const { hosts, wildcard } = entry;
  const isUnsure = first.isDefault || entry.isAssumed && isSlashApart(first, route)
    || [first, route].some(({ type, isAssumed }) => isRegex(type) && isAssumed);
  const hasHost = hosts === 'decides' ? first.host === route.host : takesHost(first.host, route.host, wildcard);
  if (isUnsure || !hasHost || !includesPaths(first, route) || isSameField(first, route)) return false;
  const isTie = countsTies && first.place === undefined && claimOf(first) !== claimOf(route);
  const isForAll = first.when === undefined || first.when === route.when && conditionOf(first) === conditionOf(route);
  return isForAll && (isTie || !isOfRank(first, route));
}

/** Whether two prefixes differ in nothing but the slash at their end, which some implementations count. */
function isSlashApart({ path, type }: Route, other: Route): boolean {
  return path !== other.path && type === other.type && comparedPath(path, type) === comparedPath(other.path, type);
}

/** What a match asks for beside a path. */
function conditionOf({ origin: { object, path } }: Route): string {
  const match = path.reduce<PlainValue | undefined>((value, step) => value?.[step], object);
  const { path: _, uri: __, ignoreUriCase: ___, name: ____, ...others } = asObject(match);
  return JSON.stringify(others);
}

/** Whether one field makes two routes, for several hosts or listeners. */
function isSameField({ origin }: Route, { origin: other }: Route): boolean {
  return origin.object === other.object && JSON.stringify(origin.path) === JSON.stringify(other.path);
}

/** Whether it is not known which one of two routes comes first. */
function isOfRank(first: Route, route: Route): boolean {
  return isOfOrder(first, route) && (first.place === undefined || first.origin.object !== route.origin.object);
}

function isOfOrder(first: Route, route: Route): boolean {
  return first.order.every((each, i) => each === route.order[i]);
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
