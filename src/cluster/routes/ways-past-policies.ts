import type { ApiObject } from 'cdk8s';
import { servicePortOf } from './reach';
import { tablesOf } from './all-routes';
import {
  beginningOf, coversPath, isRegexMatch, meetsPath, takesPath, backendNamespaceOf, Route, RouteTable,
} from './route';
import { DeclaredRoute, RouteFinding, RoutePlaces, reportedOnce } from './tree-check';
import { decide, Decision } from '../authorization/guard';
import { guardOf } from '../authorization/route-guard';
import { found, ParametersOf } from '../../base/findings/finding';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, listOf, PlainFields, grouped } from '../../base/check';
import { SERVICE } from '../../base/kind-of';
import { Facts, findingsAt } from '../../base/registry';
import { portsOfPods } from '../objects/oam-workloads';
import { shownObject } from '../../base/shown';

/** A route to pods. */
interface Way extends DeclaredRoute {
  readonly route: Route;
  readonly table: RouteTable;
  /** The pods, with the port on which they listen. */
  readonly ends: readonly string[];
  /** Who may use it: equal for two ways that the same requests may use, empty if all may. */
  readonly admits: string;
  /** The decision on a request without a token, and on one for another path. */
  readonly decision: Decision;
  readonly decideAt: (path: string) => Decision;
}

/** Stands for requests that a policy admits which no trait declares: which ones is not compared. */
const SOME = 'some';

/** The fields by which a policy selects a gateway or a route. */
const AIMS = ['selector', 'targetRef', 'targetRefs', 'targetSelectors'] as const;

/**
 * Finds routes by which requests reach pods past the policy of another route, whoever made them, and traits whose
 * policies the objects do not enforce. Between routes of traits these are errors, otherwise warnings. The target of a
 * Service is read from the objects of the whole tree.
 */
export function waysPastPolicies(made: readonly ApiObject[], facts: Facts): Facts {
  const places = new RoutePlaces(made, facts);
  // of a policy that cannot be rendered, that is all there is to say
  const reported = new Set(facts.findings
    ?.filter(({ finding: { path } }) => path.includes('authorizationPolicy')).map(({ construct }) => construct));
  const ways = tablesOf(places.index).flatMap(table => table.routes.flatMap(route => waysOf(route, table, places)))
    .filter(({ construct }) => !reported.has(construct));
  const contradicting = ways.flatMap((way): RouteFinding[] => {
    const { route, claim, decision, decideAt } = way;
    // a path of a trait whose policy nothing enforces
    if (claim?.admits) return decision.isAllowed ? wayFindings(way, way, { reason: 'open-despite-policy' }) : [];
    if (!claim) return [];
    // or which the policy of another trait closes
    const taken = !isRegexMatch(route.type) ? []
      : ways.filter(each => each.claim?.admits && isSamePlace(way, each) && mayTakeFor(route, each.route));
    const closed = [decision, ...taken.map(each => decideAt(each.route.path))].find(({ isAllowed, by: [decider] }) =>
      isAllowed === false && decider.effect === 'denies' && places.isOfModel(decider.object));
    if (!closed) return [];
    return wayFindings(way, way, { reason: 'closed-by-policy', policy: shownObject(closed.by[0].object) });
  });
  const samePods = [...grouped(ways, way => way.ends).values()];
  return reportedOnce([...contradicting, ...samePods.flatMap(openWays)]);
}

/** The finding at the construct of a way; an error only if both ways are paths of traits with policies. */
function wayFindings(way: Way, past: Way, given: ParametersOf<'not-expressible'>): RouteFinding[] {
  const isError = [way, past].every(({ claim }) => claim?.admits !== undefined);
  return findingsAt(way.construct, way.field, found('not-expressible', '', given)).map(each => ({ ...each, isError }));
}

/** The way to pods along a route, unless it is not known who may use it. */
function waysOf(route: Route, table: RouteTable, places: RoutePlaces): Way[] {
  const { host, path, type, entry, backend: { service } } = route;
  if (service === undefined) return [];
  const { index } = places;
  const declared = places.of(route);
  const { admits, gateway } = declared.claim ?? {};
  const request = { host, method: 'GET', ...entry.isTls === false && { serverName: '' } };
  const decideAt = (asked: string) => decide(guardOf(route, index, { ...request, path: asked }, gateway), undefined);
  const decision = decideAt(isRegexMatch(type) ? beginningOf(route) : path);
  const { isAllowed, by: [decider] } = decision;
  // what is not aimed at gateways applies to pods as well, behind all routes
  const isGuarded = isAllowed === false && AIMS.some(each => asObject(decider.object.spec)[each] != null);
  const seen = admits || (isGuarded ? SOME : isAllowed ? '' : admits);
  if (seen === undefined) return [];
  const ends = [route.backend, ...route.split ?? []].flatMap(backend => podKeysOf({ ...route, backend }, index));
  return [{ ...declared, route, table, ends, admits: seen, decision, decideAt }];
}

