import { INGRESS } from './ingress';
import { shadowedRoutes } from './shadowed';
import { kindName } from '../private/kinds/kind-of';
import type { TreeCheck } from '../private/registry';

/** The kinds that make routes. */
const ROUTES: ReadonlySet<string> = new Set([INGRESS, 'gateway.networking.k8s.io/HTTPRoute', 'networking.istio.io/VirtualService']);

/** Those, and what says how they are read. */
const KINDS: ReadonlySet<string> = new Set([
  ...ROUTES, '/Namespace', 'networking.k8s.io/IngressClass', 'networking.istio.io/Gateway',
  ...['Gateway', 'GatewayClass', 'ListenerSet', 'ReferenceGrant'].map(kind => `gateway.networking.k8s.io/${kind}`),
]);

/** Finds the routes that get no requests. What reads routes is loaded when there are some. */
export const SHADOWED_ROUTES: TreeCheck = (objects, facts) => {
  const made = objects.filter(object => KINDS.has(kindName(object)));
  return made.some(object => ROUTES.has(kindName(object))) ? shadowedRoutes(made, facts) : {};
};
