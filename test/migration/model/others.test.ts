import { PORT, SUBDOMAIN } from '../../support/texts';
import { application, component, deployment, documents, KUBERNETES, told } from '../support';

const VENDOR = 'oam.verrazzano.io/v1alpha1';
const OAM = 'core.oam.dev/v1alpha2';
const REF = 'workloadRef: {apiVersion: apps/v1, kind: Deployment, name: a}';

/** An object by itself, in four lines. */
const object = (apiVersion: string, kind: string, spec: string, metadata = '{name: x, namespace: ns}') => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${metadata}\nspec: ${spec}\n`;

const alone = (kind: string) => `standalone-oam-object: is outside of an application, and a cluster without an OAM platform does not know the kind ${kind}; put a trait or a workload into an application or a component; leave out what only the platform reads`;

test.each([
  ['core.oam.dev/v1beta1', 'Application'], ['core.oam.dev/v1alpha1', 'Component'], ['core.oam.dev/v1alpha1', 'ApplicationConfiguration'],
])('another version of OAM is told, and not checked: %s %s', (apiVersion, kind) => {
  const text = object(apiVersion, kind, '{components: 5, workload: []}');
  expect(told(text)).toEqual([`f.yaml:1:1: warning: other-oam-version: is ${kind} of ${apiVersion}, which is unknown: it is neither changed nor checked; check it with the tools of its own platform`]);
  expect(told(text, KUBERNETES)).toEqual([`f.yaml:1:1: ${alone(kind)}`]);
});

test('fails when a kind of OAM is spelled wrongly', () => {
  const wrong = (kind: string, meant: string) => `f.yaml:2:1: other-oam-version: 'kind' is ${kind} of ${OAM}, which is unknown: it is neither changed nor checked; did you mean "${meant}"?`;
  expect(told(object(OAM, 'ApplicationConfiguratoin', '{}'))).toEqual([wrong('ApplicationConfiguratoin', 'ApplicationConfiguration')]);
  expect(told(object(OAM, 'Componnet', '{}'))).toEqual([wrong('Componnet', 'Component')]);
});

test.each([
  [VENDOR, 'MetricsTrait', `{port: 0, ${REF}}`, `f.yaml:4:8: invalid-port: 'spec.port' ${PORT}, got 0`],
  [VENDOR, 'IngressTrait', `{rules: [], ${REF}}`, 'f.yaml:4:8: missing-field: \'spec.rules\' must have at least one rule; write [{}] for all paths on the generated host'],
  [VENDOR, 'IngressTrait', `{${REF}}`, 'f.yaml:4:1: missing-field: \'spec.rules\' must have at least one rule; write [{}] for all paths on the generated host'],
  [VENDOR, 'IngressTrait', '[]', 'f.yaml:4:1: invalid-type: \'spec\' must be an object, got a list of 0'],
  [VENDOR, 'LoggingTrait', `{loggingImage: 5, ${REF}}`, 'f.yaml:4:8: invalid-value: \'spec.loggingImage\' must be a non-empty string, got a number; put it in quotes'],
  [OAM, 'ManualScalerTrait', `{${REF}}`, 'f.yaml:4:1: missing-field: \'spec.replicaCount\' is required'],
  [OAM, 'ContainerizedWorkload', '{containers: []}', 'f.yaml:4:8: missing-field: \'spec.containers\' must have at least 1 container'],
  [VENDOR, 'VerrazzanoHelidonWorkload', '{}', 'f.yaml:4:1: missing-field: \'spec.deploymentTemplate\' is required'],
])('fails when a trait or a workload by itself is odd: %s %s %s', (apiVersion, kind, spec, expected) => {
  const text = object(apiVersion, kind, spec);
  expect(told(text)).toEqual([expected]);
  expect(told(text, KUBERNETES)).toEqual([`f.yaml:1:1: ${alone(kind)}`]);
});

test('fails when a trait by itself names no workload', () => {
  const required = 'is required of a trait outside of an application; name the workload, or put the trait into an application';
  expect(told(object(VENDOR, 'MetricsTrait', '{port: 8080}'))).toEqual([`f.yaml:4:1: missing-field: 'spec.workloadRef' ${required}`]);
});

test('fails when the metadata of a trait or a workload by itself is odd', () => {
  for (const [apiVersion, kind, spec] of [[VENDOR, 'MetricsTrait', `{${REF}}`], [OAM, 'ContainerizedWorkload', '{containers: [{name: a, image: i}]}']]) {
    expect(told(object(apiVersion, kind, spec, '{name: A}'))).toEqual([`f.yaml:3:12: invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A"`]);
  }
});

test('kinds of a platform that are not known pass there, and nowhere else', () => {
  const text = documents(object(VENDOR, 'OtherTrait', '5'), object('clusters.verrazzano.io/v1alpha1', 'VerrazzanoProject', '[]'), object(OAM, 'HealthScope', '{}'));
  expect(told(text)).toEqual([]);
  expect(told(text, KUBERNETES)).toEqual([`f.yaml:1:1: ${alone('OtherTrait')}`, `f.yaml:6:1: ${alone('VerrazzanoProject')}`, `f.yaml:11:1: ${alone('HealthScope')}`]);
});

test('objects of other kinds are held against their schemas, where there are some', () => {
  expect(told(documents(object('v1', 'ConfigMap', '5', '[]'), object('example.com/v1', 'Trait', '{port: x}'), object('a b', 'X', '{}')))).toEqual([
    'f.yaml:3:1: invalid-type: \'metadata\' must be an object, got a list of 0',
    'f.yaml:4:1: unknown-field: \'spec\' is an unknown field; expected one of apiVersion, binaryData, data, immutable, kind, metadata; '
      + 'the API server silently drops it; leave it out, or check where it belongs',
    'f.yaml:7:1: warning: no-schema: \'kind\' has no schema: the fields of "example.com/v1" Trait are not checked; '
      + 'give the CustomResourceDefinition of the kind to have its fields checked',
    'f.yaml:11:1: invalid-value: \'apiVersion\' must be an API version such as "apps/v1", got "a b"',
  ]);
});

test('what the OAM runtime has made of an application is left out where the application is there', () => {
  const made = (owner: string, name: string, kind = 'MetricsTrait') => object(VENDOR, kind, `{${REF}}`, `{name: ${name}, namespace: ns, labels: {app.oam.dev/name: ${owner}}}`);
  const text = documents(application('app', 'componentName: a'), component('a', deployment('a')), made('app', 'x'), made('app', 'z', 'VerrazzanoOther'), made('elsewhere', 'x-2'));
  const leftOut = 'warning: standalone-oam-object: is what the OAM runtime made of application "app", and is not rendered: the application says the same; leave it out';
  expect(told(text)).toEqual([]);
  expect(told(text, KUBERNETES)).toEqual([
    `f.yaml:14:1: ${leftOut}`, `f.yaml:19:1: ${leftOut}`, `f.yaml:24:1: ${alone('MetricsTrait')}`,
  ]);
});
