import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { SHARDS } from './clusters-shape';
import { chartName, componentName, declaresMetrics, environment, hostName, IMAGE, NEW_IMAGE, SCRAPER, Shape, Slice, slices } from './shape';
import {
  ApplicationConfiguration, Component, ComponentBinding, HelidonWorkload, IngressPathType, IngressProvider, IngressTrait,
  KubernetesPlatform, MetricsTrait, MonitoringProvider, OamPlatform, Platform, PrometheusScraper, Scraper, TlsCertificate,
} from 'cdk8s-oam';

// The same manifests as in plain.ts, written as a user of the library writes them.

export function build(app: App, shape: Shape): void {
  buildOn(OamPlatform.verrazzano(), app, shape);
}

/** The same for a cluster without an OAM platform. */
export function buildForKubernetes(app: App, shape: Shape): void {
  const metrics = MonitoringProvider.prometheusOperator({
    namespace: 'monitoring', name: 'prometheus', monitorSelector: { matchLabels: { release: 'prometheus' } }, monitorNamespaceSelector: {},
  });
  buildOn(kubernetesWith(metrics), app, shape);
}

/** The same in a cluster in which nothing collects metrics yet. */
export function buildWithScraper(app: App, shape: Shape): void {
  const scraper = new PrometheusScraper(new Chart(app, 'monitoring', { namespace: 'monitoring' }), 'prometheus', {
    version: '3.14.0', shards: SHARDS, storage: { size: '100Gi' }, remoteWrite: [{ url: 'https://mimir.example.com/api/v1/push' }], allowFrom: [],
  });
  buildOn(kubernetesWith(MonitoringProvider.scraper(scraper)), app, shape);
}

function kubernetesWith(metrics: MonitoringProvider): Platform {
  const ingress = IngressProvider.nginx({ tls: TlsCertificate.secret('shop-tls'), domain: 'example.com' });
  return new KubernetesPlatform({ metrics, ingress });
}

function buildOn(platform: Platform, app: App, shape: Shape): void {
  Platform.install(app, platform);
  for (let n = 0; n < shape.charts; n++) {
    const chart = new Chart(app, chartName(n), { namespace: chartName(n) });
    for (const slice of slices(shape, n)) application(chart, slice, shape);
  }
}

function application(chart: Chart, { name, numbers }: Slice, { isEachPublic = false, released, moved }: Shape): void {
  const components = numbers.map(n => component(chart, n, n === released ? NEW_IMAGE : IMAGE));
  const configuration = new ApplicationConfiguration(chart, name, {
    metadata: { annotations: { version: 'v1.0.0', description: `Application ${name}` } },
  });
  components.forEach((c, i) => {
    const hosts = isEachPublic ? [hostName(numbers[i])] : i === 0 ? [] : undefined;
    traits(configuration.addComponent(c), numbers[i], numbers[i] === moved ? '/moved' : '/metrics', hosts);
  });
}

function component(chart: Chart, n: number, image: string): Component {
  const name = componentName(n);
  return new Component(chart, name, {
    workload: new HelidonWorkload({ name, labels: { app: name, version: 'v1' }, deployment: { name, podSpec: podSpec(n, image) } }),
  });
}

function podSpec(n: number, image: string): k8s.PodSpec {
  const quantity = k8s.Quantity.fromString;
  return {
    containers: [{
      name: 'main',
      image,
      ports: [{ containerPort: 8080, name: 'http' }],
      env: environment(n),
      resources: { requests: { cpu: quantity('100m'), memory: quantity('256Mi') }, limits: { memory: quantity('512Mi') } },
      readinessProbe: { httpGet: { path: '/health/ready', port: k8s.IntOrString.fromNumber(8080) }, periodSeconds: 10 },
    }],
  };
}

function traits(binding: ComponentBinding, n: number, path: string, hosts?: string[]): void {
  if (hosts) new IngressTrait(binding, 'ingress', { rules: [{ hosts: hosts.length > 0 ? hosts : undefined, paths: [{ path: '/api', pathType: IngressPathType.PREFIX }] }] });
  if (declaresMetrics(n)) new MetricsTrait(binding, 'metrics', { port: 8080, path, scraper: Scraper.parse(SCRAPER) });
}
