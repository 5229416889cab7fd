import {
  hostsTaking, takesHost, Route, RouteEntry, beginningOf, comparedPath, includesPaths, isRegex, claimOf, RouteTable,
} from './route';
import { requestsFor } from './requests';
import { asObject, PlainValue } from '../../base/check';

/** A route, and another one that takes requests away from it. */
export interface RoutePair {
  readonly route: Route;
  readonly other: Route;
}

/** The rules for what counts as hidden. */
interface HidingRules {
  /** Whether a route of an Ingress also counts as hidden by another one of the same rank: which of the two answers is up to chance. */
  readonly countsTies?: true;
}

/** The routes of an entry that get no requests, since an earlier route takes all that they match. */
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

/** The keys of the fields with at least one route that is not hidden: a field declares one route for each of its hosts and listeners. */
export function reachedFields(
  tables: readonly RouteTable[], hidden: readonly RoutePair[], fieldOf: (route: Route) => string,
): ReadonlySet<string> {
  if (hidden.length === 0) return new Set();
  const all = new Set(hidden.map(({ route }) => route));
  return new Set(tables.flatMap(({ routes }) => routes.filter(route => !all.has(route)).map(fieldOf)));
}

/** A route, and its position among all routes. */
interface PlacedRoute {
  readonly route: Route;
  readonly place: number;
}

/** Earlier routes, indexed by host and by the beginning of their paths, so that few are compared. */
class EarlierRoutes {
  private readonly byKey = new Map<string, PlacedRoute[]>();

  public constructor(private readonly entry: RouteEntry) {}

  public add(route: Route, place: number): void {
    const key = `${route.host} ${beginningOf(route)}`;
    const own = this.byKey.get(key);
    if (own) own.push({ route, place });
    else this.byKey.set(key, [{ route, place }]);
  }

  /** The first route that hides the given one. Only routes are compared whose known beginning of the path is also one of the given path. */
  public takingAllOf(route: Route, isHiding: (first: Route) => boolean): Route | undefined {
    const begin = beginningOf(route);
    const texts = ['/', ...Array.from({ length: begin.length + 1 }, (_, length) => begin.slice(0, length))];
    const near = this.hostsOf(route.host).flatMap(host => texts.flatMap(text => this.byKey.get(`${host} ${text}`) ?? []));
    const hiding = near.filter(each => each.route !== route && isHiding(each.route));
    return hiding.length === 0 ? undefined : hiding.reduce((a, b) => a.place <= b.place ? a : b).route;
  }

  /** The hosts whose routes take requests of a host. */
  private hostsOf(host: string): string[] {
    return this.entry.hosts === 'decides' ? [host] : hostsTaking(host);
  }
}

/** Whether a route takes all requests of a later one, without the age of their objects deciding. */
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

/** Whether two paths of one type differ only in a trailing slash, which some implementations count. */
function isSlashApart({ path, type }: Route, other: Route): boolean {
  return path !== other.path && type === other.type && comparedPath(path, type) === comparedPath(other.path, type);
}

/** The conditions of a match other than the path, in a comparable form. */
function conditionOf({ origin: { object, path } }: Route): string {
  const match = path.reduce<PlainValue | undefined>((value, step) => value?.[step], object);
  const { path: _, uri: __, ignoreUriCase: ___, name: ____, ...others } = asObject(match);
  return JSON.stringify(others);
}

/** Whether two routes come from the same field, for different hosts or listeners. */
function isSameField({ origin }: Route, { origin: other }: Route): boolean {
  return origin.object === other.object && JSON.stringify(origin.path) === JSON.stringify(other.path);
}

/** Whether two routes have the same rank, so that it is unknown which of them comes first. */
function isOfRank(first: Route, route: Route): boolean {
  return isOfOrder(first, route) && (first.place === undefined || first.origin.object !== route.origin.object);
}

function isOfOrder(first: Route, route: Route): boolean {
  return first.order.every((each, i) => each === route.order[i]);
}

/** Pairs of routes of an entry that match the same request, where it is unknown which of the two takes it. */
export function clashingRoutes(table: RouteTable): RoutePair[] {
  const pairs = requestsFor(table.routes).flatMap(request => {
    const { route, rivals } = table.find(request);
    return route ? rivals.map(other => ({ route, other })) : [];
  });
  return [...new Map(pairs.map(pair => [keyOf(pair), pair])).values()];
}

/** The key of a pair, independent of its order, and the same for all hosts of a rule. */
function keyOf({ route, other }: RoutePair): string {
  return [route, other].map(keyOfField).sort().join(' ');
}

/** The key of the field that declares a route. */
export function keyOfField({ origin: { object: { kind, metadata }, path } }: Route): string {
  return JSON.stringify([kind, metadata?.namespace, metadata?.name, path]);
}
