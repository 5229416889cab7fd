import type { k8s } from 'cdk8s-plus-27';
import { servedRecord } from './definition';
import { PodWorkload } from './pod-workload';
import type { PodKind } from './pods';
import { ServedWorkloadProps } from './props';
import { kubernetes } from '../../definitions/type';
import { object, oneOf } from '../../private/check';

/** Properties of a DaemonSetWorkload. */
export interface DaemonSetWorkloadProps extends ServedWorkloadProps {
  /**
   * How pods are replaced by new ones.
   *
   * @default - Kubernetes' own, a rolling update
   */
  readonly updateStrategy?: k8s.DaemonSetUpdateStrategy;
}

const DAEMON_SET: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  service: 'cluster-ip',
  definition: servedRecord<DaemonSetWorkloadProps>({
    updateStrategy: { type: kubernetes('DaemonSetUpdateStrategy', object({ type: oneOf('RollingUpdate', 'OnDelete') })) },
  }),
};

/**
 * One pod on each node: an `apps/v1` DaemonSet, and a Service of the ports that its containers declare.
 *
 * An OAM platform collects no metrics of a DaemonSet.
 */
export class DaemonSetWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: DaemonSetWorkloadProps) {
    super(DAEMON_SET, props);
  }
}
