import type { NameRule } from './name-rules';
import type { PlainValue } from '../check';

/** The steps from an object to one of its fields. */
export type FieldSteps = readonly string[];

/** The fields in which an object describes its pods. */
export interface PodsOfKind {
  /** The field with the labels and annotations of the pods. */
  readonly metadata: FieldSteps;
  /** The field with the containers and volumes of the pods. */
  readonly spec: FieldSteps;
  /** The list to which a container can be added; `undefined` if an additional container would keep the pods from ending. */
  readonly containers?: string;
  /** Whether the spec is that of a pod, rather than one of an operator. */
  readonly isPodSpec?: true;
  /** The name of the container that an operator creates itself; the spec has its resources. */
  readonly main?: string;
  /** Whether each container, even an added one, has the mounts of the spec. */
  readonly spreadsMounts?: true;
}

/** The way in which an object describes where pods are scraped. */
export interface MonitorOfKind {
  /** The list of endpoints in its spec. */
  readonly endpoints: 'endpoints' | 'podMetricsEndpoints';
  /** Whether the object finds pods through Services. */
  readonly selectsServices?: true;
  /** The field of an endpoint with the relabel rules that give its series their labels. */
  readonly rules?: string;
  /** Whether series get labels from these rules only. */
  readonly isAlone?: true;
  /** Whether the object's name becomes the job of its series, and labels of pods become labels of series only where the object says so. */
  readonly isJob?: true;
}

/** Fields that the API server does not allow to change once an object exists. */
export interface FixedFields {
  readonly fields: readonly FieldSteps[];
  /** Fields below them that may change; `*` stands for every element of a list. */
  readonly but?: readonly FieldSteps[];
  /** Whether this applies only to an object with `immutable: true`. */
  readonly ifImmutable?: true;
  /** Whether this applies only to a quantity that becomes smaller. */
  readonly ifSmaller?: true;
  /** The effect of deleting an object and creating it again. */
  readonly anew: Anew;
  /** The effect for objects that have the value `is` in another field. */
  readonly unless?: { readonly at: FieldSteps; readonly is: string; readonly anew: Anew };
}

/** The effect of deleting an object of a kind and creating it again. */
export type Anew =
  | 'address-anew' | 'claims-anew' | 'class-anew' | 'data-anew' | 'kind-anew' | 'nothing-anew' | 'pods-anew' | 'read-anew' | 'rights-anew'
  | 'run-anew' | 'set-anew' | 'slice-anew' | 'templates-anew';

/** API versions that Kubernetes no longer serves: the first version of Kubernetes without the kind, and the API version that has it now. */
type RemovedVersions = Readonly<Record<string, readonly [since: string, now?: string]>>;

/** The special features of a kind's objects, in all its versions. An unknown kind has no facts. */
export interface KindFacts {
  /** Only kinds whose objects create pods or are pods have this. */
  readonly pods?: PodsOfKind;
  /** Metadata of what an object creates besides its pods: labels and annotations. */
  readonly templates?: readonly FieldSteps[];
  /** Labels that select something, except those that choose the nodes of its pods. */
  readonly selectors?: readonly FieldSteps[];
  /** Whether an object must select the pods of its own template. */
  readonly selectsItsPods?: true;
  /** Whether `spec.replicas` is the number of its pods. */
  readonly scales?: true;
  /** The kind whose objects autoscalers scale instead, by group and kind. */
  readonly scaledAs?: string;
  /** Whether the API server serves the scale of an object only if the object states its number of replicas. */
  readonly needsReplicas?: true;
  /** A list in the spec whose elements state their own numbers of replicas, which override that of the object. */
  readonly scaledParts?: string;
  /** Whether an OAM platform scrapes its pods at the generic port by default. */
  readonly isScraped?: true;
  /** Whether an OAM platform adds the sidecar for logs to its pods itself: the platform has no image for it. */
  readonly needsLoggingImage?: true;
  /** Only kinds that describe where pods are scraped have this. */
  readonly monitor?: MonitorOfKind;
  /** The rule for its names. Without one, they are DNS subdomains. */
  readonly names?: NameRule;
  readonly fixed?: readonly FixedFields[];
  readonly removed?: RemovedVersions;
}

/** The field at the end of the steps; `undefined` if there is none. */
export function fieldAt(object: unknown, path: FieldSteps): PlainValue | undefined {
  let value = object as PlainValue | undefined;
  for (const step of path) value = value?.[step];
  return value;
}

/** `spec.template.metadata` as steps. */
export function steps(path: string): FieldSteps {
  return path.split('.');
}
