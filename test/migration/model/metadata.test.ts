import { DNS_LABEL, KEYS, LABEL_VALUE, SHORT_SUBDOMAIN } from '../../support/texts';
import { application, documents, told } from '../support';

/** A document with this metadata, at lines 3 and following. */
const withMetadata = (kind: string, ...metadata: string[]) => [
  'apiVersion: core.oam.dev/v1alpha2',
  `kind: ${kind}`,
  ...metadata,
  kind === 'Component' ? 'spec: {workload: {apiVersion: v1, kind: ConfigMap}}' : 'spec: {components: []}',
  '',
].join('\n');

describe.each(['ApplicationConfiguration', 'Component'])('of kind %s', kind => {
  test('fails when there is no metadata, or none that is an object', () => {
    expect(told(withMetadata(kind))).toEqual(['f.yaml:1:1: missing-field: \'metadata.name\' is required']);
    expect(told(withMetadata(kind, 'metadata:'))).toEqual(['f.yaml:3:1: missing-field: \'metadata.name\' is required']);
    expect(told(withMetadata(kind, 'metadata: []'))).toEqual(['f.yaml:3:1: invalid-type: \'metadata\' must be an object, got a list of 0']);
    expect(told(withMetadata(kind, 'metadata: text'))).toEqual(['f.yaml:3:1: invalid-type: \'metadata\' must be an object, got a string']);
  });

  test('fails when it has no name, or none that can be', () => {
    expect(told(withMetadata(kind, 'metadata: {namespace: ns}'))).toEqual(['f.yaml:3:1: missing-field: \'metadata.name\' is required']);
    expect(told(withMetadata(kind, 'metadata:', '  name:', '  namespace: ns'))).toEqual(['f.yaml:4:3: missing-field: \'metadata.name\' is required']);
    expect(told(withMetadata(kind, 'metadata:', '  namespace: ns', '  name: Hello'))).toEqual([
      `f.yaml:5:3: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "Hello"; give it a valid name`,
    ]);
    expect(told(withMetadata(kind, 'metadata: {name: 5}'))).toEqual([`f.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got 5; give it a valid name`]);
    expect(told(withMetadata(kind, `metadata: {name: ${'x'.repeat(64)}}`))).toEqual([
      `f.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "${'x'.repeat(64)}"; give it a valid name`,
    ]);
  });

  test('fails when the namespace, the labels or the annotations cannot be', () => {
    expect(told(withMetadata(kind, 'metadata:', '  name: a', '  namespace: a.b', '  labels:', '    a b: c', '    x/y: 1', '    ok: yes_', '  annotations: {note: 5, "/": x}'))).toEqual([
      `f.yaml:5:3: invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "a.b"`,
      `f.yaml:6:3: invalid-label: 'metadata.labels' ${KEYS}, got "a b"`,
      `f.yaml:8:5: invalid-label: 'metadata.labels['x/y']' ${LABEL_VALUE}, got 1`,
      `f.yaml:9:5: invalid-label: 'metadata.labels.ok' ${LABEL_VALUE}, got "yes_"`,
      `f.yaml:10:3: invalid-annotation: 'metadata.annotations' ${KEYS}, got "/"`,
      'f.yaml:10:17: invalid-annotation: \'metadata.annotations.note\' must be a string, got a number; put it in quotes',
    ]);
    expect(told(withMetadata(kind, 'metadata: {name: a, labels: [], annotations: text}'))).toEqual([
      'f.yaml:3:21: invalid-type: \'metadata.labels\' must be a map, got a list of 0',
      'f.yaml:3:33: invalid-type: \'metadata.annotations\' must be a map, got a string',
    ]);
  });

  test('takes what an API server and kubectl have written into it', () => {
    expect(told(withMetadata(kind,
      'metadata:', '  name: a', '  uid: 5', '  creationTimestamp: null', '  managedFields: 5', '  resourceVersion: 6', '  generation: x', '  selfLink: []', '  generateName: 5',
      '  annotations: {kubectl.kubernetes.io/last-applied-configuration: 5}'))).toEqual([]);
  });
});

test('of several clusters is looked for where it takes effect: the name outside of the template, labels in it', () => {
  const text = [
    'apiVersion: clusters.verrazzano.io/v1alpha1',
    'kind: MultiClusterApplicationConfiguration',
    'metadata:',
    '  name: Hello',
    '  namespace: A',
    'spec:',
    '  placement: {clusters: [{name: managed1}]}',
    '  template:',
    '    metadata:',
    '      name: Not looked at',
    '      labels: {a: b c}',
    '      annotations: {note: 5}',
    '    spec: {components: []}',
    '',
  ].join('\n');
  expect(told(text)).toEqual([
    `f.yaml:4:3: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "Hello"; give it a valid name`,
    `f.yaml:5:3: invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "A"`,
    `f.yaml:11:16: invalid-label: 'spec.template.metadata.labels.a' ${LABEL_VALUE}, got "b c"`,
    'f.yaml:12:21: invalid-annotation: \'spec.template.metadata.annotations.note\' must be a string, got a number; put it in quotes',
  ]);
});

test('of another vendor\'s clusters is known too, and that of others is not', () => {
  const text = (apiVersion: string) => `apiVersion: ${apiVersion}\nkind: MultiClusterComponent\nmetadata: {name: A}\nspec: {placement: {clusters: [{name: local}]}, template: {spec: {workload: {apiVersion: v1, kind: ConfigMap}}}}\n`;
  expect(told(text('clusters.acme.io/v1'))).toEqual([`f.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "A"; give it a valid name`]);
  expect(told(text('acme.io/v1').replace('name: A', 'name: a'))).toEqual([expect.stringContaining(': warning: no-schema: ')]);
});

test('in a List has the path of the document, and its place there', () => {
  const text = [
    'apiVersion: v1',
    'kind: List',
    'items:',
    '  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}',
    '  - apiVersion: core.oam.dev/v1alpha2',
    '    kind: ApplicationConfiguration',
    '    metadata: {name: A, labels: {x: 1}}',
    '    spec: {components: []}',
    '',
  ].join('\n');
  expect(told(text)).toEqual([
    `f.yaml:7:16: invalid-name: 'items[1].metadata.name' ${SHORT_SUBDOMAIN}, got "A"; give it a valid name`,
    `f.yaml:7:34: invalid-label: 'items[1].metadata.labels.x' ${LABEL_VALUE}, got 1`,
  ]);
});

test('of several documents and files is told in their order', () => {
  const text = documents(application('A'), '# nothing\n', application('B'));
  expect(told({ 'b.yaml': text, 'a.json': '{"apiVersion": "core.oam.dev/v1alpha2",\n "kind": "ApplicationConfiguration", "metadata": {"name": "C"}, "spec": {"components": []}}' })).toEqual([
    `b.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "A"; give it a valid name`,
    `b.yaml:11:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "B"; give it a valid name`,
    `a.json:2:51: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "C"; give it a valid name`,
  ]);
});
