import { App, Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, ComponentProps, OamPlatform, ParameterValue, Platform, WebLogicWorkload } from '../../../src';
import { report } from '../../base/models';
import { newChart, rendered, smallWorkload } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, FIELD_PATH, FIELD_PATH_REMEDY, KEYS, LABEL_VALUE, SHORT_SUBDOMAIN } from '../../support/texts';

const WORKLOAD = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [{ name: 'main', image: 'example/main:1' }] } };

const component = (props: Partial<ComponentProps> = {}, id = 'greet') => new Component(newChart(), id, { workload: smallWorkload(), ...props });

test('writes workload, parameters and metadata', () => {
  const metadata = { name: 'own', labels: { a: 'b' }, annotations: { c: 'd' } };
  const parameters = [
    { name: 'image', fieldPaths: ['spec.containers[0].image', "spec.containers[1]['image']"], required: true, description: 'The image.' },
    { name: 'level', fieldPaths: ['spec.containers[0].env[0].value'], required: false },
  ];

  expect(rendered(component({ metadata, parameters }))).toEqual([{
    apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { ...metadata, namespace: 'ns' }, spec: { workload: WORKLOAD, parameters },
  }]);
});

test.each<[string, any, string, string]>([
  ["its id and its chart's", undefined, 'greet', 'ns'],
  ['those in its metadata', { name: 'own', namespace: 'other' }, 'own', 'other'],
])('has name and namespace: %s', (_, metadata, name, namespace) => {
  const greet = component({ metadata });

  expect(greet).toMatchObject({ componentName: name, namespace });
  expect(rendered(greet)).toEqual([{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { name, namespace }, spec: { workload: WORKLOAD } }]);
});

test('has no namespace where its chart has none', () => {
  const chart = new Chart(new App(), 'c');
  Platform.install(chart, OamPlatform.verrazzano());
  const greet = new Component(chart, 'greet', { workload: smallWorkload() });

  expect(greet.namespace).toBeUndefined();
  expect(rendered(greet)[0].metadata).toEqual({ name: 'greet' });
});

test('keeps copies, and hands out copies, of its parameters', () => {
  const parameters = [{ name: 'a', fieldPaths: ['spec.a'] }];
  const labels = { a: 'b' };
  const greet = component({ parameters, metadata: { labels } });
  for (const list of [parameters, greet.parameters]) {
    list[0].fieldPaths.push('changed');
    list.pop();
  }
  labels.a = 'changed';

  expect(greet.parameters).toEqual([{ name: 'a', fieldPaths: ['spec.a'] }]);
  expect(rendered(greet)[0]).toMatchObject({ metadata: { labels: { a: 'b' } }, spec: { parameters: [{ name: 'a', fieldPaths: ['spec.a'] }] } });
});

test('has no parameters where none are declared', () => {
  expect(component().parameters).toEqual([]);
});

const NAME_REMEDY = "set 'metadata.name', or a construct id that is a valid name";
const NAMESPACE_REMEDY = "set the chart's namespace, or 'metadata.namespace'";

