import { App, Chart, Duration } from 'cdk8s';
import { AccessRecipe, ControllerRecipe } from './arbitraries-accesses';
import {
  IngressController, OamPlatform, Platform, Scraper, ScraperAccess, ScraperCredentials, ScraperPeer, TlsCertificate,
} from 'cdk8s-oam';

const CONTROLLERS: Record<string, (props: any) => IngressController> = {
  'ingress-nginx': IngressController.ingressNginx,
  'traefik': IngressController.traefik,
  'haproxy': IngressController.haproxy,
  'f5-nginx': IngressController.f5Nginx,
  'haproxy-ingress': IngressController.haproxyIngress,
  'kong': IngressController.kong,
  'envoy-gateway': IngressController.envoyGateway,
  'nginx-gateway-fabric': IngressController.nginxGatewayFabric,
};

const CREDENTIALS: Record<string, (options: any) => ScraperCredentials> = {
  external: ({ refreshSeconds, ...options }) => ScraperCredentials.externalSecret({
    ...options, ...refreshSeconds === undefined ? {} : { refreshInterval: Duration.seconds(refreshSeconds) },
  }),
  generated: ScraperCredentials.generatedPassword,
  existing: ScraperCredentials.existingSecret,
  sealed: ScraperCredentials.sealedSecret,
  plaintext: ScraperCredentials.insecurePlaintext,
};

const TLS: Record<string, (options: any) => TlsCertificate> = {
  none: TlsCertificate.insecureNone,
  gateway: TlsCertificate.atGateway,
  secret: TlsCertificate.secret,
  issuer: ({ name, ...options }) => TlsCertificate.issuer(name, options),
  certificate: ({ name, ...options }) => TlsCertificate.certificate(name, options),
};

/** The access of a recipe, alone in its app. */
export function buildAccess(recipe: AccessRecipe): { app: App; access: ScraperAccess } {
  const app = new App();
  Platform.install(app, new OamPlatform({
    vendor: 'acme',
    systemNamespace: recipe.systemNamespace,
    systemScraper: Scraper.of(recipe.systemNamespace, 'prometheus'),
    scraperUser: recipe.user,
  }));
  const access = new ScraperAccess(new Chart(app, 'c', { namespace: recipe.chartNamespace }), recipe.name, {
    ...recipe.props,
    controller: controllerOf(recipe.controller),
    credentials: CREDENTIALS[recipe.credentials.kind](recipe.credentials.options),
    tls: TLS[recipe.tls.kind](recipe.tls.options),
    ...recipe.peers ? { allowFrom: recipe.peers.map(peer => peer.cidr ? ScraperPeer.addresses(peer) : ScraperPeer.pods(peer)) } : {},
  });
  return { app, access };
}

function controllerOf({ name, props }: ControllerRecipe): IngressController {
  return CONTROLLERS[name](props);
}
