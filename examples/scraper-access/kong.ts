import { Duration } from 'cdk8s';
import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

renderAccess('kong', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    // requests come from the pods of the gateway, not from those of the controller
    controller: IngressController.kong({
      namespace: 'kong',
      podLabels: { 'app.kubernetes.io/name': 'gateway', 'app.kubernetes.io/instance': 'kong' },
    }),
    // a store of the namespace `monitoring`; Kong hashes the password itself
    credentials: ScraperCredentials.externalSecret({
      store: { name: 'aws' },
      key: 'prod/monitoring',
      property: 'prometheus.password',
      refreshInterval: Duration.hours(6),
    }),
    tls: TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true, secretName: 'prometheus-certificate' }),
    allowFrom: [...READERS],
    // Argo CD would apply an Ingress before the plugins, and Kong serves it without them
    metadata: { annotations: { 'argocd.argoproj.io/sync-wave': '1' } },
  });
});
