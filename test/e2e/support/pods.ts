import { createHash } from 'crypto';
import { PodEndpoint, ScrapedComponent, metricsAnnotations } from './discovery';
import { Addresses } from './monitor-scrapes';
import { JobNaming } from '../../../src';
import { jobName } from '../../../src/model/platform/metrics';

// What a cluster makes of rendered objects: pods of workloads, and the endpoints of Services.

/** The pods of a Deployment or StatefulSet, one at each address. Their names are the same at each call, whatever their template is. */
export function podsOf(workload: any, addresses: readonly string[]): any[] {
  const { kind, metadata: { name, namespace }, spec: { template } } = workload;
  const hash = hashOf(name);
  const isSet = kind === 'StatefulSet';
  return addresses.map((address, index) => pod({
    name: isSet ? `${name}-${index}` : `${name}-${hash}-${hashOf(String(index)).slice(0, 5)}`,
    namespace,
    labels: {
      ...template.metadata.labels,
      ...isSet ? setLabels(name, index, hash) : { 'pod-template-hash': hash },
    },
    annotations: template.metadata.annotations,
    owner: isSet ? { kind, name } : { kind: 'ReplicaSet', name: `${name}-${hash}` },
    spec: template.spec,
    address,
  }));
}

/** The labels that a StatefulSet gives to its pods. */
function setLabels(name: string, index: number, hash: string): Record<string, string> {
  return { 'controller-revision-hash': `${name}-${hash}`, 'statefulset.kubernetes.io/pod-name': `${name}-${index}` };
}

/** What tells a pod from others. */
interface PodSetup {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner: { readonly kind: string; readonly name: string };
  readonly spec: any;
  readonly address: string;
}

/** A pod that runs. */
export function pod({ name, namespace, labels, annotations, owner, spec, address }: PodSetup): any {
  const ownerReferences = [{ apiVersion: 'apps/v1', ...owner, controller: true }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, uid: `uid-of-${namespace}-${name}`, labels, annotations, ownerReferences },
    spec: { ...spec, containers: spec.containers.map(withProtocols), nodeName: 'node-1' },
    status: { phase: 'Running', podIP: address, hostIP: '192.0.2.1', conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

/** The API server writes down the default. */
function withProtocols({ ports, ...container }: any): any {
  return { ...container, ...ports && { ports: ports.map((port: any) => ({ protocol: 'TCP', ...port })) } };
}

/** The endpoints of a Service: those pods of its namespace that it selects, that are placed and have not ended. */
export function endpointsOf(service: any, pods: readonly any[]): any {
  const { metadata: { name, namespace, labels }, spec: { selector, ports } } = service;
  const runs = ({ status }: any) => status.podIP && ['Pending', 'Running'].includes(status.phase);
  const isSelected = ({ metadata }: any) => metadata.namespace === namespace
    && Object.entries(selector).every(([key, value]) => metadata.labels[key] === value);
  const selected = pods.filter((each) => isSelected(each) && runs(each));
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace, labels },
    subsets: selected.map((each) => ({
      addresses: [{ ip: each.status.podIP, nodeName: each.spec.nodeName, targetRef: { kind: 'Pod', name: each.metadata.name, namespace } }],
      ports: ports.map((port: any) => ({ name: port.name, port: portOf(port, each), protocol: port.protocol ?? 'TCP' })),
    })),
  };
}

/** A Service's target port may be the name of a container's. */
function portOf({ port, targetPort = port }: any, { spec }: any): number {
  if (typeof targetPort === 'number') return targetPort;
  return spec.containers.flatMap(({ ports = [] }: any) => ports).find(({ name }: any) => name === targetPort).containerPort;
}

/** As Kubernetes makes the parts of its names, without what would spell words. */
function hashOf(text: string): string {
  const digest = createHash('sha256').update(text).digest();
  return [...digest.subarray(0, 9)].map((byte) => 'bcdfghjklmnpqrstvwxz2456789'[byte % 27]).join('');
}

