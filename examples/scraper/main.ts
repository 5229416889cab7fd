// The whole circle: an application, and the Prometheus of the Helm chart kube-prometheus-stack that scrapes it, reachable with a password.
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ORDERS, orders } from './orders';
import {
  IngressController, KubernetesPlatform, MonitoringProvider, Platform, ScraperAccess, ScraperCredentials, TlsCertificate,
} from 'cdk8s-oam';

const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? 'dist', 'kubernetes') });
const namespace = 'monitoring';
Platform.install(app, new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace }),
  scraperUser: 'metrics',
}));

orders(new Chart(app, ORDERS, { namespace: ORDERS }));

new ScraperAccess(new Chart(app, 'scraper', { namespace }), 'metrics', {
  host: 'prometheus.example.com',
  service: {
    name: 'monitoring-kube-prometheus-prometheus',
    port: 9090,
    podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'monitoring-kube-prometheus-prometheus' },
  },
  controller: IngressController.traefik({ namespace: 'traefik', podLabels: { 'app.kubernetes.io/name': 'traefik' } }),
  // docs/tutorial-first-component.md shows how to create it
  credentials: ScraperCredentials.existingSecret({ name: 'prometheus-password', keys: ['username', 'password'], secretType: 'kubernetes.io/basic-auth' }),
  tls: TlsCertificate.secret('prometheus-tls'),
  // without the NetworkPolicy, which the chart does not have, every pod could query it without the password
  allowFrom: [{ podLabels: { 'app.kubernetes.io/name': 'grafana', 'app.kubernetes.io/instance': 'monitoring' } }],
});

app.synth();
