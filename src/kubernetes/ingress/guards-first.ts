import { ApiObject } from 'cdk8s';
import { ApplicationModel } from '../../platform/model';
import { isKind } from '../../private/kinds/kind-of';
import { memo } from '../../private/memo';

/** The kinds that decide who may use a route. */
const GUARDS = [
  'security.istio.io/AuthorizationPolicy', 'security.istio.io/RequestAuthentication', 'gateway.envoyproxy.io/SecurityPolicy',
];
/** The kinds that let requests in. */
const ROUTES = ['networking.istio.io/VirtualService', 'gateway.networking.k8s.io/HTTPRoute'];

const madeFor = memo((_application: ApplicationModel) => ({ guards: [] as ApiObject[], routes: [] as ApiObject[] }));

/**
 * Orders the guards of an application before its routes, so that no route is applied without them. A route may be created before the trait
 * that guards part of it.
 */
export function guardsFirst(application: ApplicationModel, objects: readonly ApiObject[]): void {
  const made = madeFor(application);
  const [guards, routes] = [GUARDS, ROUTES].map(kinds => objects.filter(object => kinds.some(kind => isKind(object, kind))));
  made.guards.push(...guards);
  for (const route of routes) if (made.guards.length > 0) route.addDependency(...made.guards);
  for (const route of made.routes) if (guards.length > 0) route.addDependency(...guards);
  made.routes.push(...routes);
}

/**
 * The annotation of a guard. Within one wave, Argo CD orders objects by the names of their kinds, and applies the others if one is refused.
 */
export const BEFORE_ROUTES = { 'argocd.argoproj.io/sync-wave': '-1' };
