import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { hiddenRoutes, reachedFields, RoutePair } from './hidden';
import { hostsTaking, Route, comparedPath, isRegex, backendKey } from './route';
import { INGRESS } from './ingress';
import { tablesOf } from './makers';
import { found, Path } from '../../base/findings/finding';
import { ObjectIndex } from '../objects/object-index';
import { asObject, isObject, grouped } from '../../base/check';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { isKind } from '../../base/kinds/kind-of';
import { isModelObject } from '../../base/model-object';
import { renderedJson } from '../../base/rendered';
import type { Facts, RouteFact, TreeFinding } from '../../base/registry';

/** The construct and field that declare a route. */
export interface DeclaredRoute {
  readonly construct: IConstruct;
  readonly field: Path;
  /** The claim of a trait; `undefined` if the object was written as a plain manifest. */
  readonly claim?: RouteFact;
  /** Whether another field claims the same, which is a separate error. */
  readonly isRepeated?: boolean;
}

/**
 * Finds routes that get no requests, since an earlier route takes all of them. The finding on a route of a trait names the field of the
 * trait. The finding on a plain manifest is a warning, since nothing else suffers from it.
 */
export function shadowedRoutes(made: readonly ApiObject[], facts: Facts): Facts {
  const places = new RoutePlaces(made, facts);
  const tables = tablesOf(places.index);
  const pairs = tables.flatMap(table => hiddenRoutes(table, { countsTies: true })).filter(isCertain);
  const reached = reachedFields(tables, pairs, route => places.keyOf(route));
  const all = pairs.filter(({ route }) => !reached.has(places.keyOf(route)));
  return toldOnce(all.flatMap(({ route, other }) => toldOf(route, places.of(route), places.of(other))));
}

/** A finding about a route. */
export interface RouteFinding extends TreeFinding {
  readonly isError: boolean;
}

/** Tells of each field once: it declares a route for each of its hosts and listeners. */
export function toldOnce(all: readonly RouteFinding[]): Facts {
  const byPlace = grouped(all, ({ construct, finding: { path } }) => [JSON.stringify([construct.node.path, path])]);
  const told = [...byPlace.values()].map(([one]) => one);
  return { findings: told.filter(({ isError }) => isError), warnings: told.filter(({ isError }) => !isError) };
}

/** The manifest of an object; empty if it cannot be rendered, which is reported when all objects are rendered. */
export function jsonOf(object: ApiObject): TypedManifest[] {
  try {
    const json = isModelObject(object) ? object.read() : renderedJson(object);
    return isObject(json) ? [json as TypedManifest] : [];
  } catch {
    return [];
  }
}

/** Whether requests certainly end at an unintended target. A route that redirects them or has no backend hides others on purpose. */
function isCertain({ route, other }: RoutePair): boolean {
  const { answer, service, resource } = other.backend;
  const leads = answer?.phrase !== 'redirects' && (answer ?? service ?? resource) !== undefined;
  const isSame = route.origin.object === other.origin.object && treatmentOf(route) === treatmentOf(other)
    && backendKey(route) === backendKey(other);
  return leads && !isSame && !route.isAssumed && !other.isAssumed;
}

/** The treatment of requests by a rule, without its matches, in a comparable form. */
function treatmentOf({ origin: { object, path: [, list, index] } }: Route): string {
  const { match, matches, name, host, http, ...treatment } = asObject(object.spec?.[list]?.[index]);
  return JSON.stringify(treatment);
}

function toldOf({ origin: { object } }: Route, { construct, ...route }: DeclaredRoute, first: DeclaredRoute): RouteFinding[] {
  if (route.isRepeated || first.isRepeated) return [];
  const isError = route.claim !== undefined;
  const reason = isKind(object, INGRESS) ? 'length' : isError || object.kind === 'HTTPRoute' ? 'order' : 'place';
  const maker = { construct: first.construct.node.path };
  return found('shadowed-route', route.field, { reason, first: first.field, maker }).map(finding => ({ construct, finding, isError }));
}

/** Finds the fields that declare routes. */
export class RoutePlaces {
  /** The objects, with those that platforms describe. */
  public readonly index: ObjectIndex;
  private readonly objects: ReadonlyMap<TypedManifest, ApiObject>;
  private readonly byHost: ReadonlyMap<string, readonly RouteFact[]>;

  public constructor(made: readonly ApiObject[], { routes = [], serving = [] }: Facts) {
    const described = new Map(serving.flatMap(each => each.described).map(object => [identityKey(identityOf(object)), object]));
    this.objects = new Map(made.flatMap(object => jsonOf(object).map(json => [json, object])));
    const others = [...this.objects.keys()].filter(json => !described.has(identityKey(identityOf(json))));
    this.index = new ObjectIndex([...described.values(), ...others]);
    this.byHost = grouped(routes, claim => [`${claim.host} ${claimedPath(claim)}`]);
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

  public of(route: Route): DeclaredRoute {
    const { object, path } = route.origin;
    const construct = this.objects.get(object)!;
    const claims = isModelObject(construct) ? this.claimsOf(route) : [];
    const claim = nearest(claims, route, construct);
    const isRepeated = claims.some(each => each !== claim && each.key === claim?.key);
    if (claim) return { construct: claim.construct, field: claim.field, claim, isRepeated };
    const { id, scope } = construct.node;
    // the `Resource` of a construct is reported as the construct itself
    return { construct: id === 'Resource' && scope ? scope : construct, field: path };
  }

  private claimsOf(route: Route): readonly RouteFact[] {
    return hostsTaking(route.host).flatMap(host => this.byHost.get(`${host} ${routedPath(route)}`) ?? []);
  }
}

/** The claim of the trait that created an object, otherwise of another trait of its component or its application. */
function nearest(claims: readonly RouteFact[], route: Route, { node: { scopes } }: ApiObject): RouteFact | undefined {
  const inner = scopes.slice(scopes.map(each => Chart.isChart(each)).lastIndexOf(true) + 1).reverse();
  const near = inner.flatMap(scope => claims.filter(({ construct }) => construct.node.scopes.includes(scope)));
  return near.find(({ path, host }) => path === (route.declared ?? route).path && host === route.host) ?? near[0];
}

function claimedPath({ path, pathType = 'Prefix', written = path }: RouteFact): string {
  return `${pathType} ${pathType === 'Prefix' ? comparedPath(path, 'Prefix') : written}`;
}

function routedPath(route: Route): string {
  const { path, type } = route.declared ?? route;
  return type === 'Exact' ? `Exact ${path}` : isRegex(type) ? `Regex ${path}` : `Prefix ${comparedPath(path, 'Prefix')}`;
}
