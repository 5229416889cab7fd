import { ApiObjectMetadata } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { OamKind } from '../private/oam-kind';
import { MetricsDefaults } from '../workloads/metrics-defaults';

// The model as a platform sees it: what it must know of a construct to render it, and no more.

/** A component that is declared here. */
export interface ComponentModel {
  readonly construct: Construct;
  /** Name and namespace, and what else the user wrote. */
  readonly metadata: ApiObjectMetadata;
  /** Type and fields (metadata, spec, …) of the workload, plain data. */
  readonly workload: { readonly kind: OamKind; readonly fields: Readonly<Record<string, any>> };
  /** As in `spec.parameters`, plain data. */
  readonly parameters?: { readonly name: string; readonly fieldPaths: string[] }[];
}

/** An application. */
export interface ApplicationModel {
  readonly construct: Construct;
  readonly metadata: ApiObjectMetadata;
  /** The bindings so far, in the order in which they were added. */
  readonly bindings: () => readonly BindingModel[];
}

/** A component's place in an application. */
export interface BindingModel {
  readonly construct: IConstruct;
  /** The entry of `spec.components` without its traits, plain data. */
  readonly entry: Record<string, any>;
  /** The traits so far, in the order in which they were added. */
  readonly traits: () => readonly TraitModel[];
  /** Where the workload is scraped without a trait; nothing for what cannot be scraped. */
  readonly metricsDefaults?: MetricsDefaults;
}

/** A trait. */
export interface TraitModel {
  readonly construct: IConstruct;
  readonly kind: OamKind;
  /** The trait's fields (metadata, spec, …), plain data. */
  readonly fields: Readonly<Record<string, any>>;
  /** What stands beside `trait` in its entry: data inputs and outputs, plain data. */
  readonly entry?: Record<string, any>;
}

/** What a platform calls the objects by which its scraper is reached. */
export interface ScraperAccessNames {
  readonly ingressName: string;
  readonly secretName: string;
}
