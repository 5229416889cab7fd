import type { ApiObject } from 'cdk8s';
import { followRoute } from './chain';
import { findRoutes } from './makers';
import { beginningOf, coversPath, isRegex, meetsPath, takesPath } from './paths';
import { namespaceOf, Route } from './route';
import { jsonOf, RoutePlaces, shadowedRoutes } from './shadowed';
import { found } from '../findings/finding';
import { portsOfPods } from '../network/ends';
import { ObjectIndex } from '../objects/object-index';
import { asObject, listOf, PlainFields } from '../private/check';
import { grouped } from '../private/grouped';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../private/oam-kind';
import { Facts, findingsAt, RouteFact, TreeFinding } from '../private/tree';
import { INGRESS } from './ingress';
import { kindName, mayHavePods } from '../private/kinds/kind-of';
import type { TreeCheck } from '../private/registry';

/** A path of a trait, and the pods to which it leads. */
interface Way {
  readonly claim: RouteFact;
  readonly route: Route;
  /** The pods, with the port on which they listen. */
  readonly ends: readonly string[];
}

/**
 * Finds paths of traits by which requests reach pods past the policy of another path, across platforms, applications, namespaces and
 * Services. The target of a Service is read from the objects of the whole tree.
 */
function waysPastPolicies(made: readonly ApiObject[], { routes: claims = [], serving = [], findings = [] }: Facts): Facts {
  const rendered = new Map(made.flatMap(object => jsonOf(object).map(json => [json, object])));
  const index = new ObjectIndex([...rendered.keys()]);
  const places = new RoutePlaces(rendered, claims);
  const described = serving.flatMap(each => each.described);
  const ways = findRoutes(new ObjectIndex([...described, ...rendered.keys()])).routes.flatMap((route): Way[] => {
    const claim = rendered.has(route.origin.object) ? places.of(route).claim : undefined;
    return claim?.admits === undefined || route.backend.service === undefined ? [] : [{ claim, route, ends: endsOf(route, index) }];
  });
  // of a policy that cannot be rendered, that is all there is to say
  const told = new Set(findings.filter(({ finding: { path } }) => path.includes('authorizationPolicy')).map(({ construct }) => construct));
  const open = [...grouped(ways, way => way.ends).values()].flatMap(some => openIn(some))
    .filter(({ way, past }) => ![way, past].some(({ claim: { construct } }) => told.has(construct)));
  const byPlace = grouped(open, ({ way: { claim } }) => [JSON.stringify([claim.construct.node.path, claim.field])]);
  return { findings: [...byPlace.values()].flatMap(([first]) => findingOf(first)) };
}

/** A way that bypasses the policy of another one. */
interface OpenWay {
  readonly way: Way;
  readonly past: Way;
  readonly reason: 'plain-past-policy' | 'regex-past-policy' | 'spelling-past-policy';
}

function findingOf({ way: { claim: { construct, field } }, past: { claim: first }, reason }: OpenWay): TreeFinding[] {
  const given = { first: first.field, maker: { construct: first.construct.node.path } };
  return findingsAt(construct, field, found('not-expressible', '', { reason, ...given }));
}

/** The open ways among all ways to the same pods. */
function openIn(ways: readonly Way[]): OpenWay[] {
  const guarded = ways.filter(({ claim: { admits } }) => admits !== '');
  return guarded.length === 0 ? [] : ways.filter(({ route: { type } }) => type !== 'Exact').flatMap(way => {
    const others = guarded.filter(({ claim: { admits } }) => admits !== way.claim.admits);
    const plain = others.find(each => takesPlain(way, each, ways));
    if (plain) return { way, past: plain, reason: 'plain-past-policy' };
    const preceded = others.find(each => precedes(way, each));
    if (preceded) return { way, past: preceded, reason: 'regex-past-policy' };
    // a pair of paths with two policies is reported once: at the second one, unless that takes one path alone
    const before = others.filter(each => way.claim.admits === '' || each.route.type === 'Exact' || ways.indexOf(each) < ways.indexOf(way));
    const spelled = before.find(each => takesSpelled(way, each));
    return spelled ? { way, past: spelled, reason: 'spelling-past-policy' } : [];
  });
}

