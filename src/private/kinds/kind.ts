import type { NameRule } from './name-rules';
import type { PlainValue } from '../check';

/** The steps from an object to one of its fields. */
export type FieldSteps = readonly string[];

/** Where an object says what its pods are. */
export interface PodsOfKind {
  /** The labels and annotations of the pods are in it. */
  readonly metadata: FieldSteps;
  /** The pods' containers and volumes are in it. */
  readonly spec: FieldSteps;
  /** The list of containers to which one more can be added; `undefined` if it would keep the pods from ending. */
  readonly containers?: string;
  /** Whether the spec is that of a pod, and not one of an operator. */
  readonly isPodSpec?: true;
  /** The container that an operator makes itself, whose resources are in the spec, by its name. */
  readonly main?: string;
  /** Whether what the spec mounts is mounted by each container, also by those that are added. */
  readonly spreadsMounts?: true;
}

/** How an object says where pods are scraped. */
export interface MonitorOfKind {
  /** The list of endpoints in its spec. */
  readonly endpoints: 'endpoints' | 'podMetricsEndpoints';
  /** Whether it finds pods by Services. */
  readonly selectsServices?: true;
  /** The field of an endpoint with the rules by which its series get their labels. */
  readonly rules?: string;
  /** Whether nothing but these rules gives labels to series. */
  readonly isAlone?: true;
  /** Whether its name is the job of its series, and labels of pods become those of series where it says so. */
  readonly isJob?: true;
}

/** Fields that the API server lets nobody change, once an object is there. */
export interface FixedFields {
  readonly fields: readonly FieldSteps[];
  /** Fields below them that may change; `*` stands for each element of a list. */
  readonly but?: readonly FieldSteps[];
  /** Whether that holds only for an object with `immutable: true`. */
  readonly ifImmutable?: true;
  /** What it means to delete an object and to create it again. */
  readonly anew: Anew;
}

/** What it means to delete an object of a kind and to create it again. */
export type Anew =
  | 'address-anew' | 'class-anew' | 'data-anew' | 'kind-anew' | 'nothing-anew' | 'pods-anew' | 'read-anew' | 'rights-anew' | 'run-anew'
  | 'set-anew' | 'slice-anew';

/** API versions that Kubernetes serves no longer: the first version of Kubernetes without the kind, and the API version that has it now. */
export type RemovedVersions = Readonly<Record<string, readonly [since: string, now?: string]>>;

/** What is particular about the objects of a kind, in all its versions. A kind of which nothing is known has no facts. */
export interface KindFacts {
  /** Only kinds whose objects make pods, or are one, have this. */
  readonly pods?: PodsOfKind;
  /** Metadata of what is made of an object, beside that of its pods: labels and annotations. */
  readonly templates?: readonly FieldSteps[];
  /** Labels that select, beside those that choose the nodes of its pods. */
  readonly selectors?: readonly FieldSteps[];
  /** Whether an object must select the pods of its own template. */
  readonly selectsItsPods?: true;
  /** Whether `spec.replicas` is the number of its pods. */
  readonly scales?: true;
  /** The kind whose objects autoscalers scale in its place, by group and kind. */
  readonly scaledAs?: string;
  /** Whether its API server serves no scale of an object without a number of replicas. */
  readonly needsReplicas?: true;
  /** A list in the spec whose elements have numbers of their own, which override that of the object. */
  readonly scaledParts?: string;
  /** Whether an OAM platform scrapes its pods at the generic port by default. */
  readonly isScraped?: true;
  /** Whether an OAM platform adds the sidecar for logs to its pods itself: it has no image for that. */
  readonly needsLoggingImage?: true;
  /** Only kinds that say where pods are scraped have this. */
  readonly monitor?: MonitorOfKind;
  /** What its names must be; a DNS subdomain, unless the kind says otherwise. */
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
