import { ApiObject, App, Chart } from 'cdk8s';
import { podSpec } from './plain';
import { chartName, componentName, hostName, Shape, slices } from './shape';

// What buildForKubernetes() of library.ts makes, as plain data in plain API objects.

export function build(app: App, shape: Shape): void {
  for (let n = 0; n < shape.charts; n++) {
    const chart = new Chart(app, chartName(n), { namespace: chartName(n) });
    for (const { name, numbers } of slices(shape, n)) numbers.forEach(number => component(chart, name, number));
  }
}

function component(chart: Chart, application: string, n: number): void {
  const name = componentName(n);
  const selector = { 'app.oam.dev/component': name, 'app.oam.dev/name': application };
  const labels = (type: string) => ({
    'app.kubernetes.io/managed-by': 'cdk8s-oam',
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/part-of': application,
    ...selector,
    'app.oam.dev/resourceType': type,
  });
  const own = { app: name, version: 'v1' };
  const annotations = { version: 'v1.0.0', description: `Application ${application}` };
  new ApiObject(chart, `${name}-deployment`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, annotations, labels: { ...labels('WORKLOAD'), ...own } },
    spec: {
      selector: { matchLabels: selector },
      template: { metadata: { labels: { ...selector, ...own, 'app.oam.dev/resourceType': 'WORKLOAD' } }, spec: podSpec(n) },
    },
  });
  new ApiObject(chart, `${name}-service`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: labels('WORKLOAD') },
    spec: { selector, ports: [{ name: 'main-8080', port: 8080, protocol: 'TCP', targetPort: 8080 }] },
  });
  ingress(chart, n, labels('TRAIT'));
  monitor(chart, `${application}_${chart.namespace}_${name}`, name, labels('TRAIT'), selector);
}

function ingress(chart: Chart, n: number, labels: Record<string, string>): void {
  const [name, host] = [componentName(n), hostName(n)];
  const backend = { service: { name, port: { number: 8080 } } };
  new ApiObject(chart, `${name}-ingress`, {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, labels },
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: [host], secretName: 'shop-tls' }],
      rules: [{ host, http: { paths: [{ path: '/api', pathType: 'Prefix', backend }] } }],
    },
  });
}

function monitor(chart: Chart, job: string, name: string, labels: Record<string, string>, matchLabels: Record<string, string>): void {
  const from = (source: string, targetLabel: string) => ({ action: 'replace', sourceLabels: [source], targetLabel });
  const constant = (targetLabel: string, replacement: string) => ({ action: 'replace', targetLabel, replacement });
  const relabelings = [
    { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
    { action: 'labeldrop', regex: 'controller_revision_hash|instance' },
    from('__meta_kubernetes_namespace', 'namespace'),
    from('__meta_kubernetes_pod_name', 'pod_name'),
    from('__meta_kubernetes_pod_name', 'pod'),
    constant('container', 'main'),
    constant('endpoint', 'http'),
    { action: 'replace', sourceLabels: ['application', 'app'], separator: ';', regex: ';(.*)', targetLabel: 'application', replacement: '$1' },
    constant('job', job),
  ];
  new ApiObject(chart, `${name}-monitor`, {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name, labels: { ...labels, release: 'prometheus' } },
    spec: { selector: { matchLabels }, podMetricsEndpoints: [{ path: '/metrics', port: 'http', relabelings, scheme: 'http' }] },
  });
}
