import { describeLocated, ManifestError, RefusedManifestsError } from '../../../src/manifest/reading';
import { renderManifests } from '../../../src/manifest/render-manifests';
import { writeYaml } from '../../../src/manifest/write-yaml';
import { application, KUBERNETES, OAM, objects, read, render } from '../support';

const ODD = [
  'apiVersion: core.oam.dev/v1alpha2',
  'kind: ApplicationConfiguration',
  'unknown: {z: 1, a: }',
  'metadata: {name: Not a name, creationTimestamp: null, labels: [], uid: 5}',
  'spec: {components: [null, 5, {componentName: a, traits: [{trait: {apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait, spec: {}}}, {}, {trait: }]}], rules: {}}',
  'status: {}',
  '',
].join('\n');

test('each document stays what it is, whatever is wrong with it, in the order of its keys', () => {
  const rendered = objects(ODD, OAM);
  expect(JSON.stringify(rendered)).toBe(JSON.stringify([{
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'ApplicationConfiguration',
    unknown: { z: 1, a: null },
    metadata: { name: 'Not a name', creationTimestamp: null, labels: [], uid: 5 },
    spec: {
      components: [null, 5, { componentName: 'a', traits: [{ trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: {} } }, {}, { trait: null }] }],
      rules: {},
    },
    status: {},
  }]));
});

test('documents that are no objects, Lists and other kinds stay too, file by file, and empty ones are none', () => {
  const { files, warnings } = render({
    'z.yaml': `# nothing\n---\n${ODD}---\n---\n- a\n- b: 1\n`,
    'empty.yaml': '# nothing\n',
    'a.json': '{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap"}, null, 5]}\n{"kind": "Secret", "stringData": {"a": "<<"}}',
  }, OAM);
  expect(warnings).toEqual([]);
  expect(files).toEqual([
    { file: 'z.yaml', objects: [...objects(ODD, OAM), ['a', { b: 1 }]] },
    { file: 'empty.yaml', objects: [] },
    { file: 'a.json', objects: [{ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap' }, null, 5] }, { kind: 'Secret', stringData: { a: '<<' } }] },
  ]);
});

test('what was read is written as it was, and read and written again to the same bytes', () => {
  const text = writeYaml(objects(ODD, OAM));
  expect(writeYaml(objects(text, OAM))).toBe(text);
});

test.each([['OAM', OAM], ['Kubernetes', KUBERNETES]])('fails when something could not be read, for %s: nothing is rendered of the rest', (_, options) => {
  const manifests = read({ 'good.yaml': application('app'), 'bad.yaml': 'a: [\n' });
  const said = ['bad.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes'];
  expect(manifests.unread.map(describeLocated)).toEqual(said);
  try {
    renderManifests(manifests, options);
    throw new Error('it was rendered');
  } catch (error) {
    expect(error).toBeInstanceOf(ManifestError);
    expect(error).not.toBeInstanceOf(RefusedManifestsError);
    expect((error as ManifestError).message).toBe(said[0]);
  }
});

test('who renders for Kubernetes can tell what could not be read from what was refused', () => {
  const manifests = read(application('A'));
  expect(() => renderManifests(manifests, KUBERNETES)).toThrow(RefusedManifestsError);
});
