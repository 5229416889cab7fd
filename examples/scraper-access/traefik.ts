import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

const THANOS_SIDECAR_PORT = 10901;

renderAccess('traefik', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    controller: IngressController.traefik({
      namespace: 'traefik',
      podLabels: { 'app.kubernetes.io/name': 'traefik' },
    }),
    // nobody has to choose a password, or to keep it
    credentials: ScraperCredentials.generatedPassword(),
    // an issuer of the namespace `monitoring`
    tls: TlsCertificate.issuer('company-ca', { rendersCertificate: true }),
    // the policy holds for the whole pod, the sidecar that Thanos Query reads included
    allowFrom: [
      ...READERS,
      { namespace: 'thanos', podLabels: { 'app.kubernetes.io/name': 'thanos-query' }, ports: [THANOS_SIDECAR_PORT] },
    ],
  });
});
