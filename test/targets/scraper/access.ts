import { App, Chart } from 'cdk8s';
import { IngressController, OamPlatform, OamPlatformProps, Platform, Scraper, ScraperAccess, ScraperAccessProps, ScraperCredentials, TlsCertificate } from '../../../src';
import { newChart, rendered } from '../../support/app';
import { messageOf } from '../../support/message';

export const NAMESPACE = 'verrazzano-system';
export const USER = 'verrazzano';
export const HOST = 'prometheus.example.com';

/** What an error about the access of `access()` begins with. */
export const SUBJECT = '[c/prometheus]';

/** Where the pods of a controller run. */
export const PODS = { namespace: 'ingress', podLabels: { app: 'controller' } };

/** The scraper's own Service. */
export const SERVICE = { name: 'prometheus-operated', port: 9090, podLabels: { app: 'prometheus' } };

/** Every controller by its name, with the least that it is asked. */
export const CONTROLLERS = {
  'ingress-nginx': (props?: any) => IngressController.nginx({ className: 'nginx', ...PODS, ...props }),
  'traefik': (props?: any) => IngressController.traefik({ className: 'traefik', ...PODS, ...props }),
  'haproxy': (props?: any) => IngressController.haproxy({ className: 'haproxy', ...PODS, ...props }),
  'f5-nginx': (props?: any) => IngressController.f5Nginx({ className: 'nginx', ...PODS, ...props }),
  'haproxy-ingress': (props?: any) => IngressController.haproxyIngress({
    className: 'haproxy',
    // allowed to take credentials from an operator, as all others are
    insecureOpenUntilSecretExists: true,
    ...PODS,
    ...props,
  }),
  'kong': (props?: any) => IngressController.kong({ className: 'kong', ...PODS, ...props }),
  'envoy-gateway': (props?: any) => IngressController.envoyGateway({ gatewayClassName: 'envoy', ...PODS, ...props }),
  'nginx-gateway-fabric': (props?: any) => IngressController.nginxGatewayFabric({ gatewayClassName: 'nginx', ...PODS, ...props }),
};

export type ControllerName = keyof typeof CONTROLLERS;
export const NAMES = Object.keys(CONTROLLERS) as ControllerName[];

/** A password that lies in a store. */
export const fromStore = (options?: any) => ScraperCredentials.externalSecret({ store: { name: 'vault' }, key: 'scraper', ...options });

/** The least that an access is asked; whatever is given besides goes before it. */
export function propsOf(controller: ControllerName, props: any = {}): ScraperAccessProps {
  const least = { host: HOST, service: SERVICE, credentials: fromStore(), tls: TlsCertificate.secret('prometheus-tls'), allowFrom: [] };
  return { ...least, controller: CONTROLLERS[controller](), ...props };
}

/** The access `prometheus`, in a chart of another namespace than its own. */
export function access(controller: ControllerName, props?: any, chart: Chart = newChart()): ScraperAccess {
  return new ScraperAccess(chart, 'prometheus', propsOf(controller, props));
}

/** Why there is no such access: the whole message. */
export function refusal(controller: ControllerName, props?: any, chart?: Chart): string {
  return messageOf(() => access(controller, props, chart));
}

/** All rendered objects of a kind; they are valid, as are all others. */
export function kind(name: string, of: ScraperAccess): any[] {
  return rendered(of).filter(object => object.kind === name);
}

/** A chart on a platform whose scraper has another user, or none. */
export function chartWithUser(scraperUser: string | undefined, props: Partial<OamPlatformProps> = {}): Chart {
  const chart = new Chart(new App(), 'd');
  Platform.install(chart, new OamPlatform({
    vendor: 'acme', systemNamespace: 'acme-system', systemScraper: Scraper.parse('acme-system/prometheus'), scraperUser, ...props,
  }));
  return chart;
}

/** What has the shape of ciphertext that kubeseal makes, the same for the same text. */
export function ciphertext(text = 'sealed'): string {
  const KEY = 128;
  const TAG = 16;
  return Buffer.concat([Buffer.from([0, KEY]), Buffer.alloc(KEY + TAG, text), Buffer.from(text)]).toString('base64');
}

/** One peer of each sort. */
export const PEERS = [
  { podLabels: { app: 'thanos-query' } },
  { namespace: 'grafana', podLabels: { app: 'grafana' }, ports: [9090] },
  { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.1.0/24'], ports: [9090, 10901] },
];

// What errors about an access say more than once.

export const NO_PLAINTEXT = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';
export const KNOWN_CONTROLLERS = 'ingress-nginx, traefik, haproxy, f5-nginx, haproxy-ingress, kong, envoy-gateway, nginx-gateway-fabric';
export const USE_TLS = 'use TlsCertificate.clusterIssuer(), issuer() or secret()';
export const ONE_LABEL = 'must have at least one label: without any, all pods would be selected; give the '
  + 'labels that distinguish these pods from others';
export const LEAVE_OUT = 'leave it out, or check its spelling';

/** What is said of the options of credentials that are none: a text or a number is not shown. */
export const notOptions = (shown: string) => `invalid-type: 'credentials' must be an object, got ${shown}`;

/** Of a hash that is none, or one that the controller does not accept or that is not made where the password is. */
export const NO_HASH = "invalid-value: 'credentials.hash' must be a PasswordHash, such as PasswordHash.BCRYPT; the value "
  + 'is not shown; name the kind of hash';
export const notAccepted = (accepted: string, controller: string, got: string) =>
  `hash-not-accepted: 'credentials.hash' must be one of ${accepted} for ${controller}, got "${got}"`;

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
