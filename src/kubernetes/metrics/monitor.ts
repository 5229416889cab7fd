import { WebLogicExporterProps } from './weblogic-exporter';
import { Finding } from '../../findings/finding';
import { PlainObject } from '../../objects/rendering';
import { BindingModel, LabelledPods, TraitModel } from '../../platform/model';
import { Scraper } from '../../platform/scraper';
import { WorkloadPlan } from '../../workloads/workload';
import { Services } from '../services';

/** What is told of a component that is scraped. */
export interface MonitorContext {
  readonly binding: BindingModel;
  /** The trait that declares it; nothing for the default. */
  readonly trait?: TraitModel;
  /** What a binding of the application becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** The label with the cluster's name, if it was given one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  readonly exporter: WebLogicExporterProps;
  /** Whether the program still declares: only the type and the metadata are wanted, which do not depend on anything else. */
  readonly isOutline: boolean;
}

/** A monitor, and what speaks against it. */
export interface RenderedMonitor {
  readonly object: PlainObject;
  readonly findings: readonly Finding[];
}

/** The parts of one way to collect metrics. */
export interface ProviderParts {
  readonly check: () => Finding[];
  readonly scraper: () => Scraper;
  /** The pods that scrape. */
  readonly pods: () => LabelledPods;
  readonly replaces: (scraper: string) => boolean;
  readonly isMeshed: (namespace: string) => boolean;
  /** Whether it takes a monitor with these labels, of this namespace. */
  readonly selects: (labels: Readonly<Record<string, string>>, namespace?: string) => boolean;
  readonly render: (context: MonitorContext) => RenderedMonitor;
}
