import { OamPlatform, Scraper } from '../../../src';
import { DNS_LABEL, FIELD_PATH, FIELD_PATH_REMEDY, PORT, SECRET, SUBDOMAIN } from '../../support/texts';
import { application, component, documents, told } from '../support';

const HEAD = 'apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {name: a, namespace: ns}\n';

test('fails when there is no workload', () => {
  expect(told(HEAD)).toEqual(['f.yaml:1:1: missing-field: \'spec.workload\' is required']);
  expect(told(`${HEAD}spec:\n`)).toEqual(['f.yaml:4:1: missing-field: \'spec.workload\' is required']);
  expect(told(`${HEAD}spec: {}\n`)).toEqual(['f.yaml:4:1: missing-field: \'spec.workload\' is required']);
  expect(told(`${HEAD}spec:\n  parameters: []\n  workload:\n`)).toEqual(['f.yaml:6:3: missing-field: \'spec.workload\' is required']);
  expect(told('apiVersion: clusters.verrazzano.io/v1alpha1\nkind: MultiClusterComponent\nmetadata: {name: a}\nspec:\n  placement: {clusters: [{name: local}]}\n  template:\n    spec: {}\n')).toEqual([
    'f.yaml:7:5: missing-field: \'spec.template.spec.workload\' is required',
  ]);
});

test('fails when the workload is no object of a kind', () => {
  expect(told(component('a', '[]'))).toEqual(['f.yaml:5:3: invalid-type: \'spec.workload\' must be an object, got a list of 0']);
  expect(told(component('a', 'text'))).toEqual(['f.yaml:5:3: invalid-type: \'spec.workload\' must be an object, got a string']);
  expect(told(component('a', '{}'))).toEqual([
    'f.yaml:5:3: missing-field: \'spec.workload.apiVersion\' is required',
    'f.yaml:5:3: missing-field: \'spec.workload.kind\' is required',
  ]);
  expect(told(component('a', '{apiVersion: a b, kind: 5, metadata: {name: A, labels: {x: 1}}}'))).toEqual([
    'f.yaml:5:14: invalid-value: \'spec.workload.apiVersion\' must be an API version such as "apps/v1", got "a b"',
    'f.yaml:5:31: invalid-value: \'spec.workload.kind\' must be a kind such as "Deployment", got 5',
    `f.yaml:5:51: invalid-name: 'spec.workload.metadata.name' ${SUBDOMAIN}, got "A"`,
    'f.yaml:5:69: invalid-label: \'spec.workload.metadata.labels.x\' must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters), got 1',
  ]);
});

test('fails when parameters are odd', () => {
  const parameters = ['parameters:', '  - name: a', '    fieldPaths: [spec.x, "spec.", 5]', '  - {name: a, fieldPaths: []}', '  - {required: 1, description: [], fieldPaths: {}}', '  -'];
  expect(told(component('a', '{apiVersion: v1, kind: ConfigMap}', ...parameters))).toEqual([
    `f.yaml:8:28: invalid-value: 'spec.parameters[0].fieldPaths[1]' ${FIELD_PATH}, got "spec."; ${FIELD_PATH_REMEDY}`,
    `f.yaml:8:37: invalid-value: 'spec.parameters[0].fieldPaths[2]' ${FIELD_PATH}, got 5; ${FIELD_PATH_REMEDY}`,
    'f.yaml:9:7: duplicate-name: \'spec.parameters[1]\' has the same name "a" as element 0; give each its own name',
    'f.yaml:9:17: missing-field: \'spec.parameters[1].fieldPaths\' must have at least 1 field path',
    'f.yaml:10:7: missing-field: \'spec.parameters[2].name\' is required',
    'f.yaml:10:8: invalid-type: \'spec.parameters[2].required\' must be a boolean, got a number',
    'f.yaml:10:21: invalid-type: \'spec.parameters[2].description\' must be a string, got a list of 0',
    'f.yaml:10:38: invalid-type: \'spec.parameters[2].fieldPaths\' must be a list, got an object',
    'f.yaml:11:6: invalid-type: \'spec.parameters[3]\' must be an object, got null',
  ]);
  expect(told(component('a', '{apiVersion: v1, kind: ConfigMap}', 'parameters: {}'))).toEqual(['f.yaml:6:3: invalid-type: \'spec.parameters\' must be a list, got an object']);
  expect(told(component('a', '{apiVersion: v1, kind: ConfigMap}', 'parameters:'))).toEqual(['f.yaml:6:3: invalid-type: \'spec.parameters\' must not be null; leave the field out']);
});

