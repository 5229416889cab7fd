import { IngressProvider } from './ingress/ingress-provider';
import { MonitoringProvider } from './metrics/monitoring-provider';
import { WebLogicExporterProps } from './metrics/weblogic-exporter';
import { Services } from './services';
import { BindingModel, TraitModel } from '../platform/model';
import { TraitContext } from '../traits/trait';
import { WorkloadPlan } from '../workloads/workload';

/** What traits are rendered for. */
export interface TraitProviders {
  readonly metrics: MonitoringProvider;
  readonly ingress?: IngressProvider;
  /** The label with the cluster's name, if it was given one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  /** What a binding becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  readonly exporter: WebLogicExporterProps;
  /** Whether only types and metadata of what traits become are wanted, since the program still declares. */
  readonly isOutline: boolean;
}

/** What a trait is told of its providers. */
export function contextOf(binding: BindingModel, trait: TraitModel, providers: TraitProviders): TraitContext {
  const { metrics, ingress, planOf, services, isOutline } = providers;
  return {
    binding,
    trait,
    planOf,
    metrics: {
      scraper: metrics._scraper.toString(),
      replaces: scraper => metrics._replaces(scraper),
      render: () => {
        const { object, findings } = metrics._render({ ...providers, binding, trait });
        return { objects: [object], findings };
      },
    },
    ingress: ingress && (() => ingress._render({ binding, trait, planOf, services, isOutline })),
  };
}