/** Reports the open ways among all ways to the same pods. */
function openWays(ways: readonly Way[]): RouteFinding[] {
  const guarded = ways.filter(({ admits }) => admits !== '');
  return guarded.length === 0 ? [] : ways.filter(({ route }) => route.type !== 'Exact').flatMap(way => {
    const others = guarded.filter(({ admits }) =>
      admits !== way.admits && (way.admits === '' || ![way.admits, admits].includes(SOME)));
    const taken = others.find(each => takesFrom(way, each, ways));
    // a pair of paths with two policies is reported once: at the second one, unless that takes one path alone
    const before = others.filter(each =>
      way.admits === '' || each.route.type === 'Exact' || ways.indexOf(each) < ways.indexOf(way));
    const past = taken
      ?? (isClosed(way) ? undefined : before.find(({ claim }) => claim?.admits && !claim.trustsSpelling));
    return past ? wayFindings(way, past, {
      reason: taken ? 'past-policy' : 'spelling-past-policy',
      first: past.field,
      maker: { construct: past.construct.node.path },
    }) : [];
  });
}

/**
 * Whether a way may take requests for a guarded path: at another host or entry that does not guard that path, or as a
 * regular expression, which may precede prefixes.
 */
function takesFrom(way: Way, past: Way, ways: readonly Way[]): boolean {
  const [{ route }, { route: guarded }] = [way, past];
  if (!mayTakeFor(route, guarded)) return false;
  if (isSamePlace(way, past)) return isRegexMatch(route.type) && guarded.type !== 'Exact';
  const begin = beginningOf(route);
  const isPart = begin.length > beginningOf(guarded).length && coversPath(guarded, begin);
  const [wanted, at] = isPart ? [way, past] : [past, way];
  const { path, type } = wanted.route;
  return !ways.some(each => isSamePlace(each, at) && each.route.path === path && each.route.type === type
    && [wanted.admits, SOME].includes(each.admits));
}

function isSamePlace({ route }: Way, { route: other }: Way): boolean {
  return route.host === other.host && route.entry.name === other.entry.name;
}

/** Whether a route may take requests for the path of another one. */
function mayTakeFor(route: Route, { path, type }: Route): boolean {
  if (type === 'Exact') return takesPath(route, path);
  if (!isRegexMatch(route.type) && !isRegexMatch(type)) return meetsPath(route, path);
  const [begin, other] = [beginningOf(route), beginningOf({ path, type })];
  return other.startsWith(begin) || begin.startsWith(other);
}

/** Paths that pods may read as other paths. */
const AMBIGUOUS = ['/;', '//', '/./', '/../', '/\\', '/%2f', '/%2e', '/%3b', '/%5c'];

/** Whether an earlier route, which nothing answers, takes the paths that pods may read in another way. */
function isClosed({ route, table }: Way): boolean {
  const own = table.ofHost(route.host);
  const first = own.findIndex(({ order }) => order.join() === route.order.join());
  return own.slice(0, Math.max(first, 0)).some(({ path, type, backend: { service, resource, answer } }) =>
    (service ?? resource ?? answer) === undefined && AMBIGUOUS.every(each => takesPath({ path, type }, each)));
}

/**
 * The keys of the pods behind the Service of a route; without pods, the key of the selector of the Service, or else of
 * the Service.
 */
function podKeysOf(route: Route, index: ObjectIndex): string[] {
  const { backend: { service: name } } = route;
  const [namespace, port] = [backendNamespaceOf(route), servicePortOf(route, index)];
  const service = index.named(SERVICE, namespace, name);
  // Kubernetes leads to ports that no container declares, too, and the number of pods can change
  const declared = listOf<PlainFields>(service?.spec?.ports).find(each => each?.port === port);
  const target: unknown = declared?.targetPort ?? port;
  const selected = service ? index.podsOf(service) : [];
  if (selected.length > 0) {
    return selected.map(object => {
      const own = portsOfPods(object)?.find(each => each.name === target)?.port ?? target;
      return JSON.stringify([namespace, object.kind, object.metadata?.name, own]);
    });
  }
  const selector = Object.entries(asObject(service?.spec?.selector)).sort();
  return [JSON.stringify(selector.length > 0 ? [namespace, selector] : [namespace, 'Service', name])];
}
