import { KindScopes } from './scopes';
import { kindName, LabelPlaces, labelPlacesOf, nameRuleOf } from '../../private/kinds/kind-of';
import type { NameRule } from '../../private/kinds/name-rules';
import { groupOf, ObjectType } from '../../private/oam-kind';
import { isForCluster } from '../../private/scopes';

/** What the checks know about a kind of a group, whatever its version. */
export interface CheckedKind {
  readonly kind: string;
  readonly isClusterScoped: boolean;
  readonly nameRule: NameRule;
  readonly labelPlaces: LabelPlaces;
}

/** Looks a kind up once, however many objects there are of it. */
export class KnownKinds {
  private readonly byVersion = new Map<string, Map<string, CheckedKind | undefined>>();
  private readonly byGroup = new Map<string, CheckedKind>();

  /** @param unchecked `<group>/<Kind>`, or `<Kind>` of the core group, checked by `uncheckedKinds` */
  public constructor(private readonly scopes: KindScopes, private readonly unchecked: readonly string[]) {}

  /** What is known about a type; nothing if its objects are not for a cluster, or not to be checked. */
  public find(apiVersion: string, kind: string): CheckedKind | undefined {
    let kinds = this.byVersion.get(apiVersion);
    if (!kinds) this.byVersion.set(apiVersion, kinds = new Map());
    if (!kinds.has(kind)) {
      const isChecked = isForCluster({ apiVersion, kind }) && !this.isLeftAlone({ apiVersion, kind });
      kinds.set(kind, isChecked ? this.ofGroup(apiVersion, kind) : undefined);
    }
    return kinds.get(kind);
  }

  /** Whether the user has said that objects of a type are to be written as they are. */
  public isLeftAlone({ apiVersion, kind }: ObjectType): boolean {
    const group = groupOf({ apiVersion });
    return this.unchecked.includes(group === '' ? kind : `${group}/${kind}`);
  }

  /** Two versions of a kind are one kind in the cluster. */
  private ofGroup(apiVersion: string, kind: string): CheckedKind {
    const type = { apiVersion, kind };
    const key = kindName(type);
    const known = this.byGroup.get(key) ?? {
      kind,
      isClusterScoped: this.scopes.isClusterScoped(type),
      nameRule: nameRuleOf(type),
      labelPlaces: labelPlacesOf(type),
    };
    this.byGroup.set(key, known);
    return known;
  }
}
