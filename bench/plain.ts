import { ApiObject, App, Chart } from 'cdk8s';
import { chartName, componentName, declaresMetrics, environment, hostName, IMAGE, SCRAPER, Shape, Slice, slices } from './shape';

// The manifests as plain data in plain API objects: the side that the library is compared with.

const VENDOR = 'oam.verrazzano.io/v1alpha1';

export function build(app: App, shape: Shape): void {
  for (let n = 0; n < shape.charts; n++) {
    const chart = new Chart(app, chartName(n), { namespace: chartName(n) });
    for (const slice of slices(shape, n)) application(chart, slice, shape.isEachPublic ?? false);
  }
}

function application(chart: Chart, { name, numbers }: Slice, isEachPublic: boolean): void {
  for (const n of numbers) component(chart, n);
  new ApiObject(chart, name, {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'ApplicationConfiguration',
    metadata: { name, annotations: { version: 'v1.0.0', description: `Application ${name}` } },
    spec: {
      components: numbers.map((n, i) => {
        const public_ = isEachPublic ? [ingress([hostName(n)])] : i === 0 ? [ingress()] : [];
        return { componentName: componentName(n), traits: [...public_, metrics(n)] };
      }),
    },
  });
}

function component(chart: Chart, n: number): void {
  const name = componentName(n);
  new ApiObject(chart, name, {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'Component',
    metadata: { name },
    spec: {
      workload: {
        apiVersion: VENDOR,
        kind: 'VerrazzanoHelidonWorkload',
        metadata: { name, labels: { app: name, version: 'v1' } },
        spec: { deploymentTemplate: { metadata: { name }, podSpec: podSpec(n) } },
      },
    },
  });
}

export function podSpec(n: number): any {
  return {
    containers: [{
      name: 'main',
      image: IMAGE,
      ports: [{ containerPort: 8080, name: 'http' }],
      env: environment(n),
      resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 8080 }, periodSeconds: 10 },
    }],
  };
}

function metrics(n: number): any {
  const spec = declaresMetrics(n) ? { port: 8080, path: '/metrics', scraper: SCRAPER } : { port: 8080, path: '/metrics' };
  return { trait: { apiVersion: VENDOR, kind: 'MetricsTrait', spec } };
}

function ingress(hosts?: string[]): any {
  return { trait: { apiVersion: VENDOR, kind: 'IngressTrait', spec: { rules: [{ hosts, paths: [{ path: '/api', pathType: 'Prefix' }] }] } } };
}
