import { App, Chart } from 'cdk8s';
import { onEachPlatform } from '../platforms';
import {
  ApplicationConfiguration, DeploymentWorkloadProps, IngressProvider, IngressTrait, KubernetesPlatform, MonitoringProvider, PodSecurity, ProbeTimings,
  TlsCertificate,
} from 'cdk8s-oam';

/** For every container. */
const securityContext = { readOnlyRootFilesystem: true };
/** For every pod: most images name no user. */
const podSpec = { securityContext: { runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 } };

type Amounts = Record<string, string>;
const resources = (requests: Amounts, limits: Amounts) => ({ requests, limits });
const quick = { terminationGracePeriodSeconds: 5 };
const unprofiled = { DISABLE_PROFILER: '1' };

/** A gRPC server that answers health checks. */
const grpc = (port: number, timings: ProbeTimings = {}) => {
  const check = { grpc: { port }, ...timings };
  return { ports: [{ name: 'grpc', port }], probes: { readiness: check, liveness: check } };
};
const quickGrpc = (port: number, timings?: ProbeTimings) => ({ ...grpc(port, timings), ...quick });

/** A request in a session of its own, so that the front end makes none. */
const health = (probe: string) => ({
  httpGet: { path: '/_healthz', port: 8080, httpHeaders: [{ name: 'Cookie', value: `shop_session-id=x-${probe}-probe` }] },
  initialDelaySeconds: 10,
});

/** https://github.com/GoogleCloudPlatform/microservices-demo, the folder release/ */
function onlineBoutique(app: App): void {
  const chart = new Chart(app, 'online-boutique', { namespace: 'online-boutique' });
  const boutique = new ApplicationConfiguration(chart, 'online-boutique', {
    defaults: { podSecurity: PodSecurity.RESTRICTED, resources: resources({ cpu: '100m', memory: '64Mi' }, { cpu: '200m', memory: '128Mi' }) },
  });
  const add = (name: string, props: DeploymentWorkloadProps) => boutique.addDeployment(name, {
    image: `us-central1-docker.pkg.dev/online-boutique-ci/microservices-demo/${name}:v0.10.6`,
    containerName: 'server',
    serviceAccount: { create: true },
    securityContext,
    podSpec,
    ...props,
  });

  const frontend = add('frontend', {
    ports: [{ name: 'http', port: 8080, servicePort: 80 }],
    probes: { readiness: health('readiness'), liveness: health('liveness') },
    env: {
      PORT: '8080',
      PRODUCT_CATALOG_SERVICE_ADDR: 'productcatalogservice:3550',
      CURRENCY_SERVICE_ADDR: 'currencyservice:7000',
      CART_SERVICE_ADDR: 'cartservice:7070',
      RECOMMENDATION_SERVICE_ADDR: 'recommendationservice:8080',
      SHIPPING_SERVICE_ADDR: 'shippingservice:50051',
      CHECKOUT_SERVICE_ADDR: 'checkoutservice:5050',
      AD_SERVICE_ADDR: 'adservice:9555',
      SHOPPING_ASSISTANT_SERVICE_ADDR: 'shoppingassistantservice:80',
      ENABLE_PROFILER: '0',
    },
  });
  new IngressTrait(frontend, 'ingress', { rules: [{ hosts: ['boutique.example.com'] }] });

  add('adservice', {
    ...quickGrpc(9555, { initialDelaySeconds: 20, periodSeconds: 15 }),
    env: { PORT: '9555' },
    resources: resources({ cpu: '200m', memory: '180Mi' }, { cpu: '300m', memory: '300Mi' }),
  });
  add('cartservice', {
    ...quickGrpc(7070, { initialDelaySeconds: 15 }),
    env: { REDIS_ADDR: 'redis-cart:6379' },
    resources: resources({ cpu: '200m' }, { cpu: '300m' }),
  });
  add('checkoutservice', {
    ...grpc(5050),
    env: {
      PORT: '5050',
      PRODUCT_CATALOG_SERVICE_ADDR: 'productcatalogservice:3550',
      SHIPPING_SERVICE_ADDR: 'shippingservice:50051',
      PAYMENT_SERVICE_ADDR: 'paymentservice:50051',
      EMAIL_SERVICE_ADDR: 'emailservice:5000',
      CURRENCY_SERVICE_ADDR: 'currencyservice:7000',
      CART_SERVICE_ADDR: 'cartservice:7070',
    },
  });
  add('currencyservice', { ...quickGrpc(7000), env: { PORT: '7000', ...unprofiled } });
  add('emailservice', {
    ...quickGrpc(8080, { periodSeconds: 5 }),
    ports: [{ name: 'grpc', port: 8080, servicePort: 5000 }],
    env: { PORT: '8080', ...unprofiled },
  });
  add('paymentservice', { ...quickGrpc(50051), env: { PORT: '50051', ...unprofiled } });
  add('productcatalogservice', { ...quickGrpc(3550), env: { PORT: '3550', ...unprofiled } });
  add('recommendationservice', {
    ...quickGrpc(8080, { periodSeconds: 5 }),
    env: { PORT: '8080', PRODUCT_CATALOG_SERVICE_ADDR: 'productcatalogservice:3550', ...unprofiled },
    resources: resources({ memory: '220Mi' }, { memory: '450Mi' }),
  });
  add('shippingservice', { ...grpc(50051, { periodSeconds: 5 }), env: { PORT: '50051', ...unprofiled } });

  boutique.addDeployment('redis-cart', {
    image: 'redis:alpine',
    containerName: 'redis',
    ports: [{ name: 'tcp-redis', port: 6379 }],
    probes: { readiness: { tcpSocket: { port: 6379 }, periodSeconds: 5 }, liveness: { tcpSocket: { port: 6379 }, periodSeconds: 5 } },
    volumes: [{ name: 'redis-data', emptyDir: {} }],
    volumeMounts: [{ name: 'redis-data', mountPath: '/data' }],
    resources: resources({ cpu: '70m', memory: '200Mi' }, { cpu: '125m', memory: '256Mi' }),
    securityContext,
    podSpec,
  });

  add('loadgenerator', {
    ...quick,
    containerName: 'main',
    env: { FRONTEND_ADDR: 'frontend:80', USERS: '10', RATE: '1' },
    resources: resources({ cpu: '300m', memory: '256Mi' }, { cpu: '500m', memory: '512Mi' }),
    podSpec: {
      ...podSpec,
      initContainers: [{
        name: 'frontend-check',
        image: 'busybox:1.38.0@sha256:fd8d9aa63ba2f0982b5304e1ee8d3b90a210bc1ffb5314d980eb6962f1a9715d',
        command: ['sh', '-c', 'until wget -q -T 10 -O /dev/null http://frontend; do sleep 10; done'],
        securityContext,
      }],
    },
  });
}

onEachPlatform(onlineBoutique, {
  kubernetes: new KubernetesPlatform({
    metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
    ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  }),
});
