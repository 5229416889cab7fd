import { ApiObject, App, ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { newChart, report, Written, x } from './support';

const RENAME = 'rename one of them, or put it into another namespace';

const object = (scope: Construct, id: string, props: Partial<ApiObjectProps> & { [key: string]: any }) =>
  new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', ...props });

/** An app with one ConfigMap `a` of the namespace `ns`, and another object in another chart. */
function beside(other: any): string[] {
  const app = new App();
  object(newChart({}, app, 'one'), 'x', { metadata: { name: 'a' } });
  new Written(newChart({}, app, 'two'), 'y', { apiVersion: 'v1', kind: 'ConfigMap', ...other });
  return report(app);
}

test.each<[string, any]>([
  ['another name', { metadata: { name: 'b', namespace: 'ns' } }],
  ['another namespace', { metadata: { name: 'a', namespace: 'other' } }],
  ['no namespace: where it lands is known to nobody', { metadata: { name: 'a' } }],
  ['the namespace "default"', { metadata: { name: 'a', namespace: 'default' } }],
  ['another kind', { kind: 'Secret', metadata: { name: 'a', namespace: 'ns' } }],
  ['another group', { apiVersion: 'example.com/v1', metadata: { name: 'a', namespace: 'ns' } }],
  ['a name that the server makes', { metadata: { generateName: 'a', namespace: 'ns' } }],
])('passes beside one with %s', (_, other) => {
  expect(beside(other)).toEqual([]);
});

test('fails when kind, namespace and name are the same', () => {
  expect(beside({ metadata: { name: 'a', namespace: 'ns' } })).toEqual([`[two/y] duplicate-object: ConfigMap "a" in namespace "ns" is also made by 'one/x'; ${RENAME}`]);
});

test('fails when only the version differs, which is one object in the cluster', () => {
  const chart = newChart();
  object(chart, 'x', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } });
  object(chart, 'y', { apiVersion: 'apps/v1beta1', kind: 'Deployment', metadata: { name: 'a' } });
  expect(report(chart)).toEqual([`[c/y] duplicate-object: Deployment "a" in namespace "ns" is also made by 'c/x'; ${RENAME}`]);
});

test('fails for the third too, and every other one', () => {
  const chart = newChart({ namespace: undefined });
  for (const id of ['x', 'y', 'z']) object(chart, id, { metadata: { name: 'a' } });
  expect(report(chart)).toEqual(['y', 'z'].map(id => `[c/${id}] duplicate-object: ConfigMap "a" without a namespace is also made by 'c/x'; ${RENAME}`));
});

test('fails for cluster-scoped kinds, whatever the namespaces of their charts are', () => {
  const app = new App();
  for (const id of ['one', 'two']) object(newChart({ namespace: id }, app, id), 'x', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'a' } });
  expect(report(app)).toEqual(['[two/x] duplicate-object: ClusterRole "a" is also made by \'one/x\'; rename one of them']);
});

test('the parents of main children are named', () => {
  const chart = newChart();
  for (const [id, main] of [['web', 'Resource'], ['other', 'Default']]) object(new Construct(chart, id), main, { metadata: { name: 'a' } });
  expect(report(chart)).toEqual([`[c/other] duplicate-object: ConfigMap "a" in namespace "ns" is also made by 'c/web'; ${RENAME}`]);
});

test('two main children of one construct are told apart', () => {
  const web = new Construct(newChart(), 'web');
  for (const id of ['Resource', 'Default']) object(web, id, { metadata: { name: 'a' } });
  expect(report(web)).toEqual([`[c/web] duplicate-object: ConfigMap "a" in namespace "ns" is also made by 'c/web/Resource'; ${RENAME}`]);
});

test('items of lists are looked at, with their places', () => {
  const item = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'ns' } };
  const chart = newChart();
  new Written(chart, 'list', { apiVersion: 'v1', kind: 'List', items: [item, { apiVersion: 'v1', kind: 'ConfigMapList', items: [{ metadata: item.metadata }] }] });
  object(chart, 'x', { metadata: { name: 'a' } });
  expect(report(chart)).toEqual([
    `[c/list] duplicate-object: 'items[1].items[0]' ConfigMap "a" in namespace "ns" is also made by 'items[0]' of 'c/list'; ${RENAME}`,
    `[c/x] duplicate-object: ConfigMap "a" in namespace "ns" is also made by 'items[0]' of 'c/list'; ${RENAME}`,
  ]);
});

test('items of kinds of the whole cluster have no namespace', () => {
  const item = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } };
  const chart = newChart();
  new Written(chart, 'list', { apiVersion: 'v1', kind: 'List', items: [item, item] });
  expect(report(chart)).toEqual(["[c/list] duplicate-object: 'items[1]' Namespace \"a\" is also made by 'items[0]' of 'c/list'; rename one of them"]);
});

describe('names that cdk8s makes of paths', () => {
  const long = x(70);

  test('fail when they are cut into each other', () => {
    const chart = newChart({ disableResourceNameHashes: true });
    const first = object(new Construct(chart, 'one'), long, {});
    const second = object(new Construct(chart, 'two'), long, {});
    expect(second.name).toBe(first.name);
    expect(report(chart)).toEqual([
      `[c/two/${long}] duplicate-object: ConfigMap "${x(63)}" in namespace "ns" is also made by 'c/one/${long}'; ${RENAME}`,
    ]);
  });

  test('pass with hashes', () => {
    const chart = newChart();
    for (const parent of ['one', 'two']) object(new Construct(chart, parent), long, {});
    expect(report(chart)).toEqual([]);
  });
});
