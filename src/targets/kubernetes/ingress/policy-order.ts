import { ApiObject } from 'cdk8s';
import { FINE, Finding, found, ownWords } from '../../../base/findings/finding';
import { ApplicationModel, TraitModel } from '../../../model/platform/model';
import { kindName } from '../../../base/kind-of';
import { memo } from '../../../base/memo';
import { GUARDS } from '../../../cluster/routes/tree-check';

/** The kinds that let requests in. */
const ROUTES: ReadonlySet<string> = new Set([
  'networking.istio.io/VirtualService', 'gateway.networking.k8s.io/HTTPRoute',
]);

const madeFor = memo((_application: ApplicationModel) => ({ guards: [] as ApiObject[], routes: [] as ApiObject[] }));

/** Orders the guards of an application before its routes, which may be created before the trait that guards them. */
export function deployPoliciesFirst(application: ApplicationModel, objects: readonly ApiObject[]): void {
  const made = madeFor(application);
  const [guards, routes] = [GUARDS, ROUTES].map(kinds => objects.filter(object => kinds.has(kindName(object))));
  made.guards.push(...guards);
  for (const route of routes) if (made.guards.length > 0) route.addDependency(...made.guards);
  for (const route of made.routes) if (guards.length > 0) route.addDependency(...guards);
  made.routes.push(...routes);
}

/** The annotation of a guard. Within one wave, Argo CD applies the other objects if one is rejected. */
export const BEFORE_ROUTES = { 'argocd.argoproj.io/sync-wave': '-1' };
/** The annotations by which Argo CD orders objects. */
const ORDER = ['argocd.argoproj.io/sync-wave', 'argocd.argoproj.io/hook', 'helm.sh/hook'];

/** Reports a trait that sets the order itself although there are guards: its routes could be applied before them. */
export function orderFindings(application: ApplicationModel, { fields: { metadata } }: TraitModel): Finding[] {
  if (madeFor(application).guards.length === 0) return FINE;
  return ORDER.filter(key => metadata?.annotations?.[key] !== undefined)
    .flatMap(key => found('not-expressible', ['metadata', 'annotations', key], ownWords(
      'must not be set where the application has an authorization policy: a route could be applied before it',
      'leave it out')));
}
