import { stringify } from 'yaml';
import { LOOPBACK } from './ports';
import { PrometheusSetup } from './prometheus';

/** A pod, as the API server has it. */
export interface ScrapedPod {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A component whose pods are scraped. */
export interface ScrapedComponent {
  readonly application: string;
  readonly namespace: string;
  readonly component: string;
  readonly pods: readonly ScrapedPod[];
  /** A job for each endpoint. */
  readonly jobNames: readonly string[];
  /** Name of the cluster, which platforms since 1.1 tell. @default - none */
  readonly cluster?: string;
}

/** What a pod serves on one of its ports. */
export interface PodEndpoint {
  readonly port: number;
  /** @default /metrics */
  readonly path?: string;
}

/** A pod with the labels and annotations that the platform gives to one of a ContainerizedWorkload. */
export function podOf(name: string, owner: Pick<ScrapedComponent, 'application' | 'component'>, endpoints: readonly PodEndpoint[]): ScrapedPod {
  const { application, component } = owner;
  const metrics = endpoints.map(({ port, path = '/metrics' }, index) => {
    const suffix = index || '';
    return { [`metricsEnabled${suffix}`]: 'true', [`metricsPort${suffix}`]: String(port), [`metricsPath${suffix}`]: path };
  });
  const annotations = Object.entries<string>(Object.assign({}, ...metrics)).map(([key, value]) => [`verrazzano.io/${key}`, value]);
  return {
    name,
    labels: {
      'app': application,
      'app.oam.dev/component': component,
      'app.oam.dev/name': application,
      'app.oam.dev/resourceType': 'WORKLOAD',
      'app.oam.dev/revision': `${component}-v1`,
      'containerizedworkload.oam.crossplane.io': '496df78f-ef8b-4753-97fd-d9218d2f38f1',
      'pod-template-hash': name.split('-').at(-2) ?? '',
    },
    annotations: Object.fromEntries(annotations),
  };
}

/** The configuration that the platform writes for components, with pods that are told by a file; discovery by Kubernetes finds the same labels. */
export function scrapesOf(components: readonly ScrapedComponent[], global: object): Pick<PrometheusSetup, 'config' | 'files'> {
  const files = components.map((component, index): [string, string] => [`pods-${index}.json`, JSON.stringify(component.pods.map(targetOf(component)))]);
  const jobs = components.flatMap((component, index) => component.jobNames.map((name, endpoint) => ({
    job_name: name,
    file_sd_configs: [{ files: [files[index][0]] }],
    relabel_configs: relabelling(component, endpoint || ''),
  })));
  return { config: stringify({ global, scrape_configs: jobs }), files: Object.fromEntries(files) };
}

/** A pod with the labels that Prometheus gives it as it discovers it. */
function targetOf({ namespace }: ScrapedComponent): (pod: ScrapedPod) => object {
  return ({ name, labels, annotations }) => ({
    targets: [LOOPBACK],
    labels: {
      __meta_kubernetes_namespace: namespace,
      __meta_kubernetes_pod_name: name,
      ...discovered('label', labels),
      ...discovered('annotation', annotations),
    },
  });
}

/** Beside each, Prometheus says that it is there, even if it is empty. */
function discovered(kind: 'label' | 'annotation', values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => {
    const name = key.replace(/[^a-zA-Z0-9_]/g, '_');
    return [[`__meta_kubernetes_pod_${kind}_${name}`, value], [`__meta_kubernetes_pod_${kind}present_${name}`, 'true']];
  }));
}

/** The rules as the platform's operator writes them. */
function relabelling({ application, component, cluster }: ScrapedComponent, suffix: number | ''): object[] {
  const pod = (name: string) => `__meta_kubernetes_pod_${name}`;
  const metrics = (name: string) => pod(`annotation_verrazzano_io_metrics${name}${suffix}`);
  return [
    ...cluster === undefined ? [] : [{ action: 'replace', target_label: 'verrazzano_cluster', replacement: cluster }],
    {
      action: 'keep',
      source_labels: [metrics('Enabled'), pod('label_app_oam_dev_name'), pod('label_app_oam_dev_component')],
      regex: `true;${application};${component}`,
    },
    { action: 'replace', source_labels: [metrics('Path')], target_label: '__metrics_path__', regex: '(.+)' },
    { action: 'replace', source_labels: ['__address__', metrics('Port')], target_label: '__address__', regex: '([^:]+)(?::\\d+)?;(\\d+)', replacement: '$1:$2' },
    { action: 'replace', source_labels: ['__meta_kubernetes_namespace'], target_label: 'namespace', regex: '(.*)', replacement: '$1' },
    { action: 'labelmap', regex: '__meta_kubernetes_pod_label_(.+)' },
    { action: 'replace', source_labels: [pod('name')], target_label: 'pod_name' },
    { action: 'labeldrop', regex: '(controller_revision_hash)' },
    { action: 'replace', source_labels: ['name'], target_label: 'webapp', regex: '.*/(.*)$', replacement: '$1' },
  ];
}
