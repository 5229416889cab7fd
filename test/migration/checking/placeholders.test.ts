import { DNS_LABEL, LABEL_VALUE, PATH, PORT, SHORT_SUBDOMAIN, SUBDOMAIN } from '../../support/texts';
import { application, component, deployment, documents, KUBERNETES, told, trait } from '../support';

const FILL_IN = 'fill in the template, with the tool that it was written for, and read what comes out';
const looks = (field: string) => `warning: placeholder: '${field}' looks like the placeholder of a template that was not filled in; ${FILL_IN}`;

/** A component with a workload of which nothing is known. */
const free = (fields: string, kind = 'X') => `apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {name: a}\nspec: {workload: {apiVersion: example.com/v1, kind: ${kind}, ${fields}}}\n`;

test.each(['{{ .x }}', 'a-{{ .x }}-b', '##X##', '${X}', '${X:-y}', '$(X)', '<the name>', '%X_Y%', '@X@'])('warns of %j', text => {
  expect(told(free(`free: ${JSON.stringify(text)}`))).toEqual([`f.yaml:4:56: ${looks('spec.workload.free')}`]);
});

test.each(['...', '{{', '}} {{', '$X', 'a<b>', '<a><b>', '%x%', '# x', '#x#', '<', 'a > b', '@x', '', '%', '$()x'])('has nothing to say of %j', text => {
  expect(told(free(`free: ${JSON.stringify(text)}`))).toEqual([]);
});

test.each([
  'annotations: {a: "{{ x }}"}', 'args: ["{{ x }}"]', 'args: <x>', 'command: ["<x>"]', 'config: ["<x>"]', 'data: {a: "${X}"}', 'env: [{name: "${X}"}]', 'loggingConfig: "<x>"', 'stringData: {a: "<x>"}',
])('has nothing to say of texts of programs: %s', fields => {
  expect(told(free(`spec: {${fields}}`))).toEqual([]);
});

test('in place of a value that is wrong, the placeholder is to blame, and it is told once', () => {
  const metrics = trait('MetricsTrait', '{scraper: "<optionally specify custom scraper>", port: "{{ .port }}", path: "${P}"}');
  const text = [
    'apiVersion: core.oam.dev/v1alpha2', 'kind: ApplicationConfiguration',
    'metadata: {name: "{{ .Release.Name }}", namespace: "%NS%", labels: {v: "${VERSION}", a.b/c: <x>}, annotations: {a: "{{ x }}"}}',
    'spec:', '  components:', '    - componentName: <component>', `      traits: [{trait: ${metrics}}]`, '',
  ].join('\n');
  expect(told(text)).toEqual([
    `f.yaml:3:12: invalid-name: 'metadata.name' ${SHORT_SUBDOMAIN}, got "{{ .Release.Name }}"; ${FILL_IN}`,
    `f.yaml:3:41: invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "%NS%"; ${FILL_IN}`,
    `f.yaml:3:69: invalid-label: 'metadata.labels.v' ${LABEL_VALUE}, got "\${VERSION}"; ${FILL_IN}`,
    `f.yaml:3:86: invalid-label: 'metadata.labels['a.b/c']' ${LABEL_VALUE}, got "<x>"; ${FILL_IN}`,
    `f.yaml:6:7: invalid-name: 'spec.components[0].componentName' ${SHORT_SUBDOMAIN}, got "<component>"; ${FILL_IN}`,
    `f.yaml:7:92: invalid-value: 'spec.components[0].traits[0].trait.spec.scraper' must be of the form <namespace>/<deployment-name>, got "<optionally specify custom scraper>"; ${FILL_IN}`,
    `f.yaml:7:140: invalid-port: 'spec.components[0].traits[0].trait.spec.port' ${PORT}, got "{{ .port }}"; ${FILL_IN}`,
    `f.yaml:7:161: invalid-path: 'spec.components[0].traits[0].trait.spec.path' ${PATH}, got "\${P}"; ${FILL_IN}`,
  ]);
});

test('is told of objects of all kinds, at its place', () => {
  const multi = [
    'apiVersion: clusters.verrazzano.io/v1alpha1', 'kind: MultiClusterComponent', 'metadata: {name: a}', 'spec:', '  placement: {clusters: [{name: "${CLUSTER}"}]}', '  template:',
    '    spec: {workload: {apiVersion: v1, kind: X, a: "${X}"}}', '',
  ].join('\n');
  const list = 'apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, immutable: <x>, metadata: {name: x}}\n  - {apiVersion: oam.verrazzano.io/v1alpha1, kind: Other, metadata: {name: x}, free: <x>}\n';
  const other = 'apiVersion: example.com/v1\nkind: Other\nfree: "{{ x }}"\nmetadata: {name: x}\n';
  expect(told({ 'multi.yaml': multi, 'list.yaml': list, 'other.yaml': other })).toEqual([
    `multi.yaml:5:27: invalid-name: 'spec.placement.clusters[0].name' ${SUBDOMAIN}, got "\${CLUSTER}"; ${FILL_IN}`,
    `multi.yaml:7:48: ${looks('spec.template.spec.workload.a')}`,
    `list.yaml:4:39: invalid-type: 'items[0].immutable' must be a boolean, got a string; ${FILL_IN}`,
    `list.yaml:5:80: ${looks('items[1].free')}`,
    'other.yaml:2:1: warning: no-schema: \'kind\' has no schema: the fields of "example.com/v1" Other are not checked; give the CustomResourceDefinition of the kind to have its fields checked',
  ]);
});

test('does not keep an application from being rendered', () => {
  const logging = trait('LoggingTrait', '{loggingImage: "${IMAGE}"}');
  expect(told(documents(application('app', `{componentName: a, traits: [{trait: ${logging}}]}`), component('a', deployment('a'))), KUBERNETES)).toEqual([
    `f.yaml:6:111: ${looks('spec.components[0].traits[0].trait.spec.loggingImage')}`,
  ]);
});

test('of very many the first ones are listed', () => {
  const found = told(`apiVersion: oam.verrazzano.io/v1alpha1\nkind: Other\nmetadata: {name: x}\nlist: [${'"<x>", '.repeat(1005)}]\n`);
  expect(found).toHaveLength(1001);
  expect(found.at(-1)).toMatch(/: warning: findings-omitted: 'list\[1000\]' begins what is not checked \(5 placeholders\): those before have 1000 findings or more; /);
});
