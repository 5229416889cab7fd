import { describeLocated } from '../../../src/files/reading';
import { validateManifests } from '../../../src/migration/validate';
import { FIELD_PATH, FIELD_PATH_REMEDY, PORT, SHORT_SUBDOMAIN, SUBDOMAIN } from '../../support/texts';
import { application, component, deployment, documents, KUBERNETES, OAM, read, told, trait } from '../support';

const HEAD = 'apiVersion: core.oam.dev/v1alpha2\nkind: ApplicationConfiguration\nmetadata: {name: a, namespace: ns}\n';

/** What is said of an application with this entry, in its sixth line, for a Deployment. */
const saidOf = (entry: string, ...parameters: string[]) => told(documents(application('app', entry), component('a', deployment('a'), ...parameters)));

test('fails when an application has no components', () => {
  expect(told(HEAD)).toEqual(['f.yaml:1:1: missing-field: \'spec\' is required']);
  expect(told(`${HEAD}spec: []\n`)).toEqual(['f.yaml:4:1: invalid-type: \'spec\' must be an object, got a list of 0']);
  expect(told(`${HEAD}spec:\n  components:\n`)).toEqual(['f.yaml:5:3: missing-field: \'spec.components\' is required']);
  expect(told(`${HEAD}spec: {components: {a: b}}\n`)).toEqual(['f.yaml:4:8: invalid-type: \'spec.components\' must be a list, got an object']);
  expect(told(`${HEAD}spec: {components: []}\n`)).toEqual([]);
});

test.each([['text', 'a string'], ['', 'null'], ['[]', 'a list of 0'], ['5', 'a number']])('fails when an entry is no object: %s', (entry, got) => {
  expect(saidOf(entry)).toEqual([`f.yaml:6:7: invalid-type: 'spec.components[0]' must be an object, got ${got}`]);
});

test.each(['{componentName: a, revisionName: a-v1}', '{}', '{traits: []}'])('fails when an entry has both names or none: %s', entry => {
  expect(saidOf(entry)).toEqual(['f.yaml:6:7: invalid-value: \'spec.components[0]\' must have either a componentName or a revisionName; leave one of them out, or give one']);
});

test.each([
  ['componentName: A b', `invalid-name: 'spec.components[0].componentName' ${SHORT_SUBDOMAIN}, got "A b"`],
  ['componentName: [5]', `invalid-name: 'spec.components[0].componentName' ${SHORT_SUBDOMAIN}, got a list of 1`],
  ['revisionName: ""', 'invalid-value: \'spec.components[0].revisionName\' must be a non-empty string, got ""'],
  ['revisionName: [a]', 'invalid-value: \'spec.components[0].revisionName\' must be a non-empty string, got a list of 1'],
  ['revisionName: a', 'warning: invalid-name: \'spec.components[0].revisionName\' must be the name of a revision, \'<component>-v<number>\', and not one of an earlier runtime, got "a"; name the component, or a revision that there is'],
  ['revisionName: a-v', 'warning: invalid-name: \'spec.components[0].revisionName\' must be the name of a revision, \'<component>-v<number>\', and not one of an earlier runtime, got "a-v"; name the component, or a revision that there is'],
])('fails when the name of a component is none: %s', (entry, expected) => {
  expect(saidOf(entry)).toEqual([`f.yaml:6:7: ${expected}`]);
});

test('a revision stands for its component, whose parameters it may have had other ones of', () => {
  expect(saidOf('{revisionName: a-v12, parameterValues: [{name: x, value: "y"}]}')).toEqual([]);
});

test('warns without a platform when a live component has changed since the revision that runs', () => {
  const said = (entry: string, status: string, options = KUBERNETES) =>
    told(documents(application('app', entry), component('a', deployment('a')).replace('spec:', `${status}\nspec:`)), options).filter(text => text.includes('revision'));
  const latest = (name: string) => `status: {observedGeneration: 2, latestRevision: {name: ${name}, revision: 2}}`;
  expect(said('revisionName: a-v1', latest('a-v2'))).toEqual([
    'f.yaml:6:7: warning: other-revision: \'spec.components[0].revisionName\' is "a-v1", but the component, which is rendered, is now "a-v2"; '
      + 'take the workload from the ControllerRevision, or name the component',
  ]);
  expect(said('revisionName: a-v2', latest('a-v2'))).toEqual([]);
  expect(said('componentName: a', latest('a-v2'))).toEqual([]);
  for (const status of [latest('5'), 'status: {latestRevision: null}', 'status: 5', 'status: null']) expect(said('revisionName: a-v1', status)).toEqual([]);
  expect(said('revisionName: a-v1', latest('a-v2'), OAM)).toEqual([]);
});

