import { DeclaredPort } from './workload';
import { Rendered } from '../objects/rendering';
import { ObjectType } from '../private/oam-kind';

/** What a workload becomes, and what others must know of it. */
export interface WorkloadPlan extends Rendered {
  /** The ports that its containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The type of the workload. */
  readonly type: ObjectType;
}
