import { bad, Check, FINE, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { list, mapOf, oneOf, pattern } from '../../private/check';
import { labelKey } from '../../private/names';

/** Which labels series have, beside `job`, `namespace`, `instance` and those of the application model, which they always have. */
export enum SeriesLabels {
  /**
   * Those of the reference platform: all labels of the pods, `pod_name`, `application` and `<vendor>_cluster`. Dashboards and alerts of the platform go
   * on working.
   */
  PLATFORM = 'platform',

  /**
   * Those of the Prometheus Operator: `pod`, and where they are known `container`, `endpoint` and `service`. Dashboards and alerts that are made for the
   * operator work, and series have no labels of pods.
   */
  OPERATOR = 'operator',

  /** Those of the platform and those of the operator, so that the dashboards and alerts of both work. */
  BOTH = 'both',
}

/** Which labels series have where nothing is said. */
export const DEFAULT_SERIES_LABELS = SeriesLabels.BOTH;

/** The labels that series have. */
export interface SeriesLabelOptions {
  /**
   * Which labels series have.
   *
   * @default SeriesLabels.BOTH
   */
  readonly seriesLabels?: SeriesLabels;

  /**
   * The labels of pods that become labels of series, such as `team` or `example.com/team`; there, each character but letters and digits is a `_`. Those of
   * the application model (`app.oam.dev/name` and `app.oam.dev/component`) always do.
   *
   * @default - with SeriesLabels.OPERATOR none, otherwise all but `controller-revision-hash`
   */
  readonly podTargetLabels?: string[];

  /**
   * More labels of all series, by name. One of these takes precedence over a label of the pods with its name.
   *
   * @default - none
   */
  readonly extraLabels?: { [name: string]: string };
}

/** By these a target is told from others, and a component is found. */
const RESERVED = ['app_oam_dev_component', 'app_oam_dev_name', 'container', 'endpoint', 'instance', 'job', 'namespace', 'pod', 'pod_name', 'service'];

/** The names of further labels, for editors. */
export const EXTRA_LABEL = `^(?!__|(${RESERVED.join('|')})$)[a-zA-Z_][a-zA-Z0-9_]*$`;

const extraLabel: Check = (name, field) => RESERVED.includes(name)
  ? found('reserved-label', joinPath(field, [name]), { reason: 'series' })
  : new RegExp(EXTRA_LABEL).test(name) ? FINE : bad('invalid-label', 'series', field, name);

/** The checks of the options. */
export const SERIES_LABEL_OPTIONS: Readonly<Record<keyof SeriesLabelOptions, Check>> = {
  seriesLabels: oneOf(...Object.values(SeriesLabels)),
  podTargetLabels: list(labelKey),
  extraLabels: mapOf(pattern(/^[^$]+$/, 'series-label'), extraLabel),
};
