import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { kubernetes } from '../../../examples/platforms';
import { Platform } from '../../../src';
import { ManifestError, RefusedManifestsError, describeLocated } from '../../../src/files/reading';
import { includeManifests, renderManifests } from '../../../src/migration/render-manifests';
import { validateManifests } from '../../../src/migration/validate';
import { writeYaml } from '../../../src/files/write-yaml';
import { objectDifferences } from '../../examples/originals';
import { messageOf } from '../../support/message';
import { KUBERNETES, OAM, PORTS, Texts, application, component, containerized, deployment, documents, objects, read, render } from '../support';

function chartOn(options: { platform: Platform }): Chart {
  const chart = new Chart(new App(), 'chart');
  Platform.install(chart, options.platform);
  return chart;
}

const APP = documents(application('app', 'componentName: a'), component('a', containerized(PORTS)), 'apiVersion: v1\nkind: Secret\nmetadata: {name: s, uid: x}\nstringData: {a: b}\n');

/** The objects of one identity each, in whichever order. */
const byName = (given: readonly any[]) => Object.fromEntries(given.map(object => [`${object.kind} ${object.metadata.name}`, object]));

test.each([['Kubernetes', KUBERNETES], ['OAM', OAM]])('a chart gets what is rendered of manifests for %s', (_, options) => {
  const chart = chartOn(options);
  includeManifests(chart, read(APP));
  const included = Testing.synth(chart);
  expect(byName(included)).toEqual(byName(objects(APP, options)));
  expect(included).toHaveLength(objects(APP, options).length);
});

test('they are checked together with what else is in the program', () => {
  const chart = chartOn(KUBERNETES);
  includeManifests(chart, read(documents(application('app', 'componentName: a'), component('a', deployment('same')))));
  includeManifests(new Chart(chart, 'other'), read(documents(application('two', 'componentName: b'), component('b', deployment('same')))));
  expect(messageOf(() => Testing.synth(chart))).toMatch(/duplicate-object: Deployment "same" in namespace "ns" is also made by/);
});

function refusal(texts: Texts, options = KUBERNETES): Error {
  try {
    includeManifests(chartOn(options), read(texts));
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test('fails when something could not be read, or has errors for the platform', () => {
  const unread = refusal('a: [\n');
  expect([unread instanceof ManifestError, unread instanceof RefusedManifestsError]).toEqual([true, false]);
  expect(unread.message).toBe('f.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes');
  const refused = refusal(application('A'));
  expect(refused).toBeInstanceOf(RefusedManifestsError);
  expect(refused.message).toBe('f.yaml:3:12: invalid-name: \'metadata.name\' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label\'s value, got "A"; give it a valid name');
});

test.each([['Kubernetes', KUBERNETES], ['OAM', OAM]])('fails when a text is one that cdk8s cannot write, for %s', (_, options) => {
  const text = writeYaml([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '0o17' } }]);
  expect(refusal(text, options).message).toBe('f.yaml:6:3: not-plain: \'data.a\' is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"; spell it differently');
});

test('that holds for manifests that were checked before', () => {
  const manifests = read(documents(application('app', 'componentName: a'), component('a', deployment('a').replace('image: i', 'image: "0o17"'))));
  expect(validateManifests(manifests, KUBERNETES)).toEqual([]);
  expect(messageOf(() => includeManifests(chartOn(KUBERNETES), manifests))).toMatch(/^f\.yaml:12:\d+: not-plain: 'spec\.workload\.spec\.template\.spec\.containers\[0\]\.image' is a string that is written without quotes/);
});

const DIST = join(__dirname, '../../../dist');
const FILES = readdirSync(join(DIST, 'oam'));

const committed = (folder: string, file: string) => readFileSync(join(DIST, folder, file), 'utf8');

/** It has a component for each Service, and another Prometheus than the others. */
const SHOP = 'shop.k8s.yaml';

test('the OAM manifests of the shop become objects of the same kinds and names', () => {
  const namesOf = (found: readonly any[]) => found.map(({ kind, metadata: { name } }) => `${kind} ${name}`).sort();
  const texts = { [SHOP]: committed('oam', SHOP) };
  expect(render(texts, { platform: kubernetes }).warnings).toEqual([]);
  const ofService = (name: string) => name === 'Ingress frontend-service' ? 'Ingress frontend' : name;
  expect(namesOf(objects(texts, { platform: kubernetes })).map(ofService)).toEqual(namesOf(objects({ [SHOP]: committed('kubernetes', SHOP) }, OAM)));
});

// what one program writes for both platforms: its OAM manifests say all that it says
describe.each(FILES.filter(file => file !== SHOP))('%s', file => {
  const texts = { [file]: committed('oam', file) };

  test('of the OAM platform becomes what the program writes for Kubernetes', () => {
    const expected = objects({ [file]: committed('kubernetes', file) }, OAM);
    expect(expected.length).toBeGreaterThan(0);
    expect(render(texts, { platform: kubernetes }).warnings).toEqual([]);
    expect(objectDifferences(objects(texts, { platform: kubernetes }), expected)).toEqual([]);
  });

  test('stays what it is for the OAM platform, to the byte', () => {
    const rendered = objects(texts, OAM);
    expect(writeYaml(rendered)).toBe(texts[file]);
    expect(Yaml.stringify(...rendered)).toBe(texts[file]);
  });
});

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
