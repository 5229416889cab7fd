import type { k8s } from 'cdk8s-plus-27';
import { GivenAs, namedObject, workloadMetadata, WORKLOAD_PROPS } from './checked-workload';
import { GENERIC_METRICS } from './metrics-defaults';
import { DefinedWorkload, OamWorkload } from './oam-workload';
import { listedPorts, podPorts, podSpec, portsOf, serviceName, serviceSpec } from './pods';
import { NamedObject, NamedService, WorkloadOptions } from './workload';
import { Check, Finding, FINE, found, within } from '../findings/finding';
import { joinPath } from '../findings/path';
import { all, asProps, isObject, list, object, oneOf, only } from '../private/check';
import { spellingOf } from '../private/kubernetes-api/spelling';
import { annotations, isDnsSubdomain, labels, metadata, nameOf, objectName } from '../private/names';
import { vendorWorkload } from '../private/oam-kind';

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
   * Labels by which the Deployment selects its pods; they are put on the pods too.
   *
   * @default - a label that the platform makes
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
 * The Service of a HelidonWorkload. The API server of Verrazzano 1.4 to 1.7 drops its name, labels and annotations: they take effect only where
 * an older definition of the workload lets them through.
 */
export interface HelidonService {
  /**
   * Name of the Service. Dropped by Verrazzano 1.4 to 1.7, where the Service has the name of the Deployment. A KubernetesPlatform gives it that
   * name too, and any other is the error `pruned-field`.
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
   * Spec of the Service.
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
   * @default - the platform makes a Service of all container ports
   */
  readonly service?: HelidonService;
}

/** The Service that the platform makes has the Deployment's name. */
const namesService: Check = (spec, field) => {
  const name = nameOf(spec?.deploymentTemplate);
  // what is no name at all is told by another check
  return isDnsSubdomain(name) ? within(joinPath(field, 'deploymentTemplate.metadata.name'), serviceName(name, '')) : FINE;
};

/** What the API server drops of a Helidon workload's Service, by the fields of its manifest. A name that changes nothing is none. */
export function droppedOfService(spec: any): Finding[] {
  const own: unknown = nameOf(spec?.deploymentTemplate);
  const given = Object.entries(asProps(spec?.serviceTemplate?.metadata)).filter(([, value]) => value != null);
  return given.filter(([field, value]) => field !== 'name' || value !== own).flatMap(([field]) => {
    const at = ['spec', 'serviceTemplate', 'metadata', field];
    const isName = field === 'name' && typeof own === 'string';
    return found('pruned-field', at, isName ? { reason: 'named', service: own } : { reason: 'unnamed' });
  });
}

const META = ['name', 'labels', 'annotations'];

/** The fields of a template's metadata as manifests have it. Namespace and time have no effect: the platform sets its own. */
export const TEMPLATE_METADATA: readonly string[] = [...META, 'namespace', 'creationTimestamp'];

const fieldsWith = (known: readonly string[]) => object({
  metadata,
  spec: all(namesService, object({
    deploymentTemplate: object({
      metadata: all(only(...known), object({ name: objectName, labels, annotations }, ['name'])),
      podSpec,
      selector: object({ matchLabels: labels, matchExpressions: list(object({ operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist') })) }),
      strategy: object({ type: oneOf('RollingUpdate', 'Recreate') }),
    }, ['metadata', 'podSpec']),
    serviceTemplate: object({
      metadata: all(only(...known), object({ name: serviceName, labels, annotations })),
      serviceSpec,
    }),
  }, ['deploymentTemplate'])),
}, ['spec']);

/** The Deployment and the Service have one name: the API server drops any other of the Service. */
function helidonObjects(spec: any): NamedObject[] {
  const deployment = spec?.deploymentTemplate;
  return [...namedObject('apps/v1', 'Deployment', deployment), ...namedObject('v1', 'Service', deployment)];
}

/** Without ports of its own the Service has all container ports, each named `<container>-<port>`. */
function helidonServices(spec: any): NamedService[] {
  const { deploymentTemplate: deployment, serviceTemplate: service } = spec ?? {};
  const own = service?.serviceSpec?.ports;
  const made = portsOf(deployment?.podSpec?.containers).map(({ container, port }) =>
    ({ number: port, name: `${container}-${port}`.toLowerCase() }));
  return [{ name: String(nameOf(deployment)), ports: own == null ? made : listedPorts(own) }];
}

/** By the name of the Deployment the Service is called on the platform. */
function withoutServiceName(spec: any): any {
  if (nameOf(spec?.serviceTemplate) == null) return spec;
  const { name: _, ...others } = spec.serviceTemplate.metadata;
  return { ...spec, serviceTemplate: { ...spec.serviceTemplate, metadata: others } };
}

export const HELIDON_WORKLOAD: OamWorkload = {
  name: 'HelidonWorkload',
  kind: vendorWorkload('HelidonWorkload'),
  check: fieldsWith(TEMPLATE_METADATA),
  metrics: () => ({ ...GENERIC_METRICS }),
  ports: spec => podPorts(spec?.deploymentTemplate?.podSpec),
  made: helidonObjects,
  services: helidonServices,
  scales: true,
  needsLoggingImage: true,
  dropped: droppedOfService,
  stored: withoutServiceName,
};

const GIVEN_AS: GivenAs = [
  [/^spec\.deploymentTemplate(\.metadata(?=[.[]))?/, 'deployment'],
  [/^spec\.serviceTemplate\.serviceSpec/, 'service.spec'],
  [/^spec\.serviceTemplate(\.metadata(?=[.[]))?/, 'service'],
  [/^metadata\./, ''],
];

const SPELLING = spellingOf({
  spec: {
    deploymentTemplate: { podSpec: 'PodSpec', selector: 'LabelSelector', strategy: 'DeploymentStrategy' },
    serviceTemplate: { serviceSpec: 'ServiceSpec' },
  },
});

/**
 * A Helidon microservice, or any other Deployment with a Service that the platform makes of it:
 * `<Vendor>HelidonWorkload`.
 */
export class HelidonWorkload extends DefinedWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: HelidonWorkloadProps) {
    const given = asProps(props);
    super(HELIDON_WORKLOAD, {
      props,
      known: [...WORKLOAD_PROPS, 'deployment', 'service'],
      fields: {
        metadata: workloadMetadata(given),
        spec: { deploymentTemplate: deploymentTemplate(given.deployment), serviceTemplate: serviceTemplate(given.service) },
      },
      overrides: given.overrides,
      check: fieldsWith(META),
      givenAs: GIVEN_AS,
      spelling: SPELLING,
    });
  }
}

function deploymentTemplate(deployment: HelidonDeployment): any {
  if (!isObject(deployment)) return deployment;
  const { podSpec: spec, selector, strategy, ...meta } = deployment;
  return { metadata: meta, podSpec: spec, selector, strategy };
}

function serviceTemplate(service?: HelidonService): any {
  if (!isObject(service)) return service;
  const { spec, ...meta } = service;
  return { metadata: Object.keys(meta).length > 0 ? meta : undefined, serviceSpec: spec };
}