/** Whether requests for a guarded path reach its pods through another host that does not guard that path. */
function takesPlain({ route, claim }: Way, { route: guarded, claim: { admits } }: Way, ways: readonly Way[]): boolean {
  if (route.host === guarded.host || !isMet(route, guarded)) return false;
  const isDeclared = (own: Route, on: Route, by: string | undefined) => ways.some(each => each.route.host === on.host
    && each.claim.admits === by && each.route.path === own.path && each.route.type === own.type);
  const begin = beginningOf(route);
  const isPart = begin.length > beginningOf(guarded).length && coversPath(guarded.path, guarded.type, begin);
  return isPart ? !isDeclared(route, guarded, claim.admits) : !isDeclared(guarded, route, admits);
}

/** Whether a regular expression precedes a guarded prefix on its host, where a provider closes all other ways past policies. */
function precedes({ route }: Way, { route: guarded, claim: { spelling } }: Way): boolean {
  return isRegex(route.type) && guarded.type !== 'Exact' && route.host === guarded.host && spelling === 'closed' && isMet(route, guarded);
}

function isMet(route: Route, { path, type }: Route): boolean {
  if (type === 'Exact') return takesPath(route.path, route.type, path);
  if (!isRegex(route.type) && !isRegex(type)) return meetsPath(route.path, route.type, path);
  const [begin, other] = [beginningOf(route), beginningOf({ path, type })];
  return other.startsWith(begin) || begin.startsWith(other);
}

/** Whether pods may read a path of a way as that of a guarded one. A provider may reject such paths within one trait. */
function takesSpelled({ claim }: Way, { claim: guarded }: Way): boolean {
  const isKeptOut = claim.construct === guarded.construct && claim.spelling === 'closed';
  return !isKeptOut && guarded.spelling !== 'trusted';
}

/** The keys of the pods behind the Service of a route; without pods, the key of the selector of the Service, or else of the Service. */
function endsOf(route: Route, index: ObjectIndex): string[] {
  const { backend: { service: name, port } } = route;
  const namespace = namespaceOf(route);
  const service = index.named(SERVICE, namespace, name);
  const pods = service ? followRoute(route, index).target?.pods ?? [] : [];
  const endOf = ({ kind, metadata }: TypedManifest, at: unknown) => JSON.stringify([namespace, kind, metadata?.name, at]);
  if (pods.length > 0) return pods.map(each => endOf(each.object, each.port));
  // Kubernetes leads to ports that no container declares, too, and the number of pods can change
  const served = listOf<PlainFields>(service?.spec?.ports).find(each => [each.port, each.name].some(own => own === port));
  const target: any = served?.targetPort ?? served?.port;
  const selected = service ? index.podsOf(service) : [];
  if (selected.length > 0) {
    return selected.map(object => endOf(object, portsOfPods(object)?.find(each => each.name === target)?.containerPort ?? target));
  }
  const selector = Object.entries(asObject(service?.spec?.selector)).sort();
  return [JSON.stringify(selector.length > 0 ? [namespace, selector] : [namespace, 'Service', name])];
}

/** The kinds that declare routes. */
const ROUTES: ReadonlySet<string> = new Set([INGRESS, 'gateway.networking.k8s.io/HTTPRoute', 'networking.istio.io/VirtualService']);

/** The kinds that declare routes, and those that affect how routes are read. */
const KINDS: ReadonlySet<string> = new Set([
  ...ROUTES, '/Namespace', 'networking.k8s.io/IngressClass', 'networking.istio.io/Gateway',
  ...['Gateway', 'GatewayClass', 'ListenerSet', 'ReferenceGrant'].map(kind => `gateway.networking.k8s.io/${kind}`),
]);

/** Finds the routes that get no requests. Skips the work if no object declares routes. */
export const SHADOWED_ROUTES: TreeCheck = (objects, facts) => {
  const made = objects.filter(object => KINDS.has(kindName(object)));
  return made.some(object => ROUTES.has(kindName(object))) ? shadowedRoutes(made, facts) : {};
};

/** Finds the ways past policies of traits. Skips the work if no trait has a policy. */
export const WAYS_PAST_POLICIES: TreeCheck = (objects, facts) => {
  if (!facts.routes?.some(({ admits }) => admits)) return {};
  const isLeading = (object: ApiObject) => kindName(object) === SERVICE || mayHavePods(object);
  return waysPastPolicies(objects.filter(object => KINDS.has(kindName(object)) || isLeading(object)), facts);
};
