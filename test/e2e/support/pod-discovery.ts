import { stringify } from 'yaml';
import { mapped } from './kubernetes-discovery';
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
  /** Series tell the application, as platforms since 1.5 have it. @default false */
  readonly tellsApplication?: boolean;
  /** WebLogic's own operator annotates its pods, and the platform reads that. @default false */
  readonly isWebLogic?: boolean;
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
    annotations: metricsAnnotations(endpoints),
  };
}

/** The annotations by which the platform tells its scraper where a pod serves metrics. */
export function metricsAnnotations(endpoints: readonly PodEndpoint[]): Record<string, string> {
  return Object.assign({}, ...endpoints.map(({ port, path = '/metrics' }, index) => {
    const key = (name: string) => `verrazzano.io/metrics${name}${index || ''}`;
    return { [key('Enabled')]: 'true', [key('Port')]: String(port), [key('Path')]: path };
  }));
}

/** The configuration that the platform writes for components, with pods that are told by a file; discovery by Kubernetes finds the same labels. */
export function scrapesOf(components: readonly ScrapedComponent[], global: object): Pick<PrometheusSetup, 'config' | 'files'> {
  const files = components.map((component, index): [string, string] => [`pods-${index}.json`, JSON.stringify(component.pods.map(targetOf(component)))]);
  const jobs = components.flatMap((component, index) => platformJobs(component, { file_sd_configs: [{ files: [files[index][0]] }] }));
  return { config: stringify({ global, scrape_configs: jobs }), files: Object.fromEntries(files) };
}

/** The jobs that the platform writes for a component, which find its pods by some discovery. */
export function platformJobs(component: Omit<ScrapedComponent, 'pods'>, discovery: object): object[] {
  return component.jobNames.map((name, endpoint) => ({ job_name: name, ...discovery, relabel_configs: relabelling(component, endpoint || '') }));
}

/** A pod with the labels that Prometheus gives it as it discovers it. */
function targetOf({ namespace }: ScrapedComponent): (pod: ScrapedPod) => object {
  return ({ name, labels, annotations }) => ({
    targets: [LOOPBACK],
    labels: {
      __meta_kubernetes_namespace: namespace,
      __meta_kubernetes_pod_name: name,
      ...mapped('pod', 'label', labels),
      ...mapped('pod', 'annotation', annotations),
    },
  });
}

const APPLICATION_RULE = {
  action: 'replace', source_labels: ['application', 'app'], separator: ';', regex: ';(.*)', target_label: 'application', replacement: '$1',
};

/** The rules as the platform's operator writes them. */
function relabelling(scraped: Omit<ScrapedComponent, 'pods'>, suffix: number | ''): object[] {
  const { application, component, cluster, tellsApplication = false, isWebLogic = false } = scraped;
  const pod = (name: string) => `__meta_kubernetes_pod_${name}`;
  const metrics = (name: 'Enabled' | 'Port' | 'Path') => pod(isWebLogic
    ? `annotation_prometheus_io_${name === 'Enabled' ? 'scrape' : name.toLowerCase()}`
    : `annotation_verrazzano_io_metrics${name}${suffix}`);
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
    ...tellsApplication ? [APPLICATION_RULE] : [],
  ];
}
