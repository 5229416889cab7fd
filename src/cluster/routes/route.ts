import type { Finding, Path } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import type { TypedManifest } from '../../base/oam-kind';
import { partMatches, wholeMatch } from '../../base/regexes';
import { grouped } from '../../base/check';
import { memo } from '../../base/memo';

// The normal form of routes, whatever kind of object declares them.

/**
 * The role of the host of a request. `decides`: only the routes of the most specific host are tried. `precedes`: routes
 * of less specific hosts are tried if that host has no route for the path. `counts`: the order of routes takes the host
 * into account.
 */
export type HostRule = 'decides' | 'precedes' | 'counts';

/** A point where requests come in. Requests at one entry meet only its own routes. */
export interface RouteEntry {
  /** Identifies the entry: an IngressClass, or a port of a Gateway. */
  readonly name?: string;
  readonly wildcard: WildcardLabels;
  readonly hosts: HostRule;
  /** The port to which requests come; `undefined` (any port) if it is not known. */
  readonly port?: number;
  /** Whether requests come over TLS; `undefined` (either way) if it is not known. */
  readonly isTls?: boolean;
  /**
   * The hosts of its listeners, if routes of one listener take no requests of another. The most specific host then
   * decides which listener takes a request.
   */
  readonly listeners?: readonly string[];
  /** Whether the implementation of the Gateway API that serves it is only assumed. */
  readonly isAssumed?: true;
  /** The Gateways that share the entry; empty for an Ingress, and for a Gateway that is not rendered. */
  readonly gateways: readonly TypedManifest[];
}

/** The target of requests: a port of a Service, or another object, of which only kind and name are known. */
export interface RouteBackend {
  readonly service?: string;
  /** The namespace of the Service, if it is not the one of the route. */
  readonly namespace?: string;
  /** The number or name of the port. `undefined` together with `isOnlyPort` stands for the only port of the Service. */
  readonly port?: number | string;
  readonly isOnlyPort?: true;
  /** The kind and name of a backend other than a Service. */
  readonly resource?: { readonly kind: string; readonly name: string };
  /** The answer given instead of one from pods, for example a redirect. */
  readonly answer?: Phrase;
  /** Why requests do not reach it although the route names it. */
  readonly refused?: readonly Finding[];
  /** The field that names it. */
  readonly path: Path;
}

/** A certificate and the hosts that it covers; an empty list covers all hosts of the object. */
export interface RouteCertificate {
  readonly hosts: readonly string[];
  readonly secretName?: string;
  /** The namespace of the Secret, if it is known. */
  readonly namespace?: string;
  /** The object that names it, if it is not the one of the route. */
  readonly object?: TypedManifest;
  /** Why it cannot be served. */
  readonly refused?: readonly Finding[];
  /** The field that names it. */
  readonly path: Path;
}

/** Why it is not known what happens to requests, and the object that is the reason. */
export interface RouteDoubt {
  readonly object: TypedManifest;
  readonly findings: readonly Finding[];
  /** A text that is the same for the same reason. */
  readonly sign: string;
  /** Whether it concerns all requests for the host, and not only those that the route takes. */
  readonly isOfHost: boolean;
}

/** A host and a path, and where their requests go. */
export interface Route {
  readonly entry: RouteEntry;
  /** The host of the listener to which it is attached, if the entry has listeners. */
  readonly listener?: string;
  /** The name of that listener, and the Gateway or ListenerSet that declares it, if it is rendered. */
  readonly servedBy?: { readonly name?: string; readonly owner?: TypedManifest };
  /** A name, `*.` and a name, or `EVERY_HOST`. */
  readonly host: string;
  readonly path: string;
  readonly type: PathMatch;
  /** The path as its object declares it, if the controller reads it otherwise. */
  readonly declared?: RoutePath;
  readonly doubt?: RouteDoubt;
  /** Whether the type is assumed: how the path is compared is up to the controller. */
  readonly isAssumed?: true;
  /** Whether it takes the requests that no other route takes, whatever their host. */
  readonly isDefault?: true;
  /** Further conditions on a request, in words, for example on its method or a header. */
  readonly when?: string;
  /**
   * The rank. Of several routes on the same host that match a request, the lowest takes it; numbers are compared from
   * the first one on.
   */
  readonly order: readonly number[];
  /** The position in its object, which decides between two of its routes of the same order; otherwise nothing does. */
  readonly place?: readonly number[];
  readonly backend: RouteBackend;
  /** Further backends that each get a share of its requests. */
  readonly split?: readonly RouteBackend[];
  readonly tls: readonly RouteCertificate[];
  /** The object and the field that declare it. */
  readonly origin: { readonly object: TypedManifest; readonly path: Path };
}

