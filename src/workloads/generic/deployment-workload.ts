import type { k8s } from 'cdk8s-plus-27';
import { servedRecord } from './definition';
import { PodWorkload } from './pod-workload';
import type { PodKind } from './pods';
import { ServedWorkloadProps } from './props';
import { COUNT } from '../../definitions/common';
import { kubernetes } from '../../definitions/type';
import { object, oneOf } from '../../private/check';

/** Properties of a DeploymentWorkload. */
export interface DeploymentWorkloadProps extends ServedWorkloadProps {
  /**
   * How many pods there are.
   *
   * @default - Kubernetes' own, 1
   */
  readonly replicas?: number;

  /**
   * How pods are replaced by new ones.
   *
   * @default - Kubernetes' own, a rolling update
   */
  readonly strategy?: k8s.DeploymentStrategy;
}

const DEPLOYMENT: PodKind = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  service: 'cluster-ip',
  definition: servedRecord<DeploymentWorkloadProps>({
    replicas: { type: COUNT },
    strategy: { type: kubernetes('DeploymentStrategy', object({ type: oneOf('RollingUpdate', 'Recreate') })) },
  }),
};

/**
 * Pods that are all alike: an `apps/v1` Deployment, and a Service of the ports that its containers declare.
 *
 * The Deployment selects its pods by the label `app.oam.dev/component`. On an OAM platform the Deployment is the workload of Component `<name>`, and the
 * Service that of Component `<name>-service`, which the application binds too.
 */
export class DeploymentWorkload extends PodWorkload {
  /** Checks the properties and keeps a copy of them. */
  public constructor(props: DeploymentWorkloadProps) {
    super(DEPLOYMENT, props);
  }
}
