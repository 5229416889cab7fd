// What errors about an access say more than once.

export const NO_PLAINTEXT = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';
export const KNOWN_CONTROLLERS = 'ingress-nginx, traefik, haproxy, f5-nginx, haproxy-ingress, kong, envoy-gateway, nginx-gateway-fabric';
export const USE_TLS = 'use TlsCertificate.secret(), issuer() or certificate()';
export const ONE_LABEL = 'must have at least one label: without any, all pods would be selected; give the '
  + 'labels that distinguish these pods from others';
export const LEAVE_OUT = 'leave it out, or check its spelling';

/** What is said of the options of credentials that are none: a text or a number is not shown. */
export const notOptions = (shown: string) => `invalid-type: 'credentials' must be an object, got ${shown}`;

/** Of a hash that is none, or not made where the password is. */
export const NO_HASH = "invalid-value: 'credentials.hash' must be one of PasswordHash (bcrypt, sha512-crypt, apr1, ssha, sha); the value "
  + 'is not shown; name the kind of hash';
export const notMade = (made: string, got: string) => `hash-not-accepted: 'credentials.hash' must be one that can be made there (${made}), got "${got}"; leave it out`;

/** The password in the templates of an operator. */
export const PASSWORD = '.password | trimAll "\\r\\n"';

/** What fails in a template, before anything is made of the password. */
export const guardOf = (password: string) => ({
  NOT_EMPTY: `{{ if eq (${password}) "" }}{{ fail "the password must not be empty" }}{{ end }}`,
  FOR_BCRYPT: `{{ if or (eq (${password}) "") (gt (len (${password})) 72) }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}`,
});

/** How YAML is read otherwise than it was written. */
export const READ_AS_NUMBER = 'is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"; spell it '
  + 'differently';
export const notInYaml = (character: string) =>
  `has the character ${character}, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64`;

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