/** An object with routes that take no requests, and why. */
export interface DetachedRoute {
  readonly object: TypedManifest;
  /** The hosts of those routes. */
  readonly hosts: readonly string[];
  readonly findings: readonly Finding[];
}

/** The routes of all objects of a kind, and those of them that are not attached, or not with all their hosts. */
export interface MadeRoutes {
  readonly routes: readonly Route[];
  readonly detached: readonly DetachedRoute[];
}

/** The namespace of the backend of a route: the one that the backend names, otherwise that of the object. */
export function backendNamespaceOf({ origin: { object }, backend }: Route): string | undefined {
  const namespace: unknown = backend.namespace ?? object.metadata?.namespace;
  return typeof namespace === 'string' ? namespace : undefined;
}

/** The host of a route that takes requests of every host. */
export const EVERY_HOST = '';

/** How many labels the `*` of a host stands for: one for an Ingress, one or more for routes of other kinds. */
type WildcardLabels = 'one' | 'some';

/** Whether the host of a route, such as `*.example.com`, matches that of a request. */
export function takesHost(own: string, asked: string, labels: WildcardLabels = 'one'): boolean {
  if (!own.startsWith('*.')) return own === EVERY_HOST || own === asked;
  const [label] = asked.split('.', 1);
  return label !== '' && (labels === 'one' ? asked.slice(label.length) === own.slice(1) : asked.endsWith(own.slice(1)));
}

/** The hosts of routes that may match a host: the host itself, `EVERY_HOST`, and the wildcards of its domains. */
export function hostsTaking(host: string): string[] {
  const labels = host.split('.').slice(1);
  return [...new Set([host, EVERY_HOST, ...labels.map((_, i) => `*.${labels.slice(i).join('.')}`)])];
}

/** The narrower of two names or wildcards, which covers the hosts that both cover; `undefined` if there are none. */
export function commonHost(one: string, other: string): string | undefined {
  if (takesHost(one, other, 'some')) return other;
  return takesHost(other, one, 'some') ? one : undefined;
}

/**
 * The rank of the host of a route. Of the hosts that match a request, a higher rank overrides: a name, a longer
 * wildcard, `EVERY_HOST`.
 */
export function rankOfHost(own: string): number {
  return own === EVERY_HOST || own.startsWith('*.') ? own.length : Infinity;
}

/**
 * How the path of a route is compared with that of a request: as a whole, element by element from the beginning,
 * character by character from the beginning, or by a regular expression that matches the whole path or a part of it.
 */
export type PathMatch = 'Exact' | 'Prefix' | 'TextPrefix' | 'Regex' | 'PartRegex';

/** Whether the path of a request matches that of a route. Queries are not part of it. */
const TAKES: Readonly<Record<PathMatch, (own: string, asked: string) => boolean>> = {
  Exact: (own, asked) => own === asked,
  Prefix: (own, asked) => `${asked}/`.startsWith(`${own}/`.replace(/\/\/$/, '/')),
  TextPrefix: (own, asked) => asked.startsWith(own),
  Regex: (own, asked) => wholeMatch(own, asked) !== undefined,
  PartRegex: (own, asked) => partMatches(own, asked) ?? false,
};

/** A path, and how it is compared. */
export type RoutePath = Pick<Route, 'path' | 'type'>;

/** Whether the path of a route matches that of a request. */
export function takesPath({ path, type }: RoutePath, asked: string): boolean { return TAKES[type](path, asked); }

