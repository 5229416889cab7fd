import { parseAllDocuments } from 'yaml';
import { describe as describeWhole } from '../../../src/base/findings/words';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { ScrapedCluster } from '../../../src/cluster/scraping/scrapes';

const YAML = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  template:
    metadata: { labels: { app: cart, x: 'y' }, annotations: { prometheus.io/port: '9095' } }
    spec:
      initContainers: [{ name: init, ports: [{ containerPort: 1 }] }, { name: proxy, restartPolicy: Always, ports: [{ name: proxy, containerPort: 15090 }] }]
      containers: [{ name: cart, ports: [{ containerPort: 9090 }, { name: dns, containerPort: 53, protocol: UDP }] }]
---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop, labels: { app: cart, job: carts } }
spec: { selector: { app: cart }, ports: [{ port: 80, targetPort: 9091 }] }
---
`;
const VERSIONS: Readonly<Record<string, string>> = {
  PodMonitoring: 'monitoring.googleapis.com/v1', VMPodScrape: 'operator.victoriametrics.com/v1beta1', VMAgent: 'operator.victoriametrics.com/v1beta1',
};
const monitor = (kind: string, spec: object) =>
  JSON.stringify({ apiVersion: VERSIONS[kind] ?? 'monitoring.coreos.com/v1', kind, metadata: { name: 'cart', namespace: 'shop' }, spec });
const selector = { matchLabels: { app: 'cart' } };

function traced(kind: string, spec: object, ...others: readonly string[]) {
  const objects = parseAllDocuments([YAML + monitor(kind, spec), ...others].join('\n---\n')).map(document => document.toJS() as TypedManifest);
  return new ScrapedCluster(new ObjectIndex(objects)).traces(objects[0]);
}

const targets = (kind: string, spec: object) => traced(kind, spec).flatMap(trace => trace.targets)
  .map(({ port, path, labels }) => ({ port, path, ...Object.fromEntries(labels) }));
const breaks = (kind: string, spec: object, ...others: readonly string[]) => traced(kind, spec, ...others)
  .flatMap(({ links }) => links.flatMap(each => each.breaks)).map(describeWhole);

const COMMON = { path: '/metrics', namespace: 'shop', pod: undefined };

test('pods are found by each port of their lasting containers, with the labels of the operator', () => {
  const own = { ...COMMON, job: 'shop/cart' };
  expect(targets('PodMonitor', { selector, podMetricsEndpoints: [{}] })).toEqual([
    { ...own, port: 9090, container: 'cart' }, { ...own, port: 53, container: 'cart' }, { ...own, port: 15090, container: 'proxy' },
  ]);
  const labelled = { selector, podTargetLabels: ['x', 'none'], jobLabel: 'app', podMetricsEndpoints: [{ port: 'proxy', path: '/p' }] };
  expect(targets('PodMonitor', labelled)).toEqual([
    { ...COMMON, path: '/p', job: 'cart', port: 15090, container: 'proxy', endpoint: 'proxy', x: 'y' },
  ]);
});

test('pods are found by the ports of a Service, and by those that it does not have', () => {
  const own = { ...COMMON, service: 'cart' };
  const endpoints = [{ targetPort: 15090 }];
  expect(targets('ServiceMonitor', { selector, jobLabel: 'job', targetLabels: ['app'], endpoints })).toEqual([
    { ...own, job: 'carts', app: 'cart', port: 15090, container: 'proxy', endpoint: '15090' },
  ]);
  // a port that no container declares is one of the Service all the same
  expect(targets('ServiceMonitor', { selector, endpoints: [{}] }).map(({ port }) => port)).toEqual([9091, 9090, 53, 15090]);
});

test('rules read annotations, and an address without a port has that of its scheme', () => {
  const byAnnotation = {
    sourceLabels: ['__address__', '__meta_kubernetes_pod_annotation_prometheus_io_port'],
    regex: '(.+?)(?::\\d+)?;(\\d+)',
    replacement: '$1:$2',
    targetLabel: '__address__',
  };
  const at = (rule: object, scheme?: string) =>
    targets('PodMonitor', { selector, podMetricsEndpoints: [{ port: 'proxy', scheme, relabelings: [rule] }] }).map(({ port }) => port);
  expect(at(byAnnotation)).toEqual([9095]);
  const withoutPort = { sourceLabels: ['__meta_kubernetes_pod_ip'], targetLabel: '__address__' };
  expect([at(withoutPort), at(withoutPort, 'https')]).toEqual([[80], [443]]);
  expect(at({ sourceLabels: ['__meta_kubernetes_pod_node_name'], targetLabel: '__address__' })).toEqual([undefined]);
});

test('a VMPodScrape has its rules in other fields, in both spellings', () => {
  const rules = [{ source_labels: ['__meta_kubernetes_pod_label_x'], target_label: 'y' }, { targetLabel: 'job', replacement: 'carts' }];
  expect(targets('VMPodScrape', { selector, podMetricsEndpoints: [{ port: 'proxy', relabelConfigs: rules }] })).toEqual([
    { ...COMMON, port: 15090, container: 'proxy', endpoint: 'proxy', y: 'y', job: 'carts' },
  ]);
});

test('a PodMonitoring gives its name to the job, and scrapes a number that no container declares', () => {
  const targetLabels = { fromPod: [{ from: 'app' }, { from: 'x', to: 'z' }, { from: 'none' }] };
  expect(targets('PodMonitoring', { selector, targetLabels, endpoints: [{ port: 'proxy' }, { port: 7777, path: '/p' }] })).toEqual([
    { ...COMMON, port: 15090, container: 'proxy', job: 'cart', app: 'cart', z: 'y' },
    { ...COMMON, port: 7777, path: '/p', container: 'cart', job: 'cart', app: 'cart', z: 'y' },
  ]);
});

const SCRAPED = { selector, podMetricsEndpoints: [{ port: 'proxy' }] };

test.each<[string, object, string[]]>([
  ['has no selector', {}, ["not-selected: 'spec.podScrapeSelector' is not given: VMAgent shop/cart selects no monitors of this kind; set it; '{}' selects all of them"]],
  ['takes all unasked', { selectAllByDefault: true }, []],
  ['selects namespaces alone', { podScrapeNamespaceSelector: {} }, []],
  ['selects by other labels', { podScrapeSelector: { matchLabels: { a: 'b' } } }, [
    "not-selected: 'metadata.labels' must have a=b: VMAgent shop/cart selects no other monitors; add them, or set 'monitorLabels' of the platform for the monitors that it renders",
  ]],
])('a VMAgent that %s', (_, spec, expected) => {
  expect(breaks('VMPodScrape', SCRAPED, monitor('VMAgent', spec))).toEqual(expected);
  // its operator makes a VMPodScrape of it
  expect(breaks('PodMonitor', SCRAPED, monitor('VMAgent', spec))).toEqual(expected);
});

test('fails when a step does not fit the one before', () => {
  expect(breaks('PodMonitor', { selector: { matchLabels: { app: 'x' } }, podMetricsEndpoints: [{}] })).toEqual([
    "broken-scrape: 'spec.selector' selects other pods: these lack app=x; change one of the two objects",
  ]);
  expect(breaks('ServiceMonitor', { selector, endpoints: [{ port: 'web' }] })).toEqual([
    "broken-scrape: 'spec.endpoints[0].port' must be a port of Service \"cart\" (80), got \"web\"",
  ]);
});
