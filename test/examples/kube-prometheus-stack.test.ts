import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { MonitoringProvider } from '../../src';
import { Manifests } from '../../src/testing';
import { chartSelectors, panelsOf } from '../on-cluster/support/chart';
import { readPage } from '../docs/pages';
import { run } from '../docs/run';

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/kube-prometheus-stack.md'), 'utf8');
const VALUES = readFileSync(join(ROOT, 'examples/kube-prometheus-stack/values.yaml'), 'utf8');
const values = parse(VALUES);
const manifests = Manifests.ofFolder(join(ROOT, 'dist/kubernetes/demo.k8s.yaml'));

/** What the page installs. */
const [, release, version, namespace] = /^helm install (\S+) prometheus-community\/kube-prometheus-stack --version (\S+) --namespace (\S+) /m.exec(PAGE)!;

test('the page installs the release that the program names, in the version of the values', () => {
  const [program] = readPage('page', PAGE).programs;
  expect(program.code).toContain(`kubePrometheusStack({ release: '${release}', namespace: '${namespace}' })`);
  expect(VALUES).toContain(`# kube-prometheus-stack ${version}.`);
});

test('the program of the page writes what the example does, and the call that it adds later writes the dashboard', () => {
  const pages = readPage('page', PAGE).programs;
  expect(pages).toHaveLength(1);
  expect(run(pages[0].code).objects).toEqual(manifests.all().filter(({ kind }) => !['ConfigMap', 'PrometheusRule'].includes(kind)));
  manifests.hasCount({ kind: 'ConfigMap' }, 1);
  const main = readFileSync(join(ROOT, 'examples/kube-prometheus-stack/main.ts'), 'utf8');
  const [, imported, called] = /```js\n(import .+)\n\n(.+)\n```/.exec(PAGE)!;
  expect(main).toContain(`${imported}\n`);
  expect(main).toContain(`  ${called.replace(/;$/, '')};\n`);
  const [, alerts] = /```js\n(new MetricsAlerts.+)\n```/.exec(PAGE)!;
  expect(main).toContain(`  ${alerts}\n`);
});

test('the Prometheus of the values selects the monitors and the rules of the program, and those of no other release', () => {
  const selector = { matchLabels: { release } };
  expect(chartSelectors(values, release)).toEqual({
    podMonitorSelector: selector, podMonitorNamespaceSelector: {}, ruleSelector: selector, ruleNamespaceSelector: {},
  });
  manifests.hasCount({ kind: 'PrometheusRule', labels: { release } }, 1);
  manifests.hasCount({ kind: 'PodMonitor' }, 1);
  manifests.hasCount({ kind: 'PodMonitor', labels: { release } }, 1);
  const open = { prometheus: { prometheusSpec: { podMonitorSelector: {}, podMonitorSelectorNilUsesHelmValues: false } } };
  expect(chartSelectors(open, release).podMonitorSelector).toEqual({});
});

test('the page names the objects of the release as the provider does', () => {
  const { namespace: lies, podLabels } = MonitoringProvider.kubePrometheusStack({ release, namespace })._parts.pods()!;
  const name = podLabels['operator.prometheus.io/name'];
  expect(lies).toBe(namespace);
  expect(PAGE).toContain(`port-forward -n ${namespace} service/${name} 9090`);
  expect(PAGE).toContain(`system:serviceaccount:${namespace}:${name}`);
  expect(PAGE).toContain(`--prometheus ${namespace}/${name} --monitor-selector release=${release}`);
  const rows = [...PAGE.matchAll(/^\| `([\w-]+)` \| `([\w-]+)` \| `([\w-]+)` \|$/gm)].map(([, ...cells]) => cells);
  expect(rows.map(([each]) => each)).toEqual(['monitoring', 'prometheus', 'kps', 'kube-prometheus-stack', 'observability-of-the-shop']);
  for (const [each, fullname, resource] of rows) {
    const provider = MonitoringProvider.kubePrometheusStack({ release: each, namespace });
    expect([resource, `${fullname}-prometheus`]).toEqual(Array(2).fill(provider._parts.pods()!.podLabels['operator.prometheus.io/name']));
  }
});

describe('the dashboard', () => {
  const { metadata, data } = manifests.one({ kind: 'ConfigMap' });
  const [[key, text]] = Object.entries<string>(data);
  const dashboard = JSON.parse(text);
  const panels = panelsOf(dashboard);

  test('is found by the sidecar of the values, in a file that no other namespace has', () => {
    const { enabled, label, labelValue, searchNamespace } = values.grafana.sidecar.dashboards;
    expect([enabled, searchNamespace]).toEqual([true, 'ALL']);
    expect(metadata.labels).toEqual({ [label]: labelValue });
    expect(Object.keys(data)).toEqual([`${metadata.namespace}-demo.json`]);
    expect(key).toMatch(/\.json$/);
  });

  test('has what Grafana wants of a dashboard', () => {
    const { uid, title, schemaVersion, templating, ...rest } = dashboard;
    // 40 characters are what Grafana allows
    expect(uid).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(PAGE).toContain(`/d/${uid}>, and in the list of dashboards it is \`${title}\``);
    expect(schemaVersion).toBe(42);
    expect(templating.list).toEqual([{ name: 'datasource', type: 'datasource', query: 'prometheus' }]);
    expect(Object.keys(rest).sort()).toEqual(['panels', 'refresh', 'time']);
  });

  test('has panels that lie side by side, and ask the datasource that is chosen', () => {
    expect(panels).toHaveLength(6);
    expect(new Set(dashboard.panels.map(({ id }: any) => id)).size).toBe(6);
    for (const { datasource, targets, title } of dashboard.panels) {
      expect([title, datasource]).toEqual([title, { type: 'prometheus', uid: '${datasource}' }]);
      expect(targets.map((target: any) => [target.refId, target.datasource])).toEqual([['A', datasource]]);
    }
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }: any) =>
      Array.from({ length: w * h }, (_, index) => `${x + index % w},${y + Math.floor(index / w)}`));
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.map(({ gridPos: { x, w } }: any) => x + w).every((right: number) => right <= 24)).toBe(true);
  });
});
