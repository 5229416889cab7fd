import { bad, Check, FINE, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { list, mapOf, oneOf, pattern } from '../../private/check';
import { labelKey } from '../../private/names';

/** Which labels series have beside `job`, `namespace`, `instance`, `app_oam_dev_name` and `app_oam_dev_component`, which all series have. */
export enum SeriesLabels {
  /**
   * The labels of the reference platform: all labels of the pods, `pod_name`, `application` and `<vendor>_cluster`. Dashboards and alerts of the platform
   * keep working.
   */
  PLATFORM = 'platform',

  /**
   * The labels of the Prometheus Operator: `pod`, and `container`, `endpoint` and `service` if there is exactly one. Dashboards and alerts for the
   * operator work. Series have no labels of pods.
   */
  OPERATOR = 'operator',

  /** The labels of both, so that the dashboards and alerts of both work. The label `<vendor>_cluster` is there only if the platform has a `clusterName`. */
  BOTH = 'both',
}

/** The default of `seriesLabels`. */
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
   * The labels of pods that become labels of series, such as `example.com/team`, which becomes `example_com_team`. The labels of the application model
   * (`app.oam.dev/name` and `app.oam.dev/component`) always become labels of series.
   *
   * @default - with SeriesLabels.OPERATOR none, otherwise all but `controller-revision-hash`
   */
  readonly podTargetLabels?: string[];

  /**
   * More labels of all series, by name. They take precedence over labels of pods.
   *
   * @default - none
   */
  readonly extraLabels?: { [name: string]: string };
}

/** The labels that identify a target or a component. */
const RESERVED = ['app_oam_dev_component', 'app_oam_dev_name', 'container', 'endpoint', 'instance', 'job', 'namespace', 'pod', 'pod_name', 'service'];

/** The names that more labels may have. */
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