// the workloads of OAM are checked as the typed ones are, at their place in the component
test.each([
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload', ['containers:', '  - name: Main', '    image: ""', '    ports: [{name: h1, containerPort: 0}]', '    imagePullSecret: A b', '    resources: {cpu: {required: 1}, memory: {required: 512M1}}'], [
    `f.yaml:10:11: invalid-name: 'spec.workload.spec.containers[0].name' ${DNS_LABEL}, got "Main"`,
    'f.yaml:11:11: invalid-value: \'spec.workload.spec.containers[0].image\' must be a non-empty string, got ""',
    'f.yaml:12:20: invalid-value: \'spec.workload.spec.containers[0].ports[0].name\' must be lower-case letters only: OAM allows neither digits nor dashes in the name of a port, got "h1"',
    `f.yaml:12:30: invalid-port: 'spec.workload.spec.containers[0].ports[0].containerPort' ${PORT}, got 0`,
    `f.yaml:13:11: invalid-name: 'spec.workload.spec.containers[0].imagePullSecret' ${SECRET}`,
    'f.yaml:14:29: invalid-value: \'spec.workload.spec.containers[0].resources.cpu.required\' must be a quantity in quotes, such as "500m", "1" or "256Mi", got 1',
    'f.yaml:14:52: invalid-value: \'spec.workload.spec.containers[0].resources.memory.required\' must be a quantity such as "500m", "1" or "256Mi", got "512M1"',
  ]],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload', ['deploymentTemplate:', '  metadata: {name: A}', '  podSpec: {containers: [{ports: [{containerPort: 0}]}]}', '  strategy: {type: Fast}', 'serviceTemplate: {serviceSpec: {ports: [{}]}}'], [
    `f.yaml:10:20: invalid-name: 'spec.workload.spec.deploymentTemplate.metadata.name' ${SUBDOMAIN}, got "A"`,
    'f.yaml:11:32: missing-field: \'spec.workload.spec.deploymentTemplate.podSpec.containers[0].name\' is required',
    `f.yaml:11:42: invalid-port: 'spec.workload.spec.deploymentTemplate.podSpec.containers[0].ports[0].containerPort' ${PORT}, got 0`,
    'f.yaml:12:20: invalid-value: \'spec.workload.spec.deploymentTemplate.strategy.type\' must be one of RollingUpdate, Recreate, got "Fast"',
    'f.yaml:13:47: missing-field: \'spec.workload.spec.serviceTemplate.serviceSpec.ports[0].port\' is required',
  ]],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoCoherenceWorkload', ['template:', '  metadata: {name: A}', '  spec: {ports: [{port: 0}], coherence: {metrics: {port: x}}}'], [
    `f.yaml:10:20: invalid-name: 'spec.workload.spec.template.metadata.name' ${SUBDOMAIN}, got "A"`,
    `f.yaml:11:25: invalid-port: 'spec.workload.spec.template.spec.ports[0].port' ${PORT}, got 0`,
    `f.yaml:11:58: invalid-port: 'spec.workload.spec.template.spec.coherence.metrics.port' ${PORT}, got "x"`,
  ]],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoWebLogicWorkload', ['template:', '  apiVersion: weblogic.oracle/v9', '  spec: {domainUID: d, webLogicCredentialsSecret: {name: A b}}', 'clusters: [{metadata: {}}]'], [
    'f.yaml:9:7: missing-field: \'spec.workload.spec.template.metadata\' is required',
    `f.yaml:11:58: invalid-name: 'spec.workload.spec.template.spec.webLogicCredentialsSecret.name' ${SECRET}`,
    'f.yaml:12:18: missing-field: \'spec.workload.spec.clusters[0].spec\' is required',
    'f.yaml:12:19: missing-field: \'spec.workload.spec.clusters[0].metadata.name\' is required',
  ]],
])('fails when the fields of a workload cannot be: %s %s', (apiVersion, kind, spec, expected) => {
  const text = `${HEAD}spec:\n  workload:\n    apiVersion: ${apiVersion}\n    kind: ${kind}\n    spec:\n${spec.map(line => `      ${line}\n`).join('')}`;
  expect(told(text)).toEqual(expected);
});

