import { routesOfHttpRoutes } from './http-route';
import { INGRESS, ingressClassesOf, IngressGuard, routesOfIngress } from './ingress';
import type { DetachedRoute, Route, RoutePolicy, UnguardedRoute } from './route';
import { RouteTable, routeTables } from './table';
import { routesOfVirtualServices } from './virtual-service';
import { FINE } from '../findings/finding';
import type { ObjectIndex } from '../objects/object-index';
import { memo } from '../private/memo';

/** Returns the policy that guards a route of a Gateway. */
export type RouteGuard = (route: Route) => RoutePolicy;

/** The guards of Ingresses and of routes of Gateways. Without a guard, routes count as unguarded. */
interface RouteGuards {
  readonly ingress?: IngressGuard;
  readonly gateway?: RouteGuard;
}

/** The routes among objects, and the objects with routes that are not attached. */
export interface FoundRoutes {
  readonly routes: readonly Route[];
  readonly detached: readonly DetachedRoute[];
}

const unguarded: RouteGuard = () => ({ findings: FINE });

/** All routes of objects, without guards. */
export const findRoutes = memo((index: ObjectIndex) => routesOf(index, {}));

/** All routes of objects. To support another kind of object that takes requests, add its maker here. */
function routesOf(index: ObjectIndex, { ingress, gateway = unguarded }: RouteGuards): FoundRoutes {
  const classes = ingressClassesOf(index);
  const http = routesOfHttpRoutes(index);
  const virtual = routesOfVirtualServices(index);
  return {
    routes: [
      ...index.ofKind(INGRESS).flatMap(object => routesOfIngress(object, classes, ingress)),
      ...[...http.routes, ...virtual.routes].map(route => guarded(route, gateway)),
    ],
    detached: [...http.detached, ...virtual.detached],
  };
}

function guarded(own: UnguardedRoute, guard: RouteGuard): Route {
  const route: Route = { ...own, policy: () => guard(route) };
  return route;
}

/** The routes of objects, a table for each entry. */
export function tablesOf(index: ObjectIndex, guards?: RouteGuards): readonly RouteTable[] {
  return routeTables((guards ? routesOf(index, guards) : findRoutes(index)).routes);
}
