/** Programs whose manifests Traefik serves: IngressTraits in both forms, and a way to the scraper. */
import { App, Chart } from 'cdk8s';
import { GATEWAYS, secretFor } from './route-sets';
import { CLASS } from './traefik-server';
import type { KubernetesObject } from './traefik-stage';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, GatewayImplementation, IngressController, IngressPathType, IngressProvider,
  IngressTrait, KubernetesPlatform, MonitoringProvider, NamespacesFrom, OamPlatform, Platform, Scraper, ScraperAccess, ScraperCredentials,
  TlsCertificate,
} from '../../../../src';

const { EXACT, PREFIX, REGEX } = IngressPathType;

/** What is not applied: no operator is there for it. */
const LEFT_OUT = ['PodMonitor', 'Deployment'];

/** The Gateway that the routes of programs are attached to, by the port of its listener. */
export const DESCRIBED = (port: number) => ({
  name: 'described',
  namespace: GATEWAYS,
  listeners: [{ name: 'l-0', hostname: '*.example.com', port, secretName: secretFor('*.example.com'), allowedRoutes: { namespaces: NamespacesFrom.ALL } }],
});

/** By which IngressTraits are rendered, and what such a provider can say of paths. */
export const PROVIDERS = {
  gatewayApi: (port: number) => IngressProvider.gatewayApi({ gateway: DESCRIBED(port), implementation: GatewayImplementation.TRAEFIK }),
  ingress: () => IngressProvider.traefik({ className: CLASS, tls: TlsCertificate.insecureNone() }),
};

/** The objects of an application of two components that share hosts, with a regular expression where the provider has them. */
export function shop(ingress: IngressProvider, hasRegex: boolean): KubernetesObject[] {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }), ingress,
  }));
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const application = new ApplicationConfiguration(chart, 'shop');
  const bind = (name: string) => application.addComponent(new Component(chart, name, {
    workload: new ContainerizedWorkload({ containers: [{ name, image: `example/${name}:1`, ports: [{ name: 'http', containerPort: 8080 }] }] }),
  }));
  new IngressTrait(bind('front'), 'ingress', { rules: [{ hosts: ['shop.example.com', 'www.example.com'] }] });
  new IngressTrait(bind('cart'), 'ingress', {
    rules: [
      { hosts: ['shop.example.com'], paths: [{ path: '/cart', pathType: PREFIX }, { path: '/checkout/complete', pathType: EXACT }] },
      ...hasRegex ? [{ hosts: ['www.example.com'], paths: [{ path: '/carts/[0-9]+', pathType: REGEX }] }] : [],
    ],
  });
  return chart.toJson().filter(({ kind }) => !LEFT_OUT.includes(kind));
}

/** The user who gets to the scraper, for a header. */
export const USER = { name: 'metrics', password: 'right-and-long-enough' };
export const SCRAPER_HOST = 'prometheus.example.com';

/** The objects by which the scraper is reached, those first that the others need. */
export function scraperAccess(entryPoint: string): KubernetesObject[] {
  const app = new App();
  const systemScraper = Scraper.of('monitoring', 'prometheus');
  Platform.install(app, new OamPlatform({ vendor: 'acme', systemNamespace: 'monitoring', systemScraper, scraperUser: USER.name }));
  const chart = new Chart(app, 'scraper');
  new ScraperAccess(chart, 'prometheus', {
    host: SCRAPER_HOST,
    service: { name: 'prometheus', port: 9090 },
    controller: IngressController.traefik({ className: CLASS, entryPoint }),
    credentials: ScraperCredentials.insecurePlaintext({ password: USER.password }),
    tls: TlsCertificate.secret('prometheus-tls'),
    insecureWithoutNetworkPolicy: true,
  });
  return chart.toJson();
}

/** The scraper's namespace, and its Service. */
export const SYSTEM: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'monitoring' } };
export const SCRAPER: KubernetesObject = {
  apiVersion: 'v1', kind: 'Service', metadata: { name: 'prometheus', namespace: 'monitoring' }, spec: { ports: [{ name: 'web', port: 9090 }] },
};
