import type { k8s } from 'cdk8s-plus-27';
import { servedRecord } from './definition';
import { PodWorkload } from './pod-workload';
import type { PodKind } from './pods';
import { ServedWorkloadProps } from './props';
import { COUNT } from '../../definitions/common';
import { choice, kubernetes, listOf } from '../../definitions/type';
import { object, oneOf } from '../../private/check';
import { objectName } from '../../private/names';

/** In which order a StatefulSet starts and ends its pods. */
export enum PodManagement {
  /** One after the other, each when the one before it is ready. */
  ORDERED_READY = 'OrderedReady',
  /** All at once. */
  PARALLEL = 'Parallel',
}

/** Properties of a StatefulSetWorkload. */
export interface StatefulSetWorkloadProps extends ServedWorkloadProps {
  /**
   * How many pods there are.
   *
   * @default - Kubernetes' own, 1
   */
  readonly replicas?: number;

  /**
   * Volumes that each pod has for itself, by the name under which `volumeMounts` mounts them. Kubernetes keeps them when the StatefulSet is deleted.
   *
   * @default - none
   */
  readonly volumeClaimTemplates?: k8s.KubePersistentVolumeClaimProps[];

  /**
   * How pods are replaced by new ones.
   *
   * @default - Kubernetes' own, a rolling update
   */
  readonly updateStrategy?: k8s.StatefulSetUpdateStrategy;

  /**
   * In which order pods start and end.
   *
   * @default PodManagement.ORDERED_READY
   */
  readonly podManagementPolicy?: PodManagement;
}

const CLAIM = object({ metadata: object({ name: objectName }, ['name']), spec: object({}) }, ['metadata', 'spec']);

const STATEFUL_SET: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  service: 'headless',
  definition: servedRecord<StatefulSetWorkloadProps>({
    replicas: { type: COUNT },
    volumeClaimTemplates: { type: listOf(kubernetes<k8s.KubePersistentVolumeClaimProps>('KubePersistentVolumeClaimProps', CLAIM), '') },
    updateStrategy: { type: kubernetes('StatefulSetUpdateStrategy', object({ type: oneOf('RollingUpdate', 'OnDelete') })) },
    podManagementPolicy: { type: choice('PodManagement', PodManagement) },
  }),
};

/**
 * Pods that each have a name and volumes of their own: an `apps/v1` StatefulSet, and a headless Service by which each pod has a DNS name.
 *
 * An OAM platform collects no metrics of a StatefulSet.
 */
export class StatefulSetWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: StatefulSetWorkloadProps) {
    super(STATEFUL_SET, props);
  }
}
