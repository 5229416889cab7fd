import { rankOfHost, takesHost } from './hosts';
import { claimKey, comparedPath, coversPath, isRegex, meetsPath, takesPath } from './paths';
import type { Route, RouteBackend, RouteEntry } from './route';
import { namespaceOf } from './route';
import { grouped } from '../private/grouped';
import { memo } from '../private/memo';
import { partMatches } from '../private/regexes';

/** The parts of a request that routes compare. */
export interface RouteRequest {
  /** In lower case, without a port. */
  readonly host: string;
  readonly path: string;
}

/** The routes that take a request. */
interface RouteAnswer {
  /** The route that takes it; `undefined` if there is none. */
  readonly route?: Route;
  /** Further routes that may take it: which one answers depends on the age of their objects, or on the controller. */
  readonly rivals: readonly Route[];
  /** Earlier routes that take it if it meets their further conditions. */
  readonly conditional: readonly Route[];
}

/** Characters by which a path may be a regular expression, if the controller decides how paths are compared. */
const MAY_BE_REGEX = /[()[\]{}*+?|^$\\]/;

/** The key of the requests that a route claims. */
export function claimOf({ host, path, type, isDefault, when }: Route): string {
  return isDefault ? 'default' : `${claimKey(host, comparedPath(path, type), type)}${when ?? ''}`;
}

/** The targets of a route, in a comparable form. */
export function backendKey(route: Route): string {
  const keyOf = (backend: RouteBackend) => {
    const { service, port, resource, answer } = backend;
    return [namespaceOf({ ...route, backend }), service, port, resource, answer];
  };
  return JSON.stringify([route.backend, ...route.split ?? []].map(keyOf));
}

/** Routes by their hosts. */
type RoutesByHost = ReadonlyMap<string, readonly Route[]>;

const NO_ROUTES: RoutesByHost = new Map();

/** All routes of one entry. Their order in the input does not affect which of them takes a request. */
export class RouteTable {
  public readonly entry: RouteEntry;
  /** The routes by listener; all under `undefined` if the entry does not separate listeners. */
  private readonly byListener: ReadonlyMap<string | undefined, RoutesByHost>;
  private readonly defaults: readonly Route[];
  private readonly hosts = new Map<string, readonly (readonly Route[])[]>();

  public constructor(public readonly routes: readonly Route[]) {
    this.entry = routes[0].entry;
    this.byListener = new Map([...grouped(routes.filter(({ isDefault }) => !isDefault), ({ listener }) => [listener])]
      .map(([listener, own]) => [listener, byHost(own)]));
    this.defaults = routes.filter(({ isDefault }) => isDefault);
  }

  /** The hosts of the routes, each once. */
  public hostNames(): string[] {
    return [...new Set([...this.byListener.values()].flatMap(own => [...own.keys()]))];
  }

  /** The routes of each host, or of all hosts together if they compete; within a group, in the order in which they are tried. */
  public groups(): (readonly Route[])[] {
    const groups = [...this.byListener.values()].map(own => [...own.values()]);
    return this.entry.hosts === 'decides' ? groups.flat() : groups.map(own => own.flat().sort(byHostAndOrder(this.entry)));
  }

  /** The routes for a host: those of its name, otherwise of the most specific wildcard, otherwise of `EVERY_HOST`. */
  public ofHost(host: string): readonly Route[] {
    return this.hostsFor(host)[0] ?? [];
  }

  /** The route that takes a request. */
  public find({ host, path }: RouteRequest): RouteAnswer {
    const all = this.fitting(host, path);
    const first = all.findIndex(({ when }) => when === undefined);
    const fitting = first < 0 ? [] : all.slice(first).filter(({ when }) => when === undefined);
    const [route, ...others] = fitting.length > 0 ? fitting : this.defaults;
    const rivals = [...route ? others.filter(isRival(route, others)) : [], ...this.unclear(route, host, path)];
    return { route, rivals: [...new Set(rivals)], conditional: first < 0 ? all : all.slice(0, first) };
  }

  /**
   * The routes that may take a request at a path or below it. If the host has no route for the path, controllers differ in what they do:
   * routes of wildcards and of `EVERY_HOST` then count too.
   */
  public below({ host, path }: RouteRequest): Route[] {
    const routes: Route[] = [];
    for (const own of this.hostsFor(host)) {
      const { met, isCovered } = meeting(own, path);
      routes.push(...met);
      if (isCovered && this.entry.hosts !== 'counts') return routes;
    }
    return [...routes, ...this.defaults];
  }

  /** The routes that match a request, in the order in which they are tried. */
  private fitting(host: string, path: string): readonly Route[] {
    const [first = [], ...others] = this.hostsFor(host).map(own => own.filter(route => takesPath(route.path, route.type, path)));
    if (this.entry.hosts === 'decides') return first;
    const all = [first, ...others].flat();
    return this.entry.hosts === 'counts' ? all.sort(inOrder) : all;
  }

