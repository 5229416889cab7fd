// the same shop by cdk8s-plus alone, to compare with. Nothing is scraped: PodMonitors would be further objects, made by the types of `cdk8s import`
import { App, Chart, Cron, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';

const app = new App({ outdir: process.env.CDK8S_OUTDIR ?? 'dist' });
const chart = new Chart(app, 'shop', { namespace: 'shop' });

const resources = (cpu: number, memory: number): kplus.ContainerResources => ({
  cpu: { request: kplus.Cpu.millis(cpu) }, memory: { request: Size.mebibytes(memory), limit: Size.mebibytes(memory) },
});
const ready = (port: number) => kplus.Probe.fromHttpGet('/ready', { port });
const secret = kplus.Secret.fromSecretName(chart, 'shop-database', 'shop-database');
const password = kplus.EnvValue.fromSecretValue({ secret, key: 'password' });
const text = kplus.EnvValue.fromValue;

const frontend = new kplus.Deployment(chart, 'frontend', {
  metadata: { name: 'frontend' },
  replicas: 2,
  containers: [{
    name: 'frontend',
    image: 'ghcr.io/example/shop-frontend:2.3.0',
    ports: [{ name: 'http', number: 8080 }, { name: 'metrics', number: 9090 }],
    envVariables: { API_URL: text('http://api') },
    readiness: ready(8080),
    resources: resources(100, 128),
  }],
});
const frontendService = new kplus.Service(chart, 'frontend-service', {
  metadata: { name: 'frontend' },
  selector: frontend,
  ports: [{ name: 'http', port: 80, targetPort: 8080 }],
});
new kplus.Ingress(chart, 'frontend-ingress', {
  metadata: { name: 'frontend', annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' } },
  className: 'nginx',
  rules: [{ host: 'shop.example.com', backend: kplus.IngressBackend.fromService(frontendService, { port: 80 }) }],
  tls: [{ hosts: ['shop.example.com'], secret: kplus.Secret.fromSecretName(chart, 'frontend-tls', 'frontend-tls') }],
});
new kplus.k8s.KubePodDisruptionBudget(chart, 'frontend-budget', {
  metadata: { name: 'frontend' },
  spec: { maxUnavailable: kplus.k8s.IntOrString.fromNumber(1), selector: { matchLabels: frontend.matchLabels } },
});

const api = new kplus.Deployment(chart, 'api', {
  metadata: { name: 'api' },
  containers: [{
    name: 'api',
    image: 'ghcr.io/example/shop-api:2.3.0',
    ports: [{ name: 'http', number: 8080 }, { name: 'metrics', number: 9090 }],
    envVariables: { REDIS_HOST: text('redis'), DATABASE_HOST: text('database'), DATABASE_PASSWORD: password },
    readiness: ready(8080),
    resources: resources(250, 256),
  }],
});
new kplus.Service(chart, 'api-service', {
  metadata: { name: 'api' },
  selector: api,
  ports: [{ name: 'http', port: 80, targetPort: 8080 }],
});
new kplus.HorizontalPodAutoscaler(chart, 'api-autoscaler', {
  metadata: { name: 'api' },
  target: api,
  minReplicas: 2,
  maxReplicas: 10,
  metrics: [kplus.Metric.resourceCpu(kplus.MetricTarget.averageUtilization(70))],
});
new kplus.k8s.KubePodDisruptionBudget(chart, 'api-budget', {
  metadata: { name: 'api' },
  spec: { maxUnavailable: kplus.k8s.IntOrString.fromNumber(1), selector: { matchLabels: api.matchLabels } },
});

new kplus.Deployment(chart, 'worker', {
  metadata: { name: 'worker' },
  replicas: 1,
  containers: [{
    name: 'worker',
    image: 'ghcr.io/example/shop-worker:2.3.0',
    envVariables: { REDIS_HOST: text('redis') },
    resources: resources(100, 128),
  }],
});

const redis = new kplus.Deployment(chart, 'redis', {
  metadata: { name: 'redis' },
  replicas: 1,
  containers: [
    {
      name: 'redis',
      image: 'redis:7.4',
      ports: [{ name: 'redis', number: 6379 }],
      resources: resources(100, 256),
    },
    {
      name: 'exporter',
      image: 'oliver006/redis_exporter:v1.66.0',
      ports: [{ name: 'metrics', number: 9121 }],
      resources: { cpu: { request: kplus.Cpu.millis(10) }, memory: { request: Size.mebibytes(32) } },
    },
  ],
});
new kplus.Service(chart, 'redis-service', {
  metadata: { name: 'redis' },
  selector: redis,
  ports: [{ name: 'redis', port: 6379 }],
});

new kplus.CronJob(chart, 'nightly', {
  metadata: { name: 'nightly' },
  schedule: new Cron({ minute: '0', hour: '3' }),
  containers: [{
    name: 'nightly',
    image: 'ghcr.io/example/shop-report:2.3.0',
    envVariables: { DATABASE_HOST: text('database'), DATABASE_PASSWORD: password },
    resources: resources(100, 256),
  }],
});

const database = new kplus.StatefulSet(chart, 'database', {
  metadata: { name: 'database' },
  service: new kplus.Service(chart, 'database-service', {
    metadata: { name: 'database' }, clusterIP: 'None', ports: [{ name: 'sql', port: 5432 }],
  }),
  containers: [{
    name: 'database',
    image: 'postgres:17.2',
    ports: [{ name: 'sql', number: 5432 }],
    envVariables: { PGDATA: text('/var/lib/postgresql/data/shop'), POSTGRES_PASSWORD: password },
    resources: resources(500, 768),
  }],
});
// cdk8s-plus has no volume claim templates
database.containers[0].mount('/var/lib/postgresql/data', kplus.Volume.fromEmptyDir(database, 'data', 'data'));

app.synth();