/** A path in the form in which routes are compared: without the trailing slash of a prefix, which has no meaning. */
export function comparedPath(path: string, type: PathMatch): string {
  return type !== 'Prefix' ? path : path.replace(/(.)\/$/, '$1');
}

/**
 * The key of a host and a path: equal for two routes that claim the same. A claim without a type equals only claims
 * without a type.
 */
export function claimKey(host: string, path: string, type = ''): string { return JSON.stringify([host, path, type]); }

/** Whether a path is a regular expression. */
export function isRegexMatch(type: PathMatch): boolean { return type === 'Regex' || type === 'PartRegex'; }

/** Whether a route takes every path, as far as it is known of regular expressions. */
function isCatchAll({ path, type }: RoutePath): boolean {
  return isRegexMatch(type) ? EVERY_PATH.has(path) : type !== 'Exact' && path === '/';
}

/** The usual regular expressions that match every path. */
const EVERY_PATH: ReadonlySet<string> = new Set(['.*', '/.*', '^.*$', '^/.*$', '^/.*']);

/** An expression from the beginning of a path: what it matches, it matches with any continuation. */
const OPEN = /^(?:\(\?i\))?\^(?:[^$\\]|\\[^bBz])*$/;

/** Whether a route takes every request at a path and below it, as far as is known. */
export function coversPath(own: RoutePath, path: string): boolean {
  if (isCatchAll(own)) return true;
  return own.type === 'PartRegex' ? OPEN.test(own.path) && takesPath(own, path)
    : /Prefix$/.test(own.type) && takesPath(own, comparedPath(path, 'Prefix'));
}

/**
 * Whether a route may take a request at a path or below it: a regular expression may if what is known of its beginning
 * fits.
 */
export function meetsPath(own: RoutePath, path: string): boolean {
  const isBelow = (other: string, of: string) => takesPath({ path: of, type: 'Prefix' }, other);
  if (!isRegexMatch(own.type)) return coversPath(own, path) || isBelow(own.path, path);
  const [begin, asked] = [beginningOf(own), ignoresCase(own.path) ? path.toLowerCase() : path];
  return asked.startsWith(begin) || isBelow(begin, asked);
}

const ignoresCase = (expression: string) => expression.startsWith('(?i)');

/** A plain expression that accepts any continuation, with or without the anchors that providers write. */
const OPEN_ENDED = /^(?:\^\(\?:[^|\\()]*\.\*\)\$|\^?[^|\\()]*\.\*\$?)$/;

