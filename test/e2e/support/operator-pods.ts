import { pod, setLabels } from './kubernetes-pods';

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
