import { Finding } from '../../findings/finding';
import { Rendered } from '../../objects/rendering';
import { ApplicationModel, BindingModel, LabelledPods, TraitModel } from '../../platform/model';
import { Route } from '../../private/tree';
import { WorkloadPlan } from '../../workloads/workload';
import { Services } from '../services';

/** What is told of an IngressTrait. */
export interface IngressContext {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  /** What a binding of the application becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** Whether the program still declares: only the types and the metadata are wanted. */
  readonly isOutline: boolean;
}

/** The parts of one way into the cluster. */
export interface IngressParts {
  readonly check: () => Finding[];
  readonly routesOf: (spec: any, application: ApplicationModel) => Route[];
  readonly render: (context: IngressContext) => Rendered;
  /** The pods through which requests come, where they are known. */
  readonly pods: () => LabelledPods | undefined;
}
