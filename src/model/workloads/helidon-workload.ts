import type { k8s } from 'cdk8s-plus-27';
import { OamWorkload, DefinedWorkload, workloadRecord, WorkloadOptions } from './workload';
import {
  kubernetesPodSpec, podSpec as podSpecCheck, serviceName, serviceSpec as serviceSpecCheck, workloadMetadata,
} from '../../cluster/checks/pods';
import {
  ANNOTATIONS, LABELS, OBJECT_NAME, UNCHECKED, kubernetes, record, string, FLAG, Scalar, integer, listType,
  storedFields,
} from '../../base/definitions/type';
import { Check, Finding, FINE, found, ownWords, within, joinPath } from '../../base/findings/finding';
import { PlainFields, PlainValue, asObject, list, listOf as elementsOf, object, oneOf, only } from '../../base/check';
import { isDnsSubdomain, nameOf } from '../../base/names';
import { HELIDON_FACTS } from '../../cluster/objects/oam-workloads';
import { serviceObject, PlainObject, Rendered, WorkloadContext } from '../../cluster/objects/rendered';
import { clashingPorts, containerPorts, servicePorts } from '../../cluster/objects/pod-templates';
import { labelSelector as kubernetesSelector, reservedLabels, unmet } from '../../cluster/objects/selectors';

/** The Deployment of a HelidonWorkload. */
export interface HelidonDeployment {
  /** Name of the Deployment, and of the Service. */
  readonly name: string;
  /** Spec of the pods. */
  readonly podSpec: k8s.PodSpec;

  /**
   * Labels of the Deployment. The platform does not copy them to the pods: the workload's own labels go there.
   *
   * @default - no labels
   */
  readonly labels?: { [key: string]: string };

  /** Annotations of the Deployment. The platform does not copy them to the pods. @default - no annotations */
  readonly annotations?: { [key: string]: string };

  /**
   * Labels by which the Deployment selects its pods; they are put on the pods too. Verrazzano before 1.4 drops the
   * field.
   *
   * @default - a label that the platform generates
   */
  readonly selector?: k8s.LabelSelector;

  /** How pods are replaced by new ones. @default - Kubernetes' own, a rolling update */
  readonly strategy?: k8s.DeploymentStrategy;
}

/**
 * The Service of a HelidonWorkload. The API server of Verrazzano 1.4 to 1.7 drops its name, labels and annotations:
 * they take effect only where an older definition of the workload lets them through.
 */
export interface HelidonService {
  /**
   * Name of the Service. Dropped by Verrazzano 1.4 to 1.7, where the Service has the name of the Deployment. A
   * KubernetesPlatform gives it that name too, and any other is the error `pruned-field`.
   *
   * @default - the name of the Deployment
   */
  readonly name?: string;

  /** Labels of the Service. Dropped by Verrazzano 1.4 to 1.7. @default - those that the platform adds */
  readonly labels?: { [key: string]: string };
  /** Annotations of the Service. Dropped by Verrazzano 1.4 to 1.7. @default - no annotations */
  readonly annotations?: { [key: string]: string };

  /**
   * Spec of the Service, whose fields replace the default ones. Verrazzano before 1.4 drops it.
   *
   * @default - a ClusterIP for every port of every container, each named `<container>-<port>`
   */
  readonly spec?: k8s.ServiceSpec;
}

/** Properties of a HelidonWorkload. */
export interface HelidonWorkloadProps extends WorkloadOptions {
  /** The Deployment: `spec.deploymentTemplate`. */
  readonly deployment: HelidonDeployment;
  /** The Service: `spec.serviceTemplate`. @default - the platform creates a Service of all container ports */
  readonly service?: HelidonService;
}

// the fields of Kubernetes objects that the API server of an OAM platform keeps in a HelidonWorkload: those of the
// Kubernetes version of its time

/** Other checks cover these objects, whichever workload holds them. */
const anyValue: Check = () => FINE;

const PORT = integer(anyValue, { format: 'int32', minimum: 1, maximum: 65535 });
const MAP = { is: 'map', check: anyValue, values: { type: 'string' } } as const;
const enumString = (...values: readonly string[]) => string(anyValue, { enum: values });
const intOrString = (schema: object): Scalar<any> =>
  ({ is: 'integer-or-string', check: anyValue, schema: { ...schema } });
const STEP = intOrString({ minimum: 0, pattern: '^[0-9]+%$' });

