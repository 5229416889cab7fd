import { BindingModel, TraitModel } from '../../platform/model';
import { OamTrait } from '../../traits/oam-trait';
import { IngressProvider } from '../ingress/ingress-provider';
import { MonitoringProvider } from '../metrics/monitoring-provider';
import { WebLogicExporterProps } from '../metrics/weblogic-exporter';
import { PlainObject, Rendered, WorkloadPlan } from '../model';
import { Services } from '../services';

/** What a trait is rendered for. */
export interface TraitProviders {
  readonly metrics: MonitoringProvider;
  readonly ingress?: IngressProvider;
  /** The label with the cluster's name. */
  readonly cluster: { readonly label: string; readonly name: string };
  /** What a binding becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  readonly exporter: WebLogicExporterProps;
}

/** What a renderer is told of a trait. */
export interface TraitContext extends TraitProviders {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
}

/** How a kind of trait becomes objects, or changes those of the workload. */
export interface KnownTrait {
  readonly trait: OamTrait;
  /** Types and metadata of the objects are the same whatever else is declared. */
  readonly render: (context: TraitContext) => Rendered;
  /** An object of the workload with the trait. */
  readonly change?: (object: PlainObject, trait: TraitModel) => PlainObject;
  /** Whether a component can have but one of them. */
  readonly isOne?: true;
}
