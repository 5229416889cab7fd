import type { BindingModel } from './model';
import type { LabelSelector } from '../objects/labels';
import { asObject } from '../private/check';
import type { ObjectType } from '../private/oam-kind';

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
  /** Labels that it sets itself in selectors and alerts, with the object's values: rules see only the series of its namespace. */
  readonly scope?: readonly string[];
}

/** Why a program's rules have no evaluator: the reason of the finding about it. */
export type MissingEvaluator = 'agent' | 'azure' | 'collector' | 'jobs' | 'platform' | 'selector' | 'shards';

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
