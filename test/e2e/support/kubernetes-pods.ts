import { createHash } from 'crypto';

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
export function setLabels(name: string, index: number, hash: string): Record<string, string> {
  return { 'controller-revision-hash': `${name}-${hash}`, 'statefulset.kubernetes.io/pod-name': `${name}-${index}` };
}

/** What tells a pod from others. */
export interface PodSetup {
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
