import { App, Chart, Testing } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, MonitoringProvider, Platform,
  SeriesLabels,
} from '../../../src';
import { consequencesOf } from '../../../src/cli/diff/consequences';
import { compareFolders, FolderObject, listedObject } from '../../../src/cli/diff/compare';
import { describeTo } from '../../../src/base/findings/words';
import { shownObject } from '../../../src/base/shown';

const folder = (objects: readonly object[], file = 'a.yaml') => objects.map((value): FolderObject => ({ value: value as FolderObject['value'], file }));

function told(before: readonly object[], after: readonly object[]): string[] {
  return consequencesOf(compareFolders(folder(before), folder(after))).filter(({ finding }) => finding.code.startsWith('series-'))
    .map(each => `${shownObject(listedObject(each.object).value)}: ${describeTo('manifests', each.finding)}`);
}

const JOB = (of: string, now: string, was: string) => `${of}: series-renamed: the job of the series is ${now} now and was ${was}: queries, alert rules and `
  + 'dashboards for the old job no longer match; keep the job, or change what asks for it too';
const LABELS = (of: string, which: string) => `${of}: series-renamed: the labels of the series differ (lost or changed: ${which}): queries, alert `
  + 'rules and dashboards may no longer match; keep the labels, or change what asks for them too';

const LOST = (by: string, place = ':8080/metrics') => `${by}: series-lost: no monitor here scrapes Deployment shop/cart at ${place} any longer: queries may find no series, `
  + 'and alerts on them stay silent; keep the port and its monitor, unless nobody needs the series';

type Rule = Readonly<Record<string, unknown>>;
const OF_CART = { 'app.oam.dev/name': 'shop', 'app.oam.dev/component': 'cart' };
const podMonitor = (name: string, relabelings: Rule[] = [], spec: object = {}, labels: object = {}) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name, namespace: 'shop', labels },
  spec: { selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [{ port: 'http', relabelings }], ...spec },
});
const serviceMonitor = (relabelings: Rule[] = [], spec: object = {}) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: 'cart', namespace: 'shop' },
  spec: { selector: { matchLabels: { app: 'cart' } }, endpoints: [{ port: 'http', relabelings }], ...spec },
});
const set = (targetLabel: string, replacement: string) => ({ targetLabel, replacement });
const map = (action: string, regex: string) => ({ action, regex });
const service = (name = 'cart', labels: object = { app: 'cart', team: 'red' }) => ({
  apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop', labels }, spec: { selector: { app: 'cart' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
});
const pods = (labels: object = {}, name = 'cart') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop', labels: OF_CART },
  spec: {
    selector: { matchLabels: { app: 'cart' } },
    template: {
      metadata: { labels: { ...OF_CART, app: 'cart', tier: 'front', ...labels } },
      spec: { containers: [{ name: 'main', image: 'example/cart:1', ports: [{ name: 'http', containerPort: 8080 }] }] },
    },
  },
});
const OTHERS = [service(), pods()];
const [A, CART] = ['PodMonitor shop/a', 'ServiceMonitor shop/cart'];

test.each<[string, object[], object[], string[]]>([
  ['by another name of the monitor', [podMonitor('a')], [podMonitor('b')], [JOB(A, 'shop/b', 'shop/a')]],
  ['by another rule', [podMonitor('a', [set('job', 'old')])], [podMonitor('a', [set('job', 'new')])], [JOB(A, 'new', 'old')]],
  ['by a rule that is no longer there', [podMonitor('a', [set('job', 'old')])], [podMonitor('a')], [JOB(A, 'shop/a', 'old')]],
  ['that only the scraper knows', [podMonitor('a', [set('job', 'old')])], [podMonitor('a', [{ targetLabel: 'job', sourceLabels: ['__meta_kubernetes_pod_name'] }])],
    [JOB(A, '?', 'old')]],
  ['by a monitor of another kind', [podMonitor('a')], [serviceMonitor()], [JOB(A, 'cart', 'shop/a')]],
  ['by a label of the Service', [serviceMonitor()], [serviceMonitor([], { jobLabel: 'team' })], [JOB(CART, 'red', 'cart')]],
  ['but not where a rule keeps it', [podMonitor('a', [set('job', 'old')])], [podMonitor('b', [set('job', 'old')])], []],
  ['lost by another selector, which scrapes other pods', [podMonitor('a')], [podMonitor('b', [], { selector: { matchLabels: { app: 'other' } } })], [LOST(A)]],
  ['nor where a monitor comes', [], [podMonitor('a')], []],
  ['lost where it goes', [podMonitor('a')], [], [LOST(A)]],
  ['lost where its port is another one', [podMonitor('a')], [podMonitor('a', [], { podMetricsEndpoints: [{ port: 'admin' }] })], [LOST(A)]],
  ['nor by a monitor of another component, whatever it selects', [podMonitor('a')], [podMonitor('b', [], {}, { ...OF_CART, 'app.oam.dev/component': 'x' })], []],
])('another job: %s', (_, before, after, expected) => {
  expect(told([...OTHERS, ...before], [...OTHERS, ...after])).toEqual(expected);
});

