import { DeclaredPort } from './workload';
import { Rendered } from '../objects/rendering';
import { LabelSelector } from '../objects/selector';
import { ObjectType } from '../private/oam-kind';

/** What a workload becomes or stands for, and what others must know of it. */
export interface WorkloadPlan extends Rendered {
  /** The ports that its containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The labels of its pods, and of no others. */
  readonly selector: LabelSelector;
  /** The type of the workload. */
  readonly type: ObjectType;
}
