import { ApplicationConfiguration, Component, ComponentBinding, ComponentBindingOptions, ComponentParameter } from '../../../src';
import { bind, newChart, rendered, renderedEntry, smallWorkload } from '../../support/app';
import { messageOf } from '../../support/message';
import { SUBDOMAIN } from '../../support/texts';

const SUBJECT = '[c/hello/greet]';

const PARAMETERS: ComponentParameter[] = [
  { name: 'image', fieldPaths: ['spec.containers[0].image'], required: true },
  { name: 'port', fieldPaths: ['spec.containers[0].ports[0].containerPort'] },
];
const IMAGE = { name: 'image', value: 'example/other:2' };

/** A binding of a component with the parameters. */
function bindWith(options: any, parameters: ComponentParameter[] | undefined = PARAMETERS): ComponentBinding {
  const chart = newChart();
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: smallWorkload(), parameters }), options);
}

const entryOf = (options: ComponentBindingOptions) => {
  const { traits: _, ...entry } = renderedEntry(bindWith(options));
  return entry;
};

const OPTIONS: ComponentBindingOptions = {
  parameterValues: [IMAGE, { name: 'port', value: 8080 }],
  scopes: [{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' }],
  dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.a'] }],
  dataOutputs: [{ name: 'ready', fieldPath: 'status.ready' }],
};

test('writes every option', () => {
  expect(entryOf(OPTIONS)).toEqual({
    componentName: 'greet',
    parameterValues: [IMAGE, { name: 'port', value: 8080 }],
    scopes: [{ scopeRef: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' } }],
    dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.a'] }],
    dataOutputs: [{ name: 'ready', fieldPath: 'status.ready' }],
  });
});

test('a pinned revision stands in place of the name', () => {
  expect(entryOf({ revisionName: 'greet-v12', parameterValues: [IMAGE] })).toEqual({ revisionName: 'greet-v12', parameterValues: [IMAGE] });
});

test('knows its component and its application', () => {
  const binding = bind();

  expect(binding.component.componentName).toBe('greet');
  expect(binding.application.applicationName).toBe('hello');
  expect((binding.application as ApplicationConfiguration).bindings).toEqual([binding]);
});

test('a component from elsewhere: the entry alone, and any parameter', () => {
  const chart = newChart();
  const parameterValues = [{ name: 'unknown', value: '1' }];
  new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'), { parameterValues, revisionName: 'elsewhere-v1' });

  expect(rendered(chart)[0].spec.components).toEqual([{ revisionName: 'elsewhere-v1', parameterValues }]);
});

test('keeps copies of the options', () => {
  const options = structuredClone(OPTIONS) as any;
  const binding = bindWith(options);
  options.parameterValues[0].value = 'changed';
  options.scopes[0].name = 'changed';
  options.dataInputs[0].toFieldPaths.push('changed');
  options.dataOutputs.pop();

  expect(renderedEntry(binding)).toMatchObject({
    parameterValues: OPTIONS.parameterValues, dataInputs: OPTIONS.dataInputs, dataOutputs: OPTIONS.dataOutputs, scopes: [{ scopeRef: { name: 'health' } }],
  });
});

test.each([0, -1, 8080, '', '8080', 'a b'])('takes the parameter value %j', value => {
  expect(entryOf({ parameterValues: [IMAGE, { name: 'port', value }] }).parameterValues[1]).toEqual({ name: 'port', value });
});

const UNKNOWN = 'must be a parameter of component "greet" (image, port)';
const VALUE = "invalid-type: 'parameterValues[1].value' must be a string or an integer of 32 bits";
const MISSING = "missing-field: 'parameterValues' must have a value for \"image\", which the component requires; give it, or declare the parameter as optional";

test.each<[string, any, string]>([
  ['a required parameter has no value', undefined, MISSING],
  ['a required parameter has no value among others', [{ name: 'port', value: 1 }], MISSING],
  ['a value has no parameter', [IMAGE, { name: 'ports', value: 1 }], `unknown-parameter: 'parameterValues[1].name' ${UNKNOWN}, got "ports"`],
  ['a parameter has two values', [IMAGE, { name: 'port', value: 1 }, { name: 'port', value: 2 }], "duplicate-name: 'parameterValues[2]' has the same name \"port\" as element 1; give each its own name"],
  ['a value is a fraction', [IMAGE, { name: 'port', value: 1.5 }], `${VALUE}, got a number; turn it into a string`],
  ['a value is a truth value', [IMAGE, { name: 'port', value: true }], `${VALUE}, got true; turn it into a string`],
  ['a value is a list', [IMAGE, { name: 'port', value: [1] }], `${VALUE}, got a list of 1; turn it into a string`],
  ['a value is an object', [IMAGE, { name: 'port', value: {} }], `${VALUE}, got an object; turn it into a string`],
  ['a value is missing', [IMAGE, { name: 'port' }], "missing-field: 'parameterValues[1].value' is required"],
  ['a required value is null', [{ name: 'image', value: null }], "missing-field: 'parameterValues[0].value' is required"],
  ['a value has no name', [IMAGE, { value: 1 }], "missing-field: 'parameterValues[1].name' is required"],
  ['a value is null', [IMAGE, null], "invalid-type: 'parameterValues[1]' must be an object, got null"],
  ['values are a string, which may be a password', 'hunter2', "invalid-type: 'parameterValues' must be a list, got a string"],
  ['a value is a string, which may be a password', [IMAGE, 'hunter2'], "invalid-type: 'parameterValues[1]' must be an object, got a string"],
  ['a name is a number, which may be a password', [IMAGE, { name: 1234, value: 1 }],
    "invalid-value: 'parameterValues[1].name' must be a non-empty string, got a number; put it in quotes"],
  ['values are a map', { image: 'a' }, "invalid-type: 'parameterValues' must be a list, got an object"],
  ['a value is a function', [IMAGE, { name: 'port', value: () => 1 }], "not-plain: 'parameterValues[1].value' must be plain data, got a function; give its value"],
  ['a value is an instance of a class', [IMAGE, { name: 'port', value: new Map() }], "not-plain: 'parameterValues[1].value' must be plain data, got an instance of Map; give its value, such as a string, a number or a plain object"],
])('fails when %s', (_, parameterValues, message) => {
  expect(messageOf(() => bindWith({ parameterValues }))).toBe(`${SUBJECT} ${message}`);
});

test('fails when there is a value and the component declares no parameters', () => {
  expect(messageOf(() => bindWith({ parameterValues: [IMAGE] }, [])))
    .toBe(`${SUBJECT} unknown-parameter: 'parameterValues[0].name' must be a parameter of component "greet", which declares none, got "image"`);
});

test.each(['greet', 'greet-2', 'greet-v', 'greet-v1a', 'other-v1', 'v1', 'greet-v1-v2', ''])('fails when the revision is %j', revisionName => {
  expect(messageOf(() => bindWith({ parameterValues: [IMAGE], revisionName })))
    .toBe(`${SUBJECT} invalid-name: 'revisionName' must be a revision of component "greet", 'greet-v<number>', got ${JSON.stringify(revisionName)}`);
});

const SCOPE = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' };

test.each<[string, any, string]>([
  ['are no list', SCOPE, "invalid-type: 'scopes' must be a list, got an object"],
  ['hold null', [SCOPE, null], "invalid-type: 'scopes[1]' must be an object, got null"],
  ['hold a name alone', ['health'], "invalid-type: 'scopes[0]' must be an object, got a string"],
  ['hold one without kind', [{ ...SCOPE, kind: undefined }], "missing-field: 'scopes[0].kind' is required"],
  ['hold one with an empty API version', [{ ...SCOPE, apiVersion: '' }], "invalid-value: 'scopes[0].apiVersion' must be a non-empty string, got \"\""],
  ['hold one whose name is none', [{ ...SCOPE, name: 'A_b' }], `invalid-name: 'scopes[0].name' ${SUBDOMAIN}, got "A_b"`],
  ['hold a function', [{ ...SCOPE, name: () => '' }], "not-plain: 'scopes[0].name' must be plain data, got a function; give its value"],
])('fails when scopes %s', (_, scopes, message) => {
  expect(messageOf(() => bindWith({ parameterValues: [IMAGE], scopes }))).toBe(`${SUBJECT} ${message}`);
});

test('fails when several things are wrong, in one error', () => {
  expect(messageOf(() => bindWith({ revisionName: 'other-v1', scopes: [{}], parameterValues: [{ name: 'b', value: 1 }] }))).toBe([
    `${SUBJECT} 6 findings:`,
    "missing-field: 'scopes[0].apiVersion' is required",
    "missing-field: 'scopes[0].kind' is required",
    "missing-field: 'scopes[0].name' is required",
    "invalid-name: 'revisionName' must be a revision of component \"greet\", 'greet-v<number>', got \"other-v1\"",
    `unknown-parameter: 'parameterValues[0].name' ${UNKNOWN}, got "b"`,
    MISSING,
  ].join('\n  '));
});
