import * as library from '../../src';
// first, so that what the others load is counted
import { workOf } from '../support/work';
import { application, component, containerized, documents, KUBERNETES, OAM, PORTS, read } from './support';
import { HEAD, said } from '../files/reading/support';
import { ManifestError, ReadManifests } from '../../src/files/reading';
import { MAX_PARTS } from '../../src/files/reading/read-manifests';
import { renderManifests } from '../../src/migration/render-manifests';
import { importManifests } from '../../src/migration/typescript/import-manifests';
import { validateManifests } from '../../src/migration/validate';
import { declaredComponents } from '../../src/verify/declared-components';

jest.setTimeout(120_000);

const WORKLOAD = containerized(PORTS);

const times = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

const replicas = '{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 2}}}';
const named = (i: number) => `{trait: {apiVersion: example.com/v1, kind: Policy, metadata: {name: p${i}}, spec: {a: 1}}}`;
const inNamespace = (text: string, namespace: string) => text.replace('namespace: ns', `namespace: ${namespace}`);

/** Manifests of some size, in shapes that name one thing many times. */
const SHAPES: Readonly<Record<string, (count: number) => string>> = {
  'one component in many entries of an application': count => documents(application('app', ...times(count, () => 'componentName: a')), component('a', WORKLOAD)),
  'one component in many entries with a trait each': count =>
    documents(application('app', ...times(count, () => `{componentName: a, traits: [${replicas}]}`)), component('a', WORKLOAD)),
  'one component in many applications': count => documents(...times(count, i => application(`app-${i}`, 'componentName: a')), component('a', WORKLOAD)),
  'a component that is not there in many entries': count => application('app', ...times(count, () => 'componentName: a')),
  'one trait many times': count => documents(application('app', `{componentName: a, traits: [${times(count, () => replicas).join(', ')}]}`), component('a', WORKLOAD)),
  'many traits of one component': count => documents(application('app', `{componentName: a, traits: [${times(count, named).join(', ')}]}`), component('a', WORKLOAD)),
  'one name in many namespaces': count =>
    documents(...times(count, i => inNamespace(documents(application('app', 'componentName: a'), component('a', WORKLOAD)), `ns-${i}`))),
  'many objects without a name': count => documents(...times(count, () => 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n')),
  'many components of one application': count =>
    documents(application('app', ...times(count, i => `componentName: a-${i}`)), ...times(count, i => component(`a-${i}`, WORKLOAD))),
};

/** What is done with them; what is wrong with them is no matter. */
const WAYS: Readonly<Record<string, (manifests: ReadManifests) => unknown>> = {
  'import': manifests => importManifests(manifests, 'project', library),
  'validate': manifests => validateManifests(manifests, OAM),
  'render': manifests => renderManifests(manifests, KUBERNETES),
  'render --keep-going': manifests => renderManifests(manifests, { ...KUBERNETES, keepGoing: true }),
  'verify': ({ documents: all }) => declaredComponents(all),
};

function attempt(way: (manifests: ReadManifests) => unknown, manifests: ReadManifests): () => void {
  return () => {
    try {
      way(manifests);
    } catch (error) {
      // refused, after work all the same
      if (!(error instanceof ManifestError)) throw error;
    }
  };
}

const [FEW, MANY] = [150, 450];

describe.each(Object.entries(WAYS))('%s takes work that grows with the size of', (_, way) => {
  test.each(Object.entries(SHAPES))('%s', (__, shape) => {
    const [small, few, many] = [2, FEW, MANY].map(count => read(shape(count)));
    // what is loaded and remembered at first is no growth
    attempt(way, small)();
    const [less, more] = [workOf(attempt(way, few)), workOf(attempt(way, many))];
    expect(more / less).toBeLessThan(1.2 * MANY / FEW);
  });
});

test('a document with too many parts is refused', () => {
  expect(said(`${HEAD}---\n${HEAD}${'\n'.repeat(MAX_PARTS + 1)}`)).toEqual([
    expect.stringMatching(/^f\.yaml:\d+:1: manifest-too-large: has a document with more than 1500000 words, marks and spaces; check that it is a manifest, and divide a list into several documents$/),
  ]);
});
