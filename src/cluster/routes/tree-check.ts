import type { ApiObject } from 'cdk8s';
import { INGRESS } from './ingress';
import { shadowedRoutes } from './shadowed';
import { kindName, mayHavePods, SERVICE } from '../../base/kinds/kind-of';
import type { TreeCheck } from '../../base/registry';

/** The kinds that declare routes. */
export const ROUTES: ReadonlySet<string> = new Set([INGRESS, 'gateway.networking.k8s.io/HTTPRoute', 'networking.istio.io/VirtualService']);

/** The kinds that declare routes, and those that affect how routes are read. */
const KINDS: ReadonlySet<string> = new Set([
  ...ROUTES, '/Namespace', 'networking.k8s.io/IngressClass', 'networking.istio.io/Gateway',
  ...['Gateway', 'GatewayClass', 'ListenerSet', 'ReferenceGrant'].map(kind => `gateway.networking.k8s.io/${kind}`),
]);

/** The kinds that decide who may use a route. */
export const GUARDS: ReadonlySet<string> = new Set([
  'security.istio.io/AuthorizationPolicy', 'security.istio.io/RequestAuthentication', 'gateway.envoyproxy.io/SecurityPolicy',
]);

/** Finds the routes that get no requests. Skips the work if no object declares routes. */
export const SHADOWED_ROUTES: TreeCheck = (objects, facts) => {
  const made = objects.filter(object => KINDS.has(kindName(object)));
  return made.some(object => ROUTES.has(kindName(object))) ? shadowedRoutes(made, facts) : {};
};

/** Finds the ways past policies. Skips the work if there is no policy. */
export const WAYS_PAST_POLICIES: TreeCheck = (objects, facts) => {
  const isGuard = (object: ApiObject) => GUARDS.has(kindName(object));
  if (!objects.some(isGuard) && !facts.routes?.some(({ admits }) => admits)) return {};
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { waysPastPolicies } = require('./ways-past-policies') as typeof import('./ways-past-policies');
  const isLeading = (object: ApiObject) => kindName(object) === SERVICE || mayHavePods(object);
  return waysPastPolicies(objects.filter(object => KINDS.has(kindName(object)) || isGuard(object) || isLeading(object)), facts);
};
