import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

renderAccess('haproxy', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    controller: IngressController.haproxy({
      namespace: 'haproxy-controller',
      podLabels: { 'app.kubernetes.io/name': 'kubernetes-ingress' },
    }),
    // HAProxy takes every key of its Secret for a user: a second Secret is made of the password in the first one, which the store reads back
    credentials: ScraperCredentials.generatedPassword({ clusterStore: { name: 'monitoring-secrets' } }),
    tls: TlsCertificate.secret('prometheus-tls'),
    // the controller runs on the network of its nodes, where its labels do not count
    allowFrom: [...READERS, { cidr: '10.20.0.0/24' }],
  });
});