// Pods that operators make of their own resources: the labels, annotations and ports that the operators add.

/** The members of a Coherence cluster, one at each address: a StatefulSet. */
export function coherencePods({ metadata: { name, namespace }, spec }: any, addresses: readonly string[]): any[] {
  return addresses.map((address, index) => pod({
    name: `${name}-${index}`,
    namespace,
    labels: {
      coherenceCluster: name,
      coherenceDeployment: name,
      coherenceRole: name,
      component: 'coherencePod',
      ...setLabels(name, index, '6f9b5d7c48'),
      ...spec.labels,
    },
    annotations: spec.annotations,
    owner: { kind: 'StatefulSet', name },
    spec: {
      initContainers: [{ name: 'coherence-k8s-utils', image: 'example/utils:1' }],
      containers: [{
        name: 'coherence',
        image: spec.image,
        ports: [
          { name: 'coherence', containerPort: 7 },
          { name: 'health', containerPort: 6676 },
          ...spec.ports.map((port: any) => ({ name: port.name, containerPort: port.port ?? spec.coherence.metrics.port })),
        ],
      }],
    },
    address,
  }));
}

/** The servers of a WebLogic domain: the administration server and one of a cluster. All publish their metrics on the same port here. */
export function domainPods({ metadata: { name, namespace }, spec }: any, port: number, addresses: readonly string[]): any[] {
  const ports = [{ name: 'default', containerPort: port }, { name: 'admin', containerPort: 9002 }];
  return addresses.map((address, index) => {
    const server = index === 0 ? 'adminserver' : `managed-server${index}`;
    return pod({
      name: `${spec.domainUID}-${server}`,
      namespace,
      labels: {
        ...spec.serverPod.labels,
        'weblogic.createdByOperator': 'true',
        'weblogic.domainName': name,
        'weblogic.domainUID': spec.domainUID,
        'weblogic.serverName': server,
        ...index > 0 && { 'weblogic.clusterName': 'cluster-1' },
      },
      annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(port), 'prometheus.io/path': '/wls-exporter/metrics' },
      owner: { kind: 'Domain', name },
      spec: { containers: [{ name: 'weblogic-server', image: spec.image, ports }] },
      address,
    });
  });
}

/** A component as the OAM platform runs and scrapes it. */
export interface PlatformComponent {
  readonly scraped: Omit<ScrapedComponent, 'pods'>;
  readonly pods: readonly any[];
  /** With the user and the password of its metrics. */
  readonly secret?: string;
}

/** Labels made of a UID: the series of plain Kubernetes lack them. */
export const UID_LABELS = ['containerizedworkload_oam_crossplane_io', 'verrazzanohelidonworkloads_oam_verrazzano_io'];
const UID = '496df78f-ef8b-4753-97fd-d9218d2f38f1';

/**
 * What the OAM platform (1.5 and later) makes of a rendered application and its components.
 *
 * The servers of WebLogic domains publish metrics on a port that no trait names.
 */
export function platformComponents(objects: readonly any[], addresses: Addresses, weblogicPort?: number): PlatformComponent[] {
  const [application] = objects.filter(({ kind }) => kind === 'ApplicationConfiguration');
  return application.spec.components.flatMap((entry: any): PlatformComponent[] => {
    const name = entry.componentName ?? entry.revisionName.replace(/-[^-]*$/, '');
    const { spec: { workload } } = objects.find(({ kind, metadata }) => kind === 'Component' && metadata.name === name);
    if (workload.kind === 'Service') return [];
    return [platformComponent(application.metadata, entry, workload, { component: name, addresses: addresses[name], weblogicPort })];
  });
}

type Placed = Pick<Made, 'component' | 'addresses' | 'weblogicPort'>;

