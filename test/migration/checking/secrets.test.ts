import * as library from '../../../src';
import { describeLocated, ManifestError } from '../../../src/files/reading';
import { renderManifests } from '../../../src/migration/render-manifests';
import { importManifests } from '../../../src/migration/typescript/import-manifests';
import { validateManifests } from '../../../src/migration/validate';
import { application, component, documents, KUBERNETES, OAM, read, trait } from '../support';

/** In each place of a secret there is this text, or a number that begins with these digits. */
const SECRET = /hunter|98765/;

/** All that is said of a text, by whatever. */
function allSaid(text: string): string[] {
  const manifests = read(text);
  const said = [...manifests.findings, ...[OAM, KUBERNETES].flatMap(options => validateManifests(manifests, options))].map(describeLocated);
  const ways: (() => readonly string[])[] = [
    () => renderManifests(manifests, OAM).warnings.map(describeLocated),
    () => renderManifests(manifests, KUBERNETES).warnings.map(describeLocated),
    () => importManifests(manifests, 'out', library).warnings.map(describeLocated),
  ];
  for (const way of ways) {
    try {
      said.push(...way());
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      said.push(...error.findings.map(describeLocated), error.message, JSON.stringify(error));
    }
  }
  return said;
}

const containerized = (container: string) => component('a', `{apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, spec: {containers: [${container}]}}`);

/** The same in a pod of Kubernetes. */
const helidon = (container: string, more = '') => component('a',
  `{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoHelidonWorkload, spec: {deploymentTemplate: {metadata: {name: a}, podSpec: {containers: [${container}]${more}}}}}`);

