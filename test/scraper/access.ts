import { App, Chart } from 'cdk8s';
import {
  IngressController, OamPlatform, OamPlatformProps, Platform, Scraper, ScraperAccess, ScraperAccessProps, ScraperCredentials,
  ScraperPeer, TlsCertificate,
} from '../../src';
import { newChart, rendered } from '../support/app';
import { messageOf } from '../support/message';

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
  'ingress-nginx': (props?: any) => IngressController.ingressNginx({ className: 'nginx', ...PODS, ...props }),
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
  ScraperPeer.pods({ podLabels: { app: 'thanos-query' } }),
  ScraperPeer.pods({ namespace: 'grafana', podLabels: { app: 'grafana' }, ports: [9090] }),
  ScraperPeer.addresses({ cidr: '10.0.0.0/16', except: ['10.0.1.0/24'], ports: [9090, 10901] }),
];
