import type { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import type { IApplicationConfiguration } from '../../model/application/component-binding';

/** When an alert fires, and how severe it is. */
export interface AlertOptions {
  /** Whether the rule exists. @default true */
  readonly enabled?: boolean;

  /**
   * How long the promise must be broken before the alert fires: the `for` of the rule, at most 7 days. It should be
   * longer than a roll-out takes, and must not be shorter than the scrape interval.
   *
   * @default Duration.minutes(15)
   */
  readonly pendingPeriod?: Duration;

  /** The label `severity`. @default - `critical` for `jobMissing`, `warning` for all others */
  readonly severity?: string;
}

/** When the alert about missing targets fires. */
export interface TargetsMissingOptions extends AlertOptions {
  /** How many targets of a job may be missing, 1000 at most. @default 0 */
  readonly tolerated?: number;
}

/** An evaluator of PrometheusRules over everything that is scraped, instead of the scraper itself. */
export interface PrometheusRuleEvaluator {
  /** Namespace of the Prometheus, the ThanosRuler, or the Alloy that hands rules to Mimir. */
  readonly namespace: string;

  /** Its name. */
  readonly name: string;

  /**
   * The labels by which it selects PrometheusRules; `{}` selects all. Its `matchLabels` are added to each object. An
   * object that is still not selected is an error.
   */
  readonly ruleSelector: k8s.LabelSelector;

  /** The labels by which it selects their namespaces; `{}` selects all. @default - only its own namespace */
  readonly ruleNamespaceSelector?: k8s.LabelSelector;

  /**
   * Labels of namespaces, by name, that `ruleNamespaceSelector` requires. `kubernetes.io/metadata.name` is known and
   * need not be listed.
   *
   * @default - none
   */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };
}

/** Properties of MetricsAlerts. */
export interface MetricsAlertsProps {
  /** The applications whose jobs are watched. @default - all of the platform, also those declared later */
  readonly applications?: IApplicationConfiguration[];

  /** MetricsJobMissing: the job has no targets. @default - as in AlertOptions */
  readonly jobMissing?: AlertOptions;

  /** MetricsTargetDown: a scrape fails. @default - as in AlertOptions */
  readonly targetDown?: AlertOptions;

  /** MetricsPageEmpty: a scrape succeeds, but yields no metrics. @default - as in AlertOptions */
  readonly pageEmpty?: AlertOptions;

  /** MetricsTargetsMissing: a job has fewer targets than pods are wanted. @default - as in TargetsMissingOptions */
  readonly targetsMissing?: TargetsMissingOptions;

  /**
   * Whether the evaluator has the series of kube-state-metrics, with the namespaces of objects in their label
   * `namespace` (`honorLabels`). Rules then compare with the number of pods that is wanted at the time, and are silent
   * for components that are scaled to zero. If the series are missing, the declared number counts.
   *
   * @default false
   */
  readonly kubeStateMetrics?: boolean;

  /**
   * The address of the page about the alerts, to which the lower-case name of the alert is added for the annotation
   * `runbook_url`, as in `https://wiki.example.com/alerts#metricsjobmissing`. It ends with `#`, `/`, `=` or `-`.
   *
   * @default - alerts have no `runbook_url`
   */
  readonly runbookUrl?: string;

  /**
   * Additional labels of each alert, by which routes find their receivers. Values must not have braces, since
   * Prometheus reads them as templates.
   *
   * @default - none
   */
  readonly alertLabels?: { [name: string]: string };

  /**
   * Labels that the series of this cluster have, such as `cluster`, if the evaluator sees those of several: each
   * selector requires them, and each alert has them. The series of kube-state-metrics must have them too.
   *
   * @default - none
   */
  readonly matchers?: { [label: string]: string };

  /** The severities that Alertmanager has routes for; any other is an error. @default - severities are not checked */
  readonly severities?: string[];

  /**
   * The evaluator of the rules, if it is not the scraper: an agent evaluates none, and each of several shards knows
   * only its own targets.
   *
   * @default - the scraper of the platform, or the evaluator that is known to run beside it
   */
  readonly ruleEvaluator?: PrometheusRuleEvaluator;

  /** The namespace of the objects with rules. @default - that of each application, or of Prometheus for ConfigMaps */
  readonly namespace?: string;

  /** Additional labels of the objects with rules. @default - none */
  readonly objectLabels?: { [key: string]: string };
}
