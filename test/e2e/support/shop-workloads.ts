import {
  CoherenceWorkload, ContainerizedWorkload, HelidonWorkload, KubernetesWorkload, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';

/** Ports by the endpoint that listens there; nothing listens at `idle`. */
export type Ports = Readonly<Record<string, number>>;

const image = 'example/main:1';

/** Of a container with two ports. */
export function catalogue(ports: Ports): Workload {
  return new ContainerizedWorkload({
    labels: { app: 'catalogue', version: 'v1' },
    containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: ports.catalogue }, { name: 'admin', containerPort: ports.idle }] }],
  });
}

/** Without labels of its own. */
export function recommendations(ports: Ports): Workload {
  return new ContainerizedWorkload({ containers: [{ name: 'main', image, ports: [{ name: 'http', containerPort: ports.recommendations }] }] });
}

/** Of two containers whose ports have the same name, so that only numbers tell them apart. */
export function stock(ports: Ports): Workload {
  return new HelidonWorkload({
    name: 'stock-workload',
    labels: { app: 'stock', version: 'v2' },
    deployment: {
      name: 'stock-deployment',
      podSpec: {
        containers: [
          { name: 'main', image, ports: [{ name: 'http', containerPort: ports.stock }] },
          { name: 'statistics', image, ports: [{ name: 'http', containerPort: ports.statistics }] },
        ],
      },
    },
  });
}

/** Of a port without a name, and with a label that the Prometheus Operator gives too. */
export function orders(ports: Ports): Workload {
  const labels = { app: 'orders', tier: 'back', pod: 'an-order' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image, ports: [{ containerPort: ports.orders }] }] } };
  return KubernetesWorkload.deployment({ metadata: { name: 'orders' }, spec: { selector: { matchLabels: labels }, template } });
}

/** Its port has no name, as it is the only one. */
export function ordersService(ports: Ports): Workload {
  const selector = { app: 'orders', tier: 'back' };
  return KubernetesWorkload.service({ metadata: { name: 'orders' }, spec: { selector, ports: [{ port: ports.orders }] } });
}

/** Annotations of its pods say where they are scraped. */
export function reviews(ports: Ports): Workload {
  const labels = { app: 'reviews' };
  const annotations = { 'prometheus.io/port': String(ports.reviews), 'prometheus.io/path': '/actuator/prometheus' };
  const spec = { containers: [{ name: 'main', image, ports: [{ name: 'web', containerPort: ports.reviews }] }] };
  const template = { metadata: { labels, annotations }, spec };
  return KubernetesWorkload.deployment({ metadata: { name: 'reviews' }, spec: { selector: { matchLabels: labels }, template } });
}

/** A StatefulSet, once its operator has made it. */
export function cache(ports: Ports): Workload {
  const metrics = { enabled: true, port: ports.cache };
  const spec = { image, labels: { app: 'cache' }, coherence: { metrics }, ports: [{ name: 'metrics', port: ports.cache }] };
  return new CoherenceWorkload({ template: { name: 'cache', spec } });
}

/** Servers whose operator annotates them. */
export function payment(secret: string): Workload {
  const serverPod = { labels: { app: 'payment', version: 'v1' } };
  const spec = { domainUID: 'payment', image, webLogicCredentialsSecret: { name: secret }, serverPod };
  return new WebLogicWorkload({ domainVersion: WebLogicDomainVersion.V9, template: { name: 'payment-domain', spec } });
}
