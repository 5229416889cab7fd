import { kubernetesFields } from '../../cluster/checks/objects';
import { FLAG, Scalar, integer, listOf, storedFields, string } from '../../base/definitions/type';
import { bad, Check, Finding, FINE, saying } from '../../base/findings/finding';
import { AnyType, ObjectType } from '../../base/oam-kind';
import { mayBeSet } from '../../base/workload-parameters';

// the fields of Kubernetes objects that the platform's API server keeps in a vendor's workload: those of the Kubernetes version of its time

/** Other checks cover these objects, whichever workload holds them. */
const UNCHECKED: Check = () => FINE;

const TEXT = string(UNCHECKED);
const PORT = integer(UNCHECKED, { format: 'int32', minimum: 1, maximum: 65535 });
const MAP = { is: 'map', check: UNCHECKED, values: { type: 'string' } } as const;
const oneOf = (...values: readonly string[]) => string(UNCHECKED, { enum: values });
const intOrString = (schema: object): Scalar<any> => ({ is: 'integer-or-string', check: UNCHECKED, schema: { ...schema } });
const STEP = intOrString({ minimum: 0, pattern: '^[0-9]+%$' });

export const STORED_SELECTOR = storedFields({
  matchLabels: { type: MAP, doc: 'Labels and the values they must have.' },
  matchExpressions: {
    type: listOf(storedFields({
      key: { type: string(UNCHECKED, { minLength: 1 }), doc: 'Key of the label.', required: 'always' },
      operator: { type: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), doc: 'How the label is compared.', required: 'always' },
      values: { type: listOf(TEXT, 'A value.'), doc: 'Values for In and NotIn. The other operators take none.' },
    }), 'A condition on one label.'),
    doc: 'Further conditions, which must all hold.',
  },
});

export const STORED_STRATEGY = storedFields({
  type: { type: oneOf('Recreate', 'RollingUpdate'), doc: 'Whether the old pods go first or step by step. Left out, step by step.' },
  rollingUpdate: {
    type: storedFields({
      maxSurge: { type: STEP, doc: 'Pods that may run above the wanted number, as a number or a percentage.' },
      maxUnavailable: { type: STEP, doc: 'Pods that may be missing, as a number or a percentage.' },
    }),
    doc: 'The size of the steps.',
  },
});

const SERVICE_PORT = storedFields({
  name: { type: TEXT, doc: 'Name of the port. Needed when there are several.' },
  protocol: { type: oneOf('TCP', 'UDP', 'SCTP'), doc: 'Protocol spoken on the port. Left out, it is TCP.' },
  appProtocol: { type: TEXT, doc: 'Application protocol spoken on the port.' },
  port: { type: PORT, doc: 'Port of the Service.', required: 'always' },
  targetPort: {
    type: intOrString({ minimum: 1, maximum: 65535 }), doc: 'Port of the pods, by number or by name. Left out, the same number.',
  },
  nodePort: { type: PORT, doc: 'Port of every node. Left out, one is chosen where one is needed.' },
});

const AFFINITY_SECONDS = integer(UNCHECKED, { format: 'int32', minimum: 1, maximum: 86400 });

export const STORED_SERVICE = storedFields({
  type: {
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'), doc: 'How the Service is reached. Left out, it is ClusterIP.',
  },
  selector: { type: MAP, doc: 'Labels of the pods behind the Service. Left out, those of the Deployment\'s selector.' },
  ports: { type: listOf(SERVICE_PORT, 'One port.'), doc: 'Ports of the Service. Left out, every port of every container.' },
  clusterIP: { type: TEXT, doc: 'Address within the cluster, or None for a headless Service.' },
  clusterIPs: { type: listOf(TEXT, 'An address, or None.'), doc: 'Addresses within the cluster, one an IP family.' },
  externalIPs: { type: listOf(TEXT, 'An address.'), doc: 'Addresses, managed elsewhere, whose traffic the nodes accept for the Service.' },
  externalName: { type: TEXT, doc: 'DNS name the Service is an alias of, with type ExternalName.' },
  externalTrafficPolicy: { type: oneOf('Cluster', 'Local'), doc: 'Whether traffic from outside stays on the node it came to.' },
  internalTrafficPolicy: { type: oneOf('Cluster', 'Local'), doc: 'Whether traffic from inside stays on the node it came from.' },
  healthCheckNodePort: { type: PORT, doc: 'Port of the nodes for health checks, for a LoadBalancer whose traffic stays local.' },
  ipFamilies: { type: listOf(oneOf('IPv4', 'IPv6'), 'An IP family.'), doc: 'IP families of the Service.' },
  ipFamilyPolicy: { type: oneOf('SingleStack', 'PreferDualStack', 'RequireDualStack'), doc: 'Whether both IP families are wanted.' },
  allocateLoadBalancerNodePorts: { type: FLAG, doc: 'Whether a LoadBalancer gets node ports.' },
  loadBalancerClass: { type: TEXT, doc: 'Implementation of the load balancer.' },
  loadBalancerIP: { type: TEXT, doc: 'Address asked of the load balancer.' },
  loadBalancerSourceRanges: { type: listOf(TEXT, 'A network, in CIDR notation.'), doc: 'Networks the load balancer lets in.' },
  publishNotReadyAddresses: { type: FLAG, doc: 'Whether pods that are not ready are found too.' },
  sessionAffinity: { type: oneOf('None', 'ClientIP'), doc: 'Whether a client stays on one pod.' },
  sessionAffinityConfig: {
    type: storedFields({
      clientIP: {
        type: storedFields({ timeoutSeconds: { type: AFFINITY_SECONDS, doc: 'Seconds a client stays on its pod.' } }),
        doc: 'Details of affinity by client address.',
      },
    }),
    doc: 'Details of the session affinity.',
  },
});

/** Findings on the fields of a Kubernetes object given as a whole, for a component with these parameters. */
export function kubernetesFindings(manifest: ObjectType, parameters: unknown): Finding[] {
  const check = kubernetesFields(manifest.apiVersion, manifest.kind, false);
  const isParameter = mayBeSet(parameters);
  return [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE].filter(({ path }) => !isParameter(path));
}

/** No API has a kind that begins with a lower-case letter. */
export function kindFindings({ kind }: AnyType): Finding[] {
  return typeof kind !== 'string' || !/^[a-z]/.test(kind) ? FINE
    : bad('invalid-value', saying('must begin with a capital letter', 'write it as its API does, such as "Deployment"'), 'kind', kind);
}
