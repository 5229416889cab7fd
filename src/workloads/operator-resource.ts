import { GivenAs } from './checked-workload';
import { isObject } from '../private/check';

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

/** The manifest of an operator's resource; what is none is left for its check to refuse. */
export function resource(given: OperatorResource, apiVersion?: string): any {
  if (!isObject(given)) return given;
  const { spec, ...metadata } = given;
  return { apiVersion, metadata, spec };
}

/** Where the fields of operators' resources are given. */
export const RESOURCES_GIVEN_AS: GivenAs = [
  [/^spec\.(template|clusters\[\d+\])\.metadata(?=[.[])/, '$1'],
  [/^(spec|metadata)\./, ''],
];
