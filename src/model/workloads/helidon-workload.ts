import type { k8s } from 'cdk8s-plus-27';
import { OamWorkload, DefinedWorkload, workloadRecord, WorkloadOptions } from './workload';
import { STORED_SELECTOR, STORED_SERVICE, STORED_STRATEGY } from './kubernetes-fields';
import {
  kubernetesPodSpec, podSpec as podSpecCheck, serviceName, serviceSpec as serviceSpecCheck, workloadMetadata,
} from '../../cluster/checks/pods';
import { ANNOTATIONS, LABELS, OBJECT_NAME, UNCHECKED, kubernetes, record, string } from '../../base/definitions/type';
import { Check, Finding, FINE, found, saying, within, joinPath } from '../../base/findings/finding';
import {
  labelSelector as kubernetesSelector, reservedLabels, unmet, ContainerPort, clashingPorts, containerPorts,
  serviceObject as serviceObject, servicePorts, PlainObject, Rendered, WorkloadContext,
} from '../../cluster/objects/object-index';
import { PlainFields, PlainValue, asObject, list, listOf, object, oneOf, only } from '../../base/check';
import { isDnsSubdomain, nameOf } from '../../base/names';
import { HELIDON_FACTS } from '../../cluster/objects/oam-workloads';

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

  /**
   * Annotations of the Deployment. The platform does not copy them to the pods.
   *
   * @default - no annotations
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Labels by which the Deployment selects its pods; they are put on the pods too. Verrazzano before 1.4 drops the field.
   *
   * @default - a label that the platform generates
   */
  readonly selector?: k8s.LabelSelector;

  /**
   * How pods are replaced by new ones.
   *
   * @default - Kubernetes' own, a rolling update
   */
  readonly strategy?: k8s.DeploymentStrategy;
}

/**
 * The Service of a HelidonWorkload. The API server of Verrazzano 1.4 to 1.7 drops its name, labels and annotations: they take effect only
 * where an older definition of the workload lets them through.
 */
export interface HelidonService {
  /**
   * Name of the Service. Dropped by Verrazzano 1.4 to 1.7, where the Service has the name of the Deployment. A KubernetesPlatform gives it
   * that name too, and any other is the error `pruned-field`.
   *
   * @default - the name of the Deployment
   */
  readonly name?: string;

  /**
   * Labels of the Service. Dropped by Verrazzano 1.4 to 1.7.
   *
   * @default - those that the platform adds
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Service. Dropped by Verrazzano 1.4 to 1.7.
   *
   * @default - no annotations
   */
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

  /**
   * The Service: `spec.serviceTemplate`.
   *
   * @default - the platform creates a Service of all container ports
   */
  readonly service?: HelidonService;
}

/** The Service that the platform creates has the Deployment's name. */
const namesService: Check = (spec, field) => {
  const name = nameOf(spec?.deploymentTemplate);
  // another check reports a value that is not a name
  return isDnsSubdomain(name) ? within(joinPath(field, 'deploymentTemplate.metadata.name'), serviceName(name, '')) : FINE;
};

/** What the API server drops from a Helidon workload's Service, by the fields of its manifest, except a name that makes no difference. */
function droppedOfService(spec: PlainValue | undefined): Finding[] {
  const own: unknown = nameOf(spec?.deploymentTemplate);
  const given = Object.entries(asObject(spec?.serviceTemplate?.metadata)).filter(([, value]) => value != null);
  return given.filter(([field, value]) => field !== 'name' || value !== own).flatMap(([field]) => {
    const at = ['spec', 'serviceTemplate', 'metadata', field];
    const isName = field === 'name' && typeof own === 'string';
    return found('pruned-field', at, isName ? { reason: 'named', service: own } : saying('is dropped by the API server of Verrazzano 1.4 '
      + 'to 1.7',
    'leave it out'));
  });
}

/** The fields of a template's metadata in manifests. Namespace and time have no effect: the platform sets its own. */
const TEMPLATE_METADATA: readonly string[] = ['name', 'labels', 'annotations', 'namespace', 'creationTimestamp'];

