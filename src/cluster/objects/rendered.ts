import { Finding } from '../../base/findings/finding';
import { ObjectType } from '../../base/oam-kind';
import { ClaimFact } from '../../base/registry';

// The form in which workloads and traits become Kubernetes objects, before they are constructs of cdk8s.

/** A Service with this metadata and this spec. */
export function serviceObject(metadata: PlainObject['metadata'], spec: object): PlainObject {
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** A Kubernetes object as plain data. */
export interface PlainObject extends ObjectType {
  readonly metadata: Readonly<Record<string, any>>;
  readonly [field: string]: any;
}

/** A setting that can have only one value in the cluster. */
export type Claim = Omit<ClaimFact, 'construct'>;

/** The objects that something is rendered as, and the findings against it. */
export interface Rendered {
  readonly objects: readonly PlainObject[];
  readonly findings: readonly Finding[];
  /** Remarks for the user that are no errors. */
  readonly warnings?: readonly Finding[];
  /** Settings for which nothing else may claim another value. */
  readonly claims?: readonly Claim[];
}

/** The input of a renderer of workloads. */
export interface WorkloadContext {
  /** `metadata.name` of the workload, or the component's name. */
  readonly name: string;
  /** As the OAM runtime composes them: those of the workload, of its application, and of the model. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The labels of the model, which nothing else may change. */
  readonly reserved: Readonly<Record<string, string>>;
  /** The labels that distinguish the component's pods from all others. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whether the namespace belongs to a service mesh. */
  readonly isMeshed: boolean;
  /** The vendor of the OAM platform that the workload leaves. */
  readonly vendor: string;
  /** The fields of the workload, with the values of its parameters. */
  readonly fields: Readonly<Record<string, any>>;
}

/** Renders a kind of workload as Kubernetes objects. The findings name fields of the workload. */
export type WorkloadRenderer = (context: WorkloadContext) => Rendered;

/** No objects, for these reasons. */
export function noObjects(findings: readonly Finding[]): Rendered { return { objects: [], findings }; }
