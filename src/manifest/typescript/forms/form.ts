import type { Finding } from '../../../findings/finding';
import type { TraitCode } from '../code/trait-code';
import type { WorkloadCode } from '../code/workload-code';
import type { InputDocument } from '../documents';
import type { Patch } from '../patches';
import type { Expression, ObjectField } from '../syntax/tree';

/** The form in which a document is written. */
export type Form = ComponentForm | ApplicationForm | ObjectForm;

/** A document that is written as it is. */
export interface ObjectForm {
  readonly type: 'object';
  readonly document: InputDocument;
  readonly id: string;
  /** Why it has no other form. */
  readonly comment: string;
}

export interface ComponentForm {
  readonly type: 'component';
  readonly document: InputDocument;
  readonly id: string;
  readonly metadata: readonly ObjectField[];
  readonly workload: WorkloadCode;
  readonly parameters?: Expression;
  readonly patching?: Patching;
}

export interface ApplicationForm {
  readonly type: 'application';
  readonly document: InputDocument;
  readonly id: string;
  readonly metadata: readonly ObjectField[];
  readonly entries: readonly EntryForm[];
  readonly patching?: Patching;
}

/** An entry of an application's components. */
export interface EntryForm {
  /** Its index among all entries. */
  readonly index: number;
  /** The name of its component. */
  readonly bound: string;
  /** The component if it is declared in the same file, else how it is referred to. */
  readonly component: InputDocument | Reference;
  readonly options: readonly ObjectField[];
  readonly traits: readonly TraitForm[];
}

/** A component that is declared elsewhere. */
export interface Reference {
  readonly id: string;
  readonly comment: string;
}

export interface TraitForm {
  /** Its index among all traits of the entry. */
  readonly index: number;
  readonly id: string;
  readonly code: TraitCode;
  /** Why it is not written by its type. */
  readonly comment?: string;
}

/** What is put into a document because no construct writes it. */
export interface Patching {
  readonly patches: readonly Patch[];
  readonly comments: readonly string[];
}

/** An entry of an application, or one of its traits, that no construct writes. */
export interface Left {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly why: readonly Finding[];
}
