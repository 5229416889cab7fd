import { ApiObject } from 'cdk8s';
import { FINE, Finding, found, saying } from '../../findings/finding';
import { ApplicationModel, TraitModel } from '../../platform/model';
import { asObject } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import { memo } from '../../private/memo';
import { isPresent } from '../../private/registry';
import { renderedMetadata } from '../../private/rendered';

const AUTHORIZATION_POLICY = 'security.istio.io/AuthorizationPolicy';

/** The kinds that decide who may use a route. */
const GUARDS = [AUTHORIZATION_POLICY, 'security.istio.io/RequestAuthentication', 'gateway.envoyproxy.io/SecurityPolicy'];
/** The kinds that let requests in. */
const ROUTES = ['networking.istio.io/VirtualService', 'gateway.networking.k8s.io/HTTPRoute'];

const madeFor = memo((_application: ApplicationModel) => ({ guards: [] as ApiObject[], routes: [] as ApiObject[] }));

/**
 * Orders the guards of an application before its routes, so that no route is applied without them. A route may be created before the trait
 * that guards part of it.
 */
export function guardsFirst(application: ApplicationModel, objects: readonly ApiObject[]): void {
  const made = madeFor(application);
  const [guards, routes] = [GUARDS, ROUTES].map(kinds => ofKinds(kinds, objects));
  made.guards.push(...guards);
  for (const route of routes) if (made.guards.length > 0) route.addDependency(...made.guards);
  for (const route of made.routes) if (guards.length > 0) route.addDependency(...guards);
  made.routes.push(...routes);
}

function ofKinds(kinds: readonly string[], objects: readonly ApiObject[]): ApiObject[] {
  return objects.filter(object => kinds.some(kind => isKind(object, kind)));
}

/** Reports findings about the guards of a trait as they are in the tree, and about the order of its routes. */
export function guardFindings(application: ApplicationModel, trait: TraitModel, objects: readonly ApiObject[]): Finding[] {
  return [...orderFindings(application, trait), ...removedGuards(objects), ...dryRuns(trait, objects)];
}

/** Reports guards that were removed from the tree, since their routes are still there. */
function removedGuards(objects: readonly ApiObject[]): Finding[] {
  return ofKinds(GUARDS, objects).filter(guard => !isPresent(guard))
    .flatMap(({ kind, name }) => found('trait-removed', '', { reason: 'guard', kind, name }));
}

const DRY_RUN = 'istio.io/dry-run';

/** Reports dry runs: with this annotation, whether from the trait or added by the program, a policy of Istio refuses nothing. */
function dryRuns({ fields: { metadata } }: TraitModel, objects: readonly ApiObject[]): Finding[] {
  const isTried = (policy: ApiObject) => asObject(asObject(renderedMetadata(policy)).annotations)[DRY_RUN] !== undefined;
  const isOfTrait = metadata?.annotations?.[DRY_RUN] !== undefined;
  return ofKinds([AUTHORIZATION_POLICY], objects).filter(isTried).flatMap(({ name }) => isOfTrait
    ? found('not-expressible', ['metadata', 'annotations', DRY_RUN],
      saying('must not be set: Istio would not enforce the authorization policy, whose paths would be open', 'leave it out'))
    : found('not-expressible', '', { reason: 'dry-run-of-object', name }));
}

/**
 * The annotation of a guard. Within one wave, Argo CD orders objects by the names of their kinds, and applies the others if one is refused.
 */
export const BEFORE_ROUTES = { 'argocd.argoproj.io/sync-wave': '-1' };

/** The annotations by which Argo CD orders objects. */
const ORDER = ['argocd.argoproj.io/sync-wave', 'argocd.argoproj.io/hook', 'helm.sh/hook'];

/** Reports a trait that sets the order itself although there are guards: its routes could be applied before them. */
function orderFindings(application: ApplicationModel, { fields: { metadata } }: TraitModel): Finding[] {
  if (madeFor(application).guards.length === 0) return FINE;
  return ORDER.filter(key => metadata?.annotations?.[key] !== undefined)
    .flatMap(key => found('not-expressible', ['metadata', 'annotations', key],
      saying('must not be set where the application has an authorization policy: a route could be applied before it', 'leave it out')));
}
