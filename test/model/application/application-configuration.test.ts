import { App, Chart } from 'cdk8s';
import { ApplicationConfiguration, ApplicationConfigurationProps, Component, OamPlatform, Platform } from '../../../src';
import { bind, newChart, rendered, smallWorkload } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, KEYS, LABEL_VALUE, SHORT_SUBDOMAIN } from '../../support/texts';

const application = (props?: ApplicationConfigurationProps, id = 'hello') => new ApplicationConfiguration(newChart(), id, props);

test.each<[string, any, any]>([
  ["its id and its chart's namespace", undefined, { name: 'hello', namespace: 'ns' }],
  ['all that is given', { name: 'own', namespace: 'other', labels: { a: 'b' }, annotations: { version: 'v1', description: 'a b' } }, { name: 'own', namespace: 'other', labels: { a: 'b' }, annotations: { version: 'v1', description: 'a b' } }],
])('its metadata: %s', (_, metadata, expected) => {
  const hello = application({ metadata });

  expect(hello).toMatchObject({ applicationName: expected.name, namespace: expected.namespace });
  expect(rendered(hello)).toEqual([{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ApplicationConfiguration', metadata: expected, spec: { components: [] } }]);
});

test('has no namespace where its chart has none', () => {
  const chart = new Chart(new App(), 'c');
  Platform.install(chart, OamPlatform.verrazzano());

  expect(new ApplicationConfiguration(chart, 'hello').namespace).toBeUndefined();
});

test('binds components in order; the list of bindings is a copy', () => {
  const chart = newChart();
  const hello = new ApplicationConfiguration(chart, 'hello');
  const bindings = ['b', 'a'].map(id => hello.addComponent(new Component(chart, id, { workload: smallWorkload() })));
  hello.bindings.pop();

  expect(hello.bindings).toEqual(bindings);
  expect(rendered(chart).find(o => o.kind === 'ApplicationConfiguration').spec.components.map((c: any) => c.componentName)).toEqual(['b', 'a']);
});

test('a binding that was taken away is not written', () => {
  const binding = bind();
  const hello = binding.application as ApplicationConfiguration;
  hello.node.tryRemoveChild(binding.node.id);

  expect(hello.bindings).toEqual([]);
  expect(rendered(hello).find(o => o.kind === 'ApplicationConfiguration').spec.components).toEqual([]);
});

test('keeps a copy of its metadata', () => {
  const annotations = { version: 'v1' };
  const hello = application({ metadata: { annotations } });
  annotations.version = 'changed';

  expect(rendered(hello)[0].metadata.annotations).toEqual({ version: 'v1' });
});

const NAME_REMEDY = "set 'metadata.name', or a construct id that is a valid name";

test.each<[string, string, any, string]>([
  ['the id is no name', 'Hello', undefined, `invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "Hello"; ${NAME_REMEDY}`],
  ['the name is too long for a label', 'hello', { name: 'a'.repeat(64) }, `invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "${'a'.repeat(64)}"; ${NAME_REMEDY}`],
  ['the namespace is none', 'hello', { namespace: 'A' }, `invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "A"`],
  ['the key of an annotation is none', 'hello', { annotations: { 'a b': '' } }, `invalid-annotation: 'metadata.annotations' ${KEYS}, got "a b"`],
  ['an annotation is a number', 'hello', { annotations: { version: 1 } }, "invalid-annotation: 'metadata.annotations.version' must be a string, got a number; put it in quotes"],
  ['the value of a label is too long', 'hello', { labels: { a: 'b'.repeat(64) } }, `invalid-label: 'metadata.labels.a' ${LABEL_VALUE}, got "${'b'.repeat(64)}"`],
  ['an annotation is a function', 'hello', { annotations: { a: () => '' } }, "not-plain: 'metadata.annotations.a' must be plain data, got a function; give its value"],
])('fails when %s', (_, id, metadata: any, message) => {
  expect(messageOf(() => application({ metadata }, id))).toBe(`[c/${id}] ${message}`);
});

test("fails when the chart's namespace is none", () => {
  const chart = new Chart(new App(), 'c', { namespace: 'A' });
  Platform.install(chart, OamPlatform.verrazzano());

  expect(messageOf(() => new ApplicationConfiguration(chart, 'hello')))
    .toBe(`[c/hello] invalid-name: 'namespace' ${DNS_LABEL}, got "A"; set the chart's namespace, or 'metadata.namespace'`);
});

test('fails when there is no component to add', () => {
  expect(messageOf(() => application().addComponent(undefined as any))).toBe("[c/hello/component] invalid-type: 'component' must be a component, got nothing; give a Component, or what Component.fromComponentName() returns");
});

test('fails when a component is added twice: at synth, with all else that only the tree shows', () => {
  const chart = newChart();
  const hello = new ApplicationConfiguration(chart, 'hello');
  const greet = new Component(chart, 'greet', { workload: smallWorkload() });

  expect([hello.addComponent(greet), hello.addComponent(greet)].map(binding => binding.node.id)).toEqual(['greet', 'greet-2']);
  expect(messageOf(() => (chart.node.root as App).synthYaml())).toBe([
    'Validation failed with the following errors:',
    "[c/hello/greet-2] component-bound-twice: component \"greet\" is already bound by 'c/hello/greet': both would change its one workload; bind it once, or declare a second component with its own workload",
  ].join('\n  '));
});