const TEMPLATE_RULES = [only(...TEMPLATE_METADATA)];

const labelSelector = object({
  matchLabels: LABELS.check, matchExpressions: list(object({ operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist') })),
});

const STRATEGY = kubernetes<k8s.DeploymentStrategy>(
  'DeploymentStrategy', object({ type: oneOf('RollingUpdate', 'Recreate') }), STORED_STRATEGY,
);

const DEPLOYMENT = record<HelidonDeployment>()({
  name: { type: OBJECT_NAME, doc: 'Name of the Deployment.', at: 'metadata.name', required: 'always' },
  labels: { type: LABELS, doc: 'Labels of the Deployment, which win over those of the workload.', at: 'metadata.labels' },
  annotations: { type: ANNOTATIONS, doc: 'Annotations of the Deployment, beside those of the workload.', at: 'metadata.annotations' },
  podSpec: { type: kubernetes('PodSpec', podSpecCheck), doc: 'Specification of the pods, as Kubernetes defines it.', required: 'always' },
  selector: {
    type: kubernetes('LabelSelector', labelSelector, STORED_SELECTOR), doc: 'Selector of the Deployment. The pods get its labels.',
  },
  strategy: { type: STRATEGY, doc: 'How pods are replaced by new ones.' },
}, {
  around: { metadata: { doc: 'Metadata of the Deployment. It does not reach the pods.', kept: 'all', rules: TEMPLATE_RULES } },
  others: { 'metadata.namespace': { type: UNCHECKED, doc: 'Ignored. The Deployment is in the workload\'s namespace.' } },
});

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

const DEFINITION = workloadRecord<HelidonWorkloadProps>({
  deployment: { type: DEPLOYMENT, doc: 'Template of the Deployment.', at: 'spec.deploymentTemplate', required: 'always' },
  service: { type: SERVICE, doc: 'Template of the Service. What is left out is derived from the Deployment.', at: 'spec.serviceTemplate' },
}, {
  doc: 'A Helidon application, as a Deployment and its Service.',
  spec: { doc: 'Templates of the Deployment and of the Service.', rules: [namesService] },
});

/** The spec without the name of the Service, which has the name of the Deployment on the platform. */
function withoutServiceName(spec: PlainValue | undefined): unknown {
  if (nameOf(spec?.serviceTemplate) == null) return spec;
  const { name: _, ...metadata } = asObject(spec?.serviceTemplate?.metadata);
  return { ...asObject<PlainFields>(spec), serviceTemplate: { ...asObject<PlainFields>(spec?.serviceTemplate), metadata } };
}

/** The further requirements of Kubernetes on the fields. */
const ON_KUBERNETES = object({
  metadata: workloadMetadata, spec: object({ deploymentTemplate: object({ podSpec: kubernetesPodSpec, selector: kubernetesSelector }) }),
});

/** A HelidonWorkload as a Deployment and a Service. */
function helidonOnKubernetes(context: WorkloadContext): Rendered {
  const { spec } = context.fields;
  const { deploymentTemplate: template, serviceTemplate } = spec;
  const ports = containerPorts(template.podSpec.containers, ['spec', 'deploymentTemplate', 'podSpec', 'containers']);
  const services = serviceOf(context, ports);
  return {
    objects: [deploymentOf(context), ...services],
    findings: [
      ...ON_KUBERNETES(context.fields, ''),
      ...services.flatMap(({ metadata: { name } }) => serviceName(name, 'spec.deploymentTemplate.metadata.name')),
      // only the name matters: callers use the one that the Service has on the platform; labels and annotations mislead nobody
      ...droppedOfService(spec).filter(({ path }) => path.at(-1) === 'name'),
      ...serviceTemplate?.serviceSpec?.ports == null ? clashingPorts(ports) : FINE,
      ...withoutPorts(serviceTemplate, ports),
      ...unselected(context),
      ...reservedLabels(template.metadata.labels, context.reserved, 'spec.deploymentTemplate.metadata.labels'),
      ...reservedLabels(template.selector?.matchLabels, context.reserved, 'spec.deploymentTemplate.selector.matchLabels'),
      ...reservedLabels(serviceTemplate?.metadata?.labels, context.reserved, 'spec.serviceTemplate.metadata.labels'),
    ],
  };
}

/** The pods have the labels of the workload; those of the Deployment and all annotations stay on the Deployment. */
function deploymentOf(context: WorkloadContext): PlainObject {
  const { labels, annotations, selector: own, fields: { spec } } = context;
  const { metadata, podSpec, selector, strategy } = spec.deploymentTemplate;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: metadata.name, labels: { ...labels, ...metadata.labels }, annotations: { ...annotations, ...metadata.annotations } },
    spec: {
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, ...own } },
      ...strategy == null ? {} : { strategy },
      template: { metadata: { labels: podLabels(context) }, spec: podSpec },
    },
  };
}

