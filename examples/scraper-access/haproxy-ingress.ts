import { App } from 'cdk8s';
import { PROMETHEUS, scraperChart } from './scraper';
import { IngressController, PasswordHash, ScraperAccess, ScraperCredentials, ScraperTls } from 'cdk8s-oam';

const chart = scraperChart('haproxy-ingress');

new ScraperAccess(chart, 'prometheus', {
  host: 'prometheus.example.com',
  service: PROMETHEUS,
  controller: IngressController.haproxyIngress({
    className: 'haproxy',
    namespace: 'haproxy-ingress',
    podLabels: { 'app.kubernetes.io/name': 'haproxy-ingress' },
  }),
  // it must be there before the Ingress, which is open without it. Flux has decrypted it out of the same repository: what is told of it is checked
  credentials: ScraperCredentials.existingSecret({
    name: 'prometheus-password',
    keys: ['auth', 'username', 'password'],
    hash: PasswordHash.SHA512_CRYPT,
  }),
  tls: ScraperTls.issuer({ name: 'company-ca' }),
});

App.of(chart).synth();
