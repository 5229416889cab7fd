import { INGRESS, ingressClassesOf, IngressGuard, routesOfIngress } from './ingress';
import type { Route } from './route';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** All routes of objects. Another kind of object that takes requests is one more maker here. */
export function routesIn(objects: readonly TypedManifest[], guard?: IngressGuard): Route[] {
  const classes = ingressClassesOf(objects);
  return objects.filter(object => isKind(object, INGRESS)).flatMap(object => routesOfIngress(object, classes, guard));
}
