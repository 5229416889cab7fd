// What KubernetesPlatform renders, written by hand: the reader is not to agree with the writer by a common mistake.

/** The labels of what belongs to a component. */
export const labelsOf = (component: string, resourceType = 'WORKLOAD', application = 'hello') => ({
  'app.oam.dev/name': application,
  'app.oam.dev/component': component,
  'app.oam.dev/resourceType': resourceType,
  'app.kubernetes.io/name': component,
  'app.kubernetes.io/part-of': application,
  'app.kubernetes.io/managed-by': 'cdk8s-oam',
});

/** Those that its pods have of them. */
export function podLabels(component: string): object {
  return Object.fromEntries(Object.entries(labelsOf(component)).filter(([key]) => key.startsWith('app.oam.dev/')));
}

const metadataOf = (component: string, more: object = {}) => ({ name: component, namespace: 'ns', labels: labelsOf(component), ...more });

/** A workload, or another object of a component. */
export const object = (apiVersion: string, kind: string, component = 'greet', more: object = {}, metadata: object = {}) =>
  ({ apiVersion, kind, metadata: metadataOf(component, metadata), ...more });

/** Pods of one container with these ports. */
const podSpec = (ports: readonly object[]) => ({ containers: [{ name: 'main', ports }] });

export const HTTP = { name: 'http', containerPort: 8081 };

export const deployment = (ports: readonly object[] = [HTTP], component = 'greet', metadata: object = {}) =>
  object('apps/v1', 'Deployment', component, { spec: { template: { metadata: { labels: podLabels(component) }, spec: podSpec(ports) } } }, metadata);

export const pod = (ports: readonly object[]) => object('v1', 'Pod', 'greet', { spec: podSpec(ports) });

export const service = (ports: readonly object[], component = 'greet', metadata: object = {}) => object('v1', 'Service', component, { spec: { selector: podLabels('greet'), ports } }, metadata);

/** The rules of a PodMonitor, which set a job at last. */
export const relabelings = (job?: string, ...first: readonly object[]) => [
  { action: 'labeldrop', regex: 'container|endpoint|pod|service' },
  ...first,
  { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
  { action: 'replace', sourceLabels: ['__meta_kubernetes_namespace'], targetLabel: 'namespace' },
  { action: 'replace', sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod_name' },
  { action: 'replace', sourceLabels: ['application', 'app'], separator: ';', regex: ';(.*)', targetLabel: 'application', replacement: '$1' },
  ...job === undefined ? [] : [{ action: 'replace', targetLabel: 'job', replacement: job }],
];

const ANNOTATION = '__meta_kubernetes_pod_annotation_prometheus_io';

/** The rules by which annotations of the pods say where WebLogic is scraped. */
export const BY_ANNOTATIONS = [
  { action: 'keep', sourceLabels: [`${ANNOTATION}_scrape`], regex: 'true' },
  { action: 'replace', sourceLabels: [`${ANNOTATION}_path`], targetLabel: '__metrics_path__', regex: '(.+)' },
  { action: 'replace', sourceLabels: ['__address__', `${ANNOTATION}_port`], targetLabel: '__address__', regex: '([^:]+)(?::\\d+)?;(\\d+)', replacement: '$1:$2' },
];

const selectorOf = (component: string) => ({ matchLabels: { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': component } });

const monitor = (kind: string, field: string) => (endpoints: unknown, component = 'greet', { metadata = {}, spec = {} } = {}) => object(
  'monitoring.coreos.com/v1', kind, component, { spec: { selector: selectorOf(component), [field]: endpoints, ...spec } },
  { labels: { release: 'prometheus', ...labelsOf(component, 'TRAIT') }, ...metadata },
);

export const podMonitor = monitor('PodMonitor', 'podMetricsEndpoints');
export const serviceMonitor = monitor('ServiceMonitor', 'endpoints');

/** An endpoint as it is rendered. */
export const endpoint = (job = 'hello_ns_greet', more: object = { port: 'http' }) => ({ path: '/metrics', scheme: 'http', relabelings: relabelings(job), ...more });
