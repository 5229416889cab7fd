import { Chart } from 'cdk8s';
import { onEachPlatform } from '../platforms';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, IngressPathType, IngressTrait, MetricsTrait,
} from 'cdk8s-oam';

const HTTP_PORT = 7001;
const GRPC_PORT = 1408;
const METRICS_PORT = 9612;

/** Where the requests come in. */
const http = (service: string) => ({ name: 'http', port: HTTP_PORT, service: { name: service, port: HTTP_PORT } });
const grpc = (service: string) => ({ name: 'grpc', port: GRPC_PORT, service: { name: service } });
const metrics = { name: 'metrics', port: METRICS_PORT };

/** A service of the shop: a Coherence role of its own. */
interface ShopService {
  readonly name: string;
  readonly role: string;
  /** What the ingress leads to it. */
  readonly paths: string[];
  /** As the Coherence resource has them. */
  readonly ports: object[];
}

const SERVICES: ShopService[] = [
  { name: 'carts', role: 'Carts', paths: ['/carts'], ports: [http('carts'), metrics] },
  // the front end looks for `catalogue` and, below, `user`
  { name: 'catalog', role: 'Catalog', paths: ['/catalogue'], ports: [metrics, http('catalogue')] },
  { name: 'orders', role: 'Orders', paths: ['/orders'], ports: [http('orders'), metrics] },
  { name: 'payment', role: 'Payment', paths: ['/payment'], ports: [grpc('payment'), http('payment-http'), metrics] },
  { name: 'shipping', role: 'Shipping', paths: ['/shipping'], ports: [http('shipping-http'), grpc('shipping'), metrics] },
  { name: 'users', role: 'Users', paths: ['/register', '/login', '/addresses', '/customers', '/cards'], ports: [http('user'), metrics] },
];

function workload({ name, role, ports }: ShopService): CoherenceWorkload {
  return new CoherenceWorkload({
    template: {
      name: `${name}-coh`,
      spec: {
        labels: { app: `${name}-coh`, version: 'v1' },
        cluster: 'SockShop',
        role,
        replicas: 1,
        image: `ghcr.io/oracle/coherence-helidon-sockshop-${name}:2.0.1`,
        imagePullPolicy: 'IfNotPresent',
        application: { type: 'helidon' },
        jvm: {
          memory: { heapSize: '2g' },
          args: [
            '-Dhelidon.serialFilter.ignoreFiles=true',
            '-Dhelidon.serialFilter.pattern=*',
            '-Dhelidon.serialFilter.failure.action=WARN',
          ],
        },
        coherence: { logLevel: 9, metrics: { enabled: true } },
        ports,
        securityContext: { runAsUser: 1000 },
      },
    },
  });
}

onEachPlatform(app => {
  const chart = new Chart(app, 'sock-shop', { namespace: 'sockshop' });
  const shop = new ApplicationConfiguration(chart, 'sockshop-appconf', {
    metadata: { annotations: { version: 'v1.0.0', description: 'OAM Sock Shop Application' } },
  });

  for (const service of SERVICES) {
    const binding = shop.addComponent(new Component(chart, service.name, { workload: workload(service) }));
    new IngressTrait(binding, 'ingress', {
      metadata: { name: `${service.name}-ingress` },
      rules: [{ paths: service.paths.map(path => ({ path, pathType: IngressPathType.PREFIX })) }],
    });
    new MetricsTrait(binding, 'metrics', {
      metadata: { name: `${service.name}-metrics` },
      ports: [{ port: HTTP_PORT }, { port: METRICS_PORT }],
    });
  }
});
