import { FIELD_PATH, FILLED, TEXT, choice, FieldsOf, listType, record, string } from '../../base/definitions/type';
import { FINE, found, joinPath } from '../../base/findings/finding';
import { fieldPath } from '../../base/names';

/** How a condition compares data. */
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
  /** How to compare. */
  readonly op: DataConditionOperator;
  /** The value to compare with. @default - none, or the one at `valueFrom` */
  readonly value?: string;
  /** The field that holds the value, in the application's own resource. @default - `value` is used */
  readonly valueFrom?: DataValueSource;
  /** The field to compare. @default - the data itself */
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
  /** When the value is ready. @default - as soon as it is not empty */
  readonly conditions?: DataCondition[];
}

/** Where the value of a data input comes from. */
export interface DataInputSource {
  /** Name of the data output. */
  readonly dataOutputName: string;
}

/**
 * A value that this component or trait takes from another. The component or trait is not created before the value is
 * ready.
 */
export interface DataInput {
  /** The data output. */
  readonly valueFrom: DataInputSource;
  /** Fields into which the value is written. */
  readonly toFieldPaths: string[];
}

/**
 * The data that a component or a trait takes and gives. Only an OAM runtime reads it: on a KubernetesPlatform it is
 * `not-expressible`.
 */
export interface DataOptions {
  /** Values that are taken from other components or traits. @default - none */
  readonly dataInputs?: DataInput[];
  /** Values that are given to other components or traits. @default - none */
  readonly dataOutputs?: DataOutput[];
}

/**
 * What the value of an output must meet before the runtime passes it on. It is compared with a fixed value or with a
 * field, not with both.
 */
const CONDITION = record<DataCondition>()({
  op: { type: choice('DataConditionOperator', DataConditionOperator), doc: 'How to compare.', required: 'always' },
  value: { type: TEXT, doc: 'Fixed value to compare with.' },
  valueFrom: {
    type: record<DataValueSource>()({
      fieldPath: {
        type: string((value, field) => value === '' ? FINE : fieldPath(value, field)),
        doc: 'Field path within the ApplicationConfiguration. An empty path is equivalent to no valueFrom.',
        required: 'always',
      },
    }),
    doc: 'Field of the ApplicationConfiguration to compare with.',
  },
  fieldPath: { type: string(fieldPath), doc: 'Field to test, when it is another than the output\'s own.' },
}, {
  rules: [(condition, field) => {
    const isTwice = condition?.value != null && condition.valueFrom != null && condition.valueFrom.fieldPath !== '';
    return isTwice ? found('invalid-value', joinPath(field, ['valueFrom']), { reason: 'beside', field: 'value' })
      : FINE;
  }],
  schema: {
    not: {
      required: ['value', 'valueFrom'],
      properties: { valueFrom: { properties: { fieldPath: { minLength: 1 } } } },
    },
  },
});

const INPUT_SOURCE = record<DataInputSource>()({
  dataOutputName: { type: FILLED, doc: 'Name of a data output of the same application.', required: 'always' },
});

/** The data that flows into and out of a trait or a component's workload. */
export function dataFields(of: 'trait' | 'workload'): FieldsOf<DataOptions> {
  const input = record<DataInput>()({
    valueFrom: { type: INPUT_SOURCE, doc: 'Where the value comes from.', required: 'always' },
    toFieldPaths: {
      type: listType(FIELD_PATH, 'Field path without a leading dot.'),
      doc: `Fields of the ${of} that receive the value. A list is appended to. Left out, the value is only waited for.`,
      required: 'by types',
    },
  });
  const output = record<DataOutput>()({
    name: {
      type: FILLED,
      doc: 'Name by which a data input refers to the value. Used once in the application. Left out, it is empty.',
      required: 'by types',
    },
    fieldPath: { type: FIELD_PATH, doc: `Field of the ${of} that holds the value.`, required: 'always' },
    conditions: {
      type: listType(CONDITION, 'A test of one field, against a fixed value or against a field of the application.'),
      doc: 'All of these must hold before the value is given out. Without any, the value must not be empty.',
    },
  });
  return {
    dataInputs: {
      type: listType(input, 'A value taken over, and where it goes.'),
      doc: `Values the ${of} waits for and takes over from other parts of the application.`,
    },
    dataOutputs: {
      type: listType(output, 'A value given out, and when it is ready.'),
      doc: `Values of the ${of} that other parts of the application may take over.`,
    },
  };
}
