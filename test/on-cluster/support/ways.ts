/** A program whose endpoints are scraped in ways of their own, and the pod that serves them so. */
import { App, Chart, Duration } from 'cdk8s';
import { secretOf } from './example-pods';
import { Example, exampleOf } from './examples';
import { Site, startKubelet } from './kubelet';
import { PROMETHEUS } from './monitored';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, KubernetesPlatform, MetricsTrait, MonitoringProvider, Platform, RelabelAction,
  ScrapeProtocol, ScrapeScheme, ScrapeSettings,
} from '../../../src';
import { atEnd, temporaryFolder } from '../../e2e/support/servers';
import { certificate, newAuthority } from '../../verify/query/server';
import { ApiClient } from '../bench/client';

export const NAMESPACE = 'ways';
const SERVER_NAME = 'orders.ways.svc';
const USER = { username: 'orders', password: 'right' };
const TOKEN = 'token-of-orders';

const BODY = [
  'requests_total{code="200"} 7', 'requests_total{code="500"} 1', 'requests_seconds_bucket{le="1"} 8', 'build_info{version="1.0"} 1', 'go_goroutines 3', '',
].join('\n');

const SCRAPE: ScrapeSettings = { interval: Duration.seconds(3), timeout: Duration.seconds(2), dropMetrics: ['go_.*', 'build_info'] };

/** The Prometheus of the operator. */
const operated = (): MonitoringProvider => MonitoringProvider.prometheusOperator({
  ...PROMETHEUS.metadata, monitorSelector: { matchLabels: { release: 'prometheus' } }, monitorNamespaceSelector: {}, scrape: SCRAPE,
});

/** The program, for a provider that is given these settings. */
export function writeWays(metricsOf: (app: App, scrape: ScrapeSettings) => MonitoringProvider = operated): Example {
  const app = new App({ outdir: temporaryFolder(NAMESPACE) });
  Platform.install(app, new KubernetesPlatform({ metrics: metricsOf(app, SCRAPE) }));
  const chart = new Chart(app, 'shop', { namespace: NAMESPACE });
  const ports = [{ name: 'http', containerPort: 8080 }, { name: 'https', containerPort: 8443 }];
  const workload = new ContainerizedWorkload({ name: 'orders', containers: [{ name: 'orders', image: 'example/orders:1.0', ports }] });
  const orders = new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'orders', { workload }));
  const tls = { ca: { configMap: { name: 'orders-ca', key: 'ca.crt' } }, serverName: SERVER_NAME };
  const authorization = { credentials: { name: 'orders-token', key: 'token' } };
  new MetricsTrait(orders, 'metrics', {
    secret: 'orders-user',
    sampleLimit: 100,
    labelLimit: 50,
    fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4,
    ports: [
      {
        port: 8080,
        path: '/user',
        interval: Duration.seconds(2),
        timeout: Duration.seconds(1),
        honorTimestamps: false,
        keepMetrics: ['requests_.*', '(?i)GO_.*'],
        dropMetrics: ['.*_bucket'],
        metricRelabelings: [
          { sourceLabels: ['code'], regex: '(\\d)\\d\\d', targetLabel: 'class', replacement: '${1}xx' },
          { action: RelabelAction.LABEL_DROP, regex: 'code' },
        ],
      },
      { port: 8443, path: '/token', scheme: ScrapeScheme.HTTPS, tls, authorization },
      { port: 8443, path: '/other-name', scheme: ScrapeScheme.HTTPS, tls: { ...tls, serverName: 'other.ways.svc' }, authorization },
      { port: 8443, path: '/unverified', scheme: ScrapeScheme.HTTPS, tls: { insecureSkipVerify: true } },
    ],
  });
  app.synth();
  return exampleOf(NAMESPACE, app);
}

const SECRETS = [
  secretOf(`${NAMESPACE}/orders-user`, USER), { ...secretOf(`${NAMESPACE}/orders-token`, USER), stringData: { token: TOKEN } },
];

/**
 * Applies the program with its Secrets and the certificate of its authority, and serves what its endpoints ask for. Answers the Secrets and the
 * ConfigMap of the certificate.
 */
export async function deployWays(client: ApiClient, { objects }: Example): Promise<any[]> {
  const authority = newAuthority();
  const tls = certificate(SERVER_NAME, { authority, hosts: [SERVER_NAME] });
  const sites: Site[] = [
    { port: 8080, path: '/user', body: BODY, user: USER },
    { port: 8443, path: '/token', body: BODY, token: TOKEN, tls },
    { port: 8443, path: '/other-name', body: BODY, token: TOKEN, tls },
    { port: 8443, path: '/unverified', body: BODY, user: USER, tls },
  ];
  await client.namespace(NAMESPACE);
  const kubelet = await startKubelet(client, { namespaces: [NAMESPACE], sites: () => sites });
  atEnd(kubelet.stop);
  const ca = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'orders-ca', namespace: NAMESPACE }, data: { 'ca.crt': authority.cert } };
  const surroundings = [...SECRETS, ca];
  // the operator leaves out a monitor whose Secrets are not there
  await Promise.all(surroundings.map(async (object) => client.apply(object)));
  await Promise.all(objects.map(async (object) => client.apply(object)));
  return surroundings;
}

/** A monitor that does nothing but drop metrics by an expression. */
export function monitorWith(name: string, regex: string): any {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name, namespace: NAMESPACE, labels: { release: 'prometheus' } },
    spec: {
      selector: { matchLabels: { app: 'nothing' } },
      podMetricsEndpoints: [{ port: 'http', metricRelabelings: [{ action: 'drop', sourceLabels: ['__name__'], regex }] }],
    },
  };
}
