import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { hiddenRoutes, reachedFields } from './hidden-routes';
import { hostsTaking, Route, comparedPath, isRegexMatch, backendKey } from './route';
import { INGRESS } from './ingress';
import { tablesOf } from './all-routes';
import { found, Path } from '../../base/findings/finding';
import { ObjectIndex } from '../objects/object-index';
import { asObject, isObject, grouped } from '../../base/check';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { isKind, kindName, mayHavePods, SERVICE } from '../../base/kind-of';
import { isModelObject } from '../../base/model-object';
import type { Facts, RouteFact, TreeCheck, TreeFinding } from '../../base/registry';

/** The kinds that declare routes. */
export const ROUTES: ReadonlySet<string> = new Set([
  INGRESS, 'gateway.networking.k8s.io/HTTPRoute', 'networking.istio.io/VirtualService',
]);

/** The kinds that declare routes, and those that affect how routes are read. */
const KINDS: ReadonlySet<string> = new Set([
  ...ROUTES, '/Namespace', 'networking.k8s.io/IngressClass', 'networking.istio.io/Gateway',
  ...['Gateway', 'GatewayClass', 'ListenerSet', 'ReferenceGrant'].map(kind => `gateway.networking.k8s.io/${kind}`),
]);

/** The kinds that decide who may use a route. */
export const GUARDS: ReadonlySet<string> = new Set([
  'security.istio.io/AuthorizationPolicy', 'security.istio.io/RequestAuthentication',
  'gateway.envoyproxy.io/SecurityPolicy',
]);

/** Finds the ways past policies. Skips the work if there is no policy. */
export const WAYS_PAST_POLICIES: TreeCheck = (objects, facts) => {
  const isGuard = (object: ApiObject) => GUARDS.has(kindName(object));
  if (!objects.some(isGuard) && !facts.routes?.some(({ admits }) => admits)) return {};
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { waysPastPolicies } = require('./ways-past-policies') as typeof import('./ways-past-policies');
  const isLeading = (object: ApiObject) => kindName(object) === SERVICE || mayHavePods(object);
  return waysPastPolicies(objects.filter(object =>
    KINDS.has(kindName(object)) || isGuard(object) || isLeading(object)), facts);
};

/**
 * Finds routes that get no requests, since an earlier route takes all of them. The finding on a route of a trait names
 * the field of the trait. The finding on a plain manifest is a warning, since nothing else suffers from it. Skips the
 * work if no object declares routes.
 */
export const SHADOWED_ROUTES: TreeCheck = (objects, facts) => {
  const made = objects.filter(object => KINDS.has(kindName(object)));
  if (!made.some(object => ROUTES.has(kindName(object)))) return {};
  const places = new RoutePlaces(made, facts);
  const tables = tablesOf(places.index);
  const pairs = tables.flatMap(table => hiddenRoutes(table, true)).filter(({ route, other }) => {
    const { answer, service, resource } = other.backend;
    // a route that redirects requests or has no backend hides others on purpose
    const leads = answer?.phrase !== 'redirects' && (answer ?? service ?? resource) !== undefined;
    const isSame = route.origin.object === other.origin.object && treatmentOf(route) === treatmentOf(other)
      && backendKey(route) === backendKey(other);
    return leads && !isSame && !route.isAssumed && !other.isAssumed;
  });
  const reached = reachedFields(tables, pairs, route => places.keyOf(route));
  return reportedOnce(pairs.filter(({ route }) => !reached.has(places.keyOf(route))).flatMap(({ route, other }) => {
    const [{ construct, field, claim, isRepeated }, first] = [places.of(route), places.of(other)];
    if (isRepeated || first.isRepeated) return [];
    const isError = claim !== undefined;
    const { object } = route.origin;
    const reason = isKind(object, INGRESS) ? 'length' : isError || object.kind === 'HTTPRoute' ? 'order' : 'place';
    const maker = { construct: first.construct.node.path };
    return found('shadowed-route', field, { reason, first: first.field, maker })
      .map(finding => ({ construct, finding, isError }));
  }));
};

/** Warns of paths of traits without a type: all but the root are exact, and what is below them goes elsewhere. */
export const ASSUMED_TYPES: TreeCheck = (_, { routes = [] }) => reportedOnce(routes.flatMap(route => {
  const { construct, field, path, isAssumed } = route;
  return !isAssumed || path === '/' ? [] : found('missing-field', [...field, 'pathType'], { reason: 'path-type', path })
    .map(finding => ({ construct, finding, isError: false }));
}));

