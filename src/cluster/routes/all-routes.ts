import { routesOfHttpRoutes } from './gateways';
import { routesOfIngresses } from './ingress';
import { MadeRoutes, RouteTable, routeTables } from './route';
import { routesOfVirtualServices } from './virtual-service';
import type { ObjectIndex } from '../objects/object-index';
import { memo } from '../../base/memo';

/** All routes of objects. To support another kind of object that takes requests, add its maker here. */
export const findRoutes = memo((index: ObjectIndex): MadeRoutes => {
  const http = routesOfHttpRoutes(index);
  const virtual = routesOfVirtualServices(index);
  return {
    routes: [...routesOfIngresses(index), ...http.routes, ...virtual.routes],
    detached: [...http.detached, ...virtual.detached],
  };
});

/** The routes of objects, a table for each entry. */
export function tablesOf(index: ObjectIndex): readonly RouteTable[] { return routeTables(findRoutes(index).routes); }
