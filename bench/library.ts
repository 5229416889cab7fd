import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { chartName, componentName, declaresMetrics, environment, IMAGE, SCRAPER, Shape, Slice, slices } from './shape';
import {
  ApplicationConfiguration, Component, ComponentBinding, HelidonWorkload, IngressPathType, IngressTrait, MetricsTrait, OamPlatform, Platform, Scraper,
} from 'cdk8s-oam';

// The same manifests as in plain.ts, written as a user of the library writes them.

export function build(app: App, shape: Shape): void {
  Platform.install(app, OamPlatform.verrazzano());
  for (let n = 0; n < shape.charts; n++) {
    const chart = new Chart(app, chartName(n), { namespace: chartName(n) });
    for (const slice of slices(shape, n)) application(chart, slice);
  }
}

function application(chart: Chart, { name, numbers }: Slice): void {
  const components = numbers.map(n => component(chart, n));
  const configuration = new ApplicationConfiguration(chart, name, {
    metadata: { annotations: { version: 'v1.0.0', description: `Application ${name}` } },
  });
  components.forEach((c, i) => traits(configuration.addComponent(c), numbers[i], i === 0));
}

function component(chart: Chart, n: number): Component {
  const name = componentName(n);
  return new Component(chart, name, {
    workload: new HelidonWorkload({ name, labels: { app: name, version: 'v1' }, deployment: { name, podSpec: podSpec(n) } }),
  });
}

function podSpec(n: number): k8s.PodSpec {
  const quantity = k8s.Quantity.fromString;
  return {
    containers: [{
      name: 'main',
      image: IMAGE,
      ports: [{ containerPort: 8080, name: 'http' }],
      env: environment(n),
      resources: { requests: { cpu: quantity('100m'), memory: quantity('256Mi') }, limits: { memory: quantity('512Mi') } },
      readinessProbe: { httpGet: { path: '/health/ready', port: k8s.IntOrString.fromNumber(8080) }, periodSeconds: 10 },
    }],
  };
}

function traits(binding: ComponentBinding, n: number, public_: boolean): void {
  if (public_) new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/api', pathType: IngressPathType.PREFIX }] }] });
  if (declaresMetrics(n)) new MetricsTrait(binding, 'metrics', { port: 8080, path: '/metrics', scraper: Scraper.parse(SCRAPER) });
}
