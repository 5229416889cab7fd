import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { synthesized } from './support';
import { ApplicationConfiguration, Component, DeploymentWorkload, Findings, KubernetesPlatform, MetricsTrait, MonitoringProvider, Platform } from '../../../src';
import { describe as said } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';

// ports and annotations of pods that ask for scrapes, whoever made the pods

const ALL = Object.fromEntries(['podMonitor', 'serviceMonitor', 'scrapeConfig'].flatMap(kind => [[`${kind}Selector`, {}], [`${kind}NamespaceSelector`, {}]]));
const object = (apiVersion: string, kind: string, spec: object, name = 'cart') => ({ apiVersion, kind, metadata: { name, namespace: 'shop', labels: { app: name } }, spec }) as any;
const PROMETHEUS = object('monitoring.coreos.com/v1', 'Prometheus', ALL, 'k8s');
const pods = (ports: object[], annotations?: object, more: object = {}) => object('apps/v1', 'Deployment', {
  template: { metadata: { labels: { app: 'cart' }, annotations }, spec: { containers: [{ name: 'main', image: 'example/cart:1', ports }], ...more } },
});
const named = (name: string, containerPort = 9090, protocol?: string) => ({ name, containerPort, protocol });
const podMonitor = (endpoint: object, selector: object = { matchLabels: { app: 'cart' } }) => object('monitoring.coreos.com/v1', 'PodMonitor', { selector, podMetricsEndpoints: [endpoint] }, 'monitor');
const lines = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding }) => `${verdict} ${said(finding).split('; ')[0]}`);

const AT = "'spec.template.spec.containers[0].ports[0].name'";
const unscraped = (name: string, at = AT) => `warning broken-scrape: ${at} is "${name}", a name for metrics, and no monitor scrapes the port`;
const ANNOTATED = "warning broken-scrape: 'spec.template.metadata.annotations['prometheus.io/port']' asks for scrapes of port 9090, and no monitor makes any: the Prometheus Operator does not read annotations";

