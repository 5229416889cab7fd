import {
  hostsTaking, takesHost, Route, RouteEntry, beginningOf, comparedPath, includesPaths, isRegexMatch, routeClaimKey,
  RouteTable,
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
  /**
   * Whether a route of an Ingress also counts as hidden by another one of the same rank: which of the two answers is up
   * to chance.
   */
  readonly countsTies?: true;
}

/** The routes of an entry that get no requests, since an earlier route takes all that they match. */
export function hiddenRoutes(table: RouteTable, rules: HidingRules = {}): RoutePair[] {
  return table.groups().flatMap(routes => {
    const earlier = new EarlierRoutes(table.entry);
    const isTied = (route: Route, other?: Route) =>
      rules.countsTies && route.place === undefined && other && hasSameOrder(other, route);
    let end = 0;
    return routes.flatMap((route, i) => {
      while (end < i || isTied(route, routes[end])) earlier.add(routes[end], end++);
      const other = earlier.takingAllOf(route, each => hides(each, route, table.entry, rules));
      return other ? [{ route, other }] : [];
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

/** Earlier routes, indexed by host and by the beginning of their paths, so that few are compared. */
class EarlierRoutes {
  /** The routes, each with its position among all routes. */
  private readonly byKey = new Map<string, { readonly route: Route; readonly place: number }[]>();

  public constructor(private readonly entry: RouteEntry) {}

  public add(route: Route, place: number): void {
    const key = `${route.host} ${beginningOf(route)}`;
    const own = this.byKey.get(key);
    if (own) own.push({ route, place });
    else this.byKey.set(key, [{ route, place }]);
  }

  /**
   * The first route that hides the given one. Only routes are compared whose known beginning of the path is also one of
   * the given path.
   */
  public takingAllOf(route: Route, isHiding: (first: Route) => boolean): Route | undefined {
    const begin = beginningOf(route);
    const texts = ['/', ...Array.from({ length: begin.length + 1 }, (_, length) => begin.slice(0, length))];
    const hosts = this.entry.hosts === 'decides' ? [route.host] : hostsTaking(route.host);
    const near = hosts.flatMap(host => texts.flatMap(text => this.byKey.get(`${host} ${text}`) ?? []));
    const hiding = near.filter(each => each.route !== route && isHiding(each.route));
    return hiding.length === 0 ? undefined : hiding.reduce((a, b) => a.place <= b.place ? a : b).route;
  }
}

/** Whether a route takes all requests of a later one, without the age of their objects deciding. */
function hides(first: Route, route: Route, entry: RouteEntry, { countsTies }: HidingRules): boolean {
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
  const isOfRank = hasSameOrder(first, route) && (place === undefined || !isOfObject);
  return !isOfRank || countsTies === true && place === undefined && routeClaimKey(first) !== routeClaimKey(route);
}

/** The conditions of a match other than the path, in a comparable form. */
function conditionsKey({ origin: { object, path } }: Route): string {
  const match = path.reduce<PlainValue | undefined>((value, step) => value?.[step], object);
  const { path: _, uri: __, ignoreUriCase: ___, name: ____, ...others } = asObject(match);
  return JSON.stringify(others);
}

function hasSameOrder(first: Route, route: Route): boolean {
  return first.order.every((each, i) => each === route.order[i]);
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
