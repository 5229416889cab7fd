import { HttpRouteGuard, routesOfHttpRoutes } from './http-route';
import { INGRESS, ingressClassesOf, IngressGuard, routesOfIngress } from './ingress';
import type { DetachedRoute, Route } from './route';
import { RouteTable, routeTables } from './table';
import { routesOfVirtualServices, VirtualServiceGuard } from './virtual-service';
import { FINE } from '../findings/finding';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** What guards the routes of each kind; nobody is asked about a kind without one. */
export interface RouteGuards {
  readonly ingress?: IngressGuard;
  readonly httpRoute?: HttpRouteGuard;
  readonly virtualService?: VirtualServiceGuard;
}

/** What objects say of requests. */
export interface FoundRoutes {
  readonly routes: readonly Route[];
  readonly detached: readonly DetachedRoute[];
}

const unguarded = () => ({ findings: FINE });

/** All routes of objects. Another kind of object that takes requests is one more maker here. */
export function findRoutes(objects: readonly TypedManifest[], guards: RouteGuards = {}): FoundRoutes {
  const { ingress, httpRoute = unguarded, virtualService = unguarded } = guards;
  const classes = ingressClassesOf(objects);
  const http = routesOfHttpRoutes(objects, httpRoute);
  const virtual = routesOfVirtualServices(objects, virtualService);
  return {
    routes: [
      ...objects.filter(object => isKind(object, INGRESS)).flatMap(object => routesOfIngress(object, classes, ingress)),
      ...http.routes,
      ...virtual.routes,
    ],
    detached: [...http.detached, ...virtual.detached],
  };
}

/** The routes of objects, a table for each entry. */
export function tablesOf(objects: readonly TypedManifest[], guards?: RouteGuards): RouteTable[] {
  return routeTables(findRoutes(objects, guards).routes);
}