describe('in a cluster with a Prometheus', () => {
  test.each<[string, any, string[]]>([
    ...['metrics', 'http-metrics', 'metricsport', 'https-metrics', 'prom', 'prometheus', 'http-envoy-prom']
      .map((name): [string, any, string[]] => [`a port ${name} is reported`, pods([named(name)]), [unscraped(name)]]),
    ['a port for something else is not', pods([named('http')]), []],
    ['a port over UDP is not', pods([named('metrics', 9125, 'UDP')]), []],
    ['a port without a name is not', pods([{ containerPort: 9090 }]), []],
    ['the port of a sidecar is reported', pods([], undefined, { initContainers: [{ name: 'proxy', restartPolicy: 'Always', ports: [named('prom')] }] }), [unscraped('prom', "'spec.template.spec.initContainers[0].ports[0].name'")]],
    ['that of an init container is not', pods([], undefined, { initContainers: [{ name: 'init', ports: [named('prom')] }] }), []],
    ['an annotation is reported', pods([named('http')], { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090' }), [ANNOTATED]],
    ['one that also has a port with a name is reported once', pods([named('prom')], { 'prometheus.io/port': '9090' }), [unscraped('prom')]],
    ['one that asks for no scrapes is not', pods([], { 'prometheus.io/scrape': 'false', 'prometheus.io/port': '9090' }), []],
    ['one with anything else is not', pods([], { 'prometheus.io/port': '{{ .Values.port }}' }), []],
  ])('%s', (_, deployment, expected) => {
    expect(lines(deployment, PROMETHEUS)).toEqual(expected);
    // monitors show as well that somebody scrapes
    expect(lines(deployment, podMonitor({ port: 'web' }, { matchLabels: { app: 'other' } })).filter(line => line.startsWith('warning'))).toEqual(expected);
    expect(lines(deployment)).toEqual([]);
  });

  test.each<[string, object[]]>([
    ['scrapes it by name', [podMonitor({ port: 'prom' })]],
    ['scrapes it by number', [podMonitor({ portNumber: 9090 })]],
    ['scrapes all ports', [podMonitor({})]],
    ['leads to it by a Service', [
      object('v1', 'Service', { selector: { app: 'cart' }, ports: [{ name: 'web', port: 80, targetPort: 'prom' }] }),
      object('monitoring.coreos.com/v1', 'ServiceMonitor', { selector: { matchLabels: { app: 'cart' } }, endpoints: [{ port: 'web' }] }, 'monitor'),
    ]],
    ['takes it from the annotation', [object('monitoring.coreos.com/v1alpha1', 'ScrapeConfig', {
      kubernetesSDConfigs: [{ role: 'Pod' }],
      relabelings: [
        { action: 'keep', sourceLabels: ['__meta_kubernetes_pod_annotation_prometheus_io_scrape'], regex: 'true' },
        { sourceLabels: ['__address__', '__meta_kubernetes_pod_annotation_prometheus_io_port'], regex: '([^:]+)(?::\\d+)?;(\\d+)', replacement: '$1:$2', targetLabel: '__address__' },
      ],
    })]],
  ])('nothing is reported if a monitor %s', (_, monitors) => {
    const deployment = pods([named('prom')], { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090' });
    expect(lines(deployment, ...monitors).filter(line => !line.startsWith('unjudged'))).toEqual([]);
    expect(lines(deployment, ...monitors, PROMETHEUS)).toEqual([]);
  });

  test('another port than that of a monitor is reported', () => {
    expect(lines(pods([named('prom'), named('metrics', 9091)]), podMonitor({ port: 'metrics' }), PROMETHEUS)).toEqual([unscraped('prom')]);
  });

  test('a monitor that misses the pods is reported alone', () => {
    const deployment = pods([named('prom')]);
    expect(lines(deployment, podMonitor({ port: 'promm' }), PROMETHEUS)).toEqual([expect.stringContaining("'spec.podMetricsEndpoints[0].port' must be a port")]);
    expect(lines(deployment, podMonitor({ port: 'prom' }, { matchLabels: { app: 'crat' } }), PROMETHEUS)).toEqual([expect.stringContaining("'spec.selector' selects other pods")]);
  });

  test('nothing is known of a Prometheus with jobs elsewhere', () => {
    expect(lines(pods([named('prom')]), { ...PROMETHEUS, spec: { ...ALL, additionalScrapeConfigs: { name: 'jobs', key: 'jobs.yaml' } } })).toEqual([]);
  });

  test.each([{ apiVersion: undefined }, { apiVersion: 5 }, { kind: undefined }])('an object without a type is no pod: %j', type => {
    expect(lines({ ...pods([named('prom')]), ...type }, PROMETHEUS)).toEqual([]);
  });

  test('what an OAM platform creates is scraped by it', () => {
    const component = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { name: 'cart', namespace: 'shop' }, spec: { workload: pods([named('metrics')]) } };
    expect(lines(component, PROMETHEUS)).toEqual([]);
  });
});

describe('in an app', () => {
  const REMEDY = "; scrape it by 'metrics' of the port, a MetricsTrait or a PodMonitor, or rename it";

  test('a Deployment of cdk8s-plus is reported, unless that is accepted', () => {
    const make = (chart: Chart) => new kplus.Deployment(chart, 'cart', {
      podMetadata: { labels: { app: 'cart' } }, containers: [{ image: 'example/cart:1', ports: [{ number: 9797, name: 'http-metrics' }] }],
    });
    expect(synthesized(make)).toEqual([`[shop/cart] ${unscraped('http-metrics').slice('warning '.length)}${REMEDY}`]);
    expect(synthesized(chart => Findings.accept(make(chart), { code: 'broken-scrape', reason: 'nobody needs them' }))).toEqual([]);
    expect(synthesized(chart => {
      make(chart);
      new ApiObject(chart, 'monitor', { ...podMonitor({ port: 'http-metrics' }), metadata: { name: 'cart', labels: { release: 'monitoring' } } });
    })).toEqual([]);
  });

  test('a port over TLS is scraped by what has a scheme', () => {
    const make = (chart: Chart) => new ApplicationConfiguration(chart, 'app').addDeployment('cart', {
      image: 'example/cart:1', ports: [{ name: 'https-metrics', port: 8443 }], resources: { requests: { cpu: '1', memory: '1Gi' } },
    });
    expect(synthesized(make)).toEqual([`[shop/app/cart] ${unscraped('https-metrics').slice('warning '.length)}; scrape it by a MetricsTrait or a PodMonitor with 'scheme: https', or rename it`]);
  });

  test('a component is reported, unless it has a MetricsTrait', () => {
    const make = (chart: Chart) => new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'cart', {
      workload: new DeploymentWorkload({ image: 'example/cart:1', ports: [{ name: 'prom', port: 9090 }], resources: { requests: { cpu: '1', memory: '1Gi' } } }),
    }));
    expect(synthesized(make)).toEqual([`[shop/app/cart] ${unscraped('prom').slice('warning '.length)}${REMEDY}`]);
    expect(synthesized(chart => new MetricsTrait(make(chart), 'metrics'))).toEqual([]);
    expect(synthesized(chart => new MetricsTrait(make(chart), 'metrics', { enabled: false }))).toEqual([]);

    const app = new App();
    Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) }));
    const binding = make(new Chart(app, 'shop', { namespace: 'shop' }));
    expect(messageOf(() => Manifests.ofApp(app).hasNoFindings())).toContain('is "prom", a name for metrics, and no monitor scrapes the port');
    new MetricsTrait(binding, 'metrics', { enabled: false });
    Manifests.ofApp(app).hasNoFindings();
  });
});
