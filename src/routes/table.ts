import { rankOfHost, takesHost } from './hosts';
import { claimKey, comparedPath, coversPath, meetsPath, takesPath } from './paths';
import type { Route, RouteBackend } from './route';
import { namespaceOf } from './route';
import { grouped } from '../private/grouped';

/** A request, as far as routes look at it. */
export interface RouteRequest {
  /** In lower case, without a port. */
  readonly host: string;
  readonly path: string;
}

/** Which routes take a request. */
export interface RouteAnswer {
  /** The one that does; `undefined` if there is none. */
  readonly route?: Route;
  /** Those that claim the same as that one and lead elsewhere: which of them answers depends on the age of their objects. */
  readonly rivals: readonly Route[];
}

/** What may be a regular expression, where the controller decides how paths are compared. */
const MAY_BE_REGEX = /[()[\]{}*+?|^$\\]/;

/** The key of what a route claims. */
export function claimOf({ host, path, type, isDefault }: Route): string {
  return isDefault ? 'default' : claimKey(host, comparedPath(path, type), type);
}

/** Where a route leads, in a form that can be compared. */
function backendKey(route: Route): string {
  const { service, port, resource }: RouteBackend = route.backend;
  return JSON.stringify([namespaceOf(route), service, port, resource]);
}

/** All routes of one entry. Which of them takes a request does not depend on the order in which they are given. */
export class RouteTable {
  private readonly byHost: ReadonlyMap<string, readonly Route[]>;
  private readonly defaults: readonly Route[];
  private readonly hosts = new Map<string, readonly string[]>();

  public constructor(public readonly routes: readonly Route[]) {
    this.byHost = new Map([...grouped(routes.filter(({ isDefault }) => !isDefault), ({ host }) => [host])]
      .map(([host, own]) => [host, own.sort(inOrder)]));
    this.defaults = routes.filter(({ isDefault }) => isDefault);
  }

  /** The hosts of the routes, each once. */
  public hostNames(): string[] {
    return [...this.byHost.keys()];
  }

  /** The routes that are for a host: those of its name, else those of a wildcard, else those of any host. */
  public ofHost(host: string): readonly Route[] {
    const [own] = this.hostsFor(host);
    return own === undefined ? [] : this.byHost.get(own)!;
  }

  /** The route that takes a request. */
  public find({ host, path }: RouteRequest): RouteAnswer {
    const fitting = this.ofHost(host).filter(route => takesPath(route.path, route.type, path));
    const [route, ...others] = fitting.length > 0 ? fitting : this.defaults;
    const isRival = (other: Route) => claimOf(other) === claimOf(route) && backendKey(other) !== backendKey(route);
    return { route, rivals: others.filter(isRival) };
  }

  /**
   * The routes that may take a request at a path or below it. Controllers differ in what becomes of a request for whose path the host has
   * no route: those of a wildcard and of any host count too then.
   */
  public below({ host, path }: RouteRequest): Route[] {
    const routes: Route[] = [];
    for (const own of this.hostsFor(host)) {
      const { met, isCovered } = meeting(this.byHost.get(own)!, path);
      routes.push(...met);
      if (isCovered) return routes;
    }
    return [...routes, ...this.defaults];
  }

  /** Which of the hosts take that of a request, the one that decides first. */
  private hostsFor(host: string): readonly string[] {
    const known = this.hosts.get(host);
    if (known) return known;
    const taking = this.hostNames().filter(own => takesHost(own, host)).sort((a, b) => rankOfHost(b) - rankOfHost(a));
    this.hosts.set(host, taking);
    return taking;
  }
}

/** The tables of routes, one for each entry. */
export function routeTables(routes: readonly Route[]): RouteTable[] {
  return [...grouped(routes, ({ entry }) => [entry]).values()].map(own => new RouteTable(own));
}

function inOrder(a: Route, b: Route): number {
  const i = a.order.findIndex((each, at) => each !== b.order[at]);
  return i < 0 ? 0 : a.order[i] - b.order[i];
}

/** The routes of one host that may take a request at a path or below it; behind one that takes all of them, no other is asked. */
function meeting(routes: readonly Route[], path: string): { readonly met: readonly Route[]; readonly isCovered: boolean } {
  const cover = routes.findIndex(route => coversPath(route.path, route.type, path));
  const isMet = (route: Route, i: number) => isUnclear(route) || mayMeet(route, path)
    && (cover < 0 || i <= cover || claimOf(route) === claimOf(routes[cover]));
  return { met: routes.filter(isMet), isCovered: cover >= 0 };
}

/** Some controllers compare by the beginning of the text what is up to them. */
function mayMeet({ path: own, type, isAssumed }: Route, path: string): boolean {
  return meetsPath(own, type, path) || isAssumed === true && (path.startsWith(own) || own.startsWith(path));
}

function isUnclear({ path, isAssumed }: Route): boolean {
  return isAssumed === true && MAY_BE_REGEX.test(path);
}