/** The selector of the Deployment as the CRD describes it, which the API server of the platform validates. */
const STORED_SELECTOR = storedFields({
  matchLabels: { type: MAP, doc: 'Labels and the values they must have.' },
  matchExpressions: {
    type: listType(storedFields({
      key: { type: string(anyValue, { minLength: 1 }), doc: 'Key of the label.', required: 'always' },
      operator: {
        type: enumString('In', 'NotIn', 'Exists', 'DoesNotExist'),
        doc: 'How the label is compared.',
        required: 'always',
      },
      values: { type: listType(UNCHECKED, 'A value.'), doc: 'Values for In and NotIn. The other operators take none.' },
    }), 'A condition on one label.'),
    doc: 'Further conditions, which must all hold.',
  },
});

/** The strategy of the Deployment as the CRD describes it. */
const STORED_STRATEGY = storedFields({
  type: {
    type: enumString('Recreate', 'RollingUpdate'),
    doc: 'Whether the old pods go first or step by step. Left out, step by step.',
  },
  rollingUpdate: {
    type: storedFields({
      maxSurge: { type: STEP, doc: 'Pods that may run above the wanted number, as a number or a percentage.' },
      maxUnavailable: { type: STEP, doc: 'Pods that may be missing, as a number or a percentage.' },
    }),
    doc: 'The size of the steps.',
  },
});

/** A port of the Service as the CRD describes it. */
const SERVICE_PORT = storedFields({
  name: { type: UNCHECKED, doc: 'Name of the port. Needed when there are several.' },
  protocol: { type: enumString('TCP', 'UDP', 'SCTP'), doc: 'Protocol spoken on the port. Left out, it is TCP.' },
  appProtocol: { type: UNCHECKED, doc: 'Application protocol spoken on the port.' },
  port: { type: PORT, doc: 'Port of the Service.', required: 'always' },
  targetPort: {
    type: intOrString({ minimum: 1, maximum: 65535 }),
    doc: 'Port of the pods, by number or by name. Left out, the same number.',
  },
  nodePort: { type: PORT, doc: 'Port of every node. Left out, one is chosen where one is needed.' },
});

const AFFINITY_SECONDS = integer(anyValue, { format: 'int32', minimum: 1, maximum: 86400 });