/** The plain text with which an expression begins. Of groups, only one between anchors is read. */
const BEGINNING = /^\^?(?:\(\?:(?=[^()]*\)\$$))?([\w/-]*)(?![?*{])/;

/**
 * Whether a route takes every path that another one takes. A regular expression is known to do so if both are the same,
 * if the other path is exact, or if the expression allows any continuation.
 */
export function includesPaths(own: RoutePath, other: RoutePath): boolean {
  const { path, type } = own;
  if (isCatchAll(own)) return true;
  if (other.type === 'Exact') return takesPath(own, other.path);
  if (type === 'Exact') return false;
  if (type === other.type && path === other.path) return true;
  if (ignoresCase(other.path) && !ignoresCase(path)) return false;
  const begin = beginningOf(other);
  // all paths begin with a slash
  if (type === 'PartRegex' && OPEN.test(path)) return takesPath(own, begin || '/');
  if (isRegexMatch(type)) return begin !== '' && OPEN_ENDED.test(path) && takesPath(own, begin);
  // a text prefix may continue with any character, even within an element
  return takesPath(own, other.type === 'Prefix' ? begin : `${begin}X`);
}

/** The longest known text with which all paths of a route begin. */
export function beginningOf({ path, type }: RoutePath): string {
  if (!isRegexMatch(type)) return comparedPath(path, type);
  const own = ignoresCase(path) ? path.slice(4).toLowerCase() : path;
  // a partial match may be anywhere
  return own.includes('|') || type === 'PartRegex' && !own.startsWith('^') ? '' : BEGINNING.exec(own)![1];
}

/** The parts of a request that routes compare. */
export interface RouteRequest {
  /** In lower case, without a port. */
  readonly host: string;
  readonly path: string;
}

/** The key of the requests that a route claims. */
export function routeClaimKey({ host, path, type, isDefault, when }: Route): string {
  return isDefault ? 'default' : `${claimKey(host, comparedPath(path, type), type)}${when ?? ''}`;
}

/** The targets of a route, in a comparable form. */
export function backendKey(route: Route): string {
  return JSON.stringify([route.backend, ...route.split ?? []].map(backend => {
    const { service, port, resource, answer } = backend;
    return [backendNamespaceOf({ ...route, backend }), service, port, resource, answer];
  }));
}

/** All routes of one entry. Their order in the input does not affect which of them takes a request. */
export class RouteTable {
  public readonly entry: RouteEntry;
  /** The routes by listener; all under `undefined` if the entry does not separate listeners. */
  private readonly byListener: ReadonlyMap<string | undefined, ReadonlyMap<string, readonly Route[]>>;
  private readonly defaults: readonly Route[];
  private readonly hosts = new Map<string, readonly (readonly Route[])[]>();

  public constructor(public readonly routes: readonly Route[]) {
    this.entry = routes[0].entry;
    const ofListeners = grouped(routes.filter(({ isDefault }) => !isDefault), ({ listener }) => [listener]);
    this.byListener = new Map([...ofListeners].map(([listener, own]) => {
      // makers return the routes of an object by their positions, which the stable sort keeps
      const byHost = grouped(own, ({ host }) => [host]);
      byHost.forEach(each => each.sort(compareOrder));
      return [listener, byHost];
    }));
    this.defaults = routes.filter(({ isDefault }) => isDefault);
  }

  /** The hosts of the routes, each once. */
  public hostNames(): string[] { return [...new Set([...this.byListener.values()].flatMap(own => [...own.keys()]))]; }

  /** The routes of each host, or of all hosts together if they compete; each in the order in which they are tried. */
  public groups(): (readonly Route[])[] {
    const groups = [...this.byListener.values()].map(own => [...own.values()]);
    const { hosts } = this.entry;
    if (hosts === 'decides') return groups.flat();
    // with `precedes`, more specific hosts come first; with `counts`, the order already contains the host
    return groups.map(own => own.flat().sort((a, b) =>
      hosts === 'precedes' && rankOfHost(b.host) - rankOfHost(a.host) || compareOrder(a, b)));
  }

  /** The routes for a host: those of its name, otherwise of the most specific wildcard, otherwise of `EVERY_HOST`. */
  public ofHost(host: string): readonly Route[] { return this.hostsFor(host)[0] ?? []; }

  /**
   * The route that takes a request, if there is one; its rivals, which may take it: which one answers depends on the
   * age of their objects, or on the controller; and earlier routes that take it if it meets their further conditions.
   */
  public find({ host, path }: RouteRequest): { route?: Route; rivals: Route[]; conditional: readonly Route[] } {
    const all = this.fitting(host, path);
    const first = all.findIndex(({ when }) => when === undefined);
    const fitting = first < 0 ? [] : all.slice(first).filter(({ when }) => when === undefined);
    const [route, ...others] = fitting.length > 0 ? fitting : this.defaults;
    const rivals = [...route ? rivalsOf(route, others) : [], ...this.unclear(route, host, path)];
    return { route, rivals: [...new Set(rivals)], conditional: first < 0 ? all : all.slice(0, first) };
  }

  /**
   * The routes that may take a request at a path or below it. If the host has no route for the path, controllers differ
   * in what they do: routes of wildcards and of `EVERY_HOST` then count too.
   */
  public below({ host, path }: RouteRequest): Route[] {
    const met: Route[] = [];
    // some controllers compare paths of an assumed type otherwise
    const mayMeet = (route: Route) =>
      meetsPath(route, path) || route.isAssumed === true && route.path.startsWith(path) || mayTake(route, path);
    for (const own of this.hostsFor(host)) {
      // after a route that takes all requests, no other is tried
      const cover = own.findIndex(route =>
        route.when === undefined && !isPathUnclear(route) && coversPath(route, path));
      met.push(...own.filter((route, i) => isPathUnclear(route)
        || mayMeet(route) && (cover < 0 || i <= cover || compareOrder(route, own[cover]) === 0)));
      if (cover >= 0 && this.entry.hosts !== 'counts') return met;
    }
    return [...met, ...this.defaults];
  }

  /** The routes that match a request, in the order in which they are tried. */
  private fitting(host: string, path: string): readonly Route[] {
    const [first = [], ...others] = this.hostsFor(host).map(own => own.filter(route => takesPath(route, path)));
    if (this.entry.hosts === 'decides') return first;
    const all = [first, ...others].flat();
    return this.entry.hosts === 'counts' ? all.sort(compareOrder) : all;
  }

  /**
   * The further candidates where the implementation decides on the meaning of paths and on the rank of regular
   * expressions: routes that may take a request before the given one, and, if that is such an expression, the routes
   * that take the request if it does not.
   */
  private unclear(route: Route | undefined, host: string, path: string): Route[] {
    const isUnsure = (each: Route) => isRegexMatch(each.type) && each.isAssumed === true;
    const isOpen = !route || route.isDefault;
    const isBefore = (each: Route) => isOpen || isUnsure(each) || compareOrder(each, route) <= 0;
    const others = this.ofHost(host).filter(each =>
      each !== route && (mayTake(each, path) && isBefore(each) || isOpen && each.doubt?.isOfHost === true));
    const fitting = route && isUnsure(route) ? this.fitting(host, path).filter(({ when }) => when === undefined) : [];
    const sure = fitting.find(each => !isUnsure(each));
    const next = fitting.filter(each => isUnsure(each) || compareOrder(each, sure!) === 0);
    return [...others, ...next].filter(each => !route || backendKey(each) !== backendKey(route));
  }

  /** The routes of each host that matches that of a request, at the listener that takes it; the most specific first. */
  private hostsFor(host: string): readonly (readonly Route[])[] {
    const known = this.hosts.get(host);
    if (known) return known;
    const { listeners = [], wildcard } = this.entry;
    const mostSpecific = (names: readonly string[]) =>
      names.filter(own => takesHost(own, host, wildcard)).sort((a, b) => rankOfHost(b) - rankOfHost(a));
    const own = this.byListener.get(mostSpecific(listeners)[0]);
    const taking = own ? mostSpecific([...own.keys()]).map(each => own.get(each)!) : [];
    this.hosts.set(host, taking);
    return taking;
  }
}

/** The tables of routes, one for each entry. */
export const routeTables = memo((routes: readonly Route[]): readonly RouteTable[] =>
  [...grouped(routes, ({ entry }) => [entry.name]).values()].map(own => new RouteTable(own)));

/** Compares two routes by the first number of `order` in which they differ. */
export function compareOrder({ order: a }: Route, { order: b }: Route): number {
  const i = a.findIndex((each, at) => each !== b[at]);
  return i < 0 || b[i] === undefined ? 0 : a[i] - b[i];
}

/**
 * The routes that have the rank of the one that takes a request and lead elsewhere. Of the routes of another object,
 * only the first could take it.
 */
function rivalsOf(route: Route, others: readonly Route[]): Route[] {
  const firsts = new Map([...others].reverse().map(each => [each.origin.object, each]));
  return others.filter(other => {
    const isFirst = other.place === undefined
      || other.origin.object !== route.origin.object && firsts.get(other.origin.object) === other;
    return isFirst && compareOrder(route, other) === 0 && backendKey(other) !== backendKey(route);
  });
}

/**
 * Whether a controller may compare the path of a route so that it takes a request: by its beginning, in any case, or as
 * an expression.
 */
function mayTake({ path: own, type, isAssumed }: Route, path: string): boolean {
  const matched = partMatches(isRegexMatch(type) ? own : `(?i)^${own}`, path);
  return matched === undefined ? isAssumed === true || isRegexMatch(type) : matched && isAssumed === true;
}

/** Whether the controller alone decides if the path of a route is a regular expression, or what it means. */
function isPathUnclear({ path, type, isAssumed }: Route): boolean {
  return isAssumed === true && (isRegexMatch(type) || /[()[\]{}*+?|^$\\]/.test(path));
}
