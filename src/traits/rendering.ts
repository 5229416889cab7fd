import { Rendered } from '../objects/rendering';
import { BindingModel, TraitModel } from '../platform/model';
import { WorkloadPlan } from '../workloads/plan';

/** What collects the metrics of a trait's component. */
export interface TraitMetrics {
  /** The scraper, by its name. */
  readonly scraper: string;
  /** Whether a scraper that a MetricsTrait names means it. */
  readonly replaces: (scraper: string) => boolean;
  readonly render: () => Rendered;
}

/** What a trait is rendered for. */
export interface TraitContext {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  /** What a binding becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly metrics: TraitMetrics;
  /** What the trait becomes where requests come from outside; nothing if the platform has no provider for them. */
  readonly ingress?: () => Rendered;
}