const deployment = (container: string) => component('a',
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [${container}]}}}}`);

const bound = (text: string, more = '') => documents(application('app', `{componentName: a${more}}`), text);
const traits = (...given: string[]) => bound(containerized('{name: a, image: i}'), `, traits: [${given.map(each => `{trait: ${each}}`).join(', ')}]`);

const VARIABLES = [
  'env: hunter', 'env: [hunter]', 'env: ["A=hunter"]', 'env: {A: hunter}', 'env: [{name: A, value: 98765}]', 'env: [{name: A, value: [hunter]}]', 'env: [{name: A, value: {b: hunter}}]',
  'env: [{name: "A=hunter"}]', 'env: [{name: "A=hunter", value: x}]', 'env: [{value: hunter}]', 'env: [{name: A, value: hunter}, {name: A, value: hunter2}]',
];

const FILES = ['config: hunter', 'config: [hunter]', 'config: [{path: x, value: 98765}]', 'config: [{path: /x, value: [hunter]}]', 'config: [{value: hunter}]', 'config: {x: hunter}'];

const COMMANDS = ['args: --password=hunter', 'command: run --password=hunter', 'args: [98765]', 'args: {password: hunter}', 'args: [{password: hunter}]'];

const PROBES = [
  'livenessProbe: {httpGet: {path: /, port: 80, httpHeaders: ["Authorization: hunter"]}}', 'livenessProbe: {httpGet: {path: /, port: 80, httpHeaders: "Authorization: hunter"}}',
  'livenessProbe: {httpGet: {path: /, port: 80, httpHeaders: [{name: A, value: 98765}]}}', 'livenessProbe: {exec: {command: "curl -u hunter"}}', 'livenessProbe: {exec: {command: [98765]}}',
];

test.each([...VARIABLES, ...FILES, ...COMMANDS, ...PROBES, 'imagePullSecret: hunter x', 'imagePullSecret: 98765', 'env: [{name: A, fromSecret: hunter}]', 'env: [{name: A, fromSecret: {name: "hunter x", key: "hunter x"}}]'])(
  'of a container of OAM nothing secret is shown: %s', field => {
    expect(allSaid(bound(containerized(`{name: A, image: i, ${field}}`))).filter(each => SECRET.test(each))).toEqual([]);
  });

test.each([
  ...VARIABLES, 'env: [{name: "B=hunter", value: "", valueFrom: {}}]', 'envFrom: hunter', 'envFrom: [hunter]', 'envFrom: [{secretRef: hunter}]', 'envFrom: [{secretRef: {name: "hunter x"}}]',
])('of a container of Kubernetes nothing secret is shown: %s', field => {
  for (const workload of [helidon, deployment]) expect(allSaid(bound(workload(`{name: A, image: i, ${field}}`))).filter(each => SECRET.test(each))).toEqual([]);
});

test.each([
  ['the secrets of a pod', bound(helidon('{name: a, image: i}', ', imagePullSecrets: ["hunter x", {name: "hunter x"}, 98765]'))],
  ['the secret of a volume', bound(helidon('{name: a, image: i}', ', volumes: [{name: v, secret: {secretName: "hunter x"}}, {name: w, secret: hunter}]'))],
  ['the secret of a domain', bound(component('a', '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoWebLogicWorkload, spec: {template: {metadata: {name: a}, spec: {webLogicCredentialsSecret: hunter}}}}'))],
  ['the name of a domain\'s secret', bound(component('a', '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoWebLogicWorkload, spec: {template: {metadata: {name: a}, spec: {webLogicCredentialsSecret: {name: "hunter x"}}}}}'))],
  ['the secrets of Coherence', bound(component('a', '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoCoherenceWorkload, spec: {template: {metadata: {name: a}, spec: {coherence: {metrics: {ssl: {secrets: "hunter x"}}}}}}}'))],
  ['the secret of a MetricsTrait', traits(trait('MetricsTrait', '{secret: "hunter x"}'), trait('MetricsTrait', '{secret: 98765}'))],
  ['the secret of an IngressTrait', traits(trait('IngressTrait', '{rules: [{hosts: [a]}], tls: {secretName: "hunter x"}}'))],
  ['what stands in place of the secret of an IngressTrait', traits(trait('IngressTrait', '{rules: [{hosts: [a]}], tls: hunter}'))],
  ['the configuration of logging', traits(trait('LoggingTrait', '{loggingImage: i, loggingConfig: 98765}'), trait('LoggingTrait', '{loggingConfig: [hunter]}'))],
  ['the password in the URL of an image', traits(trait('LoggingTrait', '{loggingImage: [], imagePullPolicy: "https://me:hunter@example.com"}'))],
  ['the values of parameters', bound(component('a', '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}', 'parameters: [{name: p, fieldPaths: [data.p]}]'), ', parameterValues: [{name: p, value: [hunter]}, {name: p, value: 98765.5}, {name: q, value: hunter}]')],
  ...['metadata.name', 'metadata.labels', 'ports[0].containerPort', 'ports[0].name', 'imagePullPolicy', 'env[0].name', 'volumeMounts'].map((field): [string, string] => {
    const path = field.startsWith('metadata') ? field : `podSpec.containers[0].${field}`;
    return [`the value of a parameter that sets ${path}`, bound(
      `${helidon('{name: a, image: i, ports: [{containerPort: 80}], env: [{name: A}]}')}  parameters: [{name: p, fieldPaths: ["spec.deploymentTemplate.${path}"]}]\n`,
      ', parameterValues: [{name: p, value: "hunter 98765,"}]')];
  }),
  ['the data of a Secret as a workload', bound(component('a', '{apiVersion: v1, kind: Secret, metadata: {name: A}, data: {a: hunter}, stringData: hunter}'))],
  ['the data of a Secret', 'apiVersion: v1\nkind: Secret\nmetadata: {name: A, labels: [], uid: x}\ndata: hunter\nstringData: {a: 98765, b: "{{ hunter }}"}\n'],
  ['the values of annotations', 'apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {name: a, annotations: {pw: 98765, other: [hunter]}}\nspec: {workload: {apiVersion: v1, kind: ConfigMap}}\n'],
  ['a document that is a text', '--- # first\nhunter\n---\n- hunter\n'],
])('of %s nothing is shown', (_, text) => {
  expect(allSaid(text).filter(each => SECRET.test(each))).toEqual([]);
});

/** What may be written in the place of a list or a map of secrets, and in the places of what these hold. */
const WRONG = [
  'hunter', '98765', '[hunter]', '[98765]', '["A=hunter"]', '[[hunter]]', '[{a: hunter}]', '{a: hunter}', '{a: 98765}', '{a: {b: hunter}}', '{a: [hunter]}',
  '[{name: "A=hunter"}]', '[{name: "A hunter", value: hunter}]', '[{name: 98765}]', '[{name: A, value: 98765}]', '[{name: "A=hunter", value: hunter}, {name: "A=hunter", value: hunter}]',
  '[{path: hunter}]', '[{path: 98765}]', '[{path: x, value: {a: hunter}}]',
];

const pod = (fields: string) => `{containers: [{name: a, image: i, ${fields}}]}`;
const parameterized = (value: string) => `{componentName: a, parameterValues: ${value}}`;
const inPods = (field: string): [string, (value: string) => string][] => [
  ['a container of OAM', value => bound(containerized(`{name: a, image: i, ${field}: ${value}}`))],
  ['a Helidon workload', value => bound(helidon(`{name: a, image: i, ${field}: ${value}}`))],
  ['a Deployment', value => bound(deployment(`{name: a, image: i, ${field}: ${value}}`))],
  ['a Coherence workload', value => bound(component('a', '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoCoherenceWorkload, spec: {template: {metadata: {name: a}, '
    + `spec: {${field}: ${value}, jvm: {args: ${value}}, application: {args: ${value}}}}}}`))],
  ['a WebLogic workload', value => bound(component('a', '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoWebLogicWorkload, spec: {template: {metadata: {name: a}, '
    + `spec: {domainUID: a, serverPod: {${field}: ${value}}, configuration: ${value}}}}}`))],
  ['a CronJob', value => bound(component('a', `{apiVersion: batch/v1, kind: CronJob, metadata: {name: a}, spec: {jobTemplate: {spec: {template: {spec: ${pod(`${field}: ${value}`)}}}}}}`))],
];
const inObjects = (field: string): [string, (value: string) => string][] => ['Secret', 'ConfigMap'].flatMap<[string, (value: string) => string]>(kind => [
  [`a ${kind} as a workload`, value => bound(component('a', `{apiVersion: v1, kind: ${kind}, metadata: {name: a}, ${field}: ${value}}`))],
  [`a ${kind}`, value => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: a}\n${field}: ${value}\n`],
  [`a ${kind} in a List`, value => `apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ${kind}, metadata: {name: a}, ${field}: ${value}}]\n`],
]);

