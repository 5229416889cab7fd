import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { failure } from './support';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, JobNaming, KubernetesPlatform, MetricsTrait, MetricsTraitProps, MonitoringProvider,
  OamPlatform, Platform, SeriesLabels,
} from '../../src';
import { Manifests, MetricsComparison } from '../../src/testing';

const { sameMetrics } = Manifests;
const said = (...args: Parameters<typeof sameMetrics>) => failure(() => sameMetrics(...args)).split('\n').map(line => line.trim());

/** What two monitors and two workloads are in YAML, one document each. */
const DOCUMENTS = ['cart', 'api'].flatMap(name => [
  `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec: { template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: main, ports: [{ name: http, containerPort: 8080 }] }] } } }
`,
  `apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata: { name: ${name}, namespace: shop }
spec: { selector: { matchLabels: { app: ${name} } }, podMetricsEndpoints: [{ port: http }, { port: http, path: /more }] }
`,
]);
const yamlOf = (documents: readonly string[]) => Manifests.ofYaml(documents.join('---\n'));
const changed = (from: string, to: string) => yamlOf(DOCUMENTS.map(each => each.replace(from, to)));
const ALL = yamlOf(DOCUMENTS);
const shuffled = (documents: readonly string[]) => fc.shuffledSubarray([...documents], { minLength: documents.length });

test('what is the same is the same, in whichever order the objects are', () => {
  sameMetrics(ALL, ALL);
  fc.assert(fc.property(shuffled(DOCUMENTS), shuffled(DOCUMENTS),
    (before, after) => sameMetrics(yamlOf(before), yamlOf(after))));
});

test('a change is said in the same words, in whichever order the objects are', () => {
  const others = [...DOCUMENTS.slice(0, 3), DOCUMENTS[3].replace('/more', '/other').replace('[{ port: http }, ', '[')];
  const message = said(ALL, yamlOf(others));
  fc.assert(fc.property(shuffled(DOCUMENTS), shuffled(others),
    (before, after) => expect(said(yamlOf(before), yamlOf(after))).toEqual(message)));
});

test('more may be scraped, and a workload may be of another kind', () => {
  sameMetrics(yamlOf(DOCUMENTS.slice(0, 2)), ALL);
  sameMetrics(ALL, changed('kind: Deployment', 'kind: StatefulSet'));
});

test('fails when an endpoint is lost', () => {
  expect(said(ALL, yamlOf(DOCUMENTS.slice(0, 2)))).toEqual([
    'metrics-changed: must be scraped as before: 2 of 4 endpoints changed',
    'shop/api is no longer scraped at port 8080, path /metrics, job shop/api',
    'shop/api is no longer scraped at port 8080, path /more, job shop/api',
  ]);
  expect(said(ALL, changed('app: cart } }, pod', 'app: x } }, pod'))[0]).toBe('metrics-changed: must be scraped as before: 2 of 4 endpoints changed');
});

test.each([
  ['the path', '/more', '/other', ['shop/cart is scraped at port 8080, path /other, job shop/cart, and was at port 8080, path /more, job shop/cart']],
  ['the port', 'containerPort: 8080', 'containerPort: 9090', [
    'shop/cart is scraped at port 9090, path /metrics, job shop/cart, and was at port 8080, path /metrics, job shop/cart',
    'shop/cart is scraped at port 9090, path /more, job shop/cart, and was at port 8080, path /more, job shop/cart',
  ]],
  ['the job', 'podMetricsEndpoints: [{ port: http }', 'podMetricsEndpoints: [{ port: http, relabelings: [{ targetLabel: job, replacement: x }] }',
    ['shop/cart is scraped at port 8080, path /metrics, job x, and was at port 8080, path /metrics, job shop/cart']],
  ['a label', '[{ port: http }', '[{ port: http, relabelings: [{ action: labeldrop, regex: pod }, { targetLabel: container, replacement: x }] }', [
    'shop/cart has container=x at port 8080, path /metrics, job shop/cart, and had main',
    'shop/cart has no label pod at port 8080, path /metrics, job shop/cart',
  ]],
])('fails when %s is another', (_, from, to, lines) => {
  const own = yamlOf(DOCUMENTS.slice(0, 2));
  expect(said(own, yamlOf(DOCUMENTS.slice(0, 2).map(each => each.replace(from, to)))).slice(1)).toEqual(lines);
});

