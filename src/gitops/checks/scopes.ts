import { RenderedMember, membersOf, speakerOf } from './members';
import { Check, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { asObject, list, pattern } from '../../private/check';
import { isKind, kindName } from '../../private/kinds/kind-of';
import { CUSTOM_RESOURCE_DEFINITION } from '../../private/kinds/kubernetes-kinds';
import type { ObjectType } from '../../private/oam-kind';
import { WITHOUT_DOT, isClusterScoped } from '../../private/scopes';
import type { TreeFinding } from '../../private/tree';
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

/**
 * Determines which kinds are cluster-scoped: by the CustomResourceDefinitions of the app, else by the user, else by what is known of
 * Kubernetes and of operators.
 */
export class KindScopes {
  /** Contradictions between the user and a definition. */
  public readonly findings: readonly TreeFinding[];
  private readonly declared: ReadonlyMap<string, boolean>;

  /**
   * @param userKinds `<group>/<Kind>`, checked by `clusterScopedKinds`
   * @param objects all rendered objects, for the definitions among them
   */
  public constructor(userKinds: readonly string[] = [], objects: readonly RenderedObject[] = []) {
    const definitions = objects.flatMap(definitionsOf);
    this.declared = new Map([
      ...userKinds.map(kind => [kind, true] as const),
      ...definitions.map(({ type, isOfCluster }) => [type, isOfCluster] as const),
    ]);
    this.findings = definitions.filter(({ type, isOfCluster }) => !isOfCluster && userKinds.includes(type)).map(contradiction);
  }

  public isClusterScoped(type: ObjectType): boolean {
    return this.declared.get(kindName(type)) ?? isClusterScoped(type);
  }
}

interface Definition {
  readonly member: RenderedMember;
  /** `<group>/<Kind>`. */
  readonly type: string;
  readonly isOfCluster: boolean;
}

function definitionsOf({ object, chart, json }: RenderedObject): Definition[] {
  const members = membersOf({ construct: object, chart, at: [], json });
  return members.filter(member => isKind(member.json, CUSTOM_RESOURCE_DEFINITION)).map(member => {
    const { group, names, scope } = asObject(asObject(member.json).spec);
    return { member, type: `${group}/${names?.kind}`, isOfCluster: scope === 'Cluster' };
  });
}

function contradiction({ member, type }: Definition): TreeFinding {
  const [finding] = found('invalid-value', joinPath(member.at, 'spec.scope'), { reason: 'definition-scope', type });
  return { construct: speakerOf(member), finding };
}