/** The spec of the Service as the CRD describes it: the fields of Kubernetes' `ServiceSpec`. */
const STORED_SERVICE = storedFields({
  type: {
    type: enumString('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    doc: 'How the Service is reached. Left out, it is ClusterIP.',
  },
  selector: { type: MAP, doc: 'Labels of the pods behind the Service. Left out, those of the Deployment\'s selector.' },
  ports: {
    type: listType(SERVICE_PORT, 'One port.'), doc: 'Ports of the Service. Left out, every port of every container.',
  },
  clusterIP: { type: UNCHECKED, doc: 'Address within the cluster, or None for a headless Service.' },
  clusterIPs: {
    type: listType(UNCHECKED, 'An address, or None.'), doc: 'Addresses within the cluster, one an IP family.',
  },
  externalIPs: {
    type: listType(UNCHECKED, 'An address.'),
    doc: 'Addresses, managed elsewhere, whose traffic the nodes accept for the Service.',
  },
  externalName: { type: UNCHECKED, doc: 'DNS name the Service is an alias of, with type ExternalName.' },
  externalTrafficPolicy: {
    type: enumString('Cluster', 'Local'), doc: 'Whether traffic from outside stays on the node it came to.',
  },
  internalTrafficPolicy: {
    type: enumString('Cluster', 'Local'), doc: 'Whether traffic from inside stays on the node it came from.',
  },
  healthCheckNodePort: {
    type: PORT, doc: 'Port of the nodes for health checks, for a LoadBalancer whose traffic stays local.',
  },
  ipFamilies: { type: listType(enumString('IPv4', 'IPv6'), 'An IP family.'), doc: 'IP families of the Service.' },
  ipFamilyPolicy: {
    type: enumString('SingleStack', 'PreferDualStack', 'RequireDualStack'), doc: 'Whether both IP families are wanted.',
  },
  allocateLoadBalancerNodePorts: { type: FLAG, doc: 'Whether a LoadBalancer gets node ports.' },
  loadBalancerClass: { type: UNCHECKED, doc: 'Implementation of the load balancer.' },
  loadBalancerIP: { type: UNCHECKED, doc: 'Address asked of the load balancer.' },
  loadBalancerSourceRanges: {
    type: listType(UNCHECKED, 'A network, in CIDR notation.'), doc: 'Networks the load balancer lets in.',
  },
  publishNotReadyAddresses: { type: FLAG, doc: 'Whether pods that are not ready are found too.' },
  sessionAffinity: { type: enumString('None', 'ClientIP'), doc: 'Whether a client stays on one pod.' },
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

/** The fields of a template's metadata in manifests. Namespace and time have no effect: the platform sets its own. */
const TEMPLATE_RULES = [only('name', 'labels', 'annotations', 'namespace', 'creationTimestamp')];

/** The template of the Deployment. Its name is required, and the name of the Service on the platform too. */
const DEPLOYMENT = record<HelidonDeployment>()({
  name: { type: OBJECT_NAME, doc: 'Name of the Deployment.', at: 'metadata.name', required: 'always' },
  labels: {
    type: LABELS, doc: 'Labels of the Deployment, which win over those of the workload.', at: 'metadata.labels',
  },
  annotations: {
    type: ANNOTATIONS, doc: 'Annotations of the Deployment, beside those of the workload.', at: 'metadata.annotations',
  },
  podSpec: {
    type: kubernetes('PodSpec', podSpecCheck),
    doc: 'Specification of the pods, as Kubernetes defines it.',
    required: 'always',
  },
  selector: {
    type: kubernetes('LabelSelector', object({
      matchLabels: LABELS.check,
      matchExpressions: list(object({ operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist') })),
    }), STORED_SELECTOR),
    doc: 'Selector of the Deployment. The pods get its labels.',
  },
  strategy: {
    type: kubernetes<k8s.DeploymentStrategy>('DeploymentStrategy', object({ type: oneOf('RollingUpdate', 'Recreate') }),
      STORED_STRATEGY),
    doc: 'How pods are replaced by new ones.',
  },
}, {
  around: {
    metadata: { doc: 'Metadata of the Deployment. It does not reach the pods.', kept: 'all', rules: TEMPLATE_RULES },
  },
  others: {
    'metadata.namespace': { type: UNCHECKED, doc: 'Ignored. The Deployment is in the workload\'s namespace.' },
  },
});

/** The template of the Service. The API server of Verrazzano 1.4 to 1.7 drops its metadata. */
const SERVICE = record<HelidonService>()({
  name: { type: string(serviceName), at: 'metadata.name' },
  labels: { type: LABELS, at: 'metadata.labels' },
  annotations: { type: ANNOTATIONS, at: 'metadata.annotations' },
  spec: {
    type: kubernetes('ServiceSpec', serviceSpecCheck, STORED_SERVICE),
    doc: 'Specification of the Service, as Kubernetes defines it.',
    at: 'serviceSpec',
  },
}, {
  around: {
    metadata: {
      doc: 'Dropped by the API server, name, labels and annotations too. The Service is named as the Deployment.',
      kept: 'none',
      rules: TEMPLATE_RULES,
    },
  },
});

/**
 * What the API server drops from a Helidon workload's Service, by the fields of its manifest, except a name that makes
 * no difference.
 */
function droppedOfService(spec: PlainValue | undefined): Finding[] {
  const own: unknown = nameOf(spec?.deploymentTemplate);
  const given = Object.entries(asObject(spec?.serviceTemplate?.metadata)).filter(([, value]) => value != null);
  return given.filter(([field, value]) => field !== 'name' || value !== own).flatMap(([field]) =>
    found('pruned-field', ['spec', 'serviceTemplate', 'metadata', field], field === 'name' && typeof own === 'string'
      ? { reason: 'named', service: own }
      : ownWords('is dropped by the API server of Verrazzano 1.4 to 1.7', 'leave it out')));
}

/** The further requirements of Kubernetes on the fields. */
const ON_KUBERNETES = object({
  metadata: workloadMetadata,
  spec: object({ deploymentTemplate: object({ podSpec: kubernetesPodSpec, selector: kubernetesSelector }) }),
});

/** A HelidonWorkload as a Deployment and a Service, with the platform's values for what the program leaves out. */
function helidonOnKubernetes({ labels, annotations, selector: own, reserved, fields }: WorkloadContext): Rendered {
  const { deploymentTemplate, serviceTemplate } = fields.spec;
  const { metadata, podSpec, selector, strategy } = deploymentTemplate;
  const { metadata: serviceMetadata, serviceSpec } = serviceTemplate ?? {};
  const path = 'spec.deploymentTemplate';
  const { name } = metadata;
  // the pods have the labels of the workload; those of the Deployment and all annotations stay on the Deployment
  const podLabels = { ...labels, ...selector?.matchLabels, ...own };
  const deployment: PlainObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name, labels: { ...labels, ...metadata.labels }, annotations: { ...annotations, ...metadata.annotations },
    },
    spec: {
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, ...own } },
      ...strategy == null ? {} : { strategy },
      template: { metadata: { labels: podLabels }, spec: podSpec },
    },
  };
  const ports = containerPorts(podSpec.containers, [...path.split('.'), 'podSpec', 'containers']);
  const service = serviceObject(
    { name, labels: serviceMetadata?.labels, annotations: serviceMetadata?.annotations },
    {
      selector: { ...selector?.matchLabels, ...own },
      ports: servicePorts(ports, ({ container, containerPort }) => `${container}-${containerPort}`.toLowerCase()),
      ...serviceSpec,
    },
  );
  const isServed = ports.length > 0 || serviceTemplate != null;
  // Kubernetes rejects a Service without ports, unless requests do not go through it
  const needsPorts =
    serviceTemplate != null && serviceSpec?.clusterIP !== 'None' && serviceSpec?.type !== 'ExternalName';
  const hasPorts = ports.length > 0 || elementsOf(serviceSpec?.ports).length > 0;
  const isSelector = selector == null || kubernetesSelector(selector, '').length === 0;
  const missing = isSelector ? unmet({ matchExpressions: selector?.matchExpressions }, podLabels) : [];
  return {
    objects: [deployment, ...isServed ? [service] : []],
    findings: [
      ...ON_KUBERNETES(fields, ''),
      ...isServed ? serviceName(name, `${path}.metadata.name`) : FINE,
      // only the name matters: callers use the one that the Service has on the platform; labels and annotations mislead
      // nobody
      ...droppedOfService(fields.spec).filter(each => each.path.at(-1) === 'name'),
      ...serviceSpec?.ports == null ? clashingPorts(ports) : FINE,
      ...needsPorts && !hasPorts ? found('missing-field', 'spec.serviceTemplate.serviceSpec.ports', { reason: 'ports' })
        : FINE,
      ...missing.length > 0
        ? found('selector-mismatch', `${path}.selector.matchExpressions`, { reason: 'deployment', missing }) : FINE,
      ...reservedLabels(metadata.labels, reserved, `${path}.metadata.labels`),
      ...reservedLabels(selector?.matchLabels, reserved, `${path}.selector.matchLabels`),
      ...reservedLabels(serviceMetadata?.labels, reserved, 'spec.serviceTemplate.metadata.labels'),
    ],
  };
}

/** A Helidon application. On an OAM platform its Service has the name of the Deployment, whatever the template says. */
const HELIDON_WORKLOAD: OamWorkload = {
  ...HELIDON_FACTS,
  name: 'HelidonWorkload',
  definition: workloadRecord<HelidonWorkloadProps>({
    deployment: {
      type: DEPLOYMENT, doc: 'Template of the Deployment.', at: 'spec.deploymentTemplate', required: 'always',
    },
    service: {
      type: SERVICE,
      doc: 'Template of the Service. What is left out is derived from the Deployment.',
      at: 'spec.serviceTemplate',
    },
  }, {
    doc: 'A Helidon application, as a Deployment and its Service.',
    spec: {
      doc: 'Templates of the Deployment and of the Service.',
      rules: [(spec, field) => {
        // the Service that the platform creates has the Deployment's name; another check reports what is no name
        const name = nameOf(spec?.deploymentTemplate);
        const at = joinPath(field, 'deploymentTemplate.metadata.name');
        return isDnsSubdomain(name) ? within(at, serviceName(name, '')) : FINE;
      }],
    },
  }),
  dropped: droppedOfService,
  render: helidonOnKubernetes,
  // without the name of the Service, which has the name of the Deployment on the platform
  stored: spec => {
    if (nameOf(spec?.serviceTemplate) == null) return spec;
    const { name: _, ...metadata } = asObject(spec?.serviceTemplate?.metadata);
    return {
      ...asObject<PlainFields>(spec), serviceTemplate: { ...asObject<PlainFields>(spec?.serviceTemplate), metadata },
    };
  },
};

/**
 * A Helidon microservice, or any other Deployment with a Service that the platform creates for it:
 * `<Vendor>HelidonWorkload`.
 */
export class HelidonWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = HELIDON_WORKLOAD;

  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: HelidonWorkloadProps) { super(HELIDON_WORKLOAD, props); }
}
