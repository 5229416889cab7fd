import { membersOf } from '../../private/members';
import type { Check } from '../../findings/finding';
import { asObject, list, pattern } from '../../private/check';
import { isKind, kindName } from '../../private/kinds/kind-of';
import { CUSTOM_RESOURCE_DEFINITION } from '../../private/kinds/kubernetes-kinds';
import type { ObjectType } from '../../private/oam-kind';
import { WITHOUT_DOT, isClusterScoped } from '../../private/scopes';
import type { RenderedObject } from '../rendered-object';

/** Kinds that the user declares to be cluster-scoped. */
export const clusterScopedKinds: Check = list(pattern(
  /^[a-z0-9][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+\/(?!v\d)[A-Za-z][-A-Za-z0-9]*$/,
  'custom-type',
));

/** `<group>/<Kind>`, or `<Kind>` in the core group. */
export const UNCHECKED_KIND =
  new RegExp(`^((${WITHOUT_DOT.join('|')}|[a-z0-9][-a-z0-9]*(\\.[a-z0-9][-a-z0-9]*)+)/(?!v\\d))?[A-Za-z][-A-Za-z0-9]*$`);

export const uncheckedKind = pattern(UNCHECKED_KIND, 'object-type');

/** Kinds whose objects the user excludes from checks. */
export const uncheckedKinds: Check = list(uncheckedKind);

/** Whether a kind is cluster-scoped. */
export type ClusterScopes = (type: ObjectType) => boolean;

/**
 * Determines which kinds are cluster-scoped: by the CustomResourceDefinitions of the app, else by the user, else by what is known of
 * Kubernetes and of operators.
 *
 * @param userKinds `<group>/<Kind>`, checked by `clusterScopedKinds`
 * @param objects all rendered objects, for the definitions among them
 */
export function clusterScopes(userKinds: readonly string[] = [], objects: readonly RenderedObject[] = []): ClusterScopes {
  const members = objects.flatMap(({ object, chart, json }) => membersOf({ construct: object, chart, at: [], json }));
  const definitions = members.map(({ json }) => json).filter(json => isKind(json, CUSTOM_RESOURCE_DEFINITION));
  const declared = new Map([
    ...userKinds.map(kind => [kind, true] as const),
    ...definitions.map(json => {
      const { group, names, scope } = asObject(json?.spec);
      return [`${group}/${names?.kind}`, scope === 'Cluster'] as const;
    }),
  ]);
  return type => declared.get(kindName(type)) ?? isClusterScoped(type);
}
