import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { ApplicationConfiguration, AutoscalerTrait, DisruptionBudgetTrait, IngressTrait } from 'cdk8s-oam';

const resources = (cpu: string, memory: string) => ({ requests: { cpu, memory }, limits: { memory } });
const ready = (port: number) => ({ readiness: { httpGet: { path: '/ready', port } } });
const password = { secretKeyRef: { name: 'shop-database', key: 'password' } };

/** What differs from place to place. */
export interface ShopSettings {
  /** The host of the shop. */
  readonly host: string;
  /** How many pods the front end has, and the API at least. */
  readonly replicas: number;
  /** An image of the shop's own, by its name without a tag. */
  readonly image: (name: string) => string;
}

export function shop(app: App, { host, replicas, image }: ShopSettings): void {
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const application = new ApplicationConfiguration(chart, 'shop');

  const frontend = application.addDeployment('frontend', {
    image: image('ghcr.io/example/shop-frontend'),
    ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090 }],
    env: { API_URL: 'http://api' },
    probes: ready(8080),
    resources: resources('100m', '128Mi'),
    replicas,
  });
  new IngressTrait(frontend, 'ingress', { rules: [{ hosts: [host] }] });
  new DisruptionBudgetTrait(frontend, 'budget', { maxUnavailable: 1 });

  const api = application.addDeployment('api', {
    image: image('ghcr.io/example/shop-api'),
    ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090 }],
    env: { REDIS_HOST: 'redis', DATABASE_HOST: 'database' },
    envSources: { DATABASE_PASSWORD: password },
    probes: ready(8080),
    resources: resources('250m', '256Mi'),
  });
  new AutoscalerTrait(api, 'autoscaler', { minReplicas: replicas, maxReplicas: 10, cpuUtilization: 70 });
  new DisruptionBudgetTrait(api, 'budget', { maxUnavailable: 1 });

  application.addDeployment('worker', {
    image: image('ghcr.io/example/shop-worker'), env: { REDIS_HOST: 'redis' }, resources: resources('100m', '128Mi'),
  });

  application.addDeployment('redis', {
    image: 'redis:7.4',
    ports: [{ name: 'redis', port: 6379 }],
    resources: resources('100m', '256Mi'),
    podSpec: {
      containers: [{
        name: 'exporter',
        image: 'oliver006/redis_exporter:v1.66.0',
        ports: [{ name: 'metrics', containerPort: 9121 }],
        resources: { requests: { cpu: '10m', memory: '32Mi' } },
      }],
    },
  });

  application.addCronJob('nightly', {
    image: image('ghcr.io/example/shop-report'),
    schedule: '0 3 * * *',
    env: { DATABASE_HOST: 'database' },
    envSources: { DATABASE_PASSWORD: password },
    resources: resources('100m', '256Mi'),
  });

  application.addStatefulSet('database', {
    image: 'postgres:17.2',
    ports: [{ name: 'sql', port: 5432 }],
    env: { PGDATA: '/var/lib/postgresql/data/shop' },
    envSources: { POSTGRES_PASSWORD: password },
    resources: resources('500m', '768Mi'),
    volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
    volumeClaimTemplates: [{
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: k8s.Quantity.fromString('10Gi') } } },
    }],
  });
}
