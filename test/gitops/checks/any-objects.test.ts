import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { DEFECTS, validObject } from './arbitraries';
import { checked, newChart, Written } from './support';
import { ObjectChecks, withoutMisplacedNamespace } from '../../../src/gitops/checks/object-checks';
import { KindScopes } from '../../../src/gitops/checks/scopes';
import { isClusterScoped } from '../../../src/private/scopes';
import { testWithCorpus } from '../../examples/corpus';
import { objectsOf } from '../../examples/programs';
import { PATIENCE, runs } from '../../properties/runs';

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
  const checks = new ObjectChecks(new KindScopes());
  for (const json of objects) checks.checked(json, chart, construct);
  return checks.findings.map(({ finding }) => finding.code);
}

test('valid metadata gives no finding, alone or in a list, and is written as it is', () => {
  fc.assert(fc.property(validObject, json => {
    const before = JSON.stringify(json);
    expect(codesOf(json)).toEqual([]);
    expect(codesOf({ apiVersion: 'v1', kind: 'List', items: [json] })).toEqual([]);
    expect(new ObjectChecks(new KindScopes()).checked(json, chart, construct)).toBe(json);
    expect(JSON.stringify(json)).toBe(before);
  }), { numRuns: runs(5000) });
}, PATIENCE);

test('each object is one of its own, and is met once', () => {
  fc.assert(fc.property(validObject, validObject, (one, two) => {
    const same = (key: (json: any) => unknown) => key(one) === key(two);
    const isSame = same(o => o.apiVersion) && same(o => o.kind) && same(o => o.metadata.name) && same(o => o.metadata.namespace || '');
    expect(codesOf(one, two)).toEqual(isSame ? ['duplicate-object'] : []);
    expect(codesOf(one, two, one)).toContain('duplicate-object');
  }), { numRuns: runs(2000) });
}, PATIENCE);

test.each(DEFECTS.map(([code, spoil, fits], i) => [code, String(spoil), i, fits] as const))('fails with %s after %s', (code, _, i, fits = () => true) => {
  const [, spoil] = DEFECTS[i];
  fc.assert(fc.property(validObject.filter(fits), json => {
    spoil(json);
    const codes = codesOf(json);
    expect([codes[0], new Set(codes).size]).toEqual([code, 1]);
  }), { numRuns: runs(300) });
}, PATIENCE);