function platformComponent(application: any, entry: any, workload: any, own: Placed): PlatformComponent {
  const { component } = own;
  const owner = { application: application.name, namespace: application.namespace, component };
  const metrics = metricsTraitOf(entry, workload);
  const endpoints: PodEndpoint[] = metrics.ports ?? [{ port: metrics.port, path: metrics.path }];
  const selecting = { 'app.oam.dev/name': owner.application, 'app.oam.dev/component': component };
  const runtime = { ...selecting, 'app.oam.dev/revision': entry.revisionName ?? `${component}-v1`, 'app.oam.dev/resourceType': 'WORKLOAD' };
  return {
    scraped: {
      ...owner,
      jobNames: endpoints.map((_, index) => jobName(JobNaming.V1_4, { ...owner, index })),
      cluster: 'local',
      tellsApplication: true,
      isWebLogic: workload.kind === 'VerrazzanoWebLogicWorkload',
    },
    secret: metrics.secret ?? workload.spec.template?.spec.webLogicCredentialsSecret?.name,
    pods: made({ ...owner, ...own, workload, endpoints, selecting, all: { ...application.labels, ...workload.metadata?.labels, ...runtime } }),
  };
}

/** What the trait says; a component without one gets a default trait, which reads the annotations of a Deployment's pods. */
function metricsTraitOf({ traits = [] }: any, { spec }: any): any {
  const declared = traits.find(({ trait }: any) => trait.kind === 'MetricsTrait');
  if (declared) return declared.trait.spec;
  const { 'prometheus.io/port': port, 'prometheus.io/path': path } = spec.template.metadata.annotations;
  return { port, path };
}

interface Made {
  readonly workload: any;
  readonly namespace: string;
  readonly component: string;
  readonly endpoints: readonly PodEndpoint[];
  readonly addresses: readonly string[];
  readonly weblogicPort?: number;
  /** The labels by which the platform knows the pods of a component. */
  readonly selecting: Readonly<Record<string, string>>;
  /** The labels of the workload: the user's, what the application hands down, and the runtime's. */
  readonly all: Readonly<Record<string, string>>;
}

/** The pods of a workload, with the labels and annotations that the platform gives to those of its kind. */
function made({ workload: { kind, metadata, spec }, namespace, component, endpoints, addresses, weblogicPort, selecting, all }: Made): any[] {
  const annotations = metricsAnnotations(endpoints);
  const deployment = (name: string, template: { labels: object; annotations?: object }, podSpec: any) => podsOf({
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { template: { metadata: { labels: template.labels, annotations: { ...template.annotations, ...annotations } }, spec: podSpec } },
  }, addresses);
  switch (kind) {
    case 'ContainerizedWorkload':
      return deployment(metadata?.name ?? component, { labels: { ...all, 'containerizedworkload.oam.crossplane.io': UID } }, spec);
    case 'VerrazzanoHelidonWorkload': {
      const { metadata: { name }, selector, podSpec } = spec.deploymentTemplate;
      return deployment(name, { labels: { ...all, ...selector?.matchLabels, 'verrazzanohelidonworkloads.oam.verrazzano.io': UID } }, podSpec);
    }
    case 'Deployment': {
      const { metadata: own, spec: podSpec } = spec.template;
      return deployment(metadata.name, { labels: { ...own.labels, ...selecting }, annotations: own.annotations }, podSpec);
    }
    case 'VerrazzanoCoherenceWorkload': {
      const { metadata: { name }, spec: own } = spec.template;
      const given = { labels: { ...own.labels, ...selecting }, annotations: { ...own.annotations, ...annotations } };
      return coherencePods({ metadata: { name, namespace }, spec: { ...own, ...given } }, addresses);
    }
    case 'VerrazzanoWebLogicWorkload': {
      const { metadata: { name }, spec: own } = spec.template;
      const labels = { ...own.serverPod?.labels, ...selecting, 'verrazzano.io/workload-type': 'weblogic' };
      return domainPods({ metadata: { name, namespace }, spec: { ...own, serverPod: { labels } } }, weblogicPort!, addresses);
    }
    default:
      throw new Error(`the platform scrapes no ${kind}`);
  }
}
