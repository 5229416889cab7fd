import type { ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import type { ComponentMetrics } from './metrics';
import type { ComponentParameter } from '../application/component';
import type { ComponentBindingOptions } from '../application/entry';
import type { WorkloadModel } from '../workloads/workload';
import { PlainFields, asObject } from '../../base/check';
import { OamKind, ObjectType } from '../../base/oam-kind';
import { DeclaredPort } from '../../cluster/objects/oam-workloads';
import { PlainObject, Rendered } from '../../cluster/objects/rendered';
import { COMPONENT, NAME, LabelSelector } from '../../cluster/objects/selectors';

// The model as a platform sees it: only what it must know of a construct to render it.

/** A component that is declared here. */
export interface ComponentModel {
  readonly construct: Construct;
  /** Name and namespace, and what else the user wrote. */
  readonly metadata: ApiObjectMetadata;
  readonly workload: WorkloadModel;
  /** The prop that holds the workload in the program: none if an application declares it by the workload's own. */
  readonly workloadAt: 'workload' | '';
  /** As in `spec.parameters`, plain data. */
  readonly parameters?: ComponentParameter[];
}

/** An application. */
export interface ApplicationModel {
  readonly construct: Construct;
  readonly name: string;
  readonly namespace?: string;
  readonly metadata: ApiObjectMetadata;
  /** The bindings so far, in the order in which they were added. */
  readonly bindings: () => readonly BindingModel[];
}

/** The binding of a component in an application. */
export interface BindingModel {
  readonly construct: Construct;
  readonly application: ApplicationModel;
  readonly componentName: string;
  /** The component, if it is declared here; `undefined` if it exists elsewhere. */
  readonly component?: ComponentModel;
  /** The entry of `spec.components` without its traits, plain data. */
  readonly entry: ComponentBindingOptions & { readonly componentName?: string };
  /** The traits so far, in the order in which they were added. */
  readonly traits: () => readonly TraitModel[];
  /** How its metrics are collected by the traits so far. */
  readonly metrics: () => ComponentMetrics;
}

/** The labels by which the pods of a component are selected: they never change, and are readable. */
export function selectorOf({ application, componentName }: BindingModel): Record<string, string> {
  return { [NAME]: application.name, [COMPONENT]: componentName };
}

/** The fields of a trait, plain data. */
export interface TraitFields {
  readonly metadata?: Pick<ApiObjectMetadata, 'name' | 'labels' | 'annotations'>;
  readonly spec?: PlainFields;
  readonly [field: string]: unknown;
}

/** A trait. */
export interface TraitModel {
  readonly construct: Construct;
  readonly kind: OamKind;
  readonly fields: TraitFields;
  /** The fields beside `trait` in its entry: data inputs and outputs, plain data. */
  readonly entry?: object;
  /** Its object beside the workload; `undefined` for a trait of OAM. */
  readonly beside?: BesideModel;
}

/**
 * An object of Kubernetes for the pods of a component. On an OAM platform it is the workload of a component of its own.
 */
export interface BesideModel {
  /** The suffix that the name of that component adds to that of the object. */
  readonly suffix: string;
  readonly render: (pods: SelectedPods) => Rendered;
}

/** The pods of a namespace that have these labels. */
export interface LabelledPods {
  readonly namespace: string;
  readonly podLabels: Readonly<Record<string, string>>;
}

/** A caller of the pods of a component. */
export interface PodCaller {
  /** Its own pods, where they are known. */
  readonly pods?: LabelledPods;
  /** Whether nothing is known to call: a policy without a rule for it is fine. */
  readonly isOptional?: boolean;
  /** The ports that it calls, where they are known. */
  readonly ports?: readonly number[];
  /** The port of a tunnel through which calls to any port may arrive too. */
  readonly tunnel?: number;
}

/** The pods of a component, as a platform knows them. */
export interface SelectedPods {
  /** The selector of labels that finds them, and no others. */
  readonly selector: object;
  /** The kind of the workload that creates them. */
  readonly kind: string;
  /**
   * The objects that the workload becomes, with its traits where they are known; empty for a workload that is not valid
   * with the values of its parameters.
   */
  readonly objects: readonly PlainObject[];
  /** The ports that their containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The scraper of their metrics; `undefined` if none are collected. */
  readonly scraper?: PodCaller;
  /** The ingress controller, if an IngressTrait leads to them. */
  readonly ingressController?: PodCaller;
}

/** The evaluator of alert rules, and the objects from which it reads them. */
export interface RuleEvaluator extends RuleReader {
  /** Its namespace and its name. */
  readonly namespace: string;
  readonly name: string;
  /** The labels by which it selects the objects. */
  readonly selector: LabelSelector;
  /** Whether it is known to have no Alertmanager. */
  readonly isUnheard?: boolean;
}

/** How an operator takes rules to be evaluated. */
export interface RuleReader {
  /** The type of the objects; a ConfigMap holds a rule file. */
  readonly type: ObjectType;
  /** The kind of the evaluator, as messages name it. */
  readonly by: string;
  /** Fields that the API server adds to a rule: without them the applied object would differ from the written one. */
  readonly added?: Readonly<Record<string, string>>;
  /** Fields that it adds to a group. */
  readonly addedToGroup?: Readonly<Record<string, string>>;
  /**
   * Labels that it sets itself in selectors and alerts, with the object's values: rules see only the series of its
   * namespace.
   */
  readonly scope?: readonly string[];
}

/** Why a program's rules have no evaluator: the reason of the finding about it. */
export type MissingEvaluator = 'agent' | 'azure' | 'collector' | 'jobs' | 'none' | 'platform' | 'selector' | 'shards';

/** How rules about what a platform scrapes are evaluated. */
export interface RuleEvaluation {
  readonly evaluator: RuleEvaluator | MissingEvaluator;
  /** The scrape interval of targets whose trait sets none. */
  readonly interval: string;
  /**
   * The jobs of a binding's series; `own` is the name that its MetricsTrait gives to the monitor.
   *
   * @default - those of its endpoints
   */
  readonly jobsOf?: (binding: BindingModel, own: string | undefined) => readonly string[];
}

/** The interval in the scrape settings of a manifest. */
export function intervalIn(settings: unknown): string | undefined {
  return asObject<{ readonly interval?: string }>(settings).interval;
}
