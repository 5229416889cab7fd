import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

renderAccess('envoy-gateway', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    // a Gateway of its own, with the name of the access; Envoy Gateway runs the proxies of all Gateways in its own namespace
    controller: IngressController.envoyGateway({
      gatewayClassName: 'envoy',
      namespace: 'envoy-gateway-system',
      podLabels: {
        'gateway.envoyproxy.io/owning-gateway-namespace': 'monitoring',
        'gateway.envoyproxy.io/owning-gateway-name': 'prometheus',
      },
    }),
    // Envoy knows fast hashes only, so the password is long
    credentials: ScraperCredentials.generatedPassword({ length: 64 }),
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    allowFrom: [...READERS],
    // Envoy serves a route without a password as long as its SecurityPolicy is missing
    metadata: { annotations: { 'argocd.argoproj.io/sync-wave': '1' } },
  });
});
