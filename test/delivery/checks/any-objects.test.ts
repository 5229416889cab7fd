import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { Written, checked, newChart } from './support';
import { ObjectChecks, withoutMisplacedNamespace, clusterScopes } from '../../../src/delivery/object-checks';
import { isClusterScoped } from '../../../src/base/oam-kind';
import { testWithCorpus } from '../../examples/corpus';
import { objectsOf } from '../../examples/programs';
import { PATIENCE, runs } from '../../properties/runs';

const of = (alphabet: string, minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const ALPHANUMERIC = 'abcxyz0189';

/** A text whose ends are letters or digits. */
const between = (inner: string, ends: string, most: number) =>
  fc.tuple(of(ends, 1, 1), of(inner, 0, most - 2), of(ends, 0, 1)).map(([first, middle, last]) => last ? first + middle + last : first);

const dnsLabel = (most = 63) => between(`${ALPHANUMERIC}-`, ALPHANUMERIC, most);
const subdomain = (most = 253) => fc.array(dnsLabel(20), { minLength: 1, maxLength: 8 }).map(parts => parts.join('.').slice(0, most).replace(/[-.]+$/, ''));

const startingWithLetter = dnsLabel(62).map(text => `a${text}`);
const pathSegment = fc.oneof(subdomain(), of('aZ0:.-_ é\n', 3, 300).map(text => `a${text}`));

const labelKey = fc.oneof(between('aZ0-_.', 'aZ0', 63), fc.tuple(subdomain(), between('aZ0-_.', 'aZ0', 63)).map(parts => parts.join('/')));
const labelValue = fc.oneof(fc.constant(''), between('aZ0-_.', 'aZ0', 63), fc.constant('${VARIABLE}'));

const labels = fc.option(fc.dictionary(labelKey, labelValue, { maxKeys: 4 }), { nil: null });
const annotations = fc.option(fc.dictionary(labelKey, fc.string({ unit: 'binary' }), { maxKeys: 3 }), { nil: undefined });

/** Types, the names of their objects, and whether they are in namespaces. */
const TYPES: readonly [type: string, name: fc.Arbitrary<string>, isInNamespaces: boolean][] = [
  ['v1 ConfigMap', subdomain(), true],
  ['v1 Namespace', dnsLabel(), false],
  ['v1 Service', startingWithLetter, true],
  ['apps/v1 Deployment', subdomain(), true],
  ['apps/v1 StatefulSet', dnsLabel(52), true],
  ['batch/v1 Job', subdomain(63), true],
  ['batch/v1 CronJob', subdomain(52), true],
  ['rbac.authorization.k8s.io/v1 Role', pathSegment, true],
  ['rbac.authorization.k8s.io/v1 ClusterRoleBinding', pathSegment, false],
  ['storage.k8s.io/v1 StorageClass', subdomain(), false],
  ['cert-manager.io/v1 ClusterIssuer', subdomain(), false],
  ['example.com/v1 Widget', subdomain(), true],
];

const type = fc.constantFrom(...TYPES);

/** An object that every API server takes, as far as its metadata goes. */
const validObject: fc.Arbitrary<any> = type.chain(([text, name, isInNamespaces]) => fc.record({
  name,
  labels,
  annotations,
  finalizers: fc.option(fc.array(labelKey, { maxLength: 2 }), { nil: undefined }),
  namespace: isInNamespaces ? fc.option(dnsLabel(), { nil: undefined }) : fc.constantFrom(undefined, null, ''),
  template: fc.option(fc.record({ metadata: fc.record({ labels, annotations }) }), { nil: undefined }),
  matchLabels: labels,
}).map(({ template, matchLabels, ...metadata }) => {
  const [apiVersion, kind] = text.split(' ');
  return { apiVersion, kind, metadata, spec: { ...template && { template }, ...kind !== 'Service' && { selector: { matchLabels } } } };
}));

/** What can be wrong, and the code by which it is told. Each changes a valid object. */
const DEFECTS: readonly [code: string, spoil: (json: any) => void, fits?: (json: any) => boolean][] = [
  ['missing-field', json => delete json.apiVersion],
  ['missing-field', json => delete json.metadata.name],
  ['missing-field', json => delete json.metadata],
  ['invalid-value', json => json.kind = 1],
  ['invalid-type', json => json.metadata = 'a'],
  ['invalid-name', json => json.metadata.name += '/'],
  ['invalid-name', json => json.metadata.name = '..'],
  ['invalid-name', json => json.metadata.name = `%${json.metadata.name}`],
  ['invalid-name', json => json.metadata.name += 'A', json => !json.apiVersion.startsWith('rbac')],
  ['invalid-name', json => json.metadata.name = 1],
  ['invalid-name', json => json.metadata.namespace = 'a.b', json => json.kind === 'Role' || json.kind === 'Widget'],
  ['namespace-on-cluster-scoped', json => json.metadata.namespace = 'a', json => /^(Cluster|Namespace|StorageClass)/.test(json.kind)],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: 1 }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: null }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, a: 'b c' }],
  ['invalid-label', json => json.metadata.labels = { ...json.metadata.labels, 'a/b/c': '' }],
  ['invalid-type', json => json.metadata.labels = []],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, a: true }],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, '-': '' }],
  ['invalid-annotation', json => json.metadata.annotations = { ...json.metadata.annotations, a: 'ä'.repeat(2 ** 17) }],
  ['invalid-value', json => json.metadata.finalizers = ['a b']],
  ['invalid-label', json => json.spec.template = { metadata: { labels: { a: 1 } } }, json => json.kind === 'Deployment'],
  ['invalid-annotation', json => json.spec.template = { metadata: { annotations: { a: 1 } } }, json => json.kind === 'StatefulSet'],
  ['invalid-label', json => json.spec.selector.matchLabels = { a: '-' }, json => json.kind === 'Job'],
];