test.each<[string, string, any, string]>([
  ['the id is no name', 'Greet', {}, `invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "Greet"; ${NAME_REMEDY}`],
  ['the name is too long for a label', 'greet', { metadata: { name: 'a'.repeat(64) } }, `invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "${'a'.repeat(64)}"; ${NAME_REMEDY}`],
  ['the name is empty', 'greet', { metadata: { name: '' } }, `invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got ""; ${NAME_REMEDY}`],
  ['the namespace is none', 'greet', { metadata: { namespace: 'a.b' } }, `invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "a.b"`],
  ['the key of a label is none', 'greet', { metadata: { labels: { 'a b': 'c' } } }, `invalid-label: 'metadata.labels' ${KEYS}, got "a b"`],
  ['the value of a label is none', 'greet', { metadata: { labels: { a: 'b c' } } }, `invalid-label: 'metadata.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['the value of a label is a function', 'greet', { metadata: { labels: { a: () => 1 } } }, "not-plain: 'metadata.labels.a' must be plain data, got a function; give its value"],
  ['metadata are a text', 'greet', { metadata: 'x' }, "invalid-type: 'metadata' must be an object, got a string"],
  ['there is no workload', 'greet', { workload: undefined }, "missing-field: 'workload' is required; give what it runs, such as new DeploymentWorkload()"],
  ['a property of a workload is beside the others', 'greet', { image: 'a/b:1' }, 'unknown-field: \'image\' belongs to a workload; write it there, such as workload: new DeploymentWorkload({ image })'],
  ['a property of a workload stands in place of the workload', 'greet', { workload: undefined, image: 'a/b:1' }, [
    '2 findings:',
    "missing-field: 'workload' is required; give what it runs, such as new DeploymentWorkload()",
    "unknown-field: 'image' belongs to a workload; write it there, such as workload: new DeploymentWorkload({ image })",
  ].join('\n  ')],
  ['the workload is none', 'greet', { workload: WORKLOAD }, "invalid-type: 'workload' must be a workload, got an object; create one, such as new DeploymentWorkload()"],
])('fails when %s', (_, id, props, message) => {
  expect(messageOf(() => component(props, id))).toBe(`[c/${id}] ${message}`);
});

test("fails when the chart's namespace is none", () => {
  const chart = new Chart(new App(), 'c', { namespace: 'a.b' });
  Platform.install(chart, OamPlatform.verrazzano());

  expect(messageOf(() => new Component(chart, 'greet', { workload: smallWorkload() })))
    .toBe(`[c/greet] invalid-name: 'namespace' ${DNS_LABEL}, got "a.b"; ${NAMESPACE_REMEDY}`);
});

test.each<[string, any, string]>([
  ['are no list', {}, "invalid-type: 'parameters' must be a list, got an object"],
  ['hold one without name', [{ fieldPaths: ['a'] }], "missing-field: 'parameters[0].name' is required"],
  ['hold one with an empty name', [{ name: '', fieldPaths: ['a'] }], "invalid-value: 'parameters[0].name' must be a non-empty string, got \"\""],
  ['hold one without field paths', [{ name: 'a' }], "missing-field: 'parameters[0].fieldPaths' is required"],
  ['hold one with an empty list of field paths', [{ name: 'a', fieldPaths: [] }], "missing-field: 'parameters[0].fieldPaths' must have at least 1 field path"],
  ['hold two of one name', [{ name: 'a', fieldPaths: ['a'] }, { name: 'b', fieldPaths: ['a'] }, { name: 'a', fieldPaths: ['b'] }], "duplicate-name: 'parameters[2]' has the same name \"a\" as element 0; give each its own name"],
  ['say by a text whether one is required', [{ name: 'a', fieldPaths: ['a'], required: 'true' }], "invalid-type: 'parameters[0].required' must be a boolean, got a string"],
  ['hold a description that is no text', [{ name: 'a', fieldPaths: ['a'], description: 1 }], "invalid-type: 'parameters[0].description' must be a string, got a number; put it in quotes"],
])('fails when its parameters %s', (_, parameters, message) => {
  expect(messageOf(() => component({ parameters }))).toBe(`[c/greet] ${message}`);
});

test.each(['', '.a', 'a.', 'a..b', 'a[', 'a]', 'a[]', 'a[0]b', 'a b', '[0]', 'a.[0]'])('fails when a field path is %j', fieldPath => {
  expect(messageOf(() => component({ parameters: [{ name: 'a', fieldPaths: ['spec', fieldPath] }] })))
    .toBe(`[c/greet] invalid-value: 'parameters[0].fieldPaths[1]' ${FIELD_PATH}, got ${JSON.stringify(fieldPath)}; ${FIELD_PATH_REMEDY}`);
});

test.each(['a', 'a.b', 'a[0].b', 'a[0][1]', "metadata.annotations['example.com/a']", 'a[*].b'])('takes the field path %s', fieldPath => {
  expect(component({ parameters: [{ name: 'a', fieldPaths: [fieldPath] }] }).parameters[0].fieldPaths).toEqual([fieldPath]);
});

test('fails when there is no platform', () => {
  expect(messageOf(() => new Component(new Chart(new App(), 'c'), 'greet', { workload: smallWorkload() }))).toBe(
    '[c/greet] no-platform: has no platform; call Platform.install() with a KubernetesPlatform or an OamPlatform before the first construct that needs one');
});

describe('what the platform rejects of a workload', () => {
  const NO_UID = "missing-field: 'workload.spec.template.spec.domainUID' is required: the platform creates no domain without it; "
    + 'give the name of the domain, or another that is unique';
  const parameters = [{ name: 'uid', fieldPaths: ['spec.template.spec.domainUID'] }];
  test.each<[string, Partial<ComponentProps>, ParameterValue[] | undefined, string[]]>([
    ['is reported of the component', {}, undefined, [`[c/bobs] ${NO_UID}`]],
    ['may be what a parameter sets', { parameters }, undefined, []],
    ['is what a parameter sets', { parameters }, [{ name: 'uid', value: 'bobs' }], []],
    ['is reported once where a parameter sets another field', { parameters: [{ name: 'other', fieldPaths: ['spec.clusters'] }] }, [], [`[c/bobs] ${NO_UID}`]],
    ['is reported where a parameter has no value', { parameters }, [], [`[c/hello/bobs] ${NO_UID}`]],
  ])('%s', (_, given, parameterValues, expected) => {
    const chart = newChart();
    const bobs = new Component(chart, 'bobs', { workload: new WebLogicWorkload({ template: { name: 'bobs', spec: {} } }), ...given });
    if (parameterValues) new ApplicationConfiguration(chart, 'hello').addComponent(bobs, { parameterValues });

    expect(report(chart.node.root as App)).toEqual(expected);
  });
});

describe('a component from elsewhere', () => {
  test.each<[string, any, string | undefined]>([
    ['without a namespace', undefined, undefined],
    ['with one', { namespace: 'other' }, 'other'],
  ])('has a name, %s, and is not rendered', (_, options, namespace) => {
    const chart = newChart();
    const reference = Component.fromComponentName(chart, 'Ref', 'elsewhere', options);

    expect(reference).toMatchObject({ componentName: 'elsewhere', namespace });
    expect(rendered(chart)).toEqual([]);
  });

  test('fails when its name and its namespace are none', () => {
    expect(messageOf(() => Component.fromComponentName(newChart(), 'ref', 'A_b', { namespace: '' }))).toBe([
      '[c/ref] 2 findings:',
      `invalid-name: 'componentName' ${SHORT_SUBDOMAIN}, got "A_b"`,
      `invalid-name: 'namespace' ${DNS_LABEL}, got ""`,
    ].join('\n  '));
  });
});
