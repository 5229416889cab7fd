import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, PasswordHash, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

renderAccess('haproxy-ingress', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    controller: IngressController.haproxyIngress({
      namespace: 'haproxy-ingress',
      podLabels: { 'app.kubernetes.io/name': 'haproxy-ingress' },
    }),
    // a plugin of Argo CD has decrypted it out of the same repository: what is told of it is checked
    credentials: ScraperCredentials.existingSecret({
      name: 'prometheus-password',
      keys: ['auth', 'username', 'password'],
      hash: PasswordHash.SHA512_CRYPT,
    }),
    tls: TlsCertificate.issuer('company-ca'),
    allowFrom: [...READERS],
    // the Ingress is open without the Secret, which is in an earlier wave
    metadata: { annotations: { 'argocd.argoproj.io/sync-wave': '1' } },
  });
});
