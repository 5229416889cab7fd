import { DefinedTrait, ObjectTrait, ObjectTraitOptions, objectTraitRecord } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { exactlyOne, choice, Scalar } from '../../base/definitions/type';
import { FINE, must, ownWords } from '../../base/findings/finding';
import { isInt32 } from '../../base/check';
import { fixedKind } from '../../base/oam-kind';

/** When pods that are not ready may be evicted. */
export enum UnhealthyPodEvictionPolicy {
  /** Only while as many pods are ready as the budget requires. */
  IF_HEALTHY_BUDGET = 'IfHealthyBudget',
  /** Always, so that a pod that never becomes ready does not keep its node from being drained. */
  ALWAYS_ALLOW = 'AlwaysAllow',
}

/** Properties of a DisruptionBudgetTrait: exactly one of `minAvailable` and `maxUnavailable`. */
export interface DisruptionBudgetTraitProps extends ObjectTraitOptions {
  /**
   * How many pods (`2`), or which percentage of them (`'50%'`), must stay while others are evicted. Not all of them:
   * their nodes could not be drained. Kubernetes rounds percentages up. If an autoscaler from elsewhere sets the number
   * of pods, use `maxUnavailable`.
   *
   * @default - `maxUnavailable` applies
   */
  readonly minAvailable?: number | string;

  /**
   * How many pods (`1`), or which percentage of them (`'25%'`), may be missing because of evictions. At least one:
   * their nodes could not be drained otherwise. Not for the pods of a DaemonSet, a Job, a CronJob or a Pod.
   *
   * @default - `minAvailable` applies
   */
  readonly maxUnavailable?: number | string;

  /** When pods that are not ready may be evicted. Kubernetes 1.27 or newer. @default - as by IF_HEALTHY_BUDGET */
  readonly unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicy;
}

/** A number of pods, or a percentage of them. */
const SHARE: Scalar<number | string> = {
  is: 'integer-or-string',
  check: must(value => typeof value === 'string' ? /^\d+%$/.test(value) && parseInt(value) <= 100
    : isInt32(value) && value >= 0, 'invalid-value',
  ownWords('must be a number of pods, or a percentage of them from 0% to 100%', "write 1 or '25%'", 'write 1 or 25%')),
};

/** A PodDisruptionBudget, which limits evictions, such as those of `kubectl drain`. It has one of two amounts. */
const DISRUPTION_BUDGET_TRAIT: ObjectTrait = {
  name: 'DisruptionBudgetTrait',
  kind: fixedKind('policy/v1', 'PodDisruptionBudget'),
  definition: objectTraitRecord<DisruptionBudgetTraitProps>({
    minAvailable: SHARE,
    maxUnavailable: SHARE,
    unhealthyPodEvictionPolicy: choice('UnhealthyPodEvictionPolicy', UnhealthyPodEvictionPolicy),
  }, { rules: [exactlyOne('minAvailable', 'maxUnavailable')] }),
  suffix: 'disruption-budget',
  select: (spec: object, { selector }) => ({ spec: { selector, ...spec }, findings: FINE }),
};

/**
 * Limits how many pods of a component are evicted at a time, for example when nodes are drained: `policy/v1`
 * PodDisruptionBudget.
 *
 * On an OAM platform it is the workload of the Component `<name>-disruption-budget`, which the application also binds.
 */
export class DisruptionBudgetTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = DISRUPTION_BUDGET_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: DisruptionBudgetTraitProps) {
    super(DISRUPTION_BUDGET_TRAIT, scope, id, props);
  }
}
