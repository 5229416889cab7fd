import { Check, FINE, found } from '../findings/finding';
import { all, filled, list, object, oneOf, text } from '../private/check';
import { fieldPath } from '../private/network';

/** How a condition on data compares. */
export enum DataConditionOperator {
  /** Equal to the value. */
  EQUAL = 'eq',
  /** Not equal to the value. */
  NOT_EQUAL = 'notEq',
  /** Not empty; takes no value. */
  NOT_EMPTY = 'notEmpty',
}

/** A condition under which data is ready. */
export interface DataCondition {
  /** How is compared. */
  readonly op: DataConditionOperator;

  /**
   * The value with which is compared.
   *
   * @default - none, or the one at `valueFrom`
   */
  readonly value?: string;

  /**
   * The field that holds the value, in the application's own resource.
   *
   * @default - `value` is taken
   */
  readonly valueFrom?: DataValueSource;

  /**
   * The field that is compared.
   *
   * @default - the data itself
   */
  readonly fieldPath?: string;
}

/** A field from which a value is taken. */
export interface DataValueSource {
  /** Path of the field. An empty one is equivalent to no source: the OAM runtime writes it beside each `value`. */
  readonly fieldPath: string;
}

/** A value that this component or trait gives to others. */
export interface DataOutput {
  /** Name by which inputs refer to it. */
  readonly name: string;

  /** Field of the workload or trait that holds the value, such as `status.address`. */
  readonly fieldPath: string;

  /**
   * When the value is ready.
   *
   * @default - as soon as it is not empty
   */
  readonly conditions?: DataCondition[];
}

/** Where the value of a data input comes from. */
export interface DataInputSource {
  /** Name of the data output. */
  readonly dataOutputName: string;
}

/** A value that this component or trait takes from another. It is not made before the value is ready. */
export interface DataInput {
  /** The data output. */
  readonly valueFrom: DataInputSource;

  /** Fields into which the value is written. */
  readonly toFieldPaths: string[];
}

/** The data that a component or a trait takes and gives. */
export interface DataOptions {
  /**
   * Values that are taken from other components or traits.
   *
   * @default - none
   */
  readonly dataInputs?: DataInput[];

  /**
   * Values that are given to other components or traits.
   *
   * @default - none
   */
  readonly dataOutputs?: DataOutput[];
}

const oneValue: Check = (value, field) => value?.value != null && value?.valueFrom != null && value.valueFrom.fieldPath !== ''
  ? found('invalid-value', field, { reason: 'value-and-source' })
  : FINE;

const conditions = list(all(oneValue, object({
  op: oneOf(...Object.values(DataConditionOperator)),
  value: text,
  fieldPath,
  valueFrom: object({ fieldPath: (value, field) => value === '' ? FINE : fieldPath(value, field) }, ['fieldPath']),
}, ['op'])));

/** The checks of data inputs and outputs, by field. */
export const DATA_CHECKS: Record<string, Check> = {
  dataInputs: list(object({
    valueFrom: object({ dataOutputName: filled }, ['dataOutputName']),
    toFieldPaths: list(fieldPath),
  }, ['valueFrom'])),
  dataOutputs: list(object({ name: filled, fieldPath, conditions }, ['fieldPath'])),
};
