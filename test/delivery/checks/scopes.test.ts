import { ApiObject } from 'cdk8s';
import { checked, newChart, Written } from './support';
import { describe as sentence } from '../../../src/base/findings/words';
import { clusterScopedKinds, clusterScopes } from '../../../src/delivery/object-checks';

const WIDGET = { apiVersion: 'example.com/v1', kind: 'Widget' };

const definition = (scope: string, name = 'widgets.example.com') => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: { group: 'example.com', names: { kind: 'Widget', plural: 'widgets' }, scope },
});

/** The namespace of a Widget that is written in a chart of the namespace `ns`. */
function namespaceOfWidget(userKinds: readonly string[], ...others: any[]): string | undefined {
  const chart = newChart();
  new ApiObject(chart, 'widget', { ...WIDGET, metadata: { name: 'w' } });
  others.forEach((json, i) => new Written(chart, `other-${i}`, json));
  const { written, found } = checked(chart, userKinds);
  expect(found).toEqual([]);
  return written[0].metadata.namespace;
}

test('a kind that nobody knows is in namespaces', () => {
  expect(namespaceOfWidget([])).toBe('ns');
});

test('the word of the user counts', () => {
  expect(namespaceOfWidget(['example.com/Widget'])).toBeUndefined();
  expect(namespaceOfWidget(['example.com/Gadget', 'example.org/Widget'])).toBe('ns');
});

test('a definition in the same app counts, wherever it stands', () => {
  expect(namespaceOfWidget([], definition('Cluster'))).toBeUndefined();
  expect(namespaceOfWidget([], definition('Namespaced'))).toBe('ns');
  expect(namespaceOfWidget([], { apiVersion: 'v1', kind: 'List', items: [definition('Cluster')] })).toBeUndefined();
  expect(namespaceOfWidget(['example.com/Widget'], definition('Cluster'))).toBeUndefined();
  expect(namespaceOfWidget(['example.com/Widget'], definition('Namespaced'))).toBe('ns');
});

test('a definition tells more than what is known of an operator', () => {
  const own = { ...definition('Namespaced', 'clusterissuers.cert-manager.io') };
  own.spec = { group: 'cert-manager.io', names: { kind: 'ClusterIssuer', plural: 'clusterissuers' }, scope: 'Namespaced' };
  const chart = newChart();
  new ApiObject(chart, 'issuer', { apiVersion: 'cert-manager.io/v1', kind: 'ClusterIssuer', metadata: { name: 'i' } });
  new Written(chart, 'definition', own);
  expect(checked(chart).written[0].metadata.namespace).toBe('ns');
});

test('what is no whole definition tells nothing', () => {
  const partial = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.com' } };
  const another = { ...definition('Cluster', 'w'), apiVersion: 'example.com/v1' };
  expect(namespaceOfWidget([], partial, another)).toBe('ns');
});

test('scopes need nothing but the table', () => {
  expect(clusterScopes()({ apiVersion: 'v1', kind: 'Namespace' })).toBe(true);
  expect(clusterScopes()(WIDGET)).toBe(false);
});

describe('kinds of the user', () => {
  const said = (value: unknown) => clusterScopedKinds(value, 'clusterScopedKinds').map(sentence);

  test.each(['example.com/Widget', 'a.b-c.example.com/XWidget2', 'acid.zalan.do/postgresql'])('passes %p', kind => {
    expect(said([kind])).toEqual([]);
  });

  test.each([
    'Widget', '/Namespace', 'apps/Deployment', 'example.com/v1/Widget', 'example.com/v1', 'example.com/v1beta1', 'widgets.example.com', 'example.com/', 'Example.com/Widget',
    'example.com/Widget ', 'example.com./Widget', '',
  ])('fails when one is %p', kind => {
    expect(said(['example.com/Widget', kind])).toEqual([
      `invalid-value: 'clusterScopedKinds[1]' must be the group and the kind of a custom resource, without a version, such as "example.com/Widget", got "${kind}"`,
    ]);
  });

  test('fails when they are no list', () => {
    expect(said('example.com/Widget')).toEqual(['invalid-type: \'clusterScopedKinds\' must be a list, got a string']);
  });

  test('fails when one is no text', () => {
    expect(said([1])).toEqual([
      'invalid-value: \'clusterScopedKinds[0]\' must be the group and the kind of a custom resource, without a version, such as "example.com/Widget", got 1',
    ]);
  });
});
