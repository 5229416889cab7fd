import * as library from '../../../src';
import { documentsOf, expectSame } from './generated';
import { application, component, SMALL, withTraits } from './odd-documents';
import { describeLocated, readManifests, mergedManifests } from '../../../src/files/reading';
import { ImportedProject, importManifests } from '../../../src/migration/typescript/import-manifests';
import { messageOf } from '../../support/message';

const read = (files: Record<string, string>) => mergedManifests(Object.entries(files).map(([file, text]) => readManifests(text, file)));
const importFiles = (files: Record<string, string>): ImportedProject => importManifests(read(files), 'project', library);

/** The constructs of each file of a project, by their ids. */
function layoutOf({ files }: ImportedProject): Record<string, string[]> {
  const programs = [...files].filter(([file]) => file.endsWith('.ts') && file !== 'main.ts');
  return Object.fromEntries(programs.map(([file, code]) => [file, [...code.matchAll(/new (\w+)\(this, ['"]([^'"]+)/g)].map(([, type, id]) => `${type} ${id}`)]));
}

const object = (name: string, kind = 'ConfigMap') => `---\napiVersion: v1\nkind: ${kind}\nmetadata: { name: ${name} }\n`;

test('an application has a file, with the components it binds wherever they stand, and with what stands beside it itself', () => {
  const files = {
    'a.yaml': `${object('beside-a')}${application('one', '- componentName: first\n- componentName: second')}${component('unbound', SMALL)}`,
    'b.yaml': `${component('second', SMALL)}${object('beside-second')}`,
    'c.yaml': `${application('two', '- componentName: third')}${component('first', SMALL)}${component('third', SMALL)}`,
    'd.yaml': `${component('alone', SMALL)}${object('alone')}`,
    'e.yaml': object('last'),
  };
  const project = importFiles(files);
  expect(layoutOf(project)).toEqual({
    'one.ts': ['ApplicationConfiguration one', 'Component first', 'Component second', 'CustomObject config-map-beside-a', 'Component unbound'],
    'two.ts': ['ApplicationConfiguration two', 'Component third'],
    'objects.ts': ['CustomObject config-map-beside-second', 'Component alone', 'CustomObject config-map-alone', 'CustomObject config-map-last'],
  });
  expect(project.files.get('one.ts')).toContain('\n// from a.yaml, b.yaml, c.yaml\nexport class One extends Chart {\n');
  expectSame(project, Object.values(files).flatMap(text => documentsOf(text)));
});

test('a component that two applications bind is in the file of the first, and the second, which the platform rejects, is written as it is', () => {
  const text = ['one', 'two'].map(name => application(name, '- componentName: greet')).join('') + component('greet', SMALL);
  expect(layoutOf(importFiles({ 'a.yaml': text }))).toEqual({ 'one.ts': ['ApplicationConfiguration one', 'Component greet'], 'two.ts': ['CustomObject application-configuration-two'] });
});

test('an application for several clusters is an object like any other', () => {
  const multi = 'apiVersion: clusters.verrazzano.io/v1alpha1\nkind: MultiClusterApplicationConfiguration\nmetadata: { name: far }\nspec: { template: { spec: { components: [{ componentName: greet }] } } }\n';
  expect(layoutOf(importFiles({ 'a.yaml': multi, 'b.yaml': component('greet', SMALL) }))).toEqual({
    'objects.ts': ['CustomObject multi-cluster-application-configuration-far', 'Component greet'],
  });
});

test('applications of one name are told apart by their namespaces, or by numbers', () => {
  const applications = ['namespace: a', 'namespace: b', ''].map(namespace => application('shop', '- componentName: greet', namespace)).join('');
  expect(Object.keys(layoutOf(importFiles({ 'x.yaml': `${applications}${application('a-shop', '- componentName: other')}` })))).toEqual(['shop.ts', 'b-shop.ts', 'shop-2.ts', 'a-shop.ts']);
});

/** The class in each file of the program of applications with these names. */
function classesOf(...names: string[]): Record<string, string> {
  const { files } = importFiles({ 'x.yaml': names.map(name => application(JSON.stringify(name), '[]')).join('') });
  const charts = [...files].filter(([file]) => file.endsWith('.ts') && file !== 'main.ts');
  return Object.fromEntries(charts.map(([file, code]) => [file, /export class (\w+)/.exec(code)![1]]));
}

test('classes do not hide what files import, or what JavaScript has', () => {
  expect(classesOf('shop', 'component', 'object', '1up', '日本', 'constructor')).toEqual({
    'shop.ts': 'Shop',
    'component.ts': 'ComponentChart',
    'object.ts': 'ObjectChart',
    '1up.ts': 'Application1up',
    'application.ts': 'Application',
    'constructor-2.ts': 'Constructor2',
  });
});

test('files do not take the place of others, nor have names that a system does not allow', () => {
  expect(Object.keys(classesOf('shop', 'main', 'con', `${'x'.repeat(199)}-y`, 'Shop'))).toEqual(
    ['shop.ts', 'main-application.ts', 'con-application.ts', `${'x'.repeat(199)}.ts`, 'shop-2.ts']);
});

test('and so is an application without a name', () => {
  expect(Object.keys(layoutOf(importFiles({ 'deep/My App.v1.yaml': 'apiVersion: core.oam.dev/v1alpha2\nkind: ApplicationConfiguration\n' })))).toEqual(['objects.ts']);
});

test('the chart has the namespace that all have', () => {
  const inNamespace = (text: string, namespace: string) => text.replace(/^ {2}name: (\w+)$/m, `  name: $1\n  namespace: ${namespace}`);
  const both = importFiles({ 'x.yaml': application('shop', '- componentName: greet', 'namespace: a') + inNamespace(component('greet', SMALL), 'a') });
  expect(both.files.get('shop.ts')).toContain('  readonly namespace: string;\n');
  expect(both.files.get('shop.ts')!.match(/namespace/g)).toHaveLength(1);
  expect(both.files.get('main.ts')).toContain("new Shop(app, 'shop', { namespace: 'a', greetImage: 'example/main:1' });\n");
  const one = importFiles({ 'x.yaml': application('shop', '- componentName: greet') + inNamespace(component('greet', SMALL), 'a') });
  expect(one.files.get('shop.ts')).not.toContain('readonly namespace');
  expect(one.files.get('shop.ts')).toContain('metadata: { name: \'greet\', namespace: \'a\' },');
});

test('what is said counts workloads, traits and objects that are written by their types, and others', () => {
  const text = withTraits('- trait: { apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: { replicaCount: 2 } }\n- trait: { apiVersion: example.org/v1, kind: Other }')
    + component('other', 'apiVersion: example.org/v1\nkind: Other') + object('a');
  const { files: _, ...said } = importFiles({ 'x.yaml': text });
  expect(said).toEqual({ parts: { typed: 2, asTheyAre: 3 }, notes: [], errors: [], warnings: [] });
});

test('an object that stands twice is written once, and that is said', () => {
  const project = importFiles({ 'a.yaml': object('a'), 'b.yaml': `${object('b')}${object('a')}` });
  expect(project.warnings.map(describeLocated)).toEqual([
    'b.yaml:6:1: warning: duplicate-object: is the same object as at a.yaml:2:1, and is written once; remove one of the two',
  ]);
  expect(layoutOf(project)).toEqual({ 'objects.ts': ['CustomObject config-map-a', 'CustomObject config-map-b'] });
});

test('the files of the project go with it', () => {
  const { files } = importManifests(read({ 'x.yaml': object('a') }), '/some/where/My Shop', library);
  expect([...files.keys()]).toEqual(['main.ts', 'objects.ts', 'package.json', 'tsconfig.json', 'cdk8s.yaml', '.gitignore']);
  const { name, dependencies, devDependencies, ...others } = JSON.parse(files.get('package.json')!);
  const own = jest.requireActual<any>('../../../package.json');
  expect(name).toBe('my-shop');
  expect(dependencies).toEqual({ ...own.peerDependencies, 'cdk8s-oam': `^${own.version}` });
  const { 'typescript-7': typescript, ...tools } = own.devDependencies;
  const versions = Object.fromEntries(['@types/node', 'cdk8s-cli', 'tsx'].map(each => [each, tools[each]]));
  expect(devDependencies).toEqual({ ...versions, typescript: typescript.replace('npm:typescript@', '') });
  expect(others).toEqual({
    version: '0.0.0',
    private: true,
    scripts: { compile: 'tsc', synth: 'cdk8s synth', build: 'npm run compile && npm run synth', diff: 'cdk8s-oam diff dist' },
  });
  expect(files.get('cdk8s.yaml')).toBe('language: typescript\napp: node --import tsx main.ts\noutput: dist\n');
});

describe('fails when', () => {
  test.each([
    ['there is nothing', '# nothing', '[cdk8s-oam import] no-objects: the manifests hold no Kubernetes object; name the files that hold them'],
    ['a document is no object', '[1]', 'x.yaml:1:1: invalid-type: must be an object, got a list of 1; give the whole object, with \'apiVersion\' and \'kind\''],
    ['a document has no type', 'spec: { password: hunter2 }',
      '2 findings:\n  x.yaml:1:1: missing-field: \'apiVersion\' is required\n  x.yaml:1:1: missing-field: \'kind\' is required'],
    ['a text cannot be written by cdk8s', `${object('a')}data:\n  a: "0o17"`,
      'x.yaml:6:3: not-plain: \'data.a\' is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"; spell it differently'],
    ['two objects have one name', `${object('a')}${object('a')}data: {}`,
      'x.yaml:8:13: duplicate-object: \'metadata.name\' must be unique: there is another ConfigMap "a" without a namespace, which differs, at x.yaml:2:1; import them separately, or leave out one of them'],
    [
      'two objects of the whole cluster have one name',
      ['a', 'b'].map(namespace => `---\napiVersion: v1\nkind: Namespace\nmetadata: { name: a, namespace: ${namespace} }\n`).join(''),
      'x.yaml:8:13: duplicate-object: \'metadata.name\' must be unique: there is another Namespace "a" without a namespace, which differs, at x.yaml:2:1; '
        + 'import them separately, or leave out one of them',
    ],
    ['an object belongs to the platform', 'apiVersion: v1\nkind: Secret\nmetadata: { name: verrazzano, namespace: verrazzano-system }',
      'x.yaml:1:1: platform-owned-object: Secret "verrazzano" in namespace "verrazzano-system" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name'],
    ['a text is not YAML', 'a: [', expect.stringMatching(/^x\.yaml:1:\d+: yaml-syntax: /)],
  ])('%s', (_, text, message) => {
    expect(messageOf(() => importFiles({ 'x.yaml': text }))).toEqual(message);
  });
});