function podLabels({ labels, selector, fields: { spec } }: WorkloadContext): Record<string, string> {
  return { ...labels, ...spec.deploymentTemplate.selector?.matchLabels, ...selector };
}

/**
 * The Service, with the platform's values for what the program leaves out: all ports of all containers. Without any port there is none.
 * Its name is the Deployment's.
 */
function serviceOf({ selector, fields }: WorkloadContext, ports: readonly ContainerPort[]): PlainObject[] {
  const { deploymentTemplate, serviceTemplate } = fields.spec;
  const { metadata, serviceSpec } = serviceTemplate ?? {};
  if (ports.length === 0 && serviceTemplate == null) return [];
  const userSelector = deploymentTemplate.selector?.matchLabels;
  const nameOfPort = ({ container, containerPort }: ContainerPort) => `${container}-${containerPort}`.toLowerCase();
  const defaults = { selector: { ...userSelector, ...selector }, ports: servicePorts(ports, nameOfPort) };
  const { labels, annotations } = metadata ?? {};
  return [serviceObject({ name: deploymentTemplate.metadata.name, labels, annotations }, { ...defaults, ...serviceSpec })];
}

/** Kubernetes rejects a Service without ports, unless requests do not go through it. */
function withoutPorts(serviceTemplate: PlainValue | undefined, ports: readonly ContainerPort[]): Finding[] {
  const { ports: own, type, clusterIP } = serviceTemplate?.serviceSpec ?? {};
  const isNeedless = serviceTemplate == null || clusterIP === 'None' || type === 'ExternalName';
  return isNeedless || ports.length > 0 || listOf(own).length > 0 ? FINE
    : found('missing-field', 'spec.serviceTemplate.serviceSpec.ports', { reason: 'ports' });
}

function unselected(context: WorkloadContext): Finding[] {
  const { selector } = context.fields.spec.deploymentTemplate;
  if (selector != null && kubernetesSelector(selector, '').length > 0) return FINE;
  const missing = unmet({ matchExpressions: selector?.matchExpressions }, podLabels(context));
  return missing.length === 0 ? FINE
    : found('selector-mismatch', 'spec.deploymentTemplate.selector.matchExpressions', { reason: 'deployment', missing });
}

const HELIDON_WORKLOAD: OamWorkload = {
  ...HELIDON_FACTS,
  name: 'HelidonWorkload',
  definition: DEFINITION,
  dropped: droppedOfService,
  render: helidonOnKubernetes,
  stored: withoutServiceName,
};

/**
 * A Helidon microservice, or any other Deployment with a Service that the platform creates for it:
 * `<Vendor>HelidonWorkload`.
 */
export class HelidonWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = HELIDON_WORKLOAD;

  /**
   * Checks the properties and keeps a copy of them.
   *
   * @throws ModelError if a property is invalid
   */
  public constructor(props: HelidonWorkloadProps) {
    super(HELIDON_WORKLOAD, props);
  }
}
