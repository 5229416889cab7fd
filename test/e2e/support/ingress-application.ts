import { App, Chart, Testing } from 'cdk8s';
import { Declared } from './declared';
import { IngressServer } from './ingress-servers';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, IngressController, IngressRule, IngressProvider, IngressTrait,
  KubernetesPlatform, MonitoringProvider, Platform, TlsCertificate,
} from '../../../src';

const DOMAIN = 'apps.example.com';

/** An application of components that have each an IngressTrait. */
export interface IngressApplication {
  readonly name: string;
  readonly namespace: string;
  /** By name, which is that of the Service too. */
  readonly components: Readonly<Record<string, IngressComponent>>;
}

/** A component. */
export interface IngressComponent {
  /** By name. */
  readonly ports: Readonly<Record<string, number>>;
  readonly rules: readonly IngressRule[];
  /** Of a certificate of its own. @default - the issuer's */
  readonly secretName?: string;
}

/** What is rendered of it. */
export interface IngressApplicationOptions {
  /** Whether an issuer makes certificates. @default false */
  readonly isTls?: boolean;
  /** The server whose controller is to read the annotations. @default - no controller is named */
  readonly server?: IngressServer;
}

/** The controller whose annotations a server of these tests understands. */
const CONTROLLERS: Readonly<Record<IngressServer, IngressController>> = {
  nginx: IngressController.ingressNginx({ className: 'public' }),
  haproxy: IngressController.haproxyIngress({ className: 'public' }),
};

/** All that Kubernetes gets, as the library renders it. */
export function renderedOf({ name, namespace, components }: IngressApplication, { isTls = false, server }: IngressApplicationOptions = {}): any[] {
  const chart = new Chart(new App(), 'chart', { namespace });
  Platform.install(chart, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
    ingress: IngressProvider.ingress({
      domain: DOMAIN,
      tls: isTls ? TlsCertificate.issuer('issuer') : TlsCertificate.insecureNone(),
      controller: server ? CONTROLLERS[server] : IngressController.other({ className: 'public' }),
    }),
  }));
  const application = new ApplicationConfiguration(chart, name);
  for (const [component, { ports, rules, secretName }] of Object.entries(components)) {
    const containerPorts = Object.entries(ports).map(([port, containerPort]) => ({ name: port, containerPort }));
    const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1', ports: containerPorts }] });
    const binding = application.addComponent(new Component(chart, component, { workload }));
    new IngressTrait(binding, 'ingress', { rules: [...rules], ...secretName !== undefined && { tls: { secretName } } });
  }
  return Testing.synth(chart);
}

/** The Ingresses among them. */
export function ingressesOf(objects: readonly any[]): any[] {
  return objects.filter(({ kind }) => kind === 'Ingress');
}

/** What is declared in it. */
export function declaredOf({ name, namespace, components }: IngressApplication): Declared[] {
  return Object.entries(components).map(([service, { ports, rules }]) => ({
    rules, namespace, service, port: ports.http ?? Object.values(ports)[0], generatedHost: `${name}.${namespace}.${DOMAIN}`,
  }));
}
