import type { BindingModel } from './model';
import type { LabelSelector } from '../objects/labels';
import { asObject } from '../private/check';
import type { ObjectType } from '../private/oam-kind';

/** Who evaluates alert rules, and the objects from which it takes them. */
export interface RuleEvaluator extends RuleReader {
  /** Where it is, and what it is called. */
  readonly namespace: string;
  readonly name: string;
  /** The labels by which it selects the objects. */
  readonly selector: LabelSelector;
  /** The labels by which it selects their namespaces; none if it takes objects of its own namespace only. */
  readonly namespaceSelector?: LabelSelector;
  /** Whether these are the namespaces with what it scrapes. */
  readonly takesScraped?: boolean;
  /** Labels of namespaces, by name. */
  readonly namespaceLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Hears of the ConfigMaps that its pods are to mount, where the program runs it. */
  readonly mount?: (files: () => readonly RuleFile[]) => void;
  /** How it is told of an Alertmanager, if it is known to have none. */
  readonly unheard?: 'alone' | 'operated';
}

/** A ConfigMap with a rule file. */
export interface RuleFile {
  readonly name: string;
  /** Its only key. */
  readonly key: string;
}

/** How an operator has rules evaluated. */
export interface RuleReader {
  /** The type of the objects; a ConfigMap holds a rule file. */
  readonly type: ObjectType;
  /** The kind of who evaluates, as messages name it. */
  readonly by: string;
  /** Fields of a rule that the API server adds: what is applied would differ from what was written. */
  readonly added?: Readonly<Record<string, string>>;
  /** The same of a group. */
  readonly addedToGroup?: Readonly<Record<string, string>>;
  /** Labels that it sets itself, in selectors and in alerts, to those of the object: rules see the series of its namespace only. */
  readonly scope?: readonly string[];
}

/** Why nobody evaluates the rules of a program: the reason of the finding about it. */
export type MissingEvaluator = 'agent' | 'azure' | 'collector' | 'jobs' | 'platform' | 'selector' | 'shards';

/** How rules about what a platform scrapes are evaluated. */
export interface RuleEvaluation {
  readonly evaluator: RuleEvaluator | MissingEvaluator;
  /** How often targets are scraped whose trait says nothing else. */
  readonly interval: string;
  /**
   * The jobs of the series of a binding, by the name that its MetricsTrait gives to the monitor.
   *
   * @default - those of its endpoints
   */
  readonly jobsOf?: (binding: BindingModel, own: string | undefined) => readonly string[];
}

/** The interval among settings of scrapes as a manifest has them. */
export function intervalIn(settings: unknown): string | undefined {
  return asObject<{ readonly interval?: string }>(settings).interval;
}