const DIST = resolve(__dirname, '../../../dist');

const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml')).map(name => join(folder, name)).sort();

/** What is found in the objects of a file, each made by cdk8s in a chart of the namespace. */
function foundIn(file: string, namespace?: string): string[] {
  const chart = newChart({ namespace }, new App());
  const objects = objectsOf(readFileSync(file, 'utf8')).filter(json => typeof json?.apiVersion === 'string' && typeof json.kind === 'string');
  if (objects.length === 0) throw new Error(`${file} has no objects`);
  objects.forEach((json, i) => new ApiObject(chart, `object-${i}`, json));
  return checked(chart).found.map(line => `${file}: ${line}`);
}

test.each([undefined, 'ns'])('the manifests of the examples pass, in a chart of the namespace %p', namespace => {
  expect(files(DIST).length).toBeGreaterThan(20);
  expect(files(DIST).flatMap(file => foundIn(file, namespace))).toEqual([]);
});

testWithCorpus('the originals pass', () => {
  // what is a template is no YAML before it is filled in
  const originals = files(process.env.OAM_CORPUS!).filter(file => !/\{\{/.test(readFileSync(file, 'utf8')));
  expect(originals.length).toBeGreaterThan(5);
  expect(originals.flatMap(file => [undefined, 'ns'].flatMap(namespace => foundIn(file, namespace)))).toEqual([]);
});

const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
const stripped = (json: any, chartNamespace?: string) => withoutMisplacedNamespace(json, chartNamespace, isClusterScoped);

test('an object of a cluster-scoped kind loses the namespace of its chart, and nothing else', () => {
  const json = { ...ROLE, metadata: { labels: { a: 'b' }, name: 'reader', namespace: 'ns', uid: 'u' }, rules: [{}] };
  expect(JSON.stringify(stripped(json, 'ns'))).toBe(JSON.stringify({ ...ROLE, metadata: { labels: { a: 'b' }, name: 'reader', uid: 'u' }, rules: [{}] }));
});

test('what is handed in is not changed: it may be shared, or frozen', () => {
  const json = Object.freeze({ ...ROLE, metadata: Object.freeze({ name: 'reader', namespace: 'ns' }) });
  expect(stripped(json, 'ns')?.metadata).toEqual({ name: 'reader' });
  expect(json.metadata.namespace).toBe('ns');
});

test.each<[string, any, string | undefined]>([
  ['is in namespaces', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'ns' } }, 'ns'],
  ['has another namespace than its chart', { ...ROLE, metadata: { name: 'a', namespace: 'other' } }, 'ns'],
  ['has a namespace, and its chart none', { ...ROLE, metadata: { name: 'a', namespace: 'other' } }, undefined],
  ['has none', { ...ROLE, metadata: { name: 'a' } }, 'ns'],
  ['and whose chart have none', { ...ROLE, metadata: { name: 'a' } }, undefined],
  ['has no metadata', ROLE, 'ns'],
  ['has no kind', { apiVersion: 'v1', metadata: { namespace: 'ns' } }, 'ns'],
  ['has no apiVersion', { kind: 'Namespace', metadata: { namespace: 'ns' } }, 'ns'],
  ['is a list', [], 'ns'],
  ['is nothing', undefined, 'ns'],
  ['is null', null, 'ns'],
])('an object that %s is given back itself', (_, json, namespace) => {
  expect(stripped(json, namespace)).toBe(json);
});

const chart: Chart = newChart({ namespace: undefined });
const construct = new Written(chart, 'x', {});

/** The codes of what is found in some objects of one app. */
function codesOf(...objects: any[]): string[] {
  const checks = new ObjectChecks(clusterScopes());
  for (const json of objects) checks.checked(json, chart, construct);
  return checks.findings.map(({ finding }) => finding.code);
}

test('valid metadata gives no finding, alone or in a list, and is written as it is', () => {
  fc.assert(fc.property(validObject, json => {
    const before = JSON.stringify(json);
    expect(codesOf(json)).toEqual([]);
    expect(codesOf({ apiVersion: 'v1', kind: 'List', items: [json] })).toEqual([]);
    expect(new ObjectChecks(clusterScopes()).checked(json, chart, construct)).toBe(json);
    expect(JSON.stringify(json)).toBe(before);
  }), { numRuns: runs(1250) });
}, PATIENCE);

test('each object is one of its own, and is met once', () => {
  fc.assert(fc.property(validObject, validObject, (one, two) => {
    const same = (key: (json: any) => unknown) => key(one) === key(two);
    const isSame = same(o => o.apiVersion) && same(o => o.kind) && same(o => o.metadata.name) && same(o => o.metadata.namespace || '');
    expect(codesOf(one, two)).toEqual(isSame ? ['duplicate-object'] : []);
    expect(codesOf(one, two, one)).toContain('duplicate-object');
  }), { numRuns: runs(500) });
}, PATIENCE);

test.each(DEFECTS.map(([code, spoil, fits], i) => [code, String(spoil), i, fits] as const))('fails with %s after %s', (code, _, i, fits = () => true) => {
  const [, spoil] = DEFECTS[i];
  fc.assert(fc.property(validObject.filter(fits), json => {
    spoil(json);
    const codes = codesOf(json);
    expect([codes[0], new Set(codes).size]).toEqual([code, 1]);
  }), { numRuns: runs(75) });
}, PATIENCE);