describe('lost series', () => {
  const changed = (object: any, change: (copy: any) => void) => {
    const copy = structuredClone(object);
    change(copy);
    return copy;
  };

  test('by another name of a port of the pods, whatever else differs', () => {
    const renamed = changed(pods(), ({ spec }) => { spec.template.spec.containers[0].ports[0].name = 'web'; });
    const expected = [LOST('Deployment shop/cart')];
    expect(told([podMonitor('a'), pods()], [podMonitor('a'), renamed])).toEqual(expected);
    expect(told([podMonitor('a'), pods(), service('other', {})], [podMonitor('a'), renamed])).toEqual(expected);
  });

  test('of pods of another kind now', () => {
    const stateful = changed(pods(), (copy) => { copy.kind = 'StatefulSet'; });
    expect(told([podMonitor('a'), pods()], [stateful])).toEqual([LOST(A)]);
    expect(told([podMonitor('a'), pods()], [podMonitor('a'), stateful])).toEqual([]);
    // pods that are gone need no monitor
    expect(told([podMonitor('a'), pods()], [])).toEqual([]);
  });

  test('of many pods name some, and no password', () => {
    const all = Array.from({ length: 8 }, (_, i) => pods({}, `cart-${i}`));
    const endpoints = [{ port: 'http', path: '/metrics?token=abc123secret' }];
    const [line, ...others] = told([podMonitor('a', [], { podMetricsEndpoints: endpoints }), ...all], all);
    expect(others).toEqual([]);
    expect(line).toContain('Deployment shop/cart-5, 2 more at :8080/metrics');
    expect(line).not.toContain('abc123secret');
  });
});

test('another job: by another name of the Service', () => {
  expect(told([serviceMonitor(), pods(), service()], [serviceMonitor(), pods(), service('basket')]))
    .toEqual([JOB('Service shop/cart', 'basket', 'cart'), LABELS('Service shop/cart', 'service')]);
});

test.each<[string, object[], object[], string[]]>([
  ['of a rule', [podMonitor('a', [set('team', 'x')])], [podMonitor('a', [set('team', 'y')])], [LABELS(A, 'team')]],
  ['of a rule that is gone', [podMonitor('a', [set('team', 'x'), set('zone', 'z')])], [podMonitor('a')], [LABELS(A, 'team, zone')]],
  ['of the operator, which a rule takes away', [podMonitor('a')], [podMonitor('a', [set('pod', '')])], [LABELS(A, 'pod')]],
  ['of pods that are no longer listed', [podMonitor('a', [], { podTargetLabels: ['tier'] })], [podMonitor('a')], [LABELS(A, 'tier')]],
  ['by patterns that drop more', [podMonitor('a')], [podMonitor('a', [map('labeldrop', 'pod|service')])], [LABELS(A, 'pod')]],
  ['by patterns that make fewer', [podMonitor('a', [map('labelmap', '__meta_kubernetes_pod_label_(t.+)')])], [podMonitor('a')], [LABELS(A, 'tier')]],
  ['but not what is new', [podMonitor('a')], [podMonitor('a', [set('team', 'x'), map('labelmap', '__meta_kubernetes_pod_label_(.+)')])], []],
  ['nor what is no longer dropped', [podMonitor('a', [map('labeldrop', 'pod')])], [podMonitor('a')], []],
  ['nor what no series has', [podMonitor('a', [set('__tmp', '/a')])], [podMonitor('a', [set('__tmp', '/b')])], []],
])('other labels: %s', (_, before, after, expected) => {
  expect(told([...OTHERS, ...before], [...OTHERS, ...after])).toEqual(expected);
});