test('what is bound to a component is checked even where a field of its workload is wrong', () => {
  const scaler = '{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 1}}}';
  const config = '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: 1}}';
  expect(told(documents(application('app', `{componentName: a, traits: [${scaler}]}`), component('a', config)))).toEqual([
    'f.yaml:6:36: not-scalable: \'spec.components[0].traits[0].trait\' is on component "a", whose workload is a ConfigMap: it has no number of replicas to set; '
      + 'put the trait on the component whose workload runs the pods, or leave it out',
    'f.yaml:12:75: invalid-type: \'spec.workload.data.a\' must be a string, got a number; put it in quotes',
  ]);
});

test('what a parameter sets is not looked at in the workload', () => {
  const workload = '{apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, spec: {containers: [{name: main, image: "", ports: [{name: http, containerPort: 0}]}]}}';
  expect(told(component('a', workload, 'parameters: [{name: i, fieldPaths: ["spec.containers[0].image"]}]'))).toEqual([
    `f.yaml:5:143: invalid-port: 'spec.workload.spec.containers[0].ports[0].containerPort' ${PORT}, got 0`,
  ]);
  expect(told(component('a', workload, 'parameters: [{name: i, fieldPaths: ["spec.containers[0]"]}]'))).toEqual([]);
  expect(told(component('a', workload, 'parameters: [{name: i, fieldPaths: ["spec.containers[1].image"]}]'))).toEqual([
    'f.yaml:5:111: invalid-value: \'spec.workload.spec.containers[0].image\' must be a non-empty string, got ""',
    `f.yaml:5:143: invalid-port: 'spec.workload.spec.containers[0].ports[0].containerPort' ${PORT}, got 0`,
  ]);
});

test('the kinds of another vendor are known where the platform says so', () => {
  const text = component('a', '{apiVersion: oam.acme.io/v1alpha1, kind: AcmeHelidonWorkload, spec: {}}');
  const platform = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.parse('acme/prometheus') });
  expect(told(text)).toEqual([]);
  expect(told(text, { platform })).toEqual(['f.yaml:5:75: missing-field: \'spec.workload.spec.deploymentTemplate\' is required']);
});

test('components without a name are told each by itself', () => {
  const nameless = 'apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {}\nspec: {workload: {apiVersion: v1, kind: ConfigMap}}\n';
  expect(told(documents(nameless, nameless))).toEqual(['f.yaml:3:1: missing-field: \'metadata.name\' is required', 'f.yaml:8:1: missing-field: \'metadata.name\' is required']);
});

test('texts that cdk8s cannot write are no matter: manifests are written by a writer that can', () => {
  const odd = '"0o17"';
  const all = documents(
    `apiVersion: core.oam.dev/v1alpha2\nkind: ApplicationConfiguration\nmetadata: {name: ${odd}, namespace: ${odd}, labels: {a: ${odd}}, annotations: {a: ${odd}, b: "\\u2028"}}\nspec:\n  components:
    - componentName: ${odd}\n      parameterValues: [{name: ${odd}, value: ${odd}}]\n      dataInputs: [{valueFrom: {dataOutputName: ${odd}}, toFieldPaths: [${odd}]}]
      scopes: [{scopeRef: {apiVersion: v1, kind: X, name: ${odd}}}]\n      traits: [{trait: {apiVersion: v1, kind: Z, "<<": ${odd}, metadata: {name: ${odd}}, spec: {"<<": ${odd}}}}]\n`,
    `apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {name: ${odd}, namespace: ${odd}}\nspec:\n  parameters: [{name: ${odd}, description: ${odd}, fieldPaths: [spec.x]}]
  workload: {apiVersion: example.com/v1, kind: X, "<<": ${odd}, metadata: {name: ${odd}}, spec: {"<<": [${odd}]}}\n`);
  expect(told(all)).toEqual([]);
  // in what stands in for an application with errors too
  expect(told(all.replace(`{name: ${odd}, namespace`, '{namespace'))).toEqual(['f.yaml:3:1: missing-field: \'metadata.name\' is required']);
});
