import { App, Chart, JsonPatch, Testing } from 'cdk8s';
import { CustomObject, CustomObjectProps, DataConditionOperator, DataOptions, ManualScalerTrait, OamPlatform, Platform } from '../../../src';
import { bind, renderedEntry } from '../../support/app';
import { messageOf } from '../../support/message';
import { schemaErrors } from '../../support/schemas';
import { FIELD_PATH, FIELD_PATH_REMEDY } from '../../support/texts';

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
    ['a target is no field path', { dataInputs: [{ valueFrom: { dataOutputName: 'a' }, toFieldPaths: ['a', '.b'] }] }, `invalid-value: 'dataInputs[0].toFieldPaths[1]' ${FIELD_PATH}, got ".b"; ${FIELD_PATH_REMEDY}`],
    ['an output has no field', { dataOutputs: [{ name: 'a' }] }, "missing-field: 'dataOutputs[0].fieldPath' is required"],
    ['the field of an output is none', { dataOutputs: [{ name: 'a', fieldPath: 1 }] }, `invalid-value: 'dataOutputs[0].fieldPath' ${FIELD_PATH}, got 1; ${FIELD_PATH_REMEDY}`],
    ['a value is a function', { dataOutputs: [{ name: 'a', fieldPath: () => 'a' }] }, "not-plain: 'dataOutputs[0].fieldPath' must be plain data, got a function; give its value"],
  ])('fails when %s', (_, data, message) => {
    expect(messageOf(() => declare(data))).toBe(`[${path}] ${message}`);
  });

  const AT = 'dataOutputs[0].conditions[1]';

  test.each<[string, any, string]>([
    ['has no operator', { value: 'a' }, `missing-field: '${AT}.op' is required`],
    ['has an unknown operator', { op: 'ne', value: 'a' }, `invalid-value: '${AT}.op' must be one of eq, notEq, notEmpty, got "ne"`],
    ['has two values', { op: EQUAL, value: 'a', valueFrom: { fieldPath: 'a' } }, `invalid-value: '${AT}.valueFrom' cannot be set together with 'value'; leave one of them out`],
    ['has a value that is no text', { op: EQUAL, value: 1 }, `invalid-type: '${AT}.value' must be a string, got a number; put it in quotes`],
    ['takes its value from no field', { op: EQUAL, valueFrom: {} }, `missing-field: '${AT}.valueFrom.fieldPath' is required`],
    ['takes its value from what is no field path', { op: EQUAL, valueFrom: { fieldPath: 'a..b' } }, `invalid-value: '${AT}.valueFrom.fieldPath' ${FIELD_PATH}, got "a..b"; ${FIELD_PATH_REMEDY}`],
    ['compares what is no field path', { op: NOT_EMPTY, fieldPath: '' }, `invalid-value: '${AT}.fieldPath' ${FIELD_PATH}, got ""; ${FIELD_PATH_REMEDY}`],
  ])('fails when a condition %s', (_, condition, message) => {
    const conditions = [{ op: NOT_EMPTY }, condition];

    expect(messageOf(() => declare({ dataOutputs: [{ name: 'a', fieldPath: 'a', conditions }] }))).toBe(`[${path}] ${message}`);
  });
});

const MANIFEST = {
  apiVersion: 'example.org/v1',
  kind: 'Odd',
  metadata: { labels: {}, creationTimestamp: null, annotations: { b: null, a: 1 } },
  status: null,
  spec: { empty: {}, none: null, list: [null, {}, []], z: 1, a: 2 },
};

const newChart = () => new Chart(new App(), 'c', { namespace: 'ns', labels: { of: 'chart' } });

function written(manifest: any, chart = newChart()): any[] {
  new CustomObject(chart, 'object', { manifest });
  return Testing.synth(chart);
}

test('writes the manifest whole, and adds nothing of the chart', () => {
  expect(written(MANIFEST)).toEqual([MANIFEST]);
});

test('writes keys in order', () => {
  expect(JSON.stringify(written(MANIFEST)[0])).toBe(JSON.stringify({
    apiVersion: 'example.org/v1',
    kind: 'Odd',
    metadata: { annotations: { a: 1, b: null }, creationTimestamp: null, labels: {} },
    spec: { a: 2, empty: {}, list: [null, {}, []], none: null, z: 1 },
    status: null,
  }));
});