test('metric relabelings that give series other names, and not those that drop some', () => {
  const monitor = (...metricRelabelings: Rule[]) => podMonitor('a', [], { podMetricsEndpoints: [{ port: 'http', metricRelabelings }] });
  const drop = { action: 'drop', sourceLabels: ['__name__'], regex: 'go_.+' };
  const RULES = `${A}: series-renamed: the metric relabelings that name series have changed: queries, alert rules and dashboards for the old names and `
    + 'labels may no longer match; keep the rules, or change what asks for the series too';
  expect(told([...OTHERS, monitor()], [...OTHERS, monitor(drop)])).toEqual([]);
  expect(told([...OTHERS, monitor(drop)], [...OTHERS, monitor(drop, map('labeldrop', 'pod'))])).toEqual([RULES]);
  expect(told([...OTHERS, monitor({ targetLabel: '__name__', replacement: 'a' })], [...OTHERS, monitor()])).toEqual([RULES]);
  const ofVictoria = (regex: string) => ({ ...podMonitor('a'), apiVersion: 'operator.victoriametrics.com/v1beta1', kind: 'VMPodScrape', spec: { podMetricsEndpoints: [{ metricRelabelConfigs: [map('labeldrop', regex)] }] } });
  expect(told([ofVictoria('a')], [ofVictoria('b')])).toEqual([RULES.replace('PodMonitor', 'VMPodScrape')]);
});

test('labels of the pods themselves change with many a release, and are not told', () => {
  const monitor = podMonitor('a', [], { podTargetLabels: ['tier'] });
  expect(told([monitor, pods()], [monitor, pods({ tier: 'back' })])).toEqual([]);
  expect(told([monitor, pods()], [podMonitor('b', [], { podTargetLabels: ['tier'] }), pods({ tier: 'back' })])).toEqual([JOB(A, 'shop/b', 'shop/a')]);
});

test('a component by another name of its Deployment is the same, and one monitor is told once for all its pods', () => {
  expect(told([podMonitor('a'), pods()], [podMonitor('b'), pods({}, 'carts')])).toEqual([JOB(A, 'shop/b', 'shop/a')]);
  expect(told([podMonitor('a'), pods(), pods({}, 'two')], [podMonitor('b'), pods(), pods({}, 'two')])).toEqual([JOB(A, 'shop/b', 'shop/a')]);
});

/** The shop with one component, in a cluster whose metrics a provider collects. */
function rendered(metrics: MonitoringProvider, application = 'shop', component = 'cart'): object[] {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics }));
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/cart:1', ports: [{ name: 'http', containerPort: 8080 }] }] });
  new ApplicationConfiguration(chart, application).addComponent(new Component(chart, component, { workload }));
  return Testing.synth(chart);
}

const operator = (seriesLabels?: SeriesLabels) =>
  MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'system', monitorSelector: {}, monitorNamespaceSelector: {}, seriesLabels });

test('what this library renders: other labels by another set, and the same series by another operator', () => {
  const [platform, both, own] = [SeriesLabels.PLATFORM, SeriesLabels.BOTH, SeriesLabels.OPERATOR].map(each => rendered(operator(each)));
  const OF_SHOP = 'PodMonitor shop/cart';
  expect(told(platform, platform)).toEqual([]);
  expect(told(platform, both)).toEqual([LABELS(OF_SHOP, 'verrazzano_cluster')]);
  expect(told(both, platform)).toEqual([LABELS(OF_SHOP, 'container, endpoint, pod')]);
  expect(told(own, both)).toEqual([]);
  expect(told(both, own)).toEqual([expect.stringContaining('pod_name')]);
  const by = MonitoringProvider.victoriaMetricsOperator({ namespace: 'monitoring', name: 'agent', monitorSelector: {}, monitorNamespaceSelector: {} });
  expect(told(rendered(operator()), rendered(by))).toEqual([]);
});

test('a component of an application by another name has series by another name', () => {
  const [shop, store] = ['shop', 'store'].map(each => rendered(operator(), each));
  expect(told(shop, store)).toEqual([JOB('PodMonitor shop/cart', 'store_shop_cart', 'shop_shop_cart')]);
});

test('a component by another name has series by another name, and its Service has that name', () => {
  const [cart, basket] = ['cart', 'basket'].map(each => rendered(operator(), 'shop', each));
  expect(told(cart, basket)).toEqual([JOB('PodMonitor shop/cart', 'shop_shop_basket', 'shop_shop_cart')]);
  expect(consequencesOf(compareFolders(folder(cart), folder(basket))).map(({ finding }) => describeTo('manifests', finding))).toEqual(expect.arrayContaining([
    'address-changed: is Service shop/basket now: clients can no longer reach the old name and address; keep both until all clients use the new name',
  ]));
});

test('pods of a component are not those of another workload of it that was there before', () => {
  const [other, selector] = [pods({ app: 'other' }, 'two'), { matchLabels: { app: 'other' } }];
  expect(told([podMonitor('a'), pods(), other], [podMonitor('b', [], { selector }), other])).toEqual([]);
});
