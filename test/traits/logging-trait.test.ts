import { ApplicationConfiguration, CoherenceWorkload, Component, CustomWorkload, LoggingImagePullPolicy, LoggingTrait, WebLogicWorkload, Workload } from '../../src';
import { bind, newChart, renderedTraits, smallWorkload } from '../support/app';
import { messageOf } from '../support/message';

const TYPE = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'LoggingTrait' };
const SUBJECT = '[c/hello/greet/logging]';

const logging = (props?: any, workload?: Workload) => new LoggingTrait(bind(workload), 'logging', props);

test.each(Object.values(LoggingImagePullPolicy))('writes every field, with the pull policy %s', imagePullPolicy => {
  const spec = { loggingConfig: '<match **>\n  @type stdout\n</match>\n', loggingImage: 'example/fluentd:1', imagePullPolicy };

  expect(renderedTraits(logging(spec).binding)[0]).toEqual({ ...TYPE, spec });
});

test.each<[string, Workload]>([
  ['Coherence', new CoherenceWorkload({ template: { name: 'a', spec: { domainUID: 'a' } } })],
  ['WebLogic', new WebLogicWorkload({ template: { name: 'a', spec: { domainUID: 'a' } } })],
  ['a custom workload', new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } })],
])('needs no image on %s', (_, workload) => {
  expect(renderedTraits(logging(undefined, workload).binding)[0]).toEqual({ ...TYPE, spec: {} });
});

const WITHOUT_IMAGE = "logging-without-image: 'loggingImage' is required on this workload: the platform has its own image for Coherence and WebLogic only; "
  + 'give an image with Fluentd';

test.each([
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload'], ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload'],
  ['apps/v1', 'Deployment'], ['apps/v1', 'StatefulSet'], ['apps/v1', 'DaemonSet'], ['v1', 'Pod'],
])('fails without an image on %s %s', (apiVersion, kind) => {
  const containers = [{ name: 'main', image: 'example/main:1' }];
  const workload = new CustomWorkload({ manifest: { apiVersion, kind, spec: { selector: {}, template: { spec: { containers } }, containers } } });

  expect(messageOf(() => logging(undefined, workload))).toBe(`${SUBJECT} ${WITHOUT_IMAGE}`);
});

test('needs no image on a component from elsewhere', () => {
  const chart = newChart();
  const binding = new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
  new LoggingTrait(binding, 'logging');

  expect(renderedTraits(binding)).toEqual([{ ...TYPE, spec: {} }]);
});

const IMAGE = 'example/fluentd:1';

test.each<[string, any, string]>([
  ['there is no image', {}, WITHOUT_IMAGE],
  ['the image is empty', { loggingImage: '' }, "invalid-value: 'loggingImage' must be a non-empty string, got \"\""],
  ['the configuration is an object', { loggingImage: IMAGE, loggingConfig: { match: '**' } }, "invalid-type: 'loggingConfig' must be a string, got an object"],
  ['the pull policy is unknown', { loggingImage: IMAGE, imagePullPolicy: 'always' }, "invalid-value: 'imagePullPolicy' must be one of Always, IfNotPresent, Never, got \"always\"; did you mean \"Always\"?"],
  ['the configuration is a function', { loggingImage: IMAGE, loggingConfig: () => '' }, "not-plain: 'loggingConfig' must be plain data, got a function; give its value"],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => logging(props, smallWorkload()))).toBe(`${SUBJECT} ${message}`);
});
