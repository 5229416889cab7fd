import type { InputDocument } from './documents';
import type { Expression, ObjectField } from './tree';
import { Finding } from '../../findings/finding';
import { isModelError } from '../../private/errors';

/** The form in which a document is written. */
export type Form = ComponentForm | ApplicationForm | ObjectForm;

interface FormOf<T> {
  readonly type: T;
  readonly document: InputDocument;
  readonly id: string;
}

/** A document that is written as it is, and the reason why it has no other form. */
export interface ObjectForm extends FormOf<'object'> {
  readonly comment: string;
}

interface ModelForm<T> extends FormOf<T> {
  readonly metadata: readonly ObjectField[];
  readonly patching?: Patching;
}

export interface ComponentForm extends ModelForm<'component'> {
  readonly workload: WorkloadCode;
  readonly parameters?: Expression;
}

export interface ApplicationForm extends ModelForm<'application'> {
  readonly entries: readonly EntryForm[];
}

/** An entry of an application's components. */
export interface EntryForm {
  /** Its index among all entries. */
  readonly index: number;
  /** The name of its component. */
  readonly bound: string;
  /** The component if it is declared in the same file, or else a reference to it. */
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
  /** The reason why it is not written with its type. */
  readonly comment?: string;
}

/** The code of a workload. */
export interface WorkloadCode {
  readonly expression: Expression;
  /** Whether it is written with a type of this library. */
  readonly isTyped: boolean;
  /** The reason why it is not. */
  readonly comment?: string;
}

/** One way to write a trait. */
export interface TraitCode {
  readonly isTyped: boolean;
  readonly make: (binding: Expression, id: string) => Expression;
}

/** Patches of a document for what no construct writes. */
export interface Patching {
  readonly patches: readonly Patch[];
  readonly comments: readonly string[];
}

/** One step from the written document to the wanted one. */
export interface Patch {
  readonly operation: 'add' | 'replace' | 'remove';
  /** The keys and indexes that lead to the field. */
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
}

/** An entry of an application, or one of its traits, that no construct writes. */
export interface Left {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly why: readonly Finding[];
}

/** The result, or the findings of the model against it. */
export type Attempt<T> = { readonly made: T } | { readonly made?: undefined; readonly why: readonly Finding[] };

/** Creates something, and returns the findings of the model if it cannot be created. */
export function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { made: make() };
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { why: error.findings };
  }
}