test('fails when scopes are odd', () => {
  expect(saidOf('{componentName: a, scopes: {}}')).toEqual(['f.yaml:6:26: invalid-type: \'spec.components[0].scopes\' must be a list, got an object']);
  expect(saidOf('{componentName: a, scopes: [5, {}, {scopeRef: 5}]}')).toEqual([
    'f.yaml:6:35: invalid-type: \'spec.components[0].scopes[0]\' must be an object, got a number',
    'f.yaml:6:38: missing-field: \'spec.components[0].scopes[1].scopeRef\' is required',
    'f.yaml:6:43: invalid-type: \'spec.components[0].scopes[2].scopeRef\' must be an object, got a number',
  ]);
  expect(saidOf('{componentName: a, scopes: [{scopeRef: {kind: X}}, {scopeRef: {apiVersion: "", kind: X, name: A}}]}')).toEqual([
    'f.yaml:6:36: missing-field: \'spec.components[0].scopes[0].scopeRef.apiVersion\' is required',
    'f.yaml:6:36: missing-field: \'spec.components[0].scopes[0].scopeRef.name\' is required',
    'f.yaml:6:70: invalid-value: \'spec.components[0].scopes[1].scopeRef.apiVersion\' must be a non-empty string, got ""',
    `f.yaml:6:95: invalid-name: 'spec.components[0].scopes[1].scopeRef.name' ${SUBDOMAIN}, got "A"`,
  ]);
});

test('fails when data inputs and outputs are odd', () => {
  expect(saidOf('{componentName: a, dataInputs: [{}], dataOutputs: [{name: x, fieldPath: "a..b", conditions: [{op: is}]}]}')).toEqual([
    'f.yaml:6:39: missing-field: \'spec.components[0].dataInputs[0].valueFrom\' is required',
    `f.yaml:6:68: invalid-value: 'spec.components[0].dataOutputs[0].fieldPath' ${FIELD_PATH}, got "a..b"; ${FIELD_PATH_REMEDY}`,
    'f.yaml:6:101: invalid-value: \'spec.components[0].dataOutputs[0].conditions[0].op\' must be one of eq, notEq, notEmpty, got "is"',
  ]);
});

test('fails when parameter values are not those that the component declares', () => {
  const values = '[{name: a, value: 1.5}, {name: a, value: x}, {value: x}, {name: b}, {name: c, value: [x]}, {name: d, value: 1}]';
  const parameters = 'parameters: [{name: a, fieldPaths: [metadata.name]}, {name: must, required: true, fieldPaths: [metadata.x]}, {name: c, fieldPaths: [metadata.x]}]';
  const odd = 'must be a string or an integer of 32 bits, got';
  const known = 'must be a parameter of component "a" (a, must, c), got';
  expect(saidOf(`{componentName: a, parameterValues: ${values}}`, parameters)).toEqual([
    'f.yaml:6:26: missing-field: \'spec.components[0].parameterValues\' must have a value for "must", which the component requires; give it, or declare the parameter as optional',
    `f.yaml:6:54: invalid-type: 'spec.components[0].parameterValues[0].value' ${odd} a number; turn it into a string`,
    'f.yaml:6:67: duplicate-name: \'spec.components[0].parameterValues[1]\' has the same name "a" as element 0; give each its own name',
    'f.yaml:6:88: missing-field: \'spec.components[0].parameterValues[2].name\' is required',
    'f.yaml:6:100: missing-field: \'spec.components[0].parameterValues[3].value\' is required',
    `f.yaml:6:101: unknown-parameter: 'spec.components[0].parameterValues[3].name' ${known} "b"`,
    `f.yaml:6:121: invalid-type: 'spec.components[0].parameterValues[4].value' ${odd} a list of 1; turn it into a string`,
    `f.yaml:6:135: unknown-parameter: 'spec.components[0].parameterValues[5].name' ${known} "d"`,
  ]);
  expect(saidOf('{componentName: a, parameterValues: {}}')).toEqual(['f.yaml:6:26: invalid-type: \'spec.components[0].parameterValues\' must be a list, got an object']);
  expect(saidOf('{componentName: a, parameterValues: [{name: x, value: v}]}')).toEqual([
    'f.yaml:6:45: unknown-parameter: \'spec.components[0].parameterValues[0].name\' must be a parameter of component "a", which declares none, got "x"',
  ]);
  expect(saidOf('componentName: a', 'parameters: [{name: must, required: true, fieldPaths: [metadata.x]}]')).toEqual([
    'f.yaml:6:7: missing-field: \'spec.components[0].parameterValues\' must have a value for "must", which the component requires; give it, or declare the parameter as optional',
  ]);
});

