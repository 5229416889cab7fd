import { FieldSteps, KindFacts } from './kind';
import { KUBERNETES_KINDS } from './kubernetes-kinds';
import { ANY_NAME, NameRule, PATH_SEGMENT, REVIEW_NAME } from './name-rules';
import { OPERATOR_KINDS, SCRAPE_JOB } from './operator-kinds';
import { groupOf, ObjectType } from '../oam-kind';
import { isBuiltIn } from '../scopes';

/** The kinds of Kubernetes and of operators that have facts, by group and kind. */
const KINDS: ReadonlyMap<string, KindFacts> = new Map([...Object.entries(KUBERNETES_KINDS), ...Object.entries(OPERATOR_KINDS)]);

const NOTHING: KindFacts = {};

/** The facts about the kind of an object, whatever its version. The parts of its type may be any values. */
export function kindOf(type: unknown): KindFacts {
  return KINDS.get(kindName(type)) ?? NOTHING;
}

/** The kinds of objects that are monitors. */
export const MONITOR_KINDS = [...KINDS].filter(([kind, { monitor }]) => monitor && kind !== SCRAPE_JOB).map(([kind]) => kind);

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

/** Groups of operators and of Kubernetes projects whose objects have no pods. */
const WITHOUT_PODS = /^monitoring\.coreos\.com$|\.k8s\.io$/;

/** Whether objects of a type can have pods. This is known of Kubernetes' own kinds; those of operators may have them. */
export function mayHavePods(object: object): boolean {
  const type = object as ObjectType;
  return kindOf(type).pods !== undefined || !isBuiltIn(type) && !WITHOUT_PODS.test(groupOf(type));
}

/** The rule for the names of a kind. */
export function nameRuleOf(type: ObjectType): NameRule {
  const group = groupOf(type);
  if (group === 'authentication.k8s.io' || group === 'authorization.k8s.io') return REVIEW_NAME;
  // served by a separate API server, which accepts `user:name` and the names of Groups in a directory
  if (group.endsWith('.openshift.io')) return PATH_SEGMENT;
  return kindOf(type).names ?? ANY_NAME;
}

/** The fields with labels in an object of Kubernetes, apart from its own metadata. */
interface LabelPlaces {
  /** Metadata of what the object creates: labels and annotations. */
  readonly metadata: readonly FieldSteps[];
  /** Labels that select pods, or the nodes for them. */
  readonly selectors: readonly FieldSteps[];
}

/** The label fields of a kind. Kinds of operators have templates too, but operators decide on their content. */
export function labelPlacesOf(type: ObjectType): LabelPlaces {
  const { pods, templates = [], selectors = [] } = kindOf(type);
  if (!pods?.isPodSpec) return { metadata: templates, selectors };
  return {
    // the metadata of a Pod itself is that of the object
    metadata: pods.metadata.length > 1 ? [...templates, pods.metadata] : templates,
    selectors: [...selectors, [...pods.spec, 'nodeSelector']],
  };
}
