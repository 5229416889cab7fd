import type { k8s } from 'cdk8s-plus-27';
import { podsRecord, SERVED, ServiceWorkloadProps } from './props';
import { PodKind, PodWorkload } from './pod-workload';
import { COUNT, choice, kubernetes, listType } from '../../../base/definitions/type';
import { object, oneOf } from '../../../base/check';
import { objectName } from '../../../base/names';

/** Properties of a DeploymentWorkload. */
export interface DeploymentWorkloadProps extends ServiceWorkloadProps {
  /** How many pods there are. @default - Kubernetes' own, 1 */
  readonly replicas?: number;
  /** How pods are replaced by new ones. @default - Kubernetes' own, a rolling update */
  readonly strategy?: k8s.DeploymentStrategy;
}

/** A Deployment: interchangeable pods behind a Service with one address. */
const DEPLOYMENT: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  service: 'cluster-ip',
  definition: podsRecord<DeploymentWorkloadProps>({
    ...SERVED,
    replicas: COUNT,
    strategy: kubernetes('DeploymentStrategy', object({ type: oneOf('RollingUpdate', 'Recreate') })),
  }),
};

/**
 * Identical pods: an `apps/v1` Deployment, and a Service of the ports that its containers declare.
 *
 * The Deployment selects its pods by the label `app.oam.dev/component`. On an OAM platform the Deployment is the
 * workload of Component `<name>`, and the Service that of Component `<name>-service`, which the application binds too.
 */
export class DeploymentWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: DeploymentWorkloadProps) { super(DEPLOYMENT, props); }
}

/** In which order a StatefulSet starts and ends its pods. */
export enum PodManagement {
  /** One after the other, each when the one before it is ready. */
  ORDERED_READY = 'OrderedReady',
  /** All at once. */
  PARALLEL = 'Parallel',
}

/** Properties of a StatefulSetWorkload. */
export interface StatefulSetWorkloadProps extends ServiceWorkloadProps {
  /** How many pods there are. @default - Kubernetes' own, 1 */
  readonly replicas?: number;

  /**
   * Volumes that each pod has for itself, by the name under which `volumeMounts` mounts them. Kubernetes keeps them
   * when the StatefulSet is deleted.
   *
   * @default - none
   */
  readonly volumeClaimTemplates?: k8s.KubePersistentVolumeClaimProps[];

  /** How pods are replaced by new ones. @default - Kubernetes' own, a rolling update */
  readonly updateStrategy?: k8s.StatefulSetUpdateStrategy;
  /** In which order pods start and end. @default PodManagement.ORDERED_READY */
  readonly podManagementPolicy?: PodManagement;
}

const CLAIM = object({ metadata: object({ name: objectName }, ['name']), spec: object({}) }, ['metadata', 'spec']);

const onUpdate = object({ type: oneOf('RollingUpdate', 'OnDelete') });

/** A StatefulSet: pods with stable names and own claims. A headless Service gives each pod its DNS name. */
const STATEFUL_SET: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  service: 'headless',
  definition: podsRecord<StatefulSetWorkloadProps>({
    ...SERVED,
    replicas: COUNT,
    volumeClaimTemplates: listType(kubernetes('KubePersistentVolumeClaimProps', CLAIM)),
    updateStrategy: kubernetes('StatefulSetUpdateStrategy', onUpdate),
    podManagementPolicy: choice('PodManagement', PodManagement),
  }),
};

/**
 * Pods with stable names and volumes: an `apps/v1` StatefulSet, and a headless Service that gives each pod a DNS name.
 *
 * An OAM platform does not collect metrics of a StatefulSet.
 */
export class StatefulSetWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: StatefulSetWorkloadProps) { super(STATEFUL_SET, props); }
}

/** Properties of a DaemonSetWorkload. */
export interface DaemonSetWorkloadProps extends ServiceWorkloadProps {
  /** How pods are replaced by new ones. @default - Kubernetes' own, a rolling update */
  readonly updateStrategy?: k8s.DaemonSetUpdateStrategy;
}

/** A DaemonSet: one pod per node, so that there is no number of replicas. */
const DAEMON_SET: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  service: 'cluster-ip',
  definition: podsRecord<DaemonSetWorkloadProps>({
    ...SERVED,
    updateStrategy: kubernetes('DaemonSetUpdateStrategy', onUpdate),
  }),
};

/**
 * One pod on each node: an `apps/v1` DaemonSet, and a Service of the ports that its containers declare.
 *
 * An OAM platform collects no metrics of a DaemonSet.
 */
export class DaemonSetWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: DaemonSetWorkloadProps) { super(DAEMON_SET, props); }
}
