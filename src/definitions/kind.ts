import type { RecordType } from './type';
import type { OamKind } from '../private/oam-kind';

/** A kind of OAM or of a platform's vendor: what is true of an application, a component, a workload and a trait alike. */
export interface OamDefinition {
  /** The name of its class: its kind, without what the vendor puts in front of it. */
  readonly name: string;
  readonly kind: OamKind;
  /** Its fields. */
  readonly definition: RecordType<any>;
  /** What else is in its CRD. */
  readonly crd?: { readonly shortNames?: readonly string[]; readonly columns?: readonly object[] };
}

/** The fields of a kind's spec. */
export function specOf({ definition }: OamDefinition): RecordType<any> {
  return definition.fields.spec.type as RecordType<any>;
}

/** The definitions of the classes among what a module exports. */
export function definitionsIn<D extends OamDefinition>(exported: object): D[] {
  return Object.values(exported).flatMap(each => typeof each === 'function' && '_definition' in each ? [each._definition as D] : []);
}
