import { workloadMetadata } from './checked-workload';

/** A resource of an operator, which a workload carries as it is. */
export interface OperatorResource {
  /** `metadata.name` of the resource. */
  readonly name: string;

  /**
   * Labels of the resource.
   *
   * @default - no labels
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the resource.
   *
   * @default - no annotations
   */
  readonly annotations?: { [key: string]: string };

  /** `spec` of the resource, as its operator documents it. It is written as it is, nulls and empty objects included. */
  readonly spec: { [key: string]: any };
}

/** The manifest of an operator's resource, without its type. */
export function resource(given: OperatorResource): Record<string, any> {
  return { metadata: workloadMetadata(given ?? {}), spec: given?.spec };
}
