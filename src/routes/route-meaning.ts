import { takesHost } from './hosts';
import { comparedPath, isRegex, takesPath } from './paths';
import type { Route } from './route';
import type { RouteRequest } from './table';
import type { Phrase } from '../findings/catalogue/phrases';

/** A meaning of a host or path by which some routes take requests that others with the same host or path do not. */
interface Meaning {
  readonly takes: (route: Route, request: RouteRequest) => boolean;
  /** Whether another route of the same path has the other meaning. */
  readonly differs: (twin: Route) => boolean;
  readonly before: (route: Route) => Phrase;
  readonly now: (route: Route) => Phrase;
}

const MEANINGS: readonly Meaning[] = [
  {
    takes: ({ host }, request) => host.startsWith('*.') && !takesHost(host, request.host, 'one'),
    differs: ({ entry: { wildcard } }) => wildcard === 'one',
    before: ({ host }) => ({ phrase: 'meant-labels', host }),
    now: ({ host }) => ({ phrase: 'means-labels', host }),
  },
  {
    takes: ({ path, type }, request) => type === 'TextPrefix' && !takesPath(path, 'Prefix', request.path),
    differs: ({ type }) => type === 'Prefix',
    before: ({ path }) => ({ phrase: 'meant-text', path }),
    now: ({ path }) => ({ phrase: 'means-text', path }),
  },
  {
    takes: ({ path, type }, request) => type === 'Prefix' && !takesPath(path, 'TextPrefix', request.path),
    differs: ({ type }) => type === 'TextPrefix',
    before: ({ path }) => ({ phrase: 'meant-elements', path }),
    now: ({ path }) => ({ phrase: 'means-elements', path }),
  },
  {
    takes: ({ path, type }, request) => type === 'PartRegex' && !takesPath(path, 'Regex', request.path),
    differs: ({ type }) => type === 'Regex',
    before: ({ path }) => ({ phrase: 'meant-part', path }),
    now: ({ path }) => ({ phrase: 'means-part', path }),
  },
];

/** A request, the route that took it, and the route that takes it now. */
export interface ChangedRequest extends RouteRequest {
  readonly before?: Route;
  readonly now?: Route;
}

/** The routes of one side, and their targets in comparable words. */
export interface RouteSide {
  readonly routes: readonly Route[];
  readonly wordsOf: (route: Route) => string;
}

/**
 * Why a request leads elsewhere although the routes have the same hosts and paths: the kinds of objects read them differently. Returns
 * `undefined` if the routes themselves differ.
 */
export function meaningOf(request: ChangedRequest, before: RouteSide, now: RouteSide): Phrase | undefined {
  const { before: old, now: own } = request;
  return explained(request, old, before, now, 'before') ?? explained(request, own, now, before, 'now')
    ?? precededBy(request, before, now);
}

function explained(
  request: RouteRequest, route: Route | undefined, own: RouteSide, other: RouteSide, when: 'before' | 'now',
): Phrase | undefined {
  if (!route) return undefined;
  const twins = other.routes.filter(twin => isTwin(route, own.wordsOf(route), twin, other));
  return MEANINGS.find(({ takes, differs }) => takes(route, request) && twins.some(differs))?.[when](route);
}

/** Whether a route has the host, the path and the target of another one. */
function isTwin(route: Route, words: string, twin: Route, other: RouteSide): boolean {
  const pathOf = ({ path, type }: Route) => `${type === 'Exact' || isRegex(type)} ${comparedPath(path, isRegex(type) ? type : 'Prefix')}`;
  return twin.host === route.host && pathOf(twin) === pathOf(route) && other.wordsOf(twin) === words;
}

/** The phrase for a route that now precedes the one that took the request, if both routes exist on both sides and match it. */
function precededBy({ path, now: own, before: old }: ChangedRequest, before: RouteSide, now: RouteSide): Phrase | undefined {
  if (!own || !old || comparedPath(own.path, own.type) === comparedPath(old.path, old.type)) return undefined;
  const isThere = (route: Route, side: RouteSide, other: RouteSide) =>
    other.routes.some(each => isTwin(route, side.wordsOf(route), each, other) && takesPath(each.path, each.type, path));
  return isThere(old, before, now) && isThere(own, now, before) ? { phrase: 'precedes-now', path: own.path, first: old.path } : undefined;
}
