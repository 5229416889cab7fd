import { Duration } from 'cdk8s';
import { PROMETHEUS, READERS, renderAccess } from './scraper';
import {
  IngressController, ScraperAccess, ScraperCredentials, SecretStoreKind, TlsCertificate,
} from 'cdk8s-oam';

renderAccess('ingress-nginx', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    controller: IngressController.nginx({
      namespace: 'ingress-nginx',
      podLabels: { 'app.kubernetes.io/name': 'ingress-nginx', 'app.kubernetes.io/component': 'controller' },
    }),
    // a new password in the store is in force a quarter of an hour later
    credentials: ScraperCredentials.externalSecret({
      store: { name: 'vault', kind: SecretStoreKind.CLUSTER_SECRET_STORE },
      key: 'monitoring/prometheus',
      property: 'password',
      refreshInterval: Duration.minutes(15),
    }),
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    allowFrom: [...READERS],
  });
});