/** The treatment of requests by a rule, without its matches, in a comparable form. */
function treatmentOf({ origin: { object, path: [, list, index] } }: Route): string {
  const { match, matches, name, host, http, ...treatment } = asObject(object.spec?.[list]?.[index]);
  return JSON.stringify(treatment);
}

/** A finding about a route. */
export type RouteFinding = TreeFinding & { readonly isError: boolean };

/** Reports each field once: it declares a route for each of its hosts and listeners. */
export function reportedOnce(all: readonly RouteFinding[]): Facts {
  const byField = grouped(all, ({ construct, finding: { path } }) => [JSON.stringify([construct.node.path, path])]);
  const first = [...byField.values()].map(([one]) => one);
  return { findings: first.filter(({ isError }) => isError), warnings: first.filter(({ isError }) => !isError) };
}

/** The manifest of an object; empty if it cannot be rendered, which is reported when all objects are rendered. */
export function jsonOf(object: ApiObject): TypedManifest[] {
  try {
    const json = isModelObject(object) ? object.read() : object.toJson();
    return isObject(json) ? [json as TypedManifest] : [];
  } catch {
    return [];
  }
}

/** The construct and field that declare a route. */
export interface DeclaredRoute {
  readonly construct: IConstruct;
  readonly field: Path;
  /** The claim of a trait; `undefined` if the object was written as a plain manifest. */
  readonly claim?: RouteFact;
  /** Whether another field claims the same, which is a separate error. */
  readonly isRepeated?: boolean;
}

/** Finds the fields that declare routes. */
export class RoutePlaces {
  /** The objects, with those that platforms describe. */
  public readonly index: ObjectIndex;
  private readonly objects: ReadonlyMap<TypedManifest, ApiObject>;
  private readonly byHost: ReadonlyMap<string, readonly RouteFact[]>;

  public constructor(made: readonly ApiObject[], { routes = [], serving = [] }: Facts) {
    const described = new Map(serving.flatMap(each => each.described)
      .map(object => [identityKey(identityOf(object)), object]));
    this.objects = new Map(made.flatMap(object => jsonOf(object).map(json => [json, object])));
    const others = [...this.objects.keys()].filter(json => !described.has(identityKey(identityOf(json))));
    this.index = new ObjectIndex([...described.values(), ...others]);
    this.byHost = grouped(routes, ({ host, path, pathType = 'Prefix', written = path }) =>
      [`${host} ${pathType} ${pathType === 'Prefix' ? comparedPath(path, 'Prefix') : written}`]);
  }

  /** Whether a construct of the model has rendered an object. */
  public isOfModel(object: TypedManifest): boolean {
    const construct = this.objects.get(object);
    return construct !== undefined && isModelObject(construct);
  }

  /** A key that identifies the field that declares a route. */
  public keyOf(route: Route): string {
    const { construct, field } = this.of(route);
    return JSON.stringify([construct.node.path, field]);
  }

  /** The field that declares a route. */
  public of(route: Route): DeclaredRoute {
    const { object, path } = route.origin;
    const construct = this.objects.get(object)!;
    const claims = isModelObject(construct) ? this.claimsOf(route) : [];
    const { scopes, id, scope } = construct.node;
    // the claim of the trait that created the object, otherwise of another trait of its component or its application
    const inner = scopes.slice(scopes.map(each => Chart.isChart(each)).lastIndexOf(true) + 1).reverse();
    const near = inner.flatMap(each => claims.filter(claim => claim.construct.node.scopes.includes(each)));
    const declared = (route.declared ?? route).path;
    const claim = near.find(each => each.path === declared && each.host === route.host) ?? near[0];
    const isRepeated = claims.some(each => each !== claim && each.key === claim?.key);
    if (claim) return { construct: claim.construct, field: claim.field, claim, isRepeated };
    // the `Resource` of a construct is reported as the construct itself
    return { construct: id === 'Resource' && scope ? scope : construct, field: path };
  }

  /** The claims of traits that may have become a route. */
  private claimsOf(route: Route): readonly RouteFact[] {
    const { path, type } = route.declared ?? route;
    const claimed = type === 'Exact' ? `Exact ${path}` : isRegexMatch(type) ? `Regex ${path}`
      : `Prefix ${comparedPath(path, 'Prefix')}`;
    return hostsTaking(route.host).flatMap(host => this.byHost.get(`${host} ${claimed}`) ?? []);
  }
}
