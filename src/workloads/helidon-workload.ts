import type { k8s } from 'cdk8s-plus-27';
import { CheckedWorkload, GivenAs, namedObject, workloadMetadata, WORKLOAD_PROPS } from './checked-workload';
import { GENERIC_METRICS, MetricsDefaults } from './metrics-defaults';
import { podPorts, podSpec, serviceName, serviceSpec } from './pods';
import { DeclaredPort, NamedObject, WorkloadOptions } from './workload';
import { all, asProps, isObject, list, object, oneOf, only } from '../private/check';
import { Check, FINE, joinField } from '../private/finding';
import { annotations, isDnsSubdomain, labels, metadata, nameOf, objectName } from '../private/names';
import { vendorWorkload } from '../private/oam-kind';

/** The Deployment of a HelidonWorkload. */
export interface HelidonDeployment {
  /** Name of the Deployment; of the Service too, unless that has one of its own. */
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

/** The Service of a HelidonWorkload. */
export interface HelidonService {
  /**
   * Name of the Service.
   *
   * @default - the name of the Deployment
   */
  readonly name?: string;

  /**
   * Labels of the Service.
   *
   * @default - those that the platform adds
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Service.
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

/** The Service that the platform makes has the Deployment's name unless it is given one of its own. */
const namesService: Check = (spec, field) => {
  const name = nameOf(spec?.deploymentTemplate);
  const named = nameOf(spec?.serviceTemplate) !== undefined;
  // what is no name at all is told by another check
  return named || !isDnsSubdomain(name) ? FINE : serviceName(name, joinField(field, 'deploymentTemplate.metadata.name'));
};

const META = ['name', 'labels', 'annotations'];

/** The check of the workload's fields. */
export const helidonWorkloadFields = object({
  metadata,
  spec: all(namesService, object({
    deploymentTemplate: object({
      metadata: all(only(...META), object({ name: objectName, labels, annotations }, ['name'])),
      podSpec,
      selector: object({ matchLabels: labels, matchExpressions: list(object({ operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist') })) }),
      strategy: object({ type: oneOf('RollingUpdate', 'Recreate') }),
    }, ['metadata', 'podSpec']),
    serviceTemplate: object({
      metadata: all(only(...META), object({ name: serviceName, labels, annotations })),
      serviceSpec,
    }),
  }, ['deploymentTemplate'])),
}, ['spec']);

const GIVEN_AS: GivenAs = [
  [/^spec\.deploymentTemplate(\.metadata(?=[.[]))?/, 'deployment'],
  [/^spec\.serviceTemplate\.serviceSpec/, 'service.spec'],
  [/^spec\.serviceTemplate(\.metadata(?=[.[]))?/, 'service'],
  [/^metadata\./, ''],
];

/**
 * A Helidon microservice, or any other Deployment with a Service that the platform makes of it:
 * `<Vendor>HelidonWorkload`.
 */
export class HelidonWorkload extends CheckedWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: HelidonWorkloadProps) {
    const given = asProps(props);
    super({
      props,
      known: [...WORKLOAD_PROPS, 'deployment', 'service'],
      kind: vendorWorkload('HelidonWorkload'),
      fields: {
        metadata: workloadMetadata(given),
        spec: { deploymentTemplate: deploymentTemplate(given.deployment), serviceTemplate: serviceTemplate(given.service) },
      },
      overrides: given.overrides,
      check: helidonWorkloadFields,
      givenAs: GIVEN_AS,
      kubernetes: true,
    });
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return { ...GENERIC_METRICS };
  }

  public get declaredPorts(): DeclaredPort[] {
    return podPorts(this._fields.spec.deploymentTemplate.podSpec);
  }

  /** @internal */
  public _made(): NamedObject[] {
    const { deploymentTemplate: deployment, serviceTemplate: service } = this._fields.spec;
    return [
      ...namedObject('apps/v1', 'Deployment', deployment),
      ...namedObject('v1', 'Service', { metadata: { name: service?.metadata?.name ?? deployment.metadata.name } }),
    ];
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
