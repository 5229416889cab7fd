import * as fc from 'fast-check';
import * as library from '../../../src';
import { anyDocuments, anyText, textOf } from './arbitraries';
import { documentsOf, expectSame, synthesize } from './generated';
import { ManifestError, readManifests } from '../../../src/files/reading';
import { ImportedProject, importManifests } from '../../../src/migration/typescript/import-manifests';
import { models } from '../../properties/arbitraries-models';
import { build } from '../../properties/build';
import { ModelRecipe } from '../../properties/recipe';
import { PATIENCE, runs } from '../../properties/runs';

/** Why manifests may be refused: all else is written. */
const REFUSED = ['duplicate-object', 'invalid-port', 'invalid-type', 'invalid-value', 'missing-field', 'not-plain', 'platform-owned-object'];

afterEach(() => {
  expect(globalThis).not.toHaveProperty('executed');
});

function importedOrRefused(text: string, file = 'x.yaml'): ImportedProject | undefined {
  const manifests = readManifests(text, file);
  fc.pre(manifests.unread.length === 0);
  try {
    return importManifests(manifests, 'project', library);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    expect(error.findings.filter(({ code }) => !REFUSED.includes(code))).toEqual([]);
    return undefined;
  }
}

test('documents with anything in them come out as they went in, and nothing in them is run', () => {
  fc.assert(fc.property(anyDocuments, documents => {
    const project = importedOrRefused(textOf(documents));
    if (project) expectSame(project, readManifests(textOf(documents), '').yaml.map(({ value }) => value));
  }), { numRuns: runs(250) });
}, PATIENCE);

/** A document with a text in every place where one can stand. */
const everywhere = (text: string) => [
  {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'ApplicationConfiguration',
    metadata: { name: text, namespace: text, labels: { [text]: text }, annotations: { 'example.org/a': text }, [text]: text },
    spec: {
      components: [{
        componentName: text,
        traits: [{ trait: { apiVersion: text, kind: text, [text]: text } }],
        parameterValues: [{ name: text, value: text }],
      }],
      [text]: text,
    },
  },
  {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'Component',
    metadata: { name: 'greet', annotations: { 'example.org/a': text } },
    spec: {
      workload: {
        apiVersion: 'core.oam.dev/v1alpha2',
        kind: 'ContainerizedWorkload',
        metadata: { annotations: { 'example.org/a': text } },
        spec: { containers: [{ name: 'main', image: `a${text}`, command: [text], env: [{ name: 'A', value: text }], config: [{ path: '/a', value: text }] }] },
        [`a${text}`]: text,
      },
      parameters: [{ name: `a${text}`, fieldPaths: ['spec.a'], description: text }],
    },
  },
  { apiVersion: `v1${text.replaceAll('/', '')}`, kind: `Kind${text}`, metadata: { name: text, namespace: text, [text]: null }, [text]: { [text]: [text] } },
];

test('a text is nothing but a text, wherever it stands', () => {
  fc.assert(fc.property(anyText, text => {
    const documents = everywhere(text);
    const project = importedOrRefused(textOf(documents), `${text}.yaml`);
    if (project) expectSame(project, readManifests(textOf(documents), '').yaml.map(({ value }) => value));
  }), { numRuns: runs(125) });
}, PATIENCE);

/**
 * Whether the platform is the one for which a program is made: on others two jobs may have one name, or none, that have two here;
 * and manifests do not say where a custom workload is scraped.
 */
function isAsImported({ platform, charts }: ModelRecipe): boolean {
  return platform.vendor === 'verrazzano' && platform.jobNaming !== '1.0' && charts.every(({ platform: own, components }) =>
    !own && components.every(({ workload }) => !workload?.metricsDefaults));
}

test('every model of the library comes back as the constructs that it is made of', () => {
  fc.assert(fc.property(models(), model => {
    const text = build(model).app.synthYaml();
    const manifests = readManifests(text, 'x.yaml');
    // some numbers lose digits on their way through YAML
    fc.pre(manifests.unread.length === 0);
    const project = importManifests(manifests, 'project', library);
    if (isAsImported(model)) expect([...project.files.values()].join('\n')).not.toContain('new CustomObject(');
    expectSame(project, documentsOf(text));
  }), { numRuns: runs(50) });
}, PATIENCE);

test('the folder of a project gives its package a name, whatever it is called', () => {
  fc.assert(fc.property(anyText, text => {
    const project = importManifests(readManifests('{"apiVersion":"v1","kind":"A"}', 'x.yaml'), text, library);
    expect(JSON.parse(project.files.get('package.json')!).name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(synthesize(project)).toHaveLength(1);
  }), { numRuns: runs(75) });
}, PATIENCE);