test('a parameter may be called as cdk8s cannot write it', () => {
  expect(saidOf('componentName: a', 'parameters: [{name: "0o17", required: true, fieldPaths: [metadata.x]}]')).toEqual([
    'f.yaml:6:7: missing-field: \'spec.components[0].parameterValues\' must have a value for "0o17", which the component requires; give it, or declare the parameter as optional',
  ]);
});

test('null is as good as nothing without an OAM platform, whose API server rejects it', () => {
  const entry = '{componentName: a, revisionName: , traits: , scopes: , parameterValues: , dataInputs: , dataOutputs: }';
  expect(told(documents(application('app', entry), component('a', deployment('a'))), KUBERNETES)).toEqual([]);
  const fields = [[26, 'revisionName'], [42, 'traits'], [52, 'scopes'], [62, 'parameterValues'], [81, 'dataInputs'], [95, 'dataOutputs']];
  expect(saidOf(entry)).toEqual(fields.map(([column, field]) =>
    `f.yaml:6:${column}: invalid-type: 'spec.components[0].${field}' must not be null; leave the field out`));
});

test('a component that is not there is a warning, and the rest of its entry is checked', () => {
  expect(saidOf(`{componentName: b, parameterValues: [{value: 5.5}], traits: [{trait: ${trait('MetricsTrait', '{port: 0}')}}]}`)).toEqual([
    'f.yaml:6:7: warning: component-not-found: \'spec.components[0]\' binds component "b", which is not among the manifests: nothing is checked against it; give its file too, if there is one',
    'f.yaml:6:44: missing-field: \'spec.components[0].parameterValues[0].name\' is required',
    'f.yaml:6:45: invalid-type: \'spec.components[0].parameterValues[0].value\' must be a string or an integer of 32 bits, got a number; turn it into a string',
    `f.yaml:6:144: invalid-port: 'spec.components[0].traits[0].trait.spec.port' ${PORT}, got 0`,
    // nothing is said of the component that none binds: that is as it may be on an OAM platform
  ]);
});

test('the name of a component of the namespace that was probably meant is the remedy, on both platforms', () => {
  const texts = documents(
    application('app', 'componentName: order-worker'), component('orders-worker', deployment('a')),
    component('order-workers', deployment('a')).replace('namespace: ns', 'namespace: other'),
  );
  const meant = 'did you mean "orders-worker"?';
  expect(told(texts)).toEqual([
    `f.yaml:6:7: warning: component-not-found: 'spec.components[0]' binds component "order-worker", which is not among the manifests: nothing is checked against it; ${meant}`,
  ]);
  expect(told(texts, KUBERNETES).filter(each => each.includes('elsewhere'))).toEqual([
    `f.yaml:6:7: component-elsewhere: 'spec.components[0]' component "order-worker" is declared elsewhere: a cluster without an OAM platform cannot look it up; ${meant}`,
  ]);
});

test('nothing is said of a component that may be in what could not be read', () => {
  const texts = documents(application('app', 'componentName: b'), component('c', deployment('c')));
  const codes = (text: string, options = OAM) => validateManifests(read(text), options).map(({ code }) => code);
  expect(codes(texts)).toEqual(['component-not-found']);
  expect(codes(texts, KUBERNETES)).toEqual(['component-elsewhere', 'component-not-bound']);
  for (const options of [OAM, KUBERNETES]) expect(codes(documents(texts, 'a: ['), options)).toEqual([]);
  // a warning, as of a folder without manifests, tells of none
  const warned = { ...read(texts), unread: [{ ...read('a: [').unread[0], isWarning: true }] };
  expect(validateManifests(warned, KUBERNETES).map(({ code }) => code)).toEqual(['component-elsewhere', 'component-not-bound']);
});

