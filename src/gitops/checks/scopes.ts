import { RenderedMember, membersOf, speakerOf } from './members';
import { Check, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { list, pattern } from '../../private/check';
import { isKind, kindName } from '../../private/kinds/kind-of';
import { CUSTOM_RESOURCE_DEFINITION } from '../../private/kinds/kubernetes-kinds';
import type { ObjectType } from '../../private/oam-kind';
import { isClusterScoped, WITHOUT_DOT } from '../../private/scopes';
import type { TreeFinding } from '../../private/tree';
import type { RenderedObject } from '../rendered-object';

/** Kinds of which the user says that they belong to the whole cluster. */
export const clusterScopedKinds: Check = list(pattern(
  /^[a-z0-9][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+\/(?!v\d)[A-Za-z][-A-Za-z0-9]*$/,
  'custom-type',
));

/** Kinds of which the user says that their objects are not to be checked. */
export const uncheckedKinds: Check = list(pattern(
  new RegExp(`^((${WITHOUT_DOT.join('|')}|[a-z0-9][-a-z0-9]*(\\.[a-z0-9][-a-z0-9]*)+)/(?!v\\d))?[A-Za-z][-A-Za-z0-9]*$`),
  'object-type',
));

/**
 * Which kinds belong to the whole cluster: what a CustomResourceDefinition of the app says, what the user says, and what is known of
 * Kubernetes and of operators.
 */
export class KindScopes {
  /** The user and a definition say different things. */
  public readonly findings: readonly TreeFinding[];
  private readonly declared: ReadonlyMap<string, boolean>;

  /**
   * @param userKinds `<group>/<Kind>`, checked by `clusterScopedKinds`
   * @param objects all that is rendered, for its definitions
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
  return membersOf({ construct: object, chart, at: [], json }).filter(member => isDefinition(member.json)).map(member => {
    const { group, names, scope } = member.json.spec ?? {};
    return { member, type: `${group}/${names?.kind}`, isOfCluster: scope === 'Cluster' };
  });
}

function isDefinition(json: any): boolean {
  return isKind(json, CUSTOM_RESOURCE_DEFINITION);
}

function contradiction({ member, type }: Definition): TreeFinding {
  const [finding] = found('invalid-value', joinPath(member.at, 'spec.scope'), { reason: 'definition-scope', type });
  return { construct: speakerOf(member), finding };
}