test.each([
  ['no metadata', { apiVersion: 'v1', kind: 'A' }],
  ['metadata of nothing', { apiVersion: 'v1', kind: 'A', metadata: null }],
  ['metadata that is a list', { apiVersion: 'v1', kind: 'A', metadata: [1] }],
  ['a name that is a number', { apiVersion: 'v1', kind: 'A', metadata: { name: 5, namespace: null } }],
  ['names that cdk8s would refuse', { apiVersion: 'v1', kind: 'A b', metadata: { name: 'Not A Name', namespace: '/', constructor: { name: 'a' } } }],
  ['keys that mean something', { apiVersion: 'v1', kind: 'A', metadata: JSON.parse('{"__proto__":{"a":[]}}'), spec: JSON.parse('{"__proto__":null,"constructor":1}') }],
])('writes %s', (_, manifest) => {
  expect(written(manifest)).toEqual([manifest]);
});

test('keeps a copy of what was given', () => {
  const manifest = { apiVersion: 'v1', kind: 'A', spec: { a: 1 } };
  const chart = newChart();
  new CustomObject(chart, 'object', { manifest });
  manifest.spec.a = 2;
  expect(Testing.synth(chart)[0].spec).toEqual({ a: 1 });
});

test('is known by its type, its name and its namespace', () => {
  const { apiVersion, apiGroup, kind, name, metadata } = new CustomObject(newChart(), 'object', {
    manifest: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'b' } },
  });
  expect({ apiVersion, apiGroup, kind, name, namespace: metadata.namespace }).toEqual({ apiVersion: 'apps/v1', apiGroup: 'apps', kind: 'Deployment', name: 'a', namespace: 'b' });
});

test('takes patches', () => {
  const chart = newChart();
  new CustomObject(chart, 'object', { manifest: { apiVersion: 'v1', kind: 'A', data: { a: 1 } } }).addJsonPatch(JsonPatch.replace('/data/a', 2));
  expect(Testing.synth(chart)).toEqual([{ apiVersion: 'v1', kind: 'A', data: { a: 2 } }]);
});

describe('fails when', () => {
  const make = (props: any) => messageOf(() => new CustomObject(newChart(), 'object', props as CustomObjectProps));

  test.each([
    ['it has no props', undefined, "[c/object] invalid-type: 'manifest' must be an object, got nothing; give the whole object, with 'apiVersion' and 'kind'"],
    ['the manifest is a list', { manifest: [] }, "[c/object] invalid-type: 'manifest' must be an object, got a list of 0; give the whole object, with 'apiVersion' and 'kind'"],
    ['it has no type', { manifest: { kind: '' } },
      "[c/object] 2 findings:\n  missing-field: 'manifest.apiVersion' is required\n  missing-field: 'manifest.kind' is required"],
    ['its version has two groups', { manifest: { apiVersion: 'a/b/v1', kind: 'A' } },
      "[c/object] invalid-value: 'manifest.apiVersion' must be an API version such as \"apps/v1\", got \"a/b/v1\""],
    ['it has another prop', { manifest: { apiVersion: 'v1', kind: 'A' }, overrides: {} },
      "[c/object] unknown-field: 'overrides' is an unknown field; expected one of manifest; leave it out, or check its spelling"],
    ['a value is not plain', { manifest: { apiVersion: 'v1', kind: 'A', spec: { a: () => 1, b: NaN } } },
      "[c/object] 2 findings:\n  not-plain: 'manifest.spec.a' must be plain data, got a function; give its value\n  not-plain: 'manifest.spec.b' must be a finite number, got NaN; leave it out, or give it as a string"],
    ['a text would not come out of YAML', { manifest: { apiVersion: 'v1', kind: 'A', data: { a: '0o17' } } },
      "[c/object] not-plain: 'manifest.data.a' is a string that is written without quotes, and that Kubernetes reads as a number, such as \"0o17\" or \"1e_5\"; spell it differently"],
  ])('%s', (_, props, message) => {
    expect(make(props)).toBe(message);
  });

  const synth = (...manifests: any[]) => {
    const chart = newChart();
    Platform.install(chart, OamPlatform.verrazzano());
    manifests.forEach((manifest, i) => new CustomObject(chart, `object-${i}`, { manifest }));
    return messageOf(() => Testing.synth(chart));
  };

  test('two are one object', () => {
    const manifest = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } };
    expect(synth(manifest, { ...manifest, spec: {} })).toBe('Validation failed with the following errors:\n'
      + "  [c/object-1] duplicate-object: A \"a\" without a namespace is also made by 'c/object-0'; rename one of them, or put it into another namespace");
  });

  test('it belongs to the platform', () => {
    expect(synth({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'verrazzano', namespace: 'verrazzano-system' } })).toBe('Validation failed with the following errors:\n'
      + '  [c/object-0] platform-owned-object: Secret "verrazzano" in namespace "verrazzano-system" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name');
  });

  test('two without a name are two', () => {
    expect(written({ apiVersion: 'v1', kind: 'A' }, (() => {
      const chart = newChart();
      new CustomObject(chart, 'other', { manifest: { apiVersion: 'v1', kind: 'A' } });
      return chart;
    })())).toHaveLength(2);
  });
});
