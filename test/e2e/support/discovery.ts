import { stringify } from 'yaml';
import { PrometheusSetup } from './prometheus';
import { LOOPBACK } from './waiting';

/**
 * What discovery by Kubernetes finds, as Prometheus documents it: targets and their `__meta_kubernetes_*` labels, made of the objects of a cluster.
 *
 * A Prometheus that has no such discovery reads them from a file, and its relabelling sees the same.
 */

/** Something that may be scraped. */
export interface DiscoveredTarget {
  readonly namespace: string;
  readonly address: string;
  readonly labels: Labels;
}

type Labels = Readonly<Record<string, string>>;

/** Role `pod`: one target for each port of each container, and one for a container without ports. */
export function podTargets(pod: any): DiscoveredTarget[] {
  // a pod that is not placed yet cannot be scraped
  if (!pod.status.podIP) return [];
  const { namespace } = pod.metadata;
  const labels = { __meta_kubernetes_namespace: namespace, ...podLabels(pod) };
  return containersOf(pod).flatMap((container) => portsOf(container).map((port) => ({
    namespace,
    address: port ? `${pod.status.podIP}:${port.containerPort}` : pod.status.podIP,
    labels: { ...labels, ...containerLabels(container, port) },
  })));
}

/** Role `endpoints`: one target for each address and port, and one for each port of its pod that the Service does not have. */
export function endpointsTargets(endpoints: any, service: any, pods: readonly any[]): DiscoveredTarget[] {
  const { name, namespace } = endpoints.metadata;
  const labels = {
    __meta_kubernetes_namespace: namespace,
    __meta_kubernetes_endpoints_name: name,
    __meta_kubernetes_service_name: service.metadata.name,
    ...mapped('endpoints', 'label', endpoints.metadata.labels),
    ...mapped('service', 'label', service.metadata.labels),
    ...mapped('service', 'annotation', service.metadata.annotations),
  };
  const target = (address: string, ...own: (Labels | undefined)[]) => ({ namespace, address, labels: Object.assign({}, labels, ...own) });
  return addressesOf(endpoints).flatMap(({ address, ports, isReady }) => {
    const pod = pods.find(({ metadata }) => metadata.namespace === namespace && metadata.name === address.targetRef?.name);
    const containers = pod ? containersOf(pod).flatMap((container) => portsOf(container).map((port) => ({ container, port }))) : [];
    const ofPod = pod && podLabels(pod);
    const isServed = (declared: any) => ports.some((port) => isSame(port, declared));
    return [
      ...ports.map((port) => {
        const found = containers.find((each) => isSame(port, each.port));
        const ofContainer = found && containerLabels(found.container, found.port);
        return target(`${address.ip}:${port.port}`, endpointLabels(address, port, isReady), ofPod, ofContainer);
      }),
      ...containers.filter(({ port }) => port && !isServed(port)).map(({ container, port }) =>
        target(`${address.ip}:${port.containerPort}`, ofPod, containerLabels(container, port))),
    ];
  });
}

/** Labels or annotations of an object; beside each, discovery says that it is there, even if it is empty. */
export function mapped(object: string, kind: 'label' | 'annotation', values: Labels = {}): Labels {
  return Object.fromEntries(Object.entries(values).flatMap(([key, value]) => {
    const name = labelName(key);
    return [[`__meta_kubernetes_${object}_${kind}_${name}`, value], [`__meta_kubernetes_${object}_${kind}present_${name}`, 'true']];
  }));
}

/** A key as the name of a label of Prometheus. */
export function labelName(key: string): string {
  return key.replace(/[^a-zA-Z0-9_]/g, '_');
}

function podLabels({ metadata, spec, status }: any): Labels {
  const owner = (metadata.ownerReferences ?? []).find(({ controller }: any) => controller);
  return {
    __meta_kubernetes_pod_name: metadata.name,
    __meta_kubernetes_pod_uid: metadata.uid,
    __meta_kubernetes_pod_ip: status.podIP,
    __meta_kubernetes_pod_host_ip: status.hostIP,
    __meta_kubernetes_pod_node_name: spec.nodeName,
    __meta_kubernetes_pod_phase: status.phase,
    __meta_kubernetes_pod_ready: String(status.conditions.some(({ type, status: is }: any) => type === 'Ready' && is === 'True')),
    ...owner && { __meta_kubernetes_pod_controller_kind: owner.kind, __meta_kubernetes_pod_controller_name: owner.name },
    ...mapped('pod', 'label', metadata.labels),
    ...mapped('pod', 'annotation', metadata.annotations),
  };
}

function containerLabels({ name, image, isInit }: any, port: any): Labels {
  return {
    __meta_kubernetes_pod_container_name: name,
    __meta_kubernetes_pod_container_image: image,
    __meta_kubernetes_pod_container_init: String(isInit),
    ...port && {
      __meta_kubernetes_pod_container_port_name: port.name ?? '',
      __meta_kubernetes_pod_container_port_number: String(port.containerPort),
      __meta_kubernetes_pod_container_port_protocol: port.protocol ?? 'TCP',
    },
  };
}

function endpointLabels(address: any, port: any, isReady: boolean): Labels {
  return {
    __meta_kubernetes_endpoint_ready: String(isReady),
    __meta_kubernetes_endpoint_port_name: port.name ?? '',
    __meta_kubernetes_endpoint_port_protocol: port.protocol ?? 'TCP',
    ...address.nodeName && { __meta_kubernetes_endpoint_node_name: address.nodeName },
    ...address.targetRef && {
      __meta_kubernetes_endpoint_address_target_kind: address.targetRef.kind,
      __meta_kubernetes_endpoint_address_target_name: address.targetRef.name,
    },
  };
}

function containersOf({ spec: { containers, initContainers = [] } }: any): any[] {
  const told = (isInit: boolean) => (each: any) => ({ ...each, isInit });
  return [...containers.map(told(false)), ...initContainers.map(told(true))];
}

function portsOf({ ports = [] }: any): any[] {
  return ports.length > 0 ? ports : [undefined];
}

function addressesOf({ subsets = [] }: any): { address: any; ports: any[]; isReady: boolean }[] {
  return subsets.flatMap(({ addresses = [], notReadyAddresses = [], ports = [] }: any) => [
    ...addresses.map((address: any) => ({ address, ports, isReady: true })),
    ...notReadyAddresses.map((address: any) => ({ address, ports, isReady: false })),
  ]);
}

function isSame(port: any, declared: any): boolean {
  return declared?.containerPort === port.port && (declared.protocol ?? 'TCP') === (port.protocol ?? 'TCP');
}

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
    // pods of the platform do not have the recommended labels
    { action: 'labeldrop', regex: '(controller_revision_hash|app_kubernetes_io_(name|instance|managed_by))' },
    { action: 'replace', source_labels: ['name'], target_label: 'webapp', regex: '.*/(.*)$', replacement: '$1' },
    ...tellsApplication ? [APPLICATION_RULE] : [],
  ];
}