  /**
   * The further candidates where the implementation decides on the meaning of paths and on the rank of regular expressions: routes that may
   * take a request before the given one, and, if that is such an expression, the routes that take the request if it does not.
   */
  private unclear(route: Route | undefined, host: string, path: string): Route[] {
    const isUnsure = (each: Route) => isRegex(each.type) && each.isAssumed === true;
    const isOpen = !route || route.isDefault;
    const isBefore = (each: Route) => isOpen || isUnsure(each) || compareNumbers(each.order, route.order) <= 0;
    const others = this.ofHost(host).filter(each =>
      each !== route && (mayTake(each, path) && isBefore(each) || isOpen && each.doubt?.isOfHost === true));
    const fitting = route && isUnsure(route) ? this.fitting(host, path).filter(({ when }) => when === undefined) : [];
    const sure = fitting.find(each => !isUnsure(each));
    const next = fitting.filter(each => isUnsure(each) || compareNumbers(each.order, sure!.order) === 0);
    return [...others, ...next].filter(each => !route || backendKey(each) !== backendKey(route));
  }

  /** The routes of each host that matches that of a request, at the listener that takes it; the most specific host first. */
  private hostsFor(host: string): readonly (readonly Route[])[] {
    const known = this.hosts.get(host);
    if (known) return known;
    const { listeners, wildcard } = this.entry;
    const mostSpecific = (names: readonly string[]) =>
      names.filter(own => takesHost(own, host, wildcard)).sort((a, b) => rankOfHost(b) - rankOfHost(a));
    const [listener] = mostSpecific(listeners ?? []);
    const own = this.byListener.get(listener) ?? NO_ROUTES;
    const taking = mostSpecific([...own.keys()]).map(each => own.get(each)!);
    this.hosts.set(host, taking);
    return taking;
  }
}

/** The tables of routes, one for each entry. */
export const routeTables = memo((routes: readonly Route[]): readonly RouteTable[] =>
  [...grouped(routes, ({ entry }) => [entry.name]).values()].map(own => new RouteTable(own)));

function byHost(routes: readonly Route[]): RoutesByHost {
  return new Map([...grouped(routes, ({ host }) => [host])].map(([host, own]) => [host, own.sort(inOrder)]));
}

/** Compares by `order`. The sort is stable, and makers return the routes of an object by their positions. */
function inOrder(a: Route, b: Route): number {
  return compareNumbers(a.order, b.order);
}

/** Compares by host and order: with `precedes`, more specific hosts come first; with `counts`, the order already contains the host. */
function byHostAndOrder({ hosts }: RouteEntry): (a: Route, b: Route) => number {
  return (a, b) => hosts === 'precedes' && rankOfHost(b.host) - rankOfHost(a.host) || inOrder(a, b);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((each, at) => each !== b[at]);
  return i < 0 || b[i] === undefined ? 0 : a[i] - b[i];
}

/**
 * Returns a predicate: whether a route has the rank of the one that takes a request and leads elsewhere. Of the routes of another object,
 * only the first could take it.
 */
function isRival(route: Route, others: readonly Route[]): (other: Route) => boolean {
  const firsts = new Map([...others].reverse().map(each => [each.origin.object, each]));
  return other => {
    const isFirst = other.place === undefined || other.origin.object !== route.origin.object && firsts.get(other.origin.object) === other;
    return isFirst && compareNumbers(route.order, other.order) === 0 && backendKey(other) !== backendKey(route);
  };
}

/** The routes of one host that may take a request at a path or below it. After a route that takes all of them, no other is tried. */
function meeting(routes: readonly Route[], path: string): { readonly met: readonly Route[]; readonly isCovered: boolean } {
  const cover = routes.findIndex(route => route.when === undefined && !isUnclear(route) && coversPath(route.path, route.type, path));
  const isMet = (route: Route, i: number) => isUnclear(route) || mayMeet(route, path)
    && (cover < 0 || i <= cover || compareNumbers(route.order, routes[cover].order) === 0);
  return { met: routes.filter(isMet), isCovered: cover >= 0 };
}

/** Whether a route may take a request at a path or below it. Some controllers compare paths of an assumed type otherwise. */
function mayMeet(route: Route, path: string): boolean {
  return meetsPath(route.path, route.type, path) || route.isAssumed === true && route.path.startsWith(path) || mayTake(route, path);
}

/** Whether a controller may compare the path of a route so that it takes a request: by its beginning, in any case, or as an expression. */
function mayTake({ path: own, type, isAssumed }: Route, path: string): boolean {
  const matched = partMatches(isRegex(type) ? own : `(?i)^${own}`, path);
  return matched === undefined ? isAssumed === true || isRegex(type) : matched && isAssumed === true;
}

function isUnclear({ path, type, isAssumed }: Route): boolean {
  return isAssumed === true && (isRegex(type) || MAY_BE_REGEX.test(path));
}
