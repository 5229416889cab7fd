// a cluster in which nothing collects metrics yet: its Prometheus, an application, and who may ask
import { join } from 'node:path';
import { App, Chart, Duration } from 'cdk8s';
import { ORDERS, orders } from './orders';
import {
  IngressController, KubernetesPlatform, MonitoringProvider, Platform, PrometheusScraper, ScraperAccess, ScraperCredentials, ScraperPeer,
  TlsCertificate,
} from 'cdk8s-oam';

const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? 'dist', 'kubernetes') });
const chart = new Chart(app, 'scraper', { namespace: 'monitoring' });

const scraper = PrometheusScraper.withoutOperator(chart, 'prometheus', {
  image: 'quay.io/prometheus/prometheus:v3.14.0',
  replicas: 2,
  storage: { size: '50Gi' },
  retention: Duration.days(30),
  // the volume has the write-ahead log, too
  retentionSize: '40Gi',
  resources: { requests: { cpu: '500m', memory: '2Gi' }, limits: { memory: '4Gi' } },
  externalLabels: { cluster: 'eu-1' },
  allowFrom: [ScraperPeer.pods({ namespace: 'grafana', podLabels: { 'app.kubernetes.io/name': 'grafana' } })],
});
Platform.install(app, new KubernetesPlatform({ metrics: MonitoringProvider.scraper(scraper), scraperUser: 'metrics' }));

orders(new Chart(app, ORDERS, { namespace: ORDERS }));

new ScraperAccess(chart, 'metrics', {
  host: 'prometheus.example.com',
  service: scraper.service,
  controller: IngressController.traefik({ className: 'traefik', namespace: 'traefik', podLabels: { 'app.kubernetes.io/name': 'traefik' } }),
  // docs/tutorial-first-component.md shows how to create it
  credentials: ScraperCredentials.existingSecret({ name: 'prometheus-password', keys: ['username', 'password'], type: 'kubernetes.io/basic-auth' }),
  tls: TlsCertificate.secret('prometheus-tls'),
  allowFrom: [],
});

app.synth();