test('compares the labels that count, and says what is new beside what is lost', () => {
  const other = changed('[{ port: http }', '[{ port: http, relabelings: [{ targetLabel: container, replacement: x }] }');
  sameMetrics(ALL, other, { labels: ['namespace', 'pod', 'none'] });
  expect(() => sameMetrics(ALL, other, { labels: ['container'] })).toThrow('has container=x');
  expect(said(yamlOf(DOCUMENTS.slice(0, 2)), yamlOf(DOCUMENTS.slice(2)))).toEqual([
    'metrics-changed: must be scraped as before: 2 of 2 endpoints changed',
    'shop/api is new at port 8080, path /metrics, job shop/api',
    'shop/api is new at port 8080, path /more, job shop/api',
    'shop/cart is no longer scraped at port 8080, path /metrics, job shop/cart',
    'shop/cart is no longer scraped at port 8080, path /more, job shop/cart',
  ]);
});

test('fails when there is nothing to compare, or no manifests', () => {
  expect(said(yamlOf(DOCUMENTS.slice(0, 1)), ALL)).toEqual(['metrics-changed: nothing is scraped before: nothing is compared']);
  expect(said({} as Manifests, ALL)[0]).toContain("[Manifests.sameMetrics()] invalid-type: 'before'");
  expect(said(ALL, ALL, { jobNaming: '1.2' } as unknown as MetricsComparison)[0]).toContain("'options.jobNaming' must be one of 1.0, 1.4, got \"1.2\"");
});

describe('from an OAM platform to Kubernetes', () => {
  const on = (platform: Platform, trait?: MetricsTraitProps): Manifests => {
    const app = new App();
    Platform.install(app, platform);
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    const containers = [{ name: 'cart', image: 'example/cart:1', ports: [{ name: 'http', containerPort: 8080 }, { name: 'admin', containerPort: 9090 }] }];
    const component = new Component(chart, 'cart', { workload: new ContainerizedWorkload({ containers }) });
    const binding = new ApplicationConfiguration(chart, 'shop').addComponent(component);
    if (trait) new MetricsTrait(binding, 'metrics', trait);
    return Manifests.ofApp(app);
  };
  const kubernetes = (seriesLabels?: SeriesLabels) => new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, seriesLabels }),
  });
  const TWO = { ports: [{ port: 8080 }, { port: 9090, path: '/admin' }] };

  test('the metrics are the same', () => {
    const before = on(OamPlatform.verrazzano());
    sameMetrics(before, on(kubernetes()), { jobNaming: JobNaming.V1_4 });
    sameMetrics(before, before, { jobNaming: JobNaming.V1_0 });
    sameMetrics(on(kubernetes()), before);
  });

  test('fails when the jobs, or the labels of dashboards, are others', () => {
    const before = on(OamPlatform.verrazzano());
    const place = 'port 8080, path /metrics';
    expect(said(before, on(kubernetes()), { jobNaming: JobNaming.V1_0 }).slice(1)).toEqual([
      `shop/cart is scraped at ${place}, job shop_shop_cart, and was at ${place}, job shop_default_shop_cart`,
    ]);
    expect(said(before, on(kubernetes(SeriesLabels.OPERATOR))).slice(1)).toEqual([`shop/cart has no label pod_name at ${place}, job shop_shop_cart`]);
    sameMetrics(before, on(kubernetes(SeriesLabels.OPERATOR)), { labels: ['namespace', 'app_oam_dev_name'] });
    expect(said(before, on(kubernetes()), { labels: ['verrazzano_cluster'] }).slice(1)).toEqual([
      `shop/cart has no label verrazzano_cluster at ${place}, job shop_shop_cart`,
    ]);
  });

  test('fails when a trait is left out', () => {
    expect(said(on(OamPlatform.verrazzano(), TWO), on(kubernetes())).slice(1)).toEqual([
      'shop/cart is no longer scraped at port 9090, path /admin, job ?',
    ]);
    sameMetrics(on(OamPlatform.verrazzano(), TWO), on(kubernetes(), TWO), { jobNaming: JobNaming.V1_4 });
  });

  test.each(readdirSync('dist/oam').filter(file => !file.startsWith('scraper-access')))('%s of the examples keeps its metrics', file => {
    const [before, after] = ['oam', 'kubernetes'].map(folder => Manifests.ofFolder(join('dist', folder, file)));
    sameMetrics(before, after, { jobNaming: JobNaming.V1_4 });
  });
});
