import { ApiObject, App, Chart } from 'cdk8s';
import { checked, found, newChart, report, Written } from './support';
import { describe as sentence } from '../../../src/base/findings/words';
import { ObjectChecks, clusterScopes } from '../../../src/delivery/object-checks';

describe('what an object is', () => {
  test.each<[string, any, string[]]>([
    ['no kind', { apiVersion: 'v1', metadata: { name: 'a' } }, ['missing-field: \'kind\' is required']],
    ['no apiVersion', { kind: 'Pod', metadata: { name: 'a' } }, ['missing-field: \'apiVersion\' is required']],
    ['neither', {}, ['missing-field: \'apiVersion\' is required', 'missing-field: \'kind\' is required']],
    ['null', { apiVersion: null, kind: 'Pod' }, ['missing-field: \'apiVersion\' is required']],
    ['empty texts', { apiVersion: '', kind: '' }, [
      'invalid-value: \'apiVersion\' must be a non-empty string, got ""',
      'invalid-value: \'kind\' must be a non-empty string, got ""',
    ]],
    ['a number', { apiVersion: 1, kind: 'Pod' }, ['invalid-value: \'apiVersion\' must be a non-empty string, got a number; put it in quotes']],
    ['no object at all', 'a', ['invalid-type: must be an object, got a string']],
    ['null itself', null, ['invalid-type: must be an object, got null']],
    ['a list', [{}], ['invalid-type: must be an object, got a list of 1']],
  ])('fails: %s', (_, json, messages) => {
    expect(found(json)).toEqual(messages);
  });

  test('an object that renders to nothing is nothing', () => {
    const chart = newChart();
    new Written(chart, 'x', undefined);
    expect(checked(chart)).toEqual({ written: [undefined], found: [] });
  });
});

test('the namespace of a chart is written where it belongs', () => {
  const chart = newChart({ labels: { app: 'shop' } });
  new ApiObject(chart, 'a', { apiVersion: 'v1', kind: 'Secret' });
  new ApiObject(chart, 'b', { apiVersion: 'v1', kind: 'Namespace' });
  new ApiObject(chart, 'c', { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { namespace: 'other' } });
  const { written, found: lines } = checked(chart);
  expect(written.map(({ metadata: { labels, namespace } }) => [labels, namespace])).toEqual([[{ app: 'shop' }, 'ns'], [{ app: 'shop' }, undefined], [{ app: 'shop' }, 'other']]);
  expect(lines).toEqual([expect.stringMatching(/^\[c\/c\] namespace-on-cluster-scoped: /)]);
});

describe('lists', () => {
  const list = (...items: any[]) => ({ apiVersion: 'v1', kind: 'List', items });

  test('need no name, and may have any', () => {
    const chart = newChart();
    for (const id of ['x', 'y']) new Written(chart, id, { ...list(), metadata: { name: 'A', namespace: 'B', labels: { a: 1 } } });
    new Written(chart, 'z', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleList', items: [] });
    expect(report(chart)).toEqual([]);
  });

  test('fail for their items', () => {
    expect(found(list({ apiVersion: 'v1', kind: 'Secret', metadata: {} }, null, { kind: 'Secret' }))).toEqual([
      'missing-field: \'items[0].metadata.name\' is required; set it, or \'metadata.generateName\'',
      'invalid-type: \'items[1]\' must be an object, got null',
      'missing-field: \'items[2].apiVersion\' is required',
    ]);
  });

  test('of one kind say what their items are', () => {
    expect(found({ apiVersion: 'v1', kind: 'ServiceList', items: [{ metadata: { name: '1' } }] })).toEqual([expect.stringContaining('must be a DNS-1035 label')]);
  });

  test('an object that only has items, or is only called a list, is none', () => {
    expect(found({ apiVersion: 'example.com/v1', kind: 'Menu', metadata: { name: 'a' }, items: [1] })).toEqual([]);
    expect(found({ apiVersion: 'example.com/v1', kind: 'AllowList', metadata: { name: 'A' }, spec: {} })).toHaveLength(1);
  });

  test('items of cluster-scoped kinds fail in a namespace: nobody gave them that of the chart', () => {
    const chart = newChart();
    new Written(chart, 'x', list({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', namespace: 'ns' } }));
    expect(report(chart)).toEqual([expect.stringMatching(/^\[c\/x\] namespace-on-cluster-scoped: 'items\[0\]\.metadata\.namespace' must be left out/)]);
  });
});

/** They have the form of objects, and no cluster sees them. */
const FILES: readonly [apiVersion: string, kind: string][] = [
  ['kustomize.config.k8s.io/v1beta1', 'Kustomization'],
  ['kustomize.config.k8s.io/v1alpha1', 'Component'],
  ['builtin', 'LabelTransformer'],
  ['config.kubernetes.io/v1', 'ResourceList'],
  ['kubeadm.k8s.io/v1beta4', 'ClusterConfiguration'],
  ['kubelet.config.k8s.io/v1beta1', 'KubeletConfiguration'],
  ['kubescheduler.config.k8s.io/v1', 'KubeSchedulerConfiguration'],
  ['audit.k8s.io/v1', 'Policy'],
  ['kind.x-k8s.io/v1alpha4', 'Cluster'],
  ['cli.kyverno.io/v1alpha1', 'Test'],
  ['meta.pkg.crossplane.io/v1', 'Configuration'],
  ['skaffold/v4beta11', 'Config'],
  ['v1', 'Config'],
  ['v2', 'HelmChart'],
];

test.each(FILES)('files of tools pass: %s %s', (apiVersion, kind) => {
  const chart = newChart();
  for (const id of ['x', 'y']) new Written(chart, id, { apiVersion, kind, metadata: { name: 'My File', labels: { a: 1 } } });
  new Written(chart, 'z', { apiVersion, kind });
  expect(report(chart)).toEqual([]);
});

test('what Helm charts render passes', () => {
  const labels = { 'app.kubernetes.io/name': 'shop', 'helm.sh/chart': 'shop-1.2.3_build.4', 'app.kubernetes.io/managed-by': 'Helm' };
  const hook = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-5', 'helm.sh/hook-delete-policy': 'before-hook-creation' };
  const chart = newChart();
  [
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'release:shop:reader', labels } },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'system:Shop', namespace: 'kube-system', labels } },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'shop-migrate', labels, annotations: hook }, spec: { template: { metadata: { labels, creationTimestamp: null } } } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shop-test-connection', labels, annotations: { 'helm.sh/hook': 'test' } } },
    { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1beta1.metrics.k8s.io', labels }, spec: { group: 'metrics.k8s.io', version: 'v1beta1' } },
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'shop.rules', labels: { ...labels, release: '' } } },
  ].forEach((json, i) => new ApiObject(chart, `object-${i}`, json));
  expect(report(chart)).toEqual([]);
});

test('what a chart renders in its own way is told of the chart', () => {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  const checks = new ObjectChecks(clusterScopes());
  const item: any = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'A' } };
  expect([item, item].map(json => checks.checked(json, chart, chart))).toEqual([item, item]);
  expect(checks.findings.map(({ construct, finding }) => `[${construct.node.path}] ${sentence(finding)}`)).toEqual([
    expect.stringMatching(/^\[c\] invalid-name: /),
    expect.stringMatching(/^\[c\] invalid-name: /),
    '[c] duplicate-object: Secret "A" without a namespace is also made by \'c\'; rename one of them, or put it into another namespace',
  ]);
});