test('of a component with errors the entry is checked all the same', () => {
  const entry = `{componentName: a, parameterValues: [{value: x}], scopes: [{scopeRef: {apiVersion: v1, kind: X}}], traits: [{trait: ${trait('IngressTrait', '{rules: []}')}, dataInputs: [{}]}]}`;
  const wrong = [
    'f.yaml:6:44: missing-field: \'spec.components[0].parameterValues[0].name\' is required',
    'f.yaml:6:67: missing-field: \'spec.components[0].scopes[0].scopeRef.name\' is required',
    'f.yaml:6:191: missing-field: \'spec.components[0].traits[0].trait.spec.rules\' must have at least one rule; write [{}] for all paths on the generated host',
    'f.yaml:6:217: missing-field: \'spec.components[0].traits[0].dataInputs[0].valueFrom\' is required',
  ];
  expect(told(documents(application('app', entry), component('a', '{apiVersion: v1}')))).toEqual([...wrong, 'f.yaml:12:3: missing-field: \'spec.workload.kind\' is required']);
  expect(told(documents(application('app', entry), component('a', deployment('a'), 'parameters: [{name: p, fieldPaths: ["a..b"]}]')))).toEqual([
    ...wrong, `f.yaml:13:39: invalid-value: 'spec.parameters[0].fieldPaths[0]' ${FIELD_PATH}, got "a..b"; ${FIELD_PATH_REMEDY}`,
  ]);
  // of an application with errors too
  expect(told(documents(application('A', entry), component('a', deployment('a'))))).toEqual([`f.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "A"; give it a valid name`, ...wrong]);
});

test('components are found by name and namespace, over files', () => {
  const parameters = (name: string) => `parameters: [{name: ${name}, required: true, fieldPaths: [metadata.name]}]`;
  const inOther = component('a', deployment('a'), parameters('other')).replace('ns}', 'other}');
  const app = application('app', '{componentName: a, parameterValues: [{name: own, value: v}]}');
  expect(told({ 'other.yaml': inOther, 'app.yaml': app, 'own.yaml': component('a', deployment('a'), parameters('own')) })).toEqual([]);
  expect(told({ 'other.yaml': inOther, 'app.yaml': app })).toEqual([
    'app.yaml:6:8: namespace-mismatch: \'spec.components[0].componentName\' binds component "a", which is in namespace "other", its application in namespace "ns"; give all of them one namespace, or leave it out',
  ]);
  // one without a namespace is applied to that of its application, and the other way round
  const nowhere = component('a', deployment('a'), parameters('own')).replace(', namespace: ns', '');
  expect(told({ 'other.yaml': inOther, 'app.yaml': app, 'own.yaml': nowhere })).toEqual([]);
  expect(told({ 'app.yaml': app.replace(', namespace: ns', ''), 'own.yaml': component('a', deployment('a'), parameters('own')) })).toEqual([]);
  expect(told({ 'app.yaml': app.replace(', namespace: ns', ''), 'own.yaml': nowhere })).toEqual([]);
});

test('of very many that are wrong, the last ones are counted, and not looked at', () => {
  const rest = (field: string) => `'${field}' begins what is not checked (500 elements): those before have 1000 findings or more; start with what is listed, then run the command again`;
  const entries = `${HEAD}spec:\n  components:\n${"  - componentName: 'A b'\n".repeat(1500)}`;
  const found = validateManifests(read(entries), OAM);
  expect(found).toHaveLength(1001);
  expect(describeLocated(found.at(-1)!)).toBe(`f.yaml:1006:5: findings-omitted: ${rest('spec.components[1000]')}`);
  const traits = validateManifests(read(`${HEAD}spec:\n  components:\n  - componentName: a\n    traits:\n${'    - trait: {apiVersion: v1, kind: "", spec: {}}\n'.repeat(1500)}`), OAM).map(describeLocated);
  expect(traits.filter(text => text.includes(' findings-omitted: '))).toEqual([`f.yaml:1008:7: findings-omitted: ${rest('spec.components[0].traits[1000]')}`]);
});

test('a live application says nothing by an empty source beside the value of a condition', () => {
  const outputs = 'dataOutputs: [{name: x, fieldPath: status.x, conditions: [{op: eq, value: ready, valueFrom: {fieldPath: ""}}, {op: notEmpty, valueFrom: {fieldPath: ""}}]}]';
  expect(saidOf(`{componentName: a, ${outputs}, traits: [{trait: ${trait('MetricsTrait', '{}')}, ${outputs}}]}`)).toEqual([]);
  const twice = outputs.replace('fieldPath: ""', 'fieldPath: a');
  expect(saidOf(`{componentName: a, ${twice}}`)).toEqual([expect.stringContaining("'spec.components[0].dataOutputs[0].conditions[0].valueFrom' cannot be set together with 'value'; leave one of them out")]);
});