/** Places, and what gives a text with a value there. */
const PLACES: readonly [string, (value: string) => string][] = [
  ...['env', 'envFrom', 'args', 'command', 'config'].flatMap(field => inPods(field).map(([what, of]): [string, (value: string) => string] => [`${field} of ${what}`, of])),
  ...['data', 'stringData', 'binaryData', 'Data'].flatMap(field => inObjects(field).map(([what, of]): [string, (value: string) => string] => [`${field} of ${what}`, of])),
  ['the field immutable of a Secret', value => bound(component('a', `{apiVersion: v1, kind: Secret, metadata: {name: a}, immutable: ${value}}`))],
  ['the template of a MultiClusterSecret', value => `apiVersion: clusters.verrazzano.io/v1alpha1\nkind: MultiClusterSecret\nmetadata: {name: a}\nspec: {placement: {clusters: [{name: x}]}, template: {stringData: ${value}}}\n`],
  ['parameterValues', value => documents(application('app', parameterized(value)), component('a', '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}', 'parameters: [{name: p, fieldPaths: [data.p]}]'))],
  ['parameterValues of a component that is elsewhere', value => application('app', parameterized(value))],
  ['parameterValues of a MultiClusterApplicationConfiguration', value => 'apiVersion: clusters.verrazzano.io/v1alpha1\nkind: MultiClusterApplicationConfiguration\nmetadata: {name: a}\n'
    + `spec: {placement: {clusters: [{name: x}]}, template: {metadata: {name: a}, spec: {components: [${parameterized(value)}]}}}\n`],
];

/** With all tests, everything is tried in each place; otherwise a quarter in each place, so that everything is tried in a quarter of them. */
const TRIED = PLACES.map(([what, of], place) => [what, of, WRONG.filter((_, index) => process.env.TESTS === 'all' || (index + place) % 4 === 0)] as const);

test.each(TRIED)('nothing of %s is shown, whatever stands there', (_, of, wrong) => {
  expect(wrong.flatMap(value => allSaid(of(value)).filter(each => SECRET.test(each)).map(each => `${value}: ${each}`))).toEqual([]);
});
