import { Finding } from '../findings/finding';
import { ObjectType } from '../private/oam-kind';
import { ClaimFact } from '../private/tree';

/** A Kubernetes object, plain data. */
export interface PlainObject extends ObjectType {
  readonly metadata: Readonly<Record<string, any>>;
  readonly [field: string]: any;
}

/** What can have one value only in the cluster. */
export type Claim = Omit<ClaimFact, 'construct'>;

/** What something becomes, and what speaks against it. */
export interface Rendered {
  readonly objects: readonly PlainObject[];
  readonly findings: readonly Finding[];
  /** What the user should know of it, though nothing is wrong. */
  readonly warnings?: readonly Finding[];
  /** What others may not claim for something else. */
  readonly claims?: readonly Claim[];
}

/** What a renderer is told of a workload. */
export interface WorkloadContext {
  /** `metadata.name` of the workload, or the component's name. */
  readonly name: string;
  /** Labels and annotations of the workload as the OAM runtime makes them: its own, those of its application, those of the model. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The labels of the model, which nothing else may change. */
  readonly reserved: Readonly<Record<string, string>>;
  /** The labels by which the component's pods are told from all others. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whether the namespace belongs to a service mesh. */
  readonly isMeshed: boolean;
  /** The vendor of the platform that is left. */
  readonly vendor: string;
  /** The fields of the workload, with the values of its parameters. */
  readonly fields: Readonly<Record<string, any>>;
}

/** How a kind of workload becomes Kubernetes objects: fields of the findings are those of the workload. */
export type WorkloadRenderer = (context: WorkloadContext) => Rendered;

/** Nothing, for these reasons. */
export function nothing(findings: readonly Finding[]): Rendered {
  return { objects: [], findings };
}
