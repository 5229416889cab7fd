import { PROMETHEUS, READERS, renderAccess } from './scraper';
import { IngressController, PasswordHash, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

renderAccess('nginx-gateway-fabric', chart => {
  new ScraperAccess(chart, 'prometheus', {
    host: 'prometheus.example.com',
    service: PROMETHEUS,
    // the Gateway that all of the cluster share, in whose namespace its pods run; its listener allows routes from `monitoring`
    controller: IngressController.nginxGatewayFabric({
      gateway: { name: 'public', namespace: 'gateways', sectionName: 'https' },
      namespace: 'gateways',
      podLabels: { 'gateway.networking.k8s.io/gateway-name': 'public' },
    }),
    // people choose this password: a slow hash, made anew when the version in the store changes here
    credentials: ScraperCredentials.externalSecret({
      store: { name: 'gcp' },
      key: 'prometheus-password',
      version: '3',
      hash: PasswordHash.BCRYPT,
    }),
    tls: TlsCertificate.atGateway(),
    allowFrom: [...READERS],
  });
});
