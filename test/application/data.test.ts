import { DataConditionOperator, DataOptions, ManualScalerTrait } from '../../src';
import { bind, renderedEntry } from '../support/app';
import { messageOf } from '../support/message';
import { schemaErrors } from '../support/schemas';
import { FIELD_PATH, FIELD_PATH_REMEDY } from '../support/texts';

const { EQUAL, NOT_EQUAL, NOT_EMPTY } = DataConditionOperator;

/** Where data are declared: how, the entry in which they are written, and what an error is about. */
const PLACES: [string, string, (data: DataOptions) => any][] = [
  ['a component', 'c/hello/greet', data => renderedEntry(bind(undefined, data))],
  ['a trait', 'c/hello/greet/t', data => renderedEntry(new ManualScalerTrait(bind(), 't', { replicaCount: 1, ...data }).binding).traits[0]],
];

describe.each(PLACES)('of %s', (_place, path, declare) => {
  test('every field is written', () => {
    const data: DataOptions = {
      dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.a', 'spec.b[0]'] }],
      dataOutputs: [
        { name: 'plain', fieldPath: 'status.address' },
        {
          name: 'with-conditions',
          fieldPath: 'status.address',
          conditions: [
            { op: EQUAL, value: 'ready', fieldPath: 'status.phase' },
            { op: NOT_EQUAL, valueFrom: { fieldPath: "metadata.annotations['example.com/a']" } },
            { op: NOT_EMPTY },
          ],
        },
      ],
    };

    expect(declare(data)).toMatchObject(data);
  });

  test('an empty source of a value is none, as the runtime writes it', () => {
    const conditions = [{ op: EQUAL, value: 'ready', valueFrom: { fieldPath: '' } }, { op: NOT_EMPTY, valueFrom: { fieldPath: '' } }];
    const data = { dataOutputs: [{ name: 'a', fieldPath: 'a', conditions }] };
    expect(declare(data)).toMatchObject(data);
    const entry = { componentName: 'a', ...data, traits: [{ trait: { apiVersion: 'example.com/v1', kind: 'X' }, ...data }] };
    const errors = (components: any[]) => schemaErrors({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ApplicationConfiguration', metadata: { name: 'a' }, spec: { components } });
    expect(errors([entry])).toEqual([]);
    conditions[0].valueFrom.fieldPath = 'b';
    expect(errors([entry])).toHaveLength(2);
  });

  test.each<[string, any, string]>([
    ['inputs are no list', { dataInputs: {} }, "invalid-type: 'dataInputs' must be a list, got an object"],
    ['an input has no source', { dataInputs: [{ toFieldPaths: ['a'] }] }, "missing-field: 'dataInputs[0].valueFrom' is required"],
    ['the source of an input has no name', { dataInputs: [{ valueFrom: {}, toFieldPaths: ['a'] }] }, "missing-field: 'dataInputs[0].valueFrom.dataOutputName' is required"],
    ['the source of an input has an empty name', { dataInputs: [{ valueFrom: { dataOutputName: '' }, toFieldPaths: ['a'] }] }, "invalid-value: 'dataInputs[0].valueFrom.dataOutputName' must be a non-empty string, got \"\""],
    ['a target is no field path', { dataInputs: [{ valueFrom: { dataOutputName: 'a' }, toFieldPaths: ['a', '.b'] }] }, `invalid-field-path: 'dataInputs[0].toFieldPaths[1]' ${FIELD_PATH}, got ".b"; ${FIELD_PATH_REMEDY}`],
    ['an output has no field', { dataOutputs: [{ name: 'a' }] }, "missing-field: 'dataOutputs[0].fieldPath' is required"],
    ['the field of an output is none', { dataOutputs: [{ name: 'a', fieldPath: 1 }] }, `invalid-field-path: 'dataOutputs[0].fieldPath' ${FIELD_PATH}, got 1; ${FIELD_PATH_REMEDY}`],
    ['a value is a function', { dataOutputs: [{ name: 'a', fieldPath: () => 'a' }] }, "not-plain: 'dataOutputs[0].fieldPath' must be plain data, got a function; give its value"],
  ])('fails when %s', (_, data, message) => {
    expect(messageOf(() => declare(data))).toBe(`[${path}] ${message}`);
  });

  const AT = 'dataOutputs[0].conditions[1]';

  test.each<[string, any, string]>([
    ['has no operator', { value: 'a' }, `missing-field: '${AT}.op' is required`],
    ['has an unknown operator', { op: 'ne', value: 'a' }, `invalid-value: '${AT}.op' must be one of eq, notEq, notEmpty, got "ne"`],
    ['has two values', { op: EQUAL, value: 'a', valueFrom: { fieldPath: 'a' } }, `invalid-value: '${AT}' must not have both value and valueFrom; leave one of them out`],
    ['has a value that is no text', { op: EQUAL, value: 1 }, `invalid-type: '${AT}.value' must be a string, got a number; put it in quotes`],
    ['takes its value from no field', { op: EQUAL, valueFrom: {} }, `missing-field: '${AT}.valueFrom.fieldPath' is required`],
    ['takes its value from what is no field path', { op: EQUAL, valueFrom: { fieldPath: 'a..b' } }, `invalid-field-path: '${AT}.valueFrom.fieldPath' ${FIELD_PATH}, got "a..b"; ${FIELD_PATH_REMEDY}`],
    ['compares what is no field path', { op: NOT_EMPTY, fieldPath: '' }, `invalid-field-path: '${AT}.fieldPath' ${FIELD_PATH}, got ""; ${FIELD_PATH_REMEDY}`],
  ])('fails when a condition %s', (_, condition, message) => {
    const conditions = [{ op: NOT_EMPTY }, condition];

    expect(messageOf(() => declare({ dataOutputs: [{ name: 'a', fieldPath: 'a', conditions }] }))).toBe(`[${path}] ${message}`);
  });
});
