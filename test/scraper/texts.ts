// What errors about an access say more than once.

export const NO_PLAINTEXT = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';
export const KNOWN_CONTROLLERS = 'ingress-nginx, traefik, haproxy, f5-nginx, haproxy-ingress, kong, envoy-gateway, nginx-gateway-fabric';
export const USE_TLS = 'use ScraperTls.secret(), issuer() or certificate()';
export const ONE_LABEL = 'must have at least one label: without any, all pods would be selected; '
  + 'give the labels by which these pods are told from others';
export const LEAVE_OUT = 'leave it out, or check its spelling';

/** The controllers as errors call them. */
export const TITLES = {
  'ingress-nginx': 'ingress-nginx',
  'traefik': 'Traefik',
  'haproxy': 'HAProxy Kubernetes Ingress Controller',
  'f5-nginx': 'F5 NGINX Ingress Controller',
  'haproxy-ingress': 'HAProxy Ingress (haproxy-ingress.github.io)',
  'kong': 'Kong Ingress Controller',
  'envoy-gateway': 'Envoy Gateway',
  'nginx-gateway-fabric': 'NGINX Gateway Fabric',
};
