import { FieldSteps, KindFacts } from './kind';
import { KUBERNETES_KINDS } from './kubernetes-kinds';
import { ANY_NAME, NameRule, PATH_SEGMENT, REVIEW_NAME } from './name-rules';
import { OPERATOR_KINDS } from './operator-kinds';
import { groupOf, ObjectType } from '../oam-kind';
import { isBuiltIn } from '../scopes';

/** The kinds of Kubernetes and of operators of which there is anything to say, by group and kind. */
const KINDS: ReadonlyMap<string, KindFacts> = new Map([...Object.entries(KUBERNETES_KINDS), ...Object.entries(OPERATOR_KINDS)]);

const NOTHING: KindFacts = {};

/** What is known of the kind of an object, whatever its version; each part of its type may be anything. */
export function kindOf(type: unknown): KindFacts {
  return KINDS.get(kindName(type)) ?? NOTHING;
}

/** Group and kind of a type: `apps/Deployment`, `/Service`. */
export function kindName(type: unknown): string {
  const { apiVersion, kind } = Object(type) as Partial<ObjectType>;
  if (typeof apiVersion !== 'string') return '';
  // the core group has one version
  return !apiVersion.includes('/') && apiVersion !== 'v1' ? '' : `${groupOf({ apiVersion })}/${kind}`;
}

/** Whether a type is, in some version, this kind: `apps/Deployment`. */
export function isKind(type: unknown, kind: string): boolean {
  return kindName(type) === kind;
}

/** Groups of operators and of projects of Kubernetes whose objects have no pods. */
const WITHOUT_PODS = /^monitoring\.coreos\.com$|\.k8s\.io$/;

/** Whether objects of a type can have pods: of Kubernetes' own kinds it is known, those of operators may. */
export function mayHavePods(object: object): boolean {
  const type = object as ObjectType;
  return kindOf(type).pods !== undefined || !isBuiltIn(type) && !WITHOUT_PODS.test(groupOf(type));
}

/** What the names of a kind must be. */
export function nameRuleOf(type: ObjectType): NameRule {
  const group = groupOf(type);
  if (group === 'authentication.k8s.io' || group === 'authorization.k8s.io') return REVIEW_NAME;
  // served by an API server of its own, which takes user:name and Group names of a directory
  if (group.endsWith('.openshift.io')) return PATH_SEGMENT;
  return kindOf(type).names ?? ANY_NAME;
}

/** Where else than in its own metadata an object of Kubernetes has labels. */
export interface LabelPlaces {
  /** Metadata of what is made of it: labels and annotations. */
  readonly metadata: readonly FieldSteps[];
  /** Labels that select: pods, or the nodes for them. */
  readonly selectors: readonly FieldSteps[];
}

/** The places of labels of a kind. Those of operators have templates too, and put what they like into them. */
export function labelPlacesOf(type: ObjectType): LabelPlaces {
  const { pods, templates = [], selectors = [] } = kindOf(type);
  if (!pods?.isPodSpec) return { metadata: templates, selectors };
  return {
    // that of a pod itself is the object's own
    metadata: pods.metadata.length > 1 ? [...templates, pods.metadata] : templates,
    selectors: [...selectors, [...pods.spec, 'nodeSelector']],
  };
}
