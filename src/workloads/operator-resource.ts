import { ANNOTATIONS, LABELS, OBJECT, OBJECT_NAME, UNCHECKED } from '../definitions/common';
import { record, RecordType, string } from '../definitions/type';
import { Check } from '../findings/finding';
import { PlainObject } from '../objects/rendering';
import { only } from '../private/check';
import { apiVersion, resourceMetadata } from '../private/names';

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

/** The definition of the resource of an operator, which is a `what`. Of its spec the check knows what the library reads. */
export function resourceRecord(
  what: string, spec: { readonly check: Check; readonly doc: string }, version?: { readonly fixed: string; readonly doc: string },
): RecordType<OperatorResource> {
  return record<OperatorResource>()({
    name: { type: OBJECT_NAME, doc: `Name of the ${what} resource.`, at: 'metadata.name', required: 'by checks' },
    labels: { type: LABELS, doc: `Labels of the ${what} resource.`, at: 'metadata.labels' },
    annotations: { type: ANNOTATIONS, doc: `Annotations of the ${what} resource.`, at: 'metadata.annotations' },
    spec: { type: { ...OBJECT, check: spec.check }, doc: spec.doc, required: 'always' },
  }, {
    kept: version ? undefined : 'all',
    around: { metadata: { doc: `Metadata of the ${what} resource.`, kept: 'all', check: resourceMetadata } },
    others: {
      'metadata.namespace': { type: UNCHECKED, doc: 'Ignored. The resource is in the workload\'s namespace.' },
      ...version && { apiVersion: { type: API_VERSION, ...version }, kind: { type: UNCHECKED, isDropped: true } },
    },
  });
}

/** The version of a resource. */
export const API_VERSION = string(apiVersion, { minLength: 1 });

type LabelMap = Readonly<Record<string, string>>;

/** The fields of a resource as a whole: of any other one nothing would be left. */
export const wholeResource = only('apiVersion', 'kind', 'metadata', 'spec');

/** What the runtime copies to a workload goes to what is made of it; its own labels go before. */
export function withMetadata(resource: any, labels: LabelMap, annotations: LabelMap): PlainObject {
  const { metadata } = resource;
  const copied = { labels: { ...labels, ...metadata.labels }, annotations: { ...annotations, ...metadata.annotations } };
  return { ...resource, metadata: { ...metadata, ...copied } };
}
